import Foundation
import HTTPTypes
import OpenMarketHTTP

/// Where links to pictures lead: the configured base address, otherwise the address that the request was
/// sent to, so that a server on any free port hands out links that work. Behind a proxy that is the address
/// which the client has used, as far as the proxy tells it.
struct ImageLinks: Sendable {
  /// All of a link that comes before the vendor's id; needs no escaping in JSON.
  let prefix: String

  init(base: URL?, request: HTTPRequest) {
    if let base {
      let text = base.absoluteString
      prefix = Self.plain(text.hasSuffix("/") ? String(text.dropLast()) : text) + "/images/"
    } else {
      let origin = ForwardedOrigin(request.headerFields)
      let scheme = origin.scheme ?? request.scheme ?? "http"
      let authority = origin.authority ?? request.authority ?? "localhost"
      prefix = Self.plain(scheme + "://" + authority) + "/images/"
    }
  }

  /// A Host field can hold anything; only what can stand in an address goes into the response.
  private static func plain(_ address: String) -> String {
    let isPlain = address.utf8.allSatisfy {
      $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    return isPlain ? address : "http://localhost"
  }
}

/// The address to which a client has sent what the nearest proxy has forwarded: `Forwarded` (RFC 7239), otherwise
/// `X-Forwarded-Proto` and `X-Forwarded-Host`, of each the first, which is the client's own.
private struct ForwardedOrigin {
  /// `http` or `https`.
  var scheme: String?
  var authority: String?

  init(_ fields: HTTPFields) {
    func first(_ name: String) -> String? {
      HTTPField.Name(name).flatMap { fields[$0] }?.split(separator: ",").first?
        .trimmingCharacters(in: .whitespaces)
    }
    if let element = first("Forwarded"), let pairs = ParameterizedHeader(";" + element) {
      (scheme, authority) = (pairs["proto"], pairs["host"])
    } else {
      (scheme, authority) = (first("X-Forwarded-Proto"), first("X-Forwarded-Host"))
    }
    scheme = scheme?.lowercased()
    if scheme != "http", scheme != "https" { scheme = nil }
    if authority?.isEmpty == true { authority = nil }
  }
}
