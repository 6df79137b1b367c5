/// Follows a list that moves while it is read page by page, without repeating or skipping anything.
///
/// Page numbers count from the top of a list which others insert into and delete from. So each page asked for
/// is a *window* that overlaps what is covered already:
///
/// - The last product covered, the *anchor*, has id `L` and was at place `q` in the latest response. Any page
///   size `s` has one page that holds place `q`. The one is taken that shows least again for each new product, brings
///   about as many as wanted, and overlaps by so many places that small moves do no harm (``choose(bringing:)``).
/// - A response *touches* what is covered when it begins at the top or with an id ≥ `L`. A response is a
///   contiguous run of one sorted snapshot, so everything below `L` down to its end is in it: that is the page.
/// - A response of ids < `L` only lies too deep, because products above have gone; one of ids > `L` only lies
///   too high, because products came in. Both are put away and the next window is sought from there, in
///   steps that double until the direction changes, then halve. What lies between two snapshots is unknown, so
///   they are never pieced together. Where many products above have gone, later windows overlap more.
/// - The response that touches shows where the anchor is now, so that the list's drift does not add up: fewer
///   than 1.1 requests for 20 products where others insert and delete up to 15 products between every two requests.
///
/// Servers may be wrong in anything but the content of one response: see ``Outcome``.
struct WindowPlanner: Sendable {
  /// How a server sorts a list, which decides what proves that a response touches what is covered.
  enum Order: Sendable, Hashable {
    /// By id, newest first.
    case descendingIDs
    /// In a way unknown here: a response touches if it holds a product covered before.
    case presented
  }

  /// The use of a response.
  enum Outcome: Sendable, Hashable {
    /// It continues what is covered.
    case page(Continuation)
    /// It does not touch what is covered, or brings nothing new: ask for ``WindowPlanner/choose(bringing:)`` again.
    case elsewhere
    /// Its ids do not descend, so that nothing follows from them.
    case unordered
    /// Nothing that was covered is in the list any more: start from the top.
    case lost
    /// The list cannot be followed.
    case stuck(Obstacle)
  }

  /// The part of a response that is new.
  struct Continuation: Sendable, Hashable {
    /// Where in the response's ids the products below the anchor are.
    var fresh: Range<Int>
    /// Whether the list ends with them.
    var isEnd: Bool
  }

  /// Why a list cannot be followed, as the error says it.
  enum Obstacle: String, Sendable, Hashable {
    case samePage = "The server sends the same products whatever page it is asked for."
    /// No page that the server gives is long enough to overlap what is covered and bring something new.
    case pagesTooShort = "The server's pages are too short to tell whether products are missing between them."
    case movesTooFast = "None of many responses continued the list: it changes faster than it is read."
    /// None did, as the server gives pages of its own size, which overlap nowhere.
    case ignoresSize =
      "The server ignores the size of pages: without overlaps products could be missing between them."
  }

  /// The most entries that a page can have, after the API.
  static let sizeLimit = 1_000
  private static let attemptsBeforeWholeTop = 4
  private static let attemptLimit = 16
  private static let patienceForSamePage = 3
  private static let overlapLimit = 16
  /// Hardly a server refuses pages of so many entries.
  private static let leastUsualSize = 20
  /// Fewer products may be the same at two places by chance, when others between them are deleted.
  private static let leastTelling = 5

  let order: Order
  /// The last product covered; `nil` before the first page.
  private(set) var anchor: Product.ID?
  /// Where the anchor was in the latest response, or is supposed to be.
  private(set) var place: Int
  /// The covered products, with the order of their arrival; only for ``Order/presented``.
  private var covered: [Product.ID: Int] = [:]

  /// The most entries a page of this server has, as far as is known.
  private(set) var cap = sizeLimit
  /// Whether the server has stated a longer page than it was asked for.
  private var ignoresSize = false
  /// The latest response that was shorter than asked for though more should follow.
  private var short: (count: Int, start: Int)?
  /// The most entries a response had.
  private var longest = 0
  /// A limit to the size of pages that is being tried, because a short response brought nothing new.
  private var trialCap: Int?
  /// How many covered places a window shows again, at least.
  private var overlap = 2

  // The search for the page under way.
  private var attempts = 0
  private var step = 0
  private var direction = 0
  private var topSize: Int?
  private var previous: (window: ListWindow, ids: [Product.ID])?
  private var sameCount = 0

