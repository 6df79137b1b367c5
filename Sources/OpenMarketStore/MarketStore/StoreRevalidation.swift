import Foundation
import GRDB
package import HTTPTypes
package import OpenMarketHTTP
import OpenMarketPacing

/// Keeps responses for revalidation in `cache.db`, so that a relaunched app still asks "has it changed?".
///
/// Bounded in bytes; what was not stored or confirmed for longest goes first. A response that depends on who
/// asks is never written: the fields that say so would be on the disk with it.
package struct StoreRevalidation: RevalidationStore {
  private let store: MarketStore
  private let byteLimit: Int
  private let credentialHeaders: Set<HTTPField.Name>

  /// Keeps responses in `store`.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - byteLimit: The most bytes kept (default: 8 MiB). A single response may take an eighth of it.
  ///   - credentialHeaders: Fields that say who asks (default: those of the client).
  package init(
    _ store: MarketStore, byteLimit: Int = 8 << 20,
    credentialHeaders: Set<HTTPField.Name> = HTTPClient.Configuration().credentialHeaders
  ) {
    self.store = store
    self.byteLimit = byteLimit
    self.credentialHeaders = credentialHeaders
  }

  package func response(for url: String) async -> StoredResponse? {
    // A file may hold any status, and `HTTPResponse.Status` ends the process for one without three digits.
    let sql = """
      SELECT status, fields, selecting_fields, body, date FROM http_response \
      WHERE url = ? AND status BETWEEN 100 AND 999
      """
    let stored = try? await store.readCache { db in
      try db.firstRow(sql, [url]) { row in
        StoredResponse(
          head: HTTPResponse(
            status: HTTPResponse.Status(code: row.int(0)), headerFields: HTTPFields(lines: row.text(1))),
          body: row.data(3), date: Date(timeIntervalSince1970: row.double(4)),
          selectingFields: HTTPFields(lines: row.text(2)))
      }
    }
    return stored ?? nil
  }

  /// Keeps `response`, unless it is larger than an eighth of the limit or belongs to whoever asked.
  package func store(_ response: StoredResponse, for url: String) async {
    let isPersonal = response.selectingFields.contains { credentialHeaders.contains($0.name) }
    guard !isPersonal, response.byteCount <= byteLimit / 8, (100...999).contains(response.head.status.code)
    else { return await removeResponse(for: url) }
    let now = Timestamp.milliseconds(store.configuration.time.date())
    var fields = response.head.headerFields
    fields[.setCookie] = nil
    let (head, limit) = (fields.lines, byteLimit)
    await write { db in
      let sql = """
        INSERT OR REPLACE INTO http_response(url, status, fields, selecting_fields, body, date, bytes, used_at) \
        VALUES(?, ?, ?, ?, ?, ?, ?, ?)
        """
      try db.perform(
        sql,
        [
          url, response.head.status.code, head, response.selectingFields.lines, response.body,
          response.date.timeIntervalSince1970, response.byteCount, now,
        ])
      try db.trimResponses(to: limit)
    }
  }

  package func removeResponse(for url: String) async {
    await write { try $0.perform("DELETE FROM http_response WHERE url = ?", [url]) }
  }

  private func write(_ body: @escaping @Sendable (Database) throws -> Void) async {
    let clock = store.configuration.time.clock
    _ = try? await withDeadline(clock.now.advanced(by: MarketStore.copyingTime), clock: clock) { [store] in
      try await store.writeCache(as: .other, body)
    }
  }
}

extension MarketStore {
  /// How long a response may wait until copies of it are stored: another process may keep the file locked, or the disk be slow,
  /// which must not look as if the server did not respond. A page of 1,000 products takes some 30 ms.
  package static let copyingTime = Duration.milliseconds(500)
}

extension Database {
  /// Forgets the responses that were not stored or confirmed for longest, until the others take `limit` bytes
  /// at most. Reads nothing but an index.
  func trimResponses(to limit: Int) throws {
    // In the order of storing, as the calendar may have been set meanwhile.
    let newestFirst =
      "SELECT rowid, bytes FROM http_response INDEXED BY http_response_use ORDER BY rowid DESC"
    var total = 0
    var dropped: [Int64] = []
    try forEachRow(newestFirst) { row in
      total += row.int(1)
      if total > limit { dropped.append(row.int64(0)) }
    }
    for id in dropped { try perform("DELETE FROM http_response WHERE rowid = ?", [id]) }
  }
}

extension HTTPFields {
  /// One line for each field, as on the wire.
  fileprivate var lines: String { map { "\($0.name.rawName): \($0.value)\n" }.joined() }

  fileprivate init(lines: String) {
    self.init()
    for line in lines.split(separator: "\n") {
      let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else { continue }
      append(HTTPField(name: name, value: String(parts[1])))
    }
  }
}
