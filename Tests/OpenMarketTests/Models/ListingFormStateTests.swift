import Foundation
import OpenMarketAPI
import OpenMarketStore
import Testing

@testable import OpenMarket

@Suite("Models: state of the listing form", .timeLimit(.minutes(5)))
struct ListingFormStateTests {
  private enum Event {
    /// The contents are read: photos with these hashes, of which the files of some are missing.
    case begins([String] = [], missing: [String] = [])
    case fails
    case types(String)
    /// A name, a description and a price without a fault.
    case fills
    case adds(Int)
    case stored([String])
    case notStored(Int)
    case removes(Int)
    case moves(Int, to: Int)
    case submits
    case submitFails(missing: [String] = [])
    case discards
    case draftDeleted
  }

  private struct Failure: Error {}

  private func photo(_ hash: String) -> StoredPhoto {
    StoredPhoto(sha256: hash, byteCount: 1, fileName: "\(hash).jpg")
  }

  private func form() -> ListingFormState { ListingFormState(folder: URL(filePath: "/store")) }

  /// What the machine refuses it throws; then nothing has changed.
  private func take(_ event: Event, _ state: inout ListingFormState) throws {
    switch event {
    case .begins(let photos, let missing):
      let draft = ListingDraft(photos: photos.map(photo))
      state.began(with: ListingFormContent(draft: draft), missing: Set(missing.map(photo)))
    case .fails: state.failed(Failure())
    case .types(let name): state.changed(.name, \.name, to: name)
    case .fills:
      state.changed(.name, \.name, to: NewListing.chair.name)
      state.changed(.description, \.description, to: NewListing.chair.description)
      state.changed(.price, \.price, to: "45,000")
    case .adds(let count): try state.photosRequested(count)
    case .stored(let photos): state.photosEnded(photos.count, stored: photos.map(photo))
    case .notStored(let count): state.photosEnded(count)
    case .removes(let index): state.changePhotos { $0.removed(at: IndexSet(integer: index)) }
    case .moves(let index, let place):
      state.changePhotos { $0.moved(from: IndexSet(integer: index), to: place) }
    case .submits: _ = try state.submitRequested()
    case .submitFails(let missing): state.submitFailed(missing: Set(missing.map(photo)))
    case .discards: _ = state.discarded(to: ListingFormContent())
    case .draftDeleted: state.draftDeleted()
    }
  }

  private func name(_ phase: ListingFormModel.Phase) -> String {
    switch phase {
    case .loading: "loading"
    case .editing: "editing"
    case .submitting: "submitting"
    case .submitted: "submitted"
    case .failed: "failed"
    }
  }

  @Test(
    "each event leads where the table says: the phase, the saves of the draft, the photos, room for more, errors",
    arguments: [
      ([], "loading", 0, "", 0, []),
      ([.begins()], "editing", 0, "", 5, []),
      ([.begins(["1", "2"])], "editing", 0, "1 2", 3, []),
      ([.begins(["1", "2"], missing: ["1"])], "editing", 0, "1! 2", 3, ["photos"]),
      // Typed before the contents are read, and after.
      ([.types("의")], "loading", 0, "", 0, []),
      ([.types("의"), .begins()], "editing", 1, "", 5, ["name"]),
      ([.begins(), .types("의")], "editing", 1, "", 5, ["name"]),
      ([.begins(), .types("의"), .types("의자들")], "editing", 2, "", 5, []),
      ([.fails], "failed", 0, "", 0, []),
      ([.fails, .types("의"), .adds(1), .submits, .discards], "failed", 0, "", 0, []),
      // What changes nothing touches nothing.
      ([.removes(0), .moves(0, to: 1), .begins()], "editing", 0, "", 5, []),
      ([.begins(), .removes(3)], "editing", 0, "", 5, []),
      ([.begins(["1", "2"]), .moves(1, to: 2)], "editing", 0, "1 2", 3, []),
    ] as [([Event], String, Int, String, Int, [String])])
  private func contents(
    events: [Event], phase: String, saves: Int, photos: String, room: Int, errors: [String]
  ) {
    check(events, phase, saves, photos, room, errors)
  }

  @Test(
    "each event of photos leads where the table says",
    arguments: [
      ([.begins(), .adds(6)], "editing", 0, "", 5, []),
      ([.begins(), .adds(5), .adds(1)], "editing", 0, "", 0, []),
      ([.begins(), .adds(2)], "editing", 0, "", 3, []),
      ([.begins(), .adds(2), .notStored(2)], "editing", 0, "", 5, []),
      ([.begins(), .adds(2), .stored(["1", "2"])], "editing", 1, "1 2", 3, []),
      ([.begins(), .adds(1), .adds(2), .stored(["3"]), .notStored(2)], "editing", 1, "3", 4, []),
      ([.begins(["1"], missing: ["1"]), .adds(1), .stored(["1"])], "editing", 1, "1 1", 3, []),
      ([.begins(["1"], missing: ["1"]), .adds(1), .stored(["2"])], "editing", 1, "1! 2", 3, ["photos"]),
      ([.begins(["1", "2", "3"]), .moves(0, to: 3)], "editing", 1, "2 3 1", 2, []),
      ([.begins(["1"]), .removes(0)], "editing", 1, "", 5, ["photos"]),
    ] as [([Event], String, Int, String, Int, [String])])
  private func photos(
    events: [Event], phase: String, saves: Int, photos: String, room: Int, errors: [String]
  ) {
    check(events, phase, saves, photos, room, errors)
  }

