import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// A rescue only ever adds and keeps: what is left of a damaged `user.db` is sent or asks the user, with its photos.
@Suite(.serialized, .timeLimit(.minutes(5))) struct RescueTests {
  @Test("photos whose references are damaged stay with their listings and drafts")
  func references() async throws {
    let data = try await UserDataInUse()
    try await data.damage(pagesOf: ["photo_reference"])
    let store = try MarketStore(folder: data.folder.url)
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(try await store.pastEvents().map(\.kind) == [.userDataRecovered])
    try await data.expectPhotos(besidesLost: [])
  }

  @Test("nothing is removed in the launch of a rescue; the next one tidies up")
  func removesNothing() async throws {
    let data = try await UserDataInUse()
    try await data.damage(pagesOf: ["submission_finished"])
    var store = try MarketStore(folder: data.folder.url)
    let unused = try await store.storePhoto(Data([1, 2, 3]), fileName: "unused.jpg")
    let count = try await store.submissions(limit: 10_000, includesFinished: true).count
    try await store.removeUnusedPhotos(olderThan: 0)
    try await store.forgetSubmissions(
      finishedBefore: .distantFuture, discardRetention: .zero, at: noon, uptime: .test)
    #expect(try await store.photo(unused).count == 3)
    #expect(try await store.submissions(limit: 10_000, includesFinished: true).count == count)
    try store.close()
    store = try MarketStore(folder: data.folder.url)
    try await store.removeUnusedPhotos(olderThan: 0)
    await #expect(throws: SubmissionFailure.self) { try await store.photo(unused) }
    try store.close()
  }

  @Test("nothing is removed by the write that is the first to meet the damage")
  func removesNothingAtOnce() async throws {
    let data = try await UserDataInUse()
    let store = try MarketStore(folder: data.folder.url)
    let unused = try await store.storePhoto(Data([1, 2, 3]), fileName: "unused.jpg")
    try await data.damage(pagesOf: ["photo_reference_photo"])
    try await store.removeUnusedPhotos(olderThan: 0)
    #expect(store.recoveries.count == 1)
    #expect(try await store.photo(unused).count == 3)
    try store.close()
  }

  @Test("a write whose predecessors are lost gets its turn")
  func firstOfListing() async throws {
    let data = try await UserDataInUse()
    let listing = data.edits[1]
    try await data.change("DELETE FROM submission WHERE id = \(data.edits[0].rawValue)")
    try await data.damage(pagesOf: ["submission_finished"])
    let store = try MarketStore(folder: data.folder.url)
    #expect(try await store.claimAll().contains(listing))
    try store.close()
  }

  @Test("a write whose lease is damaged is given back")
  func leases() async throws {
    let data = try await UserDataInUse()
    try await data.change("UPDATE submission SET lease_owner = NULL WHERE state = 1")
    try await data.damage(pagesOf: ["submission_finished"])
    let store = try MarketStore(folder: data.folder.url)
    #expect(try await store.claimAll().contains(data.sending))
    try store.close()
  }

  @Test(
    "what was to be done with a lost listing is refused, can be discarded, and never becomes another listing's"
  )
  func lostListing() async throws {
    let data = try await UserDataInUse()
    try await data.change(
      "DELETE FROM submission WHERE id = \(data.lastListing.rawValue)", "DELETE FROM sqlite_sequence")
    try await data.damage(pagesOf: ["submission_finished"])
    let store = try MarketStore(folder: data.folder.url)
    let followers = try await store.submissions(limit: 10_000)
      .filter { $0.productID == Product.ID(rawValue: -data.lastListing.rawValue) }
    #expect(!followers.isEmpty)
    for follower in followers {
      #expect(follower.failure?.code == .storageDamaged)
      await #expect(throws: SubmissionFailure.self) {
        _ = try await store.resubmit(follower.id, key: "again", at: noon)
      }
      try await store.discardSubmission(follower.id, at: noon, uptime: .test)
    }
    let other = try await store.enqueue(
      NewListing(name: "other", description: "", price: 1), photos: [], key: "other", at: noon)
    #expect(other.id > data.last)
    try store.close()
  }

  @Test(
    "a write whose state is damaged asks, instead of being sent twice or never",
    arguments: ["state = 'x'", "state = 99", "state = 8", "state = 7, product_id = -id", "finished_at = 5"])
  func states(_ change: String) async throws {
    let data = try await UserDataInUse()
    let id = data.lastListing
    try await data.change("UPDATE submission SET attempts = 1, \(change) WHERE id = \(id.rawValue)")
    try await data.damage(pagesOf: ["submission_finished"])
    let store = try MarketStore(folder: data.folder.url)
    let submission = try await store.submission(id)
    #expect(submission?.failure?.code == .storageDamaged)
    #expect(submission?.isIndeterminate == true)
    #expect(try await store.claimAll().contains(id) == false)
    try store.close()
    try await data.expectPhotos(besidesLost: [])
  }

  @Test(
    "damage to the first page loses nothing, also of a file that was left in good order",
    arguments: [2, 17, 60, 106, 700, 1_300, 1_900, 2_500, 3_100, 4_090], [false, true])
  func firstPage(_ offset: Int, wasLeftOpen: Bool) async throws {
    let data = try await UserDataInUse()
    let file = data.folder.url.appending(path: "user.db")
    var bytes = try Data(contentsOf: file)
    bytes.replaceSubrange(offset..<offset + 6, with: Data(repeating: 0xA5, count: 6))
    try bytes.write(to: file)
    try Data(wasLeftOpen ? [1] : []).write(to: data.folder.url.appending(path: "store.used"))
    let store = try MarketStore(folder: data.folder.url)
    #expect(try await Set(store.submissions(limit: 10_000, includesFinished: true).map(\.id)) == data.all)
    #expect(try await store.drafts().count == data.formCount)
    try await store.expectNothingHangs()
    try store.close()
    try await data.expectPhotos(besidesLost: [])
  }

  @Test("a statement that fails makes the copies anew only where the file has lost a name")
  func wrongStatements() async throws {
    let test = try TestStore()
    try await test.store.save([.listed(1)], fetchedAt: noon)
    let error = await #expect(throws: StoreError.self) {
      _ = try await test.store.readCache { try $0.execute(sql: "SELECT nothing") }
    }
    #expect(error?.code == .failed)
    #expect(try await test.store.newest(limit: 5).ids == [1])
    try await test.store.writeCache {
      try $0.execute(sql: "ALTER TABLE product RENAME COLUMN stock TO stocl")
    }
    #expect(try await test.store.newest(limit: 5).isEmpty)
    try await test.store.save([.listed(2)], fetchedAt: noon)
    #expect(try await test.store.newest(limit: 5).ids == [2])
  }

  /// How many times bits flip: `OPENMARKET_RESCUES` (default: 60).
  private static let rescues =
    ProcessInfo.processInfo.environment["OPENMARKET_RESCUES"].flatMap(UInt64.init) ?? 60

  @Test("after bits flip anywhere, all that is left is sent or asks, with its photos", arguments: 1...rescues)
  func anyBit(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let data = try await UserDataInUse()
    let file = data.folder.url.appending(path: "user.db")
    var bytes = try Data(contentsOf: file)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
    try bytes.write(to: file)
    var left: Set<Submission.ID> = []
    for _ in 1...2 {
      let store = try MarketStore(folder: data.folder.url)
      try await store.removeUnusedPhotos(olderThan: 0)
      left = Set(try await store.submissions(limit: 10_000, includesFinished: true).map(\.id))
      try await store.expectNothingHangs("seed \(seed)")
      #expect(try await store.check().faults.isEmpty, "seed \(seed)")
      try store.close()
    }
    try await data.expectPhotos(besidesLost: data.all.subtracting(left), "seed \(seed)")
  }
}
