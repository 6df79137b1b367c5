import Foundation
import GRDB
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

#if os(Linux)
  /// A program of the system, found in `PATH`.
  private func system(_ name: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs the probe in namespaces of its own, where it may mount file systems, whoever the tests run as.
  private func inMountNamespace(_ script: String, _ folder: URL) async throws -> BuiltProgram.Outcome {
    let probe = try BuiltProgram("store-probe")
    let isRoot = geteuid() == 0
    let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
    return try await unshare.run(
      (isRoot ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
        + ["sh", "-ec", script, "sh", probe.url.path, folder.path])
  }

  @Suite(.serialized, .timeLimit(.minutes(5))) struct HostileFolderTests {
    @Test(
      "on a full disk saving fails with a clear error, reads go on, and the user's data takes the room of copies"
    )
    func fullDisk() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await inMountNamespace(
        "mount -t tmpfs -o size=4m,mode=700 none \"$2\"; \"$1\" fill \"$2\"", folder.url)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(outcome.status == 0, "\(outcome)")
      #expect(lines.prefix(3) == ["save diskFull", "read 20", "recents 1"], "\(outcome)")
      #expect(lines.dropFirst(3).first?.hasPrefix("events diskFull") == true, "\(outcome)")
      #expect(lines.last == "after 1", "\(outcome)")
    }

    /// Fills a small disk: no byte is left for who comes next, nor for who has just freed some.
    private static let filling = "cat /dev/zero >>\"$2/filler\" 2>/dev/null || true; "
    private static let mounting = "mount -t tmpfs -o size=16m,mode=700 none \"$2\"; "

    @Test("on a full disk a store opens and is read, without a copy less")
    func opensOnFullDisk() async throws {
      let folder = try TemporaryFolder()
      let look = Self.filling + "\"$1\" look \"$2\"; "
      let outcome = try await inMountNamespace(
        Self.mounting + "\"$1\" save \"$2\" 3000 1; \"$1\" record \"$2\" desk; " + look + look, folder.url)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(outcome.status == 0 && lines.count == 4, "\(outcome)")
      #expect(lines.prefix(2) == ["products 3000, recents 1", "problems []"])
      #expect(lines[2...3] == lines[0...1], "looking has changed nothing")
    }

    @Test("on a full disk damaged user data is rescued in the room of copies")
    func rescueInRoomOfCopies() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await inMountNamespace(
        Self.mounting + "\"$1\" save \"$2\" 3000 1; \"$1\" record \"$2\" desk; "
          // The header, with the size of a page and the version of the format.
          + "printf '\\245\\245\\245\\245\\245\\245' | dd of=\"$2/user.db\" bs=1 seek=17 conv=notrunc 2>/dev/null; "
          + Self.filling + "\"$1\" look \"$2\"", folder.url)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(outcome.status == 0 && lines.count == 2, "\(outcome)")
      #expect(lines[0] == "products 0, recents 1" && lines[1].contains("user.db.corrupt-"), "\(outcome)")
    }

    @Test(
      "on a full disk copies that are damaged in use are dropped once, and reads say that there is no room")
    func damagedOnFullDisk() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await inMountNamespace(
        Self.mounting + "\"$1\" save \"$2\" 300 1; \"$1\" damage \"$2\"; [ ! -e \"$2/cache.db\" ]", folder.url
      )
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(outcome.status == 0, "\(outcome)")
      let reads = Array(repeating: "products diskFull", count: 3)
      #expect(lines == reads + ["events cacheDropped"], "\(outcome)")
    }

    @Test("on a full disk damaged user data stays where it is, and is rescued when there is room")
    func rescueOnFullDisk() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await inMountNamespace(
        Self.mounting + "\"$1\" record \"$2\" desk; rm \"$2\"/cache.db*; "
          + "printf 'no database' >\"$2/user.db\"; " + Self.filling
          + "\"$1\" open \"$2\" || true; cat \"$2/user.db\"; echo; rm \"$2/filler\"; \"$1\" look \"$2\"",
        folder.url)
      let lines = outcome.output.split(separator: "\n").map(String.init)
      try #require(outcome.status == 0 && lines.count == 4, "\(outcome)")
      #expect(lines[0].hasPrefix("error diskFull") && lines[1] == "no database", "\(outcome)")
      #expect(lines[2] == "products 0, recents 0" && lines[3].contains("user.db.corrupt-"), "\(outcome)")
    }

    @Test(
      "a quota that is used up is a full disk, other failures to write are none, and writes go on afterwards")
    func quota() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await BuiltProgram("store-probe").run(["quota", folder.url.path])
      #expect(outcome.status == 0, "\(outcome)")
      let lines = outcome.output.split(separator: "\n")
      #expect(
        lines == [
          "products diskFull", "photo diskFull", "search diskFull", "search failed", "search done",
        ], "\(outcome)")
      let store = try MarketStore(folder: folder.url)
      #expect(try await store.recentSearches().map(\.text) == ["desk"])
      try store.close()
    }

    @Test(
      "a write that the system refuses is told with its reason",
      arguments: [
        (EFBIG, "failed", "File too large"), (EIO, "failed", "Input/output error"),
        (ENOSPC, "diskFull", "room"),
      ]
    )
    func refusedWrite(number: Int32, code: String, reason: String) async throws {
      let folder = try TemporaryFolder()
      let outcome = try await BuiltProgram("store-probe").run(["refuse", folder.url.path, "\(number)"])
      #expect(outcome.status == 0 && outcome.output.hasPrefix("\(code) "), "\(outcome)")
      #expect(outcome.output.contains(reason) && !outcome.output.contains("disk I/O error"), "\(outcome)")
    }

    @Test("where too many files are open a store says so, and not that it is not permitted")
    func tooManyFiles() async throws {
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      try await store.recordSearch("desk", at: noon)
      try store.close()
      let probe = try BuiltProgram("store-probe")
      let outcome = try await BuiltProgram(at: URL(filePath: "/bin/sh")).run([
        "-c",
        """
        export SWIFT_BACKTRACE=enable=no; ulimit -c 0
        for count in $(seq 4 40); do (ulimit -n "$count"; exec timeout 20 "$1" open "$2") 2>/dev/null; done; true
        """, "sh", probe.url.path, folder.url.path,
      ])
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.contains { $0.contains("user.db") && $0.contains("Too many open files") }, "\(outcome)")
      #expect(!lines.contains { $0.hasPrefix("error notPermitted") }, "\(outcome)")
    }

    @Test("a photo that cannot be read now is not damaged")
    func unreadablePhoto() async throws {
      let folder = try TemporaryFolder()
      let outcome = try await BuiltProgram("store-probe").run(["photo", folder.url.path])
      #expect(outcome.status == 0 && outcome.output == "failed\n5\n", "\(outcome)")
    }

    @Test("a name of the installation that cannot be read now is told with its file and the reason")
    func unreadableInstallation() async throws {
      let folder = try TemporaryFolder()
      try MarketStore(folder: folder.url).close()
      let outcome = try await BuiltProgram("store-probe").run([
        "blink", folder.url.path, "store.installation", "1", "1",
      ])
      let file = folder.url.appending(path: "store.installation").path
      #expect(outcome.status == 1, "\(outcome)")
      #expect(outcome.output.hasPrefix("error failed cannot read \(file): Input/output error"), "\(outcome)")
    }

    @Test(
      "where the system takes only some of the bytes of each write, files are whole and a rescue loses nothing"
    )
    func halvedWrites() async throws {
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      for id in 1...150 {
        _ = try await store.enqueue(.delete, of: Product.ID(id), key: "\(id)", at: noon)
      }
      try store.close()
      let file = try FileHandle(forUpdating: folder.url.appending(path: "user.db"))
      // In the header: the size of a page, and the version of the format.
      try file.seek(toOffset: 17)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 6))
      try file.close()
      let outcome = try await BuiltProgram("store-probe").run(["halve", folder.url.path])
      #expect(outcome.status == 0 && outcome.output.contains("user.db.corrupt-"), "\(outcome)")
      #expect(outcome.output.hasPrefix("file true\n"), "\(outcome)")
      let rescued = try MarketStore(folder: folder.url)
      #expect(try await rescued.submissions(limit: 1_000).count == 150)
      try rescued.close()
    }

    /// SQLite takes a page that cannot be read for a damaged one.
    @Test(
      "a device that fails to read costs nothing, whichever read fails, for once or, of the user's data, for good",
      arguments: [("user.db", true), ("user.db", false), ("cache.db", true)])
    func failingReads(name: String, isOnce: Bool) async throws {
      let folder = try TemporaryFolder()
      let original = folder.url.appending(path: "original")
      var store = try MarketStore(folder: original)
      try await store.recordSearch("desk", at: noon)
      _ = try await store.enqueue(.delete, of: 1, key: "key", at: noon)
      try await store.save([.listed(1)], fetchedAt: noon)
      try store.close()
      // As after a crash: the whole files are checked.
      try Data([1]).write(to: original.appending(path: "store.used"))
      let probe = try BuiltProgram("store-probe")
      var number = 1
      while true {
        let left = folder.url.appending(path: "\(number)")
        try FileManager.default.copyItem(at: original, to: left)
        let outcome = try await probe.run([
          "blink", left.path, name, "\(number)", isOnce ? "\(number)" : "1000000",
        ])
        store = try MarketStore(folder: left)
        #expect(try await store.recentSearches().map(\.text) == ["desk"], "read \(number): \(outcome)")
        #expect(try await store.submissions(limit: 10).count == 1, "read \(number): \(outcome)")
        #expect(try await store.newest(limit: 10).count == 1, "read \(number): \(outcome)")
        try store.close()
        let files = try FileManager.default.contentsOfDirectory(atPath: left.path)
        #expect(!files.contains { $0.contains("corrupt") }, "read \(number): \(outcome)")
        try #require(outcome.status <= 1, "read \(number): \(outcome)")
        if outcome.status == 0, let count = Int(outcome.output.filter(\.isNumber)), count < number { break }
        number += isOnce ? 1 : 10
      }
      #expect(number > 10)
    }

    /// Makes a store with a search and a pending write, as after a crash.
    ///
    /// - Returns: Where in `user.db` the page with the pending write is.
    private func makeLeftStore(_ folder: URL) async throws -> Int {
      let store = try MarketStore(folder: folder)
      try await store.recordSearch("desk", at: noon)
      _ = try await store.enqueue(.delete, of: 1, key: "key", at: noon)
      try store.close()
      let queue = try DatabaseQueue(path: folder.appending(path: "user.db").path)
      let page = try await queue.read { db in
        try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_schema WHERE name = 'submission'")
      }
      try queue.close()
      try Data([1]).write(to: folder.appending(path: "store.used"))
      return (try #require(page) - 1) * 4_096
    }

    private func open(
      _ folder: URL, unreadableAt offset: Int, after seconds: Int
    ) async throws -> BuiltProgram.Outcome {
      try await BuiltProgram("store-probe").run(["unreadable", folder.path, "\(offset)", "\(seconds)"])
    }

    private func keptFiles(in folder: URL) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.wholeMatch(of: /user\.db\.corrupt-\d+/) != nil }.map { folder.appending(path: $0) }
    }

    @Test(
      "user data of which a page cannot be read at three openings, minutes apart, is rescued and the file put aside",
      arguments: [true, false])
    func unreadableForGood(isFirstPage: Bool) async throws {
      let folder = try TemporaryFolder()
      let left = folder.url.appending(path: "store")
      let place = try await makeLeftStore(left)
      let offset = isFirstPage ? 0 : place
      let original = try Data(contentsOf: left.appending(path: "user.db"))
      for seconds in [0, 30, 61, 90] {
        let outcome = try await open(left, unreadableAt: offset, after: seconds)
        #expect(outcome.status == 1 && outcome.output.hasPrefix("error failed"), "\(seconds): \(outcome)")
        #expect(try keptFiles(in: left).isEmpty, "\(seconds)")
      }
      let outcome = try await open(left, unreadableAt: offset, after: 122)
      #expect(outcome.status == 0, "\(outcome)")
      let kept = try #require(try keptFiles(in: left).first)
      let bytes = try Data(contentsOf: kept)
      #expect(bytes.count >= original.count)
      #expect(bytes[place..<place + 4_096] == original[place..<place + 4_096])
      #expect(!FileManager.default.fileExists(atPath: left.appending(path: "user.db.unreadable").path))
      let store = try MarketStore(folder: left)
      #expect(try await store.recentSearches().map(\.text) == ["desk"])
      #expect(try await store.submissions(limit: 10).count == (isFirstPage ? 1 : 0))
      try store.close()
    }

    @Test("an opening at which user data can be read begins the count of those at which it cannot anew")
    func unreadableForAWhile() async throws {
      let folder = try TemporaryFolder()
      let left = folder.url.appending(path: "store")
      let offset = try await makeLeftStore(left)
      for (seconds, isReadable) in [(0, false), (61, false), (122, true), (183, false), (244, false)] {
        let outcome = try await open(left, unreadableAt: isReadable ? -1 : offset, after: seconds)
        #expect(outcome.status == (isReadable ? 0 : 1), "\(seconds): \(outcome)")
      }
      #expect(try keptFiles(in: left).isEmpty)
      let store = try MarketStore(folder: left)
      #expect(try await store.submissions(limit: 10).count == 1)
      try store.close()
    }

    @Test("user data that cannot be read is not rescued where that cannot be counted")
    func uncountedOpenings() async throws {
      let folder = try TemporaryFolder()
      let left = folder.url.appending(path: "store")
      let offset = try await makeLeftStore(left)
      try FileManager.default.createDirectory(
        at: left.appending(path: "user.db.unreadable"), withIntermediateDirectories: false)
      for seconds in [0, 61, 122, 183] {
        let outcome = try await open(left, unreadableAt: offset, after: seconds)
        #expect(outcome.status == 1, "\(seconds): \(outcome)")
      }
      #expect(try keptFiles(in: left).isEmpty)
    }

    @Test("a folder that cannot be written is refused with a reason, be it new or in use before")
    func readOnly() async throws {
      for prepares in [false, true] {
        let folder = try TemporaryFolder()
        if prepares {
          let store = try MarketStore(folder: folder.url)
          try await store.save([.listed(1)], fetchedAt: noon)
          try store.close()
        }
        let outcome = try await inMountNamespace(
          "mount --bind \"$2\" \"$2\"; mount -o remount,bind,ro \"$2\"; \"$1\" open \"$2\"", folder.url)
        #expect(outcome.status == 1 && outcome.output.hasPrefix("error notPermitted"), "\(outcome)")
        #expect(outcome.output.contains("Read-only file system"), "\(outcome)")
      }
    }

    @Test("another user's folder and files are refused, and the message says whose they are")
    func otherUser() async throws {
      try #require(geteuid() == 0, "only root can give a file to another user: run the tests in a container")
      let folder = try TemporaryFolder()
      let store = try MarketStore(folder: folder.url)
      try store.close()
      try FileManager.default.setAttributes(
        [.ownerAccountID: 4321], ofItemAtPath: folder.url.appending(path: "user.db").path)
      #expect { try MarketStore(folder: folder.url) } throws: { error in
        let error = error as? StoreError
        return error?.code == .notPermitted && error?.message.contains("user.db belongs to user 4321") == true
      }
      try FileManager.default.setAttributes([.ownerAccountID: 4321], ofItemAtPath: folder.url.path)
      #expect { try MarketStore(folder: folder.url) } throws: { ($0 as? StoreError)?.code == .notPermitted }
    }

    /// As Apple's platforms do with all files of an app until the device was unlocked once.
    @Test(
      "user data that cannot be read now is refused, and is where it was when it can be read again",
      arguments: ["user.db", "user.db-wal"])
    func unreadable(name: String) async throws {
      try #require(geteuid() == 0, "only root can become another user: run the tests in a container")
      let (folder, copy) = (try TemporaryFolder(), try TemporaryFolder())
      let store = try MarketStore(folder: folder.url)
      try await store.recordSearch("desk", at: noon)
      // As a process that was killed leaves it, so that the next one checks everything.
      let left = copy.url.appending(path: "store")
      try FileManager.default.copyItem(at: folder.url, to: left)
      try store.close()
      let probe = try BuiltProgram("store-probe")
      let outcome = try await BuiltProgram(at: URL(filePath: "/bin/sh")).run([
        "-ec",
        """
        chmod 755 "$3"; chown -R 65534 "$2"; chmod 000 "$2/$4"
        ! setpriv --reuid=65534 --clear-groups "$1" open "$2" || exit 9
        chmod 600 "$2/$4"
        setpriv --reuid=65534 --clear-groups "$1" open "$2"
        ls "$2"
        """, "sh", probe.url.path, left.path, copy.url.path, name,
      ])
      #expect(outcome.status == 0 && outcome.output.hasPrefix("error notPermitted"), "\(outcome)")
      #expect(!outcome.output.contains("corrupt"), "\(outcome)")
      try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: left.path)
      for file in try FileManager.default.contentsOfDirectory(atPath: left.path) {
        try FileManager.default.setAttributes(
          [.ownerAccountID: 0], ofItemAtPath: left.appending(path: file).path)
      }
      let again = try MarketStore(folder: left)
      #expect(try await again.recentSearches().map(\.text) == ["desk"])
      try again.close()
    }
  }
#endif
