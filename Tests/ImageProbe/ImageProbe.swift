import Foundation
import OpenMarketImages
import Synchronization

/// Uses the image caches in a process of its own, where nothing else takes memory, and which may be killed.
///
/// ```
/// image-probe memory MIB LOADS MIXED    random loads into a cache of MIB; prints what the process grew by
/// image-probe write FOLDER SEED         stores entries until it is killed; prints a line before, and one after ten of them
/// ```
@main enum ImageProbe {
  struct Misuse: Error {}

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch arguments.first {
    case "memory" where arguments.count == 4:
      guard let size = Int(arguments[1]), let loads = Int(arguments[2]) else { throw Misuse() }
      try measureMemory(mebibytes: size, loads: loads, isMixed: arguments[3] == "mixed")
    case "write" where arguments.count == 3:
      try write(to: URL(filePath: arguments[1]), seed: UInt64(arguments[2]) ?? 0)
    default: throw Misuse()
    }
  }

  // MARK: Memory

  /// What the process has in memory, in bytes.
  private static func residentBytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw Misuse()
    }
    return kilobytes * 1024
  }

  /// Loads images by chance from two threads, as a list that is scrolled to and fro would.
  private static func measureMemory(mebibytes: Int, loads: Int, isMixed: Bool) throws {
    let limit = mebibytes << 20
    // Loading and first use of the libraries is not what is measured.
    _ = try image(0, isMixed: isMixed)
    let before = try residentBytes()
    let cache = MemoryImageCache(byteLimit: limit)
    let peak = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      var generator = Generator(state: UInt64(thread) &+ 1)
      for load in 0..<loads / 2 {
        let number = Int(generator.next() % 20_000)
        let key = ImageKey(
          source: "https://images.example/products/\(number)/photo.jpg", target: .pixels(184))
        guard cache.image(for: key) == nil, let new = try? image(number, isMixed: isMixed) else { continue }
        cache.store(new, for: key)
        guard load % 500 == 0, let now = try? residentBytes() else { continue }
        peak.withLock { $0 = max($0, now) }
      }
    }
    let usage = cache.usage
    let growth = try residentBytes() - before
    let highest = peak.withLock { $0 } - before
    print(
      """
      {"images": \(usage.decodedCount), "counted": \(usage.decodedBytes), "limit": \(limit), \
      "growth": \(growth), "peakGrowth": \(highest)}
      """)
    withExtendedLifetime(cache) {}
  }

  /// A picture as a decoder leaves it; with `isMixed` of one of many sizes.
  private static func image(_ number: Int, isMixed: Bool) throws -> DecodedImage {
    var width = 184
    var height = 138
    if isMixed {
      width = 60 + number * 7919 % 500
      height = 60 + number * 104_729 % 400
    }
    // What a decoder needs for a while.
    let scratch = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: width * 160)
    let bytes = [UInt8](repeating: scratch[0], count: width * height * 3)
    return try DecodedImage(size: PixelSize(width: width, height: height), format: .rgb888, bytes: bytes)
  }

  // MARK: Disk

  /// Stores entries whose content follows from their number, for ever.
  private static func write(to folder: URL, seed: UInt64) throws {
    let cache = try DiskImageCache(folder: folder, byteLimit: 256 << 20)
    var generator = Generator(state: seed)
    try FileHandle.standardOutput.write(contentsOf: Data("writing\n".utf8))
    defer { withExtendedLifetime(cache) {} }
    for count in 1... {
      let number = Int(generator.next() % 10_000)
      let content = Data(content(number, round: Int(generator.next() % 1000)))
      cache.store(
        DiskEntry(.original(content), eTag: "\"\(number)\"", freshness: .infinity),
        for: "entry \(number)")
      if number % 50 == 0 { cache.refresh("entry \(number)", freshness: .infinity) }
      if count == 10 { try FileHandle.standardOutput.write(contentsOf: Data("written\n".utf8)) }
    }
  }

  /// The number and the round in the first 16 bytes, and then what follows from them.
  private static func content(_ number: Int, round: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for word in [UInt64(number), UInt64(round)] {
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
    let value = UInt8(truncatingIfNeeded: number &* 31 &+ round)
    bytes += [UInt8](repeating: value, count: 160 + (number + round) % 1200 * 8)
    return bytes
  }

  /// SplitMix64, so that a run can be repeated.
  private struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
