public import Observation
public import OpenMarketAPI
import OpenMarketHTTP
public import OpenMarketStore

/// A form for a listing: a new one, an edit, or the correction of one that the server has refused.
///
/// ```swift
/// @State private var form = ListingFormModel(in: market)
///
/// TextField("Name", text: Bindable(form.name).text)
/// if let error = form.name.error { Text(error) }
/// PhotosPicker("Photos", selection: $picked, maxSelectionCount: form.remainingPhotoCount)
/// Button("Sell") { Task { try await form.submit() } }
/// ```
///
/// A new listing or an edit is saved as a draft with every keystroke, and is there again when the form is opened the next
/// time. Of an edit only the changed fields are, over what the listing is by then.
@MainActor @Observable
public final class ListingFormModel {
  /// How far a form has come.
  public enum Phase: Sendable {
    /// The draft, or the listing to be edited, is being read.
    case loading
    /// The form can be filled in.
    case editing
    /// It is being put into the queue.
    case submitting
    /// It is safe on this device and on its way.
    case submitted(Listing)
    /// The listing to be edited could not be read.
    case failed(any Error)
  }

  /// How far it has come.
  public internal(set) var phase = Phase.loading
  /// The title.
  public let name = ListingFormField()
  /// The description.
  public let description = ListingFormField()
  /// The price, such as `45,000`; empty for 0.
  public let price = ListingFormField()
  /// The amount taken off the price; empty for nothing.
  public let discount = ListingFormField()
  /// How many there are; empty for 1.
  public let stock = ListingFormField()
  /// The currency of the prices.
  public var currency = Currency.krw {
    didSet { if currency != oldValue, !isRestoring { changed(.currency) } }
  }
  /// The fields beyond the contract.
  public var extra = ExtraFields() {
    didSet { if extra != oldValue, !isRestoring { changed(.extra) } }
  }
  /// The photos, the first of which becomes the thumbnail.
  public internal(set) var photos: [ListingFormPhoto] = []
  /// How many more photos fit; 0 where photos cannot be changed, as in an edit.
  public internal(set) var remainingPhotoCount = 0
  /// Whether photos are being made fit for upload.
  public internal(set) var isAddingPhotos = false
  /// The fault of the photos, once somebody has touched them or tried to submit; that of stored ones that are gone at once.
  public internal(set) var photosError: String?

  @ObservationIgnored let market: Marketplace
  @ObservationIgnored let purpose: ListingFormPurpose
  @ObservationIgnored let autosave: DraftAutosave?
  @ObservationIgnored let tasks = ModelTasks()
  @ObservationIgnored var content: ListingFormContent?
  @ObservationIgnored var errors = ListingFormErrors()
  @ObservationIgnored var loading: Task<Void, Never>?
  @ObservationIgnored var adding = ListingFormAdding()
  @ObservationIgnored var submitting: Task<Listing, any Error>?
  @ObservationIgnored var isRestoring = false

  /// Begins a new listing, or goes on with its draft.
  /// - Parameters:
  ///   - market: Where it is listed.
  ///   - draft: The name of the draft (``Marketplace/drafts``).
  public convenience init(in market: Marketplace, draft: String = "new listing") {
    self.init(.new(draft: draft), market)
  }

  /// Edits one of the account's own listings.
  /// - Parameters:
  ///   - id: The listing's number, the server's or one of this device's own.
  ///   - market: Where it is.
  public convenience init(editing id: Product.ID, in market: Marketplace) { self.init(.edit(id), market) }

  /// Corrects a new listing or an edit that the server has refused.
  /// - Parameters:
  ///   - submission: The refused submission.
  ///   - market: Where it is.
  public convenience init(correcting submission: Submission, in market: Marketplace) {
    self.init(.correction(submission), market)
  }

  private init(_ purpose: ListingFormPurpose, _ market: Marketplace) {
    (self.purpose, self.market) = (purpose, market)
    autosave = purpose.draftKey.map { market.drafts.autosave($0) }
    for (key, field, _) in fields { field.onChange { [weak self] in self?.changed(key) } }
    loading = tasks.add { [weak self] in
      do {
        let content = try await purpose.content(in: market)
        let missing = await market.missingPhotos(content.draft.photos)
        self?.begin(with: content, missing: missing)
      } catch {
        if !Task.isCancelled { self?.phase = .failed(error) }
      }
    }
  }

  /// Returns when the newest draft is on the disk; call it when the app goes into the background.
  ///
  /// - Throws: `StoreError`, with `diskFull` when there is no room.
  public func save() async throws { try await autosave?.flush() }

  /// Throws the draft away and empties the form; of an edit, puts back what was there.
  ///
  /// - Throws: `StoreError`. Then the draft is still there.
  public func discard() async throws {
    await loading?.value
    await adding.last?.value
    guard case .editing = phase, let content else { return }
    let beginning =
      switch purpose {
      case .new: ListingFormContent()
      case .edit: content.unedited.map { ListingFormContent(editing: $0) } ?? content
      case .correction: content
      }
    let missing = await market.missingPhotos(beginning.draft.photos)
    errors = ListingFormErrors(refused: beginning.refused)
    begin(with: beginning, missing: missing)
    guard let key = purpose.draftKey else { return }
    try? await autosave?.flush()
    try await market.drafts.delete(key)
  }

  /// Checks everything and puts the listing, or the changes of it, into the queue.
  ///
  /// A second call while the first goes on waits for it, and one after it returns the same listing.
  ///
  /// - Returns: The listing, which is safe on this device; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with everything that is wrong, which the fields show then; `SubmissionFailure`, with
  ///   `notPossible` when nothing has changed; `StoreError`. Then the form can be submitted again.
  @discardableResult
  public func submit() async throws -> Listing {
    if let submitting { return try await submitting.value }
    let task = Task { try await enqueue() }
    submitting = task
    do {
      return try await task.value
    } catch {
      submitting = nil
      throw error
    }
  }
}
