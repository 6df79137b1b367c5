-- 5: long queues

CREATE INDEX submission_local ON submission(product_id) WHERE product_id < 0;

CREATE INDEX submission_unfinished ON submission(id) WHERE state <= 6;

CREATE INDEX submission_tried ON submission(tried_at) WHERE tried_at IS NOT NULL;
