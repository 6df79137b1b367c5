import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Random names, vendors, descriptions, texts and edits against a reference that reads all of them from their beginning to
/// their end.
struct SearchReferenceTests {
  @Test(
    "finds what a reading of every name finds, then what a reading of all texts finds, after any edits and removals",
    arguments: [false, true])
  func agrees(hasOtherFields: Bool) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var source = RandomTexts(seed: seed)
    let test = try TestStore()
    var known: [Int64: SearchedTexts] = [:]
    var cases = 0
    var hits: [SearchHit] = []
    while cases < 5_000 {
      try await edit(&known, of: test.store, hasOtherFields: hasOtherFields, &source)
      // Forgets the words of names that are gone, of which only so many may stand for a part of a word.
      if cases % 500 == 0 {
        try await test.store.writeCache { db in
          try SearchIndex.makeTables(in: db)
          try SearchIndex.add(.min ... .max, in: db)
        }
      }
      let queries = (0..<100).map { _ in source.query(from: known) }
      let found = try await test.store.readCache { db in
        try queries.map { text in
          try [true, false].map { ranksReasons in
            var query = SearchQuery(text, sort: .newest, limit: 200)
            (query.correctsEmptyResults, query.ranksReasons) = (false, ranksReasons)
            return try SearchRun(db: db, query: query, equivalents: SearchEquivalents(extending: nil))
              .results()
          }
        }
      }
      let texts = known.mapValues { texts in SearchField.allCases.map { texts[$0].map(NaiveText.init) } }
      func reading(for terms: SearchTerms) -> [Int64] {
        let all = texts.filter { NaiveText.matches(terms, in: $0.value) }.keys.sorted(by: >)
        let named = Set(all.filter { NaiveText.matches(terms, in: [texts[$0]?.first ?? nil]) })
        let signed = NaiveText.signed(terms, in: known)
        return signed.sorted(by: >)
          + (all.filter(named.contains) + all.filter { !named.contains($0) }).filter { !signed.contains($0) }
      }
      for (text, results) in zip(queries, found) {
        let terms = SearchTerms(text)
        let comment: Comment = "seed \(seed): \(text) in \(known)"
        var expected = reading(for: terms)
        if expected.isEmpty, let finished = terms.finished { expected = reading(for: finished) }
        let (results, unranked) = (results[0], results[1])
        #expect(unranked.hits.map(\.stored).ids == expected.sorted(by: >), comment)
        for hit in unranked.hits { #expect(hit.isExplained, comment) }
        #expect(results.hits.map(\.stored).ids == expected, comment)
        #expect(results.count == .exact(expected.count), comment)
        // What is in no index yet, such as a pending listing, is a hit of the same texts.
        let search = results.search ?? TextSearch(text, nil)
        let pending = known.compactMap { id, texts in
          var units = SearchedUnits(texts)
          return search.stage(of: &units).map { (id: id, stage: $0) }
        }.sorted { ($0.stage, $1.id) < ($1.stage, $0.id) }
        #expect(pending.map(\.id) == expected, comment)
        for hit in results.hits { #expect(hit.isExplained, comment) }
        hits += results.hits
      }
      cases += queries.count
    }
    #expect(hits.count > cases)
    #expect(Set(hits.map(\.match.stage)) == (hasOtherFields ? [0, 2] : [0]))
  }

  @Test("suggestions are those of the products on sale, after any edits, sales and removals")
  func suggestions() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var source = RandomTexts(seed: seed)
    let test = try TestStore()
    test.store.suggestionUpkeep.pause()
    var names: [Int64: SearchedTexts] = [:]
    for _ in 0..<30 {
      try await edit(&names, of: test.store, hasOtherFields: false, &source)
      try await test.store.updateSuggestions()
      let onSale = try await test.store.newest(limit: 500, filter: ProductFilter(availability: .onSale))
      var expected: [Int64: Int64] = [:]
      var texts = SuggestionTexts()
      for stored in onSale {
        texts.take(stored.product.name)
        for text in texts.texts { expected[text.number, default: 0] += 1 }
      }
      let rows = try await test.store.readCache { db in
        try db.rows("SELECT weight, text, id FROM suggestion") {
          (weight: $0.int64(0), text: $0.text(1), id: $0.int64(2))
        }
      }
      let weights = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0.weight) })
      let numbers = try await test.store.readCache(SuggestionNumbers.all)
      #expect(
        Dictionary(uniqueKeysWithValues: numbers.map { ($0.number, weights[$0.id]) }) == expected,
        "seed \(seed)")
      let keys = try await test.store.readCache { db in
        try db.rows("SELECT tier, key, sid FROM suggestion_key") {
          "\($0.int64(0)) \($0.text(1)) \($0.int64(2))"
        }
      }
      let expectedKeys = rows.flatMap { row in
        Set(SuggestionKeys(FoldedText.scalars(of: row.text)).stored).map { key in
          let isOfSales = SalesWords.begin(FoldedText.scalars(of: row.text))
          return "\(SuggestionIndex.tier(of: row.weight, isOfSales: isOfSales)) \(key) \(row.id)"
        }
      }
      #expect(keys.sorted() == expectedKeys.sorted(), "seed \(seed)")
    }
  }

  /// Adds, changes, sells and removes some products.
  private func edit(
    _ known: inout [Int64: SearchedTexts], of store: MarketStore, hasOtherFields: Bool,
    _ source: inout RandomTexts
  ) async throws {
    var saved: [Product] = []
    for _ in 0..<12 {
      let id = Int64.random(in: 1...60, using: &source.random)
      let name = Int.random(in: 0..<3, using: &source.random) == 0 ? "의자" : source.name()
      var product = Product.listed(id, name: name, stock: .random(in: 0...1, using: &source.random))
      if hasOtherFields {
        if Bool.random(using: &source.random) { product.vendorName = source.name() }
        if Bool.random(using: &source.random) { product.description = source.name() + source.name() }
      }
      // What a list does not tell stays known.
      let old = known[id]
      known[id] = SearchedTexts(
        name: name, vendor: product.vendorName ?? old?.vendor,
        description: product.description ?? old?.description)
      saved.append(product)
    }
    try await store.save(saved, fetchedAt: noon)
    let removed = known.keys.sorted().filter { _ in Int.random(in: 0..<10, using: &source.random) == 0 }
    for id in removed { known[id] = nil }
    try await store.remove(removed.map(Product.ID.init(rawValue:)))
  }
}

