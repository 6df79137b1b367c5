import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import Testing

@testable import OpenMarket
@testable import OpenMarketStore

/// What an outbox does next, event by event.
struct DeliveryMachineTests {
  private let now = Date(timeIntervalSince1970: 1_000)

  private func claim(_ id: Int64) -> Claim {
    Claim(
      submission: Submission(
        id: Submission.ID(rawValue: id), productID: Product.ID(rawValue: id), write: .delete,
        idempotencyKey: "\(id)", createdAt: now), indeterminacy: .none, lookups: 0, isReadable: true)
  }

  private func sent(_ id: Int64) -> Delivery {
    Delivery(verdict: Verdict(Submission.ID(rawValue: id), .accepted(nil)))
  }

  private func failed(_ id: Int64, _ code: HTTPError.Code, retryAfter: Duration? = nil)
    -> Delivery
  {
    let failure = AttemptFailure(HTTPError(code, "", retryAfter: retryAfter), in: .edit, after: .none)
    let verdict = SubmissionMachine(claim: claim(id), attempts: 1, indeterminacy: .none)
      .failed(failure, uptime: Uptime(boot: "", elapsed: .zero), fraction: 0.5)
    return Delivery(
      verdict: verdict ?? Verdict(Submission.ID(rawValue: id), .release), failure: failure)
  }

  /// A machine that has claimed `count` submissions and sends the first of them.
  private func running(_ count: Int64, nextDue: Date? = nil) -> DeliveryMachine {
    var machine = DeliveryMachine(limit: 2, backoff: .init())
    _ = machine.next(now: now)
    machine.committed(DeliveryRound(claims: (1...count).map(claim), nextDue: nextDue))
    _ = machine.next(now: now)
    return machine
  }

  @Test("it claims at once, sends as many as it may, and has others ready")
  func begins() {
    var machine = DeliveryMachine(limit: 2, backoff: .init())
    #expect(machine.next(now: now) == [.commit([], claiming: 4)])
    #expect(machine.next(now: now) == [], "one transaction at a time")
    machine.committed(DeliveryRound(claims: [claim(1), claim(2), claim(3)], nextDue: now + 5))
    #expect(machine.next(now: now) == [.send(claim(1)), .send(claim(2)), .wake(at: now + 5)])
  }

  @Test("a place is free as soon as a response is there; outcomes wait for others while more is at hand")
  func gathers() {
    var machine = running(5)
    machine.delivered(sent(1), now: now, fraction: 0)
    #expect(machine.next(now: now) == [.send(claim(3)), .wake(at: now + 0.026)])
    machine.delivered(sent(2), now: now + 0.01, fraction: 0)
    #expect(machine.next(now: now + 0.01) == [.send(claim(4)), .wake(at: now + 0.026)])
    machine.delivered(sent(3), now: now + 0.02, fraction: 0)
    #expect(machine.next(now: now + 0.02) == [.send(claim(5)), .commit([1, 2, 3].map(sent), claiming: 0)])
  }

  @Test("what is enqueued while a transaction is under way is claimed after it")
  func newsDuringCommit() {
    var machine = DeliveryMachine(limit: 2, backoff: .init())
    #expect(machine.next(now: now) == [.commit([], claiming: 4)])
    for _ in 0..<2 {
      machine.noteChanges()
      #expect(machine.next(now: now) == [])
      machine.committed(DeliveryRound(claims: [], nextDue: nil))
      #expect(machine.next(now: now) == [.commit([], claiming: 4)])
    }
    machine.committed(DeliveryRound(claims: [], nextDue: nil))
    #expect(machine.next(now: now) == [], "nothing new has come")
  }

  @Test("no outcome waits for long, whatever hangs", arguments: [0.026, -3_600])
  func gathersBriefly(seconds: TimeInterval) {
    var machine = running(5)
    machine.delivered(sent(1), now: now, fraction: 0)
    _ = machine.next(now: now)
    #expect(machine.next(now: now + 0.024) == [.wake(at: now + 0.026)])
    #expect(machine.next(now: now + seconds) == [.commit([sent(1)], claiming: 0)])
  }

