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
/// - A server may leave entries out of its pages, as it hides some products from this reader. Then the anchor's
///   place is known roughly, and more places after it are read already than products came: see ``hidden``.
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
  /// Totals above it are taken for it.
  private static let greatestCount = 1 << 30
  /// Hardly a server refuses pages of so many entries.
  private static let leastUsualSize = 20
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

  /// The most entries a page of this server has, as far as it has said so.
  private var cap = sizeLimit
  /// A limit that the server has not stated, concluded from short responses.
  private var guessedCap: Int?
  /// Whether pages are short for another reason than a limit to their size.
  private var hidesEntries = false
  /// Whether the server has stated a longer page than it was asked for.
  private var ignoresSize = false
  /// The latest response that was shorter than asked for though more should follow.
  private var short: (count: Int, start: Int)?
  /// The most entries a response had.
  private var longest = 0
  /// A limit to the size of pages that is being tried, because a short response brought nothing new.
  private var trialCap: Int?
  /// A window far below, to tell whether anything is there at all.
  private var probe: ListWindow?
  /// Whether nothing was there.
  private var isOver = false
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
    if window == probe { return conclude(from: response, to: window) }
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
    guard !fresh.isEmpty || !response.hasNext else { return nothingNew(response, window) }
    if let last = response.ids.last, !fresh.isEmpty {
      if order == .presented {
        for id in response.ids[fresh] where covered[id] == nil { covered[id] = covered.count }
      }
      anchor = last
      settle(response, in: window)
    }
    if let trialCap, !fresh.isEmpty { guessedCap = trialCap }
    endSearch()
    return .page(Continuation(fresh: fresh, isEnd: !response.hasNext))
  }

  /// Notes where the anchor is: the last entry of the response.
  ///
  /// Where entries are hidden its place is not certain. It is supposed to be the least that is possible, unless many are hidden
  /// or no page would be long enough.
  private mutating func settle(_ response: WindowResponse, in window: ListWindow) {
    let last = window.start + response.entryCount - 1
    let missing = max(0, min(window.end, response.totalCount) - last - 1)
    hidden =
      hidesEntries ? min(missing, max(Self.leastUsualSize, 2 * missing / (response.entryCount + 1))) : missing
    place = last + missing - hidden
    if hidden > 0, choose(bringing: 1) == nil { (place, hidden) = (last + missing, 0) }
  }

  /// The response touches, but ends before anything new.
  private mutating func nothingNew(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    if response.entryCount < window.size {
      // The list ends here, whatever the server says, or it hides what follows, or its pages are shorter than asked for.
      // Not shorter than one that it has given; and if that does not tell, a page of this length does.
      let canBeLimit = !hidesEntries && response.entryCount > 0 && response.entryCount >= longest
      guard canBeLimit, !isOver, trialCap.map({ window.size > $0 }) ?? true else {
        return hiddenOrEnd(response, window)
      }
      (trialCap, hidden) = (max(2, response.entryCount), 0)
      if choose(bringing: 1) == nil { return hiddenOrEnd(response, window) }
    }
    let lastPlace = window.start + response.entryCount - 1
    switch (order, anchor, response.ids.last) {
    case (.descendingIDs, let anchor?, let last?) where last > anchor && !(hidesEntries && direction < 0):
      seek(+1, from: lastPlace + 1, across: window)
    case (.presented, _, let last?):
      // What is covered lies as many places after `last` as it arrived later.
      place = lastPlace + covered.count - 1 - (covered[last] ?? covered.count - 1)
    default:
      // Where a deeper window showed only hidden places, the next one begins with what this one shows.
      (place, hidden) = (lastPlace, 0)
    }
    return continued()
  }

  /// Goes on past places whose products are hidden, in windows that grow, as long as more should follow after
  /// the total too; a list ends otherwise.
  private mutating func hiddenOrEnd(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    let lastPlace = min(response.totalCount, Self.greatestCount) - 1
    guard !isOver, lastPlace >= window.start + response.entryCount else {
      endSearch()
      return .page(Continuation(fresh: response.ids.endIndex..<response.ids.endIndex, isEnd: true))
    }
    guard lastPlace >= window.end else { return look(at: lastPlace) }
    (hidesEntries, guessedCap, trialCap) = (true, nil, nil)
    place = min(place, window.start + response.entryCount - 1)
    hidden = max(0, window.end - 1 - place)
    return choose(bringing: 1) == nil ? look(at: lastPlace) : continued()
  }

  /// Asks what is at a place far below, as no page is long enough to show what follows, or the server contradicts itself.
  private mutating func look(at place: Int) -> Outcome {
    let size = max(1, min(longest, cap))
    probe = ListWindow(page: place / size + 1, size: size)
    return .elsewhere
  }

  /// Tells from what is far below whether the server hides more than a page can show, or has nothing more. The products there
  /// may be hidden, too: then it is asked for half as far below.
  private mutating func conclude(from response: WindowResponse, to window: ListWindow) -> Outcome {
    let hasMore = response.ids.contains { id in
      order == .presented ? covered[id] == nil : anchor.map { id < $0 } ?? true
    }
    if hasMore { return .stuck(.pagesTooShort) }
    let distance = (window.start - place) / 2
    if distance > hidden, attempts < Self.attemptLimit { return look(at: place + distance) }
    haveNothingBelow()
    return .elsewhere
  }

  /// Takes the list for over, which the next response says that touches and brings nothing new.
  private mutating func haveNothingBelow() {
    endSearch()
    (isOver, hidden) = (true, 0)
  }

  // MARK: - Seeking

  private mutating func miss(_ response: WindowResponse, _ window: ListWindow) -> Outcome {
    if window.start == 0 {
      // Only lists of unknown order: nothing covered is at the top.
      guard response.hasNext, window.size < knownCap else { return .lost }
      topSize = knownCap
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
    hidden = 0
  }

  private mutating func continued() -> Outcome {
    if attempts >= Self.attemptLimit {
      endSearch()
      return order == .presented ? .lost : .stuck(ignoresSize ? .ignoresSize : .movesTooFast)
    }
    // A window that begins at the top touches by itself, if the list is short enough for one.
    topSize =
      attempts == Self.attemptsBeforeWholeTop && !hidesEntries ? min(knownCap, place * 2 + 100) : topSize
    if attempts > Self.attemptsBeforeWholeTop { topSize = nil }
    return .elsewhere
  }

  private mutating func endSearch() {
    (attempts, step, direction, topSize) = (0, 0, 0, nil)
    (previous, sameCount, trialCap, probe, isOver) = (nil, 0, nil, nil, false)
  }

  // MARK: - Choosing

  /// The most entries a page has, stated or not.
  private var knownCap: Int { min(cap, trialCap ?? guessedCap ?? cap) }

  /// The window to ask for next.
  ///
  /// Of pages between three quarters and one and a half times as long as wanted it is the one that shows least again for
  /// each new product. Much longer ones would show still less again, but more than is wanted.
  /// - Parameter count: How many new products it shall bring, 1 or more; it brings a quarter less at least where the list
  ///   and the server allow it.
  /// - Returns: The window; `nil` when no page this server gives overlaps and brings anything.
  func choose(bringing count: Int) -> ListWindow? {
    if let probe { return probe }
    let cap = knownCap
    if let topSize { return ListWindow(page: 1, size: topSize) }
    let count = max(1, min(hidesEntries && attempts > 0 ? max(count, hidden, step) : count, cap))
    guard anchor != nil else {
      return hidden < cap ? ListWindow(page: 1, size: min(cap, hidden + count)) : nil
    }
    let least = count - count / 4
    let most = min(cap, max((hidden + count) * 2, 10))
    return thriftiest(among: least...max(least, min(cap, hidden + count + count / 2)), bringing: least)
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
      let gain = window.end - place - 1 - hidden
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
      let gain = window.end - place - 1 - hidden
      if gain >= count { return window }
      if gain > best?.gain ?? 0 { best = (window, gain) }
    }
    return best?.window
  }

  // MARK: - What servers get wrong

  /// Learns that the server refuses `window`, perhaps for its size.
  /// - Returns: Whether a smaller one is worth trying.
  mutating func shrink(after window: ListWindow) -> Bool {
    if window == probe {
      // It is no longer than others: refused is its place.
      haveNothingBelow()
      return true
    }
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
    if response.entryCount < longest || short.map({ $0.count != response.entryCount }) ?? false {
      // No limit is longer at one time than at another: the server hides entries, and may have done so all along.
      (hidesEntries, guessedCap) = (true, nil)
    }
    if hidesEntries { return window }
    defer { short = (response.entryCount, window.start) }
    // The end of a list is at one place; a limit shows everywhere.
    guard let short, short.count == response.entryCount, short.start != window.start else { return window }
    guessedCap = response.entryCount
    return ListWindow(page: window.page, size: response.entryCount)
  }

  private mutating func isSamePageAgain(_ response: WindowResponse, _ window: ListWindow) -> Bool {
    defer { previous = (window, response.ids) }
    guard let previous, previous.window.start != window.start, !hidesEntries,
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
