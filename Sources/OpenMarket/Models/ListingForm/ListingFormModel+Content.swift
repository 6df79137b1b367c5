import Foundation
import OpenMarketAPI
import OpenMarketStore

extension ListingFormModel {
  var fields: [(key: ListingField, field: ListingFormField, text: WritableKeyPath<ListingDraft, String>)] {
    let typed: [ListingField: ListingFormField] = [
      .name: name, .description: description, .price: price, .discount: discount, .stock: stock,
    ]
    return ListingDraft.texts.compactMap { key, text in typed[key].map { (key, $0, text) } }
  }

  /// The form as it stands.
  var draft: ListingDraft {
    var draft = ListingDraft(currency: currency.rawValue, photos: photos.compactMap(\.stored))
    for (_, field, text) in fields { draft[keyPath: text] = field.text }
    draft.extra = extra
    if let product = content?.product {
      draft.edited = EditedListing(ListingDraft(product.value), asOf: product.fetchedAt)
    }
    return draft
  }

  /// Puts contents into the form, except into fields the user has already changed.
  func begin(with content: ListingFormContent, missing: Set<Int>) {
    self.content = content
    isRestoring = true
    for (key, field, text) in fields where !errors.touched.contains(key) {
      field.restore(content.draft[keyPath: text])
    }
    if !errors.touched.contains(.currency) { currency = Currency(rawValue: content.draft.currency) }
    if !errors.touched.contains(.extra) { extra = content.draft.extra }
    isRestoring = false
    var errors = ListingFormErrors(refused: content.refused)
    for field in self.errors.touched { errors.touch(field) }
    self.errors = errors
    photos = []
    if let fixed = content.fixedPhotos {
      photos = fixed.enumerated().map { ListingFormPhoto(id: $0.offset, url: $0.element) }
    } else {
      append(content.draft.photos, missing: missing)
    }
    phase = .editing
    check()
    countPhotos()
    if !errors.touched.isEmpty { autosave?.update(draft) }
  }

  /// Notes that the user has changed a field.
  func changed(_ field: ListingField) {
    errors.touch(field)
    guard case .editing = phase else { return }
    check()
    autosave?.update(draft)
  }

  /// Shows the errors that are to be displayed.
  func showErrors(_ errors: [ListingField: ListingValidationError.Failure]) {
    for (key, field, _) in fields { field.show(errors[key]) }
    let photos = errors[.photos]
    if photosError != photos { photosError = photos }
  }

  /// Finds everything that is wrong, and shows of it what is to be displayed.
  @discardableResult
  func check() -> (listing: NewListing, failures: [ListingValidationError.Failure]) {
    guard let content else { return (NewListing(name: "", description: "", price: 0), []) }
    let draft = draft
    let isWhole = content.fixedPhotos == nil
    var (listing, failures) = draft.read(photoCount: isWhole ? photos.count : nil)
    if !isWhole {
      var fields = content.changedFields(in: draft)
      if fields.contains(.price) { fields.insert(.discount) }
      failures.removeAll { !fields.contains($0.field) }
    }
    for (index, photo) in photos.enumerated() where photo.isMissing {
      failures.append(
        .init(.photo(index), .unreadable, "Photo \(index + 1) is gone: remove it and add it again."))
    }
    var displayed = errors.displayed(failures)
    if displayed[.photos] == nil { displayed[.photos] = failures.first { $0.rule == .unreadable } }
    showErrors(displayed)
    return (listing, failures)
  }

  /// Checks everything and enqueues it.
  func enqueue() async throws -> Listing {
    await loading?.value
    await adding.last?.value
    guard let content else {
      if case .failed(let error) = phase { throw error }
      throw CancellationError()
    }
    errors.showAll()
    let (draft, (listing, failures)) = (draft, check())
    guard failures.isEmpty else { throw ListingValidationError(failures) }
    phase = .submitting
    // Nothing may be saved any more once the draft is gone.
    try? await autosave?.flush()
    do {
      let listing = try await purpose.submit(listing, draft, from: content, in: market)
      phase = .submitted(listing)
      return listing
    } catch {
      let missing = await market.missingPhotos(photos.compactMap(\.stored))
      for index in missing where photos.indices.contains(index) { photos[index].isMissing = true }
      phase = .editing
      check()
      autosave?.update(self.draft)
      throw error
    }
  }
}
