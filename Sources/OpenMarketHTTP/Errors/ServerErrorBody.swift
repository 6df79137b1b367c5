import Foundation

/// The body of an error response, `{"code":400,"message":"…"}`, read leniently: it may be empty, HTML, of
/// another shape or very long. A problem of RFC 9457 has a `detail` in place of the message.
enum ServerErrorBody {
  /// Reads the server's message.
  ///
  /// - Parameters:
  ///   - body: The response's body.
  ///   - type: Its content type: only `application/problem+json` may have a `detail`, as frameworks put one into what is not
  ///     the market's own, such as the 404 of a missing route.
  /// - Returns: The message, made safe for a terminal and a log; `nil` when there is none.
  static func message(in body: Data, type: String?) -> String? {
    guard !body.isEmpty, body.count <= 1 << 16,
      let object = try? JSONDecoder().decode(Shape.self, from: body)
    else { return nil }
    let isProblem = type?.lowercased().hasPrefix("application/problem+json") == true
    guard let message = object.message?.text ?? (isProblem ? object.detail?.text : nil) else { return nil }
    let text = ErrorText.clean(message, limit: 500)
    return text.isEmpty ? nil : text
  }

  private struct Shape: Decodable {
    var message: Text?
    var detail: Text?
  }

  /// A text, or anything else.
  private struct Text: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }
}
