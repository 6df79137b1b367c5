package import Foundation
package import OpenMarketHTTP
import Yams

extension JSONValue {
  /// Reads JSON text.
  package init(json: Data) throws {
    self = try JSONValue(parsing: json)
  }

  /// Reads a YAML document.
  package init(yaml: String) throws {
    self = try JSONValue(plain: try Yams.load(yaml: yaml))
  }

  private init(plain: Any?) throws {
    switch plain {
    case nil, is NSNull: self = .null
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .decimal(Decimal(value))
    case let value as UInt64: self = .decimal(Decimal(value))
    case let value as Double: self = try JSONValue(json: Data("\(value)".utf8))
    case let value as String: self = .string(value)
    case let value as [Any]: self = .array(try value.map { try JSONValue(plain: $0) })
    case let value as [AnyHashable: Any]:
      var members: [String: JSONValue] = [:]
      for (key, member) in value { members["\(key.base)"] = try JSONValue(plain: member) }
      self = .object(members)
    case let value?: throw ContractError("cannot read a YAML value of type \(type(of: value))")
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
