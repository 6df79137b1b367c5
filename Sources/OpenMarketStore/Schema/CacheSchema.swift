import GRDB

/// The tables of `cache.db`: copies of what servers said, which may be thrown away at any time.
///
/// `Schemas/store/cache.sql` shows what all migrations together make, and ``IndexBuild/begin(in:)``.
enum CacheSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: products, pages, search") { db in
      try db.execute(sql: products)
      try db.execute(sql: pages)
    }
    migrator.registerMigration("2: extra fields") { db in
      try db.execute(sql: "ALTER TABLE product ADD COLUMN extra TEXT")
    }
    migrator.registerMigration("3: vendors by the search index") { db in
      // Vendors come in no order: it was half of all pages that saving 100 products changed.
      try db.execute(sql: "DROP INDEX IF EXISTS product_vendor")
    }
    migrator.registerMigration("4: pages by their last listing") { db in
      try db.execute(sql: "ALTER TABLE query_page ADD COLUMN last_listing INTEGER")
    }
    return migrator
  }()

  private static let products = """
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
    );
    CREATE INDEX product_vendor ON product(vendor_id);
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
    """

  private static let pages = """
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
      used_at INTEGER NOT NULL,
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
    """
}
