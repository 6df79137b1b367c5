public import Foundation
public import HTTPTypes

extension HTTPClient {
  /// Loads the resource at `url`, such as an image.
  ///
  /// - Parameters:
  ///   - url: An absolute http or https address, or one relative to the server's. The configuration's
  ///     ``Configuration/credentialHeaders`` are not sent to another origin than the server's.
  ///   - destination: The destination of the body. Default: memory.
  ///   - headers: Header fields in addition to those of the configuration.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: A 2xx response with its body at `destination`, or a 304 when `headers` hold a condition such
  ///   as `If-None-Match`.
  ///   A stream that breaks later throws ``HTTPError``.
  /// - Throws: ``HTTPError``, or `CancellationError` when the calling task was cancelled.
  @concurrent public func fetch(
    _ url: URL, to destination: ResponseDestination = .memory, headers: HTTPFields = [:],
    options: RequestOptions = RequestOptions()
  ) async throws -> TransportResponse {
    try await perform(makeFetch(of: url, to: destination, headers: headers, options: options))
  }

  /// Loads the bytes at `url`; see ``fetch(_:to:headers:options:)``.
  @concurrent package func data(
    from url: URL, options: RequestOptions = RequestOptions()
  ) async throws -> Data {
    try await collect(makeFetch(of: url, to: .memory, headers: [:], options: options)).body
  }

  private func makeFetch(
    of url: URL, to destination: ResponseDestination, headers: HTTPFields, options: RequestOptions
  ) throws -> TransportRequest {
    do {
      return try makeRequest(for: url, to: destination, headers: headers, options: options)
    } catch {
      throw HTTPError(refusing: error, method: .get, template: TransportRequest.urlTemplate, authority: nil)
    }
  }
}
