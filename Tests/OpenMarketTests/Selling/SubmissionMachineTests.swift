import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore
import Testing

@testable import OpenMarket

/// What every way in which a try can end means for the submission.
struct SubmissionMachineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var code: HTTPError.Code
    var status: Int?
    var retryAfter: Duration?
    var method: HTTPRequest.Method = .patch
    var kind: PendingWrite.Kind = .edit
    var doubt: Doubt = .none
    /// accepted, wait, park or refuse.
    var outcome: String
    var left: Doubt = .none

    var testDescription: String { "\(code.rawValue) \(status ?? 0) \(kind) \(doubt)" }
  }

  static let cases: [Case] = [
    Case(code: .unreachable, outcome: "wait unreachable"),
    Case(code: .unreachable, doubt: .answerLost, outcome: "wait unreachable", left: .answerLost),
    Case(code: .connectionLost, outcome: "wait answerLost", left: .answerLost),
    Case(code: .timedOut, outcome: "wait answerLost", left: .answerLost),
    Case(code: .timedOut, status: 408, outcome: "wait answerLost", left: .answerLost),
    Case(code: .rateLimited, status: 425, outcome: "wait rateLimited", left: .answerLost),
    Case(code: .rateLimited, status: 429, outcome: "wait rateLimited", left: .answerLost),
    Case(code: .serverFailure, status: 500, outcome: "wait serverFailure", left: .answerLost),
    Case(code: .serverFailure, status: 501, outcome: "refuse refused"),
    Case(code: .serverFailure, status: 503, outcome: "wait serverFailure", left: .answerLost),
    Case(
      code: .conflict, status: 409, retryAfter: .seconds(1), outcome: "wait serverFailure", left: .answerLost),
    Case(code: .conflict, status: 409, outcome: "refuse refused"),
    Case(code: .unauthorized, status: 401, outcome: "park unauthorized"),
    Case(
      code: .unauthorized, status: 401, doubt: .answerLost, outcome: "park unauthorized", left: .answerLost),
    Case(code: .invalidInput, status: 400, outcome: "refuse invalid"),
    Case(code: .invalidInput, status: 400, doubt: .answerLost, outcome: "refuse invalid"),
    Case(code: .invalidInput, status: 413, outcome: "refuse tooLarge"),
    Case(code: .invalidInput, status: 422, outcome: "refuse invalid"),
    // The key is bound to what was sent under another secret.
    Case(
      code: .invalidInput, status: 422, doubt: .answerLost, outcome: "wait invalidResponse",
      left: .keySpent),
    Case(code: .forbidden, status: 403, outcome: "refuse forbidden"),
    Case(code: .notFound, status: 404, outcome: "refuse gone"),
    Case(code: .notFound, status: 404, method: .post, kind: .create, outcome: "refuse refused"),
    Case(code: .notFound, status: 404, method: .post, kind: .delete, outcome: "refuse gone"),
    Case(
      code: .notFound, status: 404, method: .post, kind: .delete, doubt: .answerLost, outcome: "accepted"),
    Case(code: .notFound, status: 404, method: .delete, kind: .delete, outcome: "accepted"),
    Case(code: .invalidResponse, status: 200, outcome: "wait invalidResponse", left: .answerLost),
    Case(code: .unexpectedStatus, status: 307, outcome: "wait invalidResponse", left: .answerLost),
    Case(code: .unexpectedStatus, status: 451, outcome: "refuse refused"),
  ]

  @Test(
    "every failure has its outcome, and leaves a doubt exactly when the server may have acted",
    arguments: cases)
  func outcome(_ test: Case) {
    let error = HTTPError(
      test.code, "on purpose", retryAfter: test.retryAfter,
      exchange: test.status.map {
        HTTPError.Exchange(method: test.method, template: "/", status: .init(code: $0), attempts: 1)
      })
    let failure = AttemptFailure(error, in: test.kind, after: test.doubt)
    let machine = SubmissionMachine(id: 1, attempts: 1, doubt: test.doubt)
    let verdict = machine.failed(failure, now: Date(timeIntervalSince1970: 0), fraction: 0.5)
    let outcome =
      switch verdict.outcome {
      case .accepted: "accepted"
      case .wait(_, let failure, _): "wait \(failure.code.rawValue)"
      case .park(let failure): "park \(failure.code.rawValue)"
      case .refuse(let failure): "refuse \(failure.code.rawValue)"
      case .ask: "ask"
      case .release: "release"
      }
    #expect(outcome == test.outcome)
    #expect(verdict.doubt == test.left)
  }

  @Test(
    "pauses are random below 0.5 s, doubled with each try, 30 s at most",
    arguments: [
      (1, 0.5), (2, 1), (3, 2), (6, 16), (7, 30), (8, 30), (1_000_000, 30),
    ])
  func pauses(_ attempts: Int, _ bound: Double) {
    let failure = AttemptFailure(HTTPError(.unreachable, "down"), in: .edit, after: .none)
    let machine = SubmissionMachine(id: 1, attempts: attempts, doubt: .none)
    for fraction in [0, 0.25, 1] {
      let verdict = machine.failed(failure, now: Date(timeIntervalSince1970: 100), fraction: fraction)
      guard case .wait(let until, _, let isHeld) = verdict.outcome else {
        Issue.record("\(verdict)")
        continue
      }
      #expect(abs(until.timeIntervalSince1970 - 100 - bound * fraction) < 1e-6)
      #expect(!isHeld)
    }
  }

  @Test("a moment that the server names is waited for, however far off")
  func retryAfter() {
    let error = HTTPError(.rateLimited, "later", retryAfter: .seconds(3_600))
    let failure = AttemptFailure(error, in: .edit, after: .none)
    let verdict = SubmissionMachine(id: 1, attempts: 9, doubt: .none)
      .failed(failure, now: Date(timeIntervalSince1970: 0), fraction: 0.9)
    #expect(
      verdict.outcome == .wait(until: Date(timeIntervalSince1970: 3_600), failure.failure, isHeld: true))
  }

  @Test(
    "a server that answers with another listing time and again is asked no more, and the user has to look")
  func wrongAnswers() {
    let failure = AttemptFailure(wrongAnswer: "another listing")
    for attempts in 1...8 {
      let verdict = SubmissionMachine(id: 1, attempts: attempts, doubt: .answerLost)
        .failed(failure, now: Date(timeIntervalSince1970: 0), fraction: 0)
      #expect(verdict.doubt == .answerWrong)
      if case .refuse = verdict.outcome { #expect(attempts == 8) } else { #expect(attempts < 8) }
    }
  }

  @Test("what fails before the first byte leaves the doubt as it was", arguments: [Doubt.none, .answerLost])
  func notSent(_ doubt: Doubt) {
    let failure = AttemptFailure(HTTPError(.connectionLost, "lost"), in: .create, after: doubt)
    let verdict = SubmissionMachine(id: 1, attempts: 1, doubt: doubt)
      .notSent(failure, now: Date(timeIntervalSince1970: 0), fraction: 0)
    #expect(verdict.doubt == doubt)
    #expect(verdict.isUnsent)
  }
}
