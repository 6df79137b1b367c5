import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Random names, texts and edits against a reference that reads every name from its beginning to its end.
struct SearchReferenceTests {
  @Test("finds what a reading of every name finds, after any edits and removals")
  func agrees() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var source = RandomTexts(seed: seed)
    let test = try TestStore()
    var names: [Int64: String] = [:]
    var cases = 0
    var hits = 0
    while cases < 10_000 {
      try await edit(&names, of: test.store, &source)
      // Forgets the words of names that are gone, of which only so many may stand for a part of a word.
      if cases % 500 == 0 { try await test.store.writeCache { try SearchIndex.rebuild(in: $0) } }
      let queries = (0..<100).map { _ in source.query(from: names) }
      let found = try await test.store.readCache { db in
        try queries.map { text in
          var query = SearchQuery(text, sort: .newest, limit: 200)
          query.correctsEmptyResults = false
          return try SearchRun(db: db, query: query, equivalents: SearchEquivalents(extending: nil)).results()
        }
      }
      for (text, results) in zip(queries, found) {
        let terms = SearchTerms(text)
        var expected = names.filter { NaiveName($0.value).matches(terms) }.keys.sorted(by: >)
        if expected.isEmpty, let finished = terms.finished {
          expected = names.filter { NaiveName($0.value).matches(finished) }.keys.sorted(by: >)
        }
        #expect(results.hits.map(\.stored).ids == expected, "seed \(seed): \(text) in \(names)")
        #expect(results.count == .exact(expected.count), "seed \(seed): \(text)")
        #expect(results.hits.allSatisfy { !$0.matches.isEmpty }, "seed \(seed): \(text) in \(names)")
        // What is in no index yet, such as a pending listing, is a hit of the same texts.
        let search = results.search ?? NameSearch(text, nil)
        let pending = names.filter { search.isHit(NameUnits($0.value)) }.keys.sorted(by: >)
        #expect(pending == expected, "seed \(seed): \(text) in \(names)")
        hits += expected.count
      }
      cases += queries.count
    }
    #expect(hits > cases)
  }

  @Test("suggestions are those of the products on sale, after any edits, sales and removals")
  func suggestions() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var source = RandomTexts(seed: seed)
    let test = try TestStore()
    test.store.suggestionUpkeep.stop()
    var names: [Int64: String] = [:]
    for _ in 0..<30 {
      try await edit(&names, of: test.store, &source)
      try await test.store.updateSuggestions()
      let onSale = try await test.store.newest(limit: 500, filter: ProductFilter(availability: .onSale))
      var expected: [String: Int64] = [:]
      for stored in onSale {
        for key in SuggestionTexts(stored.product.name).byKey.keys { expected[key, default: 0] += 1 }
      }
      let rows = try await test.store.readCache { db in
        try db.rows(
          "SELECT t.key, s.weight, s.text, s.id FROM suggestion s LEFT JOIN suggestion_text t ON t.sid = s.id"
        ) {
          (key: $0.text(0), weight: $0.int64(1), text: $0.text(2), id: $0.int64(3))
        }
      }
      #expect(Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.weight) }) == expected, "seed \(seed)")
      let keys = try await test.store.readCache { db in
        try db.rows(
          "SELECT -1, key, sid, 0, '' FROM suggestion_key UNION ALL SELECT * FROM suggestion_tier"
        ) {
          "\($0.int64(0)) \($0.text(1)) \($0.int64(2)) \($0.int64(3)) \($0.text(4))"
        }
      }
      let expectedKeys = rows.flatMap { row in
        SuggestionKeys(FoldedText.scalars(of: row.text)).stored.flatMap { key in
          let tier = SuggestionIndex.tier(ofWeight: row.weight)
          return ["-1 \(key) \(row.id) 0 "]
            + (tier.map { ["\($0) \(key) \(row.id) \(row.weight) \(row.text)"] } ?? [])
        }
      }
      #expect(keys.sorted() == expectedKeys.sorted(), "seed \(seed)")
    }
  }

  /// Adds, changes, sells and removes some products.
  private func edit(_ names: inout [Int64: String], of store: MarketStore, _ source: inout RandomTexts)
    async throws
  {
    var saved: [Product] = []
    for _ in 0..<12 {
      let id = Int64.random(in: 1...60, using: &source.random)
      let name = Int.random(in: 0..<3, using: &source.random) == 0 ? "의자" : source.name()
      names[id] = name
      saved.append(.listed(id, name: name, stock: .random(in: 0...1, using: &source.random)))
    }
    try await store.save(saved, fetchedAt: noon)
    let removed = names.keys.sorted().filter { _ in Int.random(in: 0..<10, using: &source.random) == 0 }
    for id in removed { names[id] = nil }
    try await store.remove(removed.map(Product.ID.init(rawValue:)))
  }
}

