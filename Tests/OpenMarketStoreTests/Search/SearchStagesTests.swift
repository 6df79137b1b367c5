import Foundation
import OpenMarketAPI
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Random names, vendors, descriptions, texts and page sizes against a reference that reads every text word by word.
struct SearchStagesTests {
  private static let groups = [
    ["아이폰", "iphone"], ["케이스", "case", "cover"], ["cover", "커버"], ["커버", "덮개"], ["덮개", "케이스"], ["하나"],
    ["폰케이스", "phonecase"], ["phone", "폰"], [],
  ]
  private static let words = [
    "아이폰", "iphone", "케이스", "case", "cover", "커버", "덮개", "폰케이스", "phonecase", "phone", "폰", "iphones",
    "하드케이스",
    "showcase", "책상", "14", "pro",
  ]

  @Test(
    "pages put together are the hits of the text, of equivalents and of other fields, each in order and once",
    arguments: ProductSort.allCases)
  func pages(sort: ProductSort) async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<8 {
      let test = try TestStore { $0.searchEquivalents = SearchEquivalents(Self.groups, extending: nil) }
      let most = [3, 40, 600].randomElement(using: &random) ?? 3
      let products = (1...Int64(most)).map { number in
        var product = Product.listed(
          number, name: Self.text(.random(in: 1...4, using: &random), &random), vendor: 1,
          price: Decimal(Int.random(in: 1...9, using: &random)))
        if Bool.random(using: &random) { product.vendorName = Self.text(1, &random) }
        if Bool.random(using: &random) { product.description = Self.text(3, &random) }
        return product
      }
      try await test.store.save(products, fetchedAt: noon)
      for _ in 0..<25 {
        let text = Self.text(.random(in: 1...2, using: &random), &random)
        let filter = Bool.random(using: &random) ? ProductFilter.all : ProductFilter(maximumPrice: 6)
        let passing = products.filter { filter == .all || $0.salePrice <= 6 }
        let expected = (0...2).map { stage in
          passing.filter { Self.stage(of: $0, for: text) == stage }.sorted {
            switch sort {
            case .priceAscending where $0.salePrice != $1.salePrice: $0.salePrice < $1.salePrice
            case .priceDescending where $0.salePrice != $1.salePrice: $0.salePrice > $1.salePrice
            case .priceAscending: $0.id < $1.id
            default: $0.id > $1.id
            }
          }
        }
        var query = SearchQuery(text, filter: filter, sort: sort, limit: .random(in: 1...30, using: &random))
        query.correctsEmptyResults = false
        query.counting = [.exact, .upTo(10), .upTo(1_000)].randomElement(using: &random) ?? .exact
        let comment: Comment = "seed \(seed): \(text), \(query)"
        let total = expected.reduce(0) { $0 + $1.count }
        let hits = try await walk(query, in: test.store, total: total, comment)
        #expect(
          hits.map(\.match.stage)
            == expected.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element.count) }, comment
        )
        for stage in 0...2 {
          let ids = hits.filter { $0.match.stage == stage }.map(\.id)
          // By relevance the order within a stage is that of ranks.
          let isRanked = sort == .relevance
          #expect((isRanked ? ids.sorted { $0 > $1 } : ids) == expected[stage].map(\.id), comment)
        }
        #expect(hits.allSatisfy { !$0.matches.isEmpty || $0.match.stage == 2 }, comment)
      }
    }
  }

  private func walk(_ query: SearchQuery, in store: MarketStore, total: Int, _ comment: Comment) async throws
    -> [SearchHit]
  {
    try await store.allHits(of: query) { page in
      #expect(page.hits.count == query.limit || page.next == nil, comment)
      #expect(!page.hits.isEmpty || total == 0, comment)
      switch page.count {
      case .exact(let count): #expect(count == total, comment)
      case .atLeast(let count): #expect(count <= total && query.counting != .exact, comment)
      }
    }
  }

  private static func text(_ count: Int, _ random: inout SeededGenerator) -> String {
    (0..<count).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ")
  }

  private static func stage(of product: Product, for text: String) -> Int? {
    let typed = text.split(separator: " ").map(String.init)
    let fields = [product.name, product.vendorName, product.description].map {
      $0.map { $0.split(separator: " ").map(String.init) }
    }
    let isText = typed.indices.map { index in
      fields.map { $0.map { words in isFound(typed, index, in: words) } ?? false }
    }
    let words = fields[0] ?? []
    func hasOther(for typed: String) -> Bool {
      groups.filter { $0.contains(typed) }.joined().contains { other in
        guard other != typed else { return false }
        return isKorean(other) ? isAtBorder(other, of: words) : words.contains(other)
      }
    }
    // What stands for two typed words together stands for each of them.
    let isTogether = Set(typed).count == 2 && hasOther(for: typed.joined())
    let isHit = zip(typed, isText).allSatisfy { $1[0] || hasOther(for: $0) || isTogether }
    if isText.allSatisfy({ $0[0] }) { return 0 }
    return isHit ? 1 : isText.allSatisfy { $0.contains(true) } ? 2 : nil
  }

  /// Whether one of the typed words stands in a text.
  private static func isFound(_ typed: [String], _ index: Int, in words: [String]) -> Bool {
    let word = typed[index]
    guard !isKorean(word) else { return koreanText(of: words).contains { $0.contains(word) } }
    return words.contains { name in
      let isLast = index == typed.count - 1 || typed[index...].allSatisfy { $0 == word }
      let isLong = word.count > 2 && !isNumber(word)
      return name == word || isLast && name.hasPrefix(word) && !isKorean(name)
        || isLong && (isLast ? name.contains(word) : name.hasSuffix(word))
    }
  }

  /// Whether Korean text begins a word or ends one.
  private static func isAtBorder(_ text: String, of words: [String]) -> Bool {
    let texts = words.indices.flatMap { first in
      words.indices.filter { $0 >= first }.map { (words[first...$0], words[first...$0].joined()) }
    }.filter { $0.0.allSatisfy(isKorean) }
    return texts.contains { $0.1.hasPrefix(text) || $0.1.hasSuffix(text) }
  }

  /// Korean words go on across spaces.
  private static func koreanText(of words: [String]) -> [String] {
    var texts: [String] = []
    var isOpen = false
    for word in words {
      if isOpen, isKorean(word) { texts[texts.count - 1] += word } else { texts.append(word) }
      isOpen = isKorean(word)
    }
    return texts
  }

  private static func isKorean(_ word: String) -> Bool { (word.unicodeScalars.first?.value ?? 0) >= 0xAC00 }
  private static func isNumber(_ word: String) -> Bool { Int(word) != nil }
}