extension SearchHit {
  /// Whether it says where the text stands, and only there.
  fileprivate var isExplained: Bool {
    switch match {
    case .text: !matches.isEmpty
    case .vendor(let ranges):
      !ranges.isEmpty && ranges.allSatisfy { product.vendorName?[$0].isEmpty == false }
    case .description(let ranges):
      !ranges.isEmpty && ranges.allSatisfy { product.description?[$0].isEmpty == false }
    case .equivalents: false
    }
  }
}

/// Names and search texts from so few characters that they meet.
private struct RandomTexts {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let pieces = [
    "가", "나", "각", "의자", "ㄱ", "ㅋㅋ", "a", "b", "pods", "air", "AirPods", "Pro", "1", "14", "128", "gb", "Ａ",
    "é", "中", "ガ", "airpodsprogbairpodsprogbairpodsprogb",
    " ", " ", " ", " ", "/", ".", "-", "(", "🔥", "+", "#", "\u{200B}",
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
  mutating func query(from known: [Int64: SearchedTexts]) -> String {
    let texts = known.sorted { $0.key < $1.key }.flatMap { _, texts in
      SearchField.allCases.compactMap { texts[$0] }
    }
    guard Int.random(in: 0..<4, using: &random) > 0, let name = texts.randomElement(using: &random) else {
      return String(name().prefix(6))
    }
    // Sometimes pieces of two fields.
    guard Int.random(in: 0..<5, using: &random) > 0 else {
      return part(of: name) + " " + part(of: texts.randomElement(using: &random) ?? "")
    }
    return part(of: name)
  }

  private mutating func part(of name: String) -> String {
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

/// A text as its runs, where Hangul goes on across spaces.
private struct NaiveText {
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

  /// The products whose names have each piece, and the words with signs as they are.
  static func signed(_ terms: SearchTerms, in known: [Int64: SearchedTexts]) -> Set<Int64> {
    guard !terms.signed.isEmpty else { return [] }
    return Set(
      known.filter { _, texts in
        let name = FoldedText.scalars(of: texts.name)
        return (terms.pieces.isEmpty || matches(terms, in: [NaiveText(texts.name)]))
          && terms.signed.allSatisfy { !name.ranges(of: $0).isEmpty }
      }.keys)
  }

  /// Whether one of the texts has each piece.
  static func matches(_ terms: SearchTerms, in texts: [NaiveText?]) -> Bool {
    !terms.pieces.isEmpty
      && terms.pieces.enumerated().allSatisfy { index, piece in
        texts.contains { text in
          text.map { text in
            text.runs.indices.contains {
              text.matches(piece, at: $0, isLast: index == terms.pieces.count - 1)
            }
          } ?? false
        }
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
