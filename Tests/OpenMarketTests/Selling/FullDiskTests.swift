import Foundation
import OpenMarketTestSupport
import Testing

#if os(Linux)
  @Suite(.serialized, .timeLimit(.minutes(5))) struct FullDiskTests {
    @Test(
      "on a full disk a sale fails with a clear error and leaves nothing behind; what was sold is all there")
    func fullDisk() async throws {
      let folder = try TemporaryFolder()
      let probe = try BuiltProgram("selling-probe")
      let script = "mount -t tmpfs -o size=4m,mode=700 none \"$2\"; \"$1\" fill \"$2\""
      let unshare = BuiltProgram(at: URL(filePath: "/usr/bin/unshare"))
      let outcome = try await unshare.run(
        (geteuid() == 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"])
          + ["sh", "-ec", script, "sh", probe.url.path, folder.url.path])
      #expect(outcome.status == 0, "\(outcome)")
      let lines = outcome.output.split(separator: "\n").map(String.init)
      #expect(lines.first == "end diskFull", "\(outcome)")
      let words = try #require(lines.dropFirst().first).split(separator: " ").compactMap { Int($0) }
      #expect(words.count == 4 && words[0] > 5 && Set(words).count == 1, "\(outcome)")
      #expect(lines.last == "after \(words[0])", "one was cancelled, and its room is there for another")
    }
  }
#endif
