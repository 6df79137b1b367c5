import Foundation
import OpenMarketAPI
import Testing

@testable import OpenMarketStore

@Suite(.serialized) struct PageTests {
  private let key = PageKey.products(matching: "의자", size: 3)

  private func page(_ number: Int, _ ids: [Int64]) -> ProductPage {
    ProductPage(
      page: number, itemsPerPage: 3, totalCount: 41, offset: (number - 1) * 3, limit: 3, lastPage: 14,
      hasNext: true, hasPrevious: number > 1, products: ids.map { .listed($0) },
      issues: [DecodingIssue(.entrySkipped, at: "pages[3]", reason: "no id")])
  }

  @Test("a page comes back as it went in, with the order of its products")
  func comesBack() async throws {
    let test = try TestStore()
    let saved = page(2, [5, 9, 3])
    try await test.store.save(saved, as: key, fetchedAt: noon)
    #expect(try await test.store.page(2, of: key) == StoredPage(page: saved, fetchedAt: noon))
    #expect(try await test.store.page(1, of: key) == nil)
    #expect(try await test.store.page(2, of: .products(size: 3)) == nil)
  }

  @Test("a later response replaces a page, and a product changed elsewhere shows on it")
  func replaces() async throws {
    let test = try TestStore()
    try await test.store.save(page(1, [3, 2, 1]), as: key, fetchedAt: noon)
    try await test.store.save(page(1, [4, 3, 2]), as: key, fetchedAt: noon + 1)
    try await test.store.save([.listed(3, name: "renamed")], fetchedAt: noon + 2)
    let stored = try #require(try await test.store.page(1, of: key))
    #expect(stored.page.products.map(\.name) == ["product 4", "renamed", "product 2"])
    #expect(stored.fetchedAt == noon + 1)
  }

  @Test("a page says whether products of it are gone")
  func missing() async throws {
    let test = try TestStore()
    try await test.store.save(page(1, [3, 2, 1]), as: key, fetchedAt: noon)
    try await test.store.remove([2])
    let stored = try #require(try await test.store.page(1, of: key))
    #expect(stored.page.products.map(\.id) == [3, 1])
    #expect(!stored.isComplete)
  }

  @Test("page, products and window, or products and checkpoint, are written together or not at all")
  func together() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(6)], fetchedAt: noon)
    var bad = page(1, [7, 5])
    bad.products.append(.listed(4, price: .nan))
    let checkpoint = Checkpoint(key: "sync", value: Data([1]))
    _ = try? await test.store.save(bad, as: key, fetchedAt: noon, replacing: 4...7)
    _ = try? await test.store.save(bad.products, fetchedAt: noon, replacing: 4...7, checkpoint: checkpoint)
    #expect(try await test.store.newest(limit: 9).ids == [6])
    #expect(try await test.store.page(1, of: key) == nil)
    #expect(try await test.store.checkpoint("sync") == nil)
    bad.products.removeLast()
    let report = try await test.store.save(bad, as: key, fetchedAt: noon, replacing: 4...7)
    #expect(report.added == [7, 5] && report.removed == [6])
  }
}
