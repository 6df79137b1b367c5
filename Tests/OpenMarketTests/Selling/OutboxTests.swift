import Foundation
import HTTPTypes
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// The outbox as it sends by itself, on a clock that stands still.
@Suite(.serialized, .timeLimit(.minutes(5))) struct OutboxTests {
  /// Waits until the submission is in a state that `isWanted`.
  private func state(
    _ market: Marketplace, _ id: Submission.ID, _ isWanted: (Submission.State) -> Bool
  ) async throws -> Submission.State {
    for try await submission in market.submissions.updates(of: id) {
      if let state = submission?.state, isWanted(state) { return state }
    }
    throw CancellationError()
  }

  /// Lets time pass until something `isReached`, but not while a write is being sent.
  ///
  /// By the second, as often as it takes: the outbox counts a delay from when it begins to wait, which a busy machine may do
  /// after any of them.
  /// - Returns: How many seconds have passed.
  @discardableResult
  private func pass(
    _ test: TestMarket, _ market: Marketplace, until isReached: () -> Bool
  ) async throws -> Int {
    var seconds = 0
    try await eventually {
      if isReached() { return true }
      if test.clock.sleeperCount > 0, market.outbox.state.sendingCount == 0 {
        test.wait(1)
        test.clock.advance(by: .seconds(1))
        seconds += 1
      }
      for _ in 0..<10 { await giveWay() }
      return false
    }
    return seconds
  }

  @Test("a queue that the network has stalled resumes by itself soon after it is back, with no new write")
  func stalled() async throws {
    let test = try TestMarket(products: 3)
    test.network = .down
    let market = try test.open { $0.http.time.jitter = { 1 } }
    let listing = try await market.sell(.chair, photos: [.pixel])
    var retryAt = Date.distantPast
    for _ in 0..<5 {
      // Each attempt that fails holds the queue up for longer.
      try await pass(test, market) { market.outbox.state.retryAt.map { $0 > retryAt } ?? false }
      retryAt = try #require(market.outbox.state.retryAt)
      #expect(retryAt <= test.now + 30, "the longest delay")
      _ = try await state(market, listing.submission.id) {
        if case .waiting(_, let failure) = $0 { failure.code == .unreachable } else { false }
      }
    }
    test.network = .up
    let seconds = try await pass(test, market) { test.mock.ledger.count == 1 }
    #expect(seconds < 3_000, "not an hour later")
    #expect(try await listing.value.id == 4)
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("a response to anybody says that the network is back, and pending writes are sent at once")
  func networkReturns() async throws {
    let test = try TestMarket(products: 3)
    test.network = .down
    let market = try test.open { $0.http.time.jitter = { 1 } }
    let listing = try await market.sell(.chair, photos: [.pixel])
    _ = try await state(market, listing.submission.id) { if case .waiting = $0 { true } else { false } }
    try await eventually { market.outbox.state.retryAt != nil }
    test.network = .up
    _ = try await market.products(page: 1, policy: .networkOnly)
    #expect(try await listing.value.id == 4)
    try await market.close()
  }

  @Test("a delivery that begins the sending tries each write once", arguments: 1...20)
  func triesOnce(round: Int) async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.disconnect, on: .init(.post)))
    let market = try test.open {
      $0.outbox.startsByItself = false
      $0.outbox.settlingTime = .zero
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    #expect(try await market.outbox.deliver().map(\.id) == [listing.submission.id])
    #expect(test.mock.requestLog.count { $0.method == .post } == 1)
    try await market.close()
  }

  @Test("a write of another process is noticed and sent")
  func otherProcess() async throws {
    let test = try TestMarket(products: 3)
    let sender = try test.open()
    let other = try test.open { $0.outbox.startsByItself = false }
    let listing = try await other.sell(.chair, photos: [.pixel])
    #expect(try await listing.value.id == 4)
    try await other.close()
    try await sender.close()
  }

  @Test("what is accepted can be asked for after a relaunch, and pending writes are sent then")
  func relaunch() async throws {
    let test = try TestMarket(products: 3)
    var market = try test.open { $0.outbox.startsByItself = false }
    let first = try await market.sell(.named("first"), photos: [.pixel])
    try await market.outbox.flush()
    await market.outbox.stop()
    let second = try await market.sell(.named("second"), photos: [.pixel])
    try await market.close()
    market = try test.open()
    #expect(try await market.submissions.outcome(of: first.submission.id)?.name == "first")
    #expect(try await market.submissions.outcome(of: second.submission.id)?.name == "second")
    #expect(test.mock.ledger.map(\.kind) == [.created, .created])
    try await market.close()
  }

  @Test("what the server refuses is kept with the text, blocks nothing, and can be corrected")
  func deadLetter() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post)))
    let market = try test.open { $0.outbox.concurrency = 1 }
    let bad = try await market.sell(.named("bad one"), photos: [.pixel])
    let good = try await market.sell(.named("good one"), photos: [.pixel])
    #expect(try await good.value.name == "good one")
    await #expect(throws: SubmissionFailure.self) { try await bad.value }
    let kept = try #require(try await market.submissions.list().first)
    guard case .create(var draft, let photos) = kept.write, case .refused(let failure) = kept.state else {
      Issue.record("\(kept)")
      return
    }
    #expect(failure.status == 400 && draft.name == "bad one")
    draft.name = "better one"
    try await market.submissions.resubmit(kept.id, edited: .create(draft, photos: photos))
    #expect(try await bad.value.name == "better one")
    #expect(test.mock.ledger.count == 2)
    try await market.close()
  }

  @Test("what is discarded can be brought back for ten minutes of passing time, wherever the calendar is set")
  func discardRetention() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post)))
    var market = try test.open { $0.outbox.startsByItself = false }
    let id = try await market.sell(.chair, photos: [.pixel]).submission.id
    try await market.outbox.flush()
    try await market.submissions.discard(id)
    /// Whether it is still there after the launch of another process.
    func outlivesLaunch() async throws -> Bool {
      try await market.close()
      market = try test.open { $0.outbox.startsByItself = false }
      try await market.outbox.flush()
      return try await market.store.submission(id) != nil
    }
    for years in [10.0, -20] {
      test.setCalendar(by: years * 365 * 86_400)
      #expect(try await outlivesLaunch(), "\(years) years")
    }
    test.wait(599)
    #expect(try await outlivesLaunch())
    try await market.submissions.undoDiscard(id)
    try await market.submissions.discard(id)
    test.wait(599)
    #expect(try await outlivesLaunch(), "counted from the last time")
    test.wait(1)
    #expect(try await outlivesLaunch() == false)
    try await market.close()
  }

  @Test("an equal listing that waits for an open question is sent by itself once that is discarded")
  func discardedQuestion() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    test.mock.addFault(Fault(.disconnect, on: .init(.get, "/images/**"), times: 1_000))
    let market = try test.open { $0.http.time.jitter = { 0 } }
    let first = try await market.sell(.chair, photos: [.pixel])
    _ = try await state(market, first.submission.id) { if case .question = $0 { true } else { false } }
    let second = try await market.sell(.chair, photos: [.pixel])
    // It is claimed, and put back because of the first one.
    for _ in 0..<2_000 { await giveWay() }
    try await market.submissions.discard(first.submission.id)
    #expect(try await second.value.id == 5)
    try await market.close()
  }

  @Test("what is refused is corrected with the changes that a form has")
  func corrected() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post), times: 2))
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.patch)))
    let market = try test.open()
    let listing = try await market.sell(.named("bad one"), photos: [.pixel])
    await #expect(throws: SubmissionFailure.self) { try await listing.value }
    var again = try await market.submissions.resubmit(
      listing.submission.id, edited: ProductChanges(name: "better one", price: 2_000))
    await #expect(throws: SubmissionFailure.self) { try await market.submissions.outcome(of: again.id) }
    again = try await market.submissions.resubmit(again.id, edited: ProductChanges(price: 3_000))
    let product = try #require(try await market.submissions.outcome(of: again.id))
    #expect(product.name == "better one" && product.price == 3_000 && product.images?.count == 1)

    let edit = try await market.edit(listing.id, ProductChanges(name: "best one", price: 4_000))
    await #expect(throws: SubmissionFailure.self) { try await edit.value }
    await #expect(throws: ListingValidationError.self) {
      try await market.submissions.resubmit(edit.submission.id, edited: ProductChanges(price: -5))
    }
    again = try await market.submissions.resubmit(edit.submission.id, edited: ProductChanges(price: 5_000))
    let edited = try #require(try await market.submissions.outcome(of: again.id))
    #expect(edited.name == "best one" && edited.price == 5_000)
    await #expect(throws: SubmissionFailure.self) {
      try await market.submissions.resubmit(again.id, edited: ProductChanges(price: 1))
    }
    try await market.close()
  }

  @Test("an outbox that is stopped and started while the market is suspended sends once that is resumed")
  func restartedWhileSuspended() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    await market.outbox.stop()
    market.outbox.start()
    await market.resume()
    #expect(try await market.sell(.chair, photos: [.pixel]).value.id == 4)
    try await market.close()
  }

  @Test("without valid credentials nothing is dropped; with new ones it is sent")
  func unauthorized() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.status(.unauthorized), on: .init(.post), times: 1))
    let market = try test.open()
    let listing = try await market.sell(.chair, photos: [.pixel])
    _ = try await state(market, listing.submission.id) { if case .unauthorized = $0 { true } else { false } }
    try await eventually { market.outbox.state.isUnauthorized }
    market.outbox.driver.credentialsChanged()
    #expect(try await listing.value.id == 4)
    try await market.close()
  }

  @Test("an edit that was made long ago asks the server first: price asks, texts are merged, sold is gone")
  func conflicts() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let mine = try await market.sell(.chair, photos: [.pixel])
    try await market.outbox.flush()
    await market.outbox.stop()
    let id = try await mine.value.id
    let edit = try await market.edit(id, ProductChanges(name: "더 좋은 의자", price: 30_000))
    _ = try await market.client.edit(id, ProductChanges(description: "다른 기기에서 고친 설명입니다.", price: 20_000))
    test.wait(120)
    try await market.outbox.flush()
    guard case .conflict(let conflicts)? = try await market.store.submission(edit.submission.id)?.state
    else {
      Issue.record("no conflict")
      return
    }
    let price = FieldConflict(
      .price, base: 45_000, mine: 30_000, theirs: 20_000, myCurrency: .krw, theirCurrency: .krw)
    #expect(conflicts == [price])
    try await market.submissions.resolve(edit.submission.id, keepingMine: true)
    let product = try await edit.value
    #expect(product.price == 30_000 && product.name == "더 좋은 의자")
    #expect(product.description == "다른 기기에서 고친 설명입니다.")

    await market.outbox.stop()
    let late = try await market.edit(id, ProductChanges(price: 1))
    _ = try await market.client.markSold(id)
    test.wait(120)
    try await market.outbox.flush()
    await #expect { try await late.value } throws: { ($0 as? SubmissionFailure)?.code == .gone }
    try await market.close()
  }

  @Test("a listing that the response hides is found again instead of being listed twice, without keys")
  func reconciles() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    let market = try test.open { $0.http.time.jitter = { 0 } }
    let listing = try await market.sell(.chair, photos: [.pixel])
    #expect(try await listing.value.id == 4)
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test(
    "a photo that cannot be fetched for a moment makes the lookup wait, and one for ever asks the user",
    arguments: [3, 1_000])
  func photoUnavailable(failures: Int) async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    test.mock.addFault(Fault(.disconnect, on: .init(.get, "/images/**"), times: failures))
    let market = try test.open { $0.http.time.jitter = { 0 } }
    let listing = try await market.sell(.chair, photos: [.pixel])
    if failures == 3 {
      #expect(try await listing.value.id == 4)
    } else {
      let state = try await state(market, listing.submission.id) {
        if case .question = $0 { true } else { false }
      }
      guard case .question(_, let candidates) = state else { return }
      #expect(candidates.map(\.id) == [4])
    }
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test(
    "a page of text in place of a photo says nothing: other photos tell, or it is asked for again, or the user is",
    arguments: [(photos: 2, pages: 1), (photos: 1, pages: 3), (photos: 1, pages: 1_000)])
  func photoIsPage(photos: Int, pages: Int) async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    test.mock.addFault(
      Fault(
        .replaceBody("\n<!DOCTYPE html><p>Sign in", contentType: "text/html"), on: .init(.get, "/images/**"),
        times: pages))
    let market = try test.open { $0.http.time.jitter = { 0 } }
    let listing = try await market.sell(.chair, photos: Array(repeating: .pixel, count: photos))
    let state = try await state(market, listing.submission.id) {
      switch $0 {
      case .question, .accepted: true
      default: false
      }
    }
    if pages == 1_000 {
      guard case .question(_, let candidates) = state else {
        Issue.record("\(state)")
        return
      }
      #expect(candidates.map(\.id) == [4])
    } else {
      guard case .accepted = state else {
        Issue.record("\(state)")
        return
      }
      #expect(try await listing.value.id == 4)
    }
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("a response that shows another listing is not taken for the response")
  func otherListing() async throws {
    let test = try TestMarket(products: 3)
    let other = """
      {"id":2,"vendor_id":7,"name":"something else","price":1.0,"stock":1}
      """
    test.mock.addFault(
      Fault(.replaceBody(other, contentType: "application/json"), on: .init(.post), phase: .after))
    let market = try test.open { configuration in
      configuration.http.time.jitter = { 0 }
      configuration.serverHonoursIdempotencyKeys = true
    }
    let listing = try await market.sell(.chair, photos: [.pixel])
    #expect(try await listing.value.name == NewListing.chair.name)
    #expect(try await market.store.serverID(of: listing.id) == 4)
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("drafts and photos that break rules are refused with all of them, and nothing is written")
  func invalid() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    await #expect {
      try await market.sell(NewListing(name: "a", description: "", price: -1), photos: [])
    } throws: { error in
      (error as? ListingValidationError)?.failures.map(\.field) == [.name, .description, .price, .photos]
    }
    #expect(try await market.submissions.list().isEmpty)
    let photos = test.folder.url.appending(path: "photos").path
    #expect(!FileManager.default.fileExists(atPath: photos))
    try await market.close()
  }
}
