-- A page of the catalogue looks for the families that an alias renames by their id, whatever their brand (decision 578). The id comes first, so
-- that no statement takes this index for the names of a dealer, or of a brand.
create index catalog_model_families_of_id on catalog_model_families (model_family_id, dealer_id);
