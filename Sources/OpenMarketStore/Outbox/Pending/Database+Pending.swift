import GRDB
import OpenMarketAPI

extension Database {
  /// The listings for which something waits, the latest first, and some more than asked for.
  func pendingList(_ kind: PendingKind, limit: Int) throws -> PendingList {
    let count = max(0, limit) + PendingList.spare
    let numbers = try rows(
      """
      SELECT product_id FROM submission WHERE \(SubmissionState.isOpen) AND product_id \(kind == .new ? "<" : ">") 0 \
      GROUP BY product_id ORDER BY \(kind == .new ? "product_id" : "max(id) DESC") LIMIT ?
      """, [count]
    ) { $0.int64(0) }
    return PendingList(try pendingEntries(of: numbers), isComplete: numbers.count < count, limit: limit)
  }

  /// Those of the listings for which something waits.
  func pendingEntries(of numbers: some Collection<Int64>) throws -> [PendingEntry] {
    try numbers.compactMap { try PendingEntry(openSubmissions(of: $0)) }
  }

  /// Those of the listings for which something waits.
  func pendingIDs(among products: Set<Product.ID>) throws -> Set<Int64> {
    var numbers: Set<Int64> = []
    for product in products {
      let isOpen = try firstRow(
        "SELECT 1 FROM submission WHERE product_id = ? AND \(SubmissionState.isOpen) LIMIT 1",
        [product.rawValue]
      ) { _ in true }
      if isOpen == true { numbers.insert(product.rawValue) }
    }
    return numbers
  }
}
