import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import Testing

/// Section 4 of the contract: what other clients send and a server must take.
@Suite("Mock market: tolerated requests")
struct ToleranceTests {
  let mock = MarketplaceMock { $0.productCount = 3 }
  static let params = ProductForm().params

  private func create(_ body: String, boundary: String = "b", type: String? = nil) async -> Int {
    var fields = ProductForm().fields()
    fields[.contentType] = type ?? "multipart/form-data; boundary=\(boundary)"
    return await mock.send(.post, "/api/products", fields, body: Data(body.utf8)).status
  }

  private static func paramsPart(_ head: String = "", _ end: String = "\r\n") -> String {
    "--b\r\nContent-Disposition: form-data; name=\"params\"\(head)\r\n\r\n\(params)\(end)"
  }

  private static func imagePart(_ fileName: String = "a.png", type: String? = "image/png") -> String {
    let type = type.map { "Content-Type: \($0)\r\n" } ?? ""
    return
      "--b\r\nContent-Disposition: form-data; name=\"images\"; filename=\"\(fileName)\"\r\n\(type)\r\n\(png)\r\n"
  }

  // PNG's first byte is not UTF-8, so these tests are lenient about image bytes.
  private static let png = "png"

  @Test(
    "Multipart bodies of every tolerated layout are accepted",
    arguments: [
      ("plain", paramsPart() + imagePart() + "--b--\r\n"),
      ("preamble", "\r\n" + paramsPart() + imagePart() + "--b--\r\n"),
      ("closing delimiter without CRLF", paramsPart() + imagePart() + "--b--"),
      ("two CRLFs after the JSON", paramsPart("", "\r\n\r\n") + imagePart() + "--b--\r\n"),
      ("JSON with its type", paramsPart("\r\nContent-Type: application/json") + imagePart() + "--b--\r\n"),
      (
        "JSON with a trailing space in its type",
        paramsPart("\r\nContent-Type: application/json ") + imagePart() + "--b--\r\n"
      ),
      ("JSON with an empty file name", paramsPart("; filename=\"\"") + imagePart() + "--b--\r\n"),
      ("images before params", imagePart() + paramsPart() + "--b--\r\n"),
      (
        "disposition without the space",
        (paramsPart() + imagePart() + "--b--\r\n").replacing("Disposition: ", with: "Disposition:")
      ),
      (
        "extra parts",
        "--b\r\nContent-Disposition: form-data; name=\"identifier\"\r\n\r\nx\r\n" + paramsPart() + imagePart()
          + "--b--\r\n"
      ),
      ("image/jpeg", paramsPart() + imagePart(type: "image/jpeg") + "--b--\r\n"),
      ("image/jpg", paramsPart() + imagePart(type: "image/jpg") + "--b--\r\n"),
      (
        "multipart/form-data as image type",
        paramsPart() + imagePart(type: "multipart/form-data") + "--b--\r\n"
      ),
      ("image without type", paramsPart() + imagePart(type: nil) + "--b--\r\n"),
      ("no extension", paramsPart() + imagePart("photo") + "--b--\r\n"),
      (
        "Korean and repeated file names",
        paramsPart() + imagePart("사진.png") + imagePart("사진.png") + "--b--\r\n"
      ),
    ])
  func layouts(what: String, body: String) async {
    mock.reset(validation: .lenient)
    #expect(await create(body) == 201)
  }

  @Test(
    "Boundaries may be quoted, or start with hyphens",
    arguments: [("b", "\"b\""), ("----b", "----b"), ("----WebKit'x", "\"----WebKit'x\"")])
  func boundaries(boundary: String, parameter: String) async {
    mock.reset(validation: .lenient)
    let body = (Self.paramsPart() + Self.imagePart() + "--b--\r\n").replacing("--b", with: "--" + boundary)
    #expect(await create(body, type: "multipart/form-data; boundary=\(parameter)") == 201)
  }

  @Test(
    "Multipart bodies that the original refused are refused with 400",
    arguments: [
      (
        "large part header",
        paramsPart("\r\nX-Long: " + String(repeating: "x", count: 10_240)) + imagePart() + "--b--\r\n"
      ),
      ("no blank line", paramsPart().replacing("\r\n\r\n", with: "\r\n") + imagePart() + "--b--\r\n"),
      (
        "one part per key",
        "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nChair\r\n" + imagePart() + "--b--\r\n"
      ),
      ("no images", paramsPart() + "--b--\r\n"),
      ("cut off", paramsPart() + imagePart()),
      ("params not JSON", paramsPart().replacing("{", with: "") + imagePart() + "--b--\r\n"),
      (
        "params an array",
        "--b\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n[]\r\n" + imagePart() + "--b--\r\n"
      ),
      ("empty", ""),
    ])
  func refused(what: String, body: String) async {
    mock.reset(validation: .lenient)
    #expect(await create(body) == 400)
  }

