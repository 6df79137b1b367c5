package import Foundation
package import HTTPTypes
package import OpenMarketHTTP
package import OpenMarketPacing

/// Where an ``ImageLoader`` gets files from.
package protocol ImageSource: Sendable {
  /// Gets the file at `url`, or the part of it that `fields` ask for.
  ///
  /// - Parameters:
  ///   - url: The address.
  ///   - fields: `Range`, `If-Range`, `If-None-Match` and the like.
  ///   - priority: How much it matters, where a rate is limited.
  /// - Returns: A response 200, 206 or 304, best with a body that is a stream: a download can then end early.
  /// - Throws: `HTTPError` for any other status, as `HTTPClient` does, or what else went wrong.
  func fetch(_ url: URL, fields: HTTPFields, priority: RequestPriority) async throws -> TransportResponse
}

/// Gets images through an `HTTPClient`, with its retries, redirects and rate limit.
struct HTTPImageSource: ImageSource {
  private let client: HTTPClient

  /// Makes a source.
  init(_ client: HTTPClient) { self.client = client }

  /// Gets the file as a stream.
  @concurrent func fetch(
    _ url: URL, fields: HTTPFields, priority: RequestPriority
  ) async throws -> TransportResponse {
    try await client.fetch(
      url, to: .stream, headers: fields, options: RequestOptions { $0.priority = priority })
  }
}
