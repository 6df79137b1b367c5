import Foundation
import OpenMarketAPI

/// A requirement of a ``ProductFilter``, and all that it means: for a product, for edits, and in SQL.
///
/// ``FilterTokens`` has the tokens by which the search index finds what meets it.
enum ProductCriterion {
  case vendor(Vendor.ID)
  /// The bounds of the sale price, of which one may be absent.
  case price(lowest: Decimal?, highest: Decimal?)
  case currency(Currency)
  case onSale
  case soldOut
  /// The values of fields beyond the contract.
  case extra(ExtraFields)

  func isMet(by product: Product) -> Bool {
    switch self {
    case .vendor(let id): product.vendorID == id
    case .price(let lowest, let highest):
      lowest.map { $0 <= product.salePrice } ?? true && highest.map { product.salePrice <= $0 } ?? true
    case .currency(let currency): product.currency == currency
    case .onSale: product.stock > 0
    case .soldOut: product.stock == 0
    case .extra(let fields): fields.isContained(in: product.extra)
    }
  }

  /// Whether a product may meet it because of `changes`.
  func mayBeMet(through changes: ProductChanges) -> Bool {
    switch self {
    case .vendor: false
    case .price: changes.setsPrice
    case .currency: changes.currency != nil
    case .onSale, .soldOut: changes.stock != nil
    case .extra: !changes.extra.isEmpty
    }
  }

  /// Adds what it requires of a row.
  fileprivate func add(to condition: inout RowCondition) {
    switch self {
    case .vendor(let id): condition.require("p.vendor_id = ?", [id.rawValue])
    case .price(let lowest, let highest):
      if let lowest { condition.require("p.bargain_price >= ?", [lowest.nearestDouble]) }
      if let highest { condition.require("p.bargain_price <= ?", [highest.nearestDouble]) }
    case .currency(let currency): condition.require("p.currency = ?", [currency.rawValue])
    case .onSale: condition.require("p.stock > 0")
    case .soldOut: condition.require("p.stock = 0")
    case .extra(let fields):
      // As text, which is the same for equal values but for how their letters are composed; what is absent is null.
      for field in fields.spellings {
        let paths = field.map { _ in "p.extra -> ?" }.joined(separator: ", ")
        let values = field.map { _ in "?" }.joined(separator: ", ")
        condition.require("coalesce(\(paths), 'null') IN (\(values))", field.map(\.path) + field.map(\.json))
      }
    }
  }
}

/// A condition on the row of a product, which the query calls `p`.
struct RowCondition {
  /// The condition, as in ` AND p.stock = 0`; empty for all rows.
  private(set) var sql = ""
  /// The values of its parameters.
  private(set) var values: [any StatementValue] = []

  /// The condition of a row that meets all `criteria`; its parameters are numbered from `index` on.
  init(_ criteria: [ProductCriterion], from index: CInt) {
    next = index
    for criterion in criteria { criterion.add(to: &self) }
  }

  private var next: CInt

  /// Adds a term, which has a `?` for each of its values.
  fileprivate mutating func require(_ term: String, _ values: [any StatementValue] = []) {
    sql += " AND "
    for character in term {
      sql.append(character)
      guard character == "?" else { continue }
      sql += String(next)
      next += 1
    }
    self.values += values
  }
}

extension ProductChanges {
  /// Whether they set what the sale price follows from.
  var setsPrice: Bool { price != nil || discount != nil }
}
