-- 3: forms

CREATE TABLE form(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  payload BLOB NOT NULL,
  payload_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  saved_at INTEGER NOT NULL
);
