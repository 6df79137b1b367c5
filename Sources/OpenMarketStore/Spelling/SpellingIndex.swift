import Foundation
import GRDB

/// The words of the names on sale, packed, to be compared all with a typed text: `spelling`.
///
/// A word is a text of ``SuggestionIndex`` without a space that begins with three keys of letters or more; 16 bytes for
/// each, the ``PackedKeys`` and the number of the text, 250 in a row, which fills a page of the file. Words are
/// appended and removed in the transaction that adds or removes the text, so that nothing is ever loaded, kept in
/// memory or out of date.
///
/// A walk along the sorted keys of suggestions as a trie needs no table, but hundreds of seeks for one error and thousands
/// for two. Words in memory must be read first, and all words with up to two keys left out take many times the room.
struct SpellingIndex {
  static let schema =
    "CREATE TABLE spelling(block INTEGER PRIMARY KEY, words BLOB NOT NULL);"
  static let tables = IndexTables(["spelling"], schema)

  /// A word: where its letters and its text are.
  struct Word: Hashable {
    var keys: PackedKeys
    /// The row of `suggestion`.
    var id: Int64
  }

  static let wordsInBlock = 250
  private static let bytesOfWord = 16

  private var added: [Word] = []
  private var removed: Set<Int64> = []

  /// Notes a folded text that names have from now on, or no longer.
  mutating func note(_ folded: [Unicode.Scalar], id: Int64, isNew: Bool) {
    guard let keys = Self.keys(of: folded) else { return }
    if isNew { added.append(Word(keys: keys, id: id)) } else { removed.insert(id) }
  }

  /// The keys of a folded text as the index has them; `nil` for one that nothing is corrected to.
  static func keys(of folded: [Unicode.Scalar]) -> PackedKeys? {
    guard !folded.contains(" ") else { return nil }
    let keys = TypingKeys(firstOf: folded, limit: PackedKeys.longest)
    return TypingCost.budget(ofKeys: keys.bytes.count + 1) == 0 ? nil : PackedKeys(keys)
  }

  mutating func save(in db: Database) throws {
    // A number can be given to a new text as soon as the old one is gone.
    try remove(in: db)
    try append(in: db)
    (added, removed) = ([], [])
  }

  private func remove(in db: Database) throws {
    guard !removed.isEmpty else { return }
    var changed: [(block: Int64, words: [Word])] = []
    try db.forEachRow("SELECT block, words FROM spelling") { row in
      var words: [Word] = []
      unsafe row.withBytes(1) { bytes in unsafe Self.forEachWord(in: bytes) { words.append($0) } }
      let kept = words.filter { !removed.contains($0.id) }
      if kept.count < words.count { changed.append((row.int64(0), kept)) }
    }
    for (block, words) in changed {
      if words.isEmpty {
        try db.perform("DELETE FROM spelling WHERE block = ?", [block])
      } else {
        try db.perform("UPDATE spelling SET words = ? WHERE block = ?", [Self.data(words), block])
      }
    }
  }

  private func append(in db: Database) throws {
    var rest = added[...]
    guard !rest.isEmpty else { return }
    let last = try db.firstRow("SELECT block, words FROM spelling ORDER BY block DESC LIMIT 1") {
      (block: $0.int64(0), words: $0.data(1))
    }
    if let last, last.words.count < Self.wordsInBlock * Self.bytesOfWord {
      let more = rest.prefix(Self.wordsInBlock - last.words.count / Self.bytesOfWord)
      rest = rest.dropFirst(more.count)
      try db.perform(
        "UPDATE spelling SET words = ? WHERE block = ?", [last.words + Self.data(more), last.block])
    }
    while !rest.isEmpty {
      try db.perform("INSERT INTO spelling(words) VALUES (?)", [Self.data(rest.prefix(Self.wordsInBlock))])
      rest = rest.dropFirst(Self.wordsInBlock)
    }
  }

  private static func data(_ words: some Sequence<Word>) -> Data {
    Data(words.flatMap { $0.keys.rawValue.littleEndianBytes + $0.id.littleEndianBytes })
  }

  @inline(__always) private static func forEachWord(
    in bytes: UnsafeRawBufferPointer, _ body: (Word) -> Void
  ) {
    var offset = 0
    while offset + bytesOfWord <= bytes.count {
      let keys = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let id = unsafe bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
      body(
        Word(
          keys: PackedKeys(rawValue: UInt64(littleEndian: keys)),
          id: Int64(bitPattern: UInt64(littleEndian: id))))
      offset += bytesOfWord
    }
  }

  /// Calls `body` with the words that begin with `pattern`, but for as many errors as it allows.
  static func forEachWord(like pattern: PackedPattern, in db: Database, _ body: (Word) -> Void) throws {
    try db.forEachRow("SELECT words FROM spelling") { row in
      unsafe row.withBytes(0) { bytes in
        unsafe forEachWord(in: bytes) { word in
          if pattern.allows(word.keys), pattern.errors(in: word.keys) != nil { body(word) }
        }
      }
    }
  }
}
