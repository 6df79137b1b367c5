package import Foundation
import GRDB
package import OpenMarketAPI

/// How much a response says about each of its products.
package enum Completeness: Sendable, Hashable {
  /// The contents of lists: a detail that is absent is not told, and the stored one stays.
  case listed
  /// Everything: what is absent is not there.
  case detailed
}

/// The reason why products stay in the store.
package enum Retention: Sendable, Hashable {
  /// Their use: what was not used for longest goes when the store grows beyond its limits.
  case cached
  /// A synchronization that the user asked for: they stay until they are removed, whatever the limits.
  case synced
}

package struct SaveReport: Sendable, Hashable {
  /// Products that were not stored before.
  package var added: Set<Product.ID> = []
  /// Products that were stored otherwise before.
  package var changed: Set<Product.ID> = []
  /// Products that are not stored any more.
  package var removed: Set<Product.ID> = []
}

/// A small value that is written together with products, so that both are there or neither.
package struct Checkpoint: Sendable, Hashable {
  package var key: String
  package var value: Data

  package init(key: String, value: Data) {
    self.key = key
    self.value = value
  }
}

extension Database {
  func save(_ checkpoint: Checkpoint) throws {
    try perform(
      "INSERT OR REPLACE INTO checkpoint(key, value) VALUES(?, ?)", [checkpoint.key, checkpoint.value])
  }
}
