public import Foundation
import HTTPTypes
package import OpenMarketPacing

/// A client that sends endpoints to one server and returns their typed responses.
///
/// ```swift
/// let client = try HTTPClient(server: url) { $0.totalTimeout = .seconds(20) }
/// let reviews = try await client.send(VendorReviews(id: 7))
/// ```
///
/// All methods throw ``HTTPError`` and nothing else, except `CancellationError` when the calling task was
/// cancelled. They run off the caller's actor, so decoding never blocks the main thread.
public struct HTTPClient: Sendable {
  /// The base address that endpoint paths are appended to.
  package let server: URL
  let address: ServerAddress
  let configuration: Configuration
  private let pipeline: HTTPMiddleware.Next

  /// The clock that deadlines are moments of.
  package var clock: AnyClock { configuration.time.clock }

  /// Makes a client; no connection is opened.
  /// - Parameters:
  ///   - server: The base address: http or https, optionally with a port and a path prefix.
  ///   - transport: The transport that performs the requests. Default: a `URLSession` of its own.
  ///   - configure: Changes the defaults.
  /// - Throws: ``HTTPError`` with the code `invalidInput` for an address that cannot be used.
  public init(
    server: URL, transport: any HTTPTransport = URLSessionTransport(),
    configure: (inout Configuration) -> Void = { _ in }
  ) throws {
    var configuration = Configuration()
    configure(&configuration)
    configuration.headers.fill(from: Self.identity)
    self.server = server
    self.configuration = configuration
    address = try ServerAddress(server)
    pipeline = configuration.pipeline(around: transport, to: address)
  }

  /// The fields that say who asks and in which languages, looked up once for all clients.
  private static let identity: HTTPFields = {
    var fields: HTTPFields = [.userAgent: UserAgent.current.text]
    fields[.acceptLanguage] = AcceptLanguage.current
    return fields
  }()

  /// Sends `endpoint` and decodes its response.
  /// - Parameters:
  ///   - endpoint: The endpoint to call.
  ///   - options: Overrides of the configuration for this call.
  /// - Returns: The decoded body of a 2xx response.
  /// - Throws: ``HTTPError``, or `CancellationError` when the calling task was cancelled.
  @concurrent public func send<E: HTTPEndpoint>(
    _ endpoint: E, options: RequestOptions = RequestOptions()
  ) async throws -> E.Response {
    let request: TransportRequest
    do {
      request = try makeRequest(for: endpoint, options: options)
    } catch {
      throw HTTPError(refusing: error, method: E.method, template: E.template, authority: address.authority)
    }
    let (head, body) = try await collect(request)
    do {
      return try endpoint.decode(body, from: head)
    } catch {
      throw HTTPError.report(undecodable: error, in: head, of: request)
    }
  }

  /// Sends `request` and returns its whole response, also when a middleware has made a stream of it.
  func collect(_ request: TransportRequest) async throws -> (head: HTTPResponse, body: Data) {
    let response = try await perform(request)
    do {
      let body = try await response.body.collected(upTo: request.responseLimit)
      return (response.head, body)
    } catch {
      throw HTTPError.report(error, in: request, status: response.head.status)
    }
  }

  /// Sends `request` through the middlewares and returns a successful response.
  func perform(_ request: TransportRequest) async throws -> TransportResponse {
    do {
      let response: TransportResponse
      if let deadline = request.deadline {
        response = try await withDeadline(deadline, clock: request.clock) { [pipeline] in
          try await pipeline(request)
        }
      } else {
        response = try await pipeline(request)
      }
      guard response.isSuccess(for: request) else {
        throw await HTTPError(status: response, to: request, date: configuration.time.date())
      }
      return response
    } catch {
      throw HTTPError.report(error, in: request)
    }
  }
}

extension TransportResponse {
  /// Any 2xx, or the 304 that a request with conditions of its own asked for.
  func isSuccess(for request: TransportRequest) -> Bool {
    if head.status.kind == .successful { return true }
    return head.status == .notModified && request.head.headerFields.hasConditions
  }
}
