import Foundation

extension ProductPage: Decodable {
  /// Reads a page as either generation of servers sends it.
  ///
  /// Entries that cannot be read are left out of ``products``. Where one of the page's own fields is absent, it is
  /// taken from the others, or from what was asked for. Both is noted for logs. A negative total or last page counts as
  /// absent: so servers say that they have not counted.
  /// - Throws: `DecodingError` when there is no list, when one of the page's own fields is unusable, or when an absent
  ///   one follows from nothing.
  public init(from decoder: any Decoder) throws {
    let wanted = CodingUserInfoKey.wantedPage.flatMap { decoder.userInfo[$0] } as? WantedPage
    var object = try WireObject(decoder)
    func count(_ field: WireField, or inferred: Int?) throws -> Int {
      try object.take(object.findCount(field), field, or: inferred).asPageCount
    }
    page = try count(.pageNo, or: wanted?.page)
    itemsPerPage = try count(.itemsPerPage, or: wanted?.size)
    offset = try count(.offset, or: max(0, page - 1) * itemsPerPage)
    limit = try count(.limit, or: itemsPerPage)
    let length = Self.length(page: page, itemsPerPage: itemsPerPage, limit: limit)
    (products, surplus) = try object.list(.pages, cutAfter: length)

    let total = try object.findKnownCount(.totalCount)?.asPageCount
    let last = try object.findKnownCount(.lastPage)?.asPageCount
    let count = products.count + surplus.count + object.issues.count { $0.outcome == .entrySkipped }
    let end = offset + count
    let isFull = count >= max(1, itemsPerPage)
    let expectsMore = last.map { [page] in page < $0 } ?? total.map { end < $0 } ?? isFull
    hasNext = try object.take(object.findBool(.hasNext), .hasNext, or: expectsMore)
    hasPrevious = try object.take(object.findBool(.hasPrevious), .hasPrevious, or: page > 1)
    totalCount = try object.take(total, .totalCount, or: end + (hasNext ? 1 : 0))
    let pages = totalCount / max(1, itemsPerPage) + (totalCount % max(1, itemsPerPage) > 0 ? 1 : 0)
    lastPage = try object.take(last, .lastPage, or: hasNext ? max(pages, page + 1) : pages)
    decodingIssues = object.issues
  }

  /// How many of the products that came are this page's own, the first ones.
  ///
  /// The original sent more: page 3 of 20 each has a limit of 60, and 60 products from the 41st on.
  static func length(page: Int, itemsPerPage: Int, limit: Int) -> Int {
    page > 1 && itemsPerPage > 0 && limit == page * itemsPerPage ? itemsPerPage : .max
  }
}

/// The page that was asked for, which stands for what an envelope does not say.
private struct WantedPage {
  var page: Int
  var size: Int
}

extension CodingUserInfoKey {
  fileprivate static let wantedPage = CodingUserInfoKey(rawValue: "OpenMarket.wantedPage")
}

extension JSONDecoder {
  /// Decodes the response to a request for a page.
  func decodePage(_ page: Int, size: Int, from body: Data) throws -> ProductPage {
    if let usual = ProductPage(usual: body) { return usual }
    if let key = CodingUserInfoKey.wantedPage { userInfo[key] = WantedPage(page: page, size: size) }
    return try decode(ProductPage.self, from: body)
  }
}
