-- For reads of many revisions. Statements about one revision chose it as well, where the statistics knew nothing of their rows, and went through all
-- revisions of the dealer. Only what repeats the condition of the index uses it: cardinalities are above 0 anyway.
drop index packed_sales_level;
create index packed_sales_level on packed_sales (dealer_id, level, brand_id, region_id) where cardinality(period_start) > 0;
