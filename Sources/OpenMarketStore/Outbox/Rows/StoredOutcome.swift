import Foundation
import OpenMarketAPI
import OpenMarketHTTP

/// `submission.outcome`: what belongs to the state, as JSON.
struct StoredOutcome {
  /// The payload of ``Submission/State/question(_:candidates:)``.
  struct Question {
    var failure: SubmissionFailure
    var candidates: [Product] = []
  }

  var failure: SubmissionFailure?
  var conflicts: [FieldConflict]?
  var question: Question?
  var product: Product?

  var encoded: Data {
    let json = JSONText.object([
      ("failure", failure?.json), ("conflicts", conflicts.map { JSONText.array($0.map(\.json)) }),
      ("question", question?.json), ("product", product?.outcomeJSON),
    ])
    return Data(json.utf8)
  }

  /// - Returns: An empty outcome for `data` that is none.
  static func decoding(_ data: Data?) -> StoredOutcome {
    guard let data, let stored = try? JSONDecoder().decode(OutcomeFields.self, from: data) else {
      return StoredOutcome()
    }
    return StoredOutcome(
      failure: stored.failure?.failure, conflicts: stored.conflicts?.map(\.conflict),
      question: stored.question?.question, product: stored.product?.product)
  }
}

extension StoredOutcome.Question {
  fileprivate var json: String {
    JSONText.object([
      ("failure", failure.json), ("candidates", JSONText.array(candidates.map(\.outcomeJSON))),
    ])
  }
}

extension SubmissionFailure {
  fileprivate var json: String {
    JSONText.object([
      ("code", JSONText.string(code.rawValue)), ("message", JSONText.string(message)),
      ("status", status?.description), ("fields", JSONText.object(fields.map { ($0, JSONText.string($1)) })),
    ])
  }
}

extension FieldConflict {
  fileprivate var json: String {
    JSONText.object([
      ("field", JSONText.string(field.rawValue)), ("base", base.digits), ("mine", mine.digits),
      ("theirs", theirs.digits), ("myCurrency", (myCurrency?.rawValue).map(JSONText.string)),
      ("theirCurrency", (theirCurrency?.rawValue).map(JSONText.string)),
    ])
  }
}

/// The fields of the JSON.
private struct OutcomeFields: Decodable {
  struct Failure: Decodable {
    var code: String
    var message: String
    var status: Int?
    var fields: [String: String]

    var failure: SubmissionFailure {
      SubmissionFailure(SubmissionFailure.Code(rawValue: code), message, status: status, fields: fields)
    }
  }

  struct Conflict: Decodable {
    var field: String
    var base: Decimal
    var mine: Decimal
    var theirs: Decimal
    /// Absent in rows of earlier versions, as the next one.
    var myCurrency: Currency?
    var theirCurrency: Currency?

    var conflict: FieldConflict {
      FieldConflict(
        ListingField(rawValue: field), base: base, mine: mine, theirs: theirs,
        myCurrency: myCurrency, theirCurrency: theirCurrency)
    }
  }

  struct Question: Decodable {
    var failure: Failure
    var candidates: [OutcomeProduct]

    var question: StoredOutcome.Question {
      StoredOutcome.Question(failure: failure.failure, candidates: candidates.map(\.product))
    }
  }

  var failure: Failure?
  var conflicts: [Conflict]?
  var question: Question?
  var product: OutcomeProduct?
}
