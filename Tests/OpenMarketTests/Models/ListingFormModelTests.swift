import Foundation
import HTTPTypes
import OpenMarketHTTP
import OpenMarketMock
import OpenMarketTestSupport
import Testing

@testable import OpenMarket

@MainActor @Suite("Models: listing form", .timeLimit(.minutes(5)))
struct ListingFormModelTests {
  private func fill(_ form: ListingFormModel) {
    form.name.text = NewListing.chair.name
    form.description.text = NewListing.chair.description
    form.price.text = "45,000"
  }

  private func opened(_ form: ListingFormModel) async throws -> ListingFormModel {
    try await eventually { form.phase == .editing }
    return form
  }

  private func photo(_ seed: UInt64) throws -> PhotoUpload {
    PhotoUpload(try SamplePhoto.jpeg(width: 32, height: 24, seed: seed))
  }

  @Test(
    "a form is filled in, saved as it is typed, restored after a relaunch and sold; then its draft is gone")
  func sells() async throws {
    let test = try TestMarket(products: 3)
    var market = try test.open { $0.outbox.startsByItself = false }
    var form = try await opened(ListingFormModel(in: market))
    fill(form)
    try await form.addPhotos([photo(1), photo(2)])
    form.movePhotos(from: IndexSet(integer: 1), to: 0)
    let photos = form.photos.map(\.url.lastPathComponent)
    try await form.save()
    try await market.close()

    market = try test.open()
    form = try await opened(ListingFormModel(in: market))
    #expect(form.name.text == NewListing.chair.name && form.price.text == "45,000")
    #expect(form.photos.map(\.url.lastPathComponent) == photos && form.remainingPhotoCount == 3)
    #expect(form.name.error == nil && form.photosError == nil)
    let listing = try await form.submit()
    #expect(try await form.submit().id == listing.id)
    let product = try await listing.value
    #expect(product.price == 45_000 && test.mock.ledger.map(\.kind) == [.created])
    form.name.text = "zu spät"
    try await form.save()
    #expect(try await market.drafts.list().isEmpty)
    try await market.close()
  }

