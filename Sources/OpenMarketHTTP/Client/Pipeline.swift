import OpenMarketPacing

extension HTTPClient.Configuration {
  /// The middlewares nested around `transport`, folded into one function once per client.
  func pipeline(
    around transport: any HTTPTransport
  ) -> @Sendable (TransportRequest) async throws -> TransportResponse {
    let send: @Sendable (TransportRequest) async throws -> TransportResponse = { request in
      var request = request
      if let limit = request.tryTimeout {
        let end = request.clock.now.advanced(by: limit)
        request.deadline = min(end, request.deadline ?? end)
      }
      request.attempts.increment()
      return try await transport.send(request)
    }
    return chain.reversed().reduce(send) { next, middleware in
      { try await middleware.intercept($0, next: next) }
    }
  }

  private var chain: [any HTTPMiddleware] {
    middlewares
  }
}
