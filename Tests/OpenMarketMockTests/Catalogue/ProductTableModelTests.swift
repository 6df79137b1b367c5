import OpenMarketTestSupport
import Testing

@testable import OpenMarketMock

@Suite("Product table against a naive model")
struct ProductTableModelTests {
  private static let names = [
    "아이폰 14", "아이폰14", "아이폰 14 프로", "iPhone 14", "IPHONE 14", "캠핑 의자", "의자", "의자 의자", "의", " 의자 ",
    "Cafe\u{301} 의자", "Café", "ＰＳ５", "맥북\u{0}에어", "🔥급처🔥 의자", "a\u{3000}b", "İstanbul", "ｋａ ka KA",
    "\u{1112}\u{1161}\u{11AB} 글", "한 글",
  ]
  private static let queries =
    names + ["", "ㅎ", "의자 ", "14", "  ", "니다", "p", "P", "5", "é", "E\u{301}", "없음", ".", "\u{0}", "\n"]

  @Test("pages, searches and suggestions stay right through inserts, edits and deletes", arguments: 1...12)
  func randomOperations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let size = [0, 1, 63, 64, 65, 300].randomElement(using: &random) ?? 0
    var table = ProductTable(seed: seed, productCount: size, today: CivilDay(daysSince1970: 20_000))
    var model = NaiveMarket(records: table.page(offset: 0, limit: .max, matching: nil).records)
    #expect(model.records.count == size, "seed \(seed)")

    for step in 0..<150 {
      change(&table, &model, using: &random)
      try #require(table.count == model.records.count, "seed \(seed), step \(step)")
      let query = Self.queries.randomElement(using: &random)
      let depth = Bool.random(using: &random) ? 1 : 20
      let offset = Int.random(in: 0...(model.records.count + 1), using: &random) / depth
      let limit = Int.random(in: 0...30, using: &random)
      let text = Bool.random(using: &random) ? query : nil
      let page = table.page(offset: offset, limit: limit, matching: text)
      let expected = model.page(offset: offset, limit: limit, matching: text)
      try #require(page.records == expected.records, "seed \(seed), step \(step), query \(text ?? "none")")
      try #require(page.total == expected.total, "seed \(seed), step \(step), query \(text ?? "none")")
      let prefix = String((query ?? "").unicodeScalars.prefix(Int.random(in: 0...3, using: &random)))
      try #require(
        table.suggestions(prefix: prefix, limit: limit).map { Array($0.unicodeScalars) }
          == model.suggestions(prefix: prefix, limit: limit).map { Array($0.unicodeScalars) },
        "seed \(seed), step \(step), prefix \(prefix)")
    }
  }

  private func change(
    _ table: inout ProductTable, _ model: inout NaiveMarket, using random: inout SeededGenerator
  ) {
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      let record = ProductRecord(
        id: table.nextID, vendorID: 7, vendorName: Bool.random(using: &random) ? "새벽장터" : "민지 p",
        name: Self.names.randomElement(using: &random) ?? "",
        description: Bool.random(using: &random) ? Self.names.randomElement(using: &random) : nil,
        currency: "KRW", price: 1, discount: 0, stock: 1, createdDay: CivilDay(daysSince1970: 20_000),
        issuedDay: CivilDay(daysSince1970: 20_000), images: [], thumbnailIndex: 0)
      table.insert(record)
      model.records.append(record)
    case 1:
      guard let index = model.records.indices.randomElement(using: &random) else { return }
      model.records[index].name = Self.names.randomElement(using: &random) ?? ""
      model.records[index].stock += 1
      table.insert(model.records[index])
    default:
      guard let index = model.records.indices.randomElement(using: &random) else { return }
      let removed = model.records.remove(at: index)
      #expect(table.remove(id: removed.id) == removed)
      #expect(table.record(id: removed.id) == nil)
      #expect(table.remove(id: removed.id) == nil)
    }
  }

  @Test("a deleted id is never given out again")
  func idsAreNotReused() throws {
    var table = ProductTable(seed: 1, productCount: 10, today: CivilDay(daysSince1970: 20_000))
    #expect(table.nextID == 11)
    #expect(table.remove(id: 10) != nil)
    table.insert(try #require(table.record(id: 3)))
    #expect(table.nextID == 11)
  }

  @Test("a copy keeps what it had")
  func copiesAreIndependent() throws {
    let original = ProductTable(seed: 1, productCount: 10, today: CivilDay(daysSince1970: 20_000))
    var copy = original
    #expect(copy.remove(id: 4) != nil)
    #expect(original.record(id: 4) != nil)
    #expect(original.page(offset: 0, limit: 20, matching: nil).total == 10)
  }
}
