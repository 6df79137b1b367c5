import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import OpenMarketStore

/// One attempt of one submission.
///
/// Whether an earlier attempt had its effect is known in three ways only: the server's response to it, a lookup at the
/// server, the user. So an attempt that may follow another one checks first, unless the server performs both once; and
/// one that is refused looks afterwards.
struct SubmissionSenderRun {
  let sender: SubmissionSender
  let claim: Claim
  /// Whether an attempt may have had its effect that is not known of.
  var indeterminacy: Indeterminacy
  var isBegun = false
  private(set) var key: String

  /// Says that an earlier request may still be on its way.
  struct Unsettled: Error {}

  /// The error when the server responded with another listing.
  struct WrongResponse: Error {
    var message: String
  }

  init(sender: SubmissionSender, claim: Claim) {
    (self.sender, self.claim) = (sender, claim)
    indeterminacy = claim.indeterminacy
    key = claim.submission.idempotencyKey
  }

  var id: Submission.ID { claim.submission.id }
  var product: Product.ID { claim.submission.productID }
  var kind: PendingWrite.Kind { claim.submission.write.kind }

  var machine: SubmissionMachine {
    SubmissionMachine(
      backoff: sender.configuration.backoff, claim: claim,
      attempts: claim.submission.attempts + (kind == .create ? 1 : 0), indeterminacy: indeterminacy)
  }

  mutating func deliver() async -> Delivery {
    do {
      guard claim.isReadable else {
        return await refused(
          SubmissionFailure(
            .unreadable, "Another version of the app wrote this submission: update the app, or discard it."))
      }
      switch claim.submission.write {
      case .create(let draft, let photos): return try await create(draft, photos)
      case .edit(let changes, let base): return try await edit(changes, base)
      case .delete: return try await delete()
      }
    } catch {
      return await failed(error)
    }
  }

  /// The write has had its effect: the listing as it is now, `nil` when it is not there any more.
  func accepted(_ server: Product?) -> Delivery {
    Delivery(verdict: machine.accepted(server), effect: server.map { .save($0) } ?? .remove(product))
  }

  /// Writes down that the first byte is about to be sent.
  ///
  /// Edits and deletions are begun when they are claimed, so this is for new listings, and for another key.
  mutating func begin(baseline: Product.ID? = nil) async throws {
    let isNew = indeterminacy == .none
    if kind == .create || claim.indeterminacy != .none {
      let renewsKey = isNew && claim.indeterminacy > .responseLost
      let newKey = renewsKey ? UUID.random().uuidString : nil
      let beginning = try await sender.store.begin(
        id, queuedAt: claim.submission.createdAt, as: sender.holder.name, baseline: baseline, key: newKey,
        isNew: isNew, uptime: sender.time.uptime())
      guard beginning == .begun else { throw beginning }
      key = newKey ?? key
    }
    isBegun = true
  }
}
