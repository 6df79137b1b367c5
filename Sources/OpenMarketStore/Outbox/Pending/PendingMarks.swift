import OpenMarketAPI
import Synchronization

/// Which listings have writes that wait, so that a read of products costs nothing while nothing waits, and what was read of
/// some of them, so that the whole queue never has to be in memory.
///
/// Writes of this process change it as they are committed, one after the other. What other processes may have
/// written makes it unknown, and the next read fetches it anew.
final class PendingMarks: Sendable {
  private struct State {
    var order: PendingOrder?
    /// The highest number that the server has given a listing of this device, or one above it.
    var lastListing: Int64 = 0
    /// The entries of listings as read since they were last written.
    var entries: [Int64: PendingEntry?] = [:]
    /// The latest of each kind, as put together since the last write.
    var lists: [PendingKind: ArraySlice<PendingEntry>] = [:]
    var version: UInt64 = 0
    var lastCheck: ContinuousClock.Instant?
  }

  /// The most listings that ``State/entries`` holds: the latest of both kinds, and as many others.
  private static let limit = 4 * PendingOrder.limit
  private let state = Mutex(State())

  /// The highest number that the server has given a listing of this device, or one above it.
  var lastListing: Int64 { state.withLock { $0.lastListing } }

  /// The listings, `nil` when they are unknown, and the state of knowledge they belong to.
  var known: (order: PendingOrder?, version: UInt64) { state.withLock { ($0.order, $0.version) } }

  /// A write of this process is committed, after which these of the `touched` listings have something waiting, with their
  /// ranks.
  func note(_ touched: Set<Product.ID>, pending: [Int64: Int64]) {
    state.withLock { state in
      state.version += 1
      state.lists = [:]
      // So many are read anew faster than they are moved one by one.
      if touched.count > PendingOrder.limit { state.order = nil }
      for id in touched {
        state.entries[id.rawValue] = nil
        state.order?.set(id.rawValue, pending[id.rawValue])
      }
      if touched.contains(where: { $0.isLocal && pending[$0.rawValue] == nil }) {
        state.lastListing = touched.reduce(state.lastListing) { max($0, $1.rawValue) }
      }
    }
  }

  /// Forgets everything, because another process may have written.
  func forget() {
    state.withLock { state in
      state.version += 1
      (state.order, state.entries, state.lists) = (nil, [:], [:])
    }
  }

  /// Takes what was read from the file, unless something was written since `version`.
  func fill(_ order: PendingOrder, lastListing: Int64, asOf version: UInt64) {
    state.withLock { state in
      guard state.version == version else { return }
      state.order = order
      state.lastListing = max(state.lastListing, lastListing)
    }
  }

  /// The latest of a kind, when they were put together since the last write.
  func list(_ kind: PendingKind) -> ArraySlice<PendingEntry>? { state.withLock { $0.lists[kind] } }

  /// Takes the latest of a kind, unless something was written since `version`.
  func fill(_ kind: PendingKind, with list: ArraySlice<PendingEntry>, asOf version: UInt64) {
    state.withLock { state in
      if state.version == version { state.lists[kind] = list }
    }
  }

  /// Returns the entries of these listings that were read since they were written, and the places of those not read yet.
  func known(of numbers: [Int64]) -> (entries: [PendingEntry?], unread: [Int], version: UInt64) {
    state.withLock { state in
      let known = numbers.map { state.entries[$0] }
      return (known.map { $0 ?? nil }, known.indices.filter { known[$0] == nil }, state.version)
    }
  }

  /// Takes what was read of listings, `nil` when nothing that waits for them counts, unless something was written
  /// since `version`.
  func fill(_ numbers: [Int64], with entries: [PendingEntry?], asOf version: UInt64) {
    state.withLock { state in
      guard state.version == version, numbers.count <= Self.limit else { return }
      if state.entries.count + numbers.count > Self.limit { state.entries = [:] }
      for (number, entry) in zip(numbers, entries) { state.entries[number] = .some(entry) }
    }
  }

  /// Whether the last check for other processes' writes is so long ago; counts as one.
  func shouldCheck(every interval: Duration) -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      if let last = state.lastCheck, last.duration(to: now) < interval { return false }
      state.lastCheck = now
      return true
    }
  }
}
