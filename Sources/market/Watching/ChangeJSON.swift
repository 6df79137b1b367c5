import Foundation

/// A change as `market watch --json` shows it: `Schemas/json/cli-change.schema.json`.
struct ChangeJSON: Encodable {
  /// UTC, `yyyy-MM-ddTHH:mm:ssZ`.
  var at: String
  var change: String
  var query: String
  /// From 1.
  var round: Int
  var product: ProductJSON
  /// Only of what has changed.
  var previous: ProductJSON?

  init(_ change: ListChange, query: String, round: Int, at date: Date) {
    at = date.formatted(.iso8601)
    self.change = change.kind.rawValue
    self.query = query
    self.round = round
    product = ProductJSON(change.product)
    previous = change.previous.map(ProductJSON.init)
  }
}
