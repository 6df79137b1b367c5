import OpenMarketHTTP

/// Reads the whole list of a server in windows that overlap, so that nothing is missed while products come and go.
///
/// Where windows cannot follow the list, because its pages do not overlap or its order changes, it is read page after page,
/// and ``mayHaveGaps`` is true.
package struct ListWalk {
  /// Whether products may be missing, because others were deleted meanwhile.
  package private(set) var mayHaveGaps = false

  private let client: MarketClient
  private let size: Int
  private let text: String?
  private var planner = WindowPlanner()
  private var seen: Set<Product.ID> = []
  /// Where something was wrong besides products.
  private var faultyPlaces: Set<String> = []
  private var isFinished = false
  /// The pages in their order, once windows have failed.
  private var pages: (any AsyncIteratorProtocol<ProductPage, any Error>)?

  /// Begins at the top of what the text finds, or of all products. A window shall bring `size` new ones, 1 to 1000; it brings up
  /// to half as many again, and more after places whose products the server hides.
  package init(client: MarketClient, size: Int, matching text: String?) {
    (self.client, self.size, self.text) = (client, size, text)
  }

  /// Reads the next part.
  ///
  /// Asking again after a failure asks for the same part.
  /// - Returns: A page with the products that no earlier one has shown, and what is wrong with them and with nothing earlier;
  ///   `nil` at the end. An entry that cannot be read is named by its place in the whole list.
  /// - Throws: `HTTPError`, or `CancellationError` when the calling task was cancelled.
  package mutating func next() async throws -> ProductPage? {
    while !isFinished, pages == nil {
      guard let window = planner.choose(bringing: size) else {
        readPageByPage()
        break
      }
      guard let page = try await read(window) else { continue }
      let response = WindowResponse(page)
      var outcome = planner.accept(response, to: window)
      if outcome == .unordered, seen.isEmpty {
        planner = WindowPlanner(order: .presented)
        outcome = planner.accept(response, to: window)
      }
      switch outcome {
      case .page(let part):
        isFinished = part.isEnd
        return unseen(page, in: part.fresh)
      case .elsewhere: continue
      case .unordered, .lost, .stuck: readPageByPage()
      }
    }
    guard var pages else { return nil }
    defer { self.pages = pages }
    return try await pages.next(isolation: #isolation).map { unseen($0, in: $0.products.indices) }
  }

  private mutating func readPageByPage() {
    mayHaveGaps = true
    pages = client.pages(size: size, matching: text).makeAsyncIterator()
  }

  /// - Returns: `nil` when the server refuses the window, and a smaller one is to be tried.
  private mutating func read(_ window: ListWindow) async throws -> ProductPage? {
    do {
      return try await client.window(
        page: window.page, size: window.size, matching: text, options: RequestOptions()
      ).withoutDuplicates()
    } catch let error as HTTPError where error.code == .invalidInput {
      guard planner.shrink(after: window) else { throw error }
      return nil
    }
  }

  private mutating func unseen(_ page: ProductPage, in range: Range<Int>) -> ProductPage {
    var part = page
    part.products = page.products[range].filter { seen.insert($0.id).inserted }
    part.decodingIssues = page.issuesBesidesProducts.filter { faultyPlaces.insert($0.path).inserted }
    for product in part.products {
      part.decodingIssues += product.decodingIssues.map { issue in
        DecodingIssue(issue.outcome, at: "product \(product.id), \(issue.path)", reason: issue.reason)
      }
    }
    return part
  }
}

extension ProductPage {
  /// The issues of the page, and of entries that are no products, these by their places in the whole list.
  fileprivate var issuesBesidesProducts: [DecodingIssue] {
    decodingIssues.compactMap { issue in
      guard let entry = issue.path.prefixMatch(of: /pages\[(\d+)\]/) else { return issue }
      guard entry.0.endIndex == issue.path.endIndex else { return nil }
      var issue = issue
      issue.path = "pages[\((Int(entry.1) ?? 0) &+ offset)]"
      return issue
    }
  }
}
