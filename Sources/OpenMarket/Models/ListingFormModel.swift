public import Foundation
public import Observation
public import OpenMarketAPI
public import OpenMarketStore

/// A form for a listing: a new one, an edit, or the correction of one that the server has refused.
///
/// ```swift
/// @State private var form = ListingFormModel(in: market)
///
/// TextField("Name", text: $form.name.text)
/// if let error = form.name.error { Text(error) }
/// PhotosPicker("Photos", selection: $picked, maxSelectionCount: form.remainingPhotoCount)
/// Button("Sell") { Task { try await form.submit() } }
/// ```
///
/// A new listing is saved as a draft with every keystroke, and is there again when the form is opened the next time.
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
    /// What was to be edited could not be read.
    case failed(any Error)
  }

  /// How far it has come.
  public private(set) var phase = Phase.loading
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
  public var currency = Currency.krw
  /// The photos, the first of which becomes the thumbnail.
  public private(set) var photos: [ListingFormPhoto] = []
  /// How many more photos fit; 0 where photos cannot be changed, as in an edit.
  public private(set) var remainingPhotoCount = 0
  /// What is wrong with the photos, once somebody has touched them or tried to submit.
  public private(set) var photosError: String?

  /// Begins a new listing, or goes on with its draft.
  /// - Parameters:
  ///   - market: Where it is listed.
  ///   - draft: The name of the draft (``Marketplace/drafts``).
  public init(in market: Marketplace, draft: String = "new listing") {}

  /// Edits one of the account's own listings.
  /// - Parameters:
  ///   - id: The listing's number, the server's or one of this device's own.
  ///   - market: Where it is.
  public init(editing id: Product.ID, in market: Marketplace) {}

  /// Corrects a new listing or an edit that the server has refused.
  /// - Parameters:
  ///   - submission: The refused submission.
  ///   - market: Where it is.
  public init(correcting submission: Submission, in market: Marketplace) {}

  /// Makes photos fit for upload, stores them on this device, and puts them behind the others.
  ///
  /// - Throws: `ListingValidationError` with `wrongCount` when more come than ``remainingPhotoCount``, before any is read;
  ///   `ListingValidationError` for one that cannot be used; `StoreError`, with `diskFull` when there is no room. Then none was
  ///   added.
  public func addPhotos(_ uploads: [PhotoUpload]) async throws {}

  /// Takes photos away; positions that there are not are left aside.
  public func removePhotos(at offsets: IndexSet) {}

  /// Moves photos to the place before the one that is now at `destination`, as SwiftUI's `onMove` says it.
  public func movePhotos(from source: IndexSet, to destination: Int) {}

  /// Returns when the newest draft is on the disk; call it when the app goes into the background.
  ///
  /// - Throws: `StoreError`, with `diskFull` when there is no room.
  public func save() async throws {}

  /// Throws the draft away and empties the form; of an edit, puts back what was there.
  ///
  /// - Throws: `StoreError`.
  public func discard() async throws {}

  /// Checks everything and puts the listing, or what has changed of it, into the queue.
  ///
  /// - Returns: The listing, which is safe on this device; see ``Marketplace/sell(_:photos:)``.
  /// - Throws: `ListingValidationError` with everything that is wrong, which the fields show then; `SubmissionFailure`,
  ///   `StoreError`. Then the form can be submitted again.
  @discardableResult
  public func submit() async throws -> Listing { throw CancellationError() }
}
