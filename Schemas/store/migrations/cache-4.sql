-- 4: pages by their last listing

ALTER TABLE query_page ADD COLUMN last_listing INTEGER;
