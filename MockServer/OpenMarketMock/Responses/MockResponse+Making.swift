import Foundation
package import HTTPTypes

extension MockResponse {
  /// A JSON response, with exactly the content type that the original sent.
  package static func json(_ status: HTTPResponse.Status, _ json: JSONBytes) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
      body: Data(json.bytes))
  }

  static func text(_ text: String) -> MockResponse {
    MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]), body: Data(text.utf8))
  }

  /// The contract's error body, `{"code":400,"message":"…"}`.
  package static func error(_ status: HTTPResponse.Status, _ message: String) -> MockResponse {
    var json = JSONBytes(capacity: 128)
    json.raw(#"{"code":\#(status.code),"message":\#(json: message)}"#)
    return .json(status, json)
  }

  static func error(_ refusal: Refusal) -> MockResponse {
    var response = error(refusal.status, refusal.message)
    response.head.headerFields.append(contentsOf: refusal.fields)
    return response
  }
}
