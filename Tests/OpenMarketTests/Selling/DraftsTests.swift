import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@Suite("Unfinished drafts", .timeLimit(.minutes(5)))
struct DraftsTests {
  @Test("a draft is as it was typed after a relaunch, the latest first, whatever the clock says")
  func survives() async throws {
    let test = try TestMarket(products: 1)
    var market = try test.open { $0.outbox.startsByItself = false }
    let photo = try await market.store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    let draft = ListingDraft(name: " 의", description: "", price: "45,00", stock: "두 개", photos: [photo])
    try await market.drafts.save("a", draft)
    try await market.drafts.save("b", ListingDraft(name: "책"))
    test.wait(-86_400)
    try await market.drafts.save("a", draft)
    try await market.close()
    market = try test.open { $0.outbox.startsByItself = false }
    let saved = try await market.drafts.list()
    #expect(saved.map(\.id) == ["a", "b"] && saved.first?.draft == draft)
    #expect(saved.first.map { $0.savedAt < $0.createdAt } == true)
    #expect(try await market.drafts.delete("a"))
    #expect(try await !market.drafts.delete("a"))
    #expect(try await market.drafts.load("a") == nil)
    try await market.close()
  }

  @Test("a draft's photos are not taken for waste, and are when nothing refers to them any more")
  func keepsPhotos() async throws {
    let test = try TestMarket(products: 1)
    let market = try test.open { $0.outbox.startsByItself = false }
    let photo = try await market.store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    try await market.drafts.save("a", ListingDraft(photos: [photo]))
    try await market.store.removeUnusedPhotos(olderThan: 0)
    #expect(try await market.store.photo(photo) == Data([1, 2, 3]))
    try await market.drafts.save("a", ListingDraft())
    try await market.store.removeUnusedPhotos(olderThan: 0)
    await #expect(throws: SubmissionFailure.self) { try await market.store.photo(photo) }
    try await market.close()
  }

  @Test("selling a draft takes it away with the same commit, and a draft that breaks rules stays")
  func sells() async throws {
    let test = try TestMarket(products: 1)
    let market = try test.open { $0.outbox.startsByItself = false }
    let photo = try await market.store.storePhoto(Data([0xFF, 0xD8, 0xFF, 0xE0]), fileName: "a.jpg")
    var draft = ListingDraft(name: "의", price: "사만", discount: "1", stock: "1.5")
    try await market.drafts.save("a", draft)
    let error = await #expect(throws: ListingValidationError.self) { try await market.drafts.sell("a") }
    let failures = try #require(error).failures
    #expect(Set(failures.map(\.field)) == [.name, .description, .price, .stock, .photos])
    #expect(try await market.drafts.load("a")?.draft == draft)

    draft = ListingDraft(
      name: "접이식 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: " ４5,000원", photos: [photo])
    try await market.drafts.save("a", draft)
    let listing = try await market.drafts.sell("a")
    #expect(try await market.drafts.list().isEmpty)
    #expect(listing.product?.price == 45_000 && listing.product?.stock == 1)
    try await market.store.removeUnusedPhotos(olderThan: 0)
    try await market.outbox.flush()
    #expect(try await listing.value.price == 45_000)
    await #expect(throws: StoreError.self) { try await market.drafts.sell("a") }
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("an autosave ends with the newest draft on the disk, and tells what went wrong")
  func autosaves() async throws {
    let test = try TestMarket(products: 1)
    let market = try test.open { $0.outbox.startsByItself = false }
    let autosave = market.drafts.autosave("a")
    for length in 1...200 { autosave.update(ListingDraft(name: String(repeating: "가", count: length))) }
    try await autosave.flush()
    #expect(try await market.drafts.load("a")?.draft.name.count == 200)
    autosave.update(ListingDraft(name: String(repeating: "a", count: ListingDraft.sizeLimit)))
    let error = await #expect(throws: StoreError.self) { try await autosave.flush() }
    #expect(error?.code == .invalidInput)
    autosave.update(ListingDraft(name: "책"))
    try await autosave.flush()
    #expect(try await market.drafts.load("a")?.draft.name == "책")
    try await market.close()
  }

  @Test(
    "prices are read as people type them, anything else is said to be no number",
    arguments: [
      ("", 0), ("0", 0), ("45,000", 45_000), ("₩ 45 000", 45_000), ("1234.5", Decimal(string: "1234.5")),
      ("4,50", nil), ("-1", nil), ("1e3", nil), ("12만", nil), (".5", nil),
    ] as [(String, Decimal?)])
  func reads(text: String, expected: Decimal?) throws {
    let photo = StoredPhoto(sha256: "00", byteCount: 1, fileName: "a.jpg")
    let draft = ListingDraft(name: "접이식 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: text, photos: [photo])
    guard let expected else {
      let error = #expect(throws: ListingValidationError.self) { try draft.newListing() }
      #expect(error?.failures.map(\.rule) == [.notANumber])
      return
    }
    #expect(try draft.newListing().price == expected)
  }
}
