import Foundation
import OpenMarketHTTP

/// Checks values against JSON schemas (2020-12): the keywords that `Schemas/` uses, and an error for any
/// other, so that a rule which is not checked cannot hide in the document.
struct JSONSchemaChecker {
  /// Finds the schema that a `$ref` names, relative to the file that holds the reference.
  let resolve: (_ reference: String, _ file: String) throws -> (schema: JSONValue, file: String)

  private static let annotations: Set<String> = [
    "$schema", "title", "description", "examples", "default", "format", "contentMediaType",
  ]

  /// Every way in which `value` breaks `schema`, each with its place; empty when it conforms.
  func violations(of value: JSONValue, against schema: JSONValue, in file: String, at place: String = "$")
    throws -> [String]
  {
    if case .bool(let accepts) = schema { return accepts ? [] : ["\(place): nothing is allowed here"] }
    var found: [String] = []
    func fail(_ text: String) { found.append("\(place): \(text)") }
    for (keyword, rule) in schema.members {
      switch keyword {
      case "$ref":
        let target = try resolve(rule.string ?? "", file)
        found += try violations(of: value, against: target.schema, in: target.file, at: place)
      case "type":
        let allowed = rule.string.map { [$0] } ?? rule.elements.compactMap(\.string)
        if !allowed.contains(where: { value.conforms(toType: $0) }) {
          fail("is \(value.typeName), must be \(allowed.joined(separator: " or "))")
        }
      case "const": if value != rule { fail("is not \(rule)") }
      case "enum": if !rule.elements.contains(value) { fail("\(value) is not one of \(rule.elements)") }
      case "required":
        guard case .object(let members) = value else { continue }
        for key in rule.elements.compactMap(\.string) where members[key] == nil { fail("lacks \(key)") }
      case "properties":
        for (key, member) in value.members {
          guard let inner = rule[key] else { continue }
          found += try violations(of: member, against: inner, in: file, at: "\(place).\(key)")
        }
      case "additionalProperties":
        let known = schema["properties"]?.members ?? [:]
        for (key, member) in value.members where known[key] == nil {
          found += try violations(of: member, against: rule, in: file, at: "\(place).\(key)")
        }
      case "items":
        for (index, element) in value.elements.enumerated() {
          found += try violations(of: element, against: rule, in: file, at: "\(place)[\(index)]")
        }
      case "oneOf", "anyOf":
        let matching = try rule.elements.filter {
          try violations(of: value, against: $0, in: file, at: place).isEmpty
        }
        if matching.isEmpty || (keyword == "oneOf" && matching.count > 1) {
          fail("matches \(matching.count) of the alternatives of \(keyword)")
        }
      case "uniqueItems":
        if rule == .bool(true), Set(value.elements).count != value.elements.count { fail("repeats an item") }
      case "pattern":
        guard let text = value.string, let pattern = rule.string else { continue }
        if text.range(of: pattern, options: .regularExpression) == nil { fail("\(text) is not \(pattern)") }
      default:
        if try !checkBound(keyword, rule, value, fail), !Self.annotations.contains(keyword),
          !keyword.hasPrefix("x-")
        {
          throw ContractError("\(file): the checks do not know the keyword \(keyword)")
        }
      }
    }
    return found
  }

  /// Checks the keywords that compare a size with a bound; false when `keyword` is none of them.
  private func checkBound(
    _ keyword: String, _ rule: JSONValue, _ value: JSONValue, _ fail: (String) -> Void
  ) throws -> Bool {
    let size: Double?
    switch keyword {
    case "minimum", "maximum": size = value.number
    case "minLength", "maxLength": size = value.string.map { Double($0.utf16.count) }
    case "minItems", "maxItems":
      if case .array(let all) = value { size = Double(all.count) } else { size = nil }
    case "minProperties", "maxProperties":
      if case .object(let all) = value { size = Double(all.count) } else { size = nil }
    default: return false
    }
    guard let size, let bound = rule.number else { return true }
    if keyword.hasPrefix("min"), size < bound { fail("\(size) is below \(keyword) \(bound)") }
    if keyword.hasPrefix("max"), size > bound { fail("\(size) is above \(keyword) \(bound)") }
    return true
  }
}

extension JSONValue {
  fileprivate var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .decimal, .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  fileprivate func conforms(toType name: String) -> Bool {
    if name == "integer", let number { return number == number.rounded() }
    return name == typeName
  }
}
