import OpenMarketAPI

/// A change of a product's membership in a watched list.
struct ListChange: Equatable {
  enum Kind: String {
    /// It was there before anybody looked: in the first round, or below the part watched until then.
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
