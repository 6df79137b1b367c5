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
    private let fields: ListingJSON

    /// Makes the call.
    /// - Parameters:
    ///   - id: The product's number.
    ///   - changes: What is sent; all else stays as it is. Texts are sent in composed form (NFC).
    ///   - credentials: Who owns it.
    /// - Throws: ``ListingValidationError`` with all broken rules.
    package init(
      _ id: Product.ID, _ changes: ProductChanges, as credentials: VendorCredentials
    ) throws(ListingValidationError) {
      try changes.validate()
      self.id = id
      self.credentials = credentials
      fields = ListingJSON(changes, secret: credentials.secret)
    }

    package var pathParameters: [String: String] { ["id": id.description] }

    /// The vendor's identifier and the body's type.
    package var headers: HTTPFields { credentials.jsonFields }

    /// The changed fields and the vendor's secret.
    package func makeBody() throws -> RequestBody { .data(fields.json()) }
  }
}
