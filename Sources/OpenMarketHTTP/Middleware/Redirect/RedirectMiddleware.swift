import HTTPTypes

/// Follows redirects as ``RedirectChain`` says.
///
/// Transports never do: URLSession on Linux loses bodies.
struct RedirectMiddleware: HTTPMiddleware {
  let limit: Int
  let credentialHeaders: Set<HTTPField.Name>

  func intercept(_ request: TransportRequest, next: @escaping Next) async throws -> TransportResponse {
    var response = try await next(request)
    guard response.head.status.kind == .redirection, response.head.status != .notModified else {
      return response
    }
    var request = request
    var chain = RedirectChain(from: request.head, limit: limit, credentialHeaders: credentialHeaders)
    /// A refusal is about the response that it refuses; what happens to the next request is not.
    func hop() throws -> HTTPRequest? {
      do { return try chain.next(after: response.head, to: request.head) } catch var error as HTTPError {
        error.context = HTTPError.Context(request, status: response.head.status)
        throw error
      }
    }
    while let head = try hop() {
      request.head = head
      response = try await next(request)
    }
    return response
  }
}
