import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Makes the files of `Fixtures/user-data-<number of migrations>` with the code as it is.
///
/// To be run by hand once, when a version with another schema is about to be released:
/// `OPENMARKET_WRITE_USER_DATA=1 swift test --filter ReleasedUserDataWriter`; then the number is added to
/// ``ReleasedUserData/all``. Files that are there stay as they are.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["OPENMARKET_WRITE_USER_DATA"] == "1"))
struct ReleasedUserDataWriter {
  private let folder: TemporaryFolder
  private let store: MarketStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ReleasedUserData.open(folder)
  }

  @Test("a user's files are written once for each schema")
  func write() async throws {
    let target = ReleasedUserData(schemaVersion: UserSchema.migrator.migrations.count).url
    try #require(!FileManager.default.fileExists(atPath: target.path), "\(target.path) must not change")
    try await finished()
    try await undecided()
    try await pending()
    try await besides()
    let contents = try await store.contents()
    try store.close()
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    for name in ["user.db", "photos"] {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: name), to: target.appending(path: name))
    }
    try Data((contents.joined(separator: "\n") + "\n").utf8).write(to: target.appending(path: "contents.txt"))
  }

  /// Accepted, cancelled and discarded writes.
  private func finished() async throws {
    let listing = try await create("accepted")
    _ = try await claim()
    try await begin(listing)
    let follower = try await edit(listing.productID, ProductChanges(stock: 0))
    try await settle(listing, .accepted(.detailed(1_001)))
    try await claimed(follower, .accepted(nil))
    try await claimed(delete(1_002), .accepted(nil))
    let vanished = try await create("cancelled")
    _ = try await delete(vanished.productID)
    _ = try await edit(1_003, ProductChanges(price: 5))
    try await claimed(delete(1_003), .wait(for: .seconds(600), .fixture(.unreachable), isHeld: false))
    let discarded = try await create("discarded", photos: 2)
    try await claimed(discarded, .refuse(.fixture(.invalid)))
    _ = try await store.enqueue(
      .edit(ProductChanges(thumbnailID: 4), base: EditBase()), of: discarded.productID, key: key(), at: noon)
    try await store.discardSubmission(discarded.id, at: noon + 30, uptime: .test)
    let edit = try await self.edit(1_004, ProductChanges(name: "discarded edit"))
    try await claimed(edit, .refuse(.fixture(.forbidden)))
    try await store.discardSubmission(edit.id, at: noon + 30, uptime: .test)
  }

  /// Refused writes, conflicts, and writes that wait for credentials.
  private func undecided() async throws {
    let stuck = try await create("stuck", photos: 5)
    _ = try await claim()
    _ = try await edit(stuck.productID, ProductChanges(stock: 2))
    _ = try await delete(stuck.productID)
    try await settle(stuck, .refuse(.fixture(.invalid)))
    try await claimed(edit(1_005, ProductChanges(name: "refused edit")), .refuse(.fixture(.gone)))
    try await claimed(delete(1_006), .refuse(.fixture(.forbidden)))
    try await claimed(create("unauthorized"), .park(.fixture(.unauthorized)))
    try await claimed(edit(1_007, ProductChanges(stock: 1)), .park(.fixture(.unauthorized)))
    let conflicts = [
      FieldConflict(.price, base: 100, mine: 90, theirs: 80),
      FieldConflict(.stock, base: 3, mine: 2, theirs: 1),
    ]
    try await claimed(edit(1_008, ProductChanges(price: 90, stock: 2)), .ask(conflicts))
  }

  /// Writes whose outcome is unknown, that are on their way or wait for their turn.
  private func pending() async throws {
    for (number, indeterminacy) in [Indeterminacy.responseLost, .responseInvalid, .idempotencyKeyConflict]
      .enumerated()
    {
      let listing = try await create("outcome unknown \(indeterminacy.rawValue)")
      _ = try await claim()
      try await begin(listing)
      _ = try await edit(listing.productID, ProductChanges(stock: 3))
      let outcome = Verdict.Outcome.wait(for: .seconds(900), .fixture(.responseLost), isHeld: number == 1)
      try await settle(listing, outcome, indeterminacy)
      let edit = try await self.edit(
        Product.ID(rawValue: 1_010 + Int64(number)), ProductChanges(name: "outcome unknown"))
      try await claimed(edit, outcome, indeterminacy)
      try await claimed(delete(Product.ID(rawValue: 1_020 + Int64(number))), outcome, indeterminacy)
    }
    let parked = try await create("outcome unknown, unauthorized")
    _ = try await claim()
    try await begin(parked)
    try await settle(parked, .park(.fixture(.unauthorized)), .responseLost)

    let claimedOnly = try await create("claimed")
    let begun = try await create("being sent", photos: 3)
    _ = try await edit(1_030, ProductChanges(name: "being sent"))
    _ = try await delete(1_031)
    _ = try await claim()
    try await begin(begun)
    _ = try await edit(claimedOnly.productID, ProductChanges(price: 7))
    _ = try await edit(begun.productID, ProductChanges(price: 8))
    _ = try await delete(begun.productID)

    let queued = try await create("queued", photos: 2)
    _ = try await edit(queued.productID, ProductChanges(thumbnailID: 9))
    _ = try await create("queued, 의자 💺")
    _ = try await edit(1_040, ProductChanges(name: "queued edit", description: "new", price: 12.34))
    _ = try await delete(1_041)
  }

  /// Forms, recent searches, and what a newer version wrote.
  private func besides() async throws {
    let shared = try await photo("queued 1")
    try await store.saveDraft(
      ListingDraft(name: "half a listing", price: "12,", photos: [shared, photo("of a form")]), as: "new",
      at: noon)
    try await store.saveDraft(ListingDraft(name: "의자", price: "45,000원"), as: "edit 7", at: noon + 1)
    for text in ["desk", "의자", "lamp"] { try await store.recordSearch(text, at: noon) }
    try await store.writeUser { db in
      try db.execute(
        sql: """
          INSERT INTO form(key, payload, payload_version, created_at, saved_at) VALUES('newer', '?', 2, 0, 0);
          INSERT INTO submission(product_id, kind, payload, payload_version, idempotency_key, state, due_at, \
          created_at) VALUES(1050, 'edit', '{"later": 1}', 2, 'newer', 6, NULL, 0);
          """)
    }
  }
}