/// Names and search texts from so few characters that they meet.
private struct RandomTexts {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let pieces = [
    "가", "나", "각", "의자", "ㄱ", "ㅋㅋ", "a", "b", "pods", "air", "AirPods", "Pro", "1", "14", "128", "gb", "Ａ",
    "é", "中", "ガ",
    " ", " ", " ", " ", "/", ".", "-", "(", "🔥", "\u{200B}",
  ]

  mutating func name() -> String {
    let count = Int.random(in: 1...8, using: &random)
    let pieces = (0..<count).map { _ in
      let piece = Self.pieces.randomElement(using: &random) ?? ""
      return piece.count > 1 && Bool.random(using: &random) ? piece + " " : piece
    }
    return inAnyForm(pieces.joined())
  }

  /// A part of a name, or something else.
  mutating func query(from names: [Int64: String]) -> String {
    guard Int.random(in: 0..<4, using: &random) > 0,
      let name = names.values.sorted().randomElement(using: &random)
    else {
      return String(name().prefix(6))
    }
    let scalars = Array(name.unicodeScalars)
    let start = Int.random(in: 0..<scalars.count, using: &random)
    let length = Int.random(in: 1...6, using: &random)
    var text = String.UnicodeScalarView()
    for scalar in scalars[start...].prefix(length) where Int.random(in: 0..<12, using: &random) > 0 {
      text.append(scalar)
    }
    return inAnyForm(String(text))
  }

  private mutating func inAnyForm(_ text: String) -> String {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: text.decomposedStringWithCanonicalMapping
    case 1: text.uppercased()
    default: text
    }
  }
}

/// A name as its runs, where Hangul goes on across spaces.
private struct NaiveName {
  private var runs: [(kind: ScriptClass, text: [Unicode.Scalar])] = []

  init(_ name: String) {
    var before: ScriptClass?
    for scalar in FoldedText.scalars(of: name) {
      let kind = ScriptClass(scalar)
      if kind == .space, before == .syllable { continue }
      if !kind.isSeparator {
        if before == kind { runs[runs.count - 1].text.append(scalar) } else { runs.append((kind, [scalar])) }
      }
      before = kind
    }
  }

  /// 1 for the ㄲ of 까, after its place in Unicode.
  private static func initial(_ scalar: Unicode.Scalar?) -> Int? {
    let syllable = scalar.map { String($0).decomposedStringWithCanonicalMapping.unicodeScalars }
    guard let first = syllable?.first, 0x1100...0x1112 ~= first.value, (syllable?.count ?? 0) > 1 else {
      return nil
    }
    return Int(first.value) - 0x1100
  }

  func matches(_ terms: SearchTerms) -> Bool {
    guard !terms.pieces.isEmpty else { return false }
    return terms.pieces.enumerated().allSatisfy { index, piece in
      runs.indices.contains { matches(piece, at: $0, isLast: index == terms.pieces.count - 1) }
    }
  }

  private func matches(_ piece: SearchTerms.Piece, at start: Int, isLast: Bool) -> Bool {
    guard start + piece.runs.count <= runs.count else { return false }
    return piece.runs.enumerated().allSatisfy { offset, sought in
      let run = runs[start + offset]
      guard run.kind == sought.kind else { return false }
      let (isFirst, isEnd) = (offset == 0, offset == piece.runs.count - 1)
      let isWord = sought.kind != .syllable
      // Hangul may begin and end anywhere; words begin where they begin, unless long enough, and end there too,
      // but for the last one.
      let freeStart = isFirst && (!isWord || (sought.kind == .letter && sought.scalars.count >= 3))
      let freeEnd = isEnd && (!isWord || isLast)
      guard run.text.count >= sought.scalars.count else { return false }
      return (0...(run.text.count - sought.scalars.count)).contains { place in
        (place == 0 || freeStart)
          && (place + sought.scalars.count == run.text.count
            || (freeEnd && (place == 0 || !isWord || piece.runs.count == 1)))
          && Array(run.text[place..<place + sought.scalars.count]) == sought.scalars
          && (!isEnd || piece.next == nil
            || Self.initial(run.text.dropFirst(place + sought.scalars.count).first) == piece.next)
      }
    }
  }
}
