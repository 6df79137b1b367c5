import GRDB
import OpenMarketAPI

extension Database {
  /// The latest listings for which something waits.
  func pendingList(_ kind: PendingKind) throws -> PendingList {
    let count = PendingList.limit + PendingList.spare
    let numbers = try rows(
      """
      SELECT product_id FROM submission WHERE \(SubmissionState.isOpen) AND product_id \(kind == .new ? "<" : ">") 0 \
      GROUP BY product_id ORDER BY \(kind == .new ? "product_id" : "max(id) DESC") LIMIT ?
      """, [count]
    ) { $0.int64(0) }
    return PendingList(try pendingEntries(of: numbers), isComplete: numbers.count < count)
  }

  /// Those of the listings for which something waits.
  func pendingEntries(of numbers: some Collection<Int64>) throws -> [PendingEntry] {
    try numbers.compactMap { try PendingEntry(openSubmissions(of: $0)) }
  }

  /// Those of the listings for which something waits.
  func pendingIDs(among products: Set<Product.ID>) throws -> Set<Int64> {
    let sql = "SELECT 1 FROM submission WHERE product_id = ? AND \(SubmissionState.isOpen) LIMIT 1"
    return Set(try products.map(\.rawValue).filter { try exists(sql, [$0]) })
  }
}
