import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import Testing

@Suite("Mock market: editing and deleting products")
struct ChangingTests {
  let mock = MarketplaceMock {
    $0.productCount = 3
    $0.time.date = { Date(timeIntervalSince1970: 1_710_115_200) }  // 2024-03-11T00:00:00Z
  }
  let secret = "\"secret\":\"\(MarketplaceMock.Vendor.sample.secret)\""
  let stranger: HTTPFields = [.identifier: MarketplaceMock.Vendor.other.identifier]
  let strangersSecret = "{\"secret\":\"\(MarketplaceMock.Vendor.other.secret)\"}"

  @Test("PATCH changes what it names, nothing else, and dates the change")
  func edited() async throws {
    let id = try await mock.createProduct()
    mock.setClock(to: Date(timeIntervalSince1970: 1_710_460_800))
    let response = await mock.send(
      .patch, "/api/products/\(id)", json: "{\(secret),\"stock\":0,\"name\":null}")
    #expect(response.status == 202)
    #expect(response.json["stock"] as? Int == 0)
    #expect(response.json["name"] as? String == "접이식 캠핑 의자")
    #expect(response.json["discounted_price"] as? Double == 5000)
    #expect(response.json["created_at"] as? String == "2024-03-11T00:00:00")
    #expect(response.json["issued_at"] as? String == "2024-03-15T00:00:00")
    #expect(await mock.send(.get, "/api/products/\(id)").body == response.body)
    #expect(mock.ledger.map(\.kind) == [.created, .edited])
  }

  @Test("Even a PATCH with the secret alone dates the change")
  func secretAlone() async throws {
    let id = try await mock.createProduct()
    mock.advanceClock(by: .seconds(86_400))
    let response = await mock.send(.patch, "/api/products/\(id)", json: "{\(secret)}")
    #expect(response.json["issued_at"] as? String == "2024-03-12T00:00:00")
  }

  @Test("Every field can be changed; an edit does not move the product in the list")
  func everyField() async throws {
    let id = try await mock.createProduct()
    _ = try await mock.createProduct()
    let response = await mock.send(
      .patch, "/api/products/\(id)",
      json: """
        {\(secret),"name":"Chair","description":"A chair to sit on.","price":12.5,"currency":"USD",
         "discounted_price":0.5,"stock":9,"productID":1,"vendorId":3,"unknown":[{}]}
        """)
    #expect(
      response.text.contains(
        #""currency":"USD","price":12.5,"bargain_price":12.0,"discounted_price":0.5,"stock":9"#))
    #expect(response.json["name"] as? String == "Chair")
    #expect(response.json["description"] as? String == "A chair to sit on.")
    let pages = await mock.send(.get, "/api/products").json["pages"] as? [[String: Any]] ?? []
    #expect(pages.prefix(2).compactMap { $0["id"] as? Int } == [id + 1, id])
  }

  @Test("Numbers may be in strings, and an empty string changes nothing")
  func numbersInStrings() async throws {
    var form = ProductForm()
    form.images = [ProductForm.jpeg, ProductForm.png]
    let id = try await mock.createProduct(form)
    let images = await mock.send(.get, "/api/products/\(id)").json["images"] as? [[String: Any]] ?? []
    let second = try #require(images.last)
    let body = """
      {\(secret),"price":"50000","discounted_price":"","stock":"7","thumbnail_id":"\(second["id"] as? Int ?? 0)"}
      """
    let response = await mock.send(.patch, "/api/products/\(id)", json: body)
    #expect(
      response.text.contains(#""price":50000.0,"bargain_price":45000.0,"discounted_price":5000.0,"stock":7"#))
    #expect(response.json["thumbnail"] as? String == second["thumbnail_url"] as? String)
    #expect(
      await mock.send(.patch, "/api/products/\(id)", json: "{\(secret),\"stock\":\"many\"}").status == 400)
  }

  @Test("The rules apply to the product as it would be")
  func mergedRules() async throws {
    let id = try await mock.createProduct()
    #expect(await mock.send(.patch, "/api/products/\(id)", json: "{\(secret),\"price\":4999}").status == 400)
    let body = "{\(secret),\"price\":4999,\"discounted_price\":4999}"
    #expect(await mock.send(.patch, "/api/products/\(id)", json: body).status == 202)
  }

  @Test("thumbnail_id selects one of the product's own images")
  func thumbnail() async throws {
    var form = ProductForm()
    form.images = [ProductForm.jpeg, ProductForm.png]
    let created = await mock.send(.post, "/api/products", form.fields(), body: form.body).json
    let id = try #require(created["id"] as? Int)
    let second = try #require(created["images"] as? [[String: Any]])[1]
    let imageID = try #require(second["id"] as? Int)
    let response = await mock.send(
      .patch, "/api/products/\(id)", json: "{\(secret),\"thumbnail_id\":\(imageID)}")
    #expect(response.json["thumbnail"] as? String == second["thumbnail_url"] as? String)
    let other = await mock.send(.patch, "/api/products/\(id)", json: "{\(secret),\"thumbnail_id\":1e9}")
    #expect(other.status == 400)
  }

  @Test(
    "Prices are printed as Java prints doubles",
    arguments: [
      ("0", "0.0"), ("45000", "45000.0"), ("45000.0", "45000.0"), ("1e3", "1000.0"), ("9999999", "9999999.0"),
      ("10000000", "1.0E7"), ("6E7", "6.0E7"), ("12345678", "1.2345678E7"), ("0.001", "0.001"),
      ("0.0001", "1.0E-4"), ("0.1", "0.1"), ("19.99", "19.99"), ("9E15", "9.0E15"), ("-0.0", "0.0"),
      ("123456.789", "123456.789"), ("0.00012345", "1.2345E-4"), ("1e-300", "1.0E-300"),
    ])
  func numbers(sent: String, printed: String) async throws {
    let id = try await mock.createProduct(ProductForm().with("discounted_price", "0"))
    let response = await mock.send(.patch, "/api/products/\(id)", json: "{\(secret),\"price\":\(sent)}")
    #expect(response.text.contains("\"price\":\(printed),\"bargain_price\":\(printed),"))
  }

  @Test("Deleting takes two steps: a path as plain text, then DELETE of it")
  func deletion() async throws {
    let id = try await mock.createProduct()
    let detail = await mock.send(.get, "/api/products/\(id)")
    let first = await mock.send(.post, "/api/products/\(id)/archived", json: "{\(secret)}")
    #expect(first.status == 200)
    #expect(first[.contentType]?.hasPrefix("text/plain") == true)
    let key = try #require(
      try /\/api\/products\/([A-Za-z0-9_-]*[A-Za-z_-][A-Za-z0-9_-]*)/.wholeMatch(in: first.text)
    ).1
    let second = await mock.send(.post, "/api/products/\(id)/archived", json: "{\(secret)}")
    #expect(second.text != first.text, "a new key at each call")
    let deleted = await mock.send(.delete, "/api/products/\(key)/", json: "")
    #expect(deleted.status == 200)
    #expect(deleted.body == detail.body)
    #expect(await mock.send(.get, "/api/products/\(id)").status == 404)
    for path in [first.text, second.text] {
      #expect(await mock.send(.delete, path, json: "").status == 404, "no key survives the product")
    }
    #expect(mock.ledger.map(\.kind) == [.created, .deleted])
    #expect(try await mock.createProduct() == id + 1, "ids are never used again")
  }

