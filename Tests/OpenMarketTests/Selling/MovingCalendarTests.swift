import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketStore
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

/// Calendars that move between an attempt and what is written down of it.
@Suite(.timeLimit(.minutes(3))) struct MovingCalendarTests {
  @Test("a calendar that is a year ahead while an attempt fails, and right afterwards, holds nothing up")
  func aheadDuringAttempt() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.transport = JumpingLink(test: test, seconds: 365 * 86_400) }
    try await market.sell(.chair, photos: [.pixel])
    try await eventually { market.outbox.driver.waitsForNetwork }
    test.setCalendar(by: -365 * 86_400)
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
