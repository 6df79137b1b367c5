import Foundation
import HTTPTypes
import OpenMarketPacing

extension HTTPClient {
  func makeRequest<E: HTTPEndpoint>(for endpoint: E, options: RequestOptions) throws -> TransportRequest {
    let target = try PathTemplate.fill(
      prefix: address.pathPrefix, template: E.template, parameters: endpoint.pathParameters,
      query: endpoint.queryItems)
    var head = HTTPRequest(
      method: E.method, scheme: address.scheme, authority: address.authority, path: target,
      headerFields: endpoint.headers)
    let body = try endpoint.makeBody()
    if body.isPresent {
      guard E.method != .get, E.method != .head else {
        throw HTTPError(.invalidInput, "A \(E.method.rawValue) request must not have a body.")
      }
      // URLSession on Linux would call an untyped body a form.
      if !head.headerFields.contains(.contentType) {
        head.headerFields[.contentType] = "application/octet-stream"
      }
    }
    head.headerFields.fill(from: configuration.headers)
    // Without it some servers respond as to a browser, with pages and redirects in place of errors.
    if !head.headerFields.contains(.accept) { head.headerFields[.accept] = "application/json, */*;q=0.5" }
    return try apply(options, to: TransportRequest(head: head, body: body, template: E.template))
  }

  func makeRequest(
    for url: URL, to destination: ResponseDestination, headers: HTTPFields, options: RequestOptions
  ) throws -> TransportRequest {
    let target = try AbsoluteTarget(url, relativeTo: address)
    var head = HTTPRequest(
      method: .get, scheme: target.scheme, authority: target.authority, path: target.path,
      headerFields: headers)
    if address.isOrigin(of: head) {
      head.headerFields.fill(from: configuration.headers)
    } else {
      head.headerFields.fill(from: configuration.headers, except: configuration.credentialHeaders)
    }
    var request = TransportRequest(head: head)
    request.destination = destination
    return try apply(options, to: request)
  }

  private func apply(_ options: RequestOptions, to base: TransportRequest) throws -> TransportRequest {
    var request = base
    if let key = options.idempotencyKey {
      guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
        throw HTTPError(
          .invalidInput, "The idempotency key must be 1 to 255 visible ASCII characters without spaces.")
      }
      request.head.headerFields[.idempotencyKey] = key
    }
    if let trace = options.traceparent {
      guard Traceparent.isValid(trace) else {
        throw HTTPError(
          .invalidInput,
          "The trace must have the form 00-<32 digits>-<16 digits>-<2 digits>, in lower-case hex.")
      }
      if address.isOrigin(of: request.head) { request.head.headerFields[.traceparent] = trace }
    }
    request.clock = configuration.time.clock
    request.deadline = options.deadline
    let isInMemory = request.destination == .memory
    /// A time limit of the configuration, which is meant for any request, for this one.
    func limit(_ limit: Duration?) -> Duration? {
      isInMemory ? limit.map { $0 + .sending(request.body.announcedLength) } : nil
    }
    if let limit = options.totalTimeout ?? limit(configuration.totalTimeout) {
      let end = request.clock.now.advanced(by: limit)
      request.deadline = min(end, request.deadline ?? end)
    }
    request.attemptTimeout = options.attemptTimeout ?? limit(configuration.attemptTimeout)
    request.responseLimit = options.responseLimit ?? (isInMemory ? configuration.responseLimit : .max)
    request.cachePolicy = options.cachePolicy
    request.isRepeatable = options.isRepeatable
    request.priority = options.priority
    if let report = options.onProgress { request.onProgress = MonotonicProgress(report).callAsFunction }
    return request
  }
}

extension HTTPFields {
  /// Adds the fields of `defaults` whose names are not there yet.
  mutating func fill(from defaults: HTTPFields, except excluded: Set<HTTPField.Name> = []) {
    if isEmpty, excluded.isEmpty {
      self = defaults
      return
    }
    let own = self
    for field in defaults where !own.contains(field.name) && !excluded.contains(field.name) { append(field) }
  }

  /// Whether the caller itself asks for a 304 or a part, so that no cache may come between.
  var hasConditions: Bool {
    contains(.ifNoneMatch) || contains(.ifModifiedSince) || contains(.ifMatch)
      || contains(.ifUnmodifiedSince) || contains(.range)
  }
}
