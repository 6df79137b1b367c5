import GRDB

/// Writes changes of the names on sale into the tables of ``SuggestionIndex``, in one transaction.
///
/// Each table is read and written in the order of its rows, so that neighbouring pages are read and written once, however many
/// changes there are.
struct SuggestionWriter {
  /// How many texts are listed.
  private(set) var count: Int64
  private var new: [NewText] = []
  private var numberChanges: [SuggestionNumbers.Change] = []
  private var keys = KeyChanges()
  private var spelling = SpellingIndex()
  private let db: Database
  private let numbers: SuggestionNumbers
  private let find, setWeight, insertText: StatementBinder

  /// A text that is to be listed.
  private struct NewText {
    var number: Int64
    var text: String
    var weight: Int64
  }

  /// A listed text, and how many products more have it.
  private struct Listed {
    var id: Int64
    var number: Int64
    var change: SuggestionChanges.Change
  }

  init(_ db: Database, count: Int64) throws {
    func binder(_ sql: String) throws -> StatementBinder { StatementBinder(try db.cachedStatement(sql: sql)) }
    self.db = db
    self.count = count
    numbers = SuggestionNumbers(db)
    find = try binder("SELECT weight FROM suggestion WHERE id = ?")
    setWeight = try binder("UPDATE suggestion SET weight = ? WHERE id = ?")
    insertText = try binder("INSERT INTO suggestion(text, weight) VALUES (?, ?)")
  }

  mutating func apply(_ changes: SuggestionChanges) throws {
    let sorted = changes.byNumber.filter { $0.value.delta != 0 || $0.value.addsWord }.sorted {
      $0.key < $1.key
    }
    var listed: [Listed] = []
    for ((number, change), id) in zip(sorted, try numbers.ids(of: sorted.map(\.key))) {
      if let id, id != SuggestionNumbers.counted {
        listed.append(Listed(id: id, number: number, change: change))
      } else {
        count(change, of: number, upFrom: id == nil ? 0 : 1) { changes.spelling(of: change) }
      }
    }
    listed.sort { $0.id < $1.id }
    for text in listed { try apply(text) { changes.spelling(of: text.change) } }
    try writeNew()
    try keys.write(in: db)
    try numbers.write(numberChanges.sorted { $0.number < $1.number })
    try spelling.save(in: db)
  }

  /// Counts a text that is not listed, and lists it when it is a word or has more than one product.
  private mutating func count(
    _ change: SuggestionChanges.Change, of number: Int64, upFrom old: Int64, spelling: () -> String
  ) {
    let weight = old &+ change.delta
    if weight > 0, weight > 1 || change.addsWord || old == 0 && count < SuggestionIndex.mostTexts {
      new.append(NewText(number: number, text: spelling(), weight: weight))
      count &+= 1
    } else if weight != old {
      numberChanges.append(.init(number: number, id: weight > 0 ? SuggestionNumbers.counted : nil))
    }
  }

  private mutating func apply(_ listed: Listed, spelling: () -> String) throws {
    let (id, delta) = (listed.id, listed.change.delta)
    find.bind(id, at: 1)
    // Without a row the text is gone, which only a damaged file has.
    guard let weight = try find.firstRow({ $0.int64(0) }) else {
      return count(listed.change, of: listed.number, upFrom: 0, spelling: spelling)
    }
    guard weight &+ delta > 0 else { return try remove(listed, weight: weight) }
    if delta != 0 { _ = try setWeight.run(weight &+ delta, id) }
    if try respell(listed, weight: weight, spelling: spelling) { return }
    // Within a power of two no tier changes, and the text need not be read.
    guard weight.leadingZeroBitCount != (weight &+ delta).leadingZeroBitCount, let text = try text(of: id)
    else { return }
    let isOfSales = SalesWords.begin(text)
    let old = SuggestionIndex.tier(of: weight, isOfSales: isOfSales)
    let new = SuggestionIndex.tier(of: weight &+ delta, isOfSales: isOfSales)
    guard old != new else { return }
    let stored = SuggestionKeys(text)
    keys.note(stored, in: old, id: id, isNew: false)
    keys.note(stored, in: new, id: id, isNew: true)
  }

