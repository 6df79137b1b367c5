import HTTPTypes

/// The hops of one call: a response goes in, the next request comes out, or why there is none.
struct RedirectChain {
  private let limit: Int
  private let credentialHeaders: Set<HTTPField.Name>
  private var visited: [String]

  /// Begins with a call's first request; `credentialHeaders` are dropped when the origin changes.
  init(from request: HTTPRequest, limit: Int, credentialHeaders: Set<HTTPField.Name>) {
    self.limit = limit
    self.credentialHeaders = credentialHeaders
    visited = [request.address]
  }

  /// The request that follows `response` to `request`; `nil` when it is not a redirect.
  /// - Throws: ``HTTPError`` for a redirect that must not be followed.
  mutating func next(after response: HTTPResponse, to request: HTTPRequest) throws -> HTTPRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status.code) else { return nil }
    guard request.method == .get || request.method == .head else {
      throw refusal(
        "The server redirects this \(request.method.rawValue). A write is never sent again to another "
          + "address: correct the server's address.")
    }
    guard let location = response.headerFields[.location] else {
      throw refusal("The server redirects without saying where to.")
    }
    guard visited.count <= limit else {
      throw refusal("The server redirects more than \(limit) times.")
    }
    guard let target = try? AbsoluteTarget(location, base: request.address) else {
      throw refusal("The server redirects to an address that cannot be fetched.")
    }
    guard request.scheme != "https" || target.scheme == "https" else {
      throw refusal("The server redirects from https to http, which would expose the request.")
    }
    var hop = request
    if target.scheme != request.scheme || target.authority != request.authority {
      hop.headerFields.removeAll { credentialHeaders.contains($0.name) || $0.name == .traceparent }
    }
    (hop.scheme, hop.authority, hop.path) = (target.scheme, target.authority, target.path)
    guard !visited.contains(hop.address) else { throw refusal("The server redirects in a circle.") }
    visited.append(hop.address)
    return hop
  }

  private func refusal(_ message: String) -> HTTPError { HTTPError(.unexpectedStatus, message) }
}

extension HTTPRequest {
  /// The request's URL as text.
  var address: String { "\(scheme ?? "")://\(authority ?? "")\(path ?? "/")" }
}