  @Test("two taps on the button list once")
  func doubleTap() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    fill(form)
    try await form.addPhotos([.pixel])
    async let first = form.submit()
    async let second = form.submit()
    let ids = try await [first.id, second.id]
    #expect(ids[0] == ids[1])
    try await market.outbox.flush()
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("only fields that somebody has touched show errors, and after an attempt to submit all do")
  func fieldErrors() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    #expect(
      [form.name.error, form.description.error, form.price.error, form.photosError] == [nil, nil, nil, nil])
    form.name.text = "의"
    #expect(form.name.error != nil && form.description.error == nil)
    form.name.text = "의자들"
    #expect(form.name.error == nil)
    form.price.text = "사만"
    #expect(form.price.error != nil && form.discount.error == nil)
    form.price.text = "40,000"
    form.discount.text = "50,000"
    #expect(form.price.error == nil && form.discount.error != nil)
    form.price.text = "60,000"
    #expect(form.discount.error == nil)
    let error = await #expect(throws: ListingValidationError.self) { try await form.submit() }
    #expect(error?.failures.map(\.field) == [.description, .photos])
    #expect(form.description.error != nil && form.photosError != nil && form.name.error == nil)
    form.description.text = NewListing.chair.description
    try await form.addPhotos([.pixel])
    #expect(form.description.error == nil && form.photosError == nil)
    try await form.submit()
    try await market.close()
  }

  @Test("a form can be submitted once every field is right and every photo is stored, until it is submitted")
  func submittable() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = ListingFormModel(in: market)
    #expect(!form.canSubmit)
    _ = try await opened(form)
    fill(form)
    #expect(!form.canSubmit)
    try await form.addPhotos([.pixel])
    #expect(form.canSubmit && form.name.error == nil)
    form.price.text = "45.000"
    #expect(!form.canSubmit)
    form.price.text = "45000"
    #expect(form.canSubmit)
    try await form.submit()
    #expect(!form.canSubmit)
    try await market.close()
  }

  @Test("thousands of photos dropped on the form are refused before one is read, however they come")
  func tooManyPhotos() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    let missing = PhotoUpload(contentsOf: URL(filePath: "/nowhere/at/all.jpg"))
    let error = await #expect(throws: ListingValidationError.self) {
      try await form.addPhotos(Array(repeating: missing, count: 5_000))
    }
    #expect(error?.failures.map(\.rule) == [.wrongCount] && form.photos.isEmpty)
    #expect(form.remainingPhotoCount == 5)
    // One by one, all at once.
    let tasks = (0..<1_000).map { _ in
      Task {
        do { try await form.addPhotos([.pixel]) } catch { return error is ListingValidationError }
        return false
      }
    }
    var refused = 0
    for task in tasks where await task.value { refused += 1 }
    #expect(refused == 995 && form.photos.count == 5 && form.remainingPhotoCount == 0)
    #expect(!form.isAddingPhotos)
    try await market.close()
  }

  @Test("photos that are still loaded have room, hold up the submission, and are all or none")
  func loadedLater() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open { $0.outbox.startsByItself = false }
    let form = try await opened(ListingFormModel(in: market))
    fill(form)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let late = Task {
      try await form.addPhotos(count: 2) {
        for await _ in gate {}
        return [try self.photo(1), try self.photo(2)]
      }
    }
    try await eventually { form.isAddingPhotos }
    #expect(form.remainingPhotoCount == 3 && !form.canSubmit)
    await #expect(throws: ListingValidationError.self) {
      try await form.addPhotos(count: 4) { Array(repeating: .pixel, count: 4) }
    }
    let submitted = Task { try await form.submit() }
    await giveWayOften()
    #expect(form.phase == .editing)
    open.finish()
    try await late.value
    guard case .create(_, let photos) = try await submitted.value.submission.write else {
      Issue.record("no listing")
      return
    }
    #expect(photos.count == 2)
    try await market.close()
  }

  @Test("photos that never come end with their call, and with the form's contents")
  func neverLoaded() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    func load() async throws -> [PhotoUpload] {
      let (gate, open) = AsyncStream.makeStream(of: Void.self)
      for await _ in gate {}  // until it is cancelled
      open.finish()
      return [try photo(1)]
    }
    let given = Task { try await form.addPhotos(count: 1) { try await load() } }
    try await eventually { form.isAddingPhotos }
    given.cancel()
    await #expect(throws: CancellationError.self) { try await given.value }
    let left = Task { try await form.addPhotos(count: 1) { try await load() } }
    try await eventually { form.isAddingPhotos }
    try await form.discard()
    await #expect(throws: CancellationError.self) { try await left.value }
    #expect(form.photos.isEmpty && form.remainingPhotoCount == 5)
    try await market.close()
  }

  @Test("of photos that are not all loaded none is added")
  func notAllLoaded() async throws {
    let test = try TestMarket(products: 0)
    let market = try test.open()
    let form = ListingFormModel(in: market)
    await #expect(throws: ListingValidationError.self) {
      try await form.addPhotos(count: 2) { [try self.photo(1)] }
    }
    await #expect(throws: CancellationError.self) {
      try await form.addPhotos(count: 2) { throw CancellationError() }
    }
    #expect(form.photos.isEmpty && form.remainingPhotoCount == 5 && !form.isAddingPhotos)
    try await market.close()
  }

  @Test("a photo that cannot be used is named, and the form is as before")
  func unusablePhoto() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    try await form.addPhotos([photo(1)])
    let error = await #expect(throws: ListingValidationError.self) {
      try await form.addPhotos([photo(2), PhotoUpload(Data("no photo".utf8))])
    }
    #expect(error?.failures.map(\.field) == [.photo(1)])
    #expect(form.photos.count == 1 && form.remainingPhotoCount == 4 && !form.isAddingPhotos)
    try await market.close()
  }

  @Test("photos are removed and moved as SwiftUI's lists do it, and positions that there are not do nothing")
  func photoOrder() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    try await form.addPhotos([photo(1), photo(2), photo(3), photo(4)])
    let ids = form.photos.map(\.id)
    form.movePhotos(from: IndexSet([0, 2]), to: 4)
    #expect(form.photos.map(\.id) == [ids[1], ids[3], ids[0], ids[2]])
    form.movePhotos(from: IndexSet([3, 99]), to: -5)
    #expect(form.photos.map(\.id) == [ids[2], ids[1], ids[3], ids[0]])
    form.removePhotos(at: IndexSet([1, 2, 50]))
    #expect(form.photos.map(\.id) == [ids[2], ids[0]] && form.remainingPhotoCount == 3)
    form.removePhotos(at: IndexSet(integersIn: 0..<1_000))
    #expect(form.photos.isEmpty && form.photosError != nil)
    try await market.close()
  }

  @Test("a form restored whose photos are gone says so and stays usable")
  func photosGone() async throws {
    let test = try TestMarket(products: 3)
    var market = try test.open()
    var form = try await opened(ListingFormModel(in: market))
    fill(form)
    try await form.addPhotos([photo(1), photo(2)])
    try await form.save()
    let gone = form.photos[0].url
    try await market.close()
    try FileManager.default.removeItem(at: gone)

    market = try test.open()
    form = try await opened(ListingFormModel(in: market))
    #expect(form.photos.map(\.isMissing) == [true, false] && form.photosError != nil)
    #expect(form.name.text == NewListing.chair.name && form.name.error == nil)
    let error = await #expect(throws: ListingValidationError.self) { try await form.submit() }
    #expect(error?.failures.map(\.field) == [.photo(0)])
    // The same photo again brings the file back.
    try await form.addPhotos([photo(1)])
    #expect(form.photos.map(\.isMissing) == [false, false, false] && form.photosError == nil)
    form.removePhotos(at: IndexSet(integer: 2))
    _ = try await form.submit().value
    #expect(test.mock.ledger.count == 1)
    try await market.close()
  }

  @Test("a photo that vanishes while the form is open is told when it is submitted")
  func photoVanishes() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market))
    fill(form)
    try await form.addPhotos([photo(1)])
    try FileManager.default.removeItem(at: form.photos[0].url)
    await #expect(throws: SubmissionFailure.self) { try await form.submit() }
    #expect(form.photos.map(\.isMissing) == [true] && form.photosError != nil)
    form.removePhotos(at: IndexSet(integer: 0))
    try await form.addPhotos([photo(2)])
    try await form.submit()
    try await market.close()
  }

  @Test("a draft is thrown away, and the form begins anew")
  func discards() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = try await opened(ListingFormModel(in: market, draft: "mine"))
    fill(form)
    try await form.addPhotos([.pixel])
    try await form.save()
    #expect(try await market.drafts.load("mine") != nil)
    try await form.discard()
    #expect(try await market.drafts.load("mine") == nil)
    #expect(form.name.text.isEmpty && form.photos.isEmpty && form.remainingPhotoCount == 5)
    #expect(form.name.error == nil && form.photosError == nil)
    form.name.text = "again"
    try await form.save()
    #expect(try await market.drafts.load("mine")?.draft.name == "again")
    try await market.close()
  }

  @Test("text typed before the draft is read stays, and the rest of the draft is there")
  func typedEarly() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    try await market.drafts.save("new listing", ListingDraft(name: "old", price: "7"))
    let form = ListingFormModel(in: market)
    form.name.text = "newer"
    _ = try await opened(form)
    #expect(form.name.text == "newer" && form.price.text == "7")
    try await form.save()
    #expect(try await market.drafts.load("new listing")?.draft.name == "newer")
    try await market.close()
  }

  @Test("what is typed before the draft is read is on disk once the form is saved")
  func savesEarly() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open()
    let form = ListingFormModel(in: market)
    form.name.text = "early"
    try await form.save()
    #expect(try await market.drafts.load("new listing")?.draft.name == "early")
    try await market.close()
  }

  @Test(
    "a listing has every photo that its form displays, also one added while the submission waits for another")
  func addsWhileSubmitting() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    let form = try await opened(ListingFormModel(in: market))
    fill(form)
    try await form.addPhotos([.pixel])
    let (second, third) = (try photo(2), try photo(3))
    let early = Task { try await form.addPhotos([second]) }
    try await eventually { form.isAddingPhotos || form.photos.count > 1 }
    let submission = Task { try await form.submit() }
    let late = Task { try await form.addPhotos([third]) }
    try await early.value
    let listing = try await submission.value
    _ = await late.result
    guard case .create(_, let photos) = listing.submission.write else {
      Issue.record("\(listing.submission.write)")
      return
    }
    #expect(photos.count == form.photos.count && photos.count > 1 && !form.isAddingPhotos)
    await #expect(throws: SubmissionFailure.self) { try await form.addPhotos([second]) }
    try await market.close()
  }

  @Test("a form is thrown away after a submission that fails, and not after one that does not")
  func discardsWhileSubmitting() async throws {
    let test = try TestMarket(products: 3)
    let market = try test.open { $0.outbox.startsByItself = false }
    for isGone in [true, false] {
      let form = try await opened(ListingFormModel(in: market))
      fill(form)
      try await form.addPhotos([photo(1)])
      if isGone { try FileManager.default.removeItem(at: form.photos[0].url) }
      let submission = Task { try await form.submit() }
      let discard = Task { try await form.discard() }
      let listing = try? await submission.value
      try await discard.value
      #expect((listing == nil) == isGone)
      #expect(form.name.text.isEmpty == isGone && form.photos.isEmpty == isGone)
      #expect(try await market.drafts.list().isEmpty)
    }
    try await market.close()
  }
}
