public import Observation
public import OpenMarketAPI
public import OpenMarketStore

/// A form for a new listing, an edit, or the correction of a refused one.
///
/// ```swift
/// @State private var form: ListingFormModel?
/// ZStack { … }.onAppear { if form == nil { form = ListingFormModel(in: market) } }
/// TextField("Name", text: Bindable(form.name).text)
/// if let error = form.name.error { Text(error.koreanText) }
/// PhotosPicker("Photos", selection: $picked, maxSelectionCount: form.remainingPhotoCount)
///   .disabled(form.remainingPhotoCount == 0)  // to the picker 0 is no limit
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
  /// Whether ``submit()`` would enqueue the form as it is: no field has an error, displayed or not, no photos are being added, and an
  /// edit changes something.
  ///
  /// A button that is disabled until then does not say why: an attempt to submit displays all errors.
  public private(set) var canSubmit = false
  /// The error of the photos, once the user has touched them or tried to submit; of missing stored photos at once.
  public private(set) var photosError: ListingValidationError.Failure?

  let purpose: ListingFormPurpose
  let market: Marketplace
  let autosave: DraftAutosave?
  /// The values that the properties display.
  @ObservationIgnored private(set) var state: ListingFormState
  @ObservationIgnored var loading: Task<Void, Never>?
  /// The calls that add photos, the latest last.
  @ObservationIgnored var adding: [Task<Void, any Error>] = []
  @ObservationIgnored var submitting: Task<Listing, any Error>?
  private let tasks = ModelTasks()

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
    (self.purpose, self.market) = (purpose, market)
    autosave = purpose.draftKey.map { market.drafts.autosave($0) }
    state = ListingFormState(folder: market.store.folder)
    for (key, field, text) in fields { field.onChange { [weak self] in self?.changed(key, text, to: $0) } }
    loading = tasks.add { [weak self, purpose, market] in
      do {
        let content = try await purpose.content(in: market)
        let missing = await market.missingPhotos(content.draft.photos)
        self?.take { $0.began(with: content, missing: missing) }
      } catch {
        if !Task.isCancelled { self?.take { $0.failed(error) } }
      }
    }
  }

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
    guard state.texts[keyPath: path] != value else { return }
    take { $0.changed(field, path, to: value) }
  }

  /// Takes an event, and saves the draft when that is due.
  @discardableResult
  func take<Value>(_ event: (inout ListingFormState) throws -> Value) rethrows -> Value {
    let version = state.draftVersion
    defer {
      show()
      if state.draftVersion != version { autosave?.update(state.draft) }
    }
    return try event(&state)
  }

  /// Displays the state, property by property: whoever observes one may change the form at once.
  private func show() {
    for (key, field, text) in fields { field.show(state.texts[keyPath: text], state.displayedErrors[key]) }
    let currency = Currency(rawValue: state.texts.currency)
    if self.currency != currency { self.currency = currency }
    if extra != state.texts.extra { extra = state.texts.extra }
    if photos != state.photos.list { photos = state.photos.list }
    if remainingPhotoCount != state.photos.remainingCount {
      remainingPhotoCount = state.photos.remainingCount
    }
    if canSubmit != state.canSubmit { canSubmit = state.canSubmit }
    if isAddingPhotos != (state.photos.addingCount > 0) { isAddingPhotos.toggle() }
    if photosError != state.displayedErrors[.photos] { photosError = state.displayedErrors[.photos] }
    if phase != state.phase { phase = state.phase }
  }
}
