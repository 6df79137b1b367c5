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
/// - Pages may be shorter than asked for (``PageLengths``). Where entries are left out of them the anchor's place is
///   known roughly, and more places after it are read already than products came: see ``hidden``.
/// - A list ends when its server says so and does not contradict itself, else when a page below is empty
///   (``EndProbe``) and a window that touches, and reaches far, brings nothing new after that: two requests.
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

  private static let attemptsBeforeWholeTop = 4
  private static let attemptLimit = 16
  private static let patienceForSamePage = 3
  private static let overlapLimit = 16
  /// How far after the anchor windows reach for more before probes do, and once more before a list ends.
  private static let lastReach = 100
  /// Fewer products may be the same at two places by chance, when others between them are deleted.
  private static let leastTelling = 5

  let order: Order
  /// The last product covered; `nil` before the first page.
  private(set) var anchor: Product.ID?
  /// Where the anchor was in the latest response, or is supposed to be.
  private(set) var place: Int
  /// How many places after the anchor's have been read and brought nothing, as the server hides what is there.
  private var hidden = 0
  /// The covered products, with the order of their arrival; only for ``Order/presented``.
  private var covered: [Product.ID: Int] = [:]
  private var lengths = PageLengths()
  /// How many covered places a window shows again, at least.
  private var overlap = 2

  // The search for the page under way.
  private var attempts = 0
  private var step = 0
  private var direction = 0
  private var topSize: Int?
  private var previous: (window: ListWindow, ids: [Product.ID])?
  private var sameCount = 0
  /// How many new places a window shows at least.
  private var reach = 0
  private var sizes = Sizes.all
  /// The page that is asked for to learn whether the list goes on.
  private var probe: EndProbe?
  /// Whether a probe has found something, whatever the server says.
  private var hasMore = false
  /// Whether no probe has found anything, so that a window which touches and brings nothing new is the end.
  private var isOver = false

  /// The sizes of pages that are tried, one after the other, where short ones bring nothing new.
  private enum Sizes {
    case all
    /// Those that are sure, as there may be a limit.
    case sure
    /// All, as sure ones have brought nothing.
    case long
    /// All, to reach past a product that a probe has found.
    case last
  }

  /// Begins at the top, or below a product that is covered already, which is about at `place`: wrong ones cost requests, nothing
  /// else.
  init(order: Order = .descendingIDs, below anchor: Product.ID? = nil, near place: Int = 0) {
    self.order = order
    self.anchor = anchor
    self.place = anchor == nil ? -1 : max(0, place)
    if let anchor { covered[anchor] = 0 }
  }

  /// Takes the response to `window`, whatever it is.
  mutating func accept(_ response: WindowResponse, to window: ListWindow) -> Outcome {
    attempts += 1
    let isProbe = window == probe?.window
    let window = lengths.learn(from: response, to: window)
    if isProbe { return conclude(from: response, to: window) }
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
    let index = beginning(in: response)
    if anchor == nil { return window.start == 0 || response.ids.isEmpty ? 0 : nil }
    return index > 0 || order == .descendingIDs && window.start == 0 ? index : nil
  }

  /// The index in the response after everything covered.
  private func beginning(in response: WindowResponse) -> Int {
    guard let anchor else { return 0 }
    return switch order {
    case .descendingIDs: response.ids.firstIndex { $0 < anchor } ?? response.ids.endIndex
    case .presented: response.ids.lastIndex { covered[$0] != nil }.map { $0 + 1 } ?? 0
    }
  }

  private mutating func take(_ response: WindowResponse, _ window: ListWindow, from index: Int) -> Outcome {
    let continues = lengths.continues(response, after: window)
    let fresh = index..<response.ids.count
    guard let last = response.ids[fresh].last else {
      return continues == false ? end(response) : nothingNew(response, window)
    }
    if order == .presented {
      for id in response.ids[fresh] where covered[id] == nil { covered[id] = covered.count }
    }
    if sizes == .sure { lengths.concludeLimit() }
    anchor = last
    endSearch()
    settle(response, in: window)
    if continues == nil, response.entryCount < window.size, !lengths.hidesEntries {
      beginProbe(below: window)
    }
    return .page(Continuation(fresh: fresh, isEnd: continues == false))
  }

  private mutating func end(_ response: WindowResponse) -> Outcome {
    endSearch()
    return .page(Continuation(fresh: response.ids.endIndex..<response.ids.endIndex, isEnd: true))
  }

  /// Notes where the anchor is: the last entry of the response.
  ///
  /// Where entries are hidden its place is not certain. It is supposed to be the least that is possible, unless many are hidden
  /// or no page would be long enough.
  private mutating func settle(_ response: WindowResponse, in window: ListWindow) {
    let last = window.start + response.entryCount - 1
    let end = min(window.end, response.totalCount ?? window.end)
    let missing = lengths.continues(response, after: window) == false ? 0 : max(0, end - last - 1)
    let likely = max(PageLengths.leastUsualSize, 2 * missing / (response.entryCount + 1))
    hidden = lengths.hidesEntries ? min(missing, likely) : missing
    place = last + missing - hidden
    if hidden > 0, choose(bringing: 1) == nil { (place, hidden) = (last + missing, 0) }
  }

  /// The response touches, but ends before anything new.
  private mutating func nothingNew(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    let isSure = response.ids.isEmpty || window.size <= lengths.longest
    let endsHigher = !response.ids.isEmpty && response.ids.last != anchor
    if response.entryCount >= window.size || isSure && endsHigher && direction >= 0 {
      return move(after: response, window)
    }
    // The list ends here, or what follows is hidden, or pages are shorter than asked for.
    if isOver {
      guard sizes == .all, !isSure, endsHigher else { return end(response) }
      // There may be a limit, so that neither the probe nor this window was where it seemed to be.
      (isOver, hasMore) = (false, true)
    }
    guard hasMore || lengths.continues(response, after: window) == true else {
      return beginProbe(below: window)
    }
    if sizes == .last { return .stuck(.pagesTooShort) }
    let mayBeLimit = !isSure && !lengths.hasGrown && (endsHigher || response.entryCount == lengths.longest)
    if mayBeLimit {
      if trySureSizes() { return continued() }
    } else {
      place = min(place, window.start + response.entryCount - 1)
      hidden = max(0, window.end - 1 - place)
      reach = hidden
    }
    if sizes == .sure, choose(bringing: 1) == nil { sizes = .long }
    let canReach = choose(bringing: 1) != nil && hidden < Self.lastReach && !(mayBeLimit && sizes == .long)
    if canReach { return continued() }
    return beginProbe(below: window, expectsMore: true)
  }

  /// Moves to where the anchor is, after a page that ends with it or higher.
  private mutating func move(after response: WindowResponse, _ window: ListWindow) -> Outcome {
    let last = max(window.end, window.start + response.entryCount) - 1
    switch (order, anchor, response.ids.last) {
    case (.descendingIDs, let anchor?, let id?) where id > anchor && !(lengths.hidesEntries && direction < 0):
      seek(+1, from: last + 1, across: window)
    case (.presented, _, let id?):
      // What is covered lies as many places after `id` as it arrived later.
      place = last + covered.count - 1 - (covered[id] ?? covered.count - 1)
    default:
      // Where a deeper window showed only hidden places, the next one begins with what this one shows.
      (place, hidden) = (last, 0)
    }
    return continued()
  }

  /// - Returns: Whether there are sure pages that have not been tried.
  private mutating func trySureSizes() -> Bool {
    guard sizes == .all else { return false }
    (sizes, hidden, reach) = (.sure, 0, 0)
    if choose(bringing: 1) == nil { sizes = .long }
    return sizes == .sure
  }

  @discardableResult
  private mutating func beginProbe(below window: ListWindow, expectsMore: Bool = false) -> Outcome {
    probe = EndProbe(below: window, place: place, longest: lengths.longest, expectsMore: expectsMore)
    return .elsewhere
  }

  /// Tells from a probe whether the list goes on.
  private mutating func conclude(from response: WindowResponse, to window: ListWindow) -> Outcome {
    guard beginning(in: response) < response.ids.endIndex else {
      if attempts >= Self.attemptLimit, response.entryCount > 0 { return continued() }
      if attempts >= Self.attemptLimit || probe?.goOn(after: response) != true { haveNothingBelow() }
      return .elsewhere
    }
    if probe?.expectsMore == true {
      (sizes, hidden, reach) = (.last, max(0, window.end - 1 - place), 1)
    } else {
      lengths.concludeHiding()
    }
    (probe, hasMore) = (nil, true)
    return choose(bringing: 1) == nil ? .stuck(.pagesTooShort) : continued()
  }

  /// Takes the list for over, unless the next response that touches brings something new.
  private mutating func haveNothingBelow() {
    let hasTriedAll = probe?.expectsMore == true
    endSearch()
    (isOver, hidden, reach, sizes) = (true, 0, Self.lastReach, hasTriedAll ? .long : .all)
  }

  // MARK: - Seeking

  private mutating func miss(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    if window.start == 0 {
      // Only lists of unknown order: nothing covered is at the top.
      guard lengths.continues(response, after: window) != false, window.size < greatestSize else {
        return .lost
      }
      topSize = greatestSize
      return continued()
    }
    overlap = min(overlap * 2, Self.overlapLimit)
    var last = window.start - 1
    if response.entryCount == 0, let count = response.totalCount, (1...last + 1).contains(count) {
      last = count - 1
    }
    seek(-1, from: min(last, place), across: window)
    return continued()
  }

  /// Goes on from the place `bound`, which is the nearest one where the anchor can be.
  private mutating func seek(_ newDirection: Int, from bound: Int, across window: ListWindow) {
    step = direction == 0 ? 0 : direction == newDirection ? max(window.size, step * 2) : step / 2
    direction = newDirection
    place = max(0, bound + newDirection * step)
    hidden = 0
    if lengths.hidesEntries { reach = max(reach, step) }
  }

  private mutating func continued() -> Outcome {
    if attempts >= Self.attemptLimit {
      endSearch()
      return order == .presented ? .lost : .stuck(lengths.ignoresSize ? .ignoresSize : .movesTooFast)
    }
    // A window that begins at the top touches by itself, if the list is short enough for one.
    topSize =
      attempts == Self.attemptsBeforeWholeTop && !lengths.hidesEntries && reach == 0
      ? min(greatestSize, place * 2 + 100) : topSize
    if attempts > Self.attemptsBeforeWholeTop { topSize = nil }
    return .elsewhere
  }

  private mutating func endSearch() {
    (attempts, step, direction, topSize) = (0, 0, 0, nil)
    (previous, sameCount) = (nil, 0)
    (reach, sizes, probe, hasMore, isOver) = (0, .all, nil, false, false)
  }

  // MARK: - Choosing

  /// The longest page that is worth asking for now.
  private var greatestSize: Int {
    sizes == .sure ? lengths.greatestSureSize : reach > 0 ? lengths.statedLimit : lengths.greatestSize
  }

  /// The window to ask for next.
  /// - Parameter count: How many new products it shall bring, 1 or more; it brings a quarter less at least where the list
  ///   and the server allow it.
  /// - Returns: The window; `nil` when no page this server gives overlaps and brings anything.
  func choose(bringing count: Int) -> ListWindow? {
    if let probe { return probe.window }
    let greatest = greatestSize
    if let topSize { return ListWindow(page: 1, size: topSize) }
    let count = max(1, min(max(count, reach), greatest))
    guard anchor != nil else {
      return hidden < greatest ? ListWindow(page: 1, size: min(greatest, hidden + count)) : nil
    }
    let choice = WindowChoice(place: place, hidden: hidden, overlap: overlap)
    return choice.window(bringing: count, upTo: greatest)
  }

  // MARK: - What servers get wrong

  /// Learns that the server refuses `window`, perhaps for its size.
  /// - Returns: Whether a smaller one is worth trying.
  mutating func shrink(after window: ListWindow) -> Bool {
    if window == probe?.window {
      // It is no longer than others: refused is its place.
      haveNothingBelow()
      return true
    }
    guard lengths.refuse(window.size) else { return false }
    topSize = topSize.map { min($0, lengths.statedLimit) }
    return true
  }

  private mutating func isSamePageAgain(_ response: WindowResponse, _ window: ListWindow) -> Bool {
    defer { previous = (window, response.ids) }
    guard let previous, previous.window.start != window.start, !lengths.hidesEntries,
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
