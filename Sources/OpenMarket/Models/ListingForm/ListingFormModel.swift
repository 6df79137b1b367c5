public import Foundation
public import Observation
public import OpenMarketAPI
public import OpenMarketStore

/// A form for a new listing, an edit, or the correction of a refused one.
///
/// ```swift
/// @State private var form: ListingFormModel
/// init(_ market: Marketplace) { _form = State(initialValue: ListingFormModel(in: market)) }
/// TextField("Name", text: Bindable(form.name).text)
/// if let error = form.name.error { Text(error.koreanText) }
/// PhotosPicker("Photos", selection: $picked, maxSelectionCount: form.remainingPhotoCount)
/// Button("Sell") { Task { try await form.submit() } }
/// ```
///
/// A new listing or an edit is saved as a draft at every keystroke, and restored when the form is opened the next
/// time. For an edit, only changed fields are restored, over the listing's state at that time.
@MainActor @Observable
public final class ListingFormModel {
  /// The present phase.
  public private(set) var phase = Phase.loading
  /// The title.
  public let name = ListingFormField()
  /// The description.
  public let description = ListingFormField()
  /// The price, such as `45,000` or `4만5천`; `0` lists for free, and an empty one is an error.
  public let price = ListingFormField()
  /// The discount, as an amount; empty for none.
  public let discount = ListingFormField()
  /// The number in stock; empty for 1.
  public let stock = ListingFormField()
  /// The currency of the prices.
  public var currency = Currency.krw {
    didSet { changed(.currency, \.currency, to: currency.rawValue) }
  }
  /// The fields beyond the contract.
  public var extra = ExtraFields() {
    didSet { changed(.extra, \.extra, to: extra) }
  }
  /// The photos, the first of which becomes the thumbnail.
  public private(set) var photos: [ListingFormPhoto] = []
  /// The number of photos that can still be added; 0 where photos cannot be changed, as in an edit.
  public private(set) var remainingPhotoCount = 0
  /// Whether photos are being prepared for upload.
  public private(set) var isAddingPhotos = false
  /// The error of the photos, once the user has touched them or tried to submit; of missing stored photos at once.
  public private(set) var photosError: ListingValidationError.Failure?

  @ObservationIgnored private let driver: ListingFormDriver

  /// Makes a form for a new listing, restoring its draft.
  /// - Parameters:
  ///   - market: The market to sell in.
  ///   - draft: The name of the draft (``Marketplace/drafts``).
  public convenience init(in market: Marketplace, draft: String = "new listing") {
    self.init(.new(draft: draft), market)
  }

  /// Makes a form that edits one of the account's own listings.
  /// - Parameters:
  ///   - id: The listing's number, the server's or one of this device's own.
  ///   - market: The market of the listing.
  public convenience init(editing id: Product.ID, in market: Marketplace) { self.init(.edit(id), market) }

  /// Makes a form that corrects a refused new listing or edit.
  /// - Parameters:
  ///   - submission: The refused submission.
  ///   - market: The market of the listing.
  public convenience init(correcting submission: Submission, in market: Marketplace) {
    self.init(.correction(submission), market)
  }

  private init(_ purpose: ListingFormPurpose, _ market: Marketplace) {
    driver = ListingFormDriver(purpose, in: market)
    for (key, field, text) in fields { field.onChange { [weak self] in self?.changed(key, text, to: $0) } }
    driver.start { [weak self] in self?.show() }
  }

  /// Prepares photos for upload, stores them on this device, and appends them.
  ///
  /// - Throws: `ListingValidationError` with `wrongCount` for more than ``remainingPhotoCount``, before any is read;
  ///   `ListingValidationError` for one that cannot be used; `SubmissionFailure` with `notPossible` in an edit; `StoreError`, with
  ///   `diskFull` when there is no room. Then none was added.
  public func addPhotos(_ uploads: [PhotoUpload]) async throws { try await driver.addPhotos(uploads) }

  /// Removes photos; invalid positions are ignored, as are photos that cannot be changed.
  public func removePhotos(at offsets: IndexSet) {
    driver.take { $0.changePhotos { $0.removed(at: offsets) } }
  }

  /// Moves photos before the one at `destination`, with the semantics of SwiftUI's `onMove`.
  public func movePhotos(from source: IndexSet, to destination: Int) {
    driver.take { $0.changePhotos { $0.moved(from: source, to: destination) } }
  }

  /// Waits until the newest draft is on disk. A suspension of the market does so by itself.
  ///
  /// - Throws: `StoreError`, with `diskFull` when there is no room.
  public func save() async throws { try await driver.save() }

  /// Deletes the draft and empties the form; for an edit, restores the listing's values.
  ///
  /// - Throws: `StoreError`. Then the draft is still there.
  public func discard() async throws { try await driver.discard() }

  /// Validates the form and enqueues the listing, or its changes.
  ///
  /// A second call while the first goes on waits for it, and one after it returns the same listing.
  ///
  /// - Returns: The listing, which is safe on this device; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with all errors, which the fields then show; `SubmissionFailure`, with
  ///   `notPossible` when nothing has changed; `StoreError`. Then the form can be submitted again.
  @discardableResult
  public func submit() async throws -> Listing { try await driver.submit() }

  private var fields:
    [(key: ListingField, field: ListingFormField, text: WritableKeyPath<ListingDraft, String>)]
  {
    [
      (.name, name, \.name), (.description, description, \.description), (.price, price, \.price),
      (.discount, discount, \.discount), (.stock, stock, \.stock),
    ]
  }

  private func changed<Value: Equatable>(
    _ field: ListingField, _ path: WritableKeyPath<ListingDraft, Value>, to value: Value
  ) {
    // The state has already what `show` puts into a property.
    guard driver.state.texts[keyPath: path] != value else { return }
    driver.take { $0.changed(field, path, to: value) }
  }

  /// Displays the state, property by property: whoever observes one may change the form at once.
  private func show() {
    var state: ListingFormState { driver.state }
    for (key, field, text) in fields { field.show(state.texts[keyPath: text], state.displayedErrors[key]) }
    let currency = Currency(rawValue: state.texts.currency)
    if self.currency != currency { self.currency = currency }
    if extra != state.texts.extra { extra = state.texts.extra }
    if photos != state.photos.list { photos = state.photos.list }
    if remainingPhotoCount != state.photos.remainingCount {
      remainingPhotoCount = state.photos.remainingCount
    }
    if isAddingPhotos != (state.photos.addingCount > 0) { isAddingPhotos.toggle() }
    if photosError != state.displayedErrors[.photos] { photosError = state.displayedErrors[.photos] }
    if !phase.isSame(as: state.phase) { phase = state.phase }
  }
}
