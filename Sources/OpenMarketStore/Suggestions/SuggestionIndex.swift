import GRDB

/// The tables behind suggestions: texts with their weights, and the keys by which they are found.
///
/// A text's weight is the number of products on sale that have it. The write of a product only notes its name
/// in `suggestion_change`; ``applyChanges(limit:in:)`` works the notes off, many at a time, in transactions of
/// its own. The notes are removed in the same transaction that counts them, so a pass can stop anywhere, in any
/// process, and go on from there.
///
/// Every text can be found by its keys in `suggestion_key`. For a beginning that many texts have, `suggestion_tier`
/// has the keys of those that four products or more have, ordered by *tier*, a power of four of the weight, then by
/// the key itself: the heaviest texts are then at the beginning of a few short ranges, however many there are. Such
/// texts are few, a tenth among a million products; their rows have all that a lookup needs, and move only when the
/// weight has grown or shrunk fourfold.
enum SuggestionIndex {
  static let schema = """
    CREATE TABLE suggestion(id INTEGER PRIMARY KEY, text TEXT NOT NULL, weight INTEGER NOT NULL);
    CREATE TABLE suggestion_text(key TEXT PRIMARY KEY, sid INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE suggestion_key(key TEXT NOT NULL, sid INTEGER NOT NULL, PRIMARY KEY(key, sid)) WITHOUT ROWID;
    CREATE TABLE suggestion_tier(
      tier INTEGER NOT NULL,
      key TEXT NOT NULL,
      sid INTEGER NOT NULL,
      weight INTEGER NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY(tier, key, sid)
    ) WITHOUT ROWID;
    CREATE TABLE suggestion_change(seq INTEGER PRIMARY KEY, name TEXT NOT NULL, delta INTEGER NOT NULL);
    \(SpellingIndex.schema)
    """

  /// The tiers, heaviest first.
  static let tiers: Range<Int64> = 0..<9

  /// The tier of a weight: 8 for 4 to 15, 7 for 16 to 63, …; `nil` for less than 4.
  static func tier(ofWeight weight: Int64) -> Int64? {
    weight < 4 ? nil : max(0, tiers.upperBound - Int64(63 - weight.leadingZeroBitCount) / 2)
  }

  /// Notes that a product on sale has another name, is new, or is gone or sold.
  static func note(from oldName: String?, to newName: String?, in db: Database) throws {
    if let oldName, let newName, oldName.utf8.elementsEqual(newName.utf8) { return }
    if let oldName { try note(oldName, delta: -1, in: db) }
    if let newName { try note(newName, delta: 1, in: db) }
  }

  private static func note(_ name: String, delta: Int64, in db: Database) throws {
    try db.perform("INSERT INTO suggestion_change(name, delta) VALUES (?, ?)", [name, delta])
  }

  /// Makes the tables and begins again from the products; the notes are worked off later.
  static func rebuild(in db: Database) throws {
    let tables = [
      "suggestion", "suggestion_text", "suggestion_key", "suggestion_tier", "suggestion_change", "spelling",
    ]
    try db.execute(sql: tables.map { "DROP TABLE IF EXISTS \($0);" }.joined(separator: "\n"))
    try db.execute(
      sql: """
        \(schema)
        INSERT INTO suggestion_change(name, delta) SELECT name, 1 FROM product WHERE stock > 0;
        """)
  }

  static func hasChanges(in db: Database) throws -> Bool {
    try db.firstRow("SELECT 1 FROM suggestion_change LIMIT 1") { _ in true } ?? false
  }

