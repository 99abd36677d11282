// Ids of brands, regions and model families as callers write them: read case-folded, as they were made from names
// (decision 174).
import type { BrandId, CatalogId, ModelFamilyId, RegionId } from '../../../generated/analytics/types.ts';
import { slug } from '../sales-file/normalise.ts';

/** The id that the text names, whatever its case and width. */
export const foldedId = <Id extends BrandId | RegionId | ModelFamilyId | CatalogId>(id: Id): Id => slug(id) as Id;

type Filters = {
  readonly brand_id?: readonly BrandId[];
  readonly region_id?: readonly RegionId[];
  readonly model_family_id?: readonly ModelFamilyId[];
};

export const foldedFilters = <Query extends Filters>(query: Query): Query => ({
  ...query,
  ...(query.brand_id === undefined ? {} : { brand_id: query.brand_id.map(foldedId) }),
  ...(query.region_id === undefined ? {} : { region_id: query.region_id.map(foldedId) }),
  ...(query.model_family_id === undefined ? {} : { model_family_id: query.model_family_id.map(foldedId) }),
});
