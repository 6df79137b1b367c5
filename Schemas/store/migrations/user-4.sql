-- 4: indeterminate outcomes

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

UPDATE submission SET indeterminacy = 0 WHERE state > 5;

UPDATE submission SET state = 4, outcome = CAST(json_object('question', json_object(
  'failure', json_extract(CAST(outcome AS TEXT), '$.failure'), 'candidates', json_array())) AS BLOB)
  WHERE state = 5 AND indeterminacy > 0 AND json_valid(CAST(outcome AS TEXT));