  @Test(
    "each event of submitting and discarding leads where the table says",
    arguments: [
      ([.submits], "loading", 0, "", 0, []),
      ([.begins(), .submits], "editing", 0, "", 5, ["description", "name", "photos", "price"]),
      ([.begins(["1"]), .fills, .submits], "submitting", 3, "1", 4, []),
      ([.begins(["1"]), .fills, .submits, .submits], "submitting", 3, "1", 4, []),
      // Not before all photos are there, and none later.
      ([.begins(["1"]), .fills, .adds(1), .submits], "editing", 3, "1", 3, []),
      ([.begins(["1"]), .fills, .submits, .adds(1)], "submitting", 3, "1", 4, []),
      // Typed while it is being enqueued: neither validated nor saved before that has failed.
      ([.begins(["1"]), .fills, .submits, .types("의")], "submitting", 3, "1", 4, []),
      ([.begins(["1"]), .fills, .submits, .types("의"), .submitFails()], "editing", 4, "1", 4, ["name"]),
      (
        [.begins(["1", "2"]), .fills, .submits, .removes(0), .submitFails(missing: ["2"])],
        "editing", 4, "2!", 4, ["photos"]
      ),
      ([.begins(["1"]), .fills, .submits, .discards], "submitting", 3, "1", 4, []),
      ([.begins(["1"]), .submits, .discards], "editing", 0, "", 5, []),
      ([.begins(), .types("의"), .discards, .draftDeleted], "editing", 1, "", 5, []),
      // Typed while the draft is being deleted: saved again.
      ([.begins(), .discards, .types("의"), .draftDeleted], "editing", 2, "", 5, ["name"]),
      ([.begins(), .adds(1), .discards, .stored(["1"])], "editing", 1, "1", 4, []),
    ] as [([Event], String, Int, String, Int, [String])])
  private func submission(
    events: [Event], phase: String, saves: Int, photos: String, room: Int, errors: [String]
  ) {
    check(events, phase, saves, photos, room, errors)
  }

  private func check(
    _ events: [Event], _ phase: String, _ saves: Int, _ photos: String, _ room: Int, _ errors: [String]
  ) {
    var state = form()
    for event in events { try? take(event, &state) }
    #expect(name(state.phase) == phase && state.draftVersion == saves)
    let displayed = state.photos.list.map { ($0.stored?.sha256 ?? "") + ($0.isMissing ? "!" : "") }
    #expect(displayed.joined(separator: " ") == photos && state.photos.remainingCount == room)
    #expect(Set(state.photos.list.map(\.id)).count == state.photos.list.count)
    #expect(state.displayedErrors.keys.map(\.rawValue).sorted() == errors)
  }

  @Test("what is typed before the contents are read stays, and the rest is theirs")
  func typedEarly() throws {
    var state = form()
    var (typed, saved) = (ExtraFields(), ListingDraft(name: "old", price: "7", currency: "USD"))
    try typed.set("마포구", for: "region")
    try saved.extra.set("서교동", for: "region")
    state.changed(.name, \.name, to: "newer")
    state.changed(.extra, \.extra, to: typed)
    state.began(with: ListingFormContent(draft: saved))
    #expect(state.draft.name == "newer" && state.draft.price == "7" && state.draft.currency == "USD")
    #expect(state.draft.extra == typed && state.draft.edited == nil)
  }

  @Test("a refusal says why, and a request has all that is to be sent")
  func requests() throws {
    var state = form()
    #expect(throws: CancellationError.self) { try take(.submits, &state) }
    state.failed(Failure())
    #expect(throws: Failure.self) { try take(.submits, &state) }
    #expect(throws: SubmissionFailure.self) { try take(.adds(1), &state) }
    try take(.begins(["1", "2"]), &state)
    let faults = #expect(throws: ListingValidationError.self) { try take(.submits, &state) }
    #expect(faults?.failures.map(\.field) == [.name, .description, .price])
    let tooMany = #expect(throws: ListingValidationError.self) { try take(.adds(4), &state) }
    #expect(tooMany?.failures.map(\.rule) == [.wrongCount])
    try take(.fills, &state)
    let request = try state.submitRequested()
    #expect(request.listing.name == NewListing.chair.name && request.listing.price == 45_000)
    #expect(request.photos == [photo("1"), photo("2")] && request.seen == nil)
    #expect(throws: SubmissionFailure.self) { try take(.adds(1), &state) }
    #expect(throws: SubmissionFailure.self) { try take(.submits, &state) }
  }

