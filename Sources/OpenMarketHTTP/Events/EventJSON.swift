package import Foundation

/// Events and what stands beside them as lines of JSON.
package enum EventJSON {
  private static let dates = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// A moment in UTC with milliseconds.
  package static func text(of date: Date) -> String { date.formatted(dates) }

  package static func line(_ value: some Encodable) throws -> Data {
    try encoder.encode(value) + [UInt8(ascii: "\n")]
  }

  package static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .custom { date, encoder in
      var container = encoder.singleValueContainer()
      try container.encode(text(of: date))
    }
    return encoder
  }

  package static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .custom { decoder in
      let text = try decoder.singleValueContainer().decode(String.self)
      return try (try? Date(text, strategy: dates)) ?? Date(text, strategy: .iso8601)
    }
    return decoder
  }
}
