public import OpenMarketAPI

/// A change that a vendor wants the server to make.
///
/// Marking as sold and offering again are edits of the stock alone.
public enum PendingWrite: Sendable, Hashable {
  /// List a product with its photos, the first of which becomes the thumbnail.
  case create(NewListing, photos: [StoredPhoto])
  /// Change what is set in the changes, seen from `base`.
  case edit(ProductChanges, base: EditBase)
  /// Take the listing away.
  case delete

  /// The kinds of writes.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// A new listing.
    case create
    /// Changed fields.
    case edit
    /// The end of a listing.
    case delete
  }

  /// The kind of write.
  package var kind: Kind {
    switch self {
    case .create: .create
    case .edit: .edit
    case .delete: .delete
    }
  }

  /// The photos that go with it.
  package var photos: [StoredPhoto] {
    if case .create(_, let photos) = self { photos } else { [] }
  }
}
