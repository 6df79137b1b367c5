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
      return ListingFormContent(draft: try await market.drafts.load(key)?.draft ?? ListingDraft())
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
        throw SubmissionFailure(
          .notPossible, "Submission \(submission.id) is a deletion: it has no fields.")
      }
      return content
    }
  }

  /// Puts a form into the queue.
  /// - Throws: As of ``ListingFormModel/submit()``.
  func submit(
    _ listing: NewListing, _ draft: ListingDraft, from content: ListingFormContent, in market: Marketplace
  ) async throws -> Listing {
    switch self {
    case .new(let key): return try await market.sell(listing, stored: draft.photos, replacing: key)
    case .edit(let id):
      let changes = content.changes(to: listing, in: draft)
      guard changes != ProductChanges() else {
        throw SubmissionFailure(.notPossible, "Nothing has been changed.")
      }
      let listing = try await market.edit(id, changes, seen: content.product)
      // A draft that stays nevertheless holds nothing that the listing does not have.
      if let draftKey { _ = try? await market.drafts.delete(draftKey) }
      return listing
    case .correction(let submission):
      let write: PendingWrite
      switch submission.write {
      case .create: write = .create(listing, photos: draft.photos)
      case .edit(let earlier, let base):
        write = .edit(earlier.applying(content.changes(to: listing, in: draft)), base: base)
      case .delete: write = .delete
      }
      let sent = try await market.submissions.resubmit(submission.id, edited: write)
      let product = try? await market.product(sent.productID, policy: .cacheOnly).value
      return Listing(submission: sent, product: product, submissions: market.submissions)
    }
  }
}
