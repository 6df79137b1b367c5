import Foundation

/// Each value by the two spellings of its field.
extension WireObject {
  func findString(_ field: WireField) throws -> String? {
    try find(field) { try fields.decodeIfPresent(String.self, forKey: $0) }
  }

  func findDecimal(_ field: WireField) throws -> Decimal? {
    try findNumber(field) { try fields.decodeIfPresent(Decimal.self, forKey: $0) }
  }

  func findBool(_ field: WireField) throws -> Bool? {
    try find(field) { try fields.decodeIfPresent(Bool.self, forKey: $0) }
  }

  func findCount(_ field: WireField) throws -> Int? {
    let number = try findNumber(field) { try fields.decodeIfPresent(Int.self, forKey: $0) }
    guard number ?? 0 >= 0 else { throw unusable(field) }
    return number
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
