import OpenMarketPacing
import Synchronization

/// Keeps responses in memory, bounded in bytes and in number; what was not used for longest goes first.
final class MemoryRevalidationStore: RevalidationStore {
  private let table: Mutex<LRUTable<String, StoredResponse>>

  /// Makes an empty store.
  /// - Parameters:
  ///   - byteLimit: The most bytes kept (default: 16 MiB). A single response may take an eighth of it.
  ///   - countLimit: The most responses kept (default: 1,000).
  init(byteLimit: Int = 16 << 20, countLimit: Int = 1000) {
    table = Mutex(LRUTable(costLimit: byteLimit, countLimit: countLimit))
  }

  /// The number of responses kept.
  var count: Int { table.withLock { $0.count } }

  /// The bytes kept.
  var byteCount: Int { table.withLock { $0.totalCost } }

  /// The entry for `url`, which becomes the most recently used.
  func response(for url: String) async -> StoredResponse? {
    table.withLock { $0.value(for: url) }
  }

  /// Keeps `response`, unless it is larger than an eighth of the limit.
  func store(_ response: StoredResponse, for url: String) async {
    let cost = response.byteCount
    table.withLock { table in
      table.removeValue(for: url)
      if cost <= table.costLimit / 8 { table.insert(response, cost: cost, for: url) }
    }
  }

  /// Forgets the entry for `url`.
  func removeResponse(for url: String) async {
    _ = table.withLock { $0.removeValue(for: url) }
  }
}
