import Foundation
import OpenMarketAPI
import OpenMarketStore

/// A form for a listing: its phase, its texts, its photos, and the errors that are to be displayed.
///
/// A pure state machine. The user can type in every phase; only while the form can be edited is that validated and saved.
struct ListingFormState {
  private(set) var phase = ListingFormModel.Phase.loading
  /// The texts as they are typed, and the extra fields; without the photos.
  private(set) var texts = ListingDraft()
  private(set) var photos: ListingFormPhotos
  /// The contents with which the form began; `nil` until they are read.
  private(set) var content: ListingFormContent?
  /// The errors to be displayed; all photos together have one.
  private(set) var displayedErrors: [ListingField: ListingValidationError.Failure] = [:]
  /// The number of changes so far of the draft that is to be saved.
  private(set) var draftVersion = 0
  private var isValid = false
  private var errors = ListingFormErrors()

  /// Makes a form whose contents are being read, and whose photos are stored in the folder of a store.
  init(folder: URL) { photos = ListingFormPhotos(folder: folder) }

  /// The form as it stands.
  var draft: ListingDraft {
    var draft = texts
    draft.photos = photos.stored
    return draft
  }
  /// Whether the user has changed anything.
  var isTouched: Bool { !errors.touched.isEmpty }
  /// Whether the form can be submitted as it is.
  var canSubmit: Bool { isEditing && isValid && photos.addingCount == 0 }
  private var isEditing: Bool { phase == .editing }

  /// Begins with contents that are read, except in fields that the user has already changed; `missing` are those of the
  /// stored photos whose files are gone.
  mutating func began(with content: ListingFormContent, missing: Set<StoredPhoto> = []) {
    let (typed, touched) = (texts, errors.touched)
    self.content = content
    (texts, errors) = (content.draft, ListingFormErrors(refused: content.refused))
    for field in touched { errors.touch(field) }
    for (field, text) in ListingDraft.texts where touched.contains(field) {
      texts[keyPath: text] = typed[keyPath: text]
    }
    if touched.contains(.extra) { texts.extra = typed.extra }
    texts.photos = []
    texts.edited = content.product.map { EditedListing(ListingDraft($0.value), asOf: $0.fetchedAt) }
    photos.began(with: content, missing: missing)
    startEditing(isSaved: !isTouched)
  }

  /// Notes that the contents could not be read.
  mutating func failed(_ error: any Error) { phase = .failed(LoadFailure(error, number: 1)) }

  /// Takes what the user has typed.
  mutating func changed<Value>(
    _ field: ListingField, _ path: WritableKeyPath<ListingDraft, Value>, to value: Value
  ) {
    texts[keyPath: path] = value
    touch(field)
  }

  /// Begins anew, as the user wants it.
  /// - Returns: Whether that was possible, and the draft is to be deleted.
  mutating func discarded(to content: ListingFormContent, missing: Set<StoredPhoto> = []) -> Bool {
    guard isEditing else { return false }
    errors = ListingFormErrors()
    began(with: content, missing: missing)
    return true
  }

  /// Notes that the draft is deleted, and with it all that was typed while the form was discarded.
  mutating func draftDeleted() { if isEditing, isTouched { draftVersion += 1 } }

  /// Reserves room for photos that the user adds.
  /// - Throws: `SubmissionFailure` with `notPossible`; `ListingValidationError` with `wrongCount` for too many.
  mutating func photosRequested(_ count: Int) throws {
    guard isEditing || !photos.isVariable else {
      throw SubmissionFailure(.notPossible, "The form has been submitted.")
    }
    try photos.requested(count)
  }

  /// Appends the photos that are stored of as many that were requested; none when that has failed.
  mutating func photosEnded(_ count: Int, stored: [StoredPhoto] = []) {
    photos.ended(count)
    changePhotos { $0.append(stored) }
  }

  /// Removes or moves photos, as the user wants it.
  mutating func changePhotos(_ change: (inout ListingFormPhotos) -> Void) {
    let before = photos.list
    change(&photos)
    if photos.list != before { touch(.photos) }
  }

  /// Validates the form; every error is displayed from now on.
  /// - Returns: The contents to be submitted.
  /// - Throws: `ListingValidationError` with all errors; `SubmissionFailure` with `notPossible`; the error of reading.
  mutating func submitRequested() throws -> ListingFormRequest {
    if case .failed(let failure) = phase { throw failure.error }
    guard let content else { throw CancellationError() }
    guard isEditing, photos.addingCount == 0 else {
      throw SubmissionFailure(.notPossible, "The form has been submitted, or photos are being added.")
    }
    errors.showAll()
    let (listing, failures) = check()
    guard failures.isEmpty else { throw ListingValidationError(failures) }
    phase = .submitting
    return ListingFormRequest(
      listing: listing, photos: photos.stored, changes: content.changes(to: listing, in: texts),
      seen: content.product)
  }

  /// Notes that the listing is enqueued.
  mutating func submitted(_ listing: Listing) { phase = .submitted(listing) }

  /// Goes on after the listing could not be enqueued; `missing` are those of its photos whose files are gone.
  mutating func submitFailed(missing: Set<StoredPhoto> = []) {
    photos.missed(missing)
    startEditing(isSaved: false)
  }

  private mutating func startEditing(isSaved: Bool) {
    phase = .editing
    check()
    if !isSaved { draftVersion += 1 }
  }

  private mutating func touch(_ field: ListingField) {
    errors.touch(field)
    if isEditing { startEditing(isSaved: false) }
  }

  /// Finds everything that is wrong, and of that what is to be displayed.
  @discardableResult
  private mutating func check() -> (listing: NewListing, failures: [ListingValidationError.Failure]) {
    var (listing, failures) = texts.read(photoCount: photos.isVariable ? photos.list.count : nil)
    failures = (content ?? ListingFormContent()).hindering(failures, in: texts) + photos.failures
    displayedErrors = errors.displayed(failures)
    displayedErrors[.photos] = displayedErrors[.photos] ?? failures.first { $0.rule == .unreadable }
    isValid = failures.isEmpty && content?.isChanged(by: listing, in: texts) == true
    return (listing, failures)
  }
}
