import Foundation
import OpenMarket

extension Submission {
  static let listColumns = [
    Table.Column(title: "NO", alignsRight: true),
    Table.Column(title: "WRITE"),
    Table.Column(title: "LISTING", alignsRight: true),
    Table.Column(title: "STATE"),
    Table.Column(title: "TRIES", alignsRight: true),
    Table.Column(title: "WHAT", shrinks: true),
  ]

  /// The cells of a list's row; what needs a decision has its reason first, as the rest may be cut.
  var listCells: [String] {
    let reason: String? =
      switch state {
      case .refused(let failure), .question(let failure, _): failure.message
      default: nil
      }
    return [
      id.description, write.kind.rawValue, productID.listingText, state.name, attempts.description,
      reason.map { "\($0) (\(summary))" } ?? summary,
    ]
  }

  /// The listing's title and the write's other fields, in one line.
  var summary: String {
    let fields = fieldTexts.filter { $0.0 != "name" }.map { "\($0.0) \($0.1)" }
    let parts = write.kind == .delete ? ["the whole listing"] : fields
    return ([name].compactMap(\.self) + parts).joined(separator: ", ")
  }

  /// The fields of the write and their values.
  private var fieldTexts: [(String, String)] {
    guard let changes = write.fields else { return [] }
    var currency: Currency?
    if case .edit(_, let base) = write { currency = base.fields.currency }
    return [
      changes.name.map { ("name", $0) },
      changes.price.map { ("price", $0.priceText(in: changes.currency ?? currency)) },
      changes.discount.flatMap {
        $0 == 0 && write.kind == .create ? nil : ("discount", $0.description)
      },
      changes.stock.map { ("stock", $0.description) }, changes.description.map { ("description", $0) },
    ].compactMap(\.self) + changes.extra.values.map { ($0.name, $0.json) }
  }

  /// The lines of a detail view; `advises` names the commands to use next.
  func detailLines(style: Style, advises: Bool = true) -> [String] {
    var lines: [(name: String, value: String)] = [
      ("write", "\(write.kind.rawValue) \(productID.listingText)"), ("state", stateText),
    ]
    if let name, !fieldTexts.contains(where: { $0.0 == "name" }) { lines.insert(("listing", name), at: 1) }
    lines += [("attempts", attempts.description), ("since", createdAt.formatted(.iso8601))]
    lines += fieldTexts.map { ($0.0, $0.1) }
    lines += write.photos.map { ("photo", "\($0.fileName), \($0.byteCount.asBytes)") }
    if let failure {
      lines.append(("reason", failure.message))
      lines += failure.fields.sorted { $0.key.precedesByBytes($1.key) }.map {
        ("reason", "\($0.key): \($0.value)")
      }
    }
    if case .conflict(let fields) = state {
      lines += fields.map { ("conflict", $0.text) }
    }
    if case .question(_, let candidates) = state {
      lines += candidates.map {
        ("candidate", "\($0.id): \($0.name), \($0.price.priceText(in: $0.currency))")
      }
    }
    if advises, let advice { lines.append(("next", advice)) }
    return [style.bold("submission \(id)")] + style.lines(lines)
  }

  private var stateText: String {
    switch state {
    case .waiting(let date, _): "waiting, retried from \(date.formatted(.iso8601))"
    case .sending: "sending, by a process that runs"
    case .accepted(let response?): "accepted as \(response.id)"
    default: state.name + (isIndeterminate ? ", and may have reached the server" : "")
    }
  }

  var advice: String? {
    switch state {
    case .queued, .waiting, .sending: "'market outbox run' sends it"
    case .unauthorized: "'market login', then 'market outbox run'"
    case .conflict: "'market outbox resolve \(id) --mine' or '--theirs'"
    case .question:
      "see whether \(writtenOnServer), then 'market outbox resolve \(id) --carried-out\(write.kind == .create ? " --as NUMBER" : "")' "
        + "or '--not-carried-out'; 'market outbox discard \(id)' gives it up"
    case .refused(let failure) where failure.code == .forbidden:
      "'market login' if the secret is wrong; 'market outbox retry \(id)' sends it again, 'market outbox discard \(id)' gives it up"
    case .refused:
      "'market outbox \(write.kind == .delete ? "retry \(id)" : "edit \(id) …")' sends it again, "
        + "'market outbox discard \(id)' gives it up"
    case .accepted, .cancelled, .discarded: nil
    }
  }

