import GRDB
import OpenMarketAPI

extension Database {
  /// The ranks of all listings for which something waits, for a ``PendingOrder``.
  func pendingRanks() throws -> [Int64: Int64] { try pendingRanks(where: "1", []) }

  /// The ranks of those of the listings for which something waits.
  func pendingRanks(among products: Set<Product.ID>) throws -> [Int64: Int64] {
    try products.reduce(into: [:]) { ranks, id in
      try ranks.merge(pendingRanks(where: "product_id = ?", [id.rawValue])) { $1 }
    }
  }

  private func pendingRanks(where condition: String, _ values: [Int64]) throws -> [Int64: Int64] {
    let sql = """
      SELECT product_id, max(id) FROM submission WHERE \(SubmissionState.isOpen) AND \(condition) GROUP BY product_id
      """
    let rows = try rows(sql, values) { (number: $0.int64(0), last: $0.int64(1)) }
    // A damaged index may give a listing more than once.
    return Dictionary(
      rows.map { ($0.number, $0.number < 0 ? $0.number : -$0.last) }, uniquingKeysWith: min)
  }

  /// The entries of listings; `nil` where nothing that waits counts.
  func pendingEntries(of numbers: [Int64]) throws -> [PendingEntry?] {
    try numbers.map { PendingEntry(try openSubmissions(of: $0)) }
  }

  /// As ``MarketStore/pendingEntries(_:)``.
  func pendingEntries(_ kind: PendingKind) throws -> [PendingEntry] {
    let numbers = PendingOrder(try pendingRanks()).latest(kind)
    return Array(try pendingEntries(of: numbers).compactMap(\.self).prefix(PendingOrder.limit))
  }
}
