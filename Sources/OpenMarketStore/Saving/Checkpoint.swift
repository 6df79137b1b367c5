package import Foundation
import GRDB

/// A small value that is written together with products, so that both are there or neither.
package struct Checkpoint: Sendable, Hashable {
  /// The name of the list.
  package var key: String
  /// The value; `nil` removes it.
  package var value: Data?

  package init(key: String, value: Data?) {
    self.key = key
    self.value = value
  }
}

extension Database {
  func save(_ checkpoint: Checkpoint) throws {
    if let value = checkpoint.value {
      try perform("INSERT OR REPLACE INTO checkpoint(key, value) VALUES(?, ?)", [checkpoint.key, value])
    } else {
      try perform("DELETE FROM checkpoint WHERE key = ?", [checkpoint.key])
    }
  }
}
