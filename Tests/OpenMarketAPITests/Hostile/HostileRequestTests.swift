import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import Testing

/// What client and server make of input that nobody should send.
@Suite("Hostile requests", .timeLimit(.minutes(5)))
struct HostileRequestTests {
  typealias Call = @Sendable (MarketClient) async throws -> Void

  static let draft = NewListing(name: "접이식 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: 45_000)
  static let photo = PhotoUpload(Data([0xFF, 0xD8, 0xFF, 0xE0]))

  static func selling(_ change: @escaping @Sendable (inout NewListing) -> Void) -> Call {
    { client in
      var draft = Self.draft
      change(&draft)
      _ = try await client.sell(draft, photos: [photo])
    }
  }

  static let refusedByClient: [(String, Call)] = [
    ("page 0", { _ = try await $0.products(page: 0) }), ("page -1", { _ = try await $0.products(page: -1) }),
    ("page 2³¹", { _ = try await $0.products(page: 1 << 31) }),
    ("page Int.max", { _ = try await $0.products(page: .max) }),
    ("size 0", { _ = try await $0.products(size: 0) }),
    ("size 10,000", { _ = try await $0.products(size: 10_000) }),
    ("size 0 of all pages", { for try await _ in $0.pages(size: 0) {} }),
    ("a search for 1 MB", { _ = try await $0.products(matching: String(repeating: "a", count: 1 << 20)) }),
    ("0 suggestions", { _ = try await $0.suggestions(for: "a", limit: 0) }),
    ("51 suggestions", { _ = try await $0.suggestions(for: "a", limit: 51) }),
    (
      "a line break as key", { _ = try await $0.markSold(1, options: .init { $0.idempotencyKey = "a\r\nb" }) }
    ),
  ]

  static let brokenListings: [(String, Call)] = [
    ("a name with NUL", selling { $0.name = "의자\u{0}의자" }),
    ("a name of 1 MB", selling { $0.name = String(repeating: "가", count: 350_000) }),
    ("a name of invisible characters", selling { $0.name = "\u{200B}\u{200E}\u{2066}\u{FEFF}" }),
    ("a negative price", selling { $0.price = -1 }), ("NaN as price", selling { $0.price = .nan }),
    ("a negative stock", selling { $0.stock = -1 }), ("a stock of 2³¹", selling { $0.stock = 1 << 31 }),
    ("no photo", { _ = try await $0.sell(draft, photos: []) }),
    ("a photo of 1 MB", { _ = try await $0.sell(draft, photos: [PhotoUpload(Data(count: 1 << 20))]) }),
    (
      "a change to 1 MB",
      { _ = try await $0.edit(1, ProductChanges(name: String(repeating: "a", count: 1 << 20))) }
    ),
  ]

  @Test("The client refuses impossible input by itself and says why")
  func refusedByClient() async throws {
    let mock = MarketplaceMock()
    try await Link.memory.connect(to: mock) { client in
      for (label, call) in Self.refusedByClient {
        let error = await refusal("\(label)") { try await call(client) }
        #expect(error?.code == .invalidInput, "\(label)")
        #expect(error?.attempts ?? 0 == 0, "\(label)")
        #expect((error?.message.count ?? 0) > 20 && (error?.message.count ?? 0) < 500, "\(label)")
      }
      for (label, call) in Self.brokenListings {
        let error = await #expect(throws: ListingValidationError.self, "\(label)") { try await call(client) }
        #expect((error?.description.count ?? 0) > 20 && (error?.description.count ?? 0) < 500, "\(label)")
      }
    }
    #expect(mock.requestLog.isEmpty)
  }

  @Test("An id beyond 64 bits is no id")
  func idBeyond64Bits() {
    #expect(Product.ID("9223372036854775807") == Product.ID(rawValue: .max))
    #expect(Product.ID("9223372036854775808") == nil)
  }

  @Test("A product that cannot exist is not found", arguments: Link.allCases)
  func impossibleIDs(_ link: Link) async throws {
    try await link.connect(to: MarketplaceMock()) { client in
      for id: Product.ID in [0, -1, .init(rawValue: .max), .init(rawValue: .min)] {
        #expect(await refusal { try await client.product(id) }?.code == .notFound, "\(id)")
        #expect(await refusal { try await client.markSold(id) }?.code == .notFound, "\(id)")
        #expect(await refusal { try await client.delete(id) }?.code == .notFound, "\(id)")
      }
    }
  }

  static let refusedByServer: [(String, HTTPResponse.Status)] = [
    ("/api/products?page_no=0", .badRequest), ("/api/products?page_no=-1", .badRequest),
    ("/api/products?page_no=+1", .badRequest), ("/api/products?page_no=1.0", .badRequest),
    ("/api/products?page_no=", .badRequest), ("/api/products?page_no=99999999999999999999", .badRequest),
    ("/api/products?items_per_page=0", .badRequest), ("/api/products?items_per_page=10000", .badRequest),
    ("/api/products?page_no=%EC%9D%BC", .badRequest), ("/api/products?search_value=%FF%FE", .badRequest),
    ("/api/suggestions?limit=51", .badRequest), ("/api/products/9223372036854775808", .notFound),
    ("/api/products/%00", .notFound), ("/api/products/1%2F2", .notFound), ("/api/../etc/passwd", .notFound),
    ("/%FF", .notFound),
  ]

  @Test("The server refuses impossible requests with a status and a reason", arguments: Link.allCases)
  func refusedByServer(_ link: Link) async throws {
    try await link.connect(to: MarketplaceMock()) { client in
      for (path, status) in Self.refusedByServer {
        let url = try #require(URL(string: path, relativeTo: client.http.server))
        let error = await refusal("\(path)") { try await client.http.fetch(url) }
        #expect(error?.status == status, "\(path)")
        #expect(error?.code == (status == .badRequest ? .invalidInput : .notFound), "\(path)")
        #expect(error?.serverMessage?.isEmpty == false, "\(path)")
      }
    }
  }

  /// A write with any body, as no client of ours would send it.
  struct RawCreate: PostRequest {
    typealias Response = Product
    static let template = "/api/products"
    var contentType = "multipart/form-data; boundary=X"
    var body: Data

    var headers: HTTPFields {
      [.identifier: MarketplaceMock.Vendor.sample.identifier, .contentType: contentType]
    }
    func makeBody() throws -> RequestBody { .data(body) }
  }

  static func form(_ params: String, image: Data = Data([0xFF, 0xD8, 0xFF, 0xE0])) throws -> Data {
    var body = Data("--X\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n\(params)\r\n".utf8)
    body.append(
      Data("--X\r\nContent-Disposition: form-data; name=\"images\"; filename=\"a.jpg\"\r\n\r\n".utf8))
    return body + image + Data("\r\n--X--\r\n".utf8)
  }

  static func params(name: String = "접이식 의자", price: String = "1", stock: String = "1") throws -> String {
    let name = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
    let secret = MarketplaceMock.Vendor.sample.secret
    return """
      {"name":\(name),"description":"두 번 사용한 깨끗한 의자입니다.","price":\(price),"stock":\(stock),\
      "currency":"KRW","secret":"\(secret)"}
      """
  }

  @Test("The server survives and refuses every malformed listing", arguments: Link.allCases)
  func malformedListings(_ link: Link) async throws {
    let good = try Self.form(Self.params())
    let refused: [(String, HTTPResponse.Status, RawCreate)] = [
      (
        "JSON instead of a form", .unsupportedMediaType,
        RawCreate(contentType: "application/json", body: good)
      ),
      ("no boundary", .badRequest, RawCreate(contentType: "multipart/form-data", body: good)),
      (
        "another boundary", .badRequest, RawCreate(contentType: "multipart/form-data; boundary=Y", body: good)
      ),
      ("empty body", .badRequest, RawCreate(body: Data())),
      ("cut off form", .badRequest, RawCreate(body: good.dropLast(9))),
      ("rubbish as params", .badRequest, RawCreate(body: try Self.form("{\"name\":"))),
      (
        "params nested 100,000 deep", .badRequest,
        RawCreate(body: try Self.form(String(repeating: "[", count: 100_000)))
      ),
      ("a list as params", .badRequest, RawCreate(body: try Self.form("[1]"))),
      (
        "a name of 1 MB", .badRequest,
        RawCreate(body: try Self.form(Self.params(name: String(repeating: "가", count: 350_000))))
      ),
      ("an infinite price", .badRequest, RawCreate(body: try Self.form(Self.params(price: "1e400")))),
      ("a negative price", .badRequest, RawCreate(body: try Self.form(Self.params(price: "-1")))),
      ("half a stock", .badRequest, RawCreate(body: try Self.form(Self.params(stock: "0.5")))),
      ("a stock beyond 64 bits", .badRequest, RawCreate(body: try Self.form(Self.params(stock: "1e30")))),
      (
        "part headers of 10 KB", .badRequest,
        RawCreate(body: Data("--X\r\nX: \(String(repeating: "x", count: 10_240))\r\n\r\n\r\n--X--".utf8))
      ),
      (
        "an image of 400 KB", .contentTooLarge,
        RawCreate(body: try Self.form(Self.params(), image: Data([0xFF, 0xD8, 0xFF]) + Data(count: 400_000)))
      ),
      (
        "a program as image", .unsupportedMediaType,
        RawCreate(body: try Self.form(Self.params(), image: Data("MZ\u{0}\u{0}".utf8)))
      ),
      ("5 MB", .contentTooLarge, RawCreate(body: Data(count: 5 << 20))),
    ]
    let mock = MarketplaceMock()
    try await link.connect(to: mock) { client in
      for (label, status, request) in refused {
        let error = await refusal("\(label)") { try await client.send(request) }
        #expect(error?.status == status, "\(label)")
        #expect(error?.code == .invalidInput, "\(label)")
        #expect(error?.serverMessage?.isEmpty == false, "\(label)")
      }
      #expect(mock.ledger.isEmpty)
      _ = try await client.send(RawCreate(body: good))
      #expect(mock.ledger.count == 1)
    }
  }

  @Test("Names of any script come back as they were sent", arguments: Link.allCases)
  func names(_ link: Link) async throws {
    try await link.connect(to: MarketplaceMock()) { client in
      for name in ["👩‍👩‍👧‍👦🇰🇷 의자", "\u{202E}كرسي قابل للطي", "a\"b\\c\r\nd", "--X\r\n\r\n--X--"] {
        var draft = Self.draft
        draft.name = name
        let created = try await client.sell(draft, photos: [Self.photo])
        let read = try await client.product(created.id)
        #expect(read.name.unicodeScalars.elementsEqual(name.unicodeScalars))
      }
    }
  }

  @Test("A search for any text finds what has it, and nothing else", arguments: Link.allCases)
  func searches(_ link: Link) async throws {
    let texts = ["👩‍👩‍👧‍👦", "\u{202E}كرسي", "%00", "&page_no=0", "a+b", "../", "\r\nX: y", "#?/"]
    try await link.connect(to: MarketplaceMock()) { client in
      var draft = Self.draft
      draft.name = texts.joined(separator: " ")
      let id = try await client.sell(draft, photos: [Self.photo]).id
      for text in texts {
        #expect(try await client.products(matching: text).products.map(\.id) == [id], "\(text)")
      }
      #expect(try await client.products(matching: "a\u{0}b").products.isEmpty)
    }
  }
}
