import ArgumentParser
import Foundation
import OpenMarket

/// A field beyond the contract, as `name=value`: a value that is JSON is that, any other a text.
struct ExtraArgument: ExpressibleByArgument {
  fileprivate let field: ExtraFields

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      let name = try? JSONText(String(parts[0])).text, let text = try? JSONText(String(parts[1])).text,
      let field = (try? JSONDecoder().decode(ExtraFields.self, from: Data("{\(name):\(parts[1])}".utf8)))
        ?? (try? JSONDecoder().decode(ExtraFields.self, from: Data("{\(name):\(text)}".utf8)))
    else { return nil }
    self.field = field
  }
}

extension [ExtraArgument] {
  /// All fields; the last one of a name counts.
  var fields: ExtraFields { reduce(ExtraFields()) { $0.merging($1.field) } }
}
