-- 3: vendors by the search index

DROP INDEX IF EXISTS product_vendor;
