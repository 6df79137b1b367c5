import Foundation
import HTTPTypes

/// A server's base address, taken apart once so that a request costs only string concatenation.
struct ServerAddress: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// Host in lower case and port unless it is the scheme's own, as in `[::1]:8080`.
  let authority: String
  /// The beginning of every path, percent-encoded, without a trailing slash: `` or `/market`.
  let pathPrefix: String

  /// - Throws: ``HTTPError`` with the code ``HTTPError/Code-swift.struct/invalidInput`` that names what is
  ///   wrong with `url`.
  init(_ url: URL) throws {
    let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    guard let parts, let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https" else {
      throw Self.refusal("start it with http:// or https://")
    }
    guard parts.user == nil, parts.password == nil else {
      throw Self.refusal("remove the user name and password from it; send credentials in header fields")
    }
    guard let host = parts.encodedHost, !host.isEmpty else { throw Self.refusal("add the host's name") }
    guard parts.fragment == nil else { throw Self.refusal("remove the fragment (from # on)") }
    guard parts.percentEncodedQuery == nil else { throw Self.refusal("remove the query (from ? on)") }
    if let port = parts.port, !(1...65535).contains(port) {
      throw Self.refusal("choose a port from 1 to 65535")
    }
    self.scheme = scheme
    authority = Self.authority(host: host, port: parts.port, scheme: scheme)
    var prefix = parts.percentEncodedPath
    while prefix.hasSuffix("/") { prefix.removeLast() }
    pathPrefix = prefix
  }

  /// Whether `request` goes to this server, and not to another host, such as one for images.
  func isOrigin(of request: HTTPRequest) -> Bool {
    request.authority == authority && request.scheme == scheme
  }

  /// The authority as origins compare it: lower case, without the scheme's own port.
  static func authority(host: String, port: Int?, scheme: String) -> String {
    let host = host.lowercased()
    guard let port, port != (scheme == "https" ? 443 : 80) else { return host }
    return "\(host):\(port)"
  }

  private static func refusal(_ remedy: String) -> HTTPError {
    HTTPError(.invalidInput, "The server's address cannot be used: \(remedy).")
  }
}