  @Test("a submitted form takes no photos, and saves nothing more")
  func submitted() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open { $0.outbox.startsByItself = false }
    let listing = try await market.sell(.chair, photos: [.pixel])
    var state = form()
    for event in [Event.begins(["1"]), .fills, .submits] { try take(event, &state) }
    state.submitted(listing)
    let saves = state.draftVersion
    for event in [
      Event.types("의"), .removes(0), .adds(1), .submits, .discards, .draftDeleted,
    ] {
      try? take(event, &state)
    }
    #expect(name(state.phase) == "submitted" && state.draftVersion == saves)
    #expect(state.photos.list.isEmpty && state.displayedErrors.isEmpty)
    try await market.close()
  }

  // MARK: - Edits

  private func edit(_ product: Product) -> ListingFormContent {
    ListingFormContent(
      editing: Stamped(
        product, isFromServer: true, fetchedAt: .distantPast, isStale: false,
        details: ReadExplanation(policy: .cacheOnly, staleTime: .zero)))
  }

  @Test("an edit has the photos of its listing, which cannot be changed, and sends what was changed")
  func edits() throws {
    var product = Product.sample(1, name: "접이식 의자")
    let url = try #require(URL(string: "https://example.com/1.jpg"))
    product.thumbnail = url
    try product.extra.set("마포구", for: "region")
    var state = form()
    state.began(with: edit(product))
    for event in [Event.removes(0), .adds(1)] { try? take(event, &state) }
    #expect(state.photos.list.map(\.url) == [url] && state.photos.remainingCount == 0)
    #expect(!state.draft.hasChanges && state.draftVersion == 0)
    var extra = product.extra
    try extra.set("서교동", for: "region")
    state.changed(.extra, \.extra, to: extra)
    #expect(state.draft.hasChanges && state.draftVersion == 1)
    let request = try state.submitRequested()
    var expected = ProductChanges()
    expected.extra = extra
    #expect(request.changes == expected && request.photos.isEmpty && request.seen?.value == product)
  }

  @Test("the price is checked again in another currency, though it was not touched itself")
  func currencyOfPrice() throws {
    var product = Product.sample(1, name: "접이식 의자")
    product.currency = .usd
    product.price = 12.5
    var state = form()
    state.began(with: edit(product))
    state.changed(.currency, \.currency, to: Currency.krw.rawValue)
    let faults = #expect(throws: ListingValidationError.self) { try take(.submits, &state) }
    #expect(faults?.failures.map(\.rule) == [.tooPrecise])
    state.changed(.price, \.price, to: "17,000원")
    let changes = try state.submitRequested().changes
    #expect(changes == ProductChanges(price: 17_000, currency: .krw))
  }

  @Test("an extra field that breaks a rule hinders the edit that sets it, and no other")
  func extraFaults() throws {
    var extra = ExtraFields()
    try extra.set(String(repeating: "x", count: ExtraFields.sizeLimit), for: "note")
    var product = Product.sample(1, name: "접이식 의자")
    var state = form()
    state.began(with: edit(product))
    state.changed(.extra, \.extra, to: extra)
    let faults = #expect(throws: ListingValidationError.self) { try take(.submits, &state) }
    #expect(faults?.failures.map(\.field) == [.extra] && name(state.phase) == "editing")
    product.extra = extra
    state = form()
    state.began(with: edit(product))
    state.changed(.price, \.price, to: "900")
    let request = try state.submitRequested()
    #expect(request.changes == ProductChanges(price: 900))
  }

  @Test("an extra field of a refused edit that is put back is sent as it was before")
  func extraCorrection() throws {
    var product = Product.sample(1, name: "접이식 의자")
    try product.extra.set("마포구", for: "region")
    var refused = ProductChanges()
    try refused.extra.set("서교동", for: "region")
    var content = edit(product)
    content.draft = ListingDraft(product.applying(refused))
    content.earlier = refused
    for extra in [product.extra, refused.extra] {
      var state = form()
      state.began(with: content)
      state.changed(.extra, \.extra, to: extra)
      let request = try state.submitRequested()
      #expect(refused.applying(request.changes).extra == extra)
    }
  }

  @Test("a form that is right cannot be submitted while photos are being added")
  func adding() throws {
    var state = form()
    for event in [Event.begins(), .fills, .adds(1), .stored(["a"])] { try take(event, &state) }
    #expect(state.canSubmit)
    try take(.adds(1), &state)
    #expect(!state.canSubmit)
    try take(.notStored(1), &state)
    #expect(state.canSubmit)
  }
}
