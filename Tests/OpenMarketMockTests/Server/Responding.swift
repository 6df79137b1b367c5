import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock

/// Runs `body` with a server and a client connected to it.
func withServer(
  _ configuration: MockServer.Configuration = .init(),
  responding respond: @escaping @Sendable (MockRequest) async -> MockResponse = echo,
  body: (RawClient, MockServer) async throws -> Void
) async throws {
  let server = try await MockServer.start(configuration: configuration, responding: respond)
  do {
    try await body(RawClient(server.url), server)
  } catch {
    try await server.stop()
    throw error
  }
  try await server.stop()
}

/// The default configuration with one value changed.
func configuration<Value>(
  _ property: WritableKeyPath<MockServer.Configuration, Value>, _ value: Value
) -> MockServer.Configuration {
  var configuration = MockServer.Configuration()
  configuration[keyPath: property] = value
  return configuration
}

/// Responds to `METHOD PATH BODY`; 413 when the body was too long; `/slow` takes a while.
@Sendable func echo(_ request: MockRequest) async -> MockResponse {
  if request.head.path == "/slow" { for _ in 0..<1_000 { await Task.yield() } }
  let body = String(decoding: request.body, as: UTF8.self)
  var response = MockResponse(text: "\(request.head.method) \(request.head.path ?? "") \(body)")
  if request.bodyExceedsLimit { response.head.status = .contentTooLarge }
  return response
}

extension MockResponse {
  /// A response of plain text.
  init(text: String, status: HTTPResponse.Status = .ok, delivery: Delivery = .normal) {
    self.init(
      head: HTTPResponse(status: status, headerFields: [.contentType: "text/plain"]),
      body: Data(text.utf8))
    self.delivery = delivery
  }

  /// The bytes of a response of plain text whose connection stays open.
  static func wire(_ text: String, status: String = "200 OK", extra: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n\(extra)\r\n\(text)"
  }
}
