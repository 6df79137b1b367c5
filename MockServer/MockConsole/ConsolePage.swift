import CConsolePage
import Foundation
import HTTPTypes
import OpenMarketMock

/// The page and its files (`CConsolePage/Page`).
enum ConsolePage {
  /// Fields of all responses of the console.
  static let protection: HTTPFields = [
    .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'",
    .xContentTypeOptions: "nosniff", .cacheControl: "no-store", .referrerPolicy: "no-referrer",
    .frameOptions: "DENY", .openerPolicy: "same-origin", .crossOriginResourcePolicy: "same-origin",
  ]

  /// The page. Its scripts and styles are those that carry its nonce; no text becomes markup, and nothing is loaded
  /// from, or sent to, anywhere else.
  static func page(token: String) -> MockResponse {
    let nonce = ConsoleRecorder.randomHex(32)
    // The styles are in it: a second request would delay the first paint.
    let page = (text("console.html") ?? "").replacing("{{nonce}}", with: nonce).replacing(
      "{{token}}", with: token
    )
    .replacing("{{style}}", with: text("console.css") ?? "")
    var response = MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/html; charset=utf-8"]),
      body: Data(page.utf8))
    response.head.headerFields[.contentSecurityPolicy] = """
      default-src 'none'; script-src 'nonce-\(nonce)'; style-src 'nonce-\(nonce)'; img-src 'self'; \
      connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
      require-trusted-types-for 'script'; trusted-types 'none'
      """
    return response
  }

  /// A file beside the page; `nil` when there is none of this name.
  static func file(_ name: String) -> MockResponse? {
    let types = [
      "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]
    guard let type = types[String(name.split(separator: ".").last ?? "")], let text = text(name) else {
      return nil
    }
    return MockResponse(
      head: HTTPResponse(status: .ok, headerFields: [.contentType: type]), body: Data(text.utf8))
  }

  private static func text(_ name: String) -> String? {
    // Safe: the text ends with a zero and lives as long as the program.
    unsafe console_page_file(name).map { unsafe String(cString: $0) }
  }
}

// Tokens, so the fallbacks are never taken.
extension HTTPField.Name {
  fileprivate static let frameOptions = HTTPField.Name("X-Frame-Options") ?? .allow
  fileprivate static let openerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .allow
  fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .allow
}
