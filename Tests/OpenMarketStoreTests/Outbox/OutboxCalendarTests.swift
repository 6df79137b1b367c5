import Dispatch
import Foundation
import OpenMarketAPI
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// The transactions of the outbox under calendars that are wrong, or set between two of them.
@Suite(.serialized) struct OutboxCalendarTests {
  let test: TestStore
  var store: MarketStore { test.store }

  init() throws { test = try TestStore() }

  private func edit(_ id: Product.ID, price: Decimal) async throws -> Submission {
    try await store.enqueue(
      .edit(ProductChanges(price: price), base: EditBase()), of: id, key: UUID().uuidString, at: noon)
  }

  private func claim(_ verdicts: [Verdict] = [], at date: Date = noon) async throws -> [Claim] {
    try await store.deliver(verdicts, claiming: 10, as: "a", at: date, uptime: .test).claims
  }

  @Test(
    "while the calendar is before 1970, what is due at once is given out, and what is to be sent later is not"
  )
  func beforeTheEpoch() async throws {
    let early = Date(timeIntervalSince1970: -500)
    let first = try await edit(1, price: 1)
    let second = try await edit(2, price: 2)
    let round = try await store.deliver([], claiming: 1, as: "a", at: early, uptime: .test)
    #expect(round.claims.map(\.submission.id) == [first.id] && round.nextDue == .distantPast)
    let failed = Verdict(
      first.id, .wait(for: .seconds(50), SubmissionFailure(.invalid, "because"), isHeld: false))
    #expect(try await claim([failed], at: early).map(\.submission.id) == [second.id])
    #expect(try await claim(at: early + 51).map(\.submission.id) == [first.id])
  }

  @Test(
    "a calendar that was set back holds nothing up, whether right after a pause was written down or before",
    arguments: [0, 365 * 86_400] as [TimeInterval])
  func clockSetBack(ahead: TimeInterval) async throws {
    let change = try await edit(1, price: 1)
    _ = try await claim()
    let other = try await edit(2, price: 1)
    #expect(try await claim().map(\.submission.id) == [other.id])
    // Claimed at noon, but the calendar went forward during the attempt.
    let ended = noon + ahead
    let verdict = Verdict(
      change.id, .wait(for: .seconds(30), SubmissionFailure(.unreachable, "no network"), isHeld: true))
    #expect(try await claim([verdict], at: ended).isEmpty)
    // A second may be the clock's own.
    #expect(try await claim(at: ended - 1).isEmpty)
    let claims = try await claim(at: ended - 3_600)
    #expect(claims.map(\.submission.id) == [change.id], "what is claimed stays so")
  }

  @Test("the time of a transaction is asked once it has begun: it may have waited for another process")
  func dateInTheTransaction() async throws {
    let (begun, goesOn, asked) = (Counter(), DispatchSemaphore(value: 0), Counter())
    let other = Task { [store] in
      try await store.writeUser { _ in
        begun.increment()
        goesOn.wait()
      }
    }
    while begun.count == 0, !Task.isCancelled { await giveWay() }
    @Sendable func now() -> Date {
      asked.increment()
      return noon
    }
    let late = Task { [store] in
      try await store.deliver([], claiming: 9, as: "b", at: now(), uptime: .test)
    }
    for _ in 0..<100 { await giveWay() }
    #expect(asked.count == 0)
    goesOn.signal()
    try await other.value
    _ = try await late.value
    #expect(asked.count == 1)
  }

  @Test("a later edit starts from what the server said when it said so, however late that is written down")
  func baseOfLateOutcome() async throws {
    let first = try await edit(1, price: 900)
    _ = try await claim()
    _ = try await edit(1, price: 800)
    var verdict = Verdict(first.id, .accepted(.listed(1, price: 900)))
    verdict.endedAt = noon
    guard case .edit(_, let base)? = try await claim([verdict], at: noon + 3_600).first?.submission.write
    else {
      Issue.record("not claimed")
      return
    }
    #expect(base.asOf == noon)
  }
}
