import OpenMarketPacing
import Synchronization

/// Keeps responses in memory, bounded in bytes and in number; what was not used for longest goes first.
final class MemoryRevalidationStore: RevalidationStore {
  private let table: Mutex<LRUTable<String, StoredResponse>>

  /// Makes an empty store for at most `byteLimit` bytes, of which a single response may take an eighth.
  init(byteLimit: Int = 16 << 20, countLimit: Int = 1000) {
    table = Mutex(LRUTable(costLimit: byteLimit, countLimit: countLimit))
  }

  var count: Int { table.withLock { $0.count } }
  var byteCount: Int { table.withLock { $0.totalCost } }

  func response(for url: String) async -> StoredResponse? {
    table.withLock { $0.value(for: url) }
  }

  func store(_ response: StoredResponse, for url: String) async {
    let cost = response.byteCount
    table.withLock { table in
      table.removeValue(for: url)
      if cost <= table.costLimit / 8 { table.insert(response, cost: cost, for: url) }
    }
  }

  func removeResponse(for url: String) async {
    _ = table.withLock { $0.removeValue(for: url) }
  }
}
