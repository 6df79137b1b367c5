import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketStore
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

/// Selling under calendars that move: between an attempt and what is written down of it, and while time passes.
@Suite(.timeLimit(.minutes(5))) struct MovingCalendarTests {
  /// Lets time pass until something is listed, an hour at most.
  ///
  /// The outbox looks at the calendar every 30 seconds at least, counted from when it waits, which a busy machine may do late. On
  /// such a one the attempt may run out of time, and another follows by the calendar, which therefore goes on with the clock.
  private func waitUntilListed(_ test: TestMarket) async throws {
    var seconds = 0
    try await eventually {
      if test.clock.sleeperCount > 0, test.mock.ledger.isEmpty {
        test.wait(1)
        test.clock.advance(by: .seconds(1))
        seconds += 1
      }
      for _ in 0..<10 { await giveWay() }
      return test.mock.ledger.count == 1
    }
    #expect(seconds < 3_000, "neither an hour nor a year later")
  }

  @Test("a calendar that is a year ahead while an attempt fails, and right afterwards, holds nothing up")
  func aheadDuringAttempt() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.transport = JumpingLink(test: test, seconds: 365 * 86_400) }
    try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.driver.waitsForNetwork }
    test.setCalendar(by: -365 * 86_400)
    try await waitUntilListed(test)
    try await market.close()
  }

  @Test("a calendar that is set back while the outbox waits for the network holds nothing up")
  func calendarSetBackWhileWaiting() async throws {
    let test = try TestMarket(products: 3)
    test.network = .down
    let market = try test.open()
    try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.driver.waitsForNetwork }
    test.network = .up
    test.setCalendar(by: -3_600)
    try await waitUntilListed(test)
    try await market.close()
  }

  @Test("an outcome that is written down an hour late does not hide what another device has changed since")
  func lateOutcome() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let id = try await market.client.sell(.named("접는 의자", price: 1_000), photos: [.pixel]).id
    _ = try await market.product(id)
    try await market.edit(id, ProductChanges(price: 900))
    test.network = .held
    let run = Task { await market.outbox.driver.runInline() }
    try await eventually { !market.outbox.driver.sending.isEmpty }
    let second = try await market.edit(id, ProductChanges(price: 800))
    let away = test.folder.url.appendingPathExtension("away")
    try FileManager.default.moveItem(at: test.folder.url, to: away)
    test.network = .up
    await run.value
    #expect(market.outbox.driver.storeFailure != nil)
    _ = try await market.client.edit(id, ProductChanges(price: 1_200))
    test.wait(3_600)
    try FileManager.default.moveItem(at: away, to: test.folder.url)
    await market.outbox.driver.runInline()
    #expect(market.outbox.driver.storeFailure == nil)
    guard case .conflict = try await market.store.submission(second.submission.id)?.state else {
      Issue.record("\(try await market.store.submissions())")
      return
    }
    #expect(try await market.client.product(id).price == 1_200)
    try await market.close()
  }

  @Test(
    "a calendar that jumps back by years holds nothing up, even if the store cannot be written at first, and nothing is done twice",
    arguments: [true, false], [true, false])
  func clockJumpsBack(honoursKeys: Bool, isStoreAway: Bool) async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.serverHonoursIdempotencyKeys = honoursKeys
    }
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    _ = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    #expect(test.mock.ledger.count == 1)
    test.wait(-3 * 365 * 86_400)
    // A wait that was reckoned by the calendar of before would end in three years.
    let relaunched = market.makeOutbox()
    if isStoreAway {
      let away = test.folder.url.appendingPathExtension("away")
      try FileManager.default.moveItem(at: test.folder.url, to: away)
      await relaunched.driver.runInline()
      try FileManager.default.moveItem(at: away, to: test.folder.url)
      #expect(relaunched.driver.storeFailure != nil)
      test.wait(60)
    }
    await relaunched.driver.runInline()
    #expect(relaunched.driver.storeFailure == nil)
    #expect(try await market.store.submissions().isEmpty && test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("a key that the server forgot while a virtual machine was paused is not relied on")
  func pausedMachine() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { configuration in
      configuration.outbox.startsByItself = false
      configuration.serverHonoursIdempotencyKeys = true
    }
    test.mock.addFault(Fault(.disconnect, on: .init(.post), phase: .after))
    let listing = try await market.sell(.chair, photos: [.pixel])
    await market.outbox.driver.runInline()
    // Neither clock of the machine has counted the pause; the calendar is set right afterwards.
    let pause = 25 * 3_600
    test.mock.advanceClock(by: .seconds(pause))
    test.setCalendar(by: TimeInterval(pause))
    await market.outbox.driver.runInline()
    #expect(try await listing.value.name == NewListing.chair.name && test.mock.ledger.count == 1)
    try await market.close()
  }
}

/// Refuses the first request that sells, and sets the calendar ahead while it does.
private final class JumpingLink: HTTPTransport {
  private let test: TestMarket
  private let seconds: TimeInterval
  private let hasJumped = Mutex(false)

  init(test: TestMarket, seconds: TimeInterval) { (self.test, self.seconds) = (test, seconds) }

  func send(_ request: TransportRequest) async throws -> TransportResponse {
    let jumps = hasJumped.withLock { hasJumped in
      defer { hasJumped = true }
      return !hasJumped
    }
    guard jumps else { return try await MockTransport(test.mock).send(request) }
    test.setCalendar(by: seconds)
    throw HTTPError(fault: .cannotConnect, "the network is down")
  }
}