  @Test("outcomes that could not be written wait for no others")
  func failedCommit() {
    var machine = running(6)
    machine.delivered(sent(1), now: now, fraction: 0)
    _ = machine.next(now: now)
    #expect(machine.next(now: now + 1) == [.commit([sent(1)], claiming: 0)])
    machine.delivered(sent(2), now: now + 1, fraction: 0)
    machine.commitFailed(now: now + 1)
    guard case .wake(let moment)? = machine.next(now: now + 1).last else {
      Issue.record("no time to try again")
      return
    }
    #expect(machine.next(now: moment) == [.commit([sent(1), sent(2)], claiming: 0)])
  }

  @Test("what comes while outcomes are written goes with the next ones")
  func groups() {
    var machine = running(3)
    machine.delivered(sent(1), now: now, fraction: 0)
    #expect(machine.next(now: now) == [.send(claim(3)), .commit([sent(1)], claiming: 0)])
    machine.delivered(sent(2), now: now, fraction: 0)
    machine.delivered(sent(3), now: now, fraction: 0)
    #expect(machine.next(now: now) == [])
    machine.committed(DeliveryRound())
    #expect(machine.next(now: now) == [.commit([sent(2), sent(3)], claiming: 0)])
  }

  @Test(
    "while the network is away nothing is sent, what is claimed is given back, and it comes back by itself")
  func pauses() {
    var machine = running(3)
    machine.delivered(failed(1, .unreachable), now: now, fraction: 0.5)
    let actions = machine.next(now: now)
    guard case .commit(let outcomes, 0)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(outcomes.map(\.verdict.id) == [1, 3])
    #expect(outcomes.last?.verdict.outcome == .release)
    machine.delivered(failed(2, .unreachable), now: now, fraction: 0.5)
    machine.committed(DeliveryRound(nextDue: now))
    _ = machine.next(now: now)
    machine.committed(DeliveryRound(nextDue: now))
    // The second failure in a row: half of one second.
    #expect(machine.next(now: now) == [.wake(at: now + 0.5)])
    #expect(machine.next(now: now + 0.5) == [.commit([], claiming: 4)])
  }

  @Test(
    "something new is tried at once, but before the moment that the server has named only if the user wants it"
  )
  func retriesNow() {
    var machine = running(1)
    machine.delivered(failed(1, .unreachable), now: now, fraction: 1)
    _ = machine.next(now: now)
    machine.committed(DeliveryRound(nextDue: now + 9))
    #expect(!machine.breaker.allowsRequests(at: now))
    machine.retryNow(now: now)
    #expect(machine.next(now: now) == [.commit([], claiming: 4)])

    var held = running(1)
    held.delivered(failed(1, .unreachable, retryAfter: .seconds(60)), now: now, fraction: 0)
    _ = held.next(now: now)
    held.committed(DeliveryRound())
    held.retryNow(now: now)
    #expect(held.next(now: now) == [.wake(at: now + 60)])
    held.retryNow(overridesHold: true, now: now)
    #expect(held.next(now: now) == [.commit([], claiming: 4)], "the user wants it")
  }

  @Test(
    "outboxes that are told one moment do not all go on at that moment, nor when the network returns",
    arguments: [(0.0, 60.0), (0.5, 75), (1, 90)])
  func spreadHold(fraction: Double, wait: Double) {
    var machine = running(1)
    machine.delivered(failed(1, .unreachable, retryAfter: .seconds(60)), now: now, fraction: fraction)
    _ = machine.next(now: now)
    machine.committed(DeliveryRound())
    #expect(machine.next(now: now) == [.wake(at: now + wait)])
    machine.retryNow(now: now)
    #expect(machine.next(now: now) == [.wake(at: now + wait)])
  }

