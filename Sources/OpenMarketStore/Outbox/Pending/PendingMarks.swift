import OpenMarketAPI
import Synchronization

/// Which listings have writes that wait: their numbers, so that a read of products costs nothing while nothing waits, and
/// what was read of some of them, so that the whole queue never has to be in memory.
///
/// Writes of this process change it as they are committed, one after the other. What other processes may have
/// written makes it unknown, and the next read fetches it anew.
final class PendingMarks: Sendable {
  private struct State {
    var numbers: Set<Int64>?
    /// When a listing last got its number from the server, or later: milliseconds since 1970.
    var lastListing = Int64.min
    var lists: [PendingKind: PendingList] = [:]
    /// The listings that were written since a list was read.
    var stale: [PendingKind: Set<Int64>] = [:]
    /// The entries of single listings as read since they were last written.
    var products: [Int64: PendingEntry?] = [:]
    var version: UInt64 = 0
    var lastCheck: ContinuousClock.Instant?
  }

  /// The most listings that ``State/products`` holds, and after which a list is read anew as a whole.
  private static let limit = 1_000
  private let state = Mutex(State())

  /// When a listing last got its number from the server, or later.
  var lastListing: Int64 { state.withLock { $0.lastListing } }

  /// The numbers, `nil` when they are unknown, and the state of knowledge they belong to.
  var known: (numbers: Set<Int64>?, version: UInt64) { state.withLock { ($0.numbers, $0.version) } }

  /// A write of this process is committed, after which these of the `touched` listings have something waiting.
  func note(_ touched: Set<Product.ID>, pending: Set<Int64>, now: Int64) {
    state.withLock { state in
      state.version += 1
      for id in touched {
        state.products[id.rawValue] = nil
        let kind = PendingKind(of: id)
        if state.lists[kind] != nil { state.stale[kind, default: []].insert(id.rawValue) }
      }
      for (kind, stale) in state.stale where stale.count > Self.limit {
        (state.lists[kind], state.stale[kind]) = (nil, nil)
      }
      if touched.contains(where: { $0.isLocal && !pending.contains($0.rawValue) }) {
        state.lastListing = max(state.lastListing, now)
      }
      guard state.numbers != nil else { return }
      for id in touched where !pending.contains(id.rawValue) { state.numbers?.remove(id.rawValue) }
      state.numbers?.formUnion(pending)
    }
  }

  /// Forgets everything, because another process may have written.
  func forget() {
    state.withLock { state in
      state.version += 1
      (state.numbers, state.lists, state.stale, state.products) = (nil, [:], [:], [:])
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

  /// The latest listings of a kind as they were read, if they were, and which of all listings were written since.
  func list(_ kind: PendingKind) -> (list: PendingList?, stale: Set<Int64>, version: UInt64) {
    state.withLock { ($0.lists[kind], $0.stale[kind] ?? [], $0.version) }
  }

  /// Takes what was read from the file, unless something was written since `version`.
  func fill(_ kind: PendingKind, _ list: PendingList, asOf version: UInt64) {
    state.withLock { state in
      guard state.version == version else { return }
      (state.lists[kind], state.stale[kind]) = (list, nil)
    }
  }

  /// Returns the entries of these listings that were read since they were written, and the listings not read yet.
  func known(of numbers: some Sequence<Int64>) -> (read: [PendingEntry], unread: [Int64], version: UInt64) {
    state.withLock { state in
      var (read, unread): ([PendingEntry], [Int64]) = ([], [])
      for number in numbers {
        if let known = state.products[number] {
          if let known { read.append(known) }
        } else {
          unread.append(number)
        }
      }
      return (read, unread, state.version)
    }
  }

  /// Takes what was read of single listings, `nil` when nothing that waits for them counts, unless something was
  /// written since `version`.
  func fill(_ products: [(number: Int64, entry: PendingEntry?)], asOf version: UInt64) {
    state.withLock { state in
      guard state.version == version, products.count <= Self.limit else { return }
      if state.products.count + products.count > Self.limit { state.products = [:] }
      for (number, entry) in products { state.products[number] = .some(entry) }
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

/// Which listings with pending writes are meant.
package enum PendingKind: Sendable, Hashable {
  /// Those that the server has not numbered yet.
  case new
  /// Those that are to be changed or deleted.
  case changed

  /// That of a listing.
  init(of id: Product.ID) { self = id.isLocal ? .new : .changed }
}
