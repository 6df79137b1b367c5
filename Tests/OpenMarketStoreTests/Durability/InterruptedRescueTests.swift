import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// A rescue that ends before it is complete, such as with its process.
@Suite(.serialized, .timeLimit(.minutes(5))) struct InterruptedRescueTests {
  /// A listing with a photo, and a search that only the log of `user.db` has.
  private struct Queue {
    let folder: TemporaryFolder
    let photo: StoredPhoto

    init() async throws {
      let origin = try TestStore()
      photo = try await origin.store.storePhoto(Data("photo".utf8), fileName: "1.jpg")
      let listing = NewListing(name: "desk", description: "as good as new", price: 1_000)
      _ = try await origin.store.enqueue(listing, photos: [photo], key: "key", at: noon)
      try origin.store.close()
      let queue = try DatabaseQueue(path: origin.folder.url.appending(path: "user.db").path)
      try await queue.write { db in
        try db.execute(
          sql: "INSERT INTO recent_search(key, text, used_at, uses) VALUES('desk', 'desk', 0, 1)")
      }
      folder = try TemporaryFolder()
      // While it is open: its end would empty the log.
      for name in ["user.db", "user.db-wal", "photos"] {
        try FileManager.default.copyItem(
          at: origin.folder.url.appending(path: name), to: folder.url.appending(path: name))
      }
      try queue.close()
    }

    /// Damages the first page: by itself the size of a page and the version of the format.
    func damageFirstPage(at offset: Int = 17) throws {
      let file = folder.url.appending(path: "user.db")
      var bytes = try Data(contentsOf: file)
      bytes.replaceSubrange(offset..<offset + 6, with: Data(repeating: 0xA5, count: 6))
      try bytes.write(to: file)
    }

    func move(_ name: String, to other: String) throws {
      try FileManager.default.moveItem(
        at: folder.url.appending(path: name), to: folder.url.appending(path: other))
    }

    /// Makes a new `user.db` without rows, as a killed process leaves it.
    func begin(withLog: Bool) throws {
      let origin = try TemporaryFolder()
      let file = DatabaseFile(.user, in: try StoreFolder(origin.url))
      try file.open()
      for name in ["user.db"] + (withLog ? ["user.db-wal"] : []) {
        try FileManager.default.copyItem(
          at: origin.url.appending(path: name), to: folder.url.appending(path: name))
      }
      try file.close()
    }
  }

  /// All is there, also after two launches have tidied up.
  private func expectAll(
    in folder: URL, _ photo: StoredPhoto, searches: [String], _ comment: Comment? = nil
  ) async throws {
    let file = photo.url(in: folder).path
    for _ in 1...2 {
      // So old that it is of no write under way.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: file)
      let store = try MarketStore(folder: folder)
      try await store.removeUnusedPhotos()
      #expect(try await store.submissions(limit: 10).count == 1, comment)
      #expect(try await store.recentSearches().map(\.text) == searches, comment)
      try store.close()
      try #require(FileManager.default.fileExists(atPath: file), comment)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.contains("rescuing") }.isEmpty, comment)
  }

  /// Where a rescue ends, or the next one while it takes the file back.
  enum Step: CaseIterable {
    case fileIsAside, logIsAside, newFileIsThere, newLogIsDeleted
  }

  @Test(
    "a rescue that was interrupted is taken back by the next launch, with what is in the log",
    arguments: Step.allCases)
  func interrupted(_ step: Step) async throws {
    let queue = try await Queue()
    let aside = "user.db.rescuing-1700000000000"
    try queue.move("user.db", to: aside)
    if step != .fileIsAside { try queue.move("user.db-wal", to: "\(aside)-wal") }
    switch step {
    case .fileIsAside, .logIsAside: break
    case .newFileIsThere: try queue.begin(withLog: true)
    case .newLogIsDeleted: try queue.begin(withLog: false)
    }
    try await expectAll(in: queue.folder.url, queue.photo, searches: ["desk"])
  }

  @Test(
    "of two rescues that were interrupted the later one is taken back, also when the calendar was before 1970",
    arguments: [(1_700_000_000_000, nil), (-1_000, nil), (1_700_000_000_000, 999_999_999_999), (-9, -10)]
      as [(Int64, Int64?)])
  func moments(later: Int64, earlier: Int64?) async throws {
    let queue = try await Queue()
    let path = queue.folder.url.appending(path: "user.db").path
    for end in ["", "-wal"] { try queue.move("user.db\(end)", to: "user.db.rescuing-\(later)\(end)") }
    if let earlier { try Data("damaged".utf8).write(to: URL(filePath: "\(path).rescuing-\(earlier)")) }
    try await expectAll(in: queue.folder.url, queue.photo, searches: ["desk"])
    if let earlier { #expect(FileManager.default.fileExists(atPath: "\(path).corrupt-\(earlier)")) }
  }

  @Test("rescues while the calendar stands still before 1970 keep each damaged file")
  func before1970() async throws {
    let queue = try await Queue()
    var configuration = MarketStore.Configuration()
    configuration.time.date = { Date(timeIntervalSince1970: -1_000) }
    for count in 1...2 {
      let store = try MarketStore(folder: queue.folder.url, configuration: configuration)
      try store.files.use.exclusively { _ in try store.files.rescueUserData("test") }
      #expect(try await store.submissions(limit: 10).count == 1)
      #expect(store.files.keptFiles == ["user.db.corrupt-0", "user.db.corrupt-1"].prefix(count).map(\.self))
      try store.close()
    }
  }

  @Test("damage to the first page loses nothing that only the log has", arguments: [17, 60, 700, 2_500])
  func log(_ offset: Int) async throws {
    let queue = try await Queue()
    try queue.damageFirstPage(at: offset)
    // As the process that has left the log does.
    try Data([1]).write(to: queue.folder.url.appending(path: "store.used"))
    try await expectAll(in: queue.folder.url, queue.photo, searches: ["desk"])
  }

  @Test("the log of a damaged file follows it where the rescue was complete")
  func complete() async throws {
    let queue = try await Queue()
    let (file, log) = (
      queue.folder.url.appending(path: "user.db"), queue.folder.url.appending(path: "user.db-wal")
    )
    let bytes = try Data(contentsOf: log)
    try FileManager.default.copyItem(atPath: file.path, toPath: "\(file.path).corrupt-1700000000000")
    try FileManager.default.copyItem(atPath: log.path, toPath: "\(file.path).rescuing-1700000000000-wal")
    try Data("mended".utf8).write(to: URL(filePath: "\(file.path).rescuing-1700000000000.mended"))
    try await expectAll(in: queue.folder.url, queue.photo, searches: ["desk"])
    #expect(try Data(contentsOf: URL(filePath: "\(file.path).corrupt-1700000000000-wal")) == bytes)
  }

  #if os(Linux)
    @Test("killed before any write of a rescue, nothing is lost: the next launch rescues it")
    func killed() async throws {
      let origin = try await Queue()
      try origin.damageFirstPage()
      let seed = Int.random(in: 0..<Self.stride)
      print("seed \(seed)")
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for lane in 0..<Self.laneCount {
          group.addTask {
            try await killAll(from: 1 + seed + lane * Self.stride, origin.folder.url, origin.photo)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.reduce(0, +) > 10)
    }

    /// Several processes at once, since each mostly waits.
    private static let laneCount = 4
    /// Every third write is enough for one run.
    private static let stride = 3

    /// Kills before write `first` and every twelfth after it, until the program comes to its end.
    ///
    /// - Returns: How often it was killed.
    private func killAll(from first: Int, _ origin: URL, _ photo: StoredPhoto) async throws -> Int {
      let probe = try BuiltProgram("store-probe")
      for count in 0..<1_000 {
        let fatal = first + count * Self.laneCount * Self.stride
        let copy = try TemporaryFolder()
        let folder = copy.url.appending(path: "store")
        try FileManager.default.copyItem(at: origin, to: folder)
        let outcome = try await probe.run(["rescue", folder.path, "\(fatal)"])
        try #require([0, 128 + SIGKILL].contains(outcome.status), "write \(fatal): \(outcome)")
        try await expectAll(in: folder, photo, searches: ["desk"], "write \(fatal)")
        if outcome.status == 0 { return count }
      }
      Issue.record("the program does not end")
      return 0
    }
  #endif
}
