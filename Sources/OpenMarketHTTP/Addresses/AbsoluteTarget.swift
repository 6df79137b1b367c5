import Foundation

/// A URL taken apart into what a request needs.
struct AbsoluteTarget: Hashable {
  var scheme: String
  var authority: String
  /// Percent-encoded path and query; the fragment stays at home.
  var path: String

  /// Resolves `url` against `server`.
  /// - Throws: ``HTTPError`` with the code `invalidInput` for anything that is not an http(s) address, or
  ///   that carries a password. The message does not repeat the address.
  init(_ url: URL, relativeTo server: ServerAddress) throws {
    try self.init(url.relativeString, base: "\(server.scheme)://\(server.authority)\(server.pathPrefix)/")
  }

  /// Resolves the reference `text` against `base` (RFC 3986, section 5.2).
  init(_ text: String, base: String) throws {
    guard let url = URL(written: text, relativeTo: URL(string: base)),
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost, !host.isEmpty
    else { throw HTTPError(.invalidInput, "The address is not a URL with a host.") }
    guard scheme == "http" || scheme == "https" else {
      throw HTTPError(.invalidInput, "Only http and https addresses can be fetched, not \(scheme).")
    }
    guard parts.user == nil, parts.password == nil else {
      throw HTTPError(.invalidInput, "Remove the user name and password from the address.")
    }
    guard (1...65_535).contains(parts.port ?? 1) else {
      throw HTTPError(.invalidInput, "The address has no port from 1 to 65535.")
    }
    self.scheme = scheme
    authority = ServerAddress.authority(host: host, port: parts.port, scheme: scheme)
    path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    if let query = parts.percentEncodedQuery { path += "?" + query }
  }
}
