import GRDB

/// The tables behind suggestions: texts with their weights, and the keys by which they are found.
///
/// A text's weight is the number of products on sale that have it. The write of a product only notes its name
/// (``SuggestionNotes``); ``applyChanges(limit:in:)`` works the notes off, many at a time, in transactions of
/// its own. The notes are removed in the same transaction that counts them, so a pass can stop anywhere, in any
/// process, and go on from there.
///
/// `suggestion_key` orders texts by *tier*, a power of four of the weight, then by the key: the heaviest texts with a
/// prefix are at the beginning of a few short ranges, however many there are, and one more product rarely moves a row.
///
/// Most beginnings of names are those of one product: three of four among a million. From ``mostTexts`` texts on, such a
/// beginning is only counted, by its number (``SuggestionNumbers``), until a second product has it. Words are always listed.
enum SuggestionIndex {
  static let schema = """
    CREATE TABLE suggestion(id INTEGER PRIMARY KEY, text TEXT NOT NULL, weight INTEGER NOT NULL);
    \(SuggestionNumbers.schema)
    CREATE TABLE suggestion_key(
      tier INTEGER NOT NULL,
      key TEXT NOT NULL,
      sid INTEGER NOT NULL,
      PRIMARY KEY(tier, key, sid)
    ) WITHOUT ROWID;
    \(SuggestionNotes.schema)
    \(SpellingIndex.schema)
    """

  /// The tiers, heaviest first.
  static let tiers: Range<Int64> = 0..<12
  /// The tier of texts that one product each has.
  static let lightest: Int64 = 10
  /// The tier behind all others: that of ``SalesWords``, whatever they weigh.
  private static let sales: Int64 = 11

  /// So many texts are listed before a beginning of one product's name is only counted.
  static let mostTexts: Int64 = 20_000

  /// Where it is noted how many are listed.
  private static let countKey = "suggestion_count"

  /// The tier of a text by its weight: 10 for 1, 9 for 2 and 3, 8 for 4 to 15, 7 for 16 to 63, ….
  static func tier(of weight: Int64, isOfSales: Bool) -> Int64 {
    guard !isOfSales else { return sales }
    return weight < 2 ? lightest : max(0, lightest - 1 - Int64(63 - weight.leadingZeroBitCount) / 2)
  }

  /// The last but two is of former versions.
  static let tables = IndexTables(
    ["suggestion", "suggestion_text", "suggestion_key", "suggestion_tier", "suggestion_change", "spelling"],
    schema)

  /// Makes the tables, empty, whatever was there.
  static func makeTables(in db: Database) throws {
    try tables.make(in: db)
    try db.setMetaValue(0, for: countKey)
  }

  /// Notes products that are not counted yet; the notes are worked off later.
  static func note(_ products: ClosedRange<Int64>, in db: Database) throws {
    var notes = SuggestionNotes(db)
    try db.forEachRow(
      "SELECT name FROM product WHERE id BETWEEN ? AND ? AND stock > 0",
      [products.lowerBound, products.upperBound]
    ) {
      try notes.note(from: nil, to: $0.text(0))
    }
    try notes.save()
  }

  /// How many names are noted, in constant time: at most, where some in the middle are gone.
  static func changeCount(in db: Database) throws -> Int {
    try db.firstRow(
      "SELECT ifnull((\(SuggestionNotes.end)) - (SELECT min(seq) FROM suggestion_change), 0)"
    ) { $0.int(0) } ?? 0
  }

  /// Works off the oldest notes, of `limit` names and the rest of the last one's row, and says of how many names: fewer when
  /// nothing is left. Damaged numbers are made anew with all else here.
  static func applyChanges(limit: Int, in db: Database) throws -> Int {
    guard try IndexVersion.standing(in: db) == .current else { return 0 }
    var changes = SuggestionChanges()
    var last: Int64?
    var count = 0
    try db.readRows("SELECT seq, names, delta FROM suggestion_change ORDER BY seq") { row in
      last = row.int64(0)
      let delta = row.int64(2)
      SuggestionNotes.forEachName(in: row.data(1)) { name in
        changes.note(name, delta: delta)
        count += 1
      }
      return count < limit
    }
    guard let last else { return 0 }
    try db.perform("DELETE FROM suggestion_change WHERE seq <= ?", [last])
    let before = try db.metaValue(countKey) ?? 0
    var writer = try SuggestionWriter(db, count: before)
    do { try writer.apply(changes) } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CORRUPT
    {
      // No reader would meet this damage, and so none would mend it.
      try makeTables(in: db)
      let last = try IndexVersion.lastUnindexed(in: db)
      if last != .max { try note((last.map { $0 + 1 } ?? .min)...(.max), in: db) }
      return limit
    }
    if writer.count != before { try db.setMetaValue(writer.count, for: countKey) }
    return count
  }
}
