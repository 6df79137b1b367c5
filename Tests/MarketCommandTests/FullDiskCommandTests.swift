import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

#if os(Linux)
  /// Commands in a folder on a disk of its own, on which no byte is left when one of them begins.
  @Suite(.serialized, .timeLimit(.minutes(5))) struct FullDiskCommandTests {
    /// Runs `commands` one after the other, once the store was filled.
    ///
    /// - Returns: The status and the output of each.
    private func run(_ commands: [String]) async throws -> [(status: String, output: String)] {
      let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 2_000 })
      let device = try SyncedDevice(server: server.url)
      let script = """
        market=$1 store=$2; shift 2
        mkdir -p "$store"; mount -t tmpfs -o size=16m,mode=700 none "$store"
        "$market" sync >/dev/null && "$market" search 의자 --remember >/dev/null || exit 1
        for command in "$@"; do
          cat /dev/zero >>"$store/filler" 2>/dev/null
          printf '\\001%s\\002' "$("$market" $command 2>&1; echo "$?")"
        done
        """
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      let outcome = try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + ["sh", "-c", script, "sh", device.market.url.path, device.environment["OPENMARKET_STORE"] ?? ""]
          + commands,
        environment: device.environment)
      try await server.stop()
      try #require(outcome.status == 0, "\(outcome)")
      return outcome.output.split(separator: "\u{1}").map { part -> (status: String, output: String) in
        let lines = part.split(separator: "\u{2}")[0].split(separator: "\n")
        return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
      }
    }

    @Test("commands that only read work, and cost no copy")
    func reading() async throws {
      let commands = [
        "outbox", "recent", "store info", "store check", "list --offline --size 2", "suggest ㄴㅌㅂ --offline",
      ]
      let outcomes = try await run(commands + ["store info"])
      #expect(outcomes.count == commands.count + 1)
      for (command, outcome) in zip(commands, outcomes) {
        #expect(outcome.status == "0", "\(command): \(outcome)")
      }
      #expect(outcomes[0].output == "no writes are pending")
      #expect(outcomes[1].output.contains("의자"))
      #expect(outcomes[3].output == "sound")
      #expect(outcomes[4].output.split(separator: "\n").count == 3, "\(outcomes[4])")
      for info in [outcomes[2], outcomes[6]] {
        #expect(info.output.contains("2000, 2000 of them synced"), "\(info)")
      }
    }

    @Test("a full disk can be freed: all copies go on demand, and the user's data stays")
    func makingRoom() async throws {
      let outcomes = try await run([
        "store trim --to 0 --synced", "store reset --force", "store info", "list --offline", "recent",
      ])
      #expect(outcomes.map(\.status) == ["74", "0", "0", "74", "0"], "\(outcomes)")
      #expect(outcomes[0].output.contains("market store reset"), "\(outcomes[0])")
      #expect(outcomes[2].output.contains(" 0, 0 of them synced"), "\(outcomes[2])")
      #expect(outcomes[3].output.contains("no room left on the disk"), "\(outcomes[3])")
      #expect(outcomes[4].output.contains("의자"), "\(outcomes[4])")
    }
  }
#endif
