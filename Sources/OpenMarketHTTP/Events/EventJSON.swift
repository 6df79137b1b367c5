package import Foundation

/// Events and what stands beside them as lines of JSON.
package enum EventJSON {
  private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// A moment in UTC with milliseconds.
  package static func text(of date: Date) -> String { date.formatted(dates) }

  /// One line of JSON and its end.
  package static func line(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value) + [UInt8(ascii: "\n")]
  }

  static func date(_ text: String) -> Date? { try? Date(text, strategy: dates) }
}

/// A cause as JSON has it.
private struct CauseJSON: Codable {
  var id: UInt64
  var name: String
  var parent: UInt64?

  init(_ cause: MarketEvent.Cause) { (id, name, parent) = (cause.id, cause.name, cause.parentID) }

  var cause: MarketEvent.Cause { MarketEvent.Cause(id: id, name: name, parentID: parent) }
}

extension EventRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case number, date, kind, cause, request, method, template, outcome, status, attempts, count, bytes
    case milliseconds, failure, submission, product, nextAttempt
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func value<Value: Decodable>(_ key: CodingKeys) throws -> Value? {
      try container.decodeIfPresent(Value.self, forKey: key)
    }
    self.init(
      kind: try container.decode(String.self, forKey: .kind),
      cause: (try value(.cause) as CauseJSON?)?.cause)
    number = try container.decode(UInt64.self, forKey: .number)
    guard let date = EventJSON.date(try container.decode(String.self, forKey: .date)) else {
      throw DecodingError.dataCorruptedError(forKey: .date, in: container, debugDescription: "no date")
    }
    self.date = date
    (request, method, template) = (try value(.request), try value(.method), try value(.template))
    (outcome, status, attempts) = (try value(.outcome), try value(.status), try value(.attempts))
    (count, bytes, failure) = (try value(.count), try value(.bytes), try value(.failure))
    (submission, product) = (try value(.submission), try value(.product))
    duration = (try value(.milliseconds) as Double?).flatMap {
      abs($0) < 1e15 ? Duration.microseconds(($0 * 1_000).rounded()) : nil
    }
    nextAttempt = (try value(.nextAttempt) as String?).flatMap(EventJSON.date)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(number, forKey: .number)
    try container.encode(EventJSON.text(of: date), forKey: .date)
    try container.encode(kind, forKey: .kind)
    try container.encodeIfPresent(cause.map(CauseJSON.init), forKey: .cause)
    try container.encodeIfPresent(request, forKey: .request)
    try container.encodeIfPresent(method, forKey: .method)
    try container.encodeIfPresent(template, forKey: .template)
    try container.encodeIfPresent(outcome, forKey: .outcome)
    try container.encodeIfPresent(status, forKey: .status)
    try container.encodeIfPresent(attempts, forKey: .attempts)
    try container.encodeIfPresent(count, forKey: .count)
    try container.encodeIfPresent(bytes, forKey: .bytes)
    try container.encodeIfPresent(duration?.milliseconds, forKey: .milliseconds)
    try container.encodeIfPresent(failure, forKey: .failure)
    try container.encodeIfPresent(submission, forKey: .submission)
    try container.encodeIfPresent(product, forKey: .product)
    try container.encodeIfPresent(nextAttempt.map(EventJSON.text), forKey: .nextAttempt)
  }
}
