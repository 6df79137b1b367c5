-- 1: recent searches

CREATE TABLE recent_search(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  uses INTEGER NOT NULL
);
