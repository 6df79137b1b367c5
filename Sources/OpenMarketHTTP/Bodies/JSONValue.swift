/// A JSON value of any shape, with its numbers by value: for what a program reads key by key.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  /// Any number. A whole number is one without a fraction, however it was written.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The member called `key`, when this is an object that has it.
  package subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text, when this is one.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, when this is one.
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The number, when this is a whole one.
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }
  /// `true` or `false`, when this is one of them.
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// Whether this is an array, also an empty one.
  package var isArray: Bool { if case .array = self { true } else { false } }
  /// The elements, when this is an array; otherwise none.
  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  /// The members, when this is an object; otherwise none.
  package var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
}

extension JSONValue: Decodable {
  /// Decodes a value of any shape.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .number(try container.decode(Double.self))
    }
  }
}
