import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketMock
import Testing

/// What a client makes of responses that no sane server gives.
@Suite("Hostile responses", .timeLimit(.minutes(5)))
struct HostileResponseTests {
  /// Responds to everything alike.
  struct Responding: MockHandler {
    var fields: HTTPFields = [.contentType: "application/json"]
    var body: Data

    func handle(_ request: MockRequest) async -> MockResponse {
      MockResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: body)
    }
  }

  static func page(_ entries: String = "", pageNo: String = "1", total: String = "1") -> String {
    """
    {"pageNo":\(pageNo),"itemsPerPage":20,"totalCount":\(total),"offset":0,"limit":20,"lastPage":1,\
    "hasNext":false,"hasPrev":false,"pages":[\(entries)]}
    """
  }

  static func product(id: String = "1", name: String = "\"a\"", stock: String = "1", price: String = "1")
    -> String
  {
    """
    {"id":\(id),"vendor_id":7,"name":\(name),"price":\(price),"discounted_price":0,"stock":\(stock),\
    "currency":"KRW"}
    """
  }

  static let useless = [
    ("half of JSON", "{\"pageNo\":1,"), ("rubbish", "\u{0}\u{1}\u{7F}]}"),
    ("HTML", "<!DOCTYPE html><title>Sign in to the Wi-Fi</title>"), ("another JSON type", "[\"page\"]"),
    ("null", "null"), ("a count of 10³⁰", page(total: "1e30")),
    ("a count that is no whole number", page(total: "1.5")), ("a text as count", page(pageNo: "\"one\"")),
    ("nesting 100,000 deep", String(repeating: "[", count: 100_000)),
    ("nesting 100,000 deep in an ignored key", "{\"x\":" + String(repeating: "{\"x\":", count: 100_000)),
  ]

  @Test("A response that is no page is reported as the server's mistake", arguments: Link.allCases)
  func uselessPages(_ link: Link) async throws {
    for (label, body) in Self.useless {
      try await link.connect(to: Responding(body: Data(body.utf8))) { client in
        let error = await refusal("\(label)") { try await client.products(options: .once) }
        #expect(error?.code == .invalidResponse, "\(label)")
        #expect(error?.status == .ok, "\(label)")
        #expect(error?.description.contains("/api/products") == true, "\(label)")
      }
    }
  }

  @Test("HTML under any content type is reported as the server's mistake", arguments: Link.allCases)
  func wrongContentType(_ link: Link) async throws {
    let login = Responding(fields: [.contentType: "text/html"], body: Data("<html>".utf8))
    try await link.connect(to: login) { client in
      let calls: [(MarketClient) async throws -> Void] = [
        { _ = try await $0.products(options: .once) }, { _ = try await $0.product(1, options: .once) },
        { _ = try await $0.suggestions(for: "a", options: .once) },
        { _ = try await $0.health(options: .once) },
        { _ = try await $0.markSold(1, options: .once) }, { try await $0.delete(1, options: .once) },
      ]
      for (index, call) in calls.enumerated() {
        let error = await refusal("call \(index)") { try await call(client) }
        #expect(error?.code == .invalidResponse, "call \(index)")
      }
    }
  }

  @Test("An unknown content encoding is reported, not read as text", arguments: Link.allCases)
  func contentEncoding(_ link: Link) async throws {
    let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: "snappy"]
    try await link.connect(to: Responding(fields: fields, body: Data(Self.page().utf8))) { client in
      #expect(await refusal { try await client.products(options: .once) }?.code == .invalidResponse)
    }
  }

  @Test("An announced length of 1 GB is refused before it arrives")
  func announcedLength() async throws {
    let fields: HTTPFields = [.contentType: "application/json", .contentLength: "1000000000"]
    try await Link.sockets.connect(to: Responding(fields: fields, body: Data("{".utf8))) { client in
      let error = await refusal { try await client.products(options: .once) }
      #expect(error?.code == .invalidResponse)
      #expect(error?.fault == .responseTooLarge)
    }
  }

  @Test("A response that grows beyond the limit is cut off", arguments: Link.allCases)
  func endlessResponse(_ link: Link) async throws {
    let fields: HTTPFields = [.contentType: "application/json", .transferEncoding: "chunked"]
    let body = Data(repeating: UInt8(ascii: " "), count: 2_000_000)
    try await link.connect(to: Responding(fields: fields, body: body)) { client in
      var options = RequestOptions.once
      options.responseLimit = 1_000_000
      let error = await refusal { try await client.products(options: options) }
      #expect(error?.fault == .responseTooLarge)
    }
  }

  @Test(
    "An entry with an impossible value is left out and noted; by itself it is refused",
    arguments: [
      ("id beyond 64 bits", product(id: "9223372036854775808")), ("a text as id", product(id: "\"one\"")),
      ("fraction as id", product(id: "1.5")), ("negative stock", product(stock: "-1")),
      ("stock beyond 64 bits", product(stock: "1e40")), ("price of 10⁴⁰⁰", product(price: "1e400")),
      ("NaN as price", product(price: "\"NaN\"")), ("null as name", product(name: "null")),
      ("half a surrogate pair in the name", product(name: "\"\\ud83d\"")), ("no object", "7"),
    ])
  func impossibleEntry(label: String, json: String) async throws {
    let page = Self.page("\(json),\(Self.product(id: "2"))")
    try await Link.memory.connect(to: Responding(body: Data(page.utf8))) { client in
      let page = try await client.products(options: .once)
      #expect(page.products.map(\.id) == [2])
      #expect(page.decodingIssues.map(\.path) == ["pages[0]"])
      #expect(page.decodingIssues.map(\.outcome) == [.entrySkipped])
    }
    try await Link.memory.connect(to: Responding(body: Data(json.utf8))) { client in
      #expect(await refusal { try await client.product(1, options: .once) }?.code == .invalidResponse)
    }
  }

  static let texts = [
    ("emoji", "👩‍👩‍👧‍👦🇰🇷"), ("NUL", "a\u{0}b"), ("right to left", "\u{202E}كرسي\u{202C} כיסא"),
    ("1 MB", String(repeating: "의자👍", count: 100_000)), ("lone combining marks", "\u{301}\u{20DD}"),
  ]

  @Test("Any text arrives as it was sent", arguments: Link.allCases)
  func texts(_ link: Link) async throws {
    for (label, text) in Self.texts {
      let name = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
      try await link.connect(to: Responding(body: Data(Self.page(Self.product(name: name)).utf8))) { client in
        let page = try await client.products(options: .once)
        #expect(
          page.products.first?.name.unicodeScalars.elementsEqual(text.unicodeScalars) == true, "\(label)")
        #expect(page.issues.isEmpty, "\(label)")
      }
    }
  }
}