  @Test("no server holds everything up for more than a quarter of an hour, whatever moment it names")
  func longestHold() {
    var machine = running(1)
    machine.delivered(failed(1, .unreachable, retryAfter: .seconds(1_000_000)), now: now, fraction: 0)
    _ = machine.next(now: now)
    machine.committed(DeliveryRound(nextDue: now))
    #expect(machine.next(now: now) == [.wake(at: now + 900)])
  }

  @Test("one write that always fails closes nothing; four different ones in a row do")
  func poison() {
    var breaker = DeliveryCircuitBreaker()
    let failure = AttemptFailure(HTTPError(.serverFailure, ""), in: .edit, after: .none)
    for _ in 0..<10 { breaker.noteFailure(of: 1, failure, backoff: .init(), now: now, fraction: 1) }
    #expect(breaker.allowsRequests(at: now))
    for id in 2...4 as ClosedRange<Int64> {
      breaker.noteFailure(of: Submission.ID(rawValue: id), failure, backoff: .init(), now: now, fraction: 1)
    }
    #expect(!breaker.allowsRequests(at: now))
    breaker.noteResponse()
    #expect(breaker.allowsRequests(at: now))
  }

  @Test("a response in between makes the count of writes that fail one after the other begin anew")
  func responseBetween() {
    var machine = running(4)
    for id in 1...3 as ClosedRange<Int64> {
      machine.delivered(failed(id, .serverFailure), now: now, fraction: 1)
    }
    machine.delivered(sent(5), now: now, fraction: 1)
    machine.delivered(failed(4, .serverFailure), now: now, fraction: 1)
    #expect(machine.breaker.allowsRequests(at: now))
  }

  @Test(
    "a failure with a shorter wish of the server, or with none, leaves an earlier wish as it is",
    arguments: [nil, 5])
  func laterFailure(_ later: Int?) {
    var machine = running(2)
    machine.delivered(failed(1, .unreachable, retryAfter: .seconds(60)), now: now, fraction: 0)
    machine.delivered(failed(2, .unreachable, retryAfter: later.map { .seconds($0) }), now: now, fraction: 0)
    machine.retryNow(now: now)
    #expect(!machine.breaker.allowsRequests(at: now + 59) && machine.breaker.allowsRequests(at: now + 60))
  }

  @Test("more is claimed ahead with each write that succeeds, at most 64, and little once one has failed")
  func claimsAhead() {
    var machine = DeliveryMachine(limit: 2, backoff: .init())
    for ahead in [2, 4, 8, 16, 32, 64, 64] {
      machine.noteChanges()
      guard case .commit(_, claiming: 2 + ahead)? = machine.next(now: now).last else {
        Issue.record("not \(ahead) ahead")
        return
      }
      machine.committed(DeliveryRound())
      machine.delivered(sent(1), now: now, fraction: 0)
    }
    machine.delivered(failed(2, .serverFailure), now: now, fraction: 0)
    machine.noteChanges()
    #expect(machine.next(now: now) == [.commit([sent(1), failed(2, .serverFailure)], claiming: 4)])
  }

  @Test("without valid credentials nothing is sent until they change", arguments: [0, nil])
  func unauthorized(_ nextDue: TimeInterval?) {
    var machine = running(1)
    machine.delivered(failed(1, .unauthorized), now: now, fraction: 0)
    _ = machine.next(now: now)
    machine.committed(DeliveryRound(nextDue: nextDue.map { now + $0 }))
    #expect(machine.next(now: now + 86_400) == [])
    if nextDue != nil { machine.retryNow(now: now) }
    #expect(machine.next(now: now) == [])
    machine.credentialsChanged(now: now)
    #expect(machine.next(now: now) == [.commit([], claiming: 4)])
  }

  @Test("an attempt at a write that is not ours any more leaves nothing to write down")
  func void() {
    var machine = running(1)
    machine.delivered(Delivery(verdict: Verdict(releasing: claim(1)), isVoid: true), now: now, fraction: 0)
    #expect(machine.isQuiet && machine.next(now: now) == [])
  }

