import Foundation
import GRDB
import Measuring
import OpenMarketMock
import OpenMarketStore

/// The same products without and with descriptions and vendors' names: the size of the index, what a search of names costs
/// beside them, and what of the hits of `LIKE` in all three columns the search finds.
struct Fields {
  let folder: URL
  let count: Int
  let seed: UInt64

  func run() async throws {
    print("\(count) products, first without descriptions and vendors' names, then with them:")
    let plain = try await store(isDescribed: false)
    let described = try await store(isDescribed: true)
    let (names, others) = (plain.index, described.index - plain.index)
    print(
      String(
        format:
          "index of names %.2f MB, ÷ names %.2f; more for %.1f MB of descriptions and vendors' names %.2f MB, ÷ these %.2f (must: ≤ 1.2)",
        Double(names) / 1e6, Double(names) / Double(plain.names), Double(described.others) / 1e6,
        Double(others) / 1e6, Double(others) / Double(described.others)))
    var texts = Texts(count: count, seed: seed)
    let kinds = texts.kinds(each: 30)
    var costs: [[Double]] = [[], []]
    for text in kinds.flatMap(\.texts) {
      for (index, store) in [plain.store, described.store].enumerated() {
        let search = BenchmarkSearch(text, isCorrected: false)
        costs[index].append(try await milliseconds { _ = try await store.find(search) })
      }
    }
    for (name, costs) in zip(["names alone", "with descriptions and vendors"], costs) {
      print(
        String(
          format: "  texts of names, %@: p50 %.2f, p99 %.2f ms CPU", name, percentile(costs, 50),
          percentile(costs, 99)))
    }
    for kind in texts.ofOtherFields(60) { try await measure(kind, described) }
    for store in [plain, described] { try store.store.close() }
  }

  private struct Loaded {
    let store: MarketStore
    let queue: DatabaseQueue
    let names: Int
    let others: Int
    let index: Int
  }

  private func store(isDescribed: Bool) async throws -> Loaded {
    let folder = folder.appending(path: "fields-\(isDescribed)-\(UUID().uuidString)")
    let store = try MarketStore(folder: folder)
    try await Main.load(count, into: store, isDescribed: isDescribed)
    let queue = try DatabaseQueue(path: folder.appending(path: "cache.db").path)
    func number(_ sql: String) throws -> Int {
      try queue.read { try Int.fetchOne($0, sql: sql) } ?? 0
    }
    func bytes(_ column: String) -> String { "coalesce(length(CAST(\(column) AS BLOB)), 0)" }
    return Loaded(
      store: store, queue: queue, names: try number("SELECT sum(\(bytes("name"))) FROM product"),
      others: try number("SELECT sum(\(bytes("description")) + \(bytes("vendor_name"))) FROM product"),
      index: try number(
        "SELECT sum(pgsize) FROM dbstat WHERE name LIKE 'product_fts_%' OR name LIKE 'product_term%'"))
  }

  /// Recall against `LIKE` over the three columns for every word of a text, and the cost of both.
  private func measure(_ kind: Texts.Kind, _ loaded: Loaded) async throws {
    var (ours, likes) = ([Double](), [Double]())
    var (found, expected) = (0, 0)
    for text in kind.texts {
      let words = text.split(separator: " ").map { "%\($0)%" }
      let condition = words.indices.map {
        "(name LIKE ?\($0 + 1) OR description LIKE ?\($0 + 1) OR vendor_name LIKE ?\($0 + 1))"
      }.joined(separator: " AND ")
      var ids: [Int64] = []
      likes.append(
        try await milliseconds {
          ids = try await loaded.queue.read { db in
            try Int64.fetchAll(
              db, sql: "SELECT id FROM product WHERE \(condition) ORDER BY id DESC",
              arguments: StatementArguments(words))
          }
        })
      ours.append(
        try await milliseconds { _ = try await loaded.store.find(BenchmarkSearch(text, isCorrected: false)) })
      expected += ids.count
      var page: BenchmarkSearch? = BenchmarkSearch(
        text, sort: .newest, limit: 200, counted: 1, isCorrected: false)
      var all: Set<Int64> = []
      while let next = page {
        let results = try await loaded.store.find(next)
        all.formUnion(results.ids.map(\.rawValue))
        page = results.next
      }
      found += all.intersection(ids).count
    }
    print(
      String(
        format:
          "  %@: %d texts, %.0f hits of LIKE each, found %.4f of them; first page p50 %.2f, p99 %.2f ms CPU, LIKE ÷ ours at p50 %.0f",
        kind.name, kind.texts.count, Double(expected) / Double(max(1, kind.texts.count)),
        Double(found) / Double(max(1, expected)), percentile(ours, 50), percentile(ours, 99),
        percentile(likes, 50) / percentile(ours, 50)))
  }
}
