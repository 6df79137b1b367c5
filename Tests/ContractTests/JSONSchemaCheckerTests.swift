import Foundation
import OpenMarketHTTP
import Testing

@testable import OpenMarketTestSupport

/// The checks that all other contract tests stand on: each rule is seen to refuse.
struct JSONSchemaCheckerTests {
  private func violations(_ value: String, _ schema: String) throws -> [String] {
    let checker = JSONSchemaChecker { reference, _ in throw ContractError("no \(reference)") }
    return try checker.violations(
      of: JSONValue(json: Data(value.utf8)), against: JSONValue(json: Data(schema.utf8)), in: "test")
  }

  @Test(
    "a value that breaks a rule is reported once",
    arguments: [
      ("1.5", #"{"type":"integer"}"#), ("true", #"{"type":"number"}"#), ("null", #"{"type":"string"}"#),
      ("{}", #"{"required":["a"]}"#), (#"{"a":1}"#, #"{"additionalProperties":false}"#),
      (#"{"a":1}"#, #"{"properties":{"a":{"type":"string"}}}"#), ("[1]", #"{"items":{"type":"string"}}"#),
      ("0", #"{"minimum":1}"#), ("2", #"{"maximum":1}"#), (#""""#, #"{"minLength":1}"#),
      (#""ab""#, #"{"maxLength":1}"#), ("[]", #"{"minItems":1}"#), ("[1,2]", #"{"maxItems":1}"#),
      ("[1,1]", #"{"uniqueItems":true}"#), (#""b""#, #"{"pattern":"^a"}"#), (#""b""#, #"{"const":"a"}"#),
      (#""b""#, #"{"enum":["a"]}"#), ("1", #"{"oneOf":[{"type":"integer"},{"type":"number"}]}"#),
      ("1", #"{"anyOf":[{"type":"string"}]}"#),
    ])
  func refuses(value: String, schema: String) throws {
    #expect(try violations(value, schema).count == 1)
  }

  @Test(
    "a value that keeps all rules is accepted",
    arguments: [
      ("6.0E7", #"{"type":"integer","minimum":1}"#), ("null", #"{"type":["string","null"]}"#),
      (#"{"a":1}"#, #"{"required":["a"],"properties":{"a":{}},"additionalProperties":false}"#),
      ("[1,2]", #"{"items":{"type":"integer"},"uniqueItems":true,"maxItems":2}"#),
      (#""가""#, #"{"minLength":1,"maxLength":1}"#),
      ("1", #"{"oneOf":[{"type":"integer"},{"type":"string"}]}"#),
    ])
  func accepts(value: String, schema: String) throws {
    #expect(try violations(value, schema) == [])
  }

  @Test("a keyword that the checks do not know is an error, not a rule that passes")
  func unknownKeyword() {
    #expect(throws: ContractError.self) { try violations("1", #"{"multipleOf":2}"#) }
  }
}
