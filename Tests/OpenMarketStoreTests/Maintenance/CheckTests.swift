import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite(.serialized, .timeLimit(.minutes(5))) struct CheckTests {
  private let draft = NewListing(name: "desk", description: "as good as new", price: 1_000)

  /// A store with a pending listing of two photos.
  private func selling() async throws -> (test: TestStore, photos: [StoredPhoto], listing: Submission) {
    let test = try TestStore()
    var photos: [StoredPhoto] = []
    for number in 1...2 {
      photos.append(try await test.store.storePhoto(Data("photo \(number)".utf8), fileName: "\(number).jpg"))
    }
    let listing = try await test.store.enqueue(draft, photos: photos, key: "key", at: noon)
    #expect(try await test.store.check().isSound)
    return (test, photos, listing)
  }

  private func file(_ photo: StoredPhoto, _ test: TestStore) -> URL { photo.url(in: test.folder.url) }

  @Test("a photo that is missing and one that is damaged are problems that name who needs them")
  func neededPhotos() async throws {
    let (test, photos, listing) = try await selling()
    try FileManager.default.removeItem(at: file(photos[0], test))
    try Data("photo 3".utf8).write(to: file(photos[1], test))
    let check = try await test.store.check()
    #expect(
      check.problems == [
        "photos: \(photos[0].sha256), which submission \(listing.id) needs, is missing",
        "photos: \(photos[1].sha256), which submission \(listing.id) needs, is damaged",
      ])
    #expect(!check.isSound && check.faults.isEmpty)
  }

  @Test("a photo that no row names is a problem once it is too old to be of a write under way")
  func unknownPhotos() async throws {
    let (test, photos, listing) = try await selling()
    let stray = try await test.store.storePhoto(Data("stray".utf8), fileName: "1.jpg")
    #expect(try await test.store.check().isSound)
    try await test.store.cancelSubmission(listing.id, at: noon)
    for photo in photos + [stray] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: file(photo, test).path)
    }
    // Those of a write that has ended are removed in time.
    let problems = try await test.store.check().problems
    #expect(problems == ["photos: \(stray.sha256) is of no write and no draft"])
  }

  @Test("photos whose rows are gone with user.db are problems at once", arguments: [true, false])
  func lostUserData(isEmptied: Bool) async throws {
    let (test, photos, _) = try await selling()
    try test.store.close()
    let user = test.folder.url.appending(path: "user.db")
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: user.path + end) }
    if isEmptied { try Data().write(to: user) }
    let store = try MarketStore(folder: test.folder.url)
    let expected = photos.map(\.sha256).sorted().map {
      "photos: \($0) is of no write and no draft, as user.db was made anew"
    }
    #expect(try await store.check().problems == expected)
    try store.close()
  }
}
