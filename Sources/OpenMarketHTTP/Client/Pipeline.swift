import Foundation
import OpenMarketPacing

extension HTTPClient.Configuration {
  /// The middlewares nested around `transport`, folded into one function once per client.
  func pipeline(around transport: any HTTPTransport, to server: ServerAddress) -> HTTPMiddleware.Next {
    let send: HTTPMiddleware.Next = { request in
      var request = request
      if let limit = request.attemptTimeout {
        let end = request.clock.now.advanced(by: limit)
        request.deadline = min(end, request.deadline ?? end)
      }
      request.call.noteAttempt()
      return try await transport.send(request)
    }
    return chain(to: server).reversed().reduce(send) { next, middleware in
      { try await middleware.intercept($0, next: next) }
    }
  }

  /// In the order of ``HTTPClient/Configuration``'s documentation.
  private func chain(to server: ServerAddress) -> [any HTTPMiddleware] {
    var chain: [any HTTPMiddleware] = [LoggingMiddleware(logger: logger, events: events)]
    chain += middlewares
    if !middlewares.isEmpty { chain.append(RefusalMiddleware(date: time.date)) }
    if sharesIdenticalReads { chain.append(SharingMiddleware(clock: time.clock)) }
    chain.append(RedirectMiddleware(limit: maxRedirects, credentialHeaders: credentialHeaders))
    let memory = responseCacheLimit > 0 ? MemoryRevalidationStore(byteLimit: responseCacheLimit) : nil
    if let store = revalidationStore ?? memory {
      let rules = RevalidationRules(credentialHeaders: credentialHeaders)
      chain.append(RevalidationMiddleware(store: store, rules: rules, date: time.date))
    }
    if retry.maxAttempts > 1 {
      chain.append(RetryMiddleware(policy: retry, time: time, logger: logger, events: events))
    }
    let limiter = RateLimiter(rateLimit, clock: time.clock)
    chain.append(
      RateLimitMiddleware(
        limiter: limiter, server: server, pausesAll: rateLimit != .unlimited, policy: retry, time: time))
    return chain
  }
}

/// Notes what the response that an app's middlewares see becomes as an error, should one of them throw at it.
private struct RefusalMiddleware: HTTPMiddleware {
  let date: @Sendable () -> Date

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    request.call.refusal = nil
    let response = try await next(request)
    if response.head.status.kind == .successful {
      request.call.refusal = HTTPError(
        .invalidResponse, "A middleware of the app refused the response.",
        context: HTTPError.Context(request, status: response.head.status))
    } else {
      // A body that streams is the middleware's to read.
      let body: Data? = if case .data(let data) = response.body { data } else { nil }
      request.call.refusal = HTTPError(status: response.head, body, to: request, date: date())
    }
    return response
  }
}
