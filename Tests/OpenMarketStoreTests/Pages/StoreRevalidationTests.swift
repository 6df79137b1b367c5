import Foundation
import GRDB
import HTTPTypes
import OpenMarketHTTP
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct StoreRevalidationTests {
  private func response(_ body: String, selecting: HTTPFields = [:]) -> StoredResponse {
    StoredResponse(
      head: HTTPResponse(
        status: .ok,
        headerFields: [.eTag: "\"1\"", .contentType: "application/json; charset=utf-8", .vary: ""]),
      body: Data(body.utf8), date: noon + 0.25, selectingFields: selecting)
  }

  @Test("a response comes back as it went in, in the next opening too")
  func persists() async throws {
    let test = try TestStore()
    let saved = response("{}", selecting: [.acceptLanguage: "ko, en"])
    await StoreRevalidation(test.store).store(saved, for: "https://market.test/a")
    try test.store.close()
    let store = try MarketStore(folder: test.folder.url)
    #expect(await StoreRevalidation(store).response(for: "https://market.test/a") == saved)
    #expect(await StoreRevalidation(store).response(for: "https://market.test/b") == nil)
  }

  @Test("a response is replaced and forgotten")
  func replaces() async throws {
    let test = try TestStore()
    let store = StoreRevalidation(test.store)
    for body in ["1", "2"] { await store.store(response(body), for: "a") }
    #expect(await store.response(for: "a")?.body == Data("2".utf8))
    await store.removeResponse(for: "a")
    #expect(await store.response(for: "a") == nil)
  }

  @Test(
    "a response whose stored status is none counts as not stored",
    arguments: ["70000", "99", "1000", "-1", "'x'", "9223372036854775807"])
  func damagedStatus(status: String) async throws {
    let test = try TestStore()
    let store = StoreRevalidation(test.store)
    await store.store(response("{}"), for: "a")
    try await test.store.writeCache { try $0.execute(sql: "UPDATE http_response SET status = \(status)") }
    #expect(await store.response(for: "a") == nil)
    await store.store(response("{}"), for: "a")
    #expect(await store.response(for: "a") != nil)
  }

  @Test("a response that depends on who asks, and a cookie, are not written to the disk")
  func personal() async throws {
    let test = try TestStore()
    let store = StoreRevalidation(test.store)
    await store.store(response("old"), for: "a")
    await store.store(response("x", selecting: [.authorization: "Bearer hush-hush"]), for: "a")
    #expect(await store.response(for: "a") == nil)
    var withCookie = response("x")
    withCookie.head.headerFields[.setCookie] = "session=hush-hush"
    await store.store(withCookie, for: "b")
    #expect(await store.response(for: "b")?.head.headerFields[.setCookie] == nil)
    for name in try FileManager.default.contentsOfDirectory(atPath: test.folder.url.path) {
      let bytes = try Data(contentsOf: test.folder.url.appending(path: name))
      #expect(bytes.range(of: Data("hush-hush".utf8)) == nil, "\(name)")
    }
  }

  @Test("the responses stay within their bytes; the one not stored for longest goes first")
  func bounded() async throws {
    let test = try TestStore()
    let store = StoreRevalidation(test.store, byteLimit: 20_000)
    for number in 0..<20 {
      await store.store(response(String(repeating: "\(number % 10)", count: 1_000)), for: "\(number)")
      await store.store(response("often confirmed"), for: "often")
    }
    var kept: [Int] = []
    for number in 0..<20 where await store.response(for: "\(number)") != nil { kept.append(number) }
    #expect(kept == Array(20 - kept.count..<20) && (8...14).contains(kept.count))
    #expect(await store.response(for: "often") != nil)
    await store.store(response(String(repeating: "x", count: 2_500)), for: "large")
    #expect(await store.response(for: "large") == nil)
  }

  @Test("responses from while the clock was ahead make room for later ones")
  func clockAhead() async throws {
    let date = Mutex(noon + 1e9)
    let test = try TestStore { $0.time.date = { date.withLock { $0 } } }
    let store = StoreRevalidation(test.store, byteLimit: 20_000)
    for number in 0..<20 {
      await store.store(response(String(repeating: "x", count: 1_000)), for: "ahead \(number)")
    }
    date.withLock { $0 = noon }
    for number in 0..<3 { await store.store(response("now"), for: "\(number)") }
    for number in 0..<3 { #expect(await store.response(for: "\(number)") != nil) }
  }

  @Test(
    "responses outlive a launch with a wrong calendar",
    arguments: [100, 2_208_988_800] as [TimeInterval])
  func wrongCalendar(moment: TimeInterval) async throws {
    let folder = try TemporaryFolder()
    let dates = [noon, noon + 60, Date(timeIntervalSince1970: moment), noon + 120, noon + 180, noon + 240]
    for date in dates {
      var configuration = MarketStore.Configuration()
      configuration.time.date = { date }
      let store = try MarketStore(folder: folder.url, configuration: configuration)
      if date == noon { await StoreRevalidation(store).store(response("before"), for: "a") }
      if date == dates[2] { await StoreRevalidation(store).store(response("then"), for: "b") }
      try await store.trim()
      #expect(await StoreRevalidation(store).response(for: "a") != nil, "\(date)")
      if date != noon, date != dates[1] {
        #expect(await StoreRevalidation(store).response(for: "b") != nil, "\(date)")
      }
      try store.close()
    }
  }
}
