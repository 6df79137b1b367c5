import GRDB

/// The making anew of the search index and the suggestions, when they are of another ``IndexVersion``: in steps of a transaction
/// each, as a million products take twenty seconds.
///
/// From the newest products to the oldest: meanwhile searches find what they always find, but for products that no step has come
/// to. Each step notes how far it has come, so that it does not matter when a process ends, nor which one goes on. Writes of
/// products to which none has come leave the index alone.
enum IndexBuild {
  /// How many products a step takes in: some twenty milliseconds.
  static let step = 1_000
  /// How many are taken in before a store is open, which most are with.
  static let stepAtOpening = 2_000

  /// Begins with empty tables.
  static func begin(in db: Database) throws {
    try SearchIndex.makeTables(in: db)
    try SuggestionIndex.makeTables(in: db)
    try IndexVersion.setLastUnindexed(.max, in: db)
    try IndexVersion.save(in: db)
  }

  /// Takes in the next products, and returns whether there may be more.
  @discardableResult
  static func advance(limit: Int, in db: Database) throws -> Bool {
    guard try IndexVersion.isBeingMade(in: db), let last = try IndexVersion.lastUnindexed(in: db) else {
      return false
    }
    let first = try db.firstRow(
      "SELECT id FROM product WHERE id <= ? ORDER BY id DESC LIMIT 1 OFFSET ?", [last, limit - 1]
    ) { $0.int64(0) }
    let products = (first ?? .min)...last
    try SearchIndex.add(products, in: db)
    try SuggestionIndex.note(products, in: db)
    let next = first.flatMap { $0 > .min ? $0 - 1 : nil }
    try IndexVersion.setLastUnindexed(next, in: db)
    return next != nil
  }
}
