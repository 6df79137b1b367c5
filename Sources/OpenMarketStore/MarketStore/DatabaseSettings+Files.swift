import GRDB

/// The two files of a store.
extension DatabaseSettings {
  static let cache = DatabaseSettings(
    name: "cache.db", migrator: CacheSchema.migrator, isDurable: false,
    refresh: { connections in
      guard try !connections.writeWithoutTransaction(IndexVersion.isCurrent) else { return }
      try connections.write { db in
        try SearchIndex.rebuild(in: db)
        try SuggestionIndex.rebuild(in: db)
      }
    })
  static let user = DatabaseSettings(
    name: "user.db", migrator: UserSchema.migrator, isDurable: true, refresh: { _ in })
}
