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
    migrator.registerMigration("2: outbox") { db in try db.execute(sql: outbox) }
    migrator.registerMigration("3: forms") { db in
      // Ordered by number, as recent searches are.
      try db.execute(
        sql: """
          CREATE TABLE form(
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL UNIQUE,
            payload BLOB NOT NULL,
            payload_version INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            saved_at INTEGER NOT NULL
          );
          """)
    }
    migrator.registerMigration("4: indeterminate outcomes") { db in
      try db.execute(sql: indeterminateOutcomes)
    }
    migrator.registerMigration("5: long queues") { db in try db.execute(sql: longQueues) }
    return migrator
  }()

  /// Moments are milliseconds since 1970. `state` is ``SubmissionState``: up to 5 the submission holds up
  /// those behind it. `due_at` is set only for the first of a product, while it waits for its turn or for
  /// another try, so that the index on it holds nothing but what can be sent; `tried_at` is when such a pause was reckoned.
  private static let outbox = """
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
    """

  /// Claims end with their holder's lock, and times that decide about sending twice are those of ``Uptime``, as
  /// text: neither needs the calendar. A new listing that was refused while its outcome was unknown becomes a
  /// question.
  private static let indeterminateOutcomes = """
    DROP INDEX submission_leased;
    DROP INDEX submission_doubt;
    ALTER TABLE submission DROP COLUMN lease_until;
    ALTER TABLE submission DROP COLUMN doubt_since;
    ALTER TABLE submission RENAME COLUMN doubt TO indeterminacy;
    ALTER TABLE submission ADD COLUMN first_sent TEXT;
    ALTER TABLE submission ADD COLUMN last_sent TEXT;
    ALTER TABLE submission ADD COLUMN lookups INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE submission ADD COLUMN duplicate_of INTEGER;
    CREATE INDEX submission_leased ON submission(lease_owner) WHERE lease_owner IS NOT NULL;
    CREATE INDEX submission_indeterminate ON submission(id) WHERE indeterminacy > 0;
    CREATE INDEX submission_duplicate ON submission(duplicate_of) WHERE duplicate_of IS NOT NULL;
    UPDATE submission SET outcome =
      CAST(replace(CAST(outcome AS TEXT), '"code":"answerLost"', '"code":"responseLost"') AS BLOB)
      WHERE outcome IS NOT NULL;
    \(questionsOfRefusals)
    """

  /// Indexes for the steps that are taken for each write, which must read neither all that is queued nor all that has
  /// finished: of the writes of listings without a number, of those that have not finished, and of the times of pauses.
  private static let longQueues = """
    CREATE INDEX submission_local ON submission(product_id) WHERE product_id < 0;
    CREATE INDEX submission_unfinished ON submission(id) WHERE state <= 6;
    CREATE INDEX submission_tried ON submission(tried_at) WHERE tried_at IS NOT NULL;
    """

  /// A refusal does not end an unknown outcome.
  static let questionsOfRefusals = """
    UPDATE submission SET indeterminacy = 0 WHERE state > 5;
    UPDATE submission SET state = 4, outcome = CAST(json_object('question', json_object(
      'failure', json_extract(CAST(outcome AS TEXT), '$.failure'), 'candidates', json_array())) AS BLOB)
      WHERE state = 5 AND indeterminacy > 0 AND json_valid(CAST(outcome AS TEXT));
    """
}
