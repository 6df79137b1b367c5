import Foundation
import OpenMarketTestSupport
import Testing

#if os(Linux)
  @Suite(.serialized, .timeLimit(.minutes(5))) struct FullDiskTests {
    /// Runs `script` with the probe as `$1` and an empty disk of 4 MiB as `$2`, whoever the tests run as.
    private func run(_ script: String) async throws -> (BuiltProgram.Outcome, [String]) {
      let folder = try TemporaryFolder()
      let probe = try BuiltProgram("selling-probe")
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      let outcome = try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + [
            "sh", "-ec", "mount -t tmpfs -o size=4m,mode=700 none \"$2\"; \(script)", "sh", probe.url.path,
            folder.url.path,
          ])
      return (outcome, outcome.output.split(separator: "\n").map(String.init))
    }

    @Test(
      "on a full disk a sale fails with a clear error and leaves nothing behind; what was sold is all there")
    func fullDisk() async throws {
      let (outcome, lines) = try await run("\"$1\" fill \"$2\"")
      #expect(outcome.status == 0, "\(outcome)")
      #expect(lines.first == "end diskFull", "\(outcome)")
      let words = try #require(lines.dropFirst().first).split(separator: " ").compactMap { Int($0) }
      #expect(words.count == 4 && words[0] > 5 && Set(words).count == 1, "\(outcome)")
      #expect(lines.last == "after \(words[0])", "one was cancelled, and its room is there for another")
    }

    @Test("a market opens on a disk without a byte left, and its queue is displayed")
    func opens() async throws {
      let (outcome, lines) = try await run(
        "\"$1\" fill \"$2\"; cat /dev/zero >\"$2/filler\" 2>/dev/null || true; \"$1\" list \"$2\"")
      #expect(outcome.status == 0, "\(outcome)")
      let after = try #require(lines.dropFirst(2).first)
      #expect(lines.last == after.replacing("after", with: "pending") && after != "after 0", "\(outcome)")
    }
  }
#endif
