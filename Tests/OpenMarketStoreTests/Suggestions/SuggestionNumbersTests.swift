import GRDB
import OpenMarketTestSupport
import Testing

@testable import OpenMarketStore

@Suite("The numbers of suggested texts")
struct SuggestionNumbersTests {
  @Test(
    "Whatever comes and goes, each number has the row that it was given last, and no row of the table is longer than a page"
  )
  func reference() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: SuggestionNumbers.schema)
      let numbers = SuggestionNumbers(db)
      var expected: [Int64: Int64] = [:]
      for round in 0..<60 {
        // Few numbers come again, others are anywhere.
        var changes: [Int64: Int64?] = [:]
        for _ in 0..<Int.random(in: 1...(round < 30 ? 400 : 900), using: &random) {
          let isNear = Bool.random(using: &random)
          let number = Int64.random(in: 0..<(isNear ? 3_000 : 1 << 48), using: &random)
          changes[number] = .some(
            Bool.random(using: &random) && round < 30 ? .random(in: 0..<1 << 40, using: &random) : nil)
        }
        for number in expected.keys where round >= 30 && Int.random(in: 0..<4, using: &random) == 0 {
          changes[number] = .some(nil)
        }
        try numbers.write(changes.sorted { $0.key < $1.key }.map { .init(number: $0.key, id: $0.value) })
        for (number, id) in changes { expected[number] = id }
        #expect(try SuggestionNumbers.all(in: db).count == expected.count, "seed \(seed)")
        let asked = (expected.keys + [0, 1_500, SuggestionNumbers.limit - 1]).sorted()
        #expect(try numbers.ids(of: asked) == asked.map { expected[$0] }, "seed \(seed)")
        let longest = try db.firstRow("SELECT ifnull(max(length(texts)), 0) FROM suggestion_text") {
          $0.int(0)
        }
        #expect((longest ?? .max) < 4_000, "seed \(seed)")
      }
      try numbers.write(expected.keys.sorted().map { .init(number: $0, id: nil) })
      #expect(try db.rows("SELECT 1 FROM suggestion_text") { $0.int(0) } == [])
    }
  }

  @Test(
    "Numbers that are not in their row, or not in order, are damage, and no endless loop",
    arguments: [
      "UPDATE suggestion_text SET number = 950", "UPDATE suggestion_text SET texts = x'FFFFFFFFFFFFFFFF7F09'",
      "UPDATE suggestion_text SET texts = x'05090009'",
    ])
  func damagedNumbers(_ sql: String) throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: SuggestionNumbers.schema)
      let numbers = SuggestionNumbers(db)
      try numbers.write((1...20).map { .init(number: $0 * 10, id: $0) })
      try db.execute(sql: "INSERT INTO suggestion_text VALUES (1000, x'0009')")
      try db.execute(sql: sql + " WHERE number < 1000")
      let error = #expect(throws: DatabaseError.self) { try numbers.write([.init(number: 960, id: 1)]) }
      #expect(error?.resultCode == .SQLITE_CORRUPT)
    }
  }

  @Test("A damaged row is read as far as it goes")
  func damage() throws {
    #expect(SuggestionNumbers.entries(.init(repeating: 0xFF, count: 50), from: 7) == [])
    #expect(SuggestionNumbers.entries(.init([3, 9, 4]), from: 7) == [.init(number: 10, id: 9)])
  }
}

@Suite("Notes of names")
struct SuggestionNotesTests {
  @Test("Names are read as they were noted, in their order and with what becomes of them")
  func names() throws {
    let queue = try DatabaseQueue()
    try queue.write { db in
      try db.execute(sql: SuggestionNotes.schema)
      let long = String(repeating: "긴 이름 ", count: 1_000)
      let texts = ["", "의자", "a\u{0}b", long, "🪑\n책상"] + (0..<120).map { "의자 \($0)" }
      var notes = SuggestionNotes(db)
      for text in texts { try notes.note(from: nil, to: text) }
      try notes.note(from: "옛 이름", to: "새 이름")
      try notes.note(from: "의자", to: "의자")
      try notes.save()
      #expect(try SuggestionIndex.changeCount(in: db) == texts.count + 2)
      var later = SuggestionNotes(db)
      try later.note(from: "새 이름", to: nil)
      try later.save()
      #expect(try SuggestionIndex.changeCount(in: db) == texts.count + 3)
      var found: [String] = []
      try db.forEachRow("SELECT names, delta FROM suggestion_change ORDER BY seq") { row in
        SuggestionNotes.forEachName(in: row.data(0)) { found.append("\($0) \(row.int(1))") }
      }
      #expect(found == texts.map { "\($0) 1" } + ["옛 이름 -1", "새 이름 1", "새 이름 -1"])
    }
  }
}

extension SuggestionNumbers {
  /// All numbers with their rows.
  static func all(in db: Database) throws -> [Entry] {
    try db.rows("SELECT number, texts FROM suggestion_text ORDER BY number") {
      entries($0.data(1), from: $0.int64(0))
    }.flatMap { $0 }
  }
}
