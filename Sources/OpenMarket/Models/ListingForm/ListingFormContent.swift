import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// The contents of a form when it is opened, and all that is known about where they come from.
struct ListingFormContent: Sendable {
  var draft = ListingDraft()
  /// The saved draft that it was made of.
  var saved: ListingDraft?
  /// The photos of a listing that has them already, which cannot be changed.
  var fixedPhotos: [URL]?
  /// The edited listing, as the user saw it when the edit began.
  var product: Stamped<Product>?
  /// The same as it is now.
  var unedited: Stamped<Product>?
  /// The changes of an edit that is corrected.
  var earlier = ProductChanges()
  /// The faults that the server found in single fields.
  var refused: [ListingField: String] = [:]

  /// Returns the fields in which `draft` is another than the listing that is edited.
  func changedFields(in draft: ListingDraft) -> Set<ListingField> {
    let old = product.map { ListingDraft($0.value) } ?? ListingDraft()
    var fields = earlier.fields
    for (field, text) in ListingDraft.texts where draft[keyPath: text] != old[keyPath: text] {
      fields.insert(field)
    }
    if draft.extra != old.extra { fields.insert(.extra) }
    return fields
  }

  /// Returns the failures that hinder a submission: in an edit, not the rules that an unchanged field breaks.
  func hindering(
    _ failures: [ListingValidationError.Failure], in draft: ListingDraft
  ) -> [ListingValidationError.Failure] {
    guard fixedPhotos != nil else { return failures }
    var fields = changedFields(in: draft)
    // An amount is checked again when what it is compared with has changed.
    if fields.contains(.currency) { fields.insert(.price) }
    if fields.contains(.price) { fields.insert(.discount) }
    // The name of an extra field is refused under that name.
    return failures.filter { fields.contains($0.rule == .forbiddenName ? .extra : $0.field) }
  }

  /// Whether there is anything to send: of an edit, changes.
  func isChanged(by listing: NewListing, in draft: ListingDraft) -> Bool {
    fixedPhotos == nil || earlier != ProductChanges() || changes(to: listing, in: draft) != ProductChanges()
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
    var changes = ProductChanges(
      name: changed(.name, listing.name, product?.name, earlier.name),
      description: changed(.description, listing.description, product?.description, earlier.description),
      price: changed(.price, listing.price, product?.price, earlier.price),
      discount: changed(.discount, listing.discount, product?.discount, earlier.discount),
      currency: changed(.currency, listing.currency, product?.currency, earlier.currency),
      stock: changed(.stock, listing.stock, product?.stock, earlier.stock))
    // From what was refused, so that a field put back replaces the refused value.
    let old = (product?.extra ?? ExtraFields()).merging(earlier.extra, isProduct: true)
    changes.extra = listing.extra.changes(from: old)
    return changes
  }
}

extension ListingFormContent {
  /// An edit of `product`, with the user's unsent changes.
  ///
  /// A field that they have changed is as they left it, and counts as seen as it was then: what the server has changed
  /// meanwhile is a conflict. Every other field is as it is now.
  init(editing product: Stamped<Product>, begun saved: ListingDraft? = nil) {
    let now = ListingDraft(product.value)
    self.init(
      draft: now, saved: saved, fixedPhotos: product.value.photoURLs, product: product, unedited: product)
    guard let saved, let edited = saved.edited else { return }
    var seen: [ListingField: String] = [:]
    for (field, text) in ListingDraft.texts {
      let (mine, old) = (saved[keyPath: text], edited.texts[field.rawValue])
      guard let old, mine != old, mine != now[keyPath: text] else { continue }
      draft[keyPath: text] = mine
      seen[field] = old
    }
    draft.extra = now.extra.merging(saved.extra.changes(from: edited.extra ?? ExtraFields()), isProduct: true)
    guard !seen.isEmpty else { return }
    let price = { (field: ListingField) in seen[field].flatMap { Decimal(string: $0.isEmpty ? "0" : $0) } }
    let base = product.value.applying(
      ProductChanges(
        name: seen[.name], description: seen[.description], price: price(.price), discount: price(.discount),
        currency: seen[.currency].map(Currency.init(rawValue:)), stock: seen[.stock].flatMap { Int($0) }))
    self.product?.value = base
    // The values are of two times: the server is asked whether the difference is a conflict.
    if ListingDraft(base) != now { self.product?.fetchedAt = .distantPast }
  }
}

extension ProductChanges {
  /// The fields that they change.
  fileprivate var fields: Set<ListingField> {
    let changes: [(ListingField, Bool)] = [
      (.name, name != nil), (.description, description != nil), (.price, price != nil),
      (.discount, discount != nil), (.currency, currency != nil), (.stock, stock != nil),
    ]
    return Set(changes.filter(\.1).map(\.0))
  }
}

extension Product {
  fileprivate var photoURLs: [URL] { images?.map(\.url) ?? [thumbnail].compactMap(\.self) }
}

extension ListingDraft {
  /// A listing's fields as a user would type them.
  init(_ product: Product) {
    self.init(
      name: product.name, description: product.description ?? "", price: "\(product.price)",
      discount: product.discount == 0 ? "" : "\(product.discount)",
      currency: (product.currency ?? .krw).rawValue, stock: "\(product.stock)")
    extra = product.extra
  }

  /// The same for a listing that the server does not have yet.
  init(_ listing: NewListing, photos: [StoredPhoto]) {
    self.init(
      name: listing.name, description: listing.description, price: "\(listing.price)",
      discount: listing.discount == 0 ? "" : "\(listing.discount)", currency: listing.currency.rawValue,
      stock: "\(listing.stock)", photos: photos)
    extra = listing.extra
  }
}
