package import Foundation
import GRDB
package import OpenMarketAPI

/// Pending writes to be laid over the products that the server has shown.
extension MarketStore {
  /// Pending writes to be done with these listings, named by the server's numbers or this device's own: an entry for each
  /// that something waits for.
  ///
  /// Costs a memory access while nothing waits, and about 10 µs for each write that does.
  package func pendingEntries(
    of products: some Collection<Product.ID> & Sendable
  ) async throws -> [PendingEntry] {
    let marks = try await pendingIDs()
    guard !marks.isEmpty else { return [] }
    let wanted = products.lazy.map { $0.rawValue }.filter { marks.contains($0) }
    guard !wanted.isEmpty else { return [] }
    let (known, unread, version) = files.pendingMarks.known(of: wanted)
    guard !unread.isEmpty else { return known }
    let read = try await readUser(atOnce: true) { db in
      try unread.map { (number: $0, entry: try PendingEntry(db.openSubmissions(of: $0))) }
    }
    files.pendingMarks.fill(read, asOf: version)
    return known + read.compactMap { $0.entry }
  }

  /// The latest 1,000 listings of a kind for which something waits, the latest first.
  package func pendingEntries(_ kind: PendingKind) async throws -> ArraySlice<PendingEntry> {
    try await pendingList(kind)?.entries ?? []
  }

  /// Those of the latest 1,000 changed products that may be hits of a search that does not find them among the stored
  /// ones.
  package func candidates(of search: TextSearch, into query: SearchQuery) async throws -> [PendingEntry] {
    try await pendingList(.changed)?.candidates(of: search, into: query) ?? []
  }

  /// Those of the latest 1,000 new listings that are hits of a search, with the stages that find them.
  package func newHits(
    of search: TextSearch, soldBy vendor: String?
  ) async throws -> [(entry: PendingEntry, stage: Int)] {
    try await pendingList(.new)?.hits(of: search, soldBy: vendor) ?? []
  }

  private func pendingList(_ kind: PendingKind) async throws -> PendingList? {
    let numbers = try await pendingIDs()
    guard numbers.contains(where: { ($0 < 0) == (kind == .new) }) else { return nil }
    let marks = files.pendingMarks
    let (known, stale, version) = marks.list(kind)
    if let known, stale.isEmpty { return known }
    var list: PendingList?
    if let known {
      list = try await readUser(atOnce: true) { try known.replacing(stale, by: $0.pendingEntries(of: stale)) }
    }
    let next = if let list { list } else { try await readUser { try $0.pendingList(kind) } }
    marks.fill(kind, next, asOf: version)
    return next
  }

  /// The listings of this device that have got their number from the server since a moment: a list that was
  /// read before does not show them. Costs a memory access when there are none.
  package func listings(numberedSince date: Date) async throws -> [Product.ID] {
    _ = try await pendingIDs()
    let start = Timestamp.milliseconds(date)
    guard files.pendingMarks.lastListing >= start else { return [] }
    return try await readUser(atOnce: true) { db in
      try db.rows(
        """
        SELECT product_id FROM submission \
        WHERE finished_at >= ? AND kind = 'create' AND state = \(SubmissionState.accepted) \
        ORDER BY product_id DESC LIMIT 100
        """, [start]
      ) { Product.ID(rawValue: $0.int64(0)) }
    }
  }

  /// Whether anything waits that the eyes of a reader would notice.
  package var hasPending: Bool {
    get async throws { try await !pendingIDs().isEmpty }
  }

  private func pendingIDs() async throws -> Set<Int64> {
    let marks = files.pendingMarks
    // Whoever listens to changes has other processes watched anyway.
    if !watch.isRunning, marks.shouldCheck(every: configuration.pollInterval) {
      await checkForForeignWrites(in: files.user)
    }
    let (numbers, version) = marks.known
    if let numbers { return numbers }
    let (present, lastListing) = try await readUser(atOnce: true) { db in
      let numbers = try db.rows(
        "SELECT DISTINCT product_id FROM submission WHERE \(SubmissionState.isOpen)"
      ) { $0.int64(0) }
      let last = try db.firstRow(
        """
        SELECT finished_at FROM submission \
        WHERE finished_at IS NOT NULL AND kind = 'create' AND state = \(SubmissionState.accepted) \
        ORDER BY finished_at DESC LIMIT 1
        """
      ) { $0.int64(0) }
      return (Set(numbers), last ?? .min)
    }
    marks.fill(present, lastListing: lastListing, asOf: version)
    return present
  }
}
