import Foundation
import OpenMarketAPI
import OpenMarketStore
import Testing

@Suite(.serialized) struct ProductSavingTests {
  @Test("a list changes what it shows of a product and keeps the details that it does not show")
  func listKeepsDetails() async throws {
    let test = try TestStore()
    let detailed = Product.detailed(1)
    try await test.store.save([detailed], completeness: .detailed, fetchedAt: noon)
    let report = try await test.store.save([.listed(1, price: 900)], fetchedAt: noon + 60)
    var expected = detailed
    (expected.price, expected.salePrice) = (900, 900)
    let stored = try #require(try await test.store.product(1))
    #expect(stored.product == expected)
    #expect(stored.fetchedAt == noon + 60)
    #expect(stored.detailedAt == noon)
    #expect(report.changed == [1])
  }

  @Test("a response about one product alone says what is not there any more")
  func detailErases() async throws {
    let test = try TestStore()
    try await test.store.save([.detailed(1)], completeness: .detailed, fetchedAt: noon)
    try await test.store.save([.listed(1)], completeness: .detailed, fetchedAt: noon)
    #expect(try await test.store.product(1)?.product == .listed(1))
  }

  @Test("the pictures follow a change of their order")
  func imagesFollow() async throws {
    let test = try TestStore()
    var product = Product.detailed(1)
    try await test.store.save([product], completeness: .detailed, fetchedAt: noon)
    product.images?.reverse()
    try await test.store.save([product], completeness: .detailed, fetchedAt: noon)
    #expect(try await test.store.product(1)?.product.images == product.images)
  }

  @Test("of two products with one number in a batch the later one holds")
  func laterOneHolds() async throws {
    let test = try TestStore()
    let report = try await test.store.save(
      [.listed(1, name: "old"), .listed(1, name: "new")], fetchedAt: noon)
    #expect(try await test.store.product(1)?.product.name == "new")
    #expect(report.added == [1] && report.changed.isEmpty)
  }

  @Test("a report tells what was added, what changed and what was there already")
  func report() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1), .listed(2)], fetchedAt: noon)
    let report = try await test.store.save([.listed(1), .listed(2, price: 5), .listed(3)], fetchedAt: noon)
    #expect(report.added == [3] && report.changed == [2])
  }

  @Test("products of a range that one response shows completely and without them are removed")
  func replacesWindow() async throws {
    let test = try TestStore()
    try await test.store.save((1...9).map { .listed($0) }, fetchedAt: noon)
    let report = try await test.store.save(
      [.listed(7), .listed(4)], fetchedAt: noon, replacing: 4...7,
      checkpoint: Checkpoint(key: "sync", value: Data([4])))
    #expect(try await test.store.newest(limit: 20).ids == [9, 8, 7, 4, 3, 2, 1])
    #expect(report.removed == [5, 6])
    #expect(try await test.store.checkpoint("sync") == Data([4]))
  }

  @Test("removed products are gone with their pictures, and those never stored are not reported")
  func removes() async throws {
    let test = try TestStore()
    try await test.store.save([.detailed(1), .detailed(2)], completeness: .detailed, fetchedAt: noon)
    #expect(try await test.store.remove([1, 5]).removed == [1])
    try await test.store.save([.listed(1)], fetchedAt: noon)
    #expect(try await test.store.products([1, 2]).map(\.product) == [.listed(1), .detailed(2)])
    #expect(try await test.store.product(1)?.product.images == nil)
  }

  @Test("a checkpoint is as its last write left it")
  func checkpoints() async throws {
    let test = try TestStore()
    #expect(try await test.store.checkpoint("a") == nil)
    try await test.store.save([], fetchedAt: noon, checkpoint: Checkpoint(key: "a", value: Data([1])))
    try await test.store.save([], fetchedAt: noon, checkpoint: Checkpoint(key: "a", value: Data()))
    #expect(try await test.store.checkpoint("a") == Data())
  }

  @Test("a save whose task is cancelled beforehand writes nothing")
  func cancelled() async throws {
    let test = try TestStore()
    let store = test.store
    let save = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      try await store.save([.listed(1)], fetchedAt: noon)
    }
    await #expect(throws: CancellationError.self) { try await save.value }
    #expect(try await store.product(1) == nil)
  }
}