extension ReleasedUserDataWriter {
  private static let owner = "6F9619FF-8B86-D011-B42D-00CF4FC964FF"
  private var holder: String { Self.owner }
  private func key() -> String { UUID().uuidString }

  private func photo(_ name: String) async throws -> StoredPhoto {
    try await store.storePhoto(Data([0xFF, 0xD8, 0xFF, 0xE0] + name.utf8), fileName: "\(name).jpg")
  }

  private func create(_ name: String, photos count: Int = 1) async throws -> Submission {
    var photos: [StoredPhoto] = []
    for number in 1...count { photos.append(try await photo("\(name) \(number)")) }
    let draft = NewListing(
      name: name, description: "as good as new", price: 1_000.5, discount: 10, currency: .usd, stock: 4
    )
    return try await store.enqueue(draft, photos: photos, key: key(), at: noon)
  }

  private func edit(_ id: Product.ID, _ changes: ProductChanges) async throws -> Submission {
    let base = EditBase(.listed(id.rawValue), asOf: noon - 60)
    return try await store.enqueue(.edit(changes, base: base), of: id, key: key(), at: noon)
  }

  private func delete(_ id: Product.ID) async throws -> Submission {
    try await store.enqueue(.delete, of: id, key: key(), at: noon)
  }

  private func claim() async throws -> [Claim] {
    try await store.deliver([], claiming: 100, as: holder, at: noon, uptime: .test).claims
  }

  private func begin(_ submission: Submission) async throws {
    let beginning = try await store.begin(
      submission.id, as: holder, baseline: 900, isNew: true, uptime: .test)
    try #require(beginning == .begun)
  }

  private func settle(
    _ submission: Submission, _ outcome: Verdict.Outcome, _ indeterminacy: Indeterminacy = .none
  ) async throws {
    _ = try await store.deliver(
      [Verdict(submission.id, outcome, indeterminacy: indeterminacy)], claiming: 0, as: holder, at: noon,
      uptime: .test)
  }

  /// Claims what is due, which is this submission, and settles it.
  private func claimed(
    _ submission: Submission, _ outcome: Verdict.Outcome, _ indeterminacy: Indeterminacy = .none
  ) async throws {
    _ = try await claim()
    try await settle(submission, outcome, indeterminacy)
  }
}

extension SubmissionFailure {
  fileprivate static func fixture(_ code: Code) -> SubmissionFailure {
    SubmissionFailure(code, "because of \(code.rawValue)", status: 400, fields: ["price": "too low"])
  }
}
