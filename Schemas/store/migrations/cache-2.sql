-- 2: extra fields

ALTER TABLE product ADD COLUMN extra TEXT;
