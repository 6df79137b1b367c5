import Foundation

/// The body of an error response, `{"code":400,"message":"…"}`, read leniently: it may be empty, HTML, of
/// another shape or very long.
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
    var message: String
  }
}
