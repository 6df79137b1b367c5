package import Foundation
import GRDB
import OpenMarketPacing
import Synchronization

extension MarketStore {
  /// Saves a draft under a name, in place of what had that name; it becomes the first in the list.
  ///
  /// Its photos stay for as long as it refers to them. On the disk when this returns; costs one flush of it. Throws
  /// ``StoreError/Code/invalidInput`` for a name that has not 1 to 200 bytes or texts of more than
  /// ``ListingDraft/sizeLimit``.
  package func saveDraft(_ draft: ListingDraft, as key: String, at date: Date) async throws {
    guard 1...200 ~= key.utf8.count else {
      throw StoreError(.invalidInput, "a draft's name has \(key.utf8.count) bytes: choose one of 1 to 200")
    }
    let payload = try JSONEncoder().encode(draft)
    guard payload.count <= ListingDraft.sizeLimit else {
      throw StoreError(
        .invalidInput, "the draft has \(payload.count) bytes: \(ListingDraft.sizeLimit) at most")
    }
    let now = Timestamp.milliseconds(date)
    try await writeDrafts { db in
      let key = try db.draftKey(key)
      let createdAt = try db.firstRow("SELECT created_at FROM form WHERE key = ?", [key]) { $0.int64(0) }
      try db.perform("DELETE FROM form WHERE key = ?", [key])
      try db.perform(
        "INSERT INTO form(key, payload, payload_version, created_at, saved_at) VALUES(?, ?, 1, ?, ?)",
        [key, payload, createdAt ?? now, now])
      try db.referTo(draft.photos, from: PhotoReference.draft(key))
    }
  }

  /// The drafts that were saved, at most `limit`, the latest first, whatever the clock said; those that change a listing only
  /// if asked for.
  ///
  /// One that a newer version of this library has written, and this one cannot read, is left out, and kept.
  ///
  /// One that was not saved since the last call is taken from there: a list of them is read after each change of what is typed.
  package func drafts(limit: Int = 100, includesEdits: Bool = false) async throws -> [SavedDraft] {
    guard limit > 0 else { return [] }
    return try await readUser { [self] db in
      let known = readDrafts.withLock { $0 }
      var (read, wanted): ([Int64: SavedDraft], [SavedDraft]) = ([:], [])
      // Each save gives a new number.
      let sql = "SELECT key, payload, created_at, saved_at, number FROM form ORDER BY number DESC"
      try db.readRows(sql) { row in
        let number = row.int64(4)
        guard let draft = known[number].flatMap({ $0.isSaved(in: row) ? $0 : nil }) ?? SavedDraft(row) else {
          return true
        }
        read[number] = draft
        if includesEdits || draft.draft.edited == nil { wanted.append(draft) }
        return wanted.count < limit
      }
      readDrafts.withLock { [read] in $0 = read }
      return wanted
    }
  }

  /// The draft that was saved under `key`; `nil` when there is none.
  package func draft(_ key: String) async throws -> SavedDraft? {
    try await readUser(atOnce: true) { db in
      try db.firstRow(
        "SELECT key, payload, created_at, saved_at FROM form WHERE key = ?", [db.draftKey(key)],
        SavedDraft.init) ?? nil
    }
  }

  /// Throws a draft away, which is overwritten on the disk, and returns whether there was one; its photos go when nothing
  /// else needs them. With `draft`, only that one: not another that has been saved under the key since.
  @discardableResult
  package func deleteDraft(_ key: String, ifStill draft: ListingDraft? = nil) async throws -> Bool {
    try await writeDrafts { try $0.deleteDraft(key, ifStill: draft) }
  }

  private func writeDrafts<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let changeHub = files.changeHub
    return try await writeUser(body) { _ in changeHub.send(.drafts) }
  }
}

extension Database {
  /// As ``MarketStore/deleteDraft(_:ifStill:)``.
  @discardableResult
  func deleteDraft(_ key: String, ifStill draft: ListingDraft? = nil) throws -> Bool {
    let key = try draftKey(key)
    if let draft {
      let saved = try firstRow("SELECT payload FROM form WHERE key = ?", [key]) { $0.data(0) }
      let decoder = JSONDecoder()
      // Compared as it would be read again.
      let expected = try decoder.decode(ListingDraft.self, from: JSONEncoder().encode(draft))
      guard let saved, (try? decoder.decode(ListingDraft.self, from: saved)) == expected else { return false }
    }
    try referTo([], from: PhotoReference.draft(key))
    return try perform("DELETE FROM form WHERE key = ?", [key]) > 0
  }

  /// The name under which a draft is kept: that of the edit of a listing made here may have been begun by this device's
  /// number, before the server gave its own.
  fileprivate func draftKey(_ key: String) throws -> String {
    guard let id = ListingDraft.editedID(of: key), id > 0,
      let local = try firstRow(
        "SELECT local_id FROM product_alias WHERE product_id = ?", [id], { $0.int64(0) }),
      try !exists("SELECT 1 FROM form WHERE key = ?", [key])
    else { return key }
    return ListingDraft.editKey(local)
  }
}

extension SavedDraft {
  /// Whether a row of its number is of it, and not of one that a rescue has put there.
  fileprivate func isSaved(in row: StatementRow) -> Bool {
    id == row.text(0) && savedAt == Timestamp.date(row.int64(3))
  }

  /// `nil` for a row that this version cannot read.
  fileprivate init?(_ row: StatementRow) {
    guard let draft = try? JSONDecoder().decode(ListingDraft.self, from: row.data(1)) else { return nil }
    self.init(
      id: row.text(0), draft: draft, createdAt: Timestamp.date(row.int64(2)),
      savedAt: Timestamp.date(row.int64(3)))
  }
}
