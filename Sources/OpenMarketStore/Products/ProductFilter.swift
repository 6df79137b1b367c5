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
  /// The currency of the products; `nil` for all currencies.
  package var currency: Currency?
  /// The vendor of the products; `nil` for all vendors.
  public var vendorID: Vendor.ID?
  /// The availability of the products.
  public var availability: Availability
  /// The required values of fields beyond the contract; empty for no requirement.
  ///
  /// Whole JSON values are compared; a field that is absent is null.
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

  package static let all = ProductFilter()
}

extension ProductFilter {
  /// The requirements, in the order of its terms in SQL and of its tokens.
  var criteria: [ProductCriterion] {
    var criteria: [ProductCriterion] = []
    forEachCriterion { criteria.append($0) }
    return criteria
  }

  /// Whether the filter lets `product` through.
  package func passes(_ product: Product) -> Bool {
    var passes = true
    forEachCriterion { passes = passes && $0.isMet(by: product) }
    return passes
  }

  /// Whether a product may pass the filter because of `changes`.
  func mayBePassed(through changes: ProductChanges) -> Bool {
    var mayBePassed = false
    forEachCriterion { mayBePassed = mayBePassed || $0.mayBeMet(through: changes) }
    return mayBePassed
  }

  /// Without a list of them, which would be allocated for every product and pending write of a read.
  private func forEachCriterion(_ body: (ProductCriterion) -> Void) {
    if let vendorID { body(.vendor(vendorID)) }
    if minimumPrice != nil || maximumPrice != nil {
      body(.price(lowest: minimumPrice, highest: maximumPrice))
    }
    if let currency { body(.currency(currency)) }
    switch availability {
    case .any: break
    case .onSale: body(.onSale)
    case .soldOut: body(.soldOut)
    }
    if !extra.isEmpty { body(.extra(extra)) }
  }
}
