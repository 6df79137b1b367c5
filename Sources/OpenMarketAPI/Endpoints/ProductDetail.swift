public import OpenMarketHTTP

extension Endpoints {
  /// Reads one product with its pictures and vendor: `GET /api/products/{id}`.
  public struct ProductDetail: GetRequest {
    /// The product.
    public typealias Response = Product

    /// The path, `/api/products/{id}`.
    public static let template = "/api/products/{id}"

    /// The product's number.
    public let id: Product.ID

    /// Makes the call.
    public init(_ id: Product.ID) { self.id = id }

    /// The product's number.
    public var pathParameters: [String: String] { ["id": id.description] }

    /// None.
    public var queryItems: [QueryItem] { [] }
  }
}

extension HTTPEndpoint where Self == Endpoints.ProductDetail {
  /// Reads one product with its pictures and vendor.
  public static func product(_ id: Product.ID) -> Self { Self(id) }
}
