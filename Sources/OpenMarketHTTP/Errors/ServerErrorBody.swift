import Foundation

/// The body of an error response, `{"code":400,"message":"…"}`, read leniently: it may be empty, HTML, of
/// another shape or very long. In place of the message it may have a `detail` (RFC 9457).
enum ServerErrorBody {
  /// The server's message, made safe for a terminal and a log; `nil` when there is none.
  static func message(in body: Data) -> String? {
    guard !body.isEmpty, body.count <= 1 << 16,
      let object = try? JSONDecoder().decode(Shape.self, from: body)
    else { return nil }
    let text = ErrorText.clean(object.message, limit: 500)
    return text.isEmpty ? nil : text
  }

  private struct Shape: Decodable {
    private enum Key: String, CodingKey {
      case message, detail
    }

    let message: String

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: Key.self)
      message =
        try (try? fields.decode(String.self, forKey: .message)) ?? fields.decode(String.self, forKey: .detail)
    }
  }
}
