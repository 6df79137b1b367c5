import Foundation
import Measuring
import OpenMarketImages

/// The time of one hit: medians over batches of 100 lookups of random keys, all of which are there.
func measureHits() throws {
  let image = try DecodedImage(
    size: PixelSize(width: 4, height: 4), format: .rgb888, bytes: [UInt8](repeating: 1, count: 48))
  for count in [1000, 10_000, 100_000] {
    let cache = MemoryImageCache(byteLimit: 1 << 30)
    let keys = (0..<count).map {
      ImageKey(source: "https://images.example/products/\($0)/photo-\($0 % 7).jpg", target: .pixels(184))
    }
    for key in keys { cache.store(image, for: key) }
    var found = 0
    let batches = (0..<2000).map { _ in
      let wanted = (0..<100).map { _ in keys[Int.random(in: 0..<count)] }
      let time = ContinuousClock().measure {
        for key in wanted where cache.image(for: key) != nil { found += 1 }
      }
      return time / .nanoseconds(1) / 100
    }
    let worst = batches.sorted()[1980]
    print("memory hit, \(count) entries: \(text(median(batches))) ns (p99 of batches \(text(worst)) ns)")
    precondition(found == 200_000)
  }
}

/// Opening a folder of 10,000 entries of 8 KB, reading them, and storing.
func measureDisk() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "openmarket-bench-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let content = Data((0..<8000).map { UInt8(truncatingIfNeeded: $0) })
  let entry = DiskEntry(.original(content), storedAt: Date(), freshUntil: .distantFuture)
  let cache = try DiskImageCache(folder: folder)
  let stores = ContinuousClock().measure {
    for number in 0..<10_000 { cache.store(entry, for: "entry \(number)") }
  }
  let opens = try (0..<15).map { _ in
    try ContinuousClock().measure { _ = try DiskImageCache(folder: folder) } / .milliseconds(1)
  }
  var found = 0
  let reads = ContinuousClock().measure {
    for number in 0..<10_000 where cache.entry(for: "entry \(number)") != nil { found += 1 }
  }
  precondition(found == 10_000)
  print(
    """
    disk cache, 10,000 entries of 8 KB: open \(text(median(opens))) ms (worst of 15 \(text(opens.max() ?? 0))), \
    store \(text(stores / .microseconds(1) / 10_000)) µs, checked read \(text(reads / .microseconds(1) / 10_000)) µs
    """)
}

func text(_ number: Double) -> String { String(format: "%.1f", number) }
