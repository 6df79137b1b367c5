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

  @Test("a photo that cannot be read is neither missing nor damaged")
  func unreadablePhoto() async throws {
    let (test, photos, listing) = try await selling()
    let path = file(photos[0], test).path
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    #expect(
      try await test.store.check().problems == [
        "photos: \(photos[0].sha256), which submission \(listing.id) needs, cannot be read"
      ])
  }

  @Test("a check of photos ends with its task")
  func cancelled() async throws {
    let folder = try TemporaryFolder()
    let check = PhotoCheck(
      folder: try StoreFolder(folder.url),
      references: [("draft 1", String(repeating: "0", count: 64))],
      named: [], hasEntries: true, hasKeptFiles: false)
    #expect(try check.faults(at: noon).count == 1)
    await withThrowingTaskGroup(of: [String].self) { group in
      group.cancelAll()
      group.addTask { try check.faults(at: noon) }
      await #expect(throws: CancellationError.self) { try await group.next() }
    }
  }

  private func age(_ photos: [StoredPhoto], _ test: TestStore) throws {
    for photo in photos {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: file(photo, test).path)
    }
  }

  @Test("a photo that no row names is no problem, however old: the next outbox removes it")
  func unknownPhotos() async throws {
    let (test, photos, listing) = try await selling()
    let stray = try await test.store.storePhoto(Data("stray".utf8), fileName: "1.jpg")
    try await test.store.cancelSubmission(listing.id, at: noon)
    try age(photos + [stray], test)
    #expect(try await test.store.check().isSound)
  }

  @Test("a pipe in the place of a photo is a problem, and the check does not wait for it")
  func pipe() async throws {
    let (test, photos, _) = try await selling()
    let path = file(photos[0], test).path
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    let faults = try await test.store.check().photoFaults
    #expect(faults.count == 1 && faults.first?.hasSuffix("cannot be read") == true, "\(faults)")
  }

  @Test("a photo that no row names is a problem beside a damaged file that may have its row")
  func photosOfKeptFile() async throws {
    let (test, _, _) = try await selling()
    let stray = try await test.store.storePhoto(Data("stray".utf8), fileName: "1.jpg")
    // The oldest first, however long its name.
    let names = ["user.db.corrupt-999999999999", "user.db.corrupt-1700000000000"]
    for name in names { try Data("damaged".utf8).write(to: test.folder.url.appending(path: name)) }
    let check = try await test.store.check()
    #expect(check.keptFiles == names)
    #expect(
      check.photoFaults == ["photos: \(stray.sha256) is of no write and no draft, as user.db was damaged"])
  }

  @Test(
    "photos whose rows are gone with user.db are problems once they are of no write under way",
    arguments: [true, false])
  func lostUserData(isEmptied: Bool) async throws {
    let (test, photos, _) = try await selling()
    try test.store.close()
    let user = test.folder.url.appending(path: "user.db")
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: user.path + end) }
    if isEmptied { try Data().write(to: user) }
    let store = try MarketStore(folder: test.folder.url)
    #expect(try await store.check().isSound)
    try age(photos, test)
    let expected = photos.map(\.sha256).sorted().map {
      "photos: \($0) is of no write and no draft, as user.db was made anew"
    }
    #expect(try await store.check().problems == expected)
    try store.close()
  }

  @Test(
    "a check of a file that is damaged while it is in use tells, and repairs nothing",
    arguments: ["cache.db", "user.db"])
  func damagedInUse(_ name: String) async throws {
    let folder = try await usedFolder()
    let store = try MarketStore(folder: folder.url)
    // Nothing else reads.
    await store.suggestionUpkeep.finished()
    let path = folder.url.appending(path: name).path
    let identity = FileIdentity(path: path)
    // In place, as a failing disk would do it.
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4_096)
    try handle.write(contentsOf: Data(repeating: 0xEE, count: Int(size) - 4_096))
    try handle.close()
    let check = try await store.check()
    #expect(check.faults.contains { $0.hasPrefix("\(name): ") }, "\(check)")
    #expect(!check.isSound && check.keptFiles.isEmpty)
    #expect(FileIdentity(path: path) == identity)
    #expect(try await store.pastEvents().isEmpty)
  }
}
