import Foundation
package import HTTPTypes
package import OpenMarketHTTP

extension Endpoints {
  /// Changes one of the vendor's own products: `PATCH /api/products/{id}`.
  package struct EditProduct: PatchRequest {
    /// The product as the server keeps it now.
    package typealias Response = Product

    package static let template = "/api/products/{id}"

    package let id: Product.ID
    private let credentials: VendorCredentials
    private let changes: ProductChanges

    /// Makes the call in the name of the vendor who owns the product. Texts are sent in composed form (NFC).
    /// - Throws: ``ListingValidationError`` with all broken rules.
    package init(
      _ id: Product.ID, _ changes: ProductChanges, as credentials: VendorCredentials
    ) throws(ListingValidationError) {
      try changes.validate()
      (self.id, self.changes, self.credentials) = (id, changes, credentials)
    }

    package var pathParameters: [String: String] { ["id": id.description] }

    /// The vendor's identifier and the body's type.
    package var headers: HTTPFields { credentials.jsonFields }

    /// The changed fields and the vendor's secret.
    package func makeBody() throws -> RequestBody { .data(changes.json(secret: credentials.secret)) }
  }
}