  /// Writes a text as one word, or as several, when half of its products and more have it so: the first vendor may have
  /// written 닌텐 도. Says whether it has.
  private mutating func respell(_ listed: Listed, weight: Int64, spelling: () -> String) throws -> Bool {
    let (usual, isWord) = (listed.change.usual.count, listed.change.isUsuallyWord)
    let all = weight &+ listed.change.delta
    guard isWord ? usual >= all &- usual : usual > all &- usual,
      let old = try text(of: listed.id), old.contains(" ") == isWord
    else { return false }
    let new = spelling()
    try db.perform("UPDATE suggestion SET text = ? WHERE id = ?", [new, listed.id])
    noteKeys(of: old, id: listed.id, weight: weight, isNew: false)
    noteKeys(of: FoldedText.scalars(of: new), id: listed.id, weight: all, isNew: true)
    return true
  }

  /// A listed text, folded.
  private func text(of id: Int64) throws -> [Unicode.Scalar]? {
    try db.firstRow("SELECT text FROM suggestion WHERE id = ?", [id]) { FoldedText.scalars(of: $0.text(0)) }
  }

  /// Texts that begin alike get neighbouring rows, so that those for a prefix are read from a few pages.
  private mutating func writeNew() throws {
    // By bytes: the order is only that of their rows, and a String's own normalises Hangul.
    new.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    for text in new {
      _ = try insertText.run(text.text, text.weight)
      let id = db.lastInsertedRowID
      noteKeys(of: FoldedText.scalars(of: text.text), id: id, weight: text.weight, isNew: true)
      numberChanges.append(.init(number: text.number, id: id))
    }
    new = []
  }

  private mutating func noteKeys(of folded: [Unicode.Scalar], id: Int64, weight: Int64, isNew: Bool) {
    let tier = SuggestionIndex.tier(of: weight, isOfSales: SalesWords.begin(folded))
    keys.note(SuggestionKeys(folded), in: tier, id: id, isNew: isNew)
    spelling.note(folded, id: id, isNew: isNew)
  }

  private mutating func remove(_ listed: Listed, weight: Int64) throws {
    guard let text = try text(of: listed.id) else { return }
    try db.perform("DELETE FROM suggestion WHERE id = ?", [listed.id])
    numberChanges.append(.init(number: listed.number, id: nil))
    noteKeys(of: text, id: listed.id, weight: weight, isNew: false)
    count &-= 1
  }
}

/// Rows of `suggestion_key` that come or go.
private struct KeyChanges {
  private struct Change {
    /// The place of the key in ``bytes``.
    var range: Range<Int>
    /// The tier and the key's first seven bytes, to be sorted by.
    var order: UInt64
    var tier: Int64
    var id: Int64
    var isNew: Bool
  }

  private var bytes: [UInt8] = []
  private var changes: [Change] = []

  mutating func note(_ keys: SuggestionKeys, in tier: Int64, id: Int64, isNew: Bool) {
    keys.forEachStored { key in
      let start = bytes.count
      bytes += key
      var order = UInt64(truncatingIfNeeded: tier)
      for index in start..<start + 7 { order = order << 8 | (index < bytes.count ? UInt64(bytes[index]) : 0) }
      changes.append(Change(range: start..<bytes.count, order: order, tier: tier, id: id, isNew: isNew))
    }
  }

  mutating func write(in db: Database) throws {
    changes.sort { first, second in
      first.order == second.order
        ? bytes[first.range].lexicographicallyPrecedes(bytes[second.range]) : first.order < second.order
    }
    // A number is given to a new text as soon as the old one is gone: what goes goes first.
    for isNew in [false, true] {
      let sql =
        isNew
        ? "INSERT OR IGNORE INTO suggestion_key(tier, key, sid) VALUES (?, ?, ?)"
        : "DELETE FROM suggestion_key WHERE tier = ? AND key = ? AND sid = ?"
      let statement = StatementBinder(try db.cachedStatement(sql: sql))
      for change in changes where change.isNew == isNew {
        _ = try statement.run(change.tier, UTF8Text(bytes[change.range]), change.id)
      }
    }
    (bytes, changes) = ([], [])
  }
}
