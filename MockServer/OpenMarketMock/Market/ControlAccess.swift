import Foundation
package import HTTPTypes

/// The rule for who may use the control plane: programs on this machine, and the page of the console.
///
/// A program sends neither `Origin` nor `Sec-Fetch-Site`; a browser sends at least one of them for whatever a page asks
/// for. A page must be of the server's own origin, and send the token that only a page of that origin can have read.
package struct ControlAccess: Sendable {
  /// The token of the console's page; `nil` when there is no console, and no page may do anything.
  package let token: String?

  package init(token: String?) { self.token = token }

  package func permits(_ request: MockRequest) -> Bool {
    guard Self.isOfThisMachine(request) else { return false }
    let fields = request.head.headerFields
    let (origin, site) = (fields[.origin], fields[.secFetchSite])
    // `none`: the user has typed the address.
    if origin == nil, site == nil || site == "none" { return true }
    guard let token, origin == nil || origin == "http://\(request.head.authority ?? "")".lowercased(),
      site == nil || site == "same-origin", let given = fields[.authorization]
    else { return false }
    return Self.areEqual(given, "Bearer \(token)")
  }

  /// Whether the peer is this machine and was asked for by a name of this machine: another name that resolves to it is
  /// a web page's.
  package static func isOfThisMachine(_ request: MockRequest) -> Bool {
    request.isLoopback && request.head.namesLoopbackHost
  }

  /// Compares in a time that does not depend on where the texts differ.
  private static func areEqual(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    return one.count == other.count && zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

extension HTTPRequest {
  /// `Host` is `localhost`, an address of 127.0.0.0/8 or `[::1]`, with any port.
  fileprivate var namesLoopbackHost: Bool {
    guard let parts = (authority ?? "").lowercased().wholeMatch(of: /(\[::1\]|[a-z0-9.]+)(?::[0-9]+)?/) else {
      return false
    }
    let host = parts.1
    let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    return host == "localhost" || host == "[::1]"
      || (octets.count == 4 && octets[0] == 127 && !octets.contains(nil))
  }
}

// Tokens, so the fallbacks are never taken.
extension HTTPField.Name {
  /// How the page that asks relates to the server: `same-origin`, `same-site`, `cross-site`, or `none` for the user.
  package static let secFetchSite = HTTPField.Name("Sec-Fetch-Site") ?? .origin
  /// For what a browser asks: `document`, `image`, `script`, …
  package static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest") ?? .origin
}
