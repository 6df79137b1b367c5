import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

/// Every status that the document promises gets a response, and as it promises.
struct StatusTests {
  private typealias Vendor = MarketplaceMock.Vendor

  @Test("every status that the document promises for an operation gets a response, and as it promises")
  func statuses() async throws {
    let document = try OpenAPIDocument.ofRepository()
    let mock = MarketplaceMock { $0.productCount = 30 }
    let server = Server(mock: mock, document: document)
    try await read(server)
    try await write(server)
    try await control(server)
    let original = MarketplaceMock { $0.usesOriginalPaging = true }
    let past = Server(mock: original, document: document)
    for method in [HTTPRequest.Method.get, .head] {
      try await past.ask(method, "/api/products?page_no=2&items_per_page=60", expecting: 200)
      try await past.ask(method, "/api/products?page_no=9&items_per_page=60", expecting: 204)
    }

    let promised = document.operations.flatMap { operation in
      operation.statuses.map { "\(operation.id) → \($0)" }
    }
    #expect(
      Set(promised).subtracting(server.seen).subtracting(past.seen) == [],
      "no exchange of this test shows these")
  }

  private func read(_ server: Server) async throws {
    let image = try #require(await server.image(of: 30))
    for path in ["/healthChecker", "/api/products?page_no=2&items_per_page=7", "/api/products/3"] {
      try await server.ask(.get, path, expecting: 200)
      try await server.ask(.head, path, expecting: 200)
    }
    for (path, missing) in [
      ("/api/products", nil), ("/api/products/3", "/api/products/999"), (image, image + "x"),
    ] {
      let tag = try #require(try await server.ask(.get, path, expecting: 200).head.headerFields[.eTag])
      for method in [HTTPRequest.Method.get, .head] {
        try await server.ask(method, path, [.ifNoneMatch: tag], expecting: 304)
        if let missing { try await server.ask(method, missing, expecting: 404) }
      }
    }
    for method in [HTTPRequest.Method.get, .head] {
      try await server.ask(method, "/api/products?page_no=0", expecting: 400)
      try await server.ask(method, "/api/suggestions?limit=51", expecting: 400)
      try await server.ask(method, "/api/suggestions?query=a", expecting: 200)
      try await server.ask(method, image, expecting: 200)
    }
    try await server.ask(.get, image, [.range: "bytes=2-9"], expecting: 206)
    try await server.ask(.get, image, [.range: "bytes=99999999-"], expecting: 416)
    for path in ["/healthChecker", "/api/suggestions", image] {
      try await server.ask(.delete, path, expecting: 405)
    }
    for path in ["/api/products", "/api/products/3"] { try await server.ask(.put, path, expecting: 405) }
    try await server.ask(.get, "/api/products/3/archived", expecting: 405)
  }

  private func write(_ server: Server) async throws {
    let (mine, foreign) = (Vendor.sample.identifier, Vendor.other.identifier)
    let params =
      #"{"name":"캠핑 의자","description":"열 글자가 넘는 설명입니다.","price":1,"currency":"KRW","secret":"dawn-market-7"}"#
    let jpeg = try SamplePhoto.jpeg(width: 16, height: 16, seed: 1)
    var creation = Write(.post, "/api/products")
    (creation.type, creation.body) = try await form(params, image: jpeg)
    let created = try await server.ask(creation, as: mine, expecting: 201)
    let id = try #require(try JSONValue(json: created.body)["id"]?.number.map { Int($0) })
    try await server.ask(creation.with(body: Data()), as: mine, expecting: 400)
    try await server.ask(creation, as: nil, expecting: 401)
    try await server.ask(creation, as: foreign, expecting: 403)
    try await server.ask(creation.with(type: "application/json"), as: mine, expecting: 415)
    var large = creation
    (large.type, large.body) = try await form(params, image: jpeg + Data(count: 307_201))
    try await server.ask(large, as: mine, expecting: 413)
    try await server.askTwice(creation, other: large, as: mine)

    let secret = #"{"secret":"dawn-market-7"}"#
    for (method, path, ok) in [
      (HTTPRequest.Method.patch, "/api/products/\(id)", 202), (.post, "/api/products/\(id)/archived", 200),
    ] {
      let call = Write(method, path, json: secret)
      try await server.ask(call, as: mine, expecting: ok)
      try await server.ask(call.with(body: Data("{".utf8)), as: mine, expecting: 400)
      try await server.ask(call, as: "nobody", expecting: 401)
      try await server.ask(call.with(body: Data(#"{"secret":"wrong"}"#.utf8)), as: mine, expecting: 403)
      try await server.ask(call.with(path: path.replacing("\(id)", with: "999")), as: mine, expecting: 404)
      try await server.ask(call.with(body: Data(count: 5 << 20)), as: mine, expecting: 413)
      try await server.askTwice(call, other: call.with(body: Data(#"{"secret":"x","a":1}"#.utf8)), as: mine)
    }
    let archived = try await server.ask(
      Write(.post, "/api/products/\(id)/archived", json: secret), as: mine, expecting: 200)
    let deletion = Write(.delete, String(decoding: archived.body, as: UTF8.self))
    try await server.ask(deletion, as: nil, expecting: 401)
    try await server.ask(deletion, as: foreign, expecting: 403)
    try await server.ask(deletion, as: mine, key: "not visible\u{7F}", expecting: 400)
    try await server.askTwice(deletion, other: deletion.with(path: deletion.path + "x"), as: mine)
    try await server.ask(deletion, as: mine, expecting: 404)
  }

  private func control(_ server: Server) async throws {
    for path in ["health", "faults", "fault-plan", "ledger", "requests", "clock"] {
      try await server.ask(.get, "/__mock/\(path)", expecting: 200)
      try await server.ask(.get, "/__mock/\(path)", [.origin: "http://evil.test"], expecting: 404)
      try await server.ask(.put, "/__mock/\(path)", expecting: 405)
    }
    let fault = #"{"match":{"path":"/nowhere"},"action":{"type":"status","status":503,"retryAfter":2}}"#
    let calls: [(HTTPRequest.Method, String, String, Int)] = [
      (.post, "faults", fault, 201), (.post, "faults", "[\"hang\"]", 400), (.delete, "faults", "", 200),
      (.post, "fault-plan", #"{"seed":7,"match":{"path":"/nowhere"},"dropAfter":0.5}"#, 200),
      (.get, "fault-plan", "", 200), (.post, "fault-plan", #"{"seed":7,"hang":2}"#, 400),
      (.post, "fault-plan", #"{"seed":7,"hang":0.6,"delay":0.6}"#, 422), (.delete, "fault-plan", "", 200),
      (.post, "clock", #"{"advance":60}"#, 200), (.post, "clock", "[]", 400),
      (.post, "reset", #"{"productCount":3}"#, 200), (.post, "reset", #"{"productCount":-1}"#, 400),
    ]
    for (method, path, body, status) in calls {
      let call = Write(method, "/__mock/\(path)", json: body)
      try await server.ask(call, as: nil, expecting: status)
      try await server.ask(method, "/__mock/\(path)", [.origin: "http://evil.test"], expecting: 404)
    }
    try await server.ask(.get, "/__mock/reset", expecting: 405)
  }

  private func form(_ params: String, image: Data) async throws -> (type: String, body: Data) {
    let form = MultipartForm(parts: [
      .init(name: "params", contentType: "application/json", content: .data(Data(params.utf8))),
      .init(name: "images", fileName: "의자.jpg", contentType: "image/jpeg", content: .data(image)),
    ])
    let body = try await form.body().collected()
    return (form.contentType, body)
  }
}
