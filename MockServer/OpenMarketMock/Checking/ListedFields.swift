import Foundation
package import OpenMarketAPI

package struct ListedFields: Sendable, Hashable {
  package var name: String
  package var description: String
  /// The currency's code.
  package var currency: String
  /// The price before the discount.
  package var price: Double
  /// The amount taken off the price.
  package var discount: Double
  /// Pieces left; 0 means sold.
  package var stock: Int

  package init(
    name: String, description: String, currency: String = "KRW", price: Double, discount: Double = 0,
    stock: Int = 1
  ) {
    (self.name, self.description, self.currency) = (name, description, currency)
    (self.price, self.discount, self.stock) = (price, discount, stock)
  }

  /// Those of a draft, as they are sent.
  package init(_ draft: NewListing) {
    self.init(
      name: draft.name.precomposedStringWithCanonicalMapping,
      description: draft.description.precomposedStringWithCanonicalMapping,
      currency: draft.currency.rawValue, price: draft.price.approximation,
      discount: draft.discount.approximation, stock: draft.stock)
  }

  /// Those of a product that a client has read.
  package init(_ product: Product) {
    self.init(
      name: product.name, description: product.description ?? "", currency: product.currency?.rawValue ?? "",
      price: product.price.approximation, discount: product.discount.approximation,
      stock: product.stock)
  }

  init(_ record: ProductRecord) {
    self.init(
      name: record.name, description: record.description ?? "", currency: record.currency,
      price: record.price, discount: record.discount, stock: Int(record.stock))
  }

  /// These with `changes` made.
  package func applying(_ changes: ProductChanges) -> ListedFields {
    var fields = self
    if let name = changes.name { fields.name = name.precomposedStringWithCanonicalMapping }
    if let text = changes.description { fields.description = text.precomposedStringWithCanonicalMapping }
    if let currency = changes.currency { fields.currency = currency.rawValue }
    if let price = changes.price { fields.price = price.approximation }
    if let discount = changes.discount { fields.discount = discount.approximation }
    if let stock = changes.stock { fields.stock = stock }
    return fields
  }

  /// The fields in which `other` differs, each as `name: mine → other's`.
  func differences(from other: ListedFields) -> [String] {
    func line(_ name: String, _ mine: some Equatable, _ theirs: some Equatable) -> String? {
      "\(mine)" == "\(theirs)" ? nil : "\(name): \(mine) → \(theirs)"
    }
    return [
      line("name", name, other.name), line("description", description, other.description),
      line("currency", currency, other.currency), line("price", price, other.price),
      line("discounted_price", discount, other.discount), line("stock", stock, other.stock),
    ].compactMap(\.self)
  }
}

extension Decimal {
  fileprivate var approximation: Double { NSDecimalNumber(decimal: self).doubleValue }
}
