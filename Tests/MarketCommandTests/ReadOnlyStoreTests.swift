import Foundation
import OpenMarketTestSupport
import Testing

#if os(Linux)
  /// Commands that read what exists only on this device, in a folder that can only be read.
  @Suite(.serialized, .timeLimit(.minutes(5))) struct ReadOnlyStoreTests {
    private static let commands = [
      ["outbox", "--json"], ["outbox", "show", "1", "--json"], ["recent", "--json"],
      ["list", "--offline", "--json"],
    ]

    /// A device with a pending write and a recent search.
    private func device() async throws -> SellingDevice {
      let device = try await SellingDevice()
      #expect(try await device.run("search", "의자", "--remember").status == 0)
      #expect(try await device.run(device.sell("접이식 의자", ["--no-wait"])).status == 0)
      return device
    }

    private func file(_ name: String, of device: SellingDevice) -> String {
      URL(filePath: device.environment["OPENMARKET_STORE"] ?? "").appending(path: name).path
    }

    /// Runs a command once the store's folder can only be read.
    private func runReadOnly(
      _ arguments: [String], on device: SellingDevice
    ) async throws -> BuiltProgram.Outcome {
      let script = """
        store=$1; shift; mount --bind "$store" "$store"; mount -o remount,bind,ro "$store"; exec "$@"
        """
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      return try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + ["sh", "-ec", script, "sh", file("", of: device), device.market.url.path] + arguments,
        environment: device.environment)
    }

    @Test(
      "they print the same as where it can be written, also without the files that SQLite would make",
      arguments: [[], ["-shm"], ["-wal"], ["-shm", "-wal"]])
    func same(missing: [String]) async throws {
      let device = try await device()
      var expected: [String] = []
      for command in Self.commands { expected.append(try await device.run(command).output) }
      #expect(expected.allSatisfy { !$0.isEmpty })
      for name in ["cache.db", "user.db"] {
        for end in missing { try FileManager.default.removeItem(atPath: file(name + end, of: device)) }
      }
      for (command, output) in zip(Self.commands, expected) {
        let outcome = try await runReadOnly(command, on: device)
        #expect(outcome.status == 0 && outcome.output == output, "\(command): \(outcome)")
      }
    }

    @Test("without its folder's copies, the queue is read all the same")
    func withoutCopies() async throws {
      let device = try await device()
      let expected = try await device.run("outbox").output
      for end in ["", "-wal", "-shm"] {
        try FileManager.default.removeItem(atPath: file("cache.db\(end)", of: device))
      }
      #expect(try await runReadOnly(["outbox"], on: device).output == expected)
    }

    @Test("what only the log has is read, too", arguments: [false, true])
    func log(hasIndex: Bool) async throws {
      let device = try await device()
      let python = BuiltProgram(at: URL(filePath: "/usr/bin/env"))
      // The files as they are while the connection is open.
      let script = """
        import os, shutil, sqlite3, sys
        path = sys.argv[1]
        ends = ["", "-wal", "-shm"]
        connection = sqlite3.connect(path)
        connection.execute("UPDATE submission SET attempts = 7")
        connection.commit()
        for end in ends: shutil.copy(path + end, path + end + ".copy")
        connection.close()
        for end in ends: os.replace(path + end + ".copy", path + end)
        """
      let written = try await python.run(["python3", "-c", script, file("user.db", of: device)])
      try #require(written.status == 0, "\(written)")
      if !hasIndex { try FileManager.default.removeItem(atPath: file("user.db-shm", of: device)) }
      let outcome = try await runReadOnly(["outbox", "--json"], on: device)
      #expect(outcome.status == 0 && outcome.output.contains(#""attempts":7"#), "\(outcome)")
    }

    @Test("user data of another version is not read; the reason says what to do")
    func otherVersion() async throws {
      for (change, status, reason) in [
        ("DELETE FROM grdb_migrations WHERE identifier LIKE '4:%'", Int32(77), "copy the folder"),
        ("INSERT INTO grdb_migrations VALUES('999: from the future')", 74, "update the app"),
      ] {
        let device = try await device()
        let python = BuiltProgram(at: URL(filePath: "/usr/bin/env"))
        let script = """
          import sqlite3, sys
          file = sqlite3.connect(sys.argv[1])
          file.execute(sys.argv[2])
          file.commit()
          """
        let changed = try await python.run(["python3", "-c", script, file("user.db", of: device), change])
        try #require(changed.status == 0, "\(changed)")
        let outcome = try await runReadOnly(["outbox"], on: device)
        #expect(outcome.status == status && outcome.errors.contains(reason), "\(outcome)")
        #expect(outcome.output.isEmpty)
      }
    }
  }
#endif
