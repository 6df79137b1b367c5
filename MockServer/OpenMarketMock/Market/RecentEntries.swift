/// The latest of many entries, each under the number it got when it came, from 1.
package struct RecentEntries<Element: Sendable>: Sendable {
  private let limit: Int
  private var ring: [Element] = []
  private var next = 1

  /// Keeps at most `limit` entries, at least one.
  package init(limit: Int) { self.limit = max(1, limit) }

  /// The number that the next entry gets.
  package var nextSequence: Int { next }

  /// Adds an entry in place of the oldest one when full.
  package mutating func append(_ element: Element) {
    if ring.count < limit { ring.append(element) } else { ring[(next - 1) % limit] = element }
    next += 1
  }

  /// Changes entry `sequence`, unless it has gone.
  mutating func update(_ sequence: Int, _ change: (inout Element) -> Void) {
    guard sequence < next, sequence >= next - ring.count else { return }
    change(&ring[(sequence - 1) % limit])
  }

  /// The first `count` of the entries that are held and came after number `sequence`, oldest first.
  package func entries(after sequence: Int, count: Int) -> [Element] {
    // No sum of numbers that a caller names: it could be too large.
    let first = max(min(sequence, next - 1) + 1, next - ring.count)
    return (first..<first + min(count, next - first)).map { ring[($0 - 1) % limit] }
  }

  /// The entries that are held, oldest first.
  var all: [Element] {
    let start = ring.count < limit ? 0 : (next - 1) % limit
    return Array(ring[start...] + ring[..<start])
  }
}

/// An effect with what is needed to bring its count of requests up to date.
struct LedgerEntry: Sendable {
  var effect: Effect
  var scope: IdempotencyRecords.Scope?
}
