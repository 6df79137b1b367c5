import Foundation
import OpenMarket
import OpenMarketHTTP

extension RegularFile {
  /// Returns the contents of a file that the command line calls `name`, of which no more than `limit` bytes are read.
  /// - Throws: `StoreError` with `notStored` when there is none, else with `notPermitted`.
  static func read(_ url: URL, named name: String, upTo limit: Int) throws(StoreError) -> Data {
    do {
      return try read(url, upTo: limit)
    } catch {
      throw StoreError(
        error == .missing ? .notStored : .notPermitted,
        "'\(name.printable)' cannot be read: \(error.reason)")
    }
  }
}
