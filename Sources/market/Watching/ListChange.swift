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

extension ListChange {
  /// As `market watch --json` shows it: `Schemas/json/cli-change.schema.json`; rounds count from 1.
  func json(query: String, round: Int, at date: Date) -> JSONFields {
    [
      "at": date.formatted(.iso8601), "change": kind.rawValue, "query": query, "round": round,
      "product": product.json, "previous": previous?.json,
    ]
  }
}
