import OpenMarket

/// A decision about a write in the outbox, and its key.
@MainActor struct SubmissionAction {
  let hint: KeyHint
  let effect: () -> ScreenEffect

  private init(
    _ key: String, _ use: String, question: String? = nil, done: String,
    _ action: @escaping @MainActor () async throws -> Void
  ) {
    hint = KeyHint(key, use)
    effect = { .action(question, done: done, action) }
  }

  private init(_ key: String, _ use: String, opens screen: @escaping @MainActor () -> any BrowserScreen) {
    hint = KeyHint(key, use)
    effect = { .open(screen()) }
  }

  static func all(for submission: Submission?, of model: OutboxModel, in market: Marketplace) -> [Self] {
    guard let submission else { return [] }
    let id = submission.id
    let discard = Self("x", "discard", question: "Discard it?", done: "It is discarded.") {
      try await model.discard(id)
    }
    switch submission.state {
    case .queued, .sending, .waiting, .unauthorized:
      let cancel = Self("c", "cancel", question: "Take it back?", done: "It is taken back.") {
        try await model.cancel(id)
      }
      let retry = Self("t", "try now", done: "It is tried now.") { try await model.retry(id) }
      if case .waiting = submission.state { return [retry, cancel] }
      return [cancel]
    case .refused:
      let retry = Self("t", "try again", done: "It is tried again.") { try await model.retry(id) }
      guard submission.write.kind != .delete else { return [retry, discard] }
      let correct = Self("e", "correct") {
        FormScreen(ListingFormModel(correcting: submission, in: market), "Send again")
      }
      return [correct, retry, discard]
    case .conflict:
      return [
        Self("1", "mine", done: "The values of this device hold.") {
          try await model.resolve(id, keepingMine: true)
        },
        Self("2", "the server's", done: "The values of the server hold.") {
          try await model.resolve(id, keepingMine: false)
        },
      ]
    case .question(_, let candidates):
      let again = Self("t", "not carried out", question: "Send again?", done: "It is sent again.") {
        try await model.resolve(id, carriedOut: false)
      }
      return carriedOut(submission, candidates, of: model) + [again, discard]
    case .accepted, .cancelled, .discarded: return []
    }
  }

  /// A new listing is one of the candidates; anything else needs no number.
  private static func carriedOut(
    _ submission: Submission, _ candidates: [Product], of model: OutboxModel
  ) -> [Self] {
    guard submission.write.kind == .create else {
      return [
        Self("1", "carried out", done: "It was carried out.") {
          try await model.resolve(submission.id, carriedOut: true)
        }
      ]
    }
    return candidates.prefix(9).enumerated().map { index, product in
      Self("\(index + 1)", "it is \(product.id)", done: "It is listed as \(product.id).") {
        try await model.resolve(submission.id, carriedOut: true, as: product.id)
      }
    }
  }
}

extension OutboxModel {
  /// All submissions; those that need the user stand first.
  var submissions: [Submission] { questions + refused + pending }
}

extension Submission {
  /// The write and what it is about, in one line.
  var headline: String { "\(id)  \(write.kind.rawValue) \(productID.listingText)  \(summary)" }

  /// How it stands, in one line; with how far its photos are.
  func stateLine(_ upload: TransferProgress?) -> String {
    if let upload, let total = upload.total, total > 0 {
      return "sending photos: \(100 * upload.completed / total) %"
    }
    return failure.map { "\(state.name): \($0.message)" } ?? state.name
  }

  var stateInk: Ink {
    switch state {
    case .refused: .red
    case .question, .conflict, .unauthorized: .yellow
    default: .dim
    }
  }
}
