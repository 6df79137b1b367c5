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
    #expect(
      Set(operations.map { "\($0.method) \($0.template)" }).symmetricDifference(implemented) == [],
      "only in openapi.yaml, or only in `endpoints` above")
  }

  @Test("each file of Schemas/json is held against something: by the document, another schema or a test")
  func noSchemaIsForgotten() throws {
    let root = document.folder.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(
      atPath: document.folder.appending(path: "json").path
    ).compactMap { $0.hasSuffix(".schema.json") ? String($0.dropLast(".schema.json".count)) : nil }
    try #require(names.count > 30)
    var words: Set<Substring> = []
    for folder in ["Schemas", "Tests"] {
      let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
      while let path = files?.nextObject() as? String {
        guard [".swift", ".yaml", ".schema.json"].contains(where: path.hasSuffix) else { continue }
        let text = try String(contentsOf: root.appending(path: "\(folder)/\(path)"), encoding: .utf8)
        words.formUnion(
          text.utf8.split { !(0x61...0x7A ~= $0) && $0 != UInt8(ascii: "-") }.compactMap(Substring.init))
      }
    }
    #expect(names.filter { !words.contains($0[...]) } == [], "schemas that nothing is held against")
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
    #expect(
      Set(written).symmetricDifference(Self.endpoints.map { String(describing: $0) }) == [],
      "add these to `endpoints` above")
  }
}
