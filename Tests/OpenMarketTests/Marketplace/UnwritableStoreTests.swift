import Foundation
import MockServerNIO
import OpenMarketMock
import OpenMarketTestSupport
import Testing

#if os(Linux)
  @Suite("Marketplace: a store that cannot be written", .timeLimit(.minutes(5)))
  struct UnwritableStoreTests {
    /// What the probe prints, run after `mount` where it may mount file systems, whoever the tests run as.
    private func lines(_ mount: String, _ command: String) async throws -> (BuiltProgram.Outcome, [String]) {
      let server = try await MockServer.start(handler: MarketplaceMock { $0.productCount = 20_000 })
      let folder = try TemporaryFolder()
      let probe = try BuiltProgram("market-probe")
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      let outcome = try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + [
            "sh", "-ec", "\(mount); \"$1\" \(command) \"$3\" \"$2\"", "sh", probe.url.path, folder.url.path,
            server.url.absoluteString,
          ])
      try await server.stop()
      return (outcome, outcome.output.split(separator: "\n").map(String.init))
    }

    @Test("on a full disk what is stored responses, the server the rest, and the app is told")
    func fullDisk() async throws {
      let (outcome, lines) = try await lines("mount -t tmpfs -o size=4m,mode=700 none \"$2\"", "fill")
      let stored = lines.first.flatMap { Int($0.dropFirst("stored ".count)) }
      #expect(stored ?? 0 > 3, "\(outcome)")
      #expect(
        Array(lines.dropFirst()) == [
          "old page: 100 from cache", "new page: 100 from network", "detail: true from network",
          "event diskFull", "store event diskFull",
        ], "\(outcome)")
    }

    @Test("a folder that can no longer be written stops no read from the server, and the app is told")
    func lost() async throws {
      let (outcome, lines) = try await lines("mount --make-rprivate /", "lose")
      #expect(
        lines == [
          "page: 100 from network", "page again: 100 from cache", "old page: 100 from network",
          "detail: true from network", "stored page: notPermitted", "event notPermitted",
        ], "\(outcome)")
    }

    @Test("in a folder that can only be read no market opens, and the reason is told")
    func readOnly() async throws {
      let (outcome, lines) = try await lines(
        "mount --bind \"$2\" \"$2\"; mount -o remount,bind,ro \"$2\"", "lose")
      #expect(lines.first?.hasPrefix("error notPermitted: ") == true, "\(outcome)")
      #expect(
        lines.first?.hasSuffix("Read-only file system: use a folder on another disk") == true, "\(outcome)")
    }
  }
#endif