  @Test("A file without an extension gives links without one")
  func noExtension() async throws {
    mock.reset(validation: .lenient)
    var fields = ProductForm().fields()
    fields[.contentType] = "multipart/form-data; boundary=b"
    for (name, suffix) in [("photo", "_thumb"), ("a.JPG", "_thumb.jpg"), ("사진.b/..", "_thumb")] {
      let body = Self.paramsPart() + Self.imagePart(name) + "--b--\r\n"
      let response = await mock.send(.post, "/api/products", fields, body: Data(body.utf8))
      #expect((response.json["thumbnail"] as? String)?.hasSuffix(suffix) == true, "\(name)")
    }
  }

  @Test(
    "PATCH and /archived read JSON whatever the content type says",
    arguments: [nil, "text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
  func contentTypes(type: String?) async throws {
    let id = try await mock.createProduct()
    var fields: HTTPFields = [.identifier: MarketplaceMock.Vendor.sample.identifier]
    fields[.contentType] = type
    let body = Data("{\"secret\":\"\(MarketplaceMock.Vendor.sample.secret)\"}".utf8)
    #expect(await mock.send(.patch, "/api/products/\(id)", fields, body: body).status == 202)
    let path = await mock.send(.post, "/api/products/\(id)/archived", fields, body: body)
    #expect(path.status == 200)
    #expect(await mock.send(.delete, path.text, fields).status == 200)
  }

  @Test("Unknown keys of a creation are ignored, thumbnail_id among them")
  func unknownKeys() async throws {
    let form = ProductForm().with("thumbnail_id", "\"x\"").with("productID", "1").with("discountedPrice", "9")
    let id = try await mock.createProduct(form)
    #expect(await mock.send(.get, "/api/products/\(id)").json["discounted_price"] as? Double == 5000)
  }

  @Test("The vendor's identifier in a body is no field of the product, which everybody reads")
  func identifierInBody() async throws {
    let vendor = MarketplaceMock.Vendor.sample
    let id = try await mock.createProduct(ProductForm().with("identifier", "\"\(vendor.identifier)\""))
    let body =
      "{\"secret\":\"\(vendor.secret)\",\"identifier\":\"\(vendor.identifier)\",\"product_id\":\(id)}"
    #expect(await mock.send(.patch, "/api/products/\(id)", json: body).status == 202)
    let product = await mock.send(.get, "/api/products/\(id)").json
    #expect(product["identifier"] == nil && product["product_id"] as? Int == id)
  }

  @Test(
    "Repeated slashes count as one",
    arguments: [
      ("//api/products/1", 200), ("/api//products///1//", 200), ("///healthChecker", 200),
      ("//api/products//", 200),
      ("/api/products/%2F1", 404), ("/api/product//s/1", 404),
    ])
  func repeatedSlashes(path: String, status: Int) async {
    #expect(await mock.send(.get, path).status == status)
  }

  @Test("Repeated slashes change neither what a fault strikes nor what an idempotency key is for")
  func slashesAndRecords() async throws {
    let form = ProductForm()
    let first = await mock.send(.post, "//api//products", form.fields(key: "k"), body: form.body)
    let again = await mock.send(.post, "/api/products", form.fields(key: "k"), body: form.body)
    #expect(first.status == 201 && again.body == first.body && mock.ledger.count == 1)
    mock.addFault(Fault(.status(.serviceUnavailable), on: .get, "/api/products/1"))
    #expect(await mock.send(.get, "//api/products//1").status == 503)
  }

  @Test("Writes take a trailing slash and a query too")
  func trailing() async throws {
    let form = ProductForm()
    let created = await mock.send(.post, "/api/products/?x=1", form.fields(), body: form.body)
    #expect(created.status == 201)
    let id = try #require(created.json["id"] as? Int)
    let body = "{\"secret\":\"\(MarketplaceMock.Vendor.sample.secret)\"}"
    #expect(await mock.send(.patch, "/api/products/\(id)/?", json: body).status == 202)
    #expect(await mock.send(.post, "/api/products/\(id)/archived/", json: body).status == 200)
  }
}
