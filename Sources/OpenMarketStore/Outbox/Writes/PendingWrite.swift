public import OpenMarketAPI

/// A vendor's change to be made on the server.
///
/// Marking as sold and offering again are edits of the stock alone.
public enum PendingWrite: Sendable, Hashable {
  /// List a product with its photos, the first of which becomes the thumbnail.
  case create(NewListing, photos: [StoredPhoto])
  /// Change the fields that are set, relative to `base`.
  case edit(ProductChanges, base: EditBase)
  case delete

  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case create
    case edit
    case delete
  }

  package var kind: Kind {
    switch self {
    case .create: .create
    case .edit: .edit
    case .delete: .delete
    }
  }

  /// The listing's title after it, as far as the write itself says.
  package var name: String? {
    switch self {
    case .create(let listing, _): listing.name
    case .edit(let changes, let base): changes.name ?? base.fields.name
    case .delete: nil
    }
  }

  /// The fields that it sets; `nil` for a deletion.
  package var fields: ProductChanges? {
    switch self {
    case .create(let listing, _): ProductChanges(listing)
    case .edit(let changes, _): changes
    case .delete: nil
    }
  }

  package var photos: [StoredPhoto] {
    if case .create(_, let photos) = self { photos } else { [] }
  }
}
