import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore

/// The use of a form: where its contents come from, and where they go.
enum ListingFormPurpose: Sendable {
  /// A new listing, saved under this name while it is typed.
  case new(draft: String)
  /// Changes of a listing.
  case edit(Product.ID)
  /// Another attempt with what the server has refused.
  case correction(Submission)

  /// The name under which the contents are saved while they are typed.
  var draftKey: String? {
    switch self {
    case .new(let key): key
    case .edit(let id): ListingDraft.editKey(id.rawValue)
    case .correction: nil
    }
  }

  /// Reads what a form of this use begins with.
  /// - Throws: `HTTPError`, `StoreError`, `SubmissionFailure`, `CancellationError`.
  func content(in market: Marketplace) async throws -> ListingFormContent {
    switch self {
    case .new(let key):
      let saved = try await market.drafts.load(key)?.draft
      return ListingFormContent(draft: saved ?? ListingDraft(), saved: saved)
    case .edit(let id):
      let product = try await market.product(id)
      let saved = if let draftKey { try await market.drafts.load(draftKey) } else { SavedDraft?.none }
      return ListingFormContent(editing: product, begun: saved?.draft)
    case .correction(let submission):
      var content = ListingFormContent()
      let faults = submission.failure?.fields ?? [:]
      content.refused = Dictionary(
        uniqueKeysWithValues: faults.map { (ListingField(rawValue: $0.key), $0.value) })
      switch submission.write {
      case .create(let listing, let photos): content.draft = ListingDraft(listing, photos: photos)
      case .edit(let changes, _):
        let product = try await market.product(submission.productID)
        let refused = content.refused
        content = ListingFormContent(editing: product)
        content.draft = ListingDraft(product.value.applying(changes))
        (content.earlier, content.refused) = (changes, refused)
      case .delete:
        throw SubmissionFailure(.notPossible, "Submission \(submission.id) is a deletion: it has no fields.")
      }
      return content
    }
  }

  /// Returns the contents of a discarded form that began with `content`.
  func beginning(of content: ListingFormContent) -> ListingFormContent {
    switch self {
    case .new: ListingFormContent()
    case .edit: content.unedited.map { ListingFormContent(editing: $0) } ?? content
    case .correction: content
    }
  }

  /// Puts a form into the queue, and deletes its draft as it was saved last, which another form may have replaced.
  /// - Throws: As of ``ListingFormModel/submit()``.
  func submit(
    _ request: ListingFormRequest, saved: ListingDraft?, in market: Marketplace
  ) async throws -> Listing {
    switch self {
    case .new(let key):
      return try await market.sell(
        request.listing, stored: request.photos, replacing: saved.map { (key, $0) })
    case .edit(let id):
      guard request.changes != ProductChanges() else {
        throw SubmissionFailure(.notPossible, "Nothing has been changed.")
      }
      let listing = try await market.edit(id, request.changes, seen: request.seen)
      // A draft that stays nevertheless holds nothing that the listing does not have.
      if let draftKey, let saved { _ = try? await market.store.deleteDraft(draftKey, ifStill: saved) }
      return listing
    case .correction(let submission):
      let write: PendingWrite
      switch submission.write {
      case .create: write = .create(request.listing, photos: request.photos)
      case .edit(let earlier, let base): write = .edit(earlier.applying(request.changes), base: base)
      case .delete: write = .delete
      }
      let sent = try await market.submissions.resubmit(submission.id, edited: write)
      let product = try? await market.product(sent.productID, policy: .cacheOnly).value
      return Listing(submission: sent, product: product, submissions: market.submissions)
    }
  }
}

/// The contents of a form that are to be submitted, without any error.
struct ListingFormRequest: Sendable {
  /// The whole listing.
  var listing: NewListing
  /// Its stored photos; none in an edit.
  var photos: [StoredPhoto]
  /// The changes that make it of the edited listing.
  var changes: ProductChanges
  /// The edited listing, as the user saw it when the edit began.
  var seen: Stamped<Product>?
}

extension Marketplace {
  /// Returns those of the stored photos whose files are gone or damaged.
  func missingPhotos(_ photos: [StoredPhoto]) async -> Set<StoredPhoto> {
    var missing: Set<StoredPhoto> = []
    for photo in photos {
      do {
        _ = try await store.checkedPhoto(photo)
      } catch is SubmissionFailure {
        missing.insert(photo)
      } catch {
        // The store says so itself when the form is submitted.
      }
    }
    return missing
  }
}
