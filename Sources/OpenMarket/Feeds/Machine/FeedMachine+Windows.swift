package import Foundation
import OpenMarketHTTP

// What windows of the server's list do to what is displayed.
extension FeedMachine {
  /// Takes the response to `Action.fetch`.
  package mutating func received(
    _ response: Result<ProductPage, any Error>, for token: Token, at date: Date
  ) -> [Action] {
    guard var job = network, job.token == token else { return [] }
    let page: ProductPage
    switch response {
    case .failure(let error): return fail(error)
    case .success(let received): page = received.withoutDuplicates()
    }
    state.offline = nil
    let isTop = job.isAtTop
    var outcome = job.planner.accept(WindowResponse(page), to: job.window)
    if outcome == .unordered {
      planner = WindowPlanner(order: .presented)
      guard isTop else { return beginTop(.refresh) }
      job.planner = planner
      outcome = job.planner.accept(WindowResponse(page), to: job.window)
    }
    switch outcome {
    case .page(let continuation):
      if isTop { beginAnew(for: job, with: page, at: date) }
      return adopt(page, continuation, job)
    case .elsewhere: return goOn(job)
    case .unordered, .lost: return beginTop(.refresh)
    case .stuck(let obstacle): return fail(HTTPError(obstacle))
    }
  }

  /// Makes room for a new top.
  ///
  /// The displayed items stay below it only if they are from the store and the reader has not asked for a new list.
  private mutating func beginAnew(for job: NetworkJob, with page: ProductPage, at date: Date) {
    let isRefresh = job.attempt == .refresh
    state.refreshedAt = date
    state.items.removeFirst(isRefresh ? state.items.count : state.contiguousCount)
    state.contiguousCount = 0
    packedCount = 0
    newIDs = []
    lastCovered = nil
    topID = page.products.first?.id
    overlay.listWasRead(recent: job.touched)
  }

  /// Lets a window that continues the contiguous part take its place.
  private mutating func adopt(
    _ page: ProductPage, _ continuation: WindowPlanner.Continuation, _ job: NetworkJob
  ) -> [Action] {
    let fresh = page.products[continuation.fresh].filter {
      settings.shows($0) && !job.removed.contains($0.id)
    }
    correct(by: page, continuation, job)
    var stored = state.items[state.contiguousCount...]
    if continuation.isEnd || job.planner.order == .presented {
      stored = []
    } else if let last = page.products.last?.id {
      stored.removeAll { $0.id >= last }
    }
    state.items.replaceSubrange(state.contiguousCount..., with: fresh + stored)
    state.contiguousCount += fresh.count
    packFarProducts()
    planner = job.planner
    lastCovered = page.products.last ?? lastCovered
    storage = nil
    if !stored.isEmpty { storeIsExhausted = false }
    let outdated = fresh.map(\.id).filter(job.touched.contains)
    return (outdated.isEmpty ? [] : [.reread(outdated)]) + finish(job, isEnd: continuation.isEnd)
  }

  /// Brings the contiguous part up to date after a window that overlaps it: what changed is changed, what is gone leaves.
  private mutating func correct(
    by page: ProductPage, _ continuation: WindowPlanner.Continuation, _ job: NetworkJob
  ) {
    let known = page.products[..<continuation.fresh.lowerBound]
    guard state.contiguousCount > 0 || !known.isEmpty else { return }
    var updates = Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0) })
    let isDescending = job.planner.order == .descendingIDs
    let span = isDescending ? page.contiguousSpan(of: job.window, continuation) : nil
    let top = span?.upperBound ?? known.first?.id
    // From the end, which is where the window overlaps it, no further than it does: the list above may be long.
    for index in state.items[..<state.contiguousCount].indices.reversed() {
      let product = state.items[index]
      if isDescending ? top.map({ product.id > $0 }) ?? true : updates.isEmpty { break }
      let update = updates.removeValue(forKey: product.id)
      if job.touched.contains(product.id) { continue }
      if let update, settings.shows(update) {
        state.items[index] = update.keepingDetails(of: product)
      } else if update != nil || span?.contains(product.id) == true {
        state.items.remove(at: index)
        state.contiguousCount -= 1
      }
    }
    newIDs = newIDs.filter { span?.contains($0) != true }
      .union(updates.values.filter { settings.shows($0) && !job.removed.contains($0.id) }.map(\.id))
  }

  /// Goes on when the reader waits for more than the job has brought yet, as a filter lets few products through.
  private mutating func finish(_ job: NetworkJob, isEnd: Bool) -> [Action] {
    if isEnd { return rest(.endReached) }
    guard !state.phase.isLoading || state.items.count - job.countBefore >= (settings.pageSize + 1) / 2 else {
      return goOn(job)
    }
    return rest(.idle)
  }

  private mutating func rest(_ phase: FeedPhase) -> [Action] {
    network = nil
    state.phase = phase
    return isOutdated ? revalidate() : rest()
  }
}

extension ProductPage {
  /// The ids of which this page, the response to `window` in descending order, shows all that are in the list.
  fileprivate func contiguousSpan(
    of window: ListWindow, _ continuation: WindowPlanner.Continuation
  ) -> ClosedRange<Product.ID>? {
    guard skippedEntryCount == 0 else { return nil }
    let top = window.start == 0 ? Product.ID(rawValue: .max) : products.first?.id
    let bottom = continuation.isEnd ? Product.ID(rawValue: .min) : products.last?.id
    guard let top, let bottom, bottom <= top else { return nil }
    return bottom...top
  }
}

extension Product {
  /// This product as a list shows it, with what only a response about itself has shown before.
  func keepingDetails(of old: Product) -> Product {
    var product = self
    product.images = images ?? old.images
    product.vendor = vendor ?? old.vendor
    product.description = description ?? old.description
    product.vendorName = vendorName ?? old.vendorName
    return product
  }
}

extension HTTPError {
  /// Why the list of a server cannot be followed.
  init(_ obstacle: WindowPlanner.Obstacle) {
    self.init(.invalidResponse, obstacle.rawValue)
  }
}

extension LoadFailure {
  /// Whether the server did not respond, so that the store may.
  var isOfNetwork: Bool {
    !error.isRefusal && (error as? HTTPError)?.code != .invalidResponse
      && (error as? StoreError)?.code != .closed
  }
}
