import Foundation
import HTTPTypes
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketHTTP

@Suite struct RevalidationTests {
  /// Calendar time that moves when told to.
  private final class Calendar: Sendable {
    private let seconds = Mutex(1_000_000.0)
    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    func advance(by step: Double) { seconds.withLock { $0 += step } }
  }

  private let calendar = Calendar()
  private let store = MemoryRevalidationStore()

  private func client(
    _ transport: ScriptedTransport, configure: (inout HTTPClient.Configuration) -> Void = { _ in }
  ) throws -> HTTPClient {
    try plainClient(transport) {
      $0.revalidationStore = store
      $0.time.date = { [calendar] in calendar.now }
      configure(&$0)
    }
  }

  private static func expecting(_ fields: HTTPFields) -> @Sendable (TransportRequest) -> Void {
    { request in
      #expect(request.head.headerFields[.ifNoneMatch] == fields[.ifNoneMatch])
      #expect(request.head.headerFields[.ifModifiedSince] == fields[.ifModifiedSince])
    }
  }

  @Test("An unchanged response is not sent twice: the 304 gets the stored body")
  func revalidates() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", [.eTag: "\"a\""]), check: Self.expecting([:])),
      .get("/numbers", .response(304, [.eTag: "W/\"a\""]), check: Self.expecting([.ifNoneMatch: "\"a\""])),
      .get("/numbers", .json("[2]", [.eTag: "\"b\""]), check: Self.expecting([.ifNoneMatch: "W/\"a\""])),
      .get("/numbers", .response(304), check: Self.expecting([.ifNoneMatch: "\"b\""])),
    ]) { transport in
      let client = try client(transport)
      for expected in [[1], [1], [2], [2]] { #expect(try await client.send(.numbers) == expected) }
    }
  }

  @Test("Without an entity tag the modification date is the condition")
  func lastModified() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", [.lastModified: date])),
      .get("/numbers", .response(304), check: Self.expecting([.ifModifiedSince: date])),
    ]) { transport in
      let client = try client(transport)
      for _ in 0..<2 { #expect(try await client.send(.numbers) == [1]) }
    }
  }

  @Test("A fresh response asks nobody; a 304 makes it fresh again, however old it was", arguments: [0.0, 30])
  func freshness(age: Double) async throws {
    var fields: HTTPFields = [.eTag: "\"a\"", .cacheControl: "public, max-age=60"]
    fields[.age] = "\(Int(age))"
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", fields)), .get("/numbers", .response(304)),
    ]) { transport in
      let client = try client(transport)
      for (step, requests) in [(0.0, 1), (59 - age, 1), (1, 2), (59, 2)] {
        calendar.advance(by: step)
        #expect(try await client.send(.numbers) == [1])
        #expect(transport.requests.count == requests)
      }
    }
  }

  @Test(
    "Freshness follows Cache-Control and Age, and a clock set back makes stale",
    arguments: [
      ("max-age=60", nil, 59.0, true), ("max-age=60", nil, 60, false), ("max-age=60", "30", 29, true),
      ("max-age=60", "30", 30, false), ("max-age=60", nil, -1, false),
      // Those of two caches, as one list.
      ("max-age=60", "0, 30", 29, true), ("max-age=60", "0, 30", 30, false),
      ("max-age=60", "30 ,x", 30, false), ("max-age=60", "99999999999999999999", 0, false),
      ("max-age=60, no-cache", nil, 0, false),
      ("MAX-AGE = \"60\"", nil, 59, true), ("max-age=x", nil, 0, false), ("max-age", nil, 0, false),
      ("", nil, 0, false), ("s-maxage=60", nil, 0, false), ("max-age=99999999999999999999", nil, 1e9, true),
      ("max-age=10, max-age=60", nil, 11, false),
    ] as [(String, String?, Double, Bool)])
  func rules(control: String, age: String?, seconds: Double, isFresh: Bool) {
    let rules = RevalidationRules(credentialHeaders: [])
    var head = HTTPResponse(status: .ok, headerFields: [.cacheControl: control])
    head.headerFields[.age] = age
    let stored = StoredResponse(head: head, body: Data(), date: calendar.now)
    #expect(rules.isFresh(stored, at: calendar.now.addingTimeInterval(seconds)) == isFresh)
  }

  @Test(
    "What must not or cannot be used again is not kept",
    arguments: [
      (200, [.eTag: "\"a\"", .cacheControl: "no-store"]), (200, [:]), (200, [.eTag: "\"a\"", .vary: "*"]),
      (200, [.cacheControl: "max-age=0"]), (201, [.eTag: "\"a\""]), (206, [.eTag: "\"a\""]),
      (404, [.eTag: "\"a\""]),
    ] as [(Int, HTTPFields)])
  func unstorable(status: Int, fields: HTTPFields) async throws {
    try await ScriptedTransport.play([.get("/numbers", .response(status, fields, body: "[]"))]) { transport in
      _ = try? await client(transport).send(.numbers)
      #expect(store.count == 0)
    }
  }

  @Test("A response that varies serves only requests alike in the named fields")
  func vary() async throws {
    let fields: HTTPFields = [.vary: "Accept-Language, Accept", .cacheControl: "max-age=60"]
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", fields)), .get("/numbers", .json("[2]", fields)),
    ]) { transport in
      let client = try client(transport)
      for (language, expected) in [("ko", [1]), ("ko", [1]), ("en", [2]), ("en", [2])] {
        let numbers = try await client.send(ListNumbers(headers: [.acceptLanguage: language]))
        #expect(numbers == expected)
      }
    }
  }

  @Test("Responses to requests that identify their sender are not kept")
  func personal() async throws {
    let fields: HTTPFields = [.eTag: "\"a\"", .cacheControl: "max-age=60"]
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", fields)),
      .get("/numbers", .json("[2]", fields), check: Self.expecting([:])),
    ]) { transport in
      let client = try client(transport)
      for expected in [[1], [2]] {
        #expect(try await client.send(ListNumbers(headers: [.identifier: "me"])) == expected)
      }
      #expect(store.count == 0)
    }
  }

  @Test("A 304 to a question that was not asked is asked again once, plainly")
  func unasked304() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .response(304)), .get("/numbers", .json("[1]"), check: Self.expecting([:])),
      .get("/numbers", .response(304)), .get("/numbers", .response(304)),
    ]) { transport in
      let client = try client(transport)
      #expect(try await client.send(.numbers) == [1])
      let error = try await httpError { _ = try await client.send(.numbers) }
      #expect(error.code == .unexpectedStatus)
    }
  }

  @Test("A 304 about another version is asked again without conditions")
  func foreign304() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", [.eTag: "\"a\""])), .get("/numbers", .response(304, [.eTag: "\"z\""])),
      .get("/numbers", .json("[2]", [.eTag: "\"z\""]), check: Self.expecting([:])),
    ]) { transport in
      let client = try client(transport)
      for expected in [[1], [2]] { #expect(try await client.send(.numbers) == expected) }
    }
  }

  @Test("Policies: revalidate asks although fresh, reload asks plainly and keeps, bypass does neither")
  func policies() async throws {
    let fields: HTTPFields = [.eTag: "\"a\"", .cacheControl: "max-age=60"]
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", fields)),
      .get("/numbers", .response(304), check: Self.expecting([.ifNoneMatch: "\"a\""])),
      .get("/numbers", .json("[2]", fields), check: Self.expecting([:])),
      .get("/numbers", .json("[3]", fields), check: Self.expecting([:])),
    ]) { transport in
      let client = try client(transport)
      let calls: [(CachePolicy, [Int])] = [
        (.standard, [1]), (.revalidate, [1]), (.reload, [2]), (.standard, [2]), (.bypass, [3]),
        (.standard, [2]),
      ]
      for (policy, expected) in calls {
        let numbers = try await client.send(.numbers, options: RequestOptions { $0.cachePolicy = policy })
        #expect(numbers == expected)
      }
    }
  }

  @Test("A write to an address forgets its response, even when the write's own response is lost")
  func invalidation() async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60"]
    try await ScriptedTransport.play([
      .get("/things/1", .response(200, fields)), .init(.patch, "/things/1", .fail(.connectionLost)),
      .get("/things/1", .response(200, fields)),
    ]) { transport in
      let client = try client(transport)
      for _ in 0..<2 { try await client.send(ShowThing(id: "1")) }
      _ = try? await client.send(ChangeThing())
      for _ in 0..<2 { try await client.send(ShowThing(id: "1")) }
    }
  }

  @Test("A response from before a write that ended meanwhile is not kept")
  func overtaken() async throws {
    let fields: HTTPFields = [.cacheControl: "max-age=60"]
    let store = store
    let client = Mutex<HTTPClient?>(nil)
    try await ScriptedTransport.play([
      .get(
        "/things/1",
        .perform { _ in
          try await client.withLock { $0 }?.send(ChangeThing())
          return TransportResponse(head: HTTPResponse(status: .ok, headerFields: fields), body: .data(Data()))
        }),
      .init(.patch, "/things/1", .response(202)),
    ]) { transport in
      let made = try self.client(transport)
      client.withLock { $0 = made }
      try await made.send(ShowThing(id: "1"))
      #expect(store.count == 0)
    }
  }

  @Test("A gone thing is forgotten, a failing server is not a reason to")
  func gone() async throws {
    try await ScriptedTransport.play([
      .get("/numbers", .json("[1]", [.eTag: "\"a\""])), .get("/numbers", .response(500)),
      .get("/numbers", .response(404)),
    ]) { transport in
      let client = try client(transport)
      for count in [1, 1, 0] {
        _ = try? await client.send(.numbers)
        #expect(store.count == count)
      }
    }
  }

  @Test("The store keeps within its bounds and refuses what would fill it alone")
  func bounds() async {
    let store = MemoryRevalidationStore(byteLimit: 40_000, countLimit: 10)
    for number in 0..<100 {
      let body = Data(count: number % 7 * 1000)
      await store.store(
        StoredResponse(head: HTTPResponse(status: .ok), body: body, date: .now), for: "\(number)")
      #expect(store.byteCount <= 40_000 && store.count <= 10)
    }
    #expect(await store.response(for: "99") == nil || store.count > 0)
    let count = store.count
    await store.store(
      StoredResponse(head: HTTPResponse(status: .ok), body: Data(count: 6000), date: .now), for: "big")
    #expect(await store.response(for: "big") == nil)
    #expect(store.count == count)
  }
}