  /// Begins at the top, or below a product that is covered already.
  /// - Parameters:
  ///   - order: How the server sorts.
  ///   - anchor: The last product covered. Default: none.
  ///   - place: Where it is about; wrong places cost requests, nothing else.
  init(order: Order = .descendingIDs, below anchor: Product.ID? = nil, near place: Int = 0) {
    self.order = order
    self.anchor = anchor
    self.place = anchor == nil ? -1 : max(0, place)
    if let anchor { covered[anchor] = 0 }
  }

  /// Takes the response to `window`, whatever it is.
  mutating func accept(_ response: WindowResponse, to window: ListWindow) -> Outcome {
    attempts += 1
    longest = max(longest, response.entryCount)
    let window = learnCap(from: response, window)
    if order == .descendingIDs, !zip(response.ids, response.ids.dropFirst()).allSatisfy({ $0 > $1 }) {
      return .unordered
    }
    if isSamePageAgain(response, window) { return .stuck(.samePage) }
    guard let contact = contact(of: response, window) else { return miss(response, window) }
    return take(response, window, from: contact)
  }

  // MARK: - Touching

  /// The index in the response after everything covered, when the response touches it.
  private func contact(of response: WindowResponse, _ window: ListWindow) -> Int? {
    guard let anchor else { return window.start == 0 || response.ids.isEmpty ? 0 : nil }
    switch order {
    case .descendingIDs:
      let index = response.ids.firstIndex { $0 < anchor } ?? response.ids.endIndex
      return index > 0 || window.start == 0 ? index : nil
    case .presented:
      return response.ids.indices.last { covered[response.ids[$0]] != nil }.map { $0 + 1 }
    }
  }

  private mutating func take(_ response: WindowResponse, _ window: ListWindow, from index: Int) -> Outcome {
    let fresh = index..<response.ids.count
    guard !fresh.isEmpty || !response.hasNext || response.entryCount == 0 else {
      return nothingNew(response, window)
    }
    if let last = response.ids.last, !fresh.isEmpty {
      if order == .presented {
        for id in response.ids[fresh] where covered[id] == nil { covered[id] = covered.count }
      }
      anchor = last
      place = window.start + response.entryCount - 1
    }
    if let trialCap, !fresh.isEmpty { cap = trialCap }
    endSearch()
    return .page(Continuation(fresh: fresh, isEnd: !response.hasNext || response.entryCount == 0))
  }

  /// The response touches, but ends before anything new.
  private mutating func nothingNew(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    if response.entryCount < window.size {
      // Either the list ends here, whatever the server says, or its pages are shorter than asked for. Not
      // shorter than one that it has given; and if that does not tell, a page of this length does.
      if response.entryCount < longest || window.size <= trialCap ?? 0 {
        endSearch()
        guard response.entryCount > 1 || response.totalCount <= place + 1 else {
          return .stuck(.pagesTooShort)
        }
        return .page(Continuation(fresh: response.ids.endIndex..<response.ids.endIndex, isEnd: true))
      }
      trialCap = max(2, response.entryCount)
    }
    let lastPlace = window.start + response.entryCount - 1
    switch (order, anchor, response.ids.last) {
    case (.descendingIDs, let anchor?, let last?) where last > anchor:
      seek(+1, from: lastPlace + 1, across: window)
    case (.presented, _, let last?):
      // What is covered lies as many places after `last` as it arrived later.
      place = lastPlace + covered.count - 1 - (covered[last] ?? covered.count - 1)
    default:
      place = lastPlace
    }
    return continued()
  }

  // MARK: - Seeking

  private mutating func miss(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    if window.start == 0 {
      // Only lists of unknown order: nothing covered is at the top.
      guard response.hasNext, window.size < cap else { return .lost }
      topSize = cap
      return continued()
    }
    overlap = min(overlap * 2, Self.overlapLimit)
    var last = window.start - 1
    if response.entryCount == 0, (1...last + 1).contains(response.totalCount) {
      last = response.totalCount - 1
    }
    seek(-1, from: min(last, place), across: window)
    return continued()
  }

  /// Goes on from the place `bound`, which is the nearest one where the anchor can be.
  private mutating func seek(_ newDirection: Int, from bound: Int, across window: ListWindow) {
    step = direction == 0 ? 0 : direction == newDirection ? max(window.size, step * 2) : step / 2
    direction = newDirection
    place = max(0, bound + newDirection * step)
  }

  private mutating func continued() -> Outcome {
    if attempts >= Self.attemptLimit {
      endSearch()
      return order == .presented ? .lost : .stuck(ignoresSize ? .ignoresSize : .movesTooFast)
    }
    // A window that begins at the top touches by itself, if the list is short enough for one.
    topSize = attempts == Self.attemptsBeforeWholeTop ? min(cap, place * 2 + 100) : topSize
    if attempts > Self.attemptsBeforeWholeTop { topSize = nil }
    return .elsewhere
  }

