import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketPacing
import Testing

@testable import OpenMarket
@testable import OpenMarketStore

/// What every way in which an attempt can end means for the submission.
struct SubmissionMachineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var code: HTTPError.Code
    var status: Int?
    var retryAfter: Duration?
    var method: HTTPRequest.Method = .patch
    var kind: PendingWrite.Kind = .edit
    var before: Indeterminacy = .none
    /// wait or park, or look: the effect is looked for before it is refused.
    var outcome: String
    var left: Indeterminacy = .none
    /// Whether the request may still be on its way.
    var lacksResponse = false

    var testDescription: String { "\(code.rawValue) \(status ?? 0) \(kind) \(before)" }
  }

  static let cases: [Case] = [
    Case(code: .unreachable, outcome: "wait unreachable"),
    Case(code: .unreachable, before: .responseLost, outcome: "wait unreachable", left: .responseLost),
    Case(code: .connectionLost, outcome: "wait responseLost", left: .responseLost, lacksResponse: true),
    Case(code: .timedOut, outcome: "wait responseLost", left: .responseLost, lacksResponse: true),
    Case(
      code: .timedOut, status: 408, outcome: "wait responseLost", left: .responseInvalid, lacksResponse: true),
    Case(code: .rateLimited, status: 425, outcome: "wait rateLimited", left: .responseLost),
    Case(code: .rateLimited, status: 429, outcome: "wait rateLimited", left: .responseLost),
    Case(code: .serverFailure, status: 500, outcome: "wait serverFailure", left: .responseInvalid),
    Case(code: .serverFailure, status: 501, outcome: "look"),
    Case(code: .serverFailure, status: 503, outcome: "wait serverFailure", left: .responseLost),
    Case(
      code: .serverFailure, status: 504, outcome: "wait serverFailure", left: .responseInvalid,
      lacksResponse: true),
    Case(
      code: .conflict, status: 409, retryAfter: .seconds(1), outcome: "wait serverFailure",
      left: .responseInvalid),
    Case(code: .conflict, status: 409, outcome: "wait serverFailure", left: .responseInvalid),
    Case(code: .conflict, status: 412, outcome: "look"),
    // Whoever says so, it may have been carried out.
    Case(code: .unauthorized, status: 401, outcome: "park unauthorized", left: .responseInvalid),
    Case(code: .unauthorized, outcome: "park unauthorized"),
    Case(code: .invalidInput, status: 400, outcome: "look"),
    Case(code: .invalidInput, status: 400, before: .responseLost, outcome: "look"),
    Case(code: .invalidInput, outcome: "refuse invalid"),
    Case(code: .invalidInput, before: .responseLost, outcome: "look"),
    Case(code: .invalidInput, status: 413, outcome: "look"),
    Case(code: .invalidInput, status: 422, outcome: "look"),
    // The key is bound to what was sent under another secret.
    Case(
      code: .invalidInput, status: 422, before: .responseLost, outcome: "wait invalidResponse",
      left: .idempotencyKeyConflict),
    Case(code: .forbidden, status: 403, outcome: "look"),
    Case(code: .notFound, status: 404, outcome: "look"),
    Case(code: .notFound, status: 404, method: .post, kind: .create, outcome: "look"),
    Case(code: .notFound, status: 404, method: .delete, kind: .delete, outcome: "look"),
    Case(
      code: .invalidResponse, status: 200, outcome: "wait invalidResponse", left: .responseInvalid,
      lacksResponse: true),
    Case(code: .unexpectedStatus, status: 307, outcome: "wait invalidResponse", left: .responseInvalid),
    Case(code: .unexpectedStatus, status: 451, outcome: "look"),
  ]

  private static let now = Uptime(boot: "test", elapsed: .seconds(1_000))

  private static func machine(
    attempts: Int = 1, _ indeterminacy: Indeterminacy = .none, lookups: Int = 0
  ) -> SubmissionMachine {
    let submission = Submission(
      id: 1, productID: 1, write: .delete, idempotencyKey: "k", createdAt: Date(timeIntervalSince1970: 0))
    let claim = Claim(
      submission: submission, indeterminacy: indeterminacy,
      lastSent: Uptime(boot: "test", elapsed: .seconds(5)), lookups: lookups, isReadable: true)
    return SubmissionMachine(claim: claim, attempts: attempts, indeterminacy: indeterminacy)
  }

  private func failed(
    _ machine: SubmissionMachine, _ failure: AttemptFailure, fraction: Double = 0.5
  ) -> Verdict? {
    machine.failed(failure, uptime: Self.now, fraction: fraction)
  }

  @Test(
    "every failure has its outcome, and leaves the effect unknown exactly when the request may have arrived",
    arguments: cases)
  func outcome(_ test: Case) {
    let error = HTTPError(
      test.code, "on purpose", retryAfter: test.retryAfter,
      context: test.status.map {
        HTTPError.Context(method: test.method, template: "/", status: .init(code: $0), attempts: 1)
      })
    let failure = AttemptFailure(error, in: test.kind, after: test.before)
    let verdict = failed(Self.machine(test.before), failure)
    let outcome =
      switch verdict?.outcome {
      case .wait(_, let failure, _)?: "wait \(failure.code.rawValue)"
      case .park(let failure)?: "park \(failure.code.rawValue)"
      case .refuse(let failure)?: "refuse \(failure.code.rawValue)"
      case nil: "look"
      default: "\(String(describing: verdict))"
      }
    #expect(outcome == test.outcome)
    #expect(verdict?.indeterminacy ?? .none == test.left)
    let earlier = Uptime(boot: "test", elapsed: .seconds(5))
    if test.outcome != "refuse invalid", let verdict {
      #expect(verdict.lastSent == (test.lacksResponse ? Self.now : earlier))
    }
  }

  @Test(
    "delays are random below 0.5 s, doubled with each attempt, 30 s at most",
    arguments: [
      (1, 0.5), (2, 1), (3, 2), (6, 16), (7, 30), (8, 30), (1_000_000, 30),
    ])
  func delays(_ attempts: Int, _ bound: Double) {
    let failure = AttemptFailure(HTTPError(.unreachable, "down"), in: .edit)
    for fraction in [0, 0.25, 1] {
      let verdict = failed(Self.machine(attempts: attempts), failure, fraction: fraction)
      guard case .wait(let pause, _, let isHeld)? = verdict?.outcome else {
        Issue.record("\(String(describing: verdict))")
        continue
      }
      #expect(abs(pause / .seconds(1) - bound * fraction) < 1e-6)
      #expect(!isHeld)
    }
  }

  @Test(
    "a moment that the server names is waited for and some time more, a quarter of an hour at most",
    arguments: [(600, 627), (10, 19), (880, 900), (3_600, 900), (1_000_000, 900)])
  func retryAfter(_ named: Int, _ waited: Double) {
    let error = HTTPError(.rateLimited, "later", retryAfter: .seconds(named))
    let failure = AttemptFailure(error, in: .edit)
    let verdict = failed(Self.machine(attempts: 1), failure, fraction: 0.9)
    #expect(
      verdict?.outcome == .wait(for: .seconds(waited), failure.failure, isHeld: true))
  }

  @Test(
    "credentials that cannot be read now are tried again, all writes together; what the user has to mend waits for that",
    arguments: [
      (.failed, true), (.unavailable, true), (.diskFull, true), (nil, true), (.damaged, false),
      (.exposed, false), (.newerVersion, false),
    ] as [(CredentialsError.Code?, Bool)])
  func unreadableCredentials(_ code: CredentialsError.Code?, isRetried: Bool) {
    let cause: any Error = code.map { CredentialsError($0, "on purpose") } ?? CocoaError(.fileReadUnknown)
    let failure = AttemptFailure(HTTPError(.unauthorized, "on purpose", cause: cause), in: .create)
    #expect(failure.remedy == (isRetried ? .retry : .authorize))
    #expect(failure.isOfTheNetwork == isRetried && !failure.mayHaveActed)
  }

  @Test("a photo that could not be read while it was sent is tried again, unlike a request that is wrong")
  func unreadablePhoto() {
    let unreadable = HTTPError(
      .invalidInput, "The body's stream failed.",
      context: .init(method: .post, template: "/", status: nil, attempts: 1),
      cause: CocoaError(.fileReadUnknown))
    let failure = AttemptFailure(unreadable, in: .create)
    #expect(failure.remedy == .retrySomeTimes && failure.mayHaveActed)
    #expect(AttemptFailure(HTTPError(.invalidInput, "no request"), in: .create).remedy == .refuse)
  }

  private static func error(_ fault: TransportFault, attempts: Int) -> HTTPError {
    var error = HTTPError(fault: fault, "on purpose", cause: CocoaError(.fileWriteOutOfSpace))
    error.context = .init(method: .post, template: "/", status: nil, attempts: attempts)
    return error
  }

  @Test(
    "what the device has no room to send was not sent: it is tried again without end, with that reason",
    arguments: [Indeterminacy.none, .responseLost])
  func noRoomForBody(_ before: Indeterminacy) {
    let failure = AttemptFailure(Self.error(.cannotWriteFile, attempts: 0), in: .create, after: before)
    #expect(failure.failure.code == .cannotWriteFile && failure.remedy == .retry && !failure.mayHaveActed)
    for attempts in [1, 8, 1_000] {
      let verdict = failed(Self.machine(attempts: attempts, before), failure)
      guard case .wait(_, failure.failure, isHeld: false)? = verdict?.outcome else {
        Issue.record("\(attempts): \(String(describing: verdict))")
        continue
      }
      #expect(verdict?.indeterminacy == before)
      #expect(verdict?.lastSent == Uptime(boot: "test", elapsed: .seconds(5)), "none is on its way")
    }
    // The one before it in the same call, say one that was redirected, may have acted.
    let second = AttemptFailure(Self.error(.cannotWriteFile, attempts: 1), in: .create, after: before)
    #expect(second.mayHaveActed && second.failure.code == .responseLost)
  }

  @Test("a call whose time ran out before anything was sent leaves nothing unknown")
  func tooLate() {
    let failure = AttemptFailure(Self.error(.deadlineExceeded, attempts: 0), in: .create)
    #expect(failure.failure.code == .unreachable && failure.remedy == .retry)
    #expect(failed(Self.machine(attempts: 9), failure)?.indeterminacy == Indeterminacy.none)
  }

  @Test(
    "a photo that can never be read for sending is refused after eight attempts, and nothing is looked for")
  func neverReadable() {
    let failure = AttemptFailure(Self.error(.invalidRequest, attempts: 0), in: .create)
    for attempts in 1...8 {
      let verdict = failed(Self.machine(attempts: attempts), failure)
      #expect(verdict?.indeterminacy == Indeterminacy.none)
      let isRefused = if case .refuse? = verdict?.outcome { true } else { false }
      #expect(isRefused == (attempts == 8))
    }
  }

  @Test("a server that responds wrongly time and again is asked no more: the effect is looked for")
  func wrongResponses() {
    let conflict = HTTPError(
      .conflict, "busy", context: .init(method: .post, template: "/", status: .conflict, attempts: 1))
    for failure in [AttemptFailure(wrongResponse: "another"), AttemptFailure(conflict, in: .create)] {
      for attempts in 1...8 {
        let verdict = failed(Self.machine(attempts: attempts, .responseLost), failure)
        #expect((verdict == nil) == (attempts == 8))
      }
    }
  }

  @Test(
    "what fails before the first byte leaves the outcome as unknown as it was",
    arguments: [Indeterminacy.none, .responseLost])
  func notSent(_ indeterminacy: Indeterminacy) {
    let failure = AttemptFailure(HTTPError(.connectionLost, "lost"), in: .create, after: indeterminacy)
    let verdict = Self.machine(indeterminacy).notSent(failure, fraction: 0)
    #expect(verdict.indeterminacy == indeterminacy)
    #expect(verdict.isUnsent)
  }

  @Test(
    "a lookup that the server refuses is made eight times, and then the user is asked; without a network for ever"
  )
  func lookups() {
    func next(_ code: HTTPError.Code, after lookups: Int) -> Verdict {
      let failure = AttemptFailure(HTTPError(code, "no"), in: .create, after: .responseLost)
      return Self.machine(.responseLost, lookups: lookups).notSent(failure, fraction: 0)
    }
    #expect(next(.forbidden, after: 6).lookups == 7)
    guard case .question(let failure, let candidates) = next(.forbidden, after: 7).outcome else {
      Issue.record("nobody is asked")
      return
    }
    #expect(failure.code == .forbidden && candidates.isEmpty)
    #expect(next(.unreachable, after: 7).lookups == 7)
  }
}
