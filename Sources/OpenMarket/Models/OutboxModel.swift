public import Observation
public import OpenMarketAPI
public import OpenMarketStore

/// The writes on their way to the server for a screen, and those that need somebody.
///
/// ```swift
/// @State private var outbox = OutboxModel(market)
///
/// ForEach(outbox.refused) { submission in
///   Text(submission.failure?.message ?? "")
///   AsyncButton("Retry") { try await outbox.retry(submission.id) }
/// }
/// ```
///
/// Shows the first 100 of them. Every action throws `SubmissionFailure` with `notPossible` when the submission is in
/// another state by then, or `StoreError`; nothing has changed in that case.
@MainActor @Observable
public final class OutboxModel {
  /// Whether the outbox has been read. Until then the lists are empty, which does not mean that nothing waits.
  public private(set) var isLoaded = false
  /// Those that go on by themselves: queued, being sent, waiting for a better time or for other credentials.
  public private(set) var pending: [Submission] = []
  /// Those that the server will not have: correct them (``ListingFormModel/init(correcting:in:)``), retry or discard.
  public private(set) var refused: [Submission] = []
  /// Those that ask for a decision: whether the server has carried them out, or whose values hold
  /// (`Submission.State.question(_:candidates:)`, `Submission.State.conflict(_:)`).
  public private(set) var questions: [Submission] = []
  /// How far the photos of those are that are being sent.
  public private(set) var uploads: [Submission.ID: TransferProgress] = [:]
  /// The submission that was discarded last here, for an offer to undo it.
  public private(set) var lastDiscarded: Submission?
  @ObservationIgnored private let market: Marketplace
  @ObservationIgnored private let tasks = ModelTasks()

  /// Shows the outbox of `market`.
  public init(_ market: Marketplace) {
    self.market = market
    let (updates, uploads) = (market.submissions.updates, market.submissions.uploads)
    tasks.add { [weak self] in
      do {
        for try await submissions in updates {
          guard let self else { return }
          show(submissions)
        }
      } catch {}
    }
    tasks.add { [weak self] in
      for await uploads in uploads {
        guard let self else { return }
        if self.uploads != uploads { self.uploads = uploads }
      }
    }
  }

  /// Sends a refused one again as it is, or one that waits at once.
  public func retry(_ id: Submission.ID) async throws { try await market.submissions.resubmit(id) }

  /// Sends everything that can be sent at once, and returns when the rest has to wait.
  ///
  /// - Returns: The rest; ``pending`` and the other lists show it soon after.
  @discardableResult
  public func retryAll() async throws -> [Submission] { try await market.outbox.deliver() }

  /// Takes back what was not sent yet.
  public func cancel(_ id: Submission.ID) async throws { try await market.submissions.cancel(id) }

  /// Gives up what was refused, or what nobody can say the outcome of.
  public func discard(_ id: Submission.ID) async throws {
    let discarded = (refused + questions).first { $0.id == id }
    try await market.submissions.discard(id)
    lastDiscarded = discarded
  }

  /// Brings the last one back that was discarded here; does nothing when there is none.
  public func undoDiscard() async throws {
    guard let lastDiscarded else { return }
    try await market.submissions.undoDiscard(lastDiscarded.id)
    self.lastDiscarded = nil
  }

  /// Ends the question whether the server has carried a write out; see ``Submissions/resolve(_:as:)``.
  public func resolve(_ id: Submission.ID, as decision: OutcomeDecision) async throws {
    try await market.submissions.resolve(id, as: decision)
  }

  /// Ends a conflict: this device's values hold, or the server's.
  public func resolve(_ id: Submission.ID, keepingMine: Bool) async throws {
    try await market.submissions.resolve(id, keepingMine: keepingMine)
  }

  private func show(_ submissions: [Submission]) {
    var (pending, refused, questions): ([Submission], [Submission], [Submission]) = ([], [], [])
    for submission in submissions {
      switch submission.state {
      case .queued, .sending, .waiting, .unauthorized: pending.append(submission)
      case .refused: refused.append(submission)
      case .question, .conflict: questions.append(submission)
      case .accepted, .cancelled, .discarded: break
      }
    }
    if self.pending != pending { self.pending = pending }
    if self.refused != refused { self.refused = refused }
    if self.questions != questions { self.questions = questions }
    if !isLoaded { isLoaded = true }
  }
}
