public import Observation
public import OpenMarketAPI
public import OpenMarketStore

/// The pending writes for a screen, and those that need a decision of the user.
///
/// ```swift
/// @State private var outbox: OutboxModel
/// init(_ market: Marketplace) { _outbox = State(initialValue: OutboxModel(market)) }
///
/// ForEach(outbox.refused) { submission in
///   Text(submission.name ?? "")
///   Text(submission.failure?.koreanText ?? "")
///   AsyncButton("Retry") { try await outbox.retry(submission.id) }
/// }
/// ```
///
/// Shows the first 100 of them. Every action throws `SubmissionFailure` with `notPossible` when the submission is in
/// another state by then, or `StoreError`; nothing has changed in that case.
@MainActor @Observable
public final class OutboxModel {
  /// Whether the outbox has been read. Until then the lists are empty, which does not mean that there are no pending writes.
  public private(set) var isLoaded = false
  /// The writes that proceed by themselves: queued, being sent, delayed, or waiting for other credentials.
  public private(set) var pending: [Submission] = []
  /// The refused writes: correct them (``ListingFormModel/init(correcting:in:)``), retry or discard.
  public private(set) var refused: [Submission] = []
  /// The writes that need a decision: whether the server has carried them out, or whose values to keep
  /// (`Submission.State.question(_:candidates:)`, `Submission.State.conflict(_:)`).
  public private(set) var questions: [Submission] = []
  /// The progress of the photos being sent.
  public private(set) var uploads: [Submission.ID: TransferProgress] = [:]
  /// The submission that this model discarded last, to offer an undo.
  public private(set) var lastDiscarded: Submission?
  @ObservationIgnored private let market: Marketplace
  @ObservationIgnored private let tasks = ModelTasks()

  /// Makes a model of the outbox of `market`.
  public init(_ market: Marketplace) {
    self.market = market
    let clock = market.reader.time.clock
    tasks.follow(market.submissions.updates, for: self, clock: clock) { $0.show($1) }
    tasks.follow(market.submissions.uploads, for: self) { model, uploads in
      if model.uploads != uploads { model.uploads = uploads }
    }
  }

  /// Sends a refused write again unchanged, or a delayed one at once.
  public func retry(_ id: Submission.ID) async throws { try await market.submissions.resubmit(id) }

  /// Sends all writes that can be sent, and returns when the rest has to wait.
  ///
  /// - Returns: The rest; ``pending`` and the other lists show it soon after.
  /// - Throws: `StoreError`, also when what came of a write cannot be written down, which goes on being tried; or
  ///   `CancellationError`.
  @discardableResult
  public func retryAll() async throws -> [Submission] { try await market.outbox.deliver() }

  /// Cancels an unsent write.
  public func cancel(_ id: Submission.ID) async throws { try await market.submissions.cancel(id) }

  /// Gives up a write that was refused, or whose outcome is unknown.
  public func discard(_ id: Submission.ID) async throws {
    let discarded = (refused + questions).first { $0.id == id }
    try await market.submissions.discard(id)
    lastDiscarded = discarded
  }

  /// Restores the write that this model discarded last; does nothing when there is none, and offers none any more that cannot be
  /// restored.
  public func undoDiscard() async throws {
    guard let undone = lastDiscarded else { return }
    // Another may be discarded meanwhile.
    func forget() { if lastDiscarded?.id == undone.id { lastDiscarded = nil } }
    do {
      try await market.submissions.undoDiscard(undone.id)
      forget()
    } catch let failure as SubmissionFailure {
      forget()
      throw failure
    }
  }

  /// Decides whether the server has carried out a write; see ``Submissions/resolve(_:carriedOut:as:)``.
  public func resolve(_ id: Submission.ID, carriedOut: Bool, as number: Product.ID? = nil) async throws {
    try await market.submissions.resolve(id, carriedOut: carriedOut, as: number)
  }

  /// Ends a conflict by keeping this device's values, or the server's.
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
