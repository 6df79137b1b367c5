import GRDB

/// The tables behind suggestions: texts with their weights, and the keys by which they are found.
///
/// A text's weight is the number of products on sale that have it. The write of a product only notes its name
/// in `suggestion_change`; ``applyChanges(limit:in:)`` works the notes off, many at a time, in transactions of
/// its own. The notes are removed in the same transaction that counts them, so a pass can stop anywhere, in any
/// process, and go on from there.
///
/// Keys are ordered by *tier*, a power of four of the weight, then by the key itself. The heaviest texts with a
/// prefix are then at the beginning of a few short ranges, however many there are, and a text's keys move only
/// when its weight has grown or shrunk fourfold.
enum SuggestionIndex {
  static let schema = """
    CREATE TABLE suggestion(
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      text TEXT NOT NULL,
      weight INTEGER NOT NULL
    );
    CREATE TABLE suggestion_key(
      tier INTEGER NOT NULL,
      key TEXT NOT NULL,
      sid INTEGER NOT NULL,
      PRIMARY KEY(tier, key, sid)
    ) WITHOUT ROWID;
    CREATE TABLE suggestion_change(seq INTEGER PRIMARY KEY, name TEXT NOT NULL, delta INTEGER NOT NULL);
    """

  /// The tiers, heaviest first.
  static let tiers: Range<Int64> = 0..<10

  /// The tier of a weight: 9 for 1 to 3, 8 for 4 to 15, …
  static func tier(ofWeight weight: Int64) -> Int64 {
    max(0, tiers.upperBound - 1 - Int64(63 - weight.leadingZeroBitCount) / 2)
  }

  /// Notes that a product on sale has another name, is new, or is gone or sold.
  static func note(from oldName: String?, to newName: String?, in db: Database) throws {
    if let oldName, let newName, oldName.utf8.elementsEqual(newName.utf8) { return }
    if let oldName { try note(oldName, delta: -1, in: db) }
    if let newName { try note(newName, delta: 1, in: db) }
  }

  private static func note(_ name: String, delta: Int64, in db: Database) throws {
    try db.perform("INSERT INTO suggestion_change(name, delta) VALUES (?, ?)") {
      $0.bind(name, at: 1)
      $0.bind(delta, at: 2)
    }
  }

  /// Begins again from the products; the notes are worked off later.
  static func rebuild(in db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM suggestion;
        DELETE FROM suggestion_key;
        DELETE FROM suggestion_change;
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
    try db.forEachRow("SELECT seq, name, delta FROM suggestion_change ORDER BY seq LIMIT ?") {
      $0.bind(Int64(limit), at: 1)
    } _: { row in
      last = row.int64(0)
      deltas[row.text(1), default: 0] += row.int64(2)
      count += 1
    }
    guard count > 0 else { return 0 }
    try db.perform("DELETE FROM suggestion_change WHERE seq <= ?") { $0.bind(last, at: 1) }

    var changes: [String: (text: String, delta: Int64)] = [:]
    // The most common spelling of a new text is the one that is shown.
    for (name, delta) in deltas.sorted(by: { ($0.value, $1.key) > ($1.value, $0.key) }) where delta != 0 {
      for (key, text) in SuggestionTexts(name).byKey { changes[key, default: (text, 0)].delta += delta }
    }
    // In the order of the keys, so that neighbouring pages are written together.
    for (key, change) in changes.sorted(by: { $0.key < $1.key }) where change.delta != 0 {
      try add(change.delta, to: change.text, key: key, in: db)
    }
    return count
  }

  private static func add(_ delta: Int64, to text: String, key: String, in db: Database) throws {
    let old = try db.firstRow("SELECT id, text, weight FROM suggestion WHERE key = ?") {
      $0.bind(key, at: 1)
    } _: {
      (id: $0.int64(0), text: $0.text(1), weight: $0.int64(2))
    }
    guard let old else {
      if delta > 0 { try insert(text, key: key, weight: delta, in: db) }
      return
    }
    let weight = old.weight + delta
    if weight <= 0 {
      try db.perform("DELETE FROM suggestion WHERE id = ?") { $0.bind(old.id, at: 1) }
      try moveKeys(of: old.id, text: old.text, from: tier(ofWeight: old.weight), to: nil, in: db)
      return
    }
    try db.perform("UPDATE suggestion SET weight = ? WHERE id = ?") {
      $0.bind(weight, at: 1)
      $0.bind(old.id, at: 2)
    }
    let (from, to) = (tier(ofWeight: old.weight), tier(ofWeight: weight))
    if from != to { try moveKeys(of: old.id, text: old.text, from: from, to: to, in: db) }
  }

  private static func insert(_ text: String, key: String, weight: Int64, in db: Database) throws {
    try db.perform("INSERT INTO suggestion(key, text, weight) VALUES (?, ?, ?)") {
      $0.bind(key, at: 1)
      $0.bind(text, at: 2)
      $0.bind(weight, at: 3)
    }
    try moveKeys(of: db.lastInsertedRowID, text: text, from: nil, to: tier(ofWeight: weight), in: db)
  }

  private static func moveKeys(
    of id: Int64, text: String, from: Int64?, to: Int64?, in db: Database
  ) throws {
    for key in SuggestionKeys(FoldedText.scalars(of: text)).stored {
      if let from {
        try db.perform("DELETE FROM suggestion_key WHERE tier = ? AND key = ? AND sid = ?") {
          $0.bind(from, at: 1)
          $0.bind(key, at: 2)
          $0.bind(id, at: 3)
        }
      }
      if let to {
        try db.perform("INSERT OR IGNORE INTO suggestion_key(tier, key, sid) VALUES (?, ?, ?)") {
          $0.bind(to, at: 1)
          $0.bind(key, at: 2)
          $0.bind(id, at: 3)
        }
      }
    }
  }
}
