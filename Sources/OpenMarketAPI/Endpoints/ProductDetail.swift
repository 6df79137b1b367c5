package import OpenMarketHTTP

extension Endpoints {
  /// Reads one product with its pictures and vendor: `GET /api/products/{id}`.
  package struct ProductDetail: GetRequest {
    /// The product.
    package typealias Response = Product

    /// The path, `/api/products/{id}`.
    package static let template = "/api/products/{id}"

    /// The product's number.
    package let id: Product.ID

    /// Makes the call.
    package init(_ id: Product.ID) { self.id = id }

    /// The product's number.
    package var pathParameters: [String: String] { ["id": id.description] }

    /// None.
    package var queryItems: [QueryItem] { [] }
  }
}

extension HTTPEndpoint where Self == Endpoints.ProductDetail {
  /// Reads one product with its pictures and vendor.
  package static func product(_ id: Product.ID) -> Self { Self(id) }
}
