import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing

extension Submission {
  /// The listings that the user may choose from; `nil` when nothing is asked.
  var candidates: [Product]? {
    guard case .question(_, let candidates) = state else { return nil }
    return candidates
  }
}

extension TrialTime {
  /// What the outbox measures by.
  var uptime: Uptime {
    let (boot, elapsed) = sinceBoot
    return Uptime(boot: "\(boot)", elapsed: .milliseconds(Int64(elapsed * 1_000)))
  }
}

extension Trial {
  /// Responds to a question with what the ledger says.
  func tellTruth(about index: Int, _ submission: Submission) async throws {
    let intent = intents[index]
    countQuestion(intent)
    let market = fixture.markets[0]
    var number = effects(of: intent).last?.productID
    if intent.kind == .create {
      // Of equal listings nobody can say which is which: the user takes one that is not known yet.
      let equals = intents.filter { $0.kind == .create && isEqual($0.listing, intent.listing) }
      let made = equals.flatMap(effects).map(\.productID)
      number = nil
      for candidate in made where try await !market.store.isListing(candidate) {
        number = number ?? candidate
      }
    }
    guard let number else {
      note("the user says that \(submission.id) was not carried out")
      return try await market.submissions.resolve(submission.id, carriedOut: false)
    }
    note("the user says that \(submission.id) was carried out as \(number)")
    do {
      try await market.submissions.resolve(
        submission.id, carriedOut: true, as: intent.kind == .create ? number : nil)
    } catch let error as HTTPError where error.code == .notFound {
      note("  which is not there any more: the user leaves it open")
      try await market.submissions.discard(submission.id)
      intents[index].isGivenUp = true
    }
  }

  private func isEqual(_ first: Int, _ second: Int) -> Bool {
    listings[first].original == listings[second].original
  }

  private func countQuestion(_ intent: Intent) {
    intents[intents.firstIndex { $0.id == intent.id } ?? 0].questions += 1
    tally.questions += 1
    let listing = listings[intent.listing]
    if listing.foreignEquals == 0, !listing.isOtherwiseTouched, !hasDuplicate(intent.listing),
      !adversaries.contains(.ownMind)
    {
      tally.needlessQuestions += 1
      tally.needlessSeeds = [seed]
    }
  }
}
