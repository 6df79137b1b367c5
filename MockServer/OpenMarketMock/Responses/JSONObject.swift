import Foundation
import OpenMarketHTTP

extension JSONValue {
  /// Reads a whole text.
  init(parsing text: Data, as what: String) throws(Refusal) {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: text)
    } catch {
      throw .badRequest("\(what) is not JSON.")
    }
  }

  /// The keys and values.
  func object(_ what: String) throws(Refusal) -> JSONObject {
    guard case .object(let values) = self else { throw .badRequest("\(what) must be a JSON object.") }
    return JSONObject(values: values)
  }

  /// Appends the value so that equal values give equal bytes: keys sorted, numbers by value.
  func appendCanonically(to json: inout JSONBytes) {
    switch self {
    case .null: json.raw("null")
    case .bool(let flag): json.bool(flag)
    case .number(let number): json.double(number + 0.0)
    case .string(let text): json.string(text)
    case .array(let values):
      for (index, value) in values.enumerated() {
        json.raw(index == 0 ? "[" : ",")
        value.appendCanonically(to: &json)
      }
      json.raw(values.isEmpty ? "[]" : "]")
    case .object(let values):
      json.raw("{")
      for (index, key) in values.keys.sorted().enumerated() {
        if index > 0 { json.raw(",") }
        json.string(key)
        json.raw(":")
        values[key]?.appendCanonically(to: &json)
      }
      json.raw("}")
    }
  }
}

/// The keys and values of a JSON object, with errors that name the key.
///
/// `null` counts as absent.
struct JSONObject: Sendable {
  let values: [String: JSONValue]

  func string(_ key: String) throws(Refusal) -> String? {
    switch values[key] ?? .null {
    case .null: return nil
    case .string(let text): return text
    default: throw .badRequest("\(key) must be a string.")
    }
  }

  func number(_ key: String) throws(Refusal) -> Double? {
    switch values[key] ?? .null {
    case .null: return nil
    case .number(let number): return number + 0.0  // turns -0.0 into 0.0
    default: throw .badRequest("\(key) must be a number.")
    }
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

  func bool(_ key: String) throws(Refusal) -> Bool? {
    switch values[key] ?? .null {
    case .null: return nil
    case .bool(let flag): return flag
    default: throw .badRequest("\(key) must be true or false.")
    }
  }

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

  /// The object under `key`.
  func object(_ key: String) throws(Refusal) -> JSONObject? {
    switch values[key] ?? .null {
    case .null: return nil
    case .object(let values): return JSONObject(values: values)
    default: throw .badRequest("\(key) must be a JSON object.")
    }
  }

  /// The elements of the array under `key`.
  func array(_ key: String) throws(Refusal) -> [JSONValue]? {
    switch values[key] ?? .null {
    case .null: return nil
    case .array(let elements): return elements
    default: throw .badRequest("\(key) must be a JSON array.")
    }
  }

  /// Refuses keys outside of `known`: on the control plane a misspelt one must not pass unnoticed.
  func allow(_ known: String...) throws(Refusal) { try allow(known) }

  /// Refuses values that are null: what is not meant is to be left out.
  func refuseNulls() throws(Refusal) {
    if let key = values.first(where: { $0.value == .null })?.key {
      throw .badRequest("\(key) must not be null; leave it out.")
    }
  }

  /// Refuses keys outside of `known`.
  func allow(_ known: [String]) throws(Refusal) {
    for key in values.keys.sorted() where !known.contains(key) {
      throw .badRequest("Unknown key \(key); known are \(known.joined(separator: ", ")).")
    }
  }
}
