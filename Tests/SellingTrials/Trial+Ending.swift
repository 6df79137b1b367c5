import Foundation
import OpenMarket
import OpenMarketMock

/// The end of a schedule: no more faults, and a user who responds to what is asked.
extension Trial {
  func calmDown() async throws {
    for outbox in outboxes { outbox.driver.abandon() }
    guard beginning != nil else { return }
    for round in 0..<40 {
      try await pass(200)
      let process = round % 2
      outboxes[process] = fixture.markets[process].makeOutbox()
      await outboxes[process].driver.retryAll()
      await deliver(process)
      let isSettled = try await !fixture.markets[0].store.hasDeliverableSubmissions()
      if try await !decideAll(), isSettled { return }
    }
  }

  /// - Returns: Whether there was anything to be done.
  private func decideAll() async throws -> Bool {
    let market = fixture.markets[0]
    var isBusy = false
    for submission in try await submissions() {
      guard let index = intentOfSubmission[submission.id], intents[index].id == submission.id else {
        continue
      }
      switch submission.state {
      case .conflict:
        // Whose values hold does not matter here, only that the field is settled.
        note("the user keeps theirs in \(submission.id)")
        try await market.submissions.resolve(submission.id, keepingMine: false)
        listings[intents[index].listing].foreignFields.formUnion(["price", "stock"])
        isBusy = true
      case .refused(let failure):
        if try await sendAgain(index, failure) { isBusy = true }
      case _ where submission.candidates != nil:
        try await tellTruth(about: index, submission)
        isBusy = true
      default: break
      }
    }
    return isBusy
  }

  /// Sends what was refused again, as long as that can help.
  private func sendAgain(_ index: Int, _ failure: SubmissionFailure) async throws -> Bool {
    let intent = intents[index]
    if failure.code == .gone, isGone(intent) { return false }
    guard intent.resubmissions < 3, effects(of: intent).isEmpty else { return false }
    intents[index].resubmissions += 1
    tally.refusals += 1
    if failure.code == .photoDamaged { try await addPhotosAgain(intent.listing) }
    note("refused: \(failure)")
    try await resubmit(index, fixture.markets[0], edited: nil)
    return true
  }

  /// Whether the listing may well be gone or sold.
  func isGone(_ intent: Intent) -> Bool {
    let listing = listings[intent.listing]
    return listing.isOtherwiseTouched
      || intents.contains { $0.kind == .delete && $0.listing == intent.listing && !effects(of: $0).isEmpty }
  }

  /// Whether another listing of the user is equal to it, or was.
  func hasDuplicate(_ index: Int) -> Bool {
    listings.indices.contains { $0 != index && listings[$0].original == listings[index].original }
  }

  /// A photo that the user gave exists for as long as it may be needed.
  func checkPhotos() async throws {
    let store = fixture.markets[0].store
    let known = Dictionary(uniqueKeysWithValues: try await submissions().map { ($0.id, $0) })
    for intent in intents where intent.kind == .create && !listings[intent.listing].hasDamagedPhoto {
      guard let submission = known[intent.id], submission.needsPhotos else { continue }
      for photo in listings[intent.listing].stored {
        do {
          _ = try await store.photo(photo)
        } catch let failure as SubmissionFailure {
          report(.photoLost, "\(intent.id): \(failure.message)")
        }
      }
    }
  }
}

extension Submission {
  fileprivate var needsPhotos: Bool {
    switch state {
    case .accepted, .cancelled, .discarded: false
    default: true
    }
  }
}
