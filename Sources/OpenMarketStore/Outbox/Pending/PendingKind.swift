import OpenMarketAPI

/// Which listings with pending writes are meant.
package enum PendingKind: Sendable, Hashable {
  /// Those that the server has not numbered yet.
  case new
  /// Those that are to be changed or deleted.
  case changed

  /// That of a listing.
  init(of id: Product.ID) { self = id.isLocal ? .new : .changed }
}
