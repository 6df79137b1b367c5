-- 2: outbox

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
  doubt INTEGER NOT NULL DEFAULT 0,
  doubt_since INTEGER,
  baseline INTEGER,
  lease_owner TEXT,
  lease_until INTEGER,
  outcome BLOB,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
);

CREATE INDEX submission_due ON submission(due_at, id) WHERE due_at IS NOT NULL;

CREATE INDEX submission_leased ON submission(lease_until) WHERE lease_until IS NOT NULL;

CREATE INDEX submission_open ON submission(product_id, id) WHERE state <= 5;

CREATE INDEX submission_doubt ON submission(id) WHERE doubt > 0;

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
