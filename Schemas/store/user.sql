-- What the migrations of OpenMarketStore make of a new user.db. A test compares;
-- OPENMARKET_WRITE_SCHEMAS=1 swift test --filter SchemaFileTests writes it.

CREATE TABLE recent_search(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  text TEXT NOT NULL,
  used_at INTEGER NOT NULL,
  uses INTEGER NOT NULL
);

CREATE TABLE submission(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  product_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  payload BLOB NOT NULL,
  payload_version INTEGER NOT NULL,
  idempotency_key TEXT NOT NULL UNIQUE,
  state INTEGER NOT NULL,
  due_at INTEGER,
  is_held INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  tried_at INTEGER,
  indeterminacy INTEGER NOT NULL DEFAULT 0,
  baseline INTEGER,
  lease_owner TEXT,
  outcome BLOB,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
, first_sent TEXT, last_sent TEXT, lookups INTEGER NOT NULL DEFAULT 0, duplicate_of INTEGER);

CREATE INDEX submission_due ON submission(due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX submission_open ON submission(product_id, id) WHERE state <= 5;

CREATE INDEX submission_state ON submission(state, id);

CREATE INDEX submission_finished ON submission(finished_at) WHERE finished_at IS NOT NULL;

CREATE TABLE photo_reference(
  owner TEXT NOT NULL,
  position INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  UNIQUE(owner, position)
);

CREATE INDEX photo_reference_photo ON photo_reference(sha256);

CREATE TABLE product_alias(local_id INTEGER PRIMARY KEY, product_id INTEGER NOT NULL);

CREATE INDEX product_alias_product ON product_alias(product_id);

CREATE TABLE account(key TEXT NOT NULL UNIQUE, value TEXT NOT NULL);

CREATE TABLE form(
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  payload BLOB NOT NULL,
  payload_version INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  saved_at INTEGER NOT NULL
);

CREATE INDEX submission_leased ON submission(lease_owner) WHERE lease_owner IS NOT NULL;

CREATE INDEX submission_indeterminate ON submission(id) WHERE indeterminacy > 0;

CREATE INDEX submission_duplicate ON submission(duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE INDEX submission_local ON submission(product_id) WHERE product_id < 0;

CREATE INDEX submission_unfinished ON submission(id) WHERE state <= 6;

CREATE INDEX submission_tried ON submission(tried_at) WHERE tried_at IS NOT NULL;
