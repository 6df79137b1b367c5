import Foundation
import HTTPTypes

/// Where links to pictures lead: the configured base address, otherwise the address that the request was
/// sent to, so that a server on any free port hands out links that work.
struct ImageLinks: Sendable {
  /// All of a link that comes before the vendor's id; needs no escaping in JSON.
  let prefix: String

  /// The links in the response to `request`.
  init(base: URL?, request: HTTPRequest) {
    if let base {
      let text = base.absoluteString
      prefix = Self.plain(text.hasSuffix("/") ? String(text.dropLast()) : text) + "/images/"
    } else {
      let scheme = request.scheme ?? "http"
      prefix = Self.plain(scheme + "://" + (request.authority ?? "localhost")) + "/images/"
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
