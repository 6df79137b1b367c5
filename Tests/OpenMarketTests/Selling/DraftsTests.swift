import Foundation
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketPacing
import OpenMarketStore
import OpenMarketTestSupport
import Synchronization
import Testing

@testable import OpenMarket

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

  @Test("typing without an end holds up no pause of saves, and what comes during it is saved afterwards")
  func pauses() async throws {
    struct Typing {
      var autosave: DraftAutosave?
      var saved: [String] = []
      var goesOn = true
    }
    let saves = SavesUnderWay()
    let typing = Mutex(Typing())
    let autosave = DraftAutosave(among: saves) { draft in
      // With each save there is a newer draft.
      let autosave = typing.withLock { typing in
        typing.saved.append(draft.name)
        return typing.goesOn ? typing.autosave : nil
      }
      autosave?.update(ListingDraft(name: draft.name + "."))
    }
    typing.withLock { $0.autosave = autosave }
    autosave.update(ListingDraft(name: "의자"))
    await saves.pause()
    let saved = typing.withLock { $0.saved }
    let error = await #expect(throws: StoreError.self) { try await autosave.flush() }
    #expect(error?.code == .closed && !saved.isEmpty && typing.withLock { $0.saved } == saved)
    typing.withLock { ($0.goesOn, $0.autosave) = (false, nil) }
    autosave.update(ListingDraft(name: "책상"))
    saves.resume()
    try await autosave.flush()
    #expect(typing.withLock { $0.saved } == saved + ["책상"])
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

  @Test(
    "what a guest has typed goes with its photos to the account that signs in, and replaces nothing there")
  func movesToAccount() async throws {
    let (signedOut, signedIn) = (try TestMarket(products: 1), try TestMarket(products: 1))
    let (guest, vendor) = (try signedOut.open(), try signedIn.open { $0.outbox.startsByItself = false })
    let photo = try await guest.store.storePhoto(Data([1, 2, 3]), fileName: "a.jpg")
    try await guest.drafts.save("new", ListingDraft(name: "의자", photos: [photo]))
    try await guest.drafts.save("other", ListingDraft(name: "책"))
    try await vendor.drafts.save("new", ListingDraft(name: "책상"))
    // Interrupted once after the first of two steps.
    try await vendor.drafts.save("other", ListingDraft(name: "책"))
    try await vendor.drafts.move(from: guest)
    let names = try await vendor.drafts.list().map { "\($0.id): \($0.draft.name)" }
    #expect(names == ["other: 책", "new 2: 의자", "new: 책상"])
    #expect(try await vendor.store.photo(photo) == Data([1, 2, 3]))
    #expect(try await guest.drafts.list().isEmpty)
    try await guest.close()
    try await vendor.close()
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

  @Test("a close whose task was cancelled waits for the draft that was typed last")
  func closesWhenCancelled() async throws {
    let test = try TestMarket(products: 1)
    let market = try test.open { $0.outbox.startsByItself = false }
    let isClosed = Mutex(false)
    let disk = Latch()
    disk.close()
    let autosave = DraftAutosave(among: market.autosaves) { draft in
      try await disk.pass()
      try await market.drafts.save("a", draft)
    }
    autosave.update(ListingDraft(name: "의자"))
    let closing = Task {
      while !Task.isCancelled { await giveWay() }
      defer { isClosed.withLock { $0 = true } }
      try await market.close()
    }
    closing.cancel()
    while market.autosaves.waiterCount == 0, !isClosed.withLock({ $0 }) { await giveWay() }
    disk.open()
    try await closing.value
    let again = try test.open { $0.outbox.startsByItself = false }
    #expect(try await again.drafts.load("a")?.draft.name == "의자")
    try await again.close()
  }

  private func draft(price: String, discount: String = "", currency: Currency = .krw) -> ListingDraft {
    ListingDraft(
      name: "접이식 의자", description: "두 번 사용한 깨끗한 의자입니다.", price: price, discount: discount,
      currency: currency.rawValue,
      photos: [StoredPhoto(sha256: "00", byteCount: 1, fileName: "a.jpg")])
  }

  @Test(
    "prices are read as people type them",
    arguments: [
      ("0", .krw, "0"), ("45,000", .krw, "45000"), ("₩ 45 000", .krw, "45000"), ("４5,000원", .krw, "45000"),
      ("4만5천원", .krw, "45000"), ("45000.0", .krw, "45000"), ("12.50", .usd, "12.5"), ("$12", .usd, "12"),
      ("1,234.5", .usd, "1234.5"),
    ] as [(String, Currency, String)])
  func reads(text: String, currency: Currency, expected: String) throws {
    let listing = try draft(price: text, currency: currency).newListing()
    #expect(listing.price == Decimal(string: expected) && listing.currency == currency)
  }

  @Test(
    "a price that is missing, ambiguous, of another currency or too precise is an error that says what to write",
    arguments: [
      ("", .krw, .empty, "or 0 to give it away"), (" ", .usd, .empty, "or 0 to give it away"),
      ("45.000", .krw, .ambiguousNumber, "write 45000 or 45."),
      ("12.345", .usd, .ambiguousNumber, "write 12345."),
      ("4만5", .krw, .ambiguousNumber, "write 45000 or 40005."), ("1234.5", .krw, .tooPrecise, "no decimals"),
      ("0.125", .usd, .tooPrecise, "at most 2 decimals"), ("$10", .krw, .wrongCurrency, "not in KRW"),
      ("45000원", .usd, .wrongCurrency, "not in USD"), ("4,50", .krw, .notANumber, "not a number"),
      ("사만", .krw, .notANumber, "not a number"), ("-1", .krw, .notANumber, "not a number"),
    ] as [(String, Currency, ListingValidationError.Rule, String)])
  func refuses(text: String, currency: Currency, rule: ListingValidationError.Rule, remedy: String) {
    // A discount without a readable price is no second error.
    let draft = draft(price: text, discount: "1", currency: currency)
    let error = #expect(throws: ListingValidationError.self) { try draft.newListing() }
    #expect(error?.failures.map(\.field) == [.price] && error?.failures.first?.rule == rule)
    #expect(error?.failures.first?.message.contains(remedy) == true, "\(error?.description ?? "")")
  }

  @Test("errors are in the order of the fields, and the first is what a single alert says")
  func order() {
    var draft = draft(price: "사만", discount: "1")
    (draft.name, draft.description, draft.stock, draft.photos) = ("의", "짧다", "몇", [])
    let error = #expect(throws: ListingValidationError.self) { try draft.newListing() }
    #expect(error?.failures.map(\.field) == [.name, .description, .price, .stock, .photos])
    #expect(error?.koreanText == "상품명은 3자 이상 적어 주세요.")
  }

  @Test("an empty discount is none, an empty stock one piece, and an amount is no number of pieces")
  func defaults() throws {
    var draft = draft(price: "45,000")
    let listing = try draft.newListing()
    #expect(listing.discount == 0 && listing.stock == 1)
    draft.discount = "5.000"
    draft.stock = "2원"
    let error = #expect(throws: ListingValidationError.self) { try draft.newListing() }
    #expect(error?.failures.map(\.field) == [.discount, .stock])
    #expect(error?.failures.map(\.rule) == [.ambiguousNumber, .notANumber])
  }
}
