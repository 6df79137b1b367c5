package import Foundation
package import HTTPTypes
package import OpenMarketHTTP

extension Endpoints {
  /// Asks for permission to delete one of the vendor's own products, the first of two steps:
  /// `POST /api/products/{id}/archived`.
  ///
  /// It changes nothing by itself, and every call gives a new key.
  package struct ArchiveProduct: PostRequest {
    /// Where the second step goes.
    package typealias Response = DeletionKey

    package static let template = "/api/products/{id}/archived"

    package let id: Product.ID
    private let credentials: VendorCredentials

    /// Makes the call in the name of the vendor who owns the product.
    package init(_ id: Product.ID, as credentials: VendorCredentials) {
      self.id = id
      self.credentials = credentials
    }

    package var pathParameters: [String: String] { ["id": id.description] }

    /// The vendor's identifier and the body's type.
    package var headers: HTTPFields { credentials.jsonFields }

    /// The vendor's secret.
    package func makeBody() throws -> RequestBody {
      .data(ProductChanges().json(secret: credentials.secret))
    }

    /// Reads the path that the second step goes to.
    package func decode(_ body: Data, from head: HTTPResponse) throws -> DeletionKey {
      try DeletionKey(path: String(decoding: body, as: UTF8.self))
    }
  }

  /// Deletes a product with the key from the first step, see ``ArchiveProduct``:
  /// `DELETE /api/products/{id}`, where the key takes the place of the id.
  package struct DeleteArchived: DeleteRequest {
    /// The product as it was; `nil` when the server did not send it, though it has deleted it.
    package typealias Response = Product?

    package static let template = "/api/products/{id}"

    private let key: DeletionKey
    private let credentials: VendorCredentials

    /// Makes the call in the name of the vendor who asked for `key`.
    package init(_ key: DeletionKey, as credentials: VendorCredentials) {
      self.key = key
      self.credentials = credentials
    }

    package var pathParameters: [String: String] { ["id": key.segment.reveal()] }

    package var headers: HTTPFields { credentials.fields }

    /// Reads the deleted product.
    ///
    /// Not every server sends it, and what was deleted stays so: a body that is no product is `nil`, not an
    /// error.
    package func decode(_ body: Data, from head: HTTPResponse) throws -> Product? {
      try? JSONDecoder().decode(Product.self, from: body)
    }
  }
}

/// The server's permission to delete one product: the response to the first step of a deletion, and where
/// the second step goes.
///
/// Who has it and the vendor's identifier can delete the product, so it never prints.
package struct DeletionKey: Sendable, Hashable {
  /// The last segment of the path, without percent-encoding.
  let segment: Secret

  /// Reads the response of the first step: a path `/api/products/<key>` with one opaque segment, by itself or as a JSON text,
  /// as frameworks send it.
  /// - Throws: `HTTPError` with `invalidResponse` when it is anything else, such as a path that would
  ///   lead the second step elsewhere.
  package init(path: String) throws(HTTPError) {
    let prefix = "/api/products/"
    let path = ((try? JSONDecoder().decode(String.self, from: Data(path.utf8))) ?? path)
      .trimmingCharacters(in: .whitespacesAndNewlines)
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
