import Foundation
import Measuring
import OpenMarketImages

/// The time of one hit, beside that of a plain dictionary with the same keys: medians over batches of 100 lookups of
/// random keys, all of which are there, in turns.
///
/// The keys that are asked for are texts of their own, and every image has its own bytes, as in an app.
func measureHits() throws {
  for count in [1000, 10_000, 100_000] {
    let cache = MemoryImageCache(byteLimit: 1 << 30)
    var plain: [ImageKey: Int] = [:]
    for number in 0..<count {
      let image = try DecodedImage(width: 4, height: 4, bytes: [UInt8](repeating: 1, count: 48))
      cache.store(image, for: key(number))
      plain[key(number)] = number
    }
    let keys = (0..<count).map(key)
    var found = 0
    var hits: [Double] = []
    var lookups: [Double] = []
    for _ in 0..<2000 {
      hits.append(time(of: keys) { if cache.image(for: $0) != nil { found += 1 } })
      lookups.append(time(of: keys) { if plain[$0] != nil { found += 1 } })
    }
    precondition(found == 400_000)
    let worst = hits.sorted()[1980]
    print(
      """
      memory hit, \(count) entries: \(text(median(hits))) ns (p99 of batches \(text(worst)) ns), \
      a dictionary \(text(median(lookups))) ns, ratio \(String(format: "%.2f", median(hits) / median(lookups)))
      """)
  }
}

private func key(_ number: Int) -> ImageKey {
  ImageKey(
    source: "https://images.example/products/\(number)/photo-\(number % 7).jpg", target: .pixels(184))
}

/// Nanoseconds for each of 100 lookups.
private func time(of keys: [ImageKey], lookup: (ImageKey) -> Void) -> Double {
  let wanted = (0..<100).map { _ in keys[Int.random(in: 0..<keys.count)] }
  return ContinuousClock().measure { for key in wanted { lookup(key) } } / .nanoseconds(1) / 100
}

/// Opening a folder of 10,000 entries of 8 KB and storing one, forgetting all sizes of a photo, reading, and storing.
func measureDisk() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "openmarket-bench-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let content = Data((0..<8000).map { UInt8(truncatingIfNeeded: $0) })
  let cache = try DiskImageCache(folder: folder)
  let stores = ContinuousClock().measure {
    for number in 0..<10_000 {
      cache.store(
        DiskEntry(.original(content), freshness: .infinity), for: "entry \(number)")
    }
  }
  let opens = try (0..<15).map { _ in
    try ContinuousClock().measure {
      try DiskImageCache(folder: folder).store(
        DiskEntry(.original(content), freshness: .infinity), for: "entry 0")
    } / .milliseconds(1)
  }
  // Of a photo that is not there, so that all entries stay.
  let removals = (0..<15).map { _ in
    ContinuousClock().measure { cache.removeAll(like: "no entry") } / .milliseconds(1)
  }
  var found = 0
  let reads = ContinuousClock().measure {
    for number in 0..<10_000 where cache.entry(for: "entry \(number)") != nil { found += 1 }
  }
  precondition(found == 10_000)
  print(
    """
    disk cache, 10,000 entries of 8 KB: open and first store \(text(median(opens))) ms (worst of 15 \(text(opens.max() ?? 0))), \
    forget a photo's sizes \(text(median(removals))) ms, \
    store \(text(stores / .microseconds(1) / 10_000)) µs, checked read \(text(reads / .microseconds(1) / 10_000)) µs
    """)
}

func text(_ number: Double) -> String { String(format: "%.1f", number) }
