import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// The contents of a form when it is opened, and all that is known about where they come from.
struct ListingFormContent: Sendable {
  /// The texts and photos.
  var draft = ListingDraft()
  /// The photos of a listing that has them already, which cannot be changed.
  var fixedPhotos: [URL]?
  /// The listing that is edited.
  var product: Stamped<Product>?
  /// The changes of an edit that is corrected.
  var earlier = ProductChanges()
  /// The faults that the server found in single fields.
  var refused: [ListingField: String] = [:]

  /// Returns the fields in which `draft` is another than the listing that is edited.
  func changedFields(in draft: ListingDraft) -> Set<ListingField> {
    let old = product.map { ListingDraft($0.value) } ?? ListingDraft()
    var fields: Set<ListingField> = []
    if draft.name != old.name || earlier.name != nil { fields.insert(.name) }
    if draft.description != old.description || earlier.description != nil { fields.insert(.description) }
    if draft.price != old.price || earlier.price != nil { fields.insert(.price) }
    if draft.discount != old.discount || earlier.discount != nil { fields.insert(.discount) }
    if draft.currency != old.currency || earlier.currency != nil { fields.insert(.currency) }
    if draft.stock != old.stock || earlier.stock != nil { fields.insert(.stock) }
    return fields
  }

  /// Returns the changes that make `listing` of the listing that is edited.
  ///
  /// A number that is only written in another way is no change: it must not be taken for the user's wish.
  func changes(to listing: NewListing, in draft: ListingDraft) -> ProductChanges {
    let (fields, product) = (changedFields(in: draft), product?.value)
    func changed<Value: Equatable>(_ field: ListingField, _ new: Value, _ old: Value?, _ was: Value?)
      -> Value?
    {
      fields.contains(field) && (new != old || was != nil) ? new : nil
    }
    return ProductChanges(
      name: changed(.name, listing.name, product?.name, earlier.name),
      description: changed(.description, listing.description, product?.description, earlier.description),
      price: changed(.price, listing.price, product?.price, earlier.price),
      discount: changed(.discount, listing.discount, product?.discount, earlier.discount),
      currency: changed(.currency, listing.currency, product?.currency, earlier.currency),
      stock: changed(.stock, listing.stock, product?.stock, earlier.stock))
  }
}

extension ListingDraft {
  /// A listing's fields as somebody would type them.
  init(_ product: Product) {
    self.init(
      name: product.name, description: product.description ?? "", price: "\(product.price)",
      discount: product.discount == 0 ? "" : "\(product.discount)",
      currency: (product.currency ?? .krw).rawValue, stock: "\(product.stock)")
  }

  /// The same for a listing that the server does not have yet.
  init(_ listing: NewListing, photos: [StoredPhoto]) {
    self.init(
      name: listing.name, description: listing.description, price: "\(listing.price)",
      discount: listing.discount == 0 ? "" : "\(listing.discount)", currency: listing.currency.rawValue,
      stock: "\(listing.stock)", photos: photos)
  }
}
