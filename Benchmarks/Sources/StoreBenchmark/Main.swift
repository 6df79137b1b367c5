import Foundation
import Measuring
import OpenMarketAPI
import OpenMarketStore

/// The store beside the bare C API: processor time, the same rows, in turns, in one run.
@main enum StoreBenchmark {
  static let moment = Date(timeIntervalSince1970: 1_700_000_000)

  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: StoreBenchmark SCHEMA-FILE")
      exit(64)
    }
    let schema = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
    try await load(schema, rows: 100_000, perTransaction: 100, rounds: 3, limit: 1.2)
    try await load(schema, rows: 100_000, perTransaction: 10_000, rounds: 3, limit: 1.35)
    try await read(schema)
  }

  /// Products as lists show them.
  ///
  /// With `isIndexed` false they are sold out and have their text in the thumbnail's address, of which neither the search
  /// index nor the suggestions take up anything; a text of symbols alone is found too, so it would not do. The index then has
  /// only the tokens by which products are filtered, on both sides.
  static func products(_ count: Int, isIndexed: Bool) -> [Product] {
    (1...Int64(count)).map { id in
      let text = "게이밍 의자 \(id) 거의 새것"
      let filling = isIndexed ? "" : String(repeating: "_", count: text.utf8.count)
      return Product(
        id: Product.ID(rawValue: id), vendorID: Vendor.ID(rawValue: id * 7919 % 5000),
        name: isIndexed ? text : "",
        thumbnail: URL(string: "https://market.example/images/\(filling)\(id)/thumbnail.jpg"),
        currency: .krw,
        price: Decimal(id % 900 * 1000), stock: isIndexed ? 1 : 0, createdAt: moment, updatedAt: moment)
    }
  }

  // MARK: Loading

  static func load(
    _ schema: String, rows: Int, perTransaction: Int, rounds: Int, limit: Double
  ) async throws {
    func batches(isIndexed: Bool) -> [[Product]] {
      let all = products(rows, isIndexed: isIndexed)
      return stride(from: 0, to: rows, by: perTransaction).map { Array(all[$0..<$0 + perTransaction]) }
    }
    let plain = batches(isIndexed: false)
    let named = batches(isIndexed: true)
    func subject(_ batches: [[Product]]) async throws {
      try await inFolder { folder in
        let store = try MarketStore(folder: folder)
        for batch in batches { try await store.save(batch, fetchedAt: moment) }
      }
    }
    func reference(_ batches: [[Product]]) async throws {
      try await inFolder { folder in
        let store = try BareStore(folder.appending(path: "bare.db").path, schema: schema)
        for batch in batches { try store.save(batch, fetchedAt: moment) }
      }
    }
    let ratio = try await compare(
      "load \(rows), \(perTransaction) in a transaction, no text to index", rounds: rounds, operations: rows,
      subject: { try await subject(plain) }, reference: { try await reference(plain) })
    verdict(ratio, limit)
    _ = try await compare(
      "  the same with all of the index and suggestions, bare without", rounds: 1, operations: rows,
      subject: { try await subject(named) }, reference: { try await reference(named) })
  }

  // MARK: Reading

  static func read(_ schema: String) async throws {
    try await inFolder { folder in
      let count = 200_000
      let all = products(count, isIndexed: false)
      let store = try MarketStore(folder: folder)
      for start in stride(from: 0, to: count, by: 10_000) {
        try await store.save(Array(all[start..<start + 10_000]), fetchedAt: moment, retention: .synced)
      }
      let bare = try BareStore(folder.appending(path: "cache.db").path, schema: nil)
      for (place, id) in [("front", Int64(count)), ("middle", Int64(count / 2)), ("end", 100)] {
        let ratio = try await compare(
          "page of 20 at the \(place)", rounds: 7, operations: 2_000,
          subject: {
            for step in 0..<2_000 as Range<Int64> {
              _ = try await store.newest(before: Product.ID(rawValue: id - step % 50), limit: 20)
            }
          },
          reference: { for step in 0..<2_000 as Range<Int64> { _ = try bare.newest(before: id - step % 50) } }
        )
        verdict(ratio, 2)
      }
      _ = try await compare(
        "product by number", rounds: 7, operations: 5_000,
        subject: {
          for step in 1...5_000 as ClosedRange<Int64> {
            _ = try await store.product(Product.ID(rawValue: step * 37))
          }
        },
        reference: { for step in 1...5_000 as ClosedRange<Int64> { _ = try bare.product(step * 37) } })
      let ids = (1...1_000).map { Product.ID(rawValue: Int64($0) * 199) }
      _ = try await compare(
        "each of 1,000 products by number in one read", rounds: 7, operations: 1_000,
        subject: { _ = try await store.products(ids) },
        reference: { for id in ids { _ = try bare.product(id.rawValue) } })
      try await latency(store, all)
    }
  }

  /// Wall time of a page of 20, alone and beside a writer that never pauses.
  static func latency(_ store: MarketStore, _ all: [Product]) async throws {
    func percentiles(_ count: Int) async throws -> (p50: Double, p99: Double) {
      var times: [Double] = []
      let clock = ContinuousClock()
      for step in 0..<count {
        let id = Product.ID(rawValue: Int64(step * 6_151 % 200_000) + 1)
        let time = try await clock.measure { _ = try await store.newest(before: id, limit: 20) }
        times.append(time / .microseconds(1))
      }
      times.sort()
      return (times[count / 2], times[count * 99 / 100])
    }
    var ratios: [Double] = []
    for _ in 1...5 {
      let idle = try await percentiles(4_000)
      let writer = Task {
        var price: Decimal = 1
        while !Task.isCancelled {
          for start in stride(from: 0, to: all.count, by: 100) where !Task.isCancelled {
            let batch = all[start..<start + 100].map { product in
              var product = product
              product.price = price
              return product
            }
            try await store.save(batch, fetchedAt: moment, retention: .synced)
          }
          price += 1
        }
      }
      let busy = try await percentiles(4_000)
      writer.cancel()
      _ = await writer.result
      print(
        String(
          format: "page of 20, wall: idle p50 %.0f µs, p99 %.0f µs; beside a writer p50 %.0f µs, p99 %.0f µs",
          idle.p50, idle.p99, busy.p50, busy.p99))
      ratios.append(busy.p99 / idle.p99)
    }
    print(String(format: "p99 beside a writer ÷ idle p99 = %.2f (median of 5)", median(ratios)))
    verdict(median(ratios), 3)
  }

  // MARK: Setting

  static func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "store-benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  static func verdict(_ ratio: Double, _ limit: Double) {
    print(String(format: "  must ≤ %.2f: %@", limit, ratio <= limit ? "met" : "MISSED"))
  }
}
