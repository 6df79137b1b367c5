package import Foundation
package import OpenMarketAPI
package import OpenMarketPacing

/// The server's values of a listing's fields when the user began to change them.
///
/// Determines later which side has changed a field.
public struct EditBase: Sendable, Hashable {
  /// The values; `nil` where they were unknown. Thumbnail and fields beyond the contract are none of them.
  package var fields = ProductChanges()
  /// When the server said so; `nil` when nothing is known.
  package var asOf: Date?
  /// When the edit was enqueued, by the clock that no calendar moves; `nil` in edits of earlier versions.
  package var enqueuedAt: Uptime?

  /// Knows nothing.
  package init() {}

  /// Takes the values of `product`.
  /// - Parameters:
  ///   - product: As the server showed it.
  ///   - date: When it did.
  package init(_ product: Product, asOf date: Date) {
    fields = ProductChanges(
      name: product.name, description: product.description, price: product.price,
      discount: product.discount, currency: product.currency, stock: product.stock)
    asOf = date
  }

  /// Returns the base of an edit after a write before it has got a response.
  ///
  /// The fields that this write set are as the response says. Where the server shows something else than the user has seen,
  /// though no write here has changed it, another client has: the base stays, and counts as old, so that it is
  /// looked whether that is a conflict.
  func following(_ response: EditBase, to write: PendingWrite?) -> EditBase {
    var base = response
    base.enqueuedAt = enqueuedAt
    guard case .edit(let set, _)? = write else { return base }
    base.fields = filled(from: response).replacing(set, with: response).fields
    if base.fields != response.fields { base.asOf = .distantPast }
    return base
  }

  /// The same with what is not known here taken from a `later` one.
  func filled(from later: EditBase) -> EditBase {
    var base = self
    base.fields = later.fields.applying(fields)
    base.asOf = asOf ?? later.asOf
    return base
  }

  /// The base without what `writes` have changed in the user's eyes only: those fields are as the server last
  /// showed them, so that a write that is refused leaves no conflict behind.
  package func without(_ writes: [PendingWrite]) -> EditBase {
    var base = self
    // The first one that changed a field knows what it was before.
    for case .edit(let changes, let earlier) in writes.reversed() {
      base = base.replacing(changes, with: earlier)
    }
    return base
  }

  /// The same with the fields that `changes` sets as another base has them.
  private func replacing(_ changes: ProductChanges, with other: EditBase) -> EditBase {
    var base = self
    func replace<Value>(_ field: WritableKeyPath<ProductChanges, Value?>) {
      if changes[keyPath: field] != nil { base.fields[keyPath: field] = other.fields[keyPath: field] }
    }
    replace(\.name)
    replace(\.description)
    replace(\.price)
    replace(\.discount)
    replace(\.currency)
    replace(\.stock)
    return base
  }
}
