import Foundation
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketTestSupport
import Testing

@Suite("Walking through all pages")
struct ProductPagesTests {
  static func page(
    _ ids: [Int], hasNext: Bool, lastPage: Int? = nil, bad: Int = 0
  ) -> ScriptedTransport.Reply {
    let last = lastPage ?? (hasNext ? 9 : 1)
    let items =
      ids.map {
        "{\"id\":\($0),\"vendor_id\":1,\"name\":\"N\",\"price\":1,\"discounted_price\":0,\"stock\":1}"
      }
      + Array(repeating: "{}", count: bad)
    return .json(
      """
      {"pageNo":1,"itemsPerPage":2,"totalCount":9,"offset":0,"limit":2,"lastPage":\(last),"hasNext":\(hasNext),
       "hasPrev":false,"pages":[\(items.joined(separator: ","))]}
      """)
  }

  static func stub(_ number: Int, _ reply: ScriptedTransport.Reply) -> ScriptedTransport.Stub {
    .get("/api/products?page_no=\(number)&items_per_page=2&search_value=x", reply)
  }

  /// The ids on each page of a walk through `replies`, all of which must be asked for.
  func walk(_ replies: ScriptedTransport.Reply...) async throws -> [[Int64]] {
    let script = replies.enumerated().map { Self.stub($0.offset + 1, $0.element) }
    return try await ScriptedTransport.play(script) { transport in
      var ids: [[Int64]] = []
      for try await page in try testClient(transport).pages(size: 2, matching: "x") {
        ids.append(page.products.map(\.id.rawValue))
      }
      return ids
    }
  }

  @Test("a full page that says it is the last, and counts more pages, is not believed")
  func deniedPage() async throws {
    let ids = try await walk(
      Self.page([9, 8], hasNext: false, lastPage: 2), Self.page([7], hasNext: false, lastPage: 2))
    #expect(ids == [[9, 8], [7]])
  }

  @Test("it ends after the page that says it is the last")
  func last() async throws {
    let ids = try await walk(Self.page([9, 8], hasNext: true), Self.page([7], hasNext: false))
    #expect(ids == [[9, 8], [7]])
  }

  @Test("it ends at an empty page, even one that promises more, where that counts no more pages")
  func empty() async throws {
    let ids = try await walk(Self.page([9, 8], hasNext: true), Self.page([], hasNext: true, lastPage: 2))
    #expect(ids == [[9, 8]])
  }

  @Test("a page all of whose products are hidden is not the end")
  func hidden() async throws {
    let ids = try await walk(
      Self.page([9, 8], hasNext: true), Self.page([], hasNext: true), Self.page([], hasNext: true),
      Self.page([], hasNext: true), Self.page([1], hasNext: false))
    #expect(ids == [[9, 8], [], [], [], [1]])
  }

  @Test("of a server that counts no pages, and always says that more follows, three empty pages are the end")
  func endlessPromise() async throws {
    let empty = ScriptedTransport.Reply.json(#"{"hasNext":true,"pages":[]}"#)
    let ids = try await walk(Self.page([9, 8], hasNext: true), empty, empty, empty)
    #expect(ids == [[9, 8], [], []])
  }

  @Test("of a server that counts pages, fifty empty ones in a row are an error", .timeLimit(.minutes(5)))
  func emptyForever() async throws {
    let script = (1...50).map { Self.stub($0, Self.page([], hasNext: true, lastPage: 99_999)) }
    try await ScriptedTransport.play(script) { transport in
      let error = await #expect(throws: HTTPError.self) {
        for try await _ in try testClient(transport).pages(size: 2, matching: "x") {}
      }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test("it ends at a 204")
  func noContent() async throws {
    let ids = try await walk(Self.page([9, 8], hasNext: true), .response(204))
    #expect(ids == [[9, 8]])
  }

  @Test("of an empty list there is one empty page, with its counts")
  func nothing() async throws {
    #expect(try await walk(Self.page([], hasNext: false)) == [[]])
  }

  @Test("products that new ones pushed to a later page appear once")
  func duplicates() async throws {
    let ids = try await walk(
      Self.page([9, 8], hasNext: true), Self.page([9, 8], hasNext: true), Self.page([8, 7], hasNext: false))
    #expect(ids == [[9, 8], [], [7]])
  }

  @Test("a page of nothing but unreadable entries is not the end")
  func unreadable() async throws {
    let ids = try await walk(
      Self.page([9], hasNext: true), Self.page([], hasNext: true, bad: 2), Self.page([7], hasNext: false))
    #expect(ids == [[9], [], [7]])
  }

  @Test("a server that repeats a page for ever is an error after three repetitions", .timeLimit(.minutes(5)))
  func forever() async throws {
    let script = (1...4).map { Self.stub($0, Self.page([9, 8], hasNext: true)) }
    try await ScriptedTransport.play(script) { transport in
      let error = await #expect(throws: HTTPError.self) {
        for try await _ in try testClient(transport).pages(size: 2, matching: "x") {}
      }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test("a server that pays no heed to the size, and sends more, has none of its pages skipped")
  func heedless() async throws {
    let ids = try await walk(
      Self.page([9, 8, 7, 6, 5], hasNext: true), Self.page([4, 3, 2, 1, 0], hasNext: false))
    #expect(ids == [[9, 8, 7, 6, 5], [4, 3, 2, 1, 0]])
  }

  @Test("after a failure the same page can be asked for again")
  func resumption() async throws {
    let script = [
      Self.stub(1, Self.page([9], hasNext: true)), Self.stub(2, .response(400)),
      Self.stub(2, Self.page([7], hasNext: false)),
    ]
    try await ScriptedTransport.play(script) { transport in
      var iterator = try testClient(transport).pages(size: 2, matching: "x").makeAsyncIterator()
      #expect(try await iterator.next()?.products.map(\.id) == [9])
      // Not in #expect(throws:), which would send the iterator away.
      do {
        _ = try await iterator.next()
        Issue.record("it goes on after a failure")
      } catch is HTTPError {}
      #expect(try await iterator.next()?.products.map(\.id) == [7])
      #expect(try await iterator.next() == nil)
    }
  }
}
