import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

/// The document, the endpoint structs and their files name the same operations.
struct DocumentTests {
  private let document: OpenAPIDocument

  init() throws { document = try OpenAPIDocument.ofRepository() }

  /// Every endpoint struct.
  ///
  /// A file in `Endpoints/` that is missing here fails the test below.
  private static let endpoints: [any HTTPEndpoint.Type] = [
    Endpoints.Health.self, Endpoints.ListProducts.self, Endpoints.ProductDetail.self,
    Endpoints.SellProduct.self, Endpoints.EditProduct.self, Endpoints.ArchiveProduct.self,
    Endpoints.DeleteArchived.self, Endpoints.Suggestions.self,
  ]

  @Test("each endpoint struct is an operation of the document")
  func endpointsAreDocumented() {
    for endpoint in Self.endpoints {
      #expect(
        document.operations.contains {
          $0.method == endpoint.method.rawValue && $0.template == endpoint.template
        }, "\(endpoint): \(endpoint.method) \(endpoint.template)")
    }
  }

  @Test("each operation of the market in the document has its endpoint struct")
  func documentIsImplemented() {
    let implemented = Set(Self.endpoints.map { "\($0.method.rawValue) \($0.template)" })
    // Images are fetched by address, HEAD is for other clients, and the control plane is not the client's.
    let operations = document.operations.filter {
      $0.method != "HEAD" && !$0.template.hasPrefix("/images/") && !$0.template.hasPrefix("/__mock/")
    }
    #expect(Set(operations.map { "\($0.method) \($0.template)" }) == implemented)
  }

  @Test("each endpoint of the endpoints' folder is one that these tests know")
  func noEndpointIsForgotten() throws {
    let root = document.folder.deletingLastPathComponent()
    let folder = root.appending(path: "Sources/OpenMarketAPI/Endpoints")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let written = try files.flatMap { file in
      try String(contentsOf: file, encoding: .utf8)
        .matches(of: /struct (\w+): (?:Get|Post|Patch|Delete)Request/).map { String($0.1) }
    }
    #expect(Set(written) == Set(Self.endpoints.map { String(describing: $0) }))
  }
}
