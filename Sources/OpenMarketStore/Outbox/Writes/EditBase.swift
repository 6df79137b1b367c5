package import Foundation
package import OpenMarketAPI

/// The server's values of a listing's fields when the user began to change them.
///
/// Determines later which side has changed a field. A field is `nil` when it was unknown.
public struct EditBase: Sendable, Hashable {
  package var name: String?
  package var description: String?
  package var price: Decimal?
  /// The amount taken off the price.
  package var discount: Decimal?
  package var currency: String?
  package var stock: Int?
  /// When the server said so; `nil` when nothing is known.
  package var asOf: Date?

  /// Knows nothing.
  package init() {}

  /// Takes the values of `product`.
  /// - Parameters:
  ///   - product: As the server showed it.
  ///   - date: When it did.
  package init(_ product: Product, asOf date: Date) {
    name = product.name
    description = product.description
    price = product.price
    discount = product.discount
    currency = product.currency?.rawValue
    stock = product.stock
    asOf = date
  }

  /// Returns the base of an edit after a write before it has got a response.
  ///
  /// The fields that this write set are as the response says. Where the server shows something else than the user has seen,
  /// though no write here has changed it, another client has: the base stays, and counts as old, so that it is
  /// looked whether that is a conflict.
  func following(_ response: EditBase, to write: PendingWrite?) -> EditBase {
    guard case .edit(let set, _)? = write else { return response }
    var base = response
    func keep<Value: Equatable>(_ field: WritableKeyPath<EditBase, Value?>, isSet: Bool) {
      guard !isSet, let seen = self[keyPath: field], seen != response[keyPath: field] else { return }
      base[keyPath: field] = seen
      base.asOf = .distantPast
    }
    keep(\.name, isSet: set.name != nil)
    keep(\.description, isSet: set.description != nil)
    keep(\.price, isSet: set.price != nil)
    keep(\.discount, isSet: set.discount != nil)
    keep(\.currency, isSet: set.currency != nil)
    keep(\.stock, isSet: set.stock != nil)
    return base
  }

  /// The same with what is not known here taken from a `later` one.
  func filled(from later: EditBase) -> EditBase {
    var base = self
    base.name = name ?? later.name
    base.description = description ?? later.description
    base.price = price ?? later.price
    base.discount = discount ?? later.discount
    base.currency = currency ?? later.currency
    base.stock = stock ?? later.stock
    base.asOf = asOf ?? later.asOf
    return base
  }
}
