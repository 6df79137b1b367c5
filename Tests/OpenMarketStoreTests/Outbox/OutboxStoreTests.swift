import Foundation
import OpenMarketAPI
import OpenMarketPacing
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// The transactions of the outbox, seen from a driver.
@Suite(.serialized) struct OutboxStoreTests {
  let test: TestStore
  var store: MarketStore { test.store }

  init() throws { test = try TestStore() }

  private let draft = NewListing(name: "chair", description: "as good as new", price: 1_000)
  private func sell() async throws -> Submission {
    try await store.enqueue(draft, photos: [], key: UUID().uuidString, at: noon)
  }

  private func edit(_ id: Product.ID, price: Decimal) async throws -> Submission {
    try await store.enqueue(
      .edit(ProductChanges(price: price), base: EditBase()), of: id, key: UUID().uuidString, at: noon)
  }

  private func claim(
    _ verdicts: [Verdict] = [], _ limit: Int = 10, as owner: String = "a", at date: Date = noon
  ) async throws -> [Claim] {
    try await store.deliver(verdicts, claiming: limit, as: owner, at: date, uptime: .test).claims
  }

  @Test("of each listing the first write is given out, in the order of enqueueing, and to one driver only")
  func heads() async throws {
    let first = try await edit(1, price: 1)
    let second = try await edit(2, price: 2)
    #expect(try await claim([], 1).map(\.submission.id) == [first.id])
    let later = try await edit(1, price: 3)
    #expect(later.id != first.id, "what is being sent is left alone")
    #expect(try await claim(as: "b").map(\.submission.id) == [second.id])
    #expect(try await claim(as: "b").isEmpty)
    #expect(try await claim([Verdict(first.id, .accepted(nil))]).map(\.submission.id) == [later.id])
  }

  @Test("a listing that is accepted gives its number to all that waits for it, and both numbers stay good")
  func numbers() async throws {
    let listing = try await sell()
    #expect(listing.productID.isLocal)
    _ = try await claim()
    let later = try await edit(listing.productID, price: 5)
    let response = Product.detailed(77)
    let claims = try await claim([Verdict(listing.id, .accepted(response))])
    #expect(claims.map(\.submission.id) == [later.id])
    #expect(claims.map(\.submission.productID) == [77])
    guard case .edit(_, let base)? = claims.first?.submission.write else {
      Issue.record("\(claims)")
      return
    }
    #expect(base.fields.price == response.price && base.asOf == noon, "later edits start from the response")
    #expect(try await store.serverID(of: listing.productID) == 77)
    #expect(try await store.isListing(77))
    #expect(try await store.submission(listing.id)?.state == .accepted(response))
    #expect(try await store.vendor() == Vendor(id: 7, name: "vendor"))
    let byLocal = try await store.enqueue(.delete, of: listing.productID, key: "d", at: noon)
    #expect(byLocal.productID == 77)
  }

  @Test("who sells is known without waiting, also while the files are closed")
  func knownVendor() async throws {
    let listing = try await sell()
    _ = try await claim()
    _ = try await claim([Verdict(listing.id, .accepted(.detailed(77)))])
    let known = Vendor(id: 7, name: "vendor")
    #expect(try await store.vendor() == known)
    let next = try MarketStore(folder: test.folder.url)
    for store in [store, next] {
      await store.suspend()
      #expect(store.knownVendor == known)
      store.resume()
    }
    try next.close()
  }

  @Test("when a listing's two numbers turn out to be one, its writes still go one after the other")
  func queuesMeet() async throws {
    let listing = try await sell()
    _ = try await claim()
    let ofLocal = try await edit(listing.productID, price: 5)
    let ofServer = try await edit(77, price: 6)
    #expect(try await claim([], 1).map(\.submission.id) == [ofServer.id])
    #expect(try await claim([Verdict(listing.id, .accepted(.detailed(77)))]).isEmpty)
    #expect(try await claim([Verdict(ofServer.id, .accepted(nil))]).map(\.submission.id) == [ofLocal.id])
  }

  @Test("what a holder had in hand is given out when it is put back, with an unknown outcome if it was begun")
  func leases() async throws {
    let listing = try await sell()
    let change = try await edit(1, price: 1)
    _ = try await claim()
    #expect(try await claim(as: "b", at: noon + 1_000_000).isEmpty, "no calendar takes a lease")
    try await store.putBackClaims(of: "a")
    let claims = try await claim(as: "b")
    #expect(Set(claims.map(\.submission.id)) == [listing.id, change.id])
    #expect(claims.first { $0.submission.id == listing.id }?.indeterminacy == Indeterminacy.none)
    #expect(claims.first { $0.submission.id == change.id }?.indeterminacy == .responseLost)
    #expect(try await begin(listing.id, as: "a") == .lost)
    #expect(try await begin(listing.id, as: "b") == .begun)
    #expect(try await store.submission(listing.id)?.isIndeterminate == true)
    // What the first holder has to say counts only if it is a fact.
    let failure = SubmissionFailure(.invalid, "no")
    _ = try await claim([Verdict(change.id, .refuse(failure))])
    #expect(try await store.submission(change.id)?.state == .sending)
    _ = try await claim([Verdict(change.id, .accepted(nil))])
    #expect(try await store.submission(change.id)?.state == .accepted(nil))
  }

