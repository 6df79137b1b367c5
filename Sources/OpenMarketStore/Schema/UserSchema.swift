import GRDB

/// The tables of `user.db`: what exists only on this device and is never thrown away unasked.
///
/// `Schemas/store/user.sql` shows what all migrations together make.
enum UserSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: recent searches") { db in
      // The order is that of recording, by number: a clock that is set back changes no order.
      try db.execute(
        sql: """
          CREATE TABLE recent_search(
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            text TEXT NOT NULL,
            used_at INTEGER NOT NULL,
            uses INTEGER NOT NULL
          );
          """)
    }
    return migrator
  }()
}
