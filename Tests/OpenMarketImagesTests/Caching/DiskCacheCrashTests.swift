import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketImages

/// Kills processes that write to a cache, and looks at what is left.
@Suite("DiskImageCache and processes that are killed") struct DiskCacheCrashTests {
  @Test("after kill -9 at random moments every read is a whole entry or a miss", .timeLimit(.minutes(30)))
  func killed() async throws {
    let folder = try TemporaryFolder()
    let cache = try DiskImageCache(folder: folder.url, byteLimit: 256 << 20)
    for number in 0..<10_000 {
      cache.store(
        DiskEntry(
          .original(Self.content(number, round: 0)), freshness: .infinity),
        for: "entry \(number)")
    }
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    for round in 0..<10 {
      let pause = UInt32.random(in: 1000...60_000, using: &generator)
      try await onThread {
        try Self.writeAndKill(
          in: folder.url, seed: seed &+ UInt64(round), isBegun: round == 0, after: pause)
      }
    }
    // What the dead have left half-written goes with the first write.
    let reopened = try DiskImageCache(folder: folder.url, byteLimit: 256 << 20)
    reopened.store(DiskEntry(.original(Data([1])), freshness: .infinity), for: "another")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasPrefix("tmp-") }, "seed \(seed)")
    var found = 0
    var changed = 0
    for number in 0..<10_000 {
      guard case .original(let bytes)? = reopened.entry(for: "entry \(number)")?.content else { continue }
      let word = bytes.dropFirst(8).prefix(8).enumerated().reduce(UInt64(0)) {
        $0 | UInt64($1.element) << (8 * UInt64($1.offset))
      }
      #expect(bytes == Self.content(number, round: Int(word)), "seed \(seed), entry \(number)")
      found += 1
      if word != 0 { changed += 1 }
    }
    #expect(found == 10_000, "seed \(seed)")
    #expect(changed > 0, "seed \(seed)")
    #expect(reopened.counters.damaged == 0, "seed \(seed)")
  }

  /// Two writers at once, ended without warning some microseconds after both are ready, or have stored something.
  private static func writeAndKill(
    in folder: URL, seed: UInt64, isBegun: Bool, after microseconds: UInt32
  ) throws {
    let processes = try (0..<2).map { number -> (Process, Pipe) in
      let process = Process()
      process.executableURL = try BuiltProgram("image-probe").url
      process.arguments = ["write", folder.path, "\(seed &+ UInt64(number) &* 1000)"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      return (process, pipe)
    }
    // A busy machine may not let them store anything in the time that they are given then.
    for (_, pipe) in processes {
      for _ in 0..<(isBegun ? 2 : 1) { _ = try pipe.fileHandleForReading.read(upToCount: 8) }
    }
    // Not a wait for something: the random moment at which the process dies.
    usleep(microseconds)
    for (process, _) in processes { kill(process.processIdentifier, SIGKILL) }
    for (process, _) in processes { process.waitUntilExit() }
  }

  /// As `image-probe` makes it.
  private static func content(_ number: Int, round: Int) -> Data {
    var bytes: [UInt8] = []
    for word in [UInt64(number), UInt64(round)] {
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    let value = UInt8(truncatingIfNeeded: number &* 31 &+ round)
    bytes += [UInt8](repeating: value, count: 160 + (number + round) % 1200 * 8)
    return Data(bytes)
  }
}
