import Foundation
import OpenMarketAPI
import OpenMarketHTTP

/// `submission.outcome`: what belongs to the state, as JSON.
struct StoredOutcome: Decodable {
  var failure: StoredFailure?
  var conflicts: [StoredConflict]?
  var question: StoredQuestion?
  var product: OutcomeProduct?

  init(
    failure: SubmissionFailure? = nil, conflicts: [FieldConflict]? = nil, question: StoredQuestion? = nil,
    product: OutcomeProduct? = nil
  ) {
    self.failure = failure.map(StoredFailure.init)
    self.conflicts = conflicts?.map(StoredConflict.init)
    (self.question, self.product) = (question, product)
  }

  var encoded: Data {
    let json = JSONText.object([
      ("failure", failure?.json), ("conflicts", conflicts.map { JSONText.array($0.map(\.json)) }),
      ("question", question?.json), ("product", product?.json),
    ])
    return Data(json.utf8)
  }

  /// - Returns: An empty outcome for `data` that is none.
  static func decoding(_ data: Data?) -> StoredOutcome {
    data.flatMap { try? JSONDecoder().decode(StoredOutcome.self, from: $0) } ?? StoredOutcome()
  }
}

/// A ``SubmissionFailure``.
struct StoredFailure: Decodable {
  var code: String
  var message: String
  var status: Int?
  var fields: [String: String]

  init(_ failure: SubmissionFailure) {
    (code, message, status, fields) = (failure.code.rawValue, failure.message, failure.status, failure.fields)
  }

  var json: String {
    JSONText.object([
      ("code", JSONText.string(code)), ("message", JSONText.string(message)), ("status", status?.description),
      ("fields", JSONText.object(fields.map { ($0, JSONText.string($1)) })),
    ])
  }

  var failure: SubmissionFailure {
    SubmissionFailure(SubmissionFailure.Code(rawValue: code), message, status: status, fields: fields)
  }
}

/// A ``FieldConflict``.
struct StoredConflict: Decodable {
  var field: String
  var base: Decimal
  var mine: Decimal
  var theirs: Decimal
  /// Absent in rows of earlier versions, as the next one.
  var myCurrency: String?
  var theirCurrency: String?

  init(_ conflict: FieldConflict) {
    (field, base, mine, theirs) = (conflict.field.rawValue, conflict.base, conflict.mine, conflict.theirs)
    (myCurrency, theirCurrency) = (conflict.myCurrency?.rawValue, conflict.theirCurrency?.rawValue)
  }

  var json: String {
    JSONText.object([
      ("field", JSONText.string(field)), ("base", base.digits), ("mine", mine.digits),
      ("theirs", theirs.digits), ("myCurrency", myCurrency.map(JSONText.string)),
      ("theirCurrency", theirCurrency.map(JSONText.string)),
    ])
  }

  var conflict: FieldConflict {
    FieldConflict(
      ListingField(rawValue: field), base: base, mine: mine, theirs: theirs,
      myCurrency: myCurrency.map(Currency.init(rawValue:)),
      theirCurrency: theirCurrency.map(Currency.init(rawValue:)))
  }
}

/// The payload of ``Submission/State/question(_:candidates:)``.
struct StoredQuestion: Decodable {
  var failure: StoredFailure
  var candidates: [OutcomeProduct]

  init(_ failure: SubmissionFailure, candidates: [Product] = []) {
    self.failure = StoredFailure(failure)
    self.candidates = candidates.map(OutcomeProduct.init)
  }

  var json: String {
    JSONText.object([
      ("failure", failure.json), ("candidates", JSONText.array(candidates.map(\.json))),
    ])
  }

  var state: Submission.State { .question(failure.failure, candidates: candidates.map(\.product)) }
}
