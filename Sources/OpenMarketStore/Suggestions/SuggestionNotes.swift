import GRDB

/// Notes changes of the names on sale in `suggestion_change`, for ``SuggestionIndex/applyChanges(limit:in:)``; kept over a
/// transaction.
struct SuggestionNotes {
  private let insertion: StatementBinder

  init(_ db: Database) throws {
    insertion = StatementBinder(
      try db.cachedStatement(sql: "INSERT INTO suggestion_change(name, delta) VALUES (?, ?)"))
  }

  /// Notes that a product on sale has another name, is new, or is gone or sold.
  func note(from oldName: String?, to newName: String?) throws {
    if let oldName, let newName, oldName.utf8.elementsEqual(newName.utf8) { return }
    if let oldName { _ = try insertion.run(oldName, -1) }
    if let newName { _ = try insertion.run(newName, 1) }
  }
}
