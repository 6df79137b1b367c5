import GRDB

/// The parts of the full-text index: every write adds one, and a search looks each of its tokens up in all of them.
///
/// Parts of about one size are joined, four or more at a time, so that a million names stay in ten; FTS5 does so itself only
/// where a write finds sixteen of them. To join all of them writes the index once more, a microsecond for each name. It is
/// done when no part has half of the pages: a growing index is written twice, whatever it grows to.
enum IndexParts {
  /// How many pages one transaction writes in small steps, one or two milliseconds.
  private static let smallStep = 8
  /// The same in large steps, some ten milliseconds.
  static let largeStep = 64
  /// So many parts are left alone.
  private static let most = 4
  /// More pages than these would take small steps a minute.
  private static let fewPages = 500

  /// The pages that the first step of joining writes, for ``join(_:in:)``, a negative number to begin with all parts,
  /// whatever their sizes; `nil` when nothing is worth it.
  static func firstStep(inLargeSteps: Bool = false, in db: Database) throws -> Int? {
    guard try IndexVersion.standing(in: db) == .current else { return nil }
    // One row for nearly every page, by parts.
    let sizes = try db.rows("SELECT count(*) FROM product_fts_idx GROUP BY segid") { $0.int(0) }
    guard sizes.count > most else { return nil }
    let pages = sizes.reduce(0, +)
    let joinsAll = 2 * (sizes.max() ?? 0) < pages
    let step = inLargeSteps || (joinsAll && pages > fewPages) ? largeStep : smallStep
    return joinsAll ? -step : step
  }

  /// Joins a little of them, and says whether there is more to do; then with the same number of pages, but positive.
  ///
  /// Can stop after any step: what is joined stays so.
  static func join(_ pages: Int, in db: Database) throws -> Bool {
    guard try IndexVersion.standing(in: db) == .current else { return false }
    let before = db.totalChangesCount
    try db.perform("INSERT INTO product_fts(product_fts, rank) VALUES ('merge', ?)", [pages])
    // FTS5 documents one change as nothing done.
    return db.totalChangesCount - before > 1
  }
}
