import Foundation
package import OpenMarketHTTP

/// The server's permission to delete one product: the response to the first step of a deletion, and where
/// the second step goes.
///
/// Who has it and the vendor's identifier can delete the product, so it never prints.
package struct DeletionKey: Sendable, Hashable {
  /// The last segment of the path, without percent-encoding.
  let segment: Secret

  /// Reads the response of the first step: a path `/api/products/<key>` with one opaque segment.
  /// - Throws: `HTTPError` with `invalidResponse` when it is anything else, such as a path that would
  ///   lead the second step elsewhere.
  package init(path: String) throws(HTTPError) {
    let prefix = "/api/products/"
    let path = path.trimmingCharacters(in: .whitespacesAndNewlines)
    let encoded = path.dropFirst(prefix.count)
    guard path.hasPrefix(prefix), !encoded.isEmpty, encoded.utf8.allSatisfy(Self.isAllowed),
      let segment = encoded.removingPercentEncoding, segment != ".", segment != "..",
      !segment.contains("/")
    else {
      throw HTTPError(
        .invalidResponse, "The server's response to the first step of the deletion is no path of a product.")
    }
    self.segment = Secret(segment)
  }

  /// The characters of a path segment (RFC 3986, `pchar`).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isAlphanumeric || "-._~%!$&'()*+,;=:@".utf8.contains(byte)
  }
}
