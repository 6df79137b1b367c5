/// The latest of many entries, each under the number it got when it came, from 1.
package struct RecentEntries<Element: Sendable>: Sendable {
  private let limit: Int
  private var ring: [Element] = []
  /// The number that the next entry gets.
  package private(set) var nextSequence = 1

  /// Keeps at most `limit` entries, at least one.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// Adds an entry in place of the oldest one when full.
  package mutating func append(_ element: Element) {
    if ring.count < limit { ring.append(element) } else { ring[(nextSequence - 1) % limit] = element }
    nextSequence += 1
  }

  /// Changes entry `sequence`, unless it has gone.
  mutating func update(_ sequence: Int, _ change: (inout Element) -> Void) {
    guard sequence < nextSequence, sequence >= nextSequence - ring.count else { return }
    change(&ring[(sequence - 1) % limit])
  }

  /// The first `count` of the entries that are held and came after number `sequence`, oldest first, with the number of the
  /// first.
  package func entries(after sequence: Int, count: Int) -> (first: Int, entries: [Element]) {
    // No sum of numbers that a caller names: it could be too large.
    let first = max(min(sequence, nextSequence - 1) + 1, nextSequence - ring.count)
    return (first, (first..<first + min(count, nextSequence - first)).map { ring[($0 - 1) % limit] })
  }

  /// The entries that are held, oldest first.
  var all: [Element] { entries(after: 0, count: .max).entries }
}

/// An effect with what is needed to bring its count of requests up to date.
struct LedgerEntry: Sendable {
  var effect: Effect
  var scope: IdempotencyRecords.Scope?
}