  /// The effect to look for.
  private var writtenOnServer: String {
    switch write.kind {
    case .create: "it is on the server"
    case .edit: "the server has the change"
    case .delete: "it is gone from the server"
    }
  }

  var outcomeLine: String {
    let listing = productID.listingText
    switch state {
    case .accepted: return "\(listing) \(effect)\(photoLoss)"
    case .cancelled where write.kind == .create: return "\(listing) was never sent, and is gone"
    case .cancelled, .discarded: return "submission \(id) is \(state.name)"
    case .refused(let failure): return "submission \(id) (\(purpose)) was refused: \(failure.message)"
    case .question(let failure, _):
      return "submission \(id) (\(purpose)): unknown whether the server has it: \(failure.message)"
    case .conflict: return "submission \(id) (\(purpose)): the listing has changed on the server meanwhile"
    case .unauthorized(let failure), .waiting(_, let failure):
      return "submission \(id) (\(purpose)) is kept: \(failure.message)"
    case .queued: return "submission \(id) (\(purpose)) is kept"
    case .sending: return "submission \(id) (\(purpose)) is being sent"
    }
  }

  private var effect: String {
    switch write {
    case .create(let draft, _):
      "is listed: \(draft.name.printable), \((draft.price - draft.discount).priceText(in: draft.currency))"
    case .edit(let changes, _) where changes == ProductChanges(stock: 0): "is sold"
    case .edit(let changes, _) where changes == ProductChanges(stock: changes.stock): "is on sale"
    case .edit: "is changed"
    case .delete: "is deleted"
    }
  }

  /// How many photos of a new listing the server has kept, when these are not all.
  private var photoLoss: String {
    guard case .accepted(let product?) = state, case .create(_, let photos) = write,
      let count = product.images?.count, count < photos.count
    else { return "" }
    return "; the server has kept \(count) of its \(photos.count) photos"
  }

  private var purpose: String {
    switch write.kind {
    case .create: "new listing \(productID.listingText)"
    case .edit: "change of \(productID.listingText)"
    case .delete: "deletion of \(productID.listingText)"
    }
  }
}

extension FieldConflict {
  fileprivate var text: String {
    let (mine, theirs) = (mine.priceText(in: myCurrency), theirs.priceText(in: theirCurrency))
    return
      "\(field.rawValue) was \(base.priceText(in: myCurrency)); here it is \(mine), on the server \(theirs)"
  }
}

extension Terminal {
  func printOutcome(of submission: Submission, asJSON: Bool) throws {
    try report([submission.outcomeLine]) {
      try asJSON ? printJSON(submission.json) : print(submission.outcomeLine)
    }
  }
}

extension ExitStatus {
  /// Chooses the exit status for a write that was just made; `isAwaited` when it was to be sent at once.
  init(_ submission: Submission, isAwaited: Bool) {
    switch submission.state {
    case .accepted, .cancelled, .discarded: self = .success
    case .queued, .sending, .waiting: self = isAwaited ? .kept : .success
    case .unauthorized: self = .notAllowed
    case .conflict, .question: self = .invalidInput
    case .refused(let failure): self = ExitStatus(failure.code)
    }
  }

  init(_ code: SubmissionFailure.Code) {
    switch code {
    case .invalid, .tooLarge, .photoDamaged, .conflict, .indeterminate, .notPossible: self = .invalidInput
    case .gone, .notFound: self = .notFound
    case .forbidden, .unauthorized: self = .notAllowed
    case .unreachable: self = .unreachable
    case .responseLost, .rateLimited, .serverFailure: self = .temporaryFailure
    case .invalidResponse, .refused: self = .invalidResponse
    case .unreadable, .cannotWriteFile: self = .storeFailure
    default: self = .failure
    }
  }
}