  @Test("what the disk has refused is written at once when there is a reason to retry")
  func diskAgain() {
    var machine = running(1)
    machine.delivered(sent(1), now: now, fraction: 0)
    _ = machine.next(now: now)
    machine.commitFailed(now: now)
    machine.retryNow(now: now)
    #expect(machine.next(now: now) == [.commit([sent(1)], claiming: 6)])
  }

  @Test("what outcomes say of products is kept once, also when their transaction fails")
  func keptOnce() {
    var machine = running(1)
    var delivery = sent(1)
    delivery.effect = .remove(9)
    machine.delivered(delivery, now: now, fraction: 0)
    #expect(machine.next(now: now) == [.commit([delivery], claiming: 0)])
    machine.kept()
    machine.commitFailed(now: now)
    #expect(machine.next(now: now + 0.5) == [.commit([sent(1)], claiming: 0)])
  }

  @Test("outcomes that cannot be written are kept and retried, with pauses")
  func diskFails() {
    var machine = running(1)
    machine.delivered(sent(1), now: now, fraction: 0)
    #expect(machine.next(now: now) == [.commit([sent(1)], claiming: 0)])
    machine.commitFailed(now: now)
    #expect(machine.next(now: now) == [.wake(at: now + 0.5)])
    #expect(!machine.isQuiet)
    #expect(machine.next(now: now + 0.5) == [.commit([sent(1)], claiming: 0)])
    #expect(!machine.isBlocked, "one that failed once may be through the next time")
    machine.commitFailed(now: now)
    #expect(machine.next(now: now) == [.wake(at: now + 1)])
    #expect(machine.isBlocked)
    #expect(machine.next(now: now + 1) == [.commit([sent(1)], claiming: 0)])
    #expect(!machine.isBlocked)
    machine.committed(DeliveryRound())
    #expect(machine.isQuiet && !machine.isBlocked)
  }

  @Test(
    "what cannot be written when it stops is left with an unknown outcome on the disk, and holds nobody up")
  func stopsOnFullDisk() {
    var machine = running(1)
    machine.delivered(sent(1), now: now, fraction: 0)
    _ = machine.next(now: now)
    machine.commitFailed(now: now)
    machine.stop()
    #expect(machine.next(now: now) == [.commit([sent(1)], claiming: 0)], "tried once more, at once")
    machine.commitFailed(now: now)
    #expect(machine.isQuiet)
    #expect(machine.next(now: now + 60) == [], "not tried for ever")
    machine.forgetRefused()
    machine.resume()
    #expect(machine.next(now: now + 60) == [.commit([], claiming: 6)])
  }

  @Test("what cannot be written while it stops is written when it goes on before the stop is complete")
  func goesOnAfterFullDisk() {
    var machine = running(3)
    machine.stop()
    let release = Delivery(verdict: Verdict(releasing: claim(3)))
    #expect(machine.next(now: now) == [.commit([release], claiming: 0)])
    machine.commitFailed(now: now)
    #expect(machine.next(now: now) == [], "two are being sent")
    machine.delivered(sent(1), now: now, fraction: 0)
    #expect(machine.next(now: now) == [.commit([release, sent(1)], claiming: 0)])
    machine.commitFailed(now: now)
    machine.resume()
    #expect(machine.next(now: now) == [.commit([release, sent(1)], claiming: 5)])
  }

  @Test("stopping begins nothing, gives back what was not sent, and writes down what has ended")
  func stops() {
    var machine = running(3)
    machine.stop()
    let actions = machine.next(now: now)
    guard case .commit(let outcomes, 0)? = actions.first else {
      Issue.record("\(actions)")
      return
    }
    #expect(outcomes.map(\.verdict.outcome) == [.release])
    machine.committed(DeliveryRound(nextDue: now))
    machine.delivered(sent(1), now: now, fraction: 0)
    machine.delivered(sent(2), now: now, fraction: 0)
    #expect(machine.next(now: now) == [.commit([sent(1), sent(2)], claiming: 0)])
    machine.committed(DeliveryRound(nextDue: now))
    #expect(machine.next(now: now) == [])
    #expect(machine.isQuiet)
  }
}
