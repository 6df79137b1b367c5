import Foundation
import HTTPTypes
import OpenMarketMock

extension MockResponse {
  /// The response to what is not a request, with the market's error body.
  static func refusing(_ status: HTTPResponse.Status) -> MockResponse {
    let message =
      switch status {
      case .requestHeaderFieldsTooLarge: "the header section is too long"
      case .httpVersionNotSupported: "only HTTP/1.0 and HTTP/1.1 are spoken here"
      default: "the request is not well-formed HTTP"
      }
    let body = Data(#"{"code":\#(status.code),"message":"\#(message)"}"#.utf8)
    return MockResponse(
      head: HTTPResponse(status: status, headerFields: [.contentType: "application/json"]), body: body)
  }
}
