import Foundation
import GRDB

/// Notes changes of the names on sale in `suggestion_change`, for ``SuggestionIndex/applyChanges(limit:in:)``; kept over a
/// transaction.
///
/// Some dozens of names are a row, one after the other with their lengths: a row each is a tenth of the time to save one.
/// Rows are numbered by their first names. A name that a product loses and one that it gets are not in the same row, so each
/// renaming makes two: rows that short are few, as they are deleted when they are counted.
struct SuggestionNotes {
  static let schema = """
    CREATE TABLE suggestion_change(seq INTEGER PRIMARY KEY, names BLOB NOT NULL, count INTEGER NOT NULL, delta INTEGER NOT NULL);
    """

  /// The most names of a row; a long name ends one, too.
  private static let (mostNames, mostBytes) = (50, 2_000)

  /// The number after the last name's; a damaged number of names counts as one that there can be.
  static let end = """
    SELECT seq + min(max(ifnull(count, 1), 1), \(mostNames)) FROM suggestion_change ORDER BY seq DESC LIMIT 1
    """

  private let db: Database
  private var names: [UInt8] = []
  private var count: Int64 = 0
  private var delta: Int64 = 0

  init(_ db: Database) { self.db = db }

  /// Notes that a product on sale has another name, is new, or is gone or sold.
  mutating func note(from oldName: String?, to newName: String?) throws {
    if let oldName, let newName, oldName.utf8.elementsEqual(newName.utf8) { return }
    if let oldName { try note(oldName, -1) }
    if let newName { try note(newName, 1) }
  }

  private mutating func note(_ name: String, _ delta: Int64) throws {
    if delta != self.delta || count == Self.mostNames || names.count > Self.mostBytes { try save() }
    let length = UInt32(clamping: name.utf8.count)
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      names.append(UInt8(truncatingIfNeeded: length >> shift))
    }
    names += name.utf8
    count += 1
    self.delta = delta
  }

  /// Writes the last notes; to be called at the end of the transaction.
  mutating func save() throws {
    guard count > 0 else { return }
    let sql = """
      INSERT INTO suggestion_change(seq, names, count, delta)
      VALUES (ifnull((\(Self.end)), 1), ?, ?, ?)
      """
    try db.perform(sql, [Data(names), count, delta])
    (names, count) = ([], 0)
  }

  /// Calls `body` with the names of a row.
  static func forEachName(in data: Data, _ body: (String) -> Void) {
    unsafe data.withUnsafeBytes { bytes in
      var start = 0
      while start + 4 <= bytes.count {
        let length = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
        let end = start + 4 + Int(min(length, UInt32(clamping: bytes.count - start - 4)))
        unsafe body(String(decoding: bytes[start + 4..<end], as: UTF8.self))
        start = end
      }
    }
  }
}
