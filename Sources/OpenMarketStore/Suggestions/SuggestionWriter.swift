import GRDB

/// Writes changes of the names on sale into the tables of ``SuggestionIndex``, in one transaction.
///
/// Texts are looked up in the order of their numbers and keys are written in their own, so that neighbouring pages are
/// read and written once, however many changes there are.
struct SuggestionWriter {
  /// How many texts are listed.
  private(set) var count: Int64
  private var new: [NewText] = []
  private var keys: [KeyChange] = []
  private var spelling = SpellingIndex()
  private let db: Database
  private let find, countOnly, setWeight, insertText, insertNumber, insertKey, removeKey: StatementBinder

  /// A text that is to be listed.
  private struct NewText {
    var number: Int64
    var text: String
    var weight: Int64
    var id: Int64 = 0
  }

  /// A row of `suggestion_key` that comes or goes.
  private struct KeyChange {
    var tier: Int64
    var key: String
    var id: Int64
    var isNew: Bool

    static func isBefore(_ first: KeyChange, _ second: KeyChange) -> Bool {
      first.tier == second.tier ? first.key < second.key : first.tier < second.tier
    }
  }

  /// The place of a text in `suggestion_text`.
  private enum Place {
    case nowhere
    /// One product has it, and it is not listed.
    case counted
    case listed(id: Int64, weight: Int64)
  }

  init(_ db: Database, count: Int64) throws {
    func binder(_ sql: String) throws -> StatementBinder { StatementBinder(try db.cachedStatement(sql: sql)) }
    self.db = db
    self.count = count
    find = try binder(
      """
      SELECT number.sid, text.weight FROM suggestion_text AS number LEFT JOIN suggestion AS text ON text.id = number.sid
      WHERE number.number = ?
      """)
    countOnly = try binder("INSERT INTO suggestion_text(number) VALUES (?) ON CONFLICT DO NOTHING")
    setWeight = try binder("UPDATE suggestion SET weight = ? WHERE id = ?")
    insertText = try binder("INSERT INTO suggestion(text, weight) VALUES (?, ?)")
    insertNumber = try binder("INSERT OR REPLACE INTO suggestion_text(number, sid) VALUES (?, ?)")
    insertKey = try binder("INSERT OR IGNORE INTO suggestion_key(tier, key, sid) VALUES (?, ?, ?)")
    removeKey = try binder("DELETE FROM suggestion_key WHERE tier = ? AND key = ? AND sid = ?")
  }

  mutating func apply(_ changes: SuggestionChanges) throws {
    for (number, change) in changes.byNumber.sorted(by: { $0.key < $1.key })
    where change.delta != 0 || change.addsWord {
      try apply(change, to: number) { changes.spelling(of: change) }
    }
    try writeNew()
    try writeKeys()
    try spelling.save(in: db)
  }

  private mutating func apply(
    _ change: SuggestionChanges.Change, to number: Int64, spelling: () -> String
  ) throws {
    let mayBeCounted = !change.addsWord && count >= SuggestionIndex.mostTexts
    if mayBeCounted, change.delta == 1, try countOnly.run(number) > 0 { return }
    switch try place(of: number) {
    case .nowhere:
      if change.delta > 0 { list(number, spelling(), weight: change.delta) }
    case .counted:
      let weight = 1 + change.delta
      if weight > 1 || weight == 1 && change.addsWord {
        list(number, spelling(), weight: weight)
      } else if weight < 1 {
        try db.perform("DELETE FROM suggestion_text WHERE number = ?", [number])
      }
    case .listed(let id, let weight):
      guard weight + change.delta > 0 else { return try remove(number, id: id, weight: weight) }
      guard change.delta != 0 else { return }
      _ = try setWeight.run(weight + change.delta, id)
      // Within a power of two no tier changes, and the text need not be read.
      guard weight.leadingZeroBitCount != (weight + change.delta).leadingZeroBitCount,
        let text = try text(of: id)
      else { return }
      let (old, new) = (
        SuggestionIndex.tier(of: text, weight: weight),
        SuggestionIndex.tier(of: text, weight: weight + change.delta)
      )
      guard old != new else { return }
      for key in Self.keys(of: text) {
        keys.append(KeyChange(tier: old, key: key, id: id, isNew: false))
        keys.append(KeyChange(tier: new, key: key, id: id, isNew: true))
      }
    }
  }

  private func place(of number: Int64) throws -> Place {
    find.bind(number, at: 1)
    let row = try find.firstRow { (id: $0.optionalInt64(0), weight: $0.optionalInt64(1)) }
    guard let row else { return .nowhere }
    guard let id = row.id else { return .counted }
    // Without a weight the text is gone, which only a damaged file has.
    return row.weight.map { .listed(id: id, weight: $0) } ?? .nowhere
  }

  private func text(of id: Int64) throws -> String? {
    try db.firstRow("SELECT text FROM suggestion WHERE id = ?", [id]) { $0.text(0) }
  }

  private static func keys(of text: String) -> Set<String> {
    SuggestionKeys(FoldedText.scalars(of: text)).stored
  }

  private mutating func list(_ number: Int64, _ text: String, weight: Int64) {
    new.append(NewText(number: number, text: text, weight: weight))
    count += 1
  }

  /// Texts that begin alike get neighbouring numbers, so that those for a prefix are read from a few pages.
  private mutating func writeNew() throws {
    // By bytes: the order is only that of their rows, and a String's own normalises Hangul.
    new.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    for index in new.indices {
      let (text, weight) = (new[index].text, new[index].weight)
      _ = try insertText.run(text, weight)
      new[index].id = db.lastInsertedRowID
      noteKeys(of: text, id: new[index].id, weight: weight, isNew: true)
    }
    new.sort { $0.number < $1.number }
    for text in new {
      _ = try insertNumber.run(text.number, text.id)
    }
    new = []
  }

  private mutating func noteKeys(of text: String, id: Int64, weight: Int64, isNew: Bool) {
    let tier = SuggestionIndex.tier(of: text, weight: weight)
    for key in Self.keys(of: text) { keys.append(KeyChange(tier: tier, key: key, id: id, isNew: isNew)) }
    spelling.note(text, id: id, isNew: isNew)
  }

  private mutating func remove(_ number: Int64, id: Int64, weight: Int64) throws {
    guard let text = try text(of: id) else { return }
    try db.perform("DELETE FROM suggestion WHERE id = ?", [id])
    try db.perform("DELETE FROM suggestion_text WHERE number = ?", [number])
    noteKeys(of: text, id: id, weight: weight, isNew: false)
    count -= 1
  }

  private mutating func writeKeys() throws {
    keys.sort(by: KeyChange.isBefore)
    // A number is given to a new text as soon as the old one is gone: what goes goes first.
    for isNew in [false, true] {
      let statement = isNew ? insertKey : removeKey
      for change in keys where change.isNew == isNew {
        _ = try statement.run(change.tier, change.key, change.id)
      }
    }
    keys = []
  }
}
