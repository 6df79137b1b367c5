public import Foundation
import Yams

/// A JSON value of any shape, as the contract checks look at it.
public enum JSONValue: Sendable, Hashable {
  /// `null`
  case null
  /// `true` or `false`
  case bool(Bool)
  /// Any number. A whole number is one without a fraction, however it was written.
  case number(Double)
  /// A text.
  case string(String)
  /// A list.
  case array([JSONValue])
  /// Named members.
  case object([String: JSONValue])

  /// Reads JSON text.
  public init(json: Data) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: json)
  }

  /// Reads a YAML document.
  public init(yaml: String) throws {
    self = try JSONValue(plain: try Yams.load(yaml: yaml))
  }

  private init(plain: Any?) throws {
    switch plain {
    case nil, is NSNull: self = .null
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .number(Double(value))
    case let value as UInt64: self = .number(Double(value))
    case let value as Double: self = .number(value)
    case let value as String: self = .string(value)
    case let value as [Any]: self = .array(try value.map { try JSONValue(plain: $0) })
    case let value as [AnyHashable: Any]:
      var members: [String: JSONValue] = [:]
      for (key, member) in value { members["\(key.base)"] = try JSONValue(plain: member) }
      self = .object(members)
    case let value?: throw ContractError("cannot read a YAML value of type \(type(of: value))")
    }
  }

  /// The member called `key`, when this is an object that has it.
  public subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  /// The text, when this is one.
  public var string: String? { if case .string(let text) = self { text } else { nil } }
  /// The number, when this is one.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The elements, when this is a list; otherwise none.
  public var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
  /// The members, when this is an object; otherwise none.
  public var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
}

extension JSONValue: Decodable {
  /// Decodes a value of any shape.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }
}

/// The contract document itself is broken, or uses what the checks do not know.
public struct ContractError: Error, CustomStringConvertible {
  /// What is wrong.
  public var description: String
  /// Makes an error.
  public init(_ description: String) { self.description = description }
}
