import Foundation
import HTTPTypes
import OpenMarketAPI
import OpenMarketHTTP
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct RecentSearchTests {
  private func texts(_ store: MarketStore) async throws -> [String] {
    try await store.recentSearches().map(\.text)
  }

  @Test("the latest search comes first, and a repeated one moves to the front as last written")
  func order() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    for (offset, text) in [
      "desk", "맥북", " Desk\n", "\u{1106}\u{1162}\u{11A8}\u{1107}\u{116E}\u{11A8}", "lamp",
    ].enumerated() {
      try await store.recordSearch(text, at: noon + Double(offset))
    }
    let recents = try await store.recentSearches()
    #expect(recents.map(\.text) == ["lamp", "맥북", "Desk"])
    #expect(recents.map(\.useCount) == [1, 2, 2])
    #expect(recents.map(\.usedAt) == [noon + 4, noon + 3, noon + 2])
  }

  @Test("a clock that is set back does not change the order")
  func clockSetBack() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    try await store.recordSearch("first", at: noon)
    try await store.recordSearch("second", at: noon - 86_400)
    #expect(try await texts(store) == ["second", "first"])
  }

  @Test("fifty are kept")
  func countLimit() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    for number in 1...53 { try await store.recordSearch("\(number)", at: noon) }
    #expect(try await texts(store) == (4...53).reversed().map(String.init))
    #expect(try await store.recentSearches(limit: 2).map(\.text) == ["53", "52"])
  }

  @Test(
    "blank and overlong texts are refused",
    arguments: ["", " \n\t\u{3000}", String(repeating: "가", count: 1001)])
  func refuses(_ text: String) async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    await #expect { try await store.recordSearch(text, at: noon) } throws: {
      ($0 as? StoreError)?.code == .invalidInput
    }
    #expect(try await texts(store).isEmpty)
  }

  @Test("one can be deleted however it is written, and all")
  func deletes() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    for text in ["Desk", "lamp", "sofa"] { try await store.recordSearch(text, at: noon) }
    #expect(try await store.deleteRecentSearch(" dESK "))
    #expect(try await store.deleteRecentSearch("Desk") == false)
    #expect(try await texts(store) == ["sofa", "lamp"])
    try await store.deleteAllRecentSearches()
    #expect(try await texts(store).isEmpty)
  }

  @Test("a deleted search leaves no trace in the files")
  func overwritten() async throws {
    let test = try TestStore()
    try await test.store.recordSearch("regrettable", at: noon)
    try await test.store.deleteRecentSearch("regrettable")
    for name in try FileManager.default.contentsOfDirectory(atPath: test.folder.url.path) {
      let bytes = try Data(contentsOf: test.folder.url.appending(path: name))
      #expect(bytes.range(of: Data("regrettable".utf8)) == nil, "\(name)")
    }
  }

  private let page = ProductPage.pastTheEnd(page: 1, itemsPerPage: 20)
  private let response = StoredResponse(
    head: HTTPResponse(status: .ok), body: Data("{}".utf8), date: noon, selectingFields: [:])

  /// Keeps a response to a search for `text` and to its beginning, and a page of its hits, in `cache.db`.
  private func keepResults(_ text: String, in store: MarketStore) async throws {
    for address in try addresses(of: text) {
      await StoreRevalidation(store).store(response, for: address)
    }
    _ = try await store.save(page, as: .products(matching: text, size: 20), fetchedAt: noon)
  }

  /// How the client writes a search for `text`, and for suggestions for it.
  private func addresses(of text: String) throws -> [String] {
    let value = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    return [
      "https://market.test/api/products?page_no=1&items_per_page=20&search_value=\(value)",
      "https://market.test/api/suggestions?query=\(value)&limit=10",
    ]
  }

  private func keepsResults(_ text: String, in store: MarketStore) async throws -> Bool {
    if try await store.page(1, of: .products(matching: text, size: 20)) != nil { return true }
    for address in try addresses(of: text) {
      if await StoreRevalidation(store).response(for: address) != nil { return true }
    }
    return false
  }

  @Test("with a deleted search, the copies that name it go")
  func deletesResults() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    try await store.recordSearch("중고/의자", at: noon)
    try await keepResults("중고/의자", in: store)
    #expect(try await keepsResults("중고/의자", in: store))
    try await store.deleteRecentSearch("중고/의자")
    #expect(try await keepsResults("중고/의자", in: store) == false)
  }

  @Test("pages of other searches stay when one is deleted, and go with all")
  func otherResults() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    try await keepResults("lamp", in: store)
    try await store.deleteRecentSearch("desk")
    #expect(try await store.page(1, of: .products(matching: "lamp", size: 20)) != nil)
    try await store.deleteAllRecentSearches()
    #expect(try await keepsResults("lamp", in: store) == false)
  }

  @Test("lists of all products, and responses to other reads, stay when all searches are deleted")
  func otherCopies() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    let address = "https://market.test/api/products?page_no=1&items_per_page=20"
    await StoreRevalidation(store).store(response, for: address)
    _ = try await store.save(page, as: .products(size: 20), fetchedAt: noon)
    try await store.deleteAllRecentSearches()
    #expect(await StoreRevalidation(store).response(for: address) != nil)
    #expect(try await store.page(1, of: .products(size: 20)) != nil)
  }

  @Test("listeners hear that the recent searches have changed")
  func live() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    var changes = store.changes().makeAsyncIterator()
    try await store.recordSearch("desk", at: noon)
    #expect(await changes.next() == .recentSearches)
  }

  @Test("they survive the copies")
  func survives() async throws {
    let test = try TestStore()
    let store = test.store
    defer { withExtendedLifetime(test) {} }
    try await store.recordSearch("desk", at: noon)
    try await store.save([.listed(1)], fetchedAt: noon)
    try await store.resetCache()
    #expect(try await texts(store) == ["desk"])
    #expect(try await store.newest(limit: 5).isEmpty)
  }
}