  private func begin(_ id: Submission.ID, as holder: String = "a") async throws -> Beginning {
    try await store.begin(id, as: holder, baseline: 9, isNew: true, uptime: .test)
  }

  @Test(
    "a refused listing waits with all that was to be done with it; an edit corrects it and sends it again")
  func refused() async throws {
    let listing = try await sell()
    let key = listing.idempotencyKey
    _ = try await claim()
    _ = try await claim([Verdict(listing.id, .refuse(SubmissionFailure(.invalid, "too cheap")))])
    #expect(try await claim().isEmpty)
    let corrected = try await edit(listing.productID, price: 9)
    #expect(corrected.id == listing.id && corrected.idempotencyKey != key)
    guard case .create(let draft, _)? = try await claim().first?.submission.write else {
      Issue.record("not claimed")
      return
    }
    #expect(draft.price == 9)
  }

  @Test("a refused edit is in nobody's way, and is sent again behind what came later")
  func refusedEdit() async throws {
    let first = try await edit(1, price: 1)
    _ = try await claim()
    let later = try await edit(1, price: 2)
    #expect(
      try await claim([Verdict(first.id, .refuse(SubmissionFailure(.invalid, "no")))]).map(\.submission.id)
        == [later.id])
    let again = try await store.resubmit(first.id, key: "again", at: noon)
    #expect(again.id > later.id)
    #expect(try await store.submission(first.id)?.state == .cancelled)
  }

  @Test("discarding can be undone, with what was to be done with the listing")
  func discards() async throws {
    let listing = try await sell()
    _ = try await claim()
    let follower = try await edit(listing.productID, price: 2)
    _ = try await claim([Verdict(listing.id, .refuse(SubmissionFailure(.invalid, "no")))])
    try await store.discardSubmission(listing.id, at: noon, uptime: .test)
    #expect(try await store.submissions().isEmpty)
    let error = await #expect(throws: SubmissionFailure.self) {
      try await store.undoDiscard(follower.id, at: noon)
    }
    #expect(error?.code == .notPossible, "an edit alone has nothing that it could change")
    try await store.undoDiscard(listing.id, at: noon)
    #expect(try await store.submissions().map(\.id) == [listing.id, follower.id])
    guard case .refused(let failure)? = try await store.submission(listing.id)?.state else {
      Issue.record("not refused")
      return
    }
    #expect(failure.message == "no")
  }

  @Test(
    "what was discarded before a restart of the device counts from the next launch, while others are kept")
  func discardsOfUnknownAge() async throws {
    func forget(_ elapsed: Int64, finishedBefore date: Date = noon) async throws {
      let uptime = Uptime(boot: "next", elapsed: .seconds(elapsed))
      try await store.forgetSubmissions(
        finishedBefore: date, discardRetention: .seconds(600), at: noon, uptime: uptime)
    }
    var ids: [Submission.ID] = []
    for product in [1, 2] as [Product.ID] {
      let refused = try await edit(product, price: 1)
      _ = try await claim()
      _ = try await claim([Verdict(refused.id, .refuse(SubmissionFailure(.invalid, "no")))])
      ids.append(refused.id)
    }
    try await store.discardSubmission(ids[0], at: noon, uptime: .test)
    for seconds in [5_000, 5_599] as [Int64] {
      try await forget(seconds)
      #expect(try await store.submission(ids[0])?.state == .discarded, "\(seconds)")
    }
    try await forget(5_600)
    #expect(try await store.submission(ids[0]) == nil)
    try await store.discardSubmission(ids[1], at: noon + 50, uptime: .test)
    // The calendar was ahead.
    try await forget(5_600)
    #expect(try await store.submission(ids[1])?.state == .discarded)
    try await forget(0, finishedBefore: noon + 1)
    #expect(try await store.submission(ids[1]) == nil)
  }

  @Test("what may have reached the server cannot be taken back; what did not can, with its followers")
  func cancels() async throws {
    let listing = try await sell()
    _ = try await claim()
    await #expect(throws: SubmissionFailure.self) { try await store.cancelSubmission(listing.id, at: noon) }
    _ = try await claim([Verdict(listing.id, .release)], 0)
    try await store.cancelSubmission(listing.id, at: noon)
    await #expect(throws: SubmissionFailure.self) { _ = try await self.edit(listing.productID, price: 1) }
    #expect(try await claim().isEmpty)
  }

  @Test("a conflict is ended for either side, and the rest of the edit is sent", arguments: [true, false])
  func conflict(_ keepingMine: Bool) async throws {
    let change = try await store.enqueue(
      .edit(ProductChanges(name: "table", price: 90), base: EditBase()), of: 1, key: "k", at: noon)
    _ = try await claim()
    let conflict = FieldConflict(.price, base: 100, mine: 90, theirs: 80)
    _ = try await claim([Verdict(change.id, .ask([conflict]))])
    #expect(try await store.submission(change.id)?.state == .conflict([conflict]))
    try await store.resolveConflict(change.id, keepingMine: keepingMine, key: "k2", at: noon)
    guard case .edit(let changes, let base)? = try await claim().first?.submission.write else {
      Issue.record("not sent")
      return
    }
    #expect(changes == ProductChanges(name: "table", price: keepingMine ? 90 : nil))
    #expect(base.fields.price == 80)
  }

  @Test("a write keeps its listing's title through every change of it")
  func titles() async throws {
    let listing = try await sell()
    #expect(listing.name == "chair")
    _ = try await claim()
    // Of a listing that is being sent, nothing is known but what is enqueued.
    let price = try await edit(listing.productID, price: 5)
    #expect(price.name == "chair")
    #expect(try await edit(listing.productID, price: 6).name == "chair", "merged")
    let claims = try await claim([Verdict(listing.id, .accepted(.detailed(77)))])
    #expect(claims.map(\.submission.name) == ["product 77"], "as the server says")
    _ = try await claim([Verdict(price.id, .refuse(SubmissionFailure(.invalid, "no")))])
    let again = try await store.resubmit(price.id, key: "again", at: noon)
    #expect(again.id != price.id && again.name == "product 77")

    let deletion = try await store.enqueue(.delete, of: 1, name: "table", key: "d", at: noon)
    #expect(deletion.name == "table")
    _ = try await claim()
    _ = try await claim([Verdict(deletion.id, .refuse(SubmissionFailure(.forbidden, "no")))])
    #expect(try await store.submission(deletion.id)?.name == "table")
    #expect(try await store.resubmit(deletion.id, key: "d2", at: noon).name == "table")
    #expect(try await store.enqueue(.delete, of: 2, key: "d3", at: noon).name == nil)

    let rename = PendingWrite.edit(ProductChanges(name: "sofa"), base: EditBase())
    _ = try await store.enqueue(rename, of: 3, key: "r", at: noon)
    let sofa = try await store.enqueue(.delete, of: 3, name: "table", key: "d4", at: noon)
    #expect(sofa.name == "sofa", "as the user saw it, though the rename is never sent")
    #expect(try await store.submissions().map(\.name) == ["product 77", "table", nil, "sofa"])
  }

  @Test("an amount that wins a conflict takes its currency with it", arguments: [true, false])
  func conflictOfCurrencies(_ keepingMine: Bool) async throws {
    let changes = ProductChanges(name: "table", price: 9, currency: .usd)
    let change = try await store.enqueue(.edit(changes, base: EditBase()), of: 1, key: "k", at: noon)
    _ = try await claim()
    let conflict = FieldConflict(
      .price, base: 100, mine: 9, theirs: 80, myCurrency: .usd, theirCurrency: .krw)
    _ = try await claim([Verdict(change.id, .ask([conflict]))])
    try await store.resolveConflict(change.id, keepingMine: keepingMine, key: "k2", at: noon)
    guard case .edit(let resolved, let base)? = try await claim().first?.submission.write else {
      Issue.record("not sent")
      return
    }
    #expect(resolved == (keepingMine ? changes : ProductChanges(name: "table")))
    #expect(base.fields.price == 80 && base.fields.currency == .krw)
  }

  @Test(
    "an amount that the edit did not set goes with the other one into its currency", arguments: [true, false])
  func amountsTogether(_ keepingMine: Bool) async throws {
    let changes = ProductChanges(name: "table", discount: 0)
    let change = try await store.enqueue(.edit(changes, base: EditBase()), of: 1, key: "k", at: noon)
    _ = try await claim()
    let conflicts = [
      FieldConflict(.price, base: 30_000, mine: 30_000, theirs: 20, myCurrency: .krw, theirCurrency: .usd),
      FieldConflict(.discount, base: 1_000, mine: 0, theirs: 1, myCurrency: .krw, theirCurrency: .usd),
    ]
    _ = try await claim([Verdict(change.id, .ask(conflicts))])
    try await store.resolveConflict(change.id, keepingMine: keepingMine, key: "k2", at: noon)
    guard case .edit(let resolved, let base)? = try await claim().first?.submission.write else {
      Issue.record("not sent")
      return
    }
    let mine = ProductChanges(name: "table", price: 30_000, discount: 0, currency: .krw)
    #expect(resolved == (keepingMine ? mine : ProductChanges(name: "table")))
    #expect(base.fields == ProductChanges(price: 20, discount: 1, currency: .usd))
  }

  @Test("of two equal new listings the second waits for the outcome of the first, then is due")
  func duplicates() async throws {
    let (first, second) = (try await sell(), try await sell())
    _ = try await claim()
    #expect(try await begin(first.id) == .begun)
    #expect(try await begin(second.id) == .hasDuplicate)
    #expect(try await claim([Verdict(second.id, .waitForDuplicate)]).isEmpty)
    let third = try await sell()
    #expect(try await claim().isEmpty, "nor is a later one given out")
    #expect(try await !store.submissions().contains { $0.id == third.id && $0.isIndeterminate })
    let lost = SubmissionFailure(.responseLost, "lost")
    #expect(
      try await claim([Verdict(first.id, .question(lost, candidates: []), indeterminacy: .responseLost)])
        .isEmpty,
      "nor when the user has to say what became of the first")
    try await store.resolveQuestion(first.id, effect: .some(.detailed(10)), key: "new", at: noon)
    #expect(Set(try await claim().map(\.submission.id)) == [second.id, third.id])
    #expect(try await begin(second.id) == .begun)
  }

  @Test(
    "a refusal does not end an unknown outcome: it becomes a question, which only the user ends",
    arguments: [Indeterminacy.responseLost, .idempotencyKeyConflict])
  func questions(_ indeterminacy: Indeterminacy) async throws {
    let listing = try await sell()
    _ = try await claim()
    _ = try await begin(listing.id)
    let refusal = SubmissionFailure(.forbidden, "no")
    _ = try await claim([Verdict(listing.id, .refuse(refusal), indeterminacy: indeterminacy)])
    let asked = Submission.State.question(refusal, candidates: [])
    #expect(try await store.submission(listing.id)?.state == asked)
    let error = await #expect(throws: SubmissionFailure.self) {
      try await store.resubmit(listing.id, key: "again", at: noon)
    }
    #expect(error?.code == .indeterminate)
    await #expect(throws: SubmissionFailure.self) { try await store.cancelSubmission(listing.id, at: noon) }
    #expect(try await edit(listing.productID, price: 9).id != listing.id, "an edit waits behind it")
    await #expect(throws: SubmissionFailure.self) {
      try await store.resolveQuestion(listing.id, effect: .some(nil), key: "k", at: noon)
    }
    try await store.discardSubmission(listing.id, at: noon, uptime: .test)
    try await store.undoDiscard(listing.id, at: noon)
    #expect(try await store.submission(listing.id)?.state == asked)
    try await store.resolveQuestion(listing.id, effect: nil, key: "k", at: noon)
    let claims = try await claim()
    #expect(claims.map(\.submission.id) == [listing.id] && claims.first?.indeterminacy == Indeterminacy.none)
    // Under the key it had, unless the server knows another write by that.
    let key = indeterminacy == .responseLost ? listing.idempotencyKey : "k"
    #expect(claims.first?.submission.idempotencyKey == key)
  }

  @Test("photos are on the disk once for each content, for their owner only, and go when nothing needs them")
  func photos() async throws {
    let data = Data([0xFF, 0xD8, 0xFF, 0xE0])
    let photo = try await store.storePhoto(data, fileName: "a.jpg")
    #expect(try await store.storePhoto(data, fileName: "b.jpg").sha256 == photo.sha256)
    let path = photo.url(in: test.folder.url).path
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    let listing = try await store.enqueue(draft, photos: [photo], key: "k", at: noon)
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(try await store.photo(photo) == data)
    try Data([0xFF, 0xD8, 0xFF, 0xE1]).write(to: URL(filePath: path))
    await #expect(throws: SubmissionFailure.self) { try await store.photo(photo) }
    try await store.cancelSubmission(listing.id, at: noon)
    try await store.removeUnusedPhotos()
    #expect(FileManager.default.fileExists(atPath: path), "a young one may be needed in a moment")
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    await #expect(throws: SubmissionFailure.self) {
      _ = try await store.enqueue(self.draft, photos: [photo], key: "k3", at: noon)
    }
  }
}