  @Test("Everybody keeps the contract's order of checks: 401, 404, syntax, 403, rules")
  func order() async throws {
    let id = try await mock.createProduct()
    let own = "/api/products/\(id)"
    let nobody: HTTPFields = [.identifier: "nobody"]
    let rows: [(String, HTTPRequest.Method, String, String, HTTPFields, Int)] = [
      ("unknown identifier before unknown id", .patch, "/api/products/99", "[", nobody, 401),
      ("unknown identifier before archive's id", .post, "/api/products/99/archived", "", nobody, 401),
      ("unknown identifier before the key", .delete, "/api/products/zzz", "", nobody, 401),
      ("unknown id before bad JSON", .patch, "/api/products/99", "[", [:], 404),
      ("non-numeric id", .patch, "/api/products/abc", "{}", [:], 404),
      ("archive: unknown id before bad JSON", .post, "/api/products/99/archived", "x", [:], 404),
      ("bad JSON before a foreign product", .patch, own, "{", stranger, 400),
      ("no object", .patch, own, "[]", [:], 400),
      ("no body", .patch, own, "", [:], 400),
      ("secret missing", .patch, own, "{}", [:], 400),
      ("secret of a wrong type", .patch, own, "{\"secret\":1}", [:], 400),
      ("value of a wrong type before a wrong secret", .patch, own, "{\"secret\":\"x\",\"name\":1}", [:], 400),
      ("wrong secret before a broken rule", .patch, own, "{\"secret\":\"x\",\"name\":\"y\"}", [:], 403),
      ("not the owner", .patch, own, strangersSecret, stranger, 403),
      ("archive: wrong secret", .post, own + "/archived", "{\"secret\":\"x\"}", [:], 403),
      ("archive: not the owner", .post, own + "/archived", strangersSecret, stranger, 403),
      ("archive: secret missing", .post, own + "/archived", "{}", [:], 400),
      ("broken rule", .patch, own, "{\(secret),\"name\":\"y\"}", [:], 400),
      ("delete by id", .delete, own, "", [:], 404),
    ]
    for (what, method, path, body, fields, status) in rows {
      #expect(await mock.send(method, path, json: body, fields).status == status, "\(what)")
    }
    let key = await mock.send(.post, own + "/archived", json: "{\(secret)}").text
    #expect(await mock.send(.delete, key, json: "", stranger).status == 403)
    #expect(await mock.send(.delete, key, [:]).status == 401)
    #expect(mock.ledger.count == 1, "only the creation took effect")
  }

  @Test("Creation keeps the order of checks too")
  func orderOfCreation() async {
    let form = ProductForm()
    let wrong = form.with("secret", "\"wrong\"")
    var large = wrong
    large.images = [Data(count: 400_000)]
    var foreign = wrong
    foreign.images = [Data("GIF".utf8)]
    let rows: [(String, HTTPFields, Data, Int)] = [
      ("no identifier", form.fields(nil), form.body, 401),
      ("unknown identifier before bad syntax", [.identifier: "x"], Data(), 401),
      (
        "no multipart before a wrong secret", [.identifier: MarketplaceMock.Vendor.sample.identifier], Data(),
        415
      ),
      ("large image before a wrong secret", large.fields(), large.body, 413),
      ("refused image before a wrong secret", foreign.fields(), foreign.body, 415),
      ("wrong secret before a broken rule", wrong.fields(), wrong.with("name", "\"x\"").body, 403),
      ("another vendor's secret", form.fields(.other), form.body, 403),
      ("broken rule", form.fields(), form.with("name", "\"x\"").body, 400),
    ]
    for (what, fields, body, status) in rows {
      #expect(await mock.send(.post, "/api/products", fields, body: body).status == status, "\(what)")
    }
  }
}
