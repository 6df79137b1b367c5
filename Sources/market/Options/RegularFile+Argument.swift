import Foundation
import OpenMarket
import OpenMarketHTTP

extension RegularFile {
  /// Returns the contents of a file that the command line calls `name`; see ``read(_:upTo:cutsRest:)``.
  /// - Throws: `StoreError` with `notStored` when there is none, with `invalidInput` when it is too large, else with
  ///   `notPermitted`.
  static func read(
    _ url: URL, named name: String, upTo limit: Int, cutsRest: Bool = false
  ) throws(StoreError) -> Data {
    do {
      return try read(url, upTo: limit, cutsRest: cutsRest)
    } catch {
      let code: StoreError.Code =
        switch error {
        case .missing: .notStored
        case .tooLarge: .invalidInput
        case .notAFile, .unreadable: .notPermitted
        }
      throw StoreError(code, "'\(name.printable)' cannot be read: \(error.reason)")
    }
  }
}
