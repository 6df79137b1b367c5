import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketMock

/// Runs `body` with a client of a server that answers `METHOD PATH BODY-LENGTH`; `/slow` takes a while.
func withServer(
  _ configuration: MockServer.Configuration = .init(),
  body: (RawClient) async throws -> Void
) async throws {
  let server = try await MockServer.start(configuration: configuration) { request in
    if request.head.path == "/slow" { for _ in 0..<1_000 { await Task.yield() } }
    let path = request.head.path ?? ""
    var response = MockResponse(text: "\(request.head.method) \(path) \(request.body.count)")
    if request.bodyExceedsLimit { response.head.status = .contentTooLarge }
    return response
  }
  let client = try RawClient(server.url)
  try await body(client)
  try await server.stop()
}

extension MockResponse {
  /// An answer of plain text.
  init(text: String, delivery: Delivery = .normal) {
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])
    self.init(head: head, body: Data(text.utf8))
    self.delivery = delivery
  }
}
