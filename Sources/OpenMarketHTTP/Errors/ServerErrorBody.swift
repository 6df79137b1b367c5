import Foundation
import HTTPTypes

/// The body of an error response, `{"code":400,"message":"…"}`, read leniently: it may be empty, HTML, of
/// another shape or very long. A problem of RFC 9457 has a `detail` in place of the message.
enum ServerErrorBody {
  /// Reads the server's message.
  ///
  /// - Parameters:
  ///   - body: The response's body.
  ///   - type: Its content type: only `application/problem+json` may have a `detail`, as frameworks put one into what is not
  ///     the market's own, such as the 404 of a missing route.
  ///   - status: The status: where the input was refused, the message is only displayed, so what frameworks say of it counts, too.
  /// - Returns: The message, made safe for a terminal and a log; `nil` when there is none.
  static func message(in body: Data, type: String?, status: HTTPResponse.Status) -> String? {
    guard !body.isEmpty, body.count <= 1 << 16,
      let json = try? JSONDecoder().decode(JSONValue.self, from: body)
    else { return nil }
    let isProblem = type?.lowercased().hasPrefix("application/problem+json") == true
    let own = json["message"]?.string ?? (isProblem ? json["detail"]?.string : nil)
    let isInput = HTTPError.Code(status) == .invalidInput
    guard let message = own ?? (isInput ? reasons(in: json) : nil) else { return nil }
    let text = ErrorText.clean(message, limit: 500)
    return text.isEmpty ? nil : text
  }

  /// The reasons for a refusal, as FastAPI, Django, Rails, NestJS, Vapor and others list them, mostly for each field.
  private static func reasons(in json: JSONValue) -> String? {
    // Beside the status, Spring and NestJS have its name as the error.
    let isNameOfStatus = json["status"] != nil || json["statusCode"] != nil
    // The reason is the last, as elsewhere than in Vapor it may be a code.
    let names = ["message", "detail", "errors"] + (isNameOfStatus ? [] : ["error"]) + ["reason"]
    let named = names.compactMap { json[$0] }
    let lists = json.members.values.allSatisfy(\.isArray) ? named + [json] : named
    return lists.lazy.map { texts(in: $0) }.first { !$0.isEmpty }?.joined(separator: " ")
  }

  private static func texts(in reason: JSONValue, of field: String? = nil) -> [String] {
    switch reason {
    case .string(let text): return [field.map { "\($0): \(text)" } ?? text]
    case .array(let reasons): return reasons.flatMap { texts(in: $0, of: field) }
    case .object(let members):
      // The path of FastAPI ends with the field.
      if let text = members["msg"] { return texts(in: text, of: members["loc"]?.elements.last?.string) }
      if let text = members["message"] { return texts(in: text, of: field) }
      return members.sorted { $0.key.precedesByBytes($1.key) }.flatMap { texts(in: $0.value, of: $0.key) }
    case .null, .bool, .decimal, .double: return []
    }
  }
}
