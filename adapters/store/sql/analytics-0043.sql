-- Finds at once whether any sum of a dealer has selling days that a file reports: without them a read adds up regions of one calendar (decision 342).
create index sales_by_region_reported_days on sales_by_region (dealer_id) where selling_days is not null;
create index sales_by_brand_reported_days on sales_by_brand (dealer_id) where selling_days is not null;
