import GRDB

/// Writes changes of the names on sale into the tables of ``SuggestionIndex``, in one transaction.
///
/// Each table is read and written in the order of its rows, so that neighbouring pages are read and written once, however many
/// changes there are.
struct SuggestionWriter {
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
    /// The first eight bytes of the text, to be sorted by.
    var order: UInt64

    init(number: Int64, text: String, weight: Int64) {
      (self.number, self.text, self.weight) = (number, text, weight)
      var bytes = text.utf8.makeIterator()
      order = (0..<8).reduce(0) { order, _ in order << 8 | UInt64(bytes.next() ?? 0) }
    }
  }

  /// A listed text, and how many products more have it.
  private struct Listed {
    var id: Int64
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
    var changes = changes
    let sorted = changes.sorted()
    var listed: [Listed] = []
    for (change, id) in zip(sorted, try numbers.ids(of: sorted.map(\.number))) {
      if let id, id != SuggestionNumbers.counted {
        listed.append(Listed(id: id, change: change))
      } else {
        count(change, upFrom: id == nil ? 0 : 1) { changes.spelling(of: change) }
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
    _ change: SuggestionChanges.Change, upFrom old: Int64, spelling: () -> String
  ) {
    let weight = old &+ change.delta
    if weight > 0, weight > 1 || change.addsWord || old == 0 && count < SuggestionIndex.mostTexts {
      new.append(NewText(number: change.number, text: spelling(), weight: weight))
      count &+= 1
    } else if weight != old {
      numberChanges.append(.init(number: change.number, id: weight > 0 ? SuggestionNumbers.counted : nil))
    }
  }

  private mutating func apply(_ listed: Listed, spelling: () -> String) throws {
    let (id, delta) = (listed.id, listed.change.delta)
    find.bind(id, at: 1)
    // Without a row the text is gone, which only a damaged file has.
    guard let weight = try find.firstRow({ $0.int64(0) }) else {
      return count(listed.change, upFrom: 0, spelling: spelling)
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
    new.sort {
      $0.order == $1.order ? $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) : $0.order < $1.order
    }
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
    numberChanges.append(.init(number: listed.change.number, id: nil))
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

  /// How many rows one statement inserts: a row alone takes 1.1 µs, one of these 0.8.
  private static let rows = 16

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
    let old = changes.filter { !$0.isNew }
    try write(old[...], "DELETE FROM suggestion_key WHERE tier = ? AND key = ? AND sid = ?", in: db)
    let new = changes.filter(\.isNew)
    let insertion = "INSERT OR IGNORE INTO suggestion_key(tier, key, sid) VALUES "
    let several = Array(repeating: "(?, ?, ?)", count: Self.rows).joined(separator: ", ")
    let rest = new.count % Self.rows
    try write(new.dropLast(rest), insertion + several, rows: Self.rows, in: db)
    try write(new.suffix(rest), insertion + "(?, ?, ?)", in: db)
    (bytes, changes) = ([], [])
  }

  /// Performs a statement for each of the changes, or for so many changes at a time.
  private func write(_ changes: ArraySlice<Change>, _ sql: String, rows: Int = 1, in db: Database) throws {
    guard !changes.isEmpty else { return }
    let statement = StatementBinder(try db.cachedStatement(sql: sql))
    var index: CInt = 0
    for change in changes {
      statement.bind(change.tier, at: index + 1)
      statement.bind(UTF8Text(bytes[change.range]), at: index + 2)
      statement.bind(change.id, at: index + 3)
      index += 3
      guard index == CInt(3 * rows) else { continue }
      _ = try statement.run()
      statement.reset()
      index = 0
    }
  }
}
