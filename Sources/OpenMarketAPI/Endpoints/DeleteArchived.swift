package import Foundation
package import HTTPTypes
import OpenMarketHTTP

extension Endpoints {
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
