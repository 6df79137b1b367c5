import Foundation
import OpenMarketHTTP

extension JSONValue {
  init(parsing text: Data, as what: String) throws(Refusal) {
    do {
      self = try JSONValue(parsing: text)
    } catch {
      throw .badRequest("\(what) is not JSON.")
    }
  }

  func object(_ what: String) throws(Refusal) -> JSONObject {
    guard case .object(let values) = self else { throw .badRequest("\(what) must be a JSON object.") }
    return JSONObject(values: values)
  }
}

/// The keys and values of a JSON object, with errors that name the key.
///
/// `null` counts as absent.
struct JSONObject: Sendable {
  let values: [String: JSONValue]

  /// The keys in one order, so that of several that are refused the same one is named.
  var sortedKeys: [String] { values.keys.sorted { $0.precedesByBytes($1) } }

  func string(_ key: String) throws(Refusal) -> String? { try value(key, "a string") { $0.string } }

  func number(_ key: String) throws(Refusal) -> Double? {
    try value(key, "a number") { $0.number.map { $0 + 0.0 } }  // turns -0.0 into 0.0
  }

  /// A number, also in a string, as clients of the original sent it; an empty string counts as absent.
  func looseNumber(_ key: String) throws(Refusal) -> Double? {
    guard case .string(let text) = values[key] else { return try number(key) }
    if text.isEmpty { return nil }
    guard let number = try? JSONDecoder().decode(Double.self, from: Data(text.utf8)) else {
      throw .badRequest("\(key) must be a number, or a string that holds one.")
    }
    return number + 0.0
  }

  func bool(_ key: String) throws(Refusal) -> Bool? { try value(key, "true or false") { $0.bool } }

  /// A number without fraction within `range`.
  func integer<Value: FixedWidthInteger>(
    _ key: String, in range: ClosedRange<Value>
  ) throws(Refusal) -> Value? {
    guard let number = try number(key) else { return nil }
    guard let integer = Value(exactly: number), range.contains(integer) else {
      throw .badRequest("\(key) must be a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return integer
  }

  func object(_ key: String) throws(Refusal) -> JSONObject? {
    try value(key, "a JSON object") {
      if case .object(let values) = $0 { JSONObject(values: values) } else { nil }
    }
  }

  func array(_ key: String) throws(Refusal) -> [JSONValue]? {
    try value(key, "a JSON array") { $0.isArray ? $0.elements : nil }
  }

  private func value<Value>(
    _ key: String, _ type: String, _ read: (JSONValue) -> Value?
  ) throws(Refusal) -> Value? {
    guard let json = values[key], json != .null else { return nil }
    guard let value = read(json) else { throw .badRequest("\(key) must be \(type).") }
    return value
  }

  /// Refuses keys outside of `known`: on the control plane a misspelt one must not pass unnoticed.
  func allow(_ known: String...) throws(Refusal) { try allow(known) }

  /// Refuses values that are null: what is not meant is to be left out.
  func refuseNulls() throws(Refusal) {
    if let key = sortedKeys.first(where: { values[$0] == .null }) {
      throw .badRequest("\(key) must not be null; leave it out.")
    }
  }

  func allow(_ known: [String]) throws(Refusal) {
    for key in sortedKeys where !known.contains(key) {
      throw .badRequest("Unknown key \(key); known are \(known.joined(separator: ", ")).")
    }
  }
}
