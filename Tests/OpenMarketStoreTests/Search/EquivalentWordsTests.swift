import Foundation
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

/// Tables of equivalents, as they are and as apps may make them.
struct EquivalentWordsTests {
  private func others(_ words: SearchEquivalents, _ text: String) -> [String] {
    words.choices(for: SearchTerms(text))?.first?.dropFirst().map(\.spacedText) ?? []
  }

  @Test(
    "every standard group has two words and more, each of which finds the others, and no word is in two groups"
  )
  func standard() {
    let groups = EquivalentWords.groups
    #expect(groups.count >= 150)
    var groupOfWord: [String: Int] = [:]
    for (index, group) in groups.enumerated() {
      #expect(group.count > 1, "\(group)")
      for word in group {
        let key = SearchTerms.Piece(runs: SearchTerms.runs(of: word)).text
        #expect(groupOfWord.updateValue(index, forKey: key) ?? index == index, "\(word) is in two groups")
        #expect(SearchEquivalents.standard.words(for: key).count >= group.count - 1, "\(group)")
      }
    }
  }

  @Test(
    "brands, models and things are known in both scripts and as they are abbreviated",
    arguments: [
      ("갤북", "galaxy book"), ("갤s24", "galaxy s24"), ("프맥", "pro max"), ("노캔", "noise cancelling"),
      ("디카", "digital camera"), ("롱샴", "longchamp"), ("로에베", "loewe"), ("에어랩", "airwrap"),
      ("동숲", "animal crossing"), ("제베원", "zb1"), ("풀박", "full box"), ("컨텐츠", "콘텐츠"), ("소나타", "쏘나타"),
      ("스그", "스페이스그레이"), ("애케플", "애플케어"), ("128기가", "128g"), ("gpro", "g pro"), ("mxkeys", "mx keys"),
      ("a.p.c.", "아페쎄"), ("apc", "a p c"), ("airpod", "에어팟"), ("fold", "폴드"),
    ])
  func marketWords(typed: String, other: String) {
    #expect(others(.standard, typed).contains(other))
  }

  @Test(
    "the index marks the Hangul of every standard word inside of others, and was made anew for these words")
  func innerWords() {
    let runs = EquivalentWords.groups.joined().flatMap { SearchTerms.runs(of: $0) }.filter {
      $0.kind == .syllable
    }
    // Of one syllable, such as 갤 of 갤S24, the name tells it.
    for run in runs { #expect(InnerWords.contains(run.scalars) == (run.scalars.count > 1), "\(run.text)") }
    let all = Set(runs.map(\.text)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(
      separator: " ")
    // Other words: add one to `IndexVersion.current`, and note both numbers here.
    let number = SuggestionTexts.number(ofKey: all.utf8)
    #expect(IndexVersion.current == 17 && number == 259_772_185_368_945, "\(number)")
  }

  @Test("an app's groups come beside the standard ones, or instead of them")
  func added() {
    let both = SearchEquivalents([["당근", "carrot"], ["아이폰", "사과폰"]])
    #expect(others(both, "carrot") == ["당근"])
    #expect(others(both, "아이폰") == ["사과폰", "iphone"])
    let own = SearchEquivalents([["당근", "carrot"]], extending: nil)
    #expect(others(own, "당근") == ["carrot"])
    #expect(others(own, "아이폰") == [])
    #expect(others(SearchEquivalents([["당근", "홍당무"]], extending: own), "당근") == ["carrot", "홍당무"])
  }

  @Test("a word finds the words of its groups and not what these find: cycles do no harm")
  func cycles() {
    let words = SearchEquivalents(
      [["가나", "나다"], ["나다", "다라"], ["다라", "라마"], ["라마", "가나"], ["가나", "나다"]], extending: nil)
    #expect(others(words, "가나") == ["나다", "라마"])
    #expect(others(words, "나다") == ["가나", "다라"])
  }

  @Test("empty groups, groups of one word and words that are one after folding do no harm")
  func empty() {
    let words = SearchEquivalents(
      [
        [], ["하나"], ["둘", "둘", "둘"], ["", " ", "🔥", "셋"], ["Café", "cafe", "ＣＡＦＥ"],
        [String(repeating: "긴", count: 9_999), "길다"],
      ],
      extending: nil)
    for text in ["하나", "둘", "셋", "cafe", "길다", "🔥", ""] { #expect(others(words, text) == []) }
  }

  @Test("words of two parts are found apart and together, and are typed together")
  func spaces() async throws {
    let test = try TestStore {
      $0.searchEquivalents = SearchEquivalents(
        [["로봇 청소기", "robot cleaner"], ["airpods", "air pods"]], extending: nil)
    }
    try await test.store.save(
      [
        .listed(1, name: "Robot Cleaner"), .listed(2, name: "로봇청소기"), .listed(3, name: "Air Pods Pro"),
        .listed(4, name: "cleaner robot"),
      ], fetchedAt: noon)
    #expect(try await test.find("로봇청소기") == [2, 1])
    #expect(try await test.find("robotcleaner") == [2, 1])
    #expect(try await test.find("airpods") == [3])
  }

  @Test("a word has 16 others at most and a text 64, however many groups its words are in")
  func bounds() async throws {
    let group = (0..<100).map { "말\($0)" }
    let words = SearchEquivalents([group] + (0..<100).map { ["값", "값\($0)"] }, extending: nil)
    #expect(others(words, "말50").count == 16)
    #expect(others(words, "값").count == 16)
    let text = String(repeating: "값 말50 말50값말51값말52값 ", count: 90)
    #expect(text.utf8.count <= SearchQuery.longestText)
    let choices = try #require(words.choices(for: SearchTerms(text)))
    #expect(choices.reduce(0) { $0 + $1.count - 1 } <= 64)
    let test = try TestStore { $0.searchEquivalents = words }
    try await test.store.save([.listed(1, name: "말1 값3")], fetchedAt: noon)
    #expect(try await test.find(text) == [])
    #expect(try await test.find("값 말2") == [1])
  }

  @Test(
    "the longest texts, all words of which have equivalents, are searched for",
    arguments: ["아이폰 ", "아이폰1", "a1", "iphone14pro "])
  func longTexts(part: String) async throws {
    let text = String(String(repeating: part, count: 4_000).utf8.prefix(3_990)) ?? ""
    let test = try TestStore()
    try await test.store.save(
      [.listed(1, name: "iPhone"), .listed(2, name: String(repeating: part, count: 20))], fetchedAt: noon)
    _ = try await test.store.search(SearchQuery(text))
  }

  @Test("100,000 groups are looked up as fast as ten")
  func large() async throws {
    func words(_ count: Int) -> SearchEquivalents {
      SearchEquivalents(
        (0..<count).map { ["낱말\($0)가", "word\($0)x", "mot\(($0 + 1) % count)y"] }, extending: nil)
    }
    let (small, large) = (words(10), words(100_000))
    #expect(
      others(large, "낱말99999가") == ["word 99999 x", "mot 0 y"]
        || others(large, "낱말99999가") == ["word99999x", "mot0y"])
    func duration(_ words: SearchEquivalents) -> Duration {
      (0..<5).map { _ in
        let begun = threadTime
        for number in 0..<200 { _ = words.choices(for: SearchTerms("낱말\(number % 10)가")) }
        return threadTime - begun
      }.min() ?? .zero
    }
    #expect(duration(large) < duration(small) * 20)
  }
}
