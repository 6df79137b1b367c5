package import Foundation

/// A JSON value of any shape, with its numbers by value, to 38 digits.
///
/// Beyond the range of `Decimal`, numbers are those of `Double`.
package enum JSONValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case decimal(Decimal)
  case double(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// The deepest nesting, that of what it is part of included: reading a level takes some kilobytes of a thread's stack.
  package static let depthLimit = 30

  /// Reads a whole text.
  package init(parsing json: Data) throws { self = try JSONDecoder().decode(Self.self, from: json) }

  /// The member called `key`, when this is an object that has it.
  package subscript(key: String) -> JSONValue? { members[key] }
  /// The text, when this is one.
  package var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, when this is one: the `Double` next to it, which `NSDecimalNumber` misses by a bit.
  package var number: Double? {
    switch self {
    case .decimal(let number): Double(number.description)
    case .double(let number): number
    default: nil
    }
  }
  /// The number, when this is a whole one, however it was written.
  package var integer: Int? { number.flatMap(Int.init(exactly:)) }
  /// `true` or `false`, when this is one of them.
  package var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// Whether this is an array, also an empty one.
  package var isArray: Bool { if case .array = self { true } else { false } }
  /// The elements, when this is an array; otherwise none.
  package var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  /// The members, when this is an object; otherwise none.
  package var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }

  /// The value in one form, the same for equal values but for how letters are composed: keys sorted, no spaces, numbers by value.
  package var text: String {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .decimal(let number): number.description
    case .double(let number): number.description
    case .string(let text): JSONText.string(text)
    case .array(let elements): JSONText.array(elements.map(\.text))
    case .object(let members):
      JSONText.object(members.sorted { $0.key.precedesComposed($1.key) }.map { ($0.key, $0.value.text) })
    }
  }

  /// Returns the value with its texts, those of keys too, as `spelling` makes them.
  package func spelled(_ spelling: (String) -> String) -> JSONValue {
    switch self {
    case .null, .bool, .decimal, .double: self
    case .string(let text): .string(spelling(text))
    case .array(let elements): .array(elements.map { $0.spelled(spelling) })
    case .object(let members):
      .object(Dictionary(members.map { (spelling($0), $1.spelled(spelling)) }) { $1 })
    }
  }
}

extension JSONValue: Codable {
  /// Reads a value of any shape.
  ///
  /// Members are read in the order of their names: of several that cannot be read, the error tells of the first.
  /// - Throws: `DecodingError` when it is nested too deep, or holds a number that no `Double` comes near to.
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard decoder.codingPath.count <= Self.depthLimit else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "nested more than \(Self.depthLimit) levels deep")
    }
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let flag = try? value.decode(Bool.self) {
      self = .bool(flag)
    } else if let number = try? value.decode(Decimal.self), number.isFinite {
      self = .decimal(number)
    } else if let number = try? value.decode(Double.self) {
      self = .double(number)
    } else if let fields = try? decoder.container(keyedBy: AnyKey.self) {
      self = .object(
        try fields.sortedKeys.reduce(into: [:]) {
          $0[$1.stringValue] = try fields.decode(Self.self, forKey: $1)
        }
      )
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !list.isAtEnd { elements.append(try list.decode(Self.self)) }
      self = .array(elements)
    } else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "out of range or malformed")
    }
  }

  /// Writes the value.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let flag): try container.encode(flag)
    case .decimal(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .string(let text): try container.encode(text)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}

extension String {
  /// Whether it comes before `other` by its bytes.
  ///
  /// `<` compares as if texts were composed, and has no order for some that are not equal, such as U+0308 and U+0344: those of
  /// a dictionary were seen in both.
  package func precedesByBytes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }

  /// Whether it comes before `other` by the bytes of their composed forms: equal texts have the same place among others.
  package func precedesComposed(_ other: String) -> Bool { composed.precedesByBytes(other.composed) }
}

extension KeyedDecodingContainer {
  /// The keys in the order of their bytes; `allKeys` has them in another one each time.
  package var sortedKeys: [Key] { allKeys.sorted { $0.stringValue.precedesByBytes($1.stringValue) } }
}

/// A key of any name.
package struct AnyKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
}
