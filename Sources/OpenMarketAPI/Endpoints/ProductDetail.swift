package import OpenMarketHTTP

extension Endpoints {
  /// Reads one product with its pictures and vendor: `GET /api/products/{id}`.
  package struct ProductDetail: GetRequest {
    package typealias Response = Product

    package static let template = "/api/products/{id}"

    package let id: Product.ID

    package init(_ id: Product.ID) { self.id = id }

    package var pathParameters: [String: String] { ["id": id.description] }

    package var queryItems: [QueryItem] { [] }
  }
}
