// Where the names of brands, regions and model families are stored.
import { sql } from '../../query.ts';
import type { Level } from '../packed-entries.ts';
import type { CatalogKind } from './port.ts';

type Fragment = ReturnType<typeof sql.fragment>;

export type StoredNames = {
  readonly table: Fragment;
  /** The columns of the index that sorts the names of a dealer. */
  readonly first: Fragment;
  readonly id: Fragment;
  /** What the contract sorts by before the id. */
  readonly brand: Fragment;
  /** The ids that the contract shows. */
  readonly item: Fragment;
  /** The coarsest sums that have the ids of each brand and region. */
  readonly level: Level;
  /** The part of a narrowed grant that the first column decides. The other part needs the sales. */
  readonly own: 'brands' | 'regions';
  readonly other: 'brands' | 'regions';
  /** The kinds of aliases that give a stored id another name, and the column that has the alias. */
  readonly aliased: readonly { readonly of: CatalogKind; readonly column: Fragment }[];
};

const [brandId, regionId, familyId] = [sql.fragment`brand_id`, sql.fragment`region_id`, sql.fragment`model_family_id`];

export const storedNames: Readonly<Record<CatalogKind, StoredNames>> = {
  brand: {
    table: sql.fragment`catalog_brands`,
    first: brandId,
    id: brandId,
    brand: brandId,
    item: brandId,
    level: 'brand_region',
    own: 'brands',
    other: 'regions',
    aliased: [{ of: 'brand', column: brandId }],
  },
  region: {
    table: sql.fragment`catalog_regions`,
    first: regionId,
    id: regionId,
    brand: sql.fragment`''`,
    item: sql.fragment`id as region_id`,
    level: 'brand_region',
    own: 'regions',
    other: 'brands',
    aliased: [{ of: 'region', column: regionId }],
  },
  model_family: {
    table: sql.fragment`catalog_model_families`,
    first: brandId,
    id: familyId,
    brand: brandId,
    item: sql.fragment`id as model_family_id, brand_id`,
    level: 'row',
    own: 'brands',
    other: 'regions',
    aliased: [
      { of: 'brand', column: brandId },
      { of: 'model_family', column: familyId },
    ],
  },
};
