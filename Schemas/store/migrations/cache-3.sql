-- 3: vendors by the search index

DROP INDEX product_vendor;
