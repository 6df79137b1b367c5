import Foundation
import HTTPTypes
import MockServerNIO
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import Testing

/// How a test's client reaches its server.
enum Link: CaseIterable, Sendable, CustomTestStringConvertible {
  case memory, sockets

  var testDescription: String { self == .memory ? "in memory" : "over sockets" }

  /// Runs `test` with a client of `handler`, who sells as the mock's first vendor.
  func connect(to handler: some MockHandler, _ test: (MarketClient) async throws -> Void) async throws {
    let vendor = MarketplaceMock.Vendor.sample
    let credentials = try VendorCredentials(identifier: vendor.identifier, secret: vendor.secret)
    switch self {
    case .memory:
      let server = try #require(URL(string: "http://market.test"))
      let transport = MockTransport(handler)
      try await test(try MarketClient(server: server, credentials: credentials, transport: transport))
    case .sockets:
      let server = try await MockServer.start(handler: handler)
      do {
        let client = try MarketClient(server: server.url, credentials: credentials) {
          // A busy machine may take long; tests about time set their own.
          ($0.attemptTimeout, $0.totalTimeout) = (nil, nil)
        }
        try await test(client)
      } catch {
        try await server.stop()
        throw error
      }
      try await server.stop()
    }
  }
}

extension RequestOptions {
  /// One try only, so that a test sees what becomes of it.
  static var once: RequestOptions { RequestOptions { $0.isRepeatable = false } }
}

/// The error that `call` throws, which must be an ``HTTPError`` and not claim success.
func refusal<Value>(
  _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  of call: () async throws -> Value
) async -> HTTPError? {
  await #expect(throws: HTTPError.self, comment, sourceLocation: sourceLocation) { _ = try await call() }
}
