import Foundation
import GRDB

/// The numbers of all texts that names have, each with its row of `suggestion`: `suggestion_text`.
///
/// Sorted, some hundred in a row of the table, as steps from one to the next and from the number of the row: a batch of names
/// reads and writes each row once, where a row for each number costs a statement for each. A row fills a page of the file at most.
struct SuggestionNumbers {
  static let schema = "CREATE TABLE suggestion_text(number INTEGER PRIMARY KEY, texts BLOB NOT NULL);"

  /// The row of a text that is counted, but not listed.
  static let counted: Int64 = 0

  /// A text: its number, and its row in `suggestion`.
  struct Entry: Equatable {
    var number: Int64
    var id: Int64
  }

  /// A text that has another row from now on, or none and no number.
  struct Change {
    var number: Int64
    var id: Int64?
  }

  /// A row of the table, for the numbers from its own one to the next row's.
  private struct Block {
    var start: Int64 = 0
    var end = SuggestionNumbers.limit
    var entries: [Entry] = []
  }

  /// Above all numbers.
  static let limit: Int64 = 1 << 48

  /// The most bytes of a row, and what is left in each when it is divided.
  private static let (mostBytes, dividedBytes) = (3_900, 2_800)

  private let db: Database

  init(_ db: Database) { self.db = db }

  /// The row of each of the numbers, which are sorted; `nil` for a text that no name has.
  func ids(of numbers: [Int64]) throws -> [Int64?] {
    var ids: [Int64?] = []
    ids.reserveCapacity(numbers.count)
    var block = Block(end: .min)
    var place = 0
    for number in numbers {
      if number >= block.end { (block, place) = (try self.block(of: number), 0) }
      while place < block.entries.count, block.entries[place].number < number { place += 1 }
      let isThere = place < block.entries.count && block.entries[place].number == number
      ids.append(isThere ? block.entries[place].id : nil)
    }
    return ids
  }

  /// Makes changes, which are sorted.
  func write(_ changes: [Change]) throws {
    var rest = changes[...]
    while let first = rest.first {
      let block = try block(of: first.number)
      let own = rest.prefix { $0.number < block.end }
      rest = rest.dropFirst(own.count)
      try write(Self.merged(block.entries, own), from: block.start)
    }
  }

  /// The row for a number. One that is not for it, or not sorted, is damaged: its changes would end in other rows, or nowhere.
  private func block(of number: Int64) throws -> Block {
    let block = try readBlock(of: number)
    let numbers = block.entries.lazy.map(\.number)
    guard number < block.end, zip(numbers, numbers.dropFirst()).allSatisfy(<),
      numbers.first.map({ $0 >= block.start }) ?? true, numbers.last.map({ $0 < block.end }) ?? true
    else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the numbers of suggested texts are damaged")
    }
    return block
  }

  private func readBlock(of number: Int64) throws -> Block {
    let next = "SELECT min(next.number) FROM suggestion_text AS next WHERE next.number > block.number"
    let sql = """
      SELECT number, texts, (\(next)) FROM suggestion_text AS block WHERE number <= ? ORDER BY number DESC LIMIT 1
      """
    return try db.firstRow(sql, [number]) { row in
      let start = row.int64(0)
      return Block(
        start: start, end: row.optionalInt64(2) ?? Self.limit, entries: Self.entries(row.data(1), from: start)
      )
    }
      ?? Block(
        end: try db.firstRow("SELECT number FROM suggestion_text LIMIT 1") { $0.int64(0) } ?? Self.limit)
  }

  private func write(_ entries: [Entry], from start: Int64) throws {
    let data = Self.data(entries[...], from: start)
    guard data.count > Self.mostBytes else {
      if entries.isEmpty {
        try db.perform("DELETE FROM suggestion_text WHERE number = ?", [start])
      } else {
        try insert(data, at: start)
      }
      return
    }
    let count = entries.count / (data.count / Self.dividedBytes + 1) + 1
    for first in stride(from: 0, to: entries.count, by: count) {
      let number = first == 0 ? start : entries[first].number
      try insert(Self.data(entries[first...].prefix(count), from: number), at: number)
    }
  }

  private func insert(_ data: Data, at number: Int64) throws {
    try db.perform("INSERT OR REPLACE INTO suggestion_text(number, texts) VALUES (?, ?)", [number, data])
  }

  private static func merged(_ entries: [Entry], _ changes: ArraySlice<Change>) -> [Entry] {
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + changes.count)
    var place = 0
    for change in changes {
      while place < entries.count, entries[place].number < change.number {
        merged.append(entries[place])
        place += 1
      }
      if place < entries.count, entries[place].number == change.number { place += 1 }
      if let id = change.id { merged.append(Entry(number: change.number, id: id)) }
    }
    return merged + entries[place...]
  }

  private static func data(_ entries: ArraySlice<Entry>, from start: Int64) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 8)
    var last = start
    for entry in entries {
      bytes.append(number: UInt64(bitPattern: entry.number &- last))
      bytes.append(number: UInt64(bitPattern: entry.id))
      last = entry.number
    }
    return Data(bytes)
  }

  /// The texts of a row that begins with `start`.
  static func entries(_ data: Data, from start: Int64) -> [Entry] {
    unsafe data.withUnsafeBytes { bytes in
      var entries: [Entry] = []
      entries.reserveCapacity(bytes.count / 5)
      var (number, step) = (start, Int64?.none)
      var (value, shift) = (UInt64(0), UInt64(0))
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        value |= UInt64(byte & 0x7F) << shift
        shift += 7
        guard byte < 0x80 else { continue }
        if let ahead = step {
          number &+= ahead
          entries.append(Entry(number: number, id: Int64(bitPattern: value)))
          step = nil
        } else {
          step = Int64(bitPattern: value)
        }
        (value, shift) = (0, 0)
      }
      return entries
    }
  }
}

extension [UInt8] {
  /// Appends seven bits a byte, the lowest first; the last one has no high bit.
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
