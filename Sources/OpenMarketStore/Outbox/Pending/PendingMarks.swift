import OpenMarketAPI
import Synchronization

/// Which listings have writes that wait: their numbers alone, so that a read of products costs nothing while
/// nothing waits, and the whole queue never has to be in memory; and, between two writes, what was read last of the
/// latest of them.
///
/// Writes of this process change it as they are committed, one after the other. What other processes may have
/// written makes it unknown, and the next read fetches it anew.
final class PendingMarks: Sendable {
  private struct State {
    var numbers: Set<Int64>?
    /// When a listing last got its number from the server, or later: milliseconds since 1970.
    var lastListing = Int64.min
    /// What was read of the queue's contents; holds for this version alone.
    var lists: [MarketStore.PendingKind: PendingList] = [:]
    var version: UInt64 = 0 {
      didSet { lists = [:] }
    }
    var lastLook: ContinuousClock.Instant?
  }

  private let state = Mutex(State())

  /// When a listing last got its number from the server, or later.
  var lastListing: Int64 { state.withLock { $0.lastListing } }

  /// The numbers, `nil` when they are unknown, and the state of knowledge they belong to.
  var known: (numbers: Set<Int64>?, version: UInt64) { state.withLock { ($0.numbers, $0.version) } }

  /// A write of this process is committed, after which these of the `touched` listings have something waiting.
  func note(_ touched: Set<Product.ID>, pending: Set<Int64>, now: Int64) {
    state.withLock { state in
      state.version += 1
      if touched.contains(where: { $0.isLocal && !pending.contains($0.rawValue) }) {
        state.lastListing = max(state.lastListing, now)
      }
      guard state.numbers != nil else { return }
      for id in touched where !pending.contains(id.rawValue) { state.numbers?.remove(id.rawValue) }
      state.numbers?.formUnion(pending)
    }
  }

  /// Somebody else may have written.
  func forget() {
    state.withLock { state in
      state.version += 1
      state.numbers = nil
    }
  }

  /// Takes what was read from the file, unless something was written since `version`.
  func fill(_ numbers: Set<Int64>, lastListing: Int64, asOf version: UInt64) {
    state.withLock { state in
      guard state.version == version else { return }
      state.numbers = numbers
      state.lastListing = max(state.lastListing, lastListing)
    }
  }

  /// The latest listings of a kind, if so many were read since the last change.
  func list(_ kind: MarketStore.PendingKind, limit: Int) -> PendingList? {
    state.withLock { state in state.lists[kind].flatMap { $0.limit >= limit ? $0 : nil } }
  }

  /// What was read of the writes of these listings since the last change, and the listings of which nothing was.
  func known(of numbers: [Int64]) -> (read: [PendingProduct], unread: [Int64]) {
    let lists = state.withLock { Array($0.lists.values) }
    guard !lists.isEmpty else { return ([], numbers) }
    var (read, unread): ([PendingProduct], [Int64]) = ([], [])
    for number in numbers {
      let id = Product.ID(rawValue: number)
      if let product = lists.lazy.compactMap({ $0[id] }).first {
        read.append(product)
      } else {
        unread.append(number)
      }
    }
    return (read, unread)
  }

  /// Takes what was read from the file, unless something was written since `version`.
  func fill(_ kind: MarketStore.PendingKind, _ list: PendingList, asOf version: UInt64) {
    state.withLock { state in if state.version == version { state.lists[kind] = list } }
  }

  /// Whether the last look for other processes' writes is so long ago; counts as one.
  func shouldLook(every interval: Duration) -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      if let last = state.lastLook, last.duration(to: now) < interval { return false }
      state.lastLook = now
      return true
    }
  }
}
