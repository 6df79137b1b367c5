import HTTPTypes
import Logging
import OpenMarketPacing

/// Logs each call once at its end: at debug level when a response arrived, whatever its status, and at info
/// level when none did; with header fields at trace level. Tells its beginning and its end as events.
///
/// Bodies, filled-in paths and secrets never appear.
struct LoggingMiddleware: HTTPMiddleware {
  let logger: Logger
  let events: MarketEvents?

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    guard let events, events.isTraced else { return try await log(request, next) }
    let start = request.clock.now
    request.call.beginTrace()
    events.trace(.requestStarted) { $0.note(request) }
    let result = await Result { try await log(request, next) }
    events.trace(.requestFinished) { $0.note(request, result, start.duration(to: request.clock.now)) }
    return try result.get()
  }

  private func log(_ request: TransportRequest, _ next: Next) async throws -> TransportResponse {
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
      metadata["fault"] = "\(EventRecord.code(of: error))"
      logger.info("request failed", metadata: metadata)
      throw error
    }
  }

  private func metadata(
    _ request: TransportRequest, since start: Moment, _ response: TransportResponse? = nil
  ) -> Logger.Metadata {
    var metadata: Logger.Metadata = [
      "method": "\(request.head.method.rawValue)", "template": "\(request.template)",
      "attempts": "\(request.call.attempts)",
      "duration": "\(start.duration(to: request.clock.now))",
    ]
    guard let response else { return metadata }
    metadata["status"] = "\(response.head.status.code)"
    if case .data(let data) = response.body { metadata["bytes"] = "\(data.count)" }
    if logger.logLevel <= .trace { metadata["fields"] = "\(LoggedFields(response.head.headerFields))" }
    return metadata
  }
}

extension EventRecord {
  /// Notes what is known of a request at its beginning.
  mutating func note(_ request: TransportRequest) {
    self.request = request.call.eventNumber
    method = request.head.method.rawValue
    template = request.template
  }

  /// Notes what has become of a request.
  fileprivate mutating func note(
    _ request: TransportRequest, _ result: Result<TransportResponse, any Error>, _ duration: Duration
  ) {
    note(request)
    (attempts, self.duration, outcome) = (request.call.attempts, duration, request.call.verdict.rawValue)
    switch result {
    case .success(let response):
      status = response.head.status.code
      if case .data(let data) = response.body { bytes = data.count }
    case .failure(let error): failure = EventRecord.code(of: error)
    }
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

  /// An allow-list, because a new field's value counts as secret until it was reviewed.
  private static let harmless: Set<HTTPField.Name> = [
    .accept, .acceptEncoding, .acceptLanguage, .acceptRanges, .age, .allow, .cacheControl, .contentEncoding,
    .contentLength, .contentRange, .contentType, .date, .eTag, .ifModifiedSince, .ifNoneMatch, .ifRange,
    .lastModified, .range, .retryAfter, .server, .traceparent, .userAgent, .vary,
  ]
}
