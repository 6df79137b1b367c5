public import Foundation
public import OpenMarketAPI

/// A filter for the products of a list.
public struct ProductFilter: Sendable, Hashable {
  /// The availability of a product.
  public enum Availability: Sendable, Hashable {
    /// Products on sale or sold out.
    case any
    /// Products in stock.
    case onSale
    /// Products out of stock.
    case soldOut
  }

  /// The lowest sale price, in the currency of each product; `nil` for no bound.
  public var minimumPrice: Decimal?
  /// The highest sale price, in the currency of each product; `nil` for no bound.
  public var maximumPrice: Decimal?
  /// The vendor of the products; `nil` for all vendors.
  public var vendorID: Vendor.ID?
  /// The availability of the products.
  public var availability: Availability
  /// The required values of fields beyond the contract; empty for no requirement.
  ///
  /// Whole JSON values are compared.
  public var extra = ExtraFields()

  /// Makes a filter; without arguments it accepts all products.
  public init(
    minimumPrice: Decimal? = nil, maximumPrice: Decimal? = nil, vendorID: Vendor.ID? = nil,
    availability: Availability = .any
  ) {
    self.minimumPrice = minimumPrice
    self.maximumPrice = maximumPrice
    self.vendorID = vendorID
    self.availability = availability
  }

  /// All products.
  package static let all = ProductFilter()
}

extension ProductFilter {
  /// The SQL condition on the table called `alias`, as in ` AND p.stock = 0`, with its values from position
  /// `index`; empty for ``all``.
  func condition(on alias: String, from index: CInt) -> String {
    var index = index
    var condition = ""
    func term(_ column: String, _ comparison: String) {
      condition += " AND \(alias).\(column) \(comparison) ?\(index)"
      index += 1
    }
    if minimumPrice != nil { term("bargain_price", ">=") }
    if maximumPrice != nil { term("bargain_price", "<=") }
    if vendorID != nil { term("vendor_id", "=") }
    switch availability {
    case .any: break
    case .onSale: condition += " AND \(alias).stock > 0"
    case .soldOut: condition += " AND \(alias).stock = 0"
    }
    // As text, which is the same for equal values.
    for _ in extra.values {
      condition += " AND \(alias).extra -> ?\(index) = ?\(index + 1)"
      index += 2
    }
    return condition
  }

  /// The values of ``condition(on:from:)``.
  var values: [any StatementValue] {
    var values: [any StatementValue] = [minimumPrice, maximumPrice].compactMap { $0?.nearestDouble }
    if let vendorID { values.append(vendorID.rawValue) }
    for field in extra.values { values += [field.path, field.json] as [any StatementValue] }
    return values
  }
}
