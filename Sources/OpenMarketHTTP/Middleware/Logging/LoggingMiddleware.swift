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

/// Header fields as logs show them: the values of fields known to hold no secret, the names of all others.
struct LoggedFields: CustomStringConvertible {
  private let fields: HTTPFields

  init(_ fields: HTTPFields) { self.fields = fields }

  /// `Accept: application/json, identifier: ‹hidden›`.
  var description: String {
    fields.map { "\($0.name.rawName): \(Self.shows($0.name) ? $0.value : "‹hidden›")" }
      .joined(separator: ", ")
  }

  /// Whether the value of the field is displayed; recordings show the same.
  static func shows(_ name: HTTPField.Name) -> Bool { harmless.contains(name) }

  /// An allow-list, because a new field's value is secret until somebody has thought about it.
  private static let harmless: Set<HTTPField.Name> = [
    .accept, .acceptEncoding, .acceptLanguage, .acceptRanges, .age, .allow, .cacheControl, .contentEncoding,
    .contentLength, .contentRange, .contentType, .date, .eTag, .ifModifiedSince, .ifNoneMatch, .ifRange,
    .lastModified, .range, .retryAfter, .server, .traceparent, .userAgent, .vary,
  ]
}
