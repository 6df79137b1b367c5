import Foundation
import GRDB
import Measuring
import OpenMarketMock
import OpenMarketStore

/// `SearchBenchmark [products] [folder [part]]`: search and suggestions among so many names (1,000,000 unless given)
/// beside `LIKE` over the same rows, in one run. A folder given is kept and used
/// again; a part is searches, across (a text that half of the names have only across a space), suggestions, recall, saving, fields (descriptions and vendors too, 100,000 products at most) or
/// quality. That one is run by itself only: how well slips are forgiven,
/// beside other indexes; the arguments that follow are the number of slips and the command that runs Tantivy.
@main
enum Main {
  static let seed: UInt64 = 1

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let count = arguments.first.flatMap(Int.init) ?? 1_000_000
    let kept = arguments.dropFirst().first.map { URL(filePath: $0) }
    let folder =
      kept ?? FileManager.default.temporaryDirectory.appending(path: "SearchBenchmark-\(UUID().uuidString)")
    defer { if kept == nil { try? FileManager.default.removeItem(at: folder) } }

    let store = try MarketStore(folder: folder)
    if try await store.newest(limit: 1).isEmpty { try await load(count, into: store) }
    try await store.updateSuggestions()
    let reference = try Reference(folder.appending(path: "cache.db"))
    try reference.printSizes()
    fflush(nil)

    let part = arguments.dropFirst(2).first
    var texts = Texts(count: count, seed: seed)
    if part == nil || part == "searches" {
      try await Searches(store: store, reference: reference).run(texts.kinds(each: 30))
      fflush(nil)
    }
    if part == nil || part == "across" {
      let other = folder.appending(path: "across-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: other) }
      try await searchAcrossSpaces(among: min(count, 100_000), in: MarketStore(folder: other))
      fflush(nil)
    }
    if part == nil || part == "suggestions" {
      try await Suggestions(store: store, reference: reference).run(states: texts.typingStates(4_000))
      fflush(nil)
    }
    if part == nil || part == "recall" {
      try await Recall(store: store, reference: reference).run(texts.kinds(each: 12) + [texts.inWords(12)])
    }
    if part == nil || part == "fields" {
      try await Fields(folder: folder, count: min(count, 100_000), seed: seed).run()
    }
    if part == nil || part == "saving" {
      for batch in [100, 10_000] {
        let other = folder.appending(path: "saving-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: other) }
        let store = try MarketStore(folder: other)
        try await load(min(count, 100_000), into: store, perTransaction: batch)
        try store.close()
      }
    }
    if part == "quality" {
      let names = Names(count: count, seed: seed)
      let work = folder.appending(path: "quality-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: work) }
      let rest = Array(arguments.dropFirst(4))
      try await Quality(
        store: store, names: names,
        trigrams: TrigramIndex(names.all, at: work.appending(path: "trigrams.db")),
        tantivy: rest.isEmpty ? nil : TantivyPeer(command: rest), folder: work
      ).run(
        slips: arguments.dropFirst(3).first.flatMap(Int.init) ?? 10_000,
        words: BenchmarkWords(reference.words()), seed: seed)
    }
    try store.close()
  }

  /// The first page by relevance for states of typing 폰케이스 among names half of which are 핸드폰 케이스.
  private static func searchAcrossSpaces(among count: Int, in store: MarketStore) async throws {
    let products = (1...count).map { number in
      var product = MarketplaceMock.catalogueProduct(Int64(number), seed: seed)
      if number.isMultiple(of: 2) { product.name = "핸드폰 케이스 \(number)" }
      return product
    }
    try await store.save(products, fetchedAt: Date(), retention: .synced)
    for text in ["폰케", "폰케이", "드폰케"] {
      var costs: [Double] = []
      for _ in 0..<20 {
        let query = BenchmarkSearch(text, isCorrected: false)
        costs.append(try await milliseconds { _ = try await store.find(query) })
      }
      print(
        String(
          format: "  %@ across a space in half of %d names, by relevance: p50 %.2f, max %.2f ms CPU", text,
          count,
          percentile(costs, 50), costs.max() ?? 0))
    }
    try store.close()
  }

  static func load(
    _ count: Int, into store: MarketStore, perTransaction batch: Int = 10_000, isDescribed: Bool = false
  ) async throws {
    var generating = 0.0
    let start = processorSeconds()
    for first in stride(from: 1, through: count, by: batch) {
      // Of this thread alone: texts to suggest are counted on another one meanwhile.
      let begin = threadSeconds()
      let products = (first...min(first + batch - 1, count)).map {
        MarketplaceMock.catalogueProduct(Int64($0), seed: seed, isDescribed: isDescribed)
      }
      generating += threadSeconds() - begin
      try await store.save(products, fetchedAt: Date(), retention: .synced)
    }
    try await store.updateSuggestions()
    let seconds = processorSeconds() - start - generating
    print(
      String(
        format: "%d products in %.1f s CPU, %d in a transaction: rows, index and suggestions, %.1f µs each",
        count,
        seconds, batch, seconds / Double(count) * 1e6))
  }
}

/// The `percent`th of the sorted values.
func percentile(_ values: [Double], _ percent: Double) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return .nan }
  return sorted[min(sorted.count - 1, Int(Double(sorted.count) * percent / 100))]
}

/// CPU of `body` in milliseconds.
func milliseconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = processorSeconds()
  try await body()
  return (processorSeconds() - start) * 1e3
}
