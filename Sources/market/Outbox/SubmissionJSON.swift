import Foundation
import OpenMarket

/// A submission as `--json` shows it: `Schemas/json/cli-submission.schema.json`, a form that only ever grows.
struct SubmissionJSON: Encodable {
  struct Photo: Encodable {
    var fileName: String
    var bytes: Int
    var sha256: String
  }

  struct Fields: Encodable {
    var name: String?
    var description: String?
    var price: Decimal?
    var discount: Decimal?
    var currency: String?
    var stock: Int?
    var extra: ExtraFields?
  }

  struct Conflict: Encodable {
    var field: String
    var base: Decimal
    var mine: Decimal
    var theirs: Decimal
    var myCurrency: String?
    var theirCurrency: String?
  }

  struct Failure: Encodable {
    var code: String
    var message: String
    var status: Int?
    var fields: [String: String]
  }

  var submission: Int64
  /// As other commands take it.
  var listing: String
  /// The listing's title as the write leaves it.
  var name: String?
  /// `create`, `edit` or `delete`.
  var write: String
  var fields: Fields?
  var photos: [Photo]?
  var state: String
  var attempts: Int
  /// Whether its outcome is unknown: it may have had its effect although no response says so.
  var isIndeterminate: Bool
  /// UTC, `yyyy-MM-ddTHH:mm:ssZ`.
  var createdAt: String
  /// When a submission in the state `waiting` is retried.
  var nextAttemptAt: String?
  var failure: Failure?
  var conflicts: [Conflict]?
  /// Of the state `question`: the listings on the server that may be what the write has made.
  var candidates: [ProductJSON]?
  /// The response of the server.
  var product: ProductJSON?

  init(_ submission: Submission) {
    self.submission = submission.id.rawValue
    listing = submission.productID.listingText
    name = submission.name
    write = submission.write.kind.rawValue
    switch submission.write {
    case .create(let draft, let stored):
      fields = Fields(
        name: draft.name, description: draft.description, price: draft.price,
        discount: draft.discount, currency: draft.currency.rawValue, stock: draft.stock)
      if !draft.extra.names.isEmpty { fields?.extra = draft.extra }
      photos = stored.map { Photo(fileName: $0.fileName, bytes: $0.byteCount, sha256: $0.sha256) }
    case .edit(let changes, _):
      fields = Fields(
        name: changes.name, description: changes.description, price: changes.price,
        discount: changes.discount, currency: changes.currency?.rawValue, stock: changes.stock)
      if !changes.extra.names.isEmpty { fields?.extra = changes.extra }
    case .delete: break
    }
    state = submission.state.name
    attempts = submission.attempts
    isIndeterminate = submission.isIndeterminate
    createdAt = submission.createdAt.formatted(.iso8601)
    if case .waiting(let date, _) = submission.state { nextAttemptAt = date.formatted(.iso8601) }
    failure = submission.failure.map {
      Failure(code: $0.code.rawValue, message: $0.message, status: $0.status, fields: $0.fields)
    }
    if case .conflict(let fields) = submission.state {
      conflicts = fields.map {
        Conflict(
          field: $0.field.rawValue, base: $0.base, mine: $0.mine, theirs: $0.theirs,
          myCurrency: $0.myCurrency?.rawValue, theirCurrency: $0.theirCurrency?.rawValue)
      }
    }
    if case .question(_, let possible) = submission.state { candidates = possible.map { ProductJSON($0) } }
    if case .accepted(let response?) = submission.state { product = ProductJSON(response) }
  }
}

/// The result of a delivery, as `--json` shows it: `Schemas/json/cli-delivery.schema.json`.
struct DeliveryJSON: Encodable {
  /// The submissions that have their outcome.
  var sent: [SubmissionJSON]
  /// The submissions that are still pending, or need a decision.
  var left: [SubmissionJSON]
}

/// The rules that a draft breaks, as `--json` shows them: `Schemas/json/cli-draft-failures.schema.json`.
struct DraftFailuresJSON: Encodable {
  struct Failure: Encodable {
    var field: String
    var rule: String
    var message: String
  }

  var failures: [Failure]

  init(_ error: ListingValidationError) {
    failures = error.failures.map {
      Failure(field: $0.field.rawValue, rule: $0.rule.rawValue, message: $0.message)
    }
  }
}
