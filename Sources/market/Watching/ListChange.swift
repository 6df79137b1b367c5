import Foundation
import OpenMarketAPI

/// A change of a product's membership in a watched list.
struct ListChange: Equatable {
  enum Kind: String {
    /// It was there before: in the first round, or below the part watched until then.
    case present
    case new
    case changed
    case gone
  }

  var kind: Kind
  /// As it is now; when gone, as it was.
  var product: Product
  /// As it was before it changed.
  var previous: Product?

  /// The cells of a list's row; one that has changed shows both values.
  var cells: [String] {
    guard let previous else { return product.listCells }
    return zip(previous.listCells, product.listCells).map { $0 == $1 ? $1 : "\($0) → \($1)" }
  }
}

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
