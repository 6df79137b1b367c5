import Foundation
import HTTPTypes

extension MockResponse {
  /// A JSON response, with exactly the content type that the original sent.
  static func json(_ status: HTTPResponse.Status, _ json: JSONBytes) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
      body: Data(json.bytes))
  }

  /// A plain text response.
  static func text(_ text: String) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]), body: Data(text.utf8))
  }

  /// The contract's error body, `{"code":400,"message":"…"}`.
  static func error(_ refusal: Refusal) -> MockResponse {
    var json = JSONBytes(capacity: 128)
    json.raw("{\"code\":")
    json.integer(refusal.status.code)
    json.raw(",\"message\":")
    json.string(refusal.message)
    json.raw("}")
    var response = MockResponse.json(refusal.status, json)
    response.head.headerFields.append(contentsOf: refusal.fields)
    return response
  }
}
