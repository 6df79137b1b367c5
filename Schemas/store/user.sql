-- What the migrations of OpenMarketStore make of a new user.db. A test compares;
-- OPENMARKET_WRITE_SCHEMAS=1 swift test --filter SchemaFileTests writes it.

CREATE TABLE recent_search(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  uses INTEGER NOT NULL
);
