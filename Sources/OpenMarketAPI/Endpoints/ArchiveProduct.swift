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

    /// The path, `/api/products/{id}/archived`.
    package static let template = "/api/products/{id}/archived"

    /// The product's number.
    package let id: Product.ID
    private let credentials: VendorCredentials

    /// Makes the call in the name of the vendor who owns the product.
    package init(_ id: Product.ID, as credentials: VendorCredentials) {
      self.id = id
      self.credentials = credentials
    }

    /// The product's number.
    package var pathParameters: [String: String] { ["id": id.description] }

    /// The vendor's identifier and the body's type.
    package var headers: HTTPFields { credentials.jsonFields }

    /// The vendor's secret.
    package func makeBody() throws -> RequestBody {
      .data(try ListingJSON(ProductChanges(), secret: credentials.secret).json())
    }

    /// Reads the path that the second step goes to.
    package func decode(_ body: Data, from head: HTTPResponse) throws -> DeletionKey {
      try DeletionKey(path: String(decoding: body, as: UTF8.self))
    }
  }
}

extension HTTPEndpoint where Self == Endpoints.ArchiveProduct {
  /// Asks for permission to delete a product, the first of two steps.
  package static func archive(_ id: Product.ID, as credentials: VendorCredentials) -> Self {
    Self(id, as: credentials)
  }
}
