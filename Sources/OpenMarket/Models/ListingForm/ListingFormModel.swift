public import Observation
public import OpenMarketAPI
import OpenMarketHTTP
public import OpenMarketStore

/// A form for a new listing, an edit, or the correction of a refused one.
///
/// ```swift
/// @State private var form = ListingFormModel(in: market)
///
/// TextField("Name", text: Bindable(form.name).text)
/// if let error = form.name.error { Text(error.message) }
/// PhotosPicker("Photos", selection: $picked, maxSelectionCount: form.remainingPhotoCount)
/// Button("Sell") { Task { try await form.submit() } }
/// ```
///
/// A new listing or an edit is saved as a draft at every keystroke, and restored when the form is opened the next
/// time. For an edit, only changed fields are restored, over the listing's state at that time.
@MainActor @Observable
public final class ListingFormModel {
  /// The phase of a form.
  public enum Phase: Sendable {
    /// The draft, or the listing to be edited, is being read.
    case loading
    /// The form can be filled in.
    case editing
    /// The listing is being enqueued.
    case submitting
    /// The listing is saved on this device and pending.
    case submitted(Listing)
    /// The listing to be edited could not be read.
    case failed(any Error)
  }

  /// The present phase.
  public internal(set) var phase = Phase.loading
  /// The title.
  public let name = ListingFormField()
  /// The description.
  public let description = ListingFormField()
  /// The price, such as `45,000`; empty for 0.
  public let price = ListingFormField()
  /// The discount, as an amount; empty for none.
  public let discount = ListingFormField()
  /// The number in stock; empty for 1.
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
  /// The number of photos that can still be added; 0 where photos cannot be changed, as in an edit.
  public internal(set) var remainingPhotoCount = 0
  /// Whether photos are being prepared for upload.
  public internal(set) var isAddingPhotos = false
  /// The error of the photos, once the user has touched them or tried to submit; of missing stored photos at once.
  public internal(set) var photosError: ListingValidationError.Failure?

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

  /// Validates the form and enqueues the listing, or its changes.
  ///
  /// A second call while the first goes on waits for it, and one after it returns the same listing.
  ///
  /// - Returns: The listing, which is safe on this device; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with all errors, which the fields then show; `SubmissionFailure`, with
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
