/// The lengths of a server's pages, and the conclusions from those that are shorter than asked for.
///
/// A server may limit the size of pages, with or without saying so, and it may leave entries out of them, as it hides some products
/// from this reader. What tells them apart: no page is shorter at one time than at another for a limit. And a page of a size that
/// the server has given before is *sure* to be of that size, whatever the limit.
struct PageLengths: Sendable, Hashable {
  /// The most entries that a page can have, after the API.
  static let limit = 1_000
  /// Hardly a server refuses pages of so many entries.
  static let leastUsualSize = 20

  private(set) var longest = 0
  /// Whether the latest page had more entries than all before.
  private(set) var hasGrown = false
  /// The limit that the server has stated, or the half of a size that it has refused.
  private(set) var statedLimit = limit
  /// Whether no page is longer than the longest.
  private(set) var isLimited = false
  /// Whether entries are left out.
  private(set) var hidesEntries = false
  /// Whether the server has stated a longer page than it was asked for.
  private(set) var ignoresSize = false
  /// How many entries the latest page had that was shorter than asked for though more follows.
  private var short: Int?

  /// The longest page that is worth asking for.
  var greatestSize: Int { isLimited ? min(longest, statedLimit) : statedLimit }
  /// The longest page that is sure to be as long as asked for.
  var greatestSureSize: Int { min(max(1, longest), statedLimit) }

  /// Whether more follows `window`, as its response says; `nil` when the server leaves that open or contradicts itself.
  ///
  /// A server that denies it is believed unless its own count goes beyond the window.
  func continues(_ response: WindowResponse, after window: ListWindow) -> Bool? {
    let end = window.start + response.entryCount
    // Servers that do not count say 0.
    guard let count = response.totalCount, count > 0 || end == 0 else { return response.hasNext }
    switch response.hasNext {
    case true?: return count > end ? true : nil
    case false?: return count > window.end ? nil : false
    case nil where count == end:
      // A page as long as a limit may be that of another place.
      let mayBeLimit = window.size > longest && response.entryCount == longest
      return mayBeLimit && window.start > 0 ? nil : false
    case nil: return count > window.end ? true : nil
    }
  }

  /// Learns from a response.
  /// - Returns: The window that the server says it has used.
  mutating func learn(from response: WindowResponse, to window: ListWindow) -> ListWindow {
    let count = response.entryCount
    var used = window
    if let size = response.statedSize, size > window.size, count > window.size {
      ignoresSize = true
      used.size = size
    } else if let size = response.statedSize, (1..<window.size).contains(size), count <= size {
      statedLimit = min(statedLimit, size)
      used.size = size
    }
    if count < used.size, continues(response, after: used) == true {
      if count < longest || short.map({ $0 != count }) ?? false { hidesEntries = true }
      short = count
    }
    hasGrown = min(count, used.size) > longest
    longest = max(longest, min(count, used.size))
    return used
  }

  /// Concludes from a sure page, which has brought more than a longer one, that there is a limit.
  mutating func concludeLimit() { isLimited = true }

  /// Concludes that entries are left out, as something follows a short page.
  mutating func concludeHiding() { hidesEntries = true }

  /// Learns that the server refuses pages of `size`.
  /// - Returns: Whether shorter ones are worth trying.
  mutating func refuse(_ size: Int) -> Bool {
    guard size > Self.leastUsualSize else { return false }
    statedLimit = min(statedLimit, max(Self.leastUsualSize, size / 2))
    return true
  }
}