  private mutating func endSearch() {
    (attempts, step, direction, topSize) = (0, 0, 0, nil)
    (previous, sameCount, trialCap) = (nil, 0, nil)
  }

  // MARK: - Choosing

  /// The window to ask for next.
  ///
  /// Of pages between three quarters and one and a half times as long as wanted it is the one that shows least again for
  /// each new product. Much longer ones would show still less again, but more than is wanted.
  /// - Parameter count: How many new products it shall bring, 1 or more; it brings a quarter less at least where the list
  ///   and the server allow it.
  /// - Returns: The window; `nil` when no page this server gives overlaps and brings anything.
  func choose(bringing count: Int) -> ListWindow? {
    let cap = min(cap, trialCap ?? cap)
    let count = max(1, min(count, cap))
    if let topSize { return ListWindow(page: 1, size: topSize) }
    guard anchor != nil else { return ListWindow(page: 1, size: count) }
    let least = count - count / 4
    let most = min(cap, max(count * 2, 10))
    return thriftiest(among: least...min(cap, count + count / 2), bringing: least)
      ?? best(among: min(count, (most + 1) / 2)...most, bringing: count)
      ?? best(among: min(2, cap)...cap, bringing: 1)
  }

  /// The page with fewest places for each one after the anchor's, of those with at least `count`; the shorter of two. A
  /// request costs as much as a third of that many places.
  private func thriftiest(among sizes: ClosedRange<Int>, bringing count: Int) -> ListWindow? {
    let request = count / 3
    var best: (window: ListWindow, gain: Int)?
    for size in sizes {
      let window = ListWindow(page: place / size + 1, size: size)
      let gain = window.end - place - 1
      let isSafe = window.start == 0 || place - window.start + 1 >= overlap
      guard gain >= count, isSafe else { continue }
      if let best, (best.window.size + request) * gain <= (size + request) * best.gain { continue }
      best = (window, gain)
    }
    return best?.window
  }

  /// The smallest page with at least `count` places after the anchor's, else the one with most.
  private func best(among sizes: ClosedRange<Int>, bringing count: Int) -> ListWindow? {
    var best: (window: ListWindow, gain: Int)?
    for size in sizes {
      let window = ListWindow(page: place / size + 1, size: size)
      let gain = window.end - place - 1
      if gain >= count { return window }
      if gain > best?.gain ?? 0 { best = (window, gain) }
    }
    return best?.window
  }

  // MARK: - What servers get wrong

  /// Learns that the server refuses `window`, perhaps for its size.
  /// - Returns: Whether a smaller one is worth trying.
  mutating func shrink(after window: ListWindow) -> Bool {
    guard window.size > Self.leastUsualSize else { return false }
    cap = min(cap, max(Self.leastUsualSize, window.size / 2))
    topSize = topSize.map { min($0, cap) }
    return true
  }

  /// Notices a limit to the size of pages, stated or not, and gives the window that the server really used.
  private mutating func learnCap(from response: WindowResponse, _ window: ListWindow) -> ListWindow {
    if let stated = response.statedSize, stated > window.size, response.entryCount > window.size {
      ignoresSize = true
      return ListWindow(page: window.page, size: stated)
    }
    if let stated = response.statedSize, (1..<window.size).contains(stated), response.entryCount <= stated {
      cap = min(cap, stated)
      return ListWindow(page: window.page, size: stated)
    }
    guard response.hasNext, (1..<window.size).contains(response.entryCount) else { return window }
    defer { short = (response.entryCount, window.start) }
    // The end of a list is at one place; a limit shows everywhere.
    guard let short, short.count == response.entryCount, short.start != window.start else { return window }
    cap = min(cap, response.entryCount)
    return ListWindow(page: window.page, size: response.entryCount)
  }

  private mutating func isSamePageAgain(_ response: WindowResponse, _ window: ListWindow) -> Bool {
    defer { previous = (window, response.ids) }
    guard let previous, previous.window.start != window.start,
      let first = response.ids.first, first == previous.ids.first,
      response.ids.count >= Self.leastTelling,
      response.ids.starts(with: previous.ids) || previous.ids.starts(with: response.ids)
    else {
      sameCount = 0
      return false
    }
    sameCount += 1
    return sameCount >= Self.patienceForSamePage
  }
}
