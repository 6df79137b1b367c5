import Foundation
import OpenMarketStore

/// How well the search forgives, beside SQLite's trigram index and Tantivy: the same names and texts, one run.
struct Quality {
  let store: MarketStore
  let names: Names
  let trigrams: TrigramIndex
  let tantivy: TantivyPeer?
  let folder: URL

  /// The slips that are not to be corrected.
  struct Leftovers {
    var texts: [Slip] = []
    var (beginnings, hopeless, few) = (0, 0, 0)
  }

  func run(slips count: Int, words: BenchmarkWords, seed: UInt64) async throws {
    var generator = SlipGenerator(names: names, seed: seed)
    let oracle = Oracle(names: names, words: words, generator: generator)
    // Half are errors of keys, a quarter of sounds, an eighth of spaces and of words each.
    let plan: [(Slip.Kind, Int)] = [
      (.neighbour, 10), (.anyKey, 10), (.omission, 10), (.doubling, 10), (.transposition, 10), (.vowel, 13),
      (.final, 12),
      (.spaceLeftOut, 7), (.spaceTooMany, 6), (.equivalent, 8), (.keyboard, 4),
    ]
    var cases: [QualityCase] = []
    var leftovers = Leftovers()
    for (kind, share) in plan {
      var wanted = count * share / 100
      var tries = 0
      while wanted > 0, tries < count * 200 {
        tries += 1
        guard let slip = generator.next(kind) else { continue }
        switch oracle.finding(slip) {
        case .expected(let expected) where expected.count > 0:
          cases.append(QualityCase(slip: slip, expected: expected))
          wanted -= 1
        case .text(let number):
          leftovers.texts.append(slip)
          if number < 20 { leftovers.few += 1 }
        case .beginning: leftovers.beginnings += 1
        case .nothing, .expected: leftovers.hopeless += 1
        }
      }
    }
    print(
      """
      \(cases.count) slips among \(names.all.count) names. Left out: \(leftovers.texts.count) that are what names have \
      (\(leftovers.few) in fewer than 20), \(leftovers.beginnings) that are the beginning of a word, \
      \(leftovers.hopeless) that are like no word.
      """)
    let peers = try await measure(cases.map(\.slip.typed))
    QualityReport(names: names, peers: peers).printRecall(cases)
    fflush(nil)
    try await Precision(quality: self).run(seed: seed, slips: leftovers.texts)
    try await suggestions(cases.map(\.slip).filter(\.kind.isTyping))
  }

  /// Ours first, then the peers that there are.
  func measure(_ texts: [String]) async throws -> [QualityPeer] {
    for text in texts.prefix(100) { _ = try await store.find(BenchmarkSearch(text)) }
    var ours = QualityPeer(name: "ours")
    var theirs = QualityPeer(name: "trigram index")
    for text in texts {
      var page: BenchmarkSearch.Page?
      ours.costs.append(try await milliseconds { page = try await store.find(BenchmarkSearch(text)) })
      ours.ids.append(page?.ids.map(\.rawValue) ?? [])
      ours.corrections.append(page?.correction)
      var ids: [Int64] = []
      theirs.costs.append(try await milliseconds { ids = try trigrams.search(text) })
      theirs.ids.append(ids)
    }
    let found = try tantivy?.search(texts, in: names.all, folder: folder)
    guard let found, found.count == texts.count else {
      print("Tantivy could not be run: \(tantivy == nil ? "no Python given" : "its process failed")")
      return [ours, theirs]
    }
    let third = QualityPeer(name: "Tantivy", ids: found.map(\.ids), costs: found.map(\.milliseconds))
    return [ours, theirs, third]
  }

  private func suggestions(_ slips: [Slip]) async throws {
    let texts = slips.map(\.typed).filter { !$0.contains(" ") }
    var costs: [Double] = []
    var none = 0
    for text in texts {
      var count = 0
      costs.append(try await milliseconds { count = try await store.completionCount(for: text) })
      if count == 0 { none += 1 }
    }
    print(
      String(
        format:
          "suggestions for %d words with a slip: p50 %.3f, p99 %.3f ms CPU (must: ≤ 0.3 / 1.5), none for %.1f %%",
        texts.count, percentile(costs, 50), percentile(costs, 99),
        100 * Double(none) / Double(max(1, texts.count))))
  }
}

/// A slip and what it should find.
struct QualityCase {
  var slip: Slip
  var expected: Oracle.Expected
}

/// The hits of one of those that are compared.
struct QualityPeer {
  var name: String
  var ids: [[Int64]] = []
  var costs: [Double] = []
  var corrections: [SearchCorrection?] = []
}
