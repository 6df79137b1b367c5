import Foundation
import OpenMarket
import OpenMarketHTTP
import OpenMarketMock

/// What the user does.
extension Trial {
  func userActs() async throws {
    let market = await wokenMarket(Int.random(in: 0...1, using: &random))
    let alive = listings.indices.filter { !listings[$0].isWithdrawn }
    guard let index = alive.randomElement(using: &random), !chance(30) else { return try await sell(market) }
    do {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<55: try await edit(index, market)
      case 55..<70: try await change(index, ProductChanges(stock: 0), market)
      case 70..<80: try await change(index, ProductChanges(stock: 2), market)
      case 80..<92: try await delete(index, market)
      default:
        if let intent = intents.indices.randomElement(using: &random) { try await cancel(intent, market) }
      }
    } catch let failure as SubmissionFailure {
      note("  not possible: \(failure.code.rawValue)")
    }
  }

  func sell(_ market: Marketplace) async throws {
    nextNumber += 1
    // Now and then two listings are equal in all fields.
    let isDuplicate = adversaries.contains(.duplicates) && chance(50)
    let model = isDuplicate ? listings.indices.randomElement(using: &random) : nil
    let draft = model.map { listings[$0].draft } ?? newDraft()
    let photos = model.map { listings[$0].photos } ?? newPhotos()
    let stored = try await store(photos)
    let listing = try await market.sell(draft, stored: stored)
    listings.append(
      TrackedListing(
        id: listing.id, draft: draft, photos: photos, stored: stored,
        original: model.map { listings[$0].original } ?? listings.count))
    record(listing.submission, of: listings.count - 1, .create)
    note(
      "the user lists \(listing.id) as \(listing.submission.id): \(draft.name), \(draft.price), \(photos.count) photos"
    )
  }

  private func newDraft() -> NewListing {
    var draft = NewListing(
      name: "chair \(seed)-\(nextNumber)", description: "as good as new, no scratches", price: 1_000)
    guard adversaries.contains(.ownMind) else { return draft }
    draft.price =
      [Decimal(1_000), Decimal(string: "1000.1"), Decimal(string: "0.30000000000000004")]
      .compactMap(\.self).randomElement(using: &random) ?? 1
    if chance(50) { draft.name = "  의자 \(seed)-\(nextNumber) ".decomposedStringWithCanonicalMapping }
    return draft
  }

  /// Photos of their own where some are damaged, else the same for all, because files cost time.
  private func newPhotos() -> [Data] {
    let number = adversaries.contains(.disk) ? "\(seed)-\(nextNumber)" : ""
    return (0..<(chance(30) ? 2 : 1)).map { TrialFixture.photo("\($0) \(number)") }
  }

  func store(_ photos: [Data]) async throws -> [StoredPhoto] {
    var stored: [StoredPhoto] = []
    for (index, photo) in photos.enumerated() {
      stored.append(try await fixture.markets[0].store.storePhoto(photo, fileName: "\(index).jpg"))
    }
    return stored
  }

  /// Notes what a submission stands for; one that was merged into an earlier one belongs to that one's intent.
  private func record(
    _ submission: Submission, of listing: Int, _ kind: PendingWrite.Kind, _ changes: ProductChanges = .init()
  ) {
    seenKeys.insert(submission.idempotencyKey)
    if let index = intentOfSubmission[submission.id] {
      intents[index].keys.insert(submission.idempotencyKey)
      if intents[index].kind == .create {
        listings[listing].draft = listings[listing].draft.applying(changes)
      } else {
        intents[index].changes = intents[index].changes.applying(changes)
      }
    } else {
      intentOfSubmission[submission.id] = intents.count
      intents.append(
        Intent(
          ids: [submission.id], keys: [submission.idempotencyKey], listing: listing, kind: kind,
          changes: changes))
    }
  }

  private func newChanges(_ index: Int) -> ProductChanges {
    nextNumber += 1
    var changes = ProductChanges()
    if chance(50) {
      changes.price = Decimal(1_000 + nextNumber)
      if adversaries.contains(.ownMind), chance(50) { changes.price = (changes.price ?? 0) + 0.4 }
    }
    if chance(50) || changes.price == nil { changes.name = "edited \(seed)-\(index)-\(nextNumber)" }
    if adversaries.contains(.ownMind), let name = changes.name, chance(50) { changes.name = " 수정 \(name) " }
    return changes
  }

  private func edit(_ index: Int, _ market: Marketplace) async throws {
    try await change(index, newChanges(index), market)
  }

  private func change(_ index: Int, _ changes: ProductChanges, _ market: Marketplace) async throws {
    let id = try await number(index, market)
    note("the user edits \(id): \(changes.text)")
    let listing = try await market.edit(id, changes)
    record(listing.submission, of: index, .edit, changes)
    note("  as \(listing.submission.id)")
  }

  private func delete(_ index: Int, _ market: Marketplace) async throws {
    let id = try await number(index, market)
    note("the user deletes \(id)")
    let removal = try await market.delete(id)
    if removal.submission.state == .cancelled {
      listings[index].isWithdrawn = true
    } else {
      record(removal.submission, of: index, .delete)
    }
    note("  as \(removal.submission.id), \(removal.submission.state.name)")
  }

  /// The listing's number as the app may know it: either of the two.
  private func number(_ index: Int, _ market: Marketplace) async throws -> Product.ID {
    let local = listings[index].id
    return chance(50) ? try await market.store.serverID(of: local) ?? local : local
  }

  // MARK: Second thoughts

  private func cancel(_ index: Int, _ market: Marketplace) async throws {
    note("the user cancels \(intents[index].id)")
    try await market.submissions.cancel(intents[index].id)
    if intents[index].kind == .create { listings[intents[index].listing].isWithdrawn = true }
  }

  /// The user comes back to something that was asked for earlier.
  func reconsider() async throws {
    let market = await wokenMarket(Int.random(in: 0...1, using: &random))
    guard let index = intents.indices.randomElement(using: &random),
      let submission = try await market.store.submission(intents[index].id)
    else { return try await flush() }
    do {
      switch submission.state {
      case .refused where chance(30): try await resubmit(index, market, edited: edited(index))
      case .refused where chance(50): try await resubmit(index, market, edited: nil)
      case .refused where chance(50):
        note("the user discards \(submission.id)")
        try await market.submissions.discard(submission.id)
      case .discarded:
        note("the user brings \(submission.id) back")
        try await market.submissions.undoDiscard(submission.id)
      case .waiting where chance(40):
        try await resubmit(index, market, edited: chance(50) ? edited(index) : nil)
      case _ where submission.candidates != nil: try await decide(index, submission, market)
      case _ where chance(30): try await flush()
      default: try await cancel(index, market)
      }
    } catch let failure as SubmissionFailure {
      note("  not possible: \(failure.code.rawValue)")
    }
  }

  private func flush() async throws {
    let process = Int.random(in: 0...1, using: &random)
    guard !isRunning[process] else { return }
    await wake(process)
    note("the user flushes in process \(process)")
    if outboxes[process].driver.isDead { outboxes[process] = fixture.markets[process].makeOutbox() }
    await outboxes[process].driver.retryAll()
    await deliver(process)
  }

  /// Says what is true, or leaves it open.
  private func decide(_ index: Int, _ submission: Submission, _ market: Marketplace) async throws {
    guard chance(50) else {
      note("the user leaves open whether \(submission.id) was carried out")
      try await market.submissions.discard(submission.id)
      intents[index].isGivenUp = true
      return
    }
    // Nobody can know while it may still arrive.
    guard held.isEmpty, !isRunning.contains(true) else { return }
    try await tellTruth(about: index, submission)
  }

  private func edited(_ index: Int) -> PendingWrite? {
    let intent = intents[index]
    switch intent.kind {
    case .create:
      var draft = listings[intent.listing].draft
      nextNumber += 1
      draft.name = "corrected \(seed)-\(nextNumber)"
      return .create(draft, photos: listings[intent.listing].stored)
    case .edit: return .edit(newChanges(intent.listing), base: EditBase())
    case .delete: return nil
    }
  }

  func resubmit(_ index: Int, _ market: Marketplace, edited: PendingWrite?) async throws {
    note("the user sends \(intents[index].id) again\(edited == nil ? "" : ", corrected")")
    let submission = try await market.submissions.resubmit(intents[index].id, edited: edited)
    if submission.id != intents[index].id {
      intents[index].ids.append(submission.id)
      intentOfSubmission[submission.id] = index
      note("  as \(submission.id)")
    }
    seenKeys.insert(submission.idempotencyKey)
    intents[index].keys.insert(submission.idempotencyKey)
    switch edited {
    case .create(let draft, _)?: listings[intents[index].listing].draft = draft
    case .edit(let changes, _)?: intents[index].changes = changes
    case .delete?, nil: break
    }
  }
}

extension ProductChanges {
  /// For the log.
  fileprivate var text: String {
    [name.map { "name \($0)" }, price.map { "price \($0)" }, stock.map { "stock \($0)" }]
      .compactMap(\.self).joined(separator: ", ")
  }
}
