import HTTPTypes
import Logging
import OpenMarketPacing

/// Logs each call once at its end: at debug level when a response arrived, whatever its status, and at info
/// level when none did; with header fields at trace level.
///
/// Bodies, filled-in paths and secrets never appear.
struct LoggingMiddleware: HTTPMiddleware {
  let logger: Logger

  func intercept(
    _ request: TransportRequest,
    next: @escaping @Sendable (TransportRequest) async throws -> TransportResponse
  ) async throws -> TransportResponse {
    guard logger.logLevel <= .info else { return try await next(request) }
    let start = request.clock.now
    logger.trace(
      "request started",
      metadata: [
        "method": "\(request.head.method.rawValue)", "template": "\(request.template)",
        "fields": "\(LoggedFields(request.head.headerFields))",
      ])
    do {
      let response = try await next(request)
      logger.debug("request finished", metadata: metadata(request, since: start, response))
      return response
    } catch is CancellationError {
      logger.debug("request cancelled", metadata: metadata(request, since: start))
      throw CancellationError()
    } catch {
      var metadata = metadata(request, since: start)
      metadata["fault"] = "\(Self.code(of: error))"
      logger.info("request failed", metadata: metadata)
      throw error
    }
  }

  private func metadata(
    _ request: TransportRequest, since start: AnyClock.Instant, _ response: TransportResponse? = nil
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "method": "\(request.head.method.rawValue)", "template": "\(request.template)",
      "attempts": "\(request.attempts.value)",
      "duration": "\(start.duration(to: request.clock.now))",
    ]
    guard let response else { return metadata }
    metadata["status"] = "\(response.head.status.code)"
    if case .data(let data) = response.body { metadata["bytes"] = "\(data.count)" }
    if logger.logLevel <= .trace { metadata["fields"] = "\(LoggedFields(response.head.headerFields))" }
    return metadata
  }

  /// An error's code, never its text, which may quote what was sent.
  private static func code(of error: any Error) -> String {
    guard let error = error as? HTTPError else { return "other" }
    return error.fault?.rawValue ?? error.code.rawValue
  }
}
