package import Foundation
import GRDB

extension MarketStore {
  /// The value last saved for `key`; `nil` when there is none.
  ///
  /// Checkpoints belong to the copies: they vanish with them when the cache is rebuilt.
  package func checkpoint(_ key: String) async throws -> Data? {
    try await readCache { db in
      try db.firstRow(
        "SELECT value FROM checkpoint WHERE key = ?", [key]
      ) { $0.data(0) }
    }
  }

  /// Saves a checkpoint by itself.
  package func save(_ checkpoint: Checkpoint) async throws {
    try await writeCache { try $0.save(checkpoint) }
  }
}
