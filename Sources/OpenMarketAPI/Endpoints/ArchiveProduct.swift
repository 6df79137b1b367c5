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
      .data(ListingJSON(ProductChanges(), secret: credentials.secret).json())
    }

    /// Reads the path that the second step goes to.
    package func decode(_ body: Data, from head: HTTPResponse) throws -> DeletionKey {
      try DeletionKey(path: String(decoding: body, as: UTF8.self))
    }
  }
}
