import ArgumentParser
import Foundation
import OpenMarket

/// A field beyond the contract, as `name=value`: a value that is JSON is that, any other a text.
struct ExtraArgument: ExpressibleByArgument {
  fileprivate var field = ExtraFields()

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 2, !parts[0].isEmpty else { return nil }
    let value = (try? JSONValue(parsing: Data(parts[1].utf8))) ?? .string(parts[1])
    do { try field.set(value, for: parts[0]) } catch { return nil }
  }
}

extension [ExtraArgument] {
  /// All fields; the last one of a name counts.
  var fields: ExtraFields { reduce(ExtraFields()) { $0.merging($1.field) } }
}
