import OpenMarket
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// Work of a market while the app is in the background, and users who open the app meanwhile.
@Suite(.timeLimit(.minutes(5))) struct BackgroundTaskTests {
  private struct Failure: Error {}

  @Test(
    "work in the background delivers what is pending, and leaves a suspended market suspended and one in use as it is",
    arguments: [false, true])
  func delivers(wasSuspended: Bool) async throws {
    let test = try TestMarket()
    let market = try test.open { $0.outbox.startsByItself = false }
    try await market.sell(.chair, photos: [.pixel])
    if wasSuspended { await market.suspend(gracePeriod: .zero) }
    let unsent = try await market.performBackgroundTask {
      #expect(!market.store.isSuspended)
      return try await market.outbox.flush()
    }
    #expect(unsent.isEmpty && market.store.isSuspended == wasSuspended)
    #expect(test.mock.ledger.count { $0.kind == .created } == 1)
    try await market.close()
  }

  @Test("work in the background sends nothing that is queued and reads nothing, before the app returns")
  func asleep() async throws {
    let test = try TestMarket()
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    let listing = try await test.queueElsewhere()
    let before = test.requestCount
    await market.performBackgroundTask { for _ in 0..<100 { await giveWay() } }
    #expect(test.requestCount == before && test.mock.ledger.isEmpty && market.store.isSuspended)
    await market.resume()
    for try await submission in market.submissions.updates(of: listing.submission.id) {
      if case .accepted = submission?.state { break }
    }
    try await market.close()
  }

  @Test("what work in the background lists is sent, and what is under way at its end is not cut")
  func sells() async throws {
    let test = try TestMarket(honoursKeys: false)
    let market = try test.open()
    await market.suspend(gracePeriod: .zero)
    test.network = .uploadsHeld
    let work = Task {
      try await market.performBackgroundTask {
        _ = try await market.sell(.chair, photos: [.pixel])
        try await eventually { market.outbox.state.sendingCount == 1 }
      }
    }
    // The grace at its end has begun.
    try await eventually { market.outbox.state.sendingCount == 1 && !market.outbox.state.isStarted }
    test.network = .up
    try await work.value
    #expect(market.store.isSuspended && test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test(
    "a write that was refused for its credentials is tried again after a return, though new ones came unheard"
  )
  func unauthorized() async throws {
    let test = try TestMarket()
    let market = try test.open()
    test.mock.addFault(Fault(.status(.unauthorized), on: Fault.Match(.post, "/api/products")))
    let listing = try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.state.isUnauthorized && market.outbox.state.sendingCount == 0 }
    await market.suspend(gracePeriod: .zero)
    await market.resume()
    #expect(try await listing.value.id.rawValue > 0)
    try await market.close()
  }

  @Test("what is decided in the background is sent")
  func decides() async throws {
    let test = try TestMarket()
    let market = try test.open()
    test.mock.addFault(Fault(.status(.badRequest), on: Fault.Match(.post, "/api/products")))
    let listing = try await market.sell(.chair, photos: [.pixel])
    await #expect(throws: SubmissionFailure.self) { try await listing.value }
    await market.suspend(gracePeriod: .zero)
    try await market.performBackgroundTask {
      try await market.submissions.resubmit(listing.submission.id)
      _ = try await listing.value
    }
    #expect(market.store.isSuspended && test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("work that fails ends suspended too")
  func failing() async throws {
    let market = try TestMarket().open()
    await market.suspend(gracePeriod: .zero)
    await #expect(throws: Failure.self) {
      try await market.performBackgroundTask { () -> Void in throw Failure() }
    }
    #expect(market.store.isSuspended)
    try await market.close()
  }

  @Test("a market that the user needs meanwhile, or did before, goes on", arguments: [false, true])
  func opened(before: Bool) async throws {
    let market = try TestMarket().open()
    await market.suspend(gracePeriod: .zero)
    if before { await market.resume() }
    await market.performBackgroundTask {
      if !before { await market.resume() }
    }
    #expect(!market.store.isSuspended)
    #expect(try await market.products(page: 1).value.products.count > 0)
    try await market.close()
  }

  @Test("a user who opens the app meanwhile and leaves it suspends the market at once, and it stays so")
  func left() async throws {
    let market = try TestMarket().open()
    await market.suspend(gracePeriod: .zero)
    await market.performBackgroundTask {
      await market.resume()
      await market.suspend(gracePeriod: .zero)
      #expect(market.store.isSuspended)
    }
    #expect(market.store.isSuspended)
    try await market.close()
  }

  @Test("of several at a time the last one suspends the market")
  func several() async throws {
    let market = try TestMarket().open()
    await market.suspend(gracePeriod: .zero)
    await market.performBackgroundTask {
      await market.performBackgroundTask {}
      #expect(!market.store.isSuspended)
    }
    #expect(market.store.isSuspended)
    try await market.close()
  }
}