  /// Works off the oldest notes, at most `limit`, and says how many there were: fewer when nothing is left.
  static func applyChanges(limit: Int, in db: Database) throws -> Int {
    var deltas: [String: Int64] = [:]
    var last: Int64 = 0
    var count = 0
    try db.forEachRow("SELECT seq, name, delta FROM suggestion_change ORDER BY seq LIMIT ?", [limit]) { row in
      last = row.int64(0)
      deltas[row.text(1), default: 0] += row.int64(2)
      count += 1
    }
    guard count > 0 else { return 0 }
    try db.perform("DELETE FROM suggestion_change WHERE seq <= ?", [last])

    var changes: [String: (text: String, delta: Int64)] = [:]
    // The most common spelling of a new text is the one that is displayed.
    for (name, delta) in deltas.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) where delta != 0 {
      for (key, text) in SuggestionTexts(name).byKey { changes[key, default: (text, 0)].delta += delta }
    }
    var spelling = SpellingIndex()
    // In the order of the keys, so that neighbouring pages are written together.
    for (key, change) in changes.sorted(by: { $0.key < $1.key }) where change.delta != 0 {
      try add(change.delta, to: change.text, key: key, &spelling, in: db)
    }
    try spelling.save(in: db)
    return count
  }

  /// A row of `suggestion`.
  private struct Row {
    var id: Int64
    var text: String
    var weight: Int64

    var keys: Set<String> { SuggestionKeys(FoldedText.scalars(of: text)).stored }
  }

  private static func add(
    _ delta: Int64, to text: String, key: String, _ spelling: inout SpellingIndex, in db: Database
  ) throws {
    let old = try db.firstRow(
      "SELECT s.id, s.text, s.weight FROM suggestion_text AS t JOIN suggestion AS s ON s.id = t.sid WHERE t.key = ?",
      [key]
    ) {
      Row(id: $0.int64(0), text: $0.text(1), weight: $0.int64(2))
    }
    guard let old else {
      guard delta > 0 else { return }
      let id = try insert(text, key: key, weight: delta, in: db)
      return spelling.note(text, id: id, isNew: true)
    }
    guard old.weight + delta > 0 else {
      try remove(old, key: key, in: db)
      return spelling.note(old.text, id: old.id, isNew: false)
    }
    var row = old
    row.weight += delta
    try db.perform("UPDATE suggestion SET weight = ? WHERE id = ?", [row.weight, row.id])
    try setTier(of: row, from: tier(ofWeight: old.weight), in: db)
  }

  /// Returns the number of the new text.
  private static func insert(_ text: String, key: String, weight: Int64, in db: Database) throws -> Int64 {
    try db.perform("INSERT INTO suggestion(text, weight) VALUES (?, ?)", [text, weight])
    let row = Row(id: db.lastInsertedRowID, text: text, weight: weight)
    try db.perform("INSERT INTO suggestion_text(key, sid) VALUES (?, ?)", [key, row.id])
    for key in row.keys {
      try db.perform("INSERT INTO suggestion_key(key, sid) VALUES (?, ?)", [key, row.id])
    }
    try setTier(of: row, from: nil, in: db)
    return row.id
  }

  private static func remove(_ row: Row, key: String, in db: Database) throws {
    try db.perform("DELETE FROM suggestion WHERE id = ?", [row.id])
    try db.perform("DELETE FROM suggestion_text WHERE key = ?", [key])
    for key in row.keys {
      try db.perform("DELETE FROM suggestion_key WHERE key = ? AND sid = ?", [key, row.id])
    }
    if let tier = tier(ofWeight: row.weight) { try remove(row, fromTier: tier, in: db) }
  }

  // MARK: Tiers

  /// Brings the rows of the tiers up to date with a text's weight; `old` is the tier in which it was.
  private static func setTier(of row: Row, from old: Int64?, in db: Database) throws {
    let tier = tier(ofWeight: row.weight)
    if let old, old != tier { try remove(row, fromTier: old, in: db) }
    guard let tier else { return }
    for key in row.keys {
      try db.perform(
        """
        INSERT INTO suggestion_tier(tier, key, sid, weight, text) VALUES (?, ?, ?, ?, ?) \
        ON CONFLICT(tier, key, sid) DO UPDATE SET weight = excluded.weight
        """, [tier, key, row.id, row.weight, row.text])
    }
  }

  private static func remove(_ row: Row, fromTier tier: Int64, in db: Database) throws {
    for key in row.keys {
      try db.perform(
        "DELETE FROM suggestion_tier WHERE tier = ? AND key = ? AND sid = ?", [tier, key, row.id])
    }
  }
}
