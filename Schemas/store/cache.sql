-- What the migrations of OpenMarketStore make of a new cache.db. A test compares;
-- OPENMARKET_WRITE_SCHEMAS=1 swift test --filter SchemaFileTests writes it.

CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;

CREATE TABLE checkpoint(key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

CREATE TABLE product(
  id INTEGER PRIMARY KEY,
  vendor_id INTEGER NOT NULL,
  vendor_name TEXT,
  name TEXT NOT NULL,
  description TEXT,
  thumbnail TEXT,
  currency TEXT,
  price REAL NOT NULL,
  bargain_price REAL NOT NULL,
  discounted_price REAL NOT NULL,
  exact_prices TEXT,
  stock INTEGER NOT NULL,
  created_at INTEGER,
  issued_at INTEGER,
  image_count INTEGER,
  seller_id INTEGER,
  seller_name TEXT,
  issues TEXT,
  fetched_at INTEGER NOT NULL,
  detailed_at INTEGER,
  used_at INTEGER NOT NULL,
  is_synced INTEGER NOT NULL
, extra TEXT);

CREATE INDEX product_use ON product(used_at) WHERE is_synced = 0;

CREATE TABLE product_image(
  product_id INTEGER NOT NULL REFERENCES product(id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  id INTEGER NOT NULL,
  url TEXT NOT NULL,
  thumbnail TEXT,
  issued_at INTEGER,
  PRIMARY KEY(product_id, position)
) WITHOUT ROWID;

CREATE TABLE query_page(
  query_key TEXT NOT NULL,
  page INTEGER NOT NULL,
  product_ids BLOB NOT NULL,
  items_per_page INTEGER NOT NULL,
  total_count INTEGER NOT NULL,
  item_offset INTEGER NOT NULL,
  item_limit INTEGER NOT NULL,
  last_page INTEGER NOT NULL,
  has_next INTEGER NOT NULL,
  has_previous INTEGER NOT NULL,
  issues TEXT,
  fetched_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL, last_listing INTEGER,
  PRIMARY KEY(query_key, page)
) WITHOUT ROWID;

CREATE INDEX query_page_use ON query_page(used_at);

CREATE TABLE http_response(
  url TEXT PRIMARY KEY,
  status INTEGER NOT NULL,
  fields TEXT NOT NULL,
  selecting_fields TEXT NOT NULL,
  body BLOB NOT NULL,
  date REAL NOT NULL,
  bytes INTEGER NOT NULL,
  used_at INTEGER NOT NULL
);

CREATE INDEX http_response_use ON http_response(used_at, bytes);

CREATE VIRTUAL TABLE product_fts USING fts5(g, content='', columnsize=0, tokenize='ascii', detail=none);

CREATE TABLE product_term(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;

CREATE TABLE product_term_recent(part TEXT NOT NULL, term TEXT NOT NULL, PRIMARY KEY(part, term)) WITHOUT ROWID;

CREATE TABLE suggestion(id INTEGER PRIMARY KEY, text TEXT NOT NULL, weight INTEGER NOT NULL);

CREATE TABLE suggestion_text(number INTEGER PRIMARY KEY, texts BLOB NOT NULL);

CREATE TABLE suggestion_key(
  tier INTEGER NOT NULL,
  key TEXT NOT NULL,
  sid INTEGER NOT NULL,
  PRIMARY KEY(tier, key, sid)
) WITHOUT ROWID;

CREATE TABLE suggestion_change(seq INTEGER PRIMARY KEY, names BLOB NOT NULL, count INTEGER NOT NULL, delta INTEGER NOT NULL);

CREATE TABLE spelling(block INTEGER PRIMARY KEY, words BLOB NOT NULL);
