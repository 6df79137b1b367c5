package import HTTPTypes

/// The directives of `Cache-Control` (RFC 9111, section 5.2) that matter to a private cache.
package struct CacheControl: Hashable {
  /// The response must not be kept.
  package var noStore = false
  /// The server must be asked before each use.
  package var noCache = false
  /// How long the response is fresh, in seconds.
  package var maxAge: Int64?

  /// Reads the field; unknown directives are ignored, a `max-age` that is not a number counts as zero.
  package init(_ fields: HTTPFields) {
    guard let text = fields[.cacheControl] else { return }
    for directive in text.split(separator: ",") {
      let parts = directive.split(separator: "=", maxSplits: 1)
      guard let name = parts.first else { continue }
      switch name.trimmed.lowercased() {
      case "no-store": noStore = true
      case "no-cache": noCache = true
      case "max-age" where maxAge == nil: maxAge = parts.count == 2 ? Self.seconds(parts[1].trimmed) : 0
      default: break
      }
    }
  }

  private static func seconds(_ text: Substring) -> Int64 {
    let digits = text.first == "\"" ? text.dropFirst().prefix { $0 != "\"" } : text
    return Int64(digits: digits, atMost: 1 << 31) ?? 0
  }
}

extension Substring {
  /// Without the blanks that HTTP allows around a token.
  var trimmed: Substring {
    var text = self
    while text.first == " " || text.first == "\t" { text.removeFirst() }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}
