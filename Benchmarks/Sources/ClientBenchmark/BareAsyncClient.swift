#if AsyncHTTPClient
  import AsyncHTTPClient
  import Foundation
  import NIOCore

  /// AsyncHTTPClient by itself: the least that a transport over it can cost.
  enum BareAsyncClient {
    private static let client = HTTPClient.shared

    /// Fetches and decodes the page at `address`.
    static func page(_ address: String) async throws {
      let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
      let body = try await response.body.collect(upTo: 1 << 24)
      _ = try JSONDecoder().decode(PlainPage.self, from: Data(body.readableBytesView))
    }
  }
#endif
