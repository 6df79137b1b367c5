import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: listing form, edits and corrections", .timeLimit(.minutes(5)))
struct ListingFormEditingTests {
  private func opened(_ form: ListingFormModel) async throws -> ListingFormModel {
    try await eventually { form.phase == .editing }
    return form
  }

  @Test("an edit sends what has changed and nothing else, however a number is written")
  func edits() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    let form = try await opened(ListingFormModel(editing: id, in: market))
    #expect(form.name.text == NewListing.chair.name && form.price.text == "45000" && form.stock.text == "1")
    #expect(form.photos.count == 1 && form.remainingPhotoCount == 0)
    let untouched = await #expect(throws: SubmissionFailure.self) { try await form.submit() }
    #expect(untouched?.code == .notPossible)
    // Somebody else changes the price meanwhile; the same price, written in another way, is no wish.
    _ = try await market.client.edit(id, ProductChanges(price: 50_000))
    form.price.text = "45,000"
    form.name.text = "접이식 의자 두 개"
    await #expect(throws: SubmissionFailure.self) { try await form.addPhotos([.pixel]) }
    form.removePhotos(at: IndexSet(integer: 0))
    #expect(form.photos.count == 1)
    let product = try await form.submit().value
    #expect(product.name == "접이식 의자 두 개" && product.price == 50_000)
    #expect(try await market.drafts.list().isEmpty)
    try await market.close()
  }

  @Test("a rule that an unchanged field breaks hinders no edit; one that a change breaks does")
  func onlyChangedFields() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open { $0.outbox.startsByItself = false }
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    // As a list shows it: without a description.
    _ = try await market.products()
    test.network = .down
    let form = try await opened(ListingFormModel(editing: id, in: market))
    form.discount.text = "40,000"
    form.price.text = "30,000"
    #expect(form.discount.error != nil && form.description.error == nil)
    let error = await #expect(throws: ListingValidationError.self) { try await form.submit() }
    #expect(error?.failures.map(\.field) == [.discount])
    form.discount.text = ""
    let listing = try await form.submit()
    guard case .edit(let changes, _) = listing.submission.write else {
      Issue.record("\(listing.submission.write)")
      return
    }
    #expect(changes == ProductChanges(price: 30_000))
    try await market.close()
  }

  @Test("a conflict with what others have changed since the form was opened is asked about, not overwritten")
  func conflicts() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    let form = try await opened(ListingFormModel(editing: id, in: market))
    _ = try await market.client.edit(id, ProductChanges(price: 50_000))
    form.price.text = "30000"
    test.wait(120)
    let listing = try await form.submit()
    let error = await #expect(throws: SubmissionFailure.self) { try await listing.value }
    #expect(error?.code == .conflict)
    try await market.close()
  }

  @Test(
    "an edit whose draft was begun while the calendar was ahead asks when the price has moved since",
    arguments: [3_600, 365 * 86_400] as [TimeInterval])
  func draftFromTheFuture(ahead: TimeInterval) async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open { $0.outbox.startsByItself = false }
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    test.setCalendar(by: ahead)
    let draft = begun(on: try await market.product(id))
    test.setCalendar(by: -ahead)
    test.wait(3_600)
    _ = try await market.client.edit(id, ProductChanges(price: 50_000))
    let content = ListingFormContent(
      editing: try await market.product(id, policy: .networkOnly), begun: draft)
    let listing = try await market.edit(id, ProductChanges(price: 30_000), seen: content.product)
    try await market.outbox.flush()
    guard case .conflict = try await market.store.submission(listing.submission.id)?.state else {
      Issue.record("the price is \(try await market.client.product(id).price)")
      return
    }
    try await market.close()
  }

  @Test("an edit whose draft was begun on the values that the listing still has is as recent as these")
  func draftOnPresentValues() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open { $0.outbox.startsByItself = false }
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    let draft = begun(on: try await market.product(id))
    test.wait(3_600)
    let now = try await market.product(id, policy: .networkOnly)
    let content = ListingFormContent(editing: now, begun: draft)
    #expect(content.product?.fetchedAt == now.fetchedAt && content.draft.price == "30000")
    try await market.close()
  }

  /// A saved draft with another price.
  private func begun(on product: Stamped<Product>) -> ListingDraft {
    var draft = ListingDraft(product.value)
    draft.edited = EditedListing(draft, asOf: product.fetchedAt)
    draft.price = "30000"
    return draft
  }

  @Test("a listing that is not there cannot be edited, and the form says why")
  func gone() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = ListingFormModel(editing: 99, in: market)
    try await eventually { if case .failed = form.phase { true } else { false } }
    let error = await #expect(throws: HTTPError.self) { try await form.submit() }
    #expect(error?.code == .notFound)
    await #expect(throws: SubmissionFailure.self) { try await form.addPhotos([.pixel]) }
    try await market.close()
  }

  @Test(
    "a refused listing is corrected with other texts and other photos, and shows the server's word until then"
  )
  func corrects() async throws {
    let test = try TestMarket(products: 3)
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.post)))
    let market = try test.open()
    let listing = try await market.sell(.named("bad one"), photos: [.pixel])
    await #expect(throws: SubmissionFailure.self) { try await listing.value }
    var refused = try #require(try await market.store.submission(listing.submission.id))
    if case .refused(var failure) = refused.state {
      failure.fields = ["name": "No such thing here.", "other": "?"]
      refused.state = .refused(failure)
    }
    let form = try await opened(ListingFormModel(correcting: refused, in: market))
    #expect(form.name.text == "bad one" && form.name.error?.message == "No such thing here.")
    #expect(form.name.error?.rule.rawValue == "refused")
    #expect(form.photos.count == 1 && form.remainingPhotoCount == 4)
    form.name.text = "better one"
    #expect(form.name.error == nil)
    try await form.addPhotos([PhotoUpload(try SamplePhoto.jpeg(width: 32, height: 24, seed: 5))])
    form.removePhotos(at: IndexSet(integer: 0))
    let corrected = try await form.submit()
    #expect(try await corrected.value.name == "better one")
    #expect(try await market.product(4, policy: .networkOnly).images?.count == 1)
    #expect(test.mock.ledger.map(\.kind) == [.created])
    try await market.close()
  }

  @Test("a refused edit is corrected; a field put back is sent as it is then; a deletion has no form")
  func correctsEdit() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    let id = try await market.client.sell(.chair, photos: [.pixel]).id
    _ = try await market.product(id)
    test.mock.addFault(Fault(.status(.badRequest), on: .init(.patch)))
    let edit = try await market.edit(id, ProductChanges(name: "bad name", price: 40_000))
    await #expect(throws: SubmissionFailure.self) { try await edit.value }
    let refused = try #require(try await market.submissions.list().first)
    let form = try await opened(ListingFormModel(correcting: refused, in: market))
    #expect(form.name.text == "bad name" && form.price.text == "40000")
    form.name.text = NewListing.chair.name
    let product = try await form.submit().value
    #expect(product.name == NewListing.chair.name && product.price == 40_000)
    var deletion = refused
    deletion.write = .delete
    let none = ListingFormModel(correcting: deletion, in: market)
    try await eventually {
      if case .failed(let failure) = none.phase { failure.error is SubmissionFailure } else { false }
    }
    try await market.close()
  }

  @Test("a keystroke invalidates only who reads that field")
  func invalidates() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    form.name.text = "의자 하나"
    let readers: [String: @MainActor () -> Void] = [
      "name": { _ = form.name.text }, "name's error": { _ = form.name.error },
      "price": { _ = form.price.text }, "price's error": { _ = form.price.error },
      "photos": { _ = form.photos }, "rest": { _ = form.remainingPhotoCount },
      "adding": { _ = form.isAddingPhotos },
      "photos' error": { _ = form.photosError }, "phase": { _ = form.phase },
      "currency": { _ = form.currency },
    ]
    #expect(await invalidated(readers) { form.name.text = "의자 둘" } == ["name"])
    #expect(await invalidated(readers) { form.name.text = "" } == ["name", "name's error"])
    #expect(await invalidated(readers) { form.currency = .usd } == ["currency"])
    let added = try await invalidated(readers) { try await form.addPhotos([.pixel]) }
    #expect(added == ["photos", "rest", "adding"])
    (form.name.text, form.description.text) = (NewListing.chair.name, NewListing.chair.description)
    form.price.text = "45,000"
    #expect(try await invalidated(readers) { _ = try await form.submit() }.contains("phase"))
    #expect(await invalidated(readers) { form.price.text = "46,000" } == ["price"])
    try await market.close()
  }

  @Test("a released form is gone, and what was typed is saved all the same")
  func released() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    var form: ListingFormModel? = try await opened(ListingFormModel(in: market))
    weak let model = form
    form?.name.text = "의자"
    form = nil
    try await eventually { model == nil }
    try await eventually { try await market.drafts.load("new listing")?.draft.name == "의자" }
    try await market.close()
  }

  @Test(
    "errors show for touched fields, after an attempt for all, and the server's until the field is changed",
    arguments: [
      ([], false, [:], [:]),
      (["name"], false, [:], ["name": "name!"]),
      (["photos"], false, [:], ["photos": "photos[1]!"]),
      ([], true, [:], ["name": "name!", "price": "price!", "photos": "photos[1]!"]),
      ([], false, ["stock": "server"], ["stock": "server"]),
      (["stock"], false, ["stock": "server"], [:]),
      (["price"], false, ["name": "server"], ["name": "server", "price": "price!"]),
      ([], true, ["name": "server"], ["name": "server", "price": "price!", "photos": "photos[1]!"]),
    ] as [([String], Bool, [String: String], [String: String])])
  func machine(touched: [String], showsAll: Bool, refused: [String: String], displayed: [String: String]) {
    func fields(_ texts: [String: String]) -> [ListingField: String] {
      Dictionary(uniqueKeysWithValues: texts.map { (ListingField(rawValue: $0.key), $0.value) })
    }
    var errors = ListingFormErrors(refused: fields(refused))
    for field in touched { errors.touch(ListingField(rawValue: field)) }
    if showsAll { errors.showAll() }
    let failures = [ListingField.name, .price, .photo(1)].map {
      ListingValidationError.Failure($0, .outOfRange, "\($0.rawValue)!")
    }
    #expect(errors.displayed(failures).mapValues(\.message) == fields(displayed))
  }

  @Test("an edit can be submitted while it changes something, the correction of a refused write in any case")
  func submittableEdit() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let product = try await market.sell(.chair, photos: [.pixel]).value
    let edit = try await opened(ListingFormModel(editing: product.id, in: market))
    #expect(!edit.canSubmit)
    edit.price.text = "40,000"
    #expect(edit.canSubmit)
    edit.price.text = "45,000"
    #expect(!edit.canSubmit)
    test.mock.addFault(Fault(.status(.badRequest), on: .patch, "/api/products/*"))
    let edited = try await market.edit(product.id, ProductChanges(price: 40_000))
    await #expect(throws: SubmissionFailure.self) { try await edited.value }
    let refused = try #require(try await market.submissions.list().first)
    let correction = try await opened(ListingFormModel(correcting: refused, in: market))
    #expect(correction.canSubmit)
    try await market.close()
  }

  @Test("an edit is there again after a relaunch, over what the listing is by then; then its draft is gone")
  func restoresEdit() async throws {
    let test = try TestMarket(products: 3)
    var market = try test.open()
    let id = try await market.sell(.chair, photos: [.pixel]).value.id
    var form = try await opened(ListingFormModel(editing: id, in: market))
    form.price.text = "40,000"
    form.name.text = "half"
    form.name.text = NewListing.chair.name
    try await form.save()
    try await market.close()

    // An hour later another device has changed the same price, and another field.
    test.wait(3600)
    let elsewhere = try test.open(in: try TemporaryFolder().url)
    _ = try await elsewhere.edit(id, ProductChanges(name: "Stuhl, wie neu", price: 50_000)).value
    try await elsewhere.close()

    market = try test.open()
    _ = try await market.product(id, policy: .networkOnly)
    form = try await opened(ListingFormModel(editing: id, in: market))
    #expect(form.price.text == "40,000" && form.name.text == "Stuhl, wie neu" && form.price.error == nil)
    #expect(try await market.drafts.list().isEmpty)
    await #expect(throws: StoreError.self) { try await market.drafts.sell("edit \(id.rawValue)") }
    let edit = try await form.submit()
    try await market.outbox.flush()
    let asked = try #require(try await market.store.submission(edit.submission.id))
    guard case .conflict(let conflicts) = asked.state else {
      Issue.record("\(asked.state)")
      return
    }
    #expect(conflicts.map(\.theirs) == [50_000])
    try await market.submissions.resolve(asked.id, keepingMine: true)
    try await market.outbox.flush()
    let product = try await market.product(id, policy: .networkOnly).value
    #expect(product.price == 40_000 && product.name == "Stuhl, wie neu")
    form = try await opened(ListingFormModel(editing: id, in: market))
    #expect(form.price.text == "40000")
    try await market.close()
  }

  @Test("an edit that was begun before the listing had the server's number is there under that")
  func restoresEarlyEdit() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    test.network = .uploadsHeld
    let listing = try await market.sell(.chair, photos: [.pixel])
    let early = try await opened(ListingFormModel(editing: listing.id, in: market))
    early.price.text = "40,000"
    try await early.save()
    test.network = .up
    let id = try await listing.value.id
    #expect(listing.id.isLocal && !id.isLocal)

    let form = try await opened(ListingFormModel(editing: id, in: market))
    #expect(form.price.text == "40,000")
    early.price.text = "39,000"
    try await early.save()
    // That is the other form's, which displays it.
    try await form.discard()
    #expect(try await market.drafts.load("edit \(id.rawValue)")?.draft.price == "39,000")
    form.price.text = "38,000"
    try await form.save()
    try await form.discard()
    #expect(try await market.drafts.load("edit \(id.rawValue)") == nil)
    #expect(try await market.drafts.load("edit \(listing.id.rawValue)") == nil)
    try await market.close()
  }

  @Test("an edit that is taken back leaves no draft, be it typed or thrown away")
  func forgetsEdit() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let id = try await market.sell(.chair, photos: [.pixel]).value.id
    let key = "edit \(id.rawValue)"
    let form = try await opened(ListingFormModel(editing: id, in: market))
    form.stock.text = "7"
    try await form.save()
    #expect(try await market.drafts.load(key)?.draft.stock == "7")
    form.stock.text = "1"
    try await form.save()
    #expect(try await market.drafts.load(key) == nil)
    form.description.text = "다시 쓴 설명입니다, 아직 다 쓰지 못한"
    try await form.save()
    try await form.discard()
    #expect(try await market.drafts.load(key) == nil && form.description.text == NewListing.chair.description)
    try await market.close()
  }

  @Test("of two windows with a form of the same draft, each deletes only what it has saved itself")
  func sharedDraft() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    func typed(_ name: String) async throws -> ListingFormModel {
      let form = try await opened(ListingFormModel(in: market))
      (form.name.text, form.description.text, form.price.text) = (name, "두 번 사용한 깨끗한 물건입니다.", "45,000")
      if form.photos.isEmpty { try await form.addPhotos([.pixel]) }
      try await form.save()
      return form
    }
    let first = try await typed("캠핑 의자")
    let second = try await typed("원목 책상")
    try await first.submit()
    #expect(try await market.drafts.load("new listing")?.draft.name == "원목 책상")
    _ = try await typed("원목 책장")
    try await second.discard()
    #expect(try await market.drafts.load("new listing")?.draft.name == "원목 책장")
    // One that was restored is its form's, too.
    try await opened(ListingFormModel(in: market)).submit()
    #expect(try await market.drafts.load("new listing") == nil)
    try await market.close()
  }

  @Test("an edit that is submitted leaves the draft of another window's edit of the listing")
  func sharedEdit() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let id = try await market.sell(.chair, photos: [.pixel]).id
    let first = try await opened(ListingFormModel(editing: id, in: market))
    let second = try await opened(ListingFormModel(editing: id, in: market))
    (first.price.text, second.stock.text) = ("40,000", "7")
    try await first.save()
    second.stock.text = "8"
    try await second.save()
    try await first.submit()
    #expect(try await market.drafts.load("edit \(id.rawValue)")?.draft.stock == "8")
    try await market.close()
  }
}
