import Foundation
import OpenMarketAPI
import OpenMarketStore
import OpenMarketTestSupport
import Testing

@Suite(.serialized, .timeLimit(.minutes(5))) struct KillTests {
  @Test("a process that is killed at any moment has lost nothing that it acknowledged")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let probe = try BuiltProgram("store-probe")
    let seed = UInt64.random(in: 0...999)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var next: Int64 = 1
    for round in 1...12 {
      let batch = Int64.random(in: 1...60, using: &random)
      // Killed at a random moment of the batch after some acknowledged one.
      let wanted = Int.random(in: 1...15, using: &random)
      let pause = UInt32.random(in: 0...4_000, using: &random)
      let arguments = ["write", folder.url.path, "\(batch)", "\(next)"]
      let acknowledged = try await onThread {
        let (process, output) = (Process(), Pipe())
        process.executableURL = probe.url
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        var acknowledged = ""
        while acknowledged.filter({ $0 == "\n" }).count < wanted {
          let data = output.fileHandleForReading.availableData
          if data.isEmpty { break }
          acknowledged += String(decoding: data, as: UTF8.self)
        }
        // Not a wait for something: the random moment at which the process dies.
        usleep(pause)
        kill(process.processIdentifier, SIGKILL)
        acknowledged += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return acknowledged
      }
      let last = try #require(
        acknowledged.split(separator: "\n").last.flatMap { Int64($0) }, "round \(round)")

      let store = try MarketStore(folder: folder.url)
      #expect(try await store.check().isSound, "seed \(seed), round \(round)")
      let stored = try await store.newest(limit: 100_000).ids
      #expect(stored == Array((1...Int64(stored.count)).reversed()), "seed \(seed), round \(round): a gap")
      #expect(Int64(stored.count) >= last, "seed \(seed), round \(round): lost products")
      let checkpoint = try await store.checkpoint("last").flatMap {
        Int64(String(decoding: $0, as: UTF8.self))
      }
      #expect(checkpoint == stored.first, "seed \(seed), round \(round): products without their checkpoint")
      let recents = try await store.recentSearches().map(\.text)
      #expect(recents.contains("search \(last)"), "seed \(seed), round \(round): a lost search")
      try store.close()
      next = Int64(stored.count) + 1
    }
  }
}
