import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import Testing

@Suite("Mock market: creating products")
struct CreatingTests {
  let mock = MarketplaceMock {
    $0.productCount = 3
    $0.time.date = { Date(timeIntervalSince1970: 1_710_201_599) }  // 2024-03-11T23:59:59Z
  }

  @Test("An accepted product gets a response in full with 201, and is then the first of the list")
  func created() async throws {
    var form = ProductForm()
    form.images = [ProductForm.jpeg, ProductForm.png]
    let response = await mock.send(.post, "/api/products", form.fields(), body: form.body)
    #expect(response.status == 201)
    #expect(response[.contentType] == "application/json")
    #expect(
      response.text.hasPrefix(
        #"{"id":4,"vendor_id":7,"name":"접이식 캠핑 의자","description":"두 번 사용한 깨끗한 의자입니다.","#
          + #""thumbnail":"http://market.test/images/7/20240311/"#))
    #expect(
      response.text.contains(
        #""currency":"KRW","price":45000.0,"bargain_price":40000.0,"discounted_price":5000.0,"stock":1,"#
          + #""created_at":"2024-03-11T00:00:00","issued_at":"2024-03-11T00:00:00""#))
    #expect(response.text.hasSuffix(#""vendors":{"id":7,"name":"새벽장터"}}"#))
    #expect(await mock.send(.get, "/api/products/4").body == response.body)
    let first = try #require(
      (await mock.send(.get, "/api/products").json["pages"] as? [[String: Any]])?.first)
    #expect(first["id"] as? Int == 4)
    #expect(first["vendorName"] as? String == "새벽장터")
  }

  @Test("The images are served as they were sent, under two different names with the file's extension")
  func images() async throws {
    var form = ProductForm()
    form.images = [ProductForm.png, ProductForm.jpeg]
    let response = await mock.send(.post, "/api/products", form.fields(), body: form.body)
    let images = try #require(response.json["images"] as? [[String: Any]])
    #expect(images.count == 2)
    for (image, bytes) in zip(images, form.images) {
      let url = try #require(image["url"] as? String)
      let thumbnail = try #require(image["thumbnail_url"] as? String)
      let path = /http:\/\/market\.test(\/images\/7\/20240311\/([0-9a-f]{32})_(origin|thumb)\.jpg)/
      let origin = try #require(try path.wholeMatch(in: url))
      let thumb = try #require(try path.wholeMatch(in: thumbnail))
      #expect(origin.2 != thumb.2)
      #expect(origin.3 == "origin")
      #expect(thumb.3 == "thumb")
      let served = await mock.send(.get, String(origin.1))
      #expect(served.body == bytes)
      #expect(served[.contentType] == (bytes == ProductForm.png ? "image/png" : "image/jpeg"))
      #expect(await mock.send(.get, String(thumb.1)).status == 200)
    }
    #expect(response.json["thumbnail"] as? String == images[0]["thumbnail_url"] as? String)
  }

  @Test("discounted_price and stock default to 0")
  func defaults() async {
    let form = ProductForm().with("discounted_price", nil).with("stock", nil)
    let json = await mock.send(.post, "/api/products", form.fields(), body: form.body).text
    #expect(json.contains(#""bargain_price":45000.0,"discounted_price":0.0,"stock":0"#))
  }

  @Test(
    "Each rule at its limits, strict and lenient",
    arguments: [
      ("name", "\"ab\"", 400, 201), ("name", "\"abc\"", 201, 201), ("name", "\"\"", 400, 201),
      ("name", "\"" + String(repeating: "가", count: 100) + "\"", 201, 201),
      ("name", "\"" + String(repeating: "가", count: 101) + "\"", 400, 400),
      ("name", "\"" + String(repeating: "😀", count: 51) + "\"", 400, 400),
      ("name", "\"😀a\"", 201, 201), ("name", "null", 400, 400), ("name", "5", 400, 400),
      ("description", "\"123456789\"", 400, 201), ("description", "\"1234567890\"", 201, 201),
      ("description", "\"" + String(repeating: "x", count: 1000) + "\"", 201, 201),
      ("description", "\"" + String(repeating: "x", count: 1001) + "\"", 400, 400),
      ("description", "null", 400, 201),
      ("price", "5000", 201, 201), ("price", "4999.5", 400, 201), ("price", "-0.01", 400, 400),
      ("price", "9.0E15", 201, 201),
      ("price", "9000000000000001", 400, 400), ("price", "null", 400, 400), ("price", "\"1\"", 400, 201),
      ("price", "\"45000\"", 201, 201), ("price", "\"6.0E7\"", 201, 201), ("price", "\"\"", 400, 400),
      ("price", "\"45,000\"", 400, 400), ("price", "\"NaN\"", 400, 400), ("price", "\"1e999\"", 400, 400),
      ("price", "\"[1]\"", 400, 400), ("price", "\"-1\"", 400, 400), ("price", "true", 400, 400),
      ("discounted_price", "45000", 201, 201), ("discounted_price", "45001", 400, 201),
      ("discounted_price", "9.1E15", 400, 400), ("discounted_price", "-1", 400, 400),
      ("discounted_price", "\"45000\"", 201, 201), ("discounted_price", "\"45001\"", 400, 201),
      ("discounted_price", "\"\"", 201, 201), ("discounted_price", "\"none\"", 400, 400),
      ("stock", "\"3\"", 201, 201), ("stock", "\"\"", 201, 201), ("stock", "\"1.5\"", 400, 400),
      ("stock", "2147483647", 201, 201), ("stock", "2147483648", 400, 400), ("stock", "-1", 400, 400),
      ("stock", "1.5", 400, 400), ("stock", "1.0", 201, 201),
      ("currency", "\"USD\"", 201, 201), ("currency", "\"JPY\"", 400, 201),
      ("currency", "\"HKD\"", 400, 201), ("currency", "\"$\"", 400, 201), ("currency", "\"\"", 400, 400),
      ("currency", "null", 400, 400),
    ] as [(String, String, Int, Int)])
  func rules(key: String, value: String, strict: Int, lenient: Int) async {
    let form = ProductForm().with(key, value)
    #expect(await mock.send(.post, "/api/products", form.fields(), body: form.body).status == strict)
    mock.reset(validation: .lenient)
    #expect(await mock.send(.post, "/api/products", form.fields(), body: form.body).status == lenient)
  }

  @Test("Numbers in strings are stored as numbers, and an empty string as if it were not there")
  func numbersInStrings() async {
    let form = ProductForm().with("price", "\"45000\"").with("discounted_price", "\"\"").with(
      "stock", "\"2\"")
    let json = await mock.send(.post, "/api/products", form.fields(), body: form.body).text
    #expect(json.contains(#""price":45000.0,"bargain_price":45000.0,"discounted_price":0.0,"stock":2"#))
  }

  @Test("A discount above the price, where it may be, gives a negative bargain price")
  func negativeBargain() async {
    mock.reset(validation: .lenient)
    let form = ProductForm().with("price", "100").with("discounted_price", "300").with("currency", "\"JPY\"")
    let json = await mock.send(.post, "/api/products", form.fields(), body: form.body).text
    #expect(json.contains(#""currency":"JPY","price":100.0,"bargain_price":-200.0,"discounted_price":300.0"#))
  }

  @Test("A refusal names every rule that is broken")
  func allFailures() async throws {
    let form = ProductForm().with("name", "\"x\"").with("price", "-1").with("currency", "\"BTC\"")
    let response = await mock.send(.post, "/api/products", form.fields(), body: form.body)
    let message = try #require(response.json["message"] as? String)
    for word in ["name", "price", "currency"] { #expect(message.contains(word)) }
  }

  @Test(
    "Images: how many, how large, of which kind; strict and lenient",
    arguments: [
      ([], 400, 400), (Array(repeating: ProductForm.jpeg, count: 5), 201, 201),
      (Array(repeating: ProductForm.jpeg, count: 6), 400, 400), ([Data()], 400, 400),
      ([ProductForm.jpeg + Data(count: 307_200 - 64)], 201, 201),
      ([ProductForm.jpeg + Data(count: 307_201 - 64)], 413, 413),
      ([ProductForm.png, Data("GIF89a".utf8)], 415, 201), ([Data("RIFF....WEBP".utf8)], 415, 201),
    ] as [([Data], Int, Int)])
  func imageRules(images: [Data], strict: Int, lenient: Int) async {
    var form = ProductForm()
    form.images = images
    #expect(await mock.send(.post, "/api/products", form.fields(), body: form.body).status == strict)
    mock.reset(validation: .lenient)
    #expect(await mock.send(.post, "/api/products", form.fields(), body: form.body).status == lenient)
  }

  @Test("A body over 4 MiB is 413, whether the adapter cut it off or not")
  func bodyLimit() async {
    var form = ProductForm()
    form.images = Array(repeating: Data(count: 1 << 20), count: 4)
    #expect(await mock.send(.post, "/api/products", form.fields(), body: form.body).status == 413)
    var request = MockRequest(
      head: HTTPRequest(
        method: .post, scheme: "http", authority: "market.test", path: "/api/products",
        headerFields: form.fields()))
    request.bodyExceedsLimit = true
    #expect(await mock.handle(request).status == 413)
    request.head.method = .patch
    request.head.path = "/api/products/1"
    #expect(await mock.handle(request).status == 413)
  }

  @Test(
    "A creation that is not multipart is 415, one without a boundary 400",
    arguments: [
      ("application/json", 415), ("multipart/mixed; boundary=x", 415), ("", 415),
      ("multipart/form-data", 400),
    ])
  func contentTypes(type: String, status: Int) async {
    let form = ProductForm()
    var fields = form.fields()
    fields[.contentType] = type.isEmpty ? nil : type
    #expect(await mock.send(.post, "/api/products", fields, body: form.body).status == status)
  }

  @Test("Nothing of a refused creation remains")
  func nothingRemains() async {
    let form = ProductForm().with("name", "\"x\"")
    _ = await mock.send(.post, "/api/products", form.fields(), body: form.body)
    #expect(mock.ledger.isEmpty)
    #expect(await mock.send(.get, "/api/products").json["totalCount"] as? Int == 3)
  }

  @Test("Text survives as it was sent, whatever it holds")
  func text() async throws {
    let name = "\"\\ \n\t\u{1}\u{0} 👨‍👩‍👧 עברית é"
    let encoded = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let id = try await mock.createProduct(ProductForm().with("name", encoded))
    #expect(await mock.send(.get, "/api/products/\(id)").json["name"] as? String == name)
  }
}
