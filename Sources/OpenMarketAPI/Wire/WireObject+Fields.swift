import Foundation
import OpenMarketHTTP

/// Each value by the two spellings of its field.
extension WireObject {
  /// Also finds a number, as text: PHP can be told to send every text that looks like a number as one.
  func findString(_ field: WireField) throws -> String? {
    try find(field) { key in
      do {
        return try fields.decodeIfPresent(String.self, forKey: key)
      } catch DecodingError.typeMismatch(let type, let context) {
        guard let number = try? fields.decode(Decimal.self, forKey: key) else {
          throw DecodingError.typeMismatch(type, context)
        }
        return number.description
      }
    }
  }

  func findDecimal(_ field: WireField) throws -> Decimal? {
    try findNumber(field) { try fields.decodeIfPresent(Decimal.self, forKey: $0) }
  }

  /// Also finds `1` and `0`, and any of them in a text; an empty text, which PHP makes of `false`, counts as absent.
  func findBool(_ field: WireField) throws -> Bool? {
    try find(field) { key in
      do {
        return try fields.decodeIfPresent(Bool.self, forKey: key)
      } catch DecodingError.typeMismatch(let type, let context) {
        let text =
          (try? fields.decode(Int.self, forKey: key)).map(String.init)
          ?? (try? fields.decode(String.self, forKey: key))
        switch text {
        case "true", "1": return true
        case "false", "0": return false
        case "": return nil
        default: throw DecodingError.typeMismatch(type, context)
        }
      }
    }
  }

  func findCount(_ field: WireField) throws -> Int? {
    let number = try findNumber(field) { try fields.decodeIfPresent(Int.self, forKey: $0) }
    guard number ?? 0 >= 0 else { throw unusable(field) }
    return number
  }

  /// A count that a server may not know: a negative number counts as absent.
  func findKnownCount(_ field: WireField) throws -> Int? {
    try findNumber(field) { try fields.decodeIfPresent(Int.self, forKey: $0) }.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Returns the number that `read` finds, or the one in a text; an empty text counts as absent.
  ///
  /// A text is read by the same decoder, so that it means what the number without quotes does.
  func findNumber<Value: Decodable>(
    _ field: WireField, _ read: (WireKey) throws -> Value?
  ) throws -> Value? {
    try find(field) { key in
      do {
        return try read(key)
      } catch DecodingError.typeMismatch(let type, let context) {
        guard let text = try? fields.decode(String.self, forKey: key) else {
          throw DecodingError.typeMismatch(type, context)
        }
        guard !text.isEmpty else { return nil }
        if let number = try? JSONDecoder().decode(Value.self, from: Data(text.utf8)) { return number }
        let isNumeral = text.utf8.allSatisfy("0123456789+-.eE".utf8.contains)
        throw isNumeral ? unusable(field) : DecodingError.typeMismatch(type, context)
      }
    }
  }

  /// Returns the result of `read` for the first spelling that is present and not null.
  ///
  /// `JSONDecoder` tells of a number out of range without saying where; here it gets its place.
  private func find<Value>(_ field: WireField, _ read: (WireKey) throws -> Value?) throws -> Value? {
    do {
      if let value = try read(WireKey(field)) { return value }
      return try WireKey(alternativeOf: field).flatMap(read)
    } catch let error as DecodingError {
      throw error
    } catch {
      throw unusable(field)
    }
  }

  func unusable(_ field: WireField) -> DecodingError {
    .dataCorruptedError(forKey: WireKey(field), in: fields, debugDescription: "out of range or malformed")
  }
}

extension WireObject {
  /// The fields of a product that the contract does not know.
  ///
  /// Where there are none, as a rule, that is all that is found out. Those that are too long or no JSON are left out, which
  /// is noted.
  mutating func extraFields() -> ExtraFields {
    guard !fields.allKeys.isEmpty, let all = try? decoder.container(keyedBy: AnyKey.self) else {
      return ExtraFields()
    }
    var members: [String: JSONValue] = [:]
    var size = 2
    // In one order, so that the same issues come from the same response.
    for key in all.sortedKeys where !WireKey.isOfProduct(key.stringValue) {
      do {
        let value = try all.decode(JSONValue.self, forKey: key)
        size += JSONText.string(key.stringValue).utf8.count + value.text.utf8.count + 2
        guard size <= ExtraFields.sizeLimit else {
          note(
            key.stringValue, "all extra fields have more than \(ExtraFields.sizeLimit) bytes")
          continue
        }
        members[key.stringValue] = value
      } catch {
        note(key.stringValue, DecodingIssue.reason(for: error))
      }
    }
    return ExtraFields(members)
  }
}
