import Foundation
import HTTPTypes

extension HTTPError {
  /// Says why a body cannot be decoded: the kind of value that was expected and found, and where. Never the value.
  static func undecodableMessage(for error: any Error, in head: HTTPResponse) -> String {
    let type = head.headerFields[.contentType].map { ErrorText.clean($0, limit: 80) } ?? "of no stated type"
    guard let error = error as? DecodingError else { return "The response (\(type)) cannot be understood." }
    return switch error {
    case .keyNotFound(let key, let context):
      "The response (\(type)) lacks the key \"\(key.stringValue)\"\(place(context))."
    case .typeMismatch(let expected, let context):
      "The response (\(type)) has an unexpected value\(place(context)): expected \(noun(for: expected))\(found(context))."
    case .valueNotFound(let expected, let context):
      "The response (\(type)) has no value\(place(context)): expected \(noun(for: expected)), found null."
    case .dataCorrupted(let context)
    where context.codingPath.isEmpty && type.lowercased().hasPrefix("text/html"):
      "The response is a web page, such as the sign-in of this network."
    case .dataCorrupted(let context): "The response (\(type)) is malformed\(place(context))."
    @unknown default: "The response (\(type)) cannot be decoded."
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "" }
    let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
    return " at " + ErrorText.clean(path.joined(separator: "."), limit: 80)
  }

  private static func noun(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any Numeric.Type: "a number"
    case is [String: Any].Type: "an object"
    case is [Any].Type: "an array"
    default: "\(type)"
    }
  }

  /// The kind of value that Foundation's decoder says it has found, if it says so.
  private static func found(_ context: DecodingError.Context) -> String {
    let kinds = [
      "a dictionary": "an object", "an array": "an array", "a string": "a string", "number": "a number",
      "bool": "true or false",
    ]
    guard let words = context.debugDescription.components(separatedBy: " but found ").last else { return "" }
    return kinds.first { words == "\($0.key) instead." }.map { ", found \($0.value)" } ?? ""
  }
}
