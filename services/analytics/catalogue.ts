// Brands, regions and model families that occur in what the caller may read: the ids that filters take.
import type { Catalog, CatalogKind, NamedRow, Sales } from '../../adapters/store/analytics/port.ts';
import type { Brand, BrandId, ModelFamily, ModelFamilyId, Region, RegionId } from '../../generated/analytics/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Handlers } from './caller.ts';
import { foldedFilters } from './filters.ts';
import { type HeavyReads, tooManyReads } from './heavy-reads.ts';
import { type Reading, readingOf, wholeReading } from './reading.ts';

type Deps = {
  readonly catalog: Catalog;
  readonly sales: Sales;
  readonly heavyReads: HeavyReads;
  readonly clock: Clock;
};

export const catalogue = (deps: Deps) =>
  ({
    async listBrands({ caller, page, unchanged, signal }) {
      const reading = await wholeReading(caller, deps.sales, deps.clock.now());
      return 'refusal' in reading
        ? reading.refusal
        : await listed(deps, 'brand', reading, { page, unchanged, signal }, brandOf);
    },

    async listRegions({ caller, page, unchanged, signal }) {
      const reading = await wholeReading(caller, deps.sales, deps.clock.now());
      return 'refusal' in reading
        ? reading.refusal
        : await listed(deps, 'region', reading, { page, unchanged, signal }, regionOf);
    },

    async listModelFamilies({ caller, query, page, unchanged, signal }) {
      const filters = foldedFilters(query);
      const reading = await readingOf(caller, filters, deps.sales, deps.clock.now());
      return 'refusal' in reading
        ? reading.refusal
        : await listed(deps, 'model_family', reading, { page, unchanged, signal, ...filters }, familyOf);
    },
  }) satisfies Pick<Handlers, 'listBrands' | 'listRegions' | 'listModelFamilies'>;

type Asked = Pick<Parameters<Handlers['listBrands']>[0], 'page' | 'unchanged' | 'signal'> & {
  readonly brand_id?: BrandId;
};

async function listed<Item>(
  { catalog, sales, heavyReads }: Deps,
  kind: CatalogKind,
  { scope, shownScope }: Exclude<Reading, { refusal: unknown }>,
  { page: { after = '/', limit }, unchanged, signal, brand_id }: Asked,
  shown: (row: NamedRow) => Item,
) {
  const dataRevision = await sales.revision(
    scope.map(({ dealer_id }) => dealer_id),
    undefined,
  );
  const state = `${dataRevision.revision} ${shownScope.dealer_ids.join(' ')}`;
  if (unchanged(state)) return { status: 304 as const, revision: state };
  const page = { brandId: brand_id, after: lastOf(after), limit };
  const found = await heavyReads.run({ scope, dataRevision }, () => catalog.names(kind, scope, page), signal);
  if (found === 'busy') return tooManyReads;
  const key = (_: Item, index: number) => `${found[index]?.brandId}/${found[index]?.id}`;
  return { status: 200 as const, rows: found.map(shown), key, revision: state };
}

/** No id has a slash. */
function lastOf(key: string): Pick<NamedRow, 'brandId' | 'id'> {
  const [brandId = '', id = ''] = key.split('/');
  return { brandId, id };
}

const brandOf = ({ id, name, aliases }: NamedRow): Brand => ({ brand_id: id as BrandId, name, aliases: [...aliases] });

const regionOf = ({ id, name, aliases }: NamedRow): Region => ({
  region_id: id as RegionId,
  name,
  aliases: [...aliases],
});

const familyOf = ({ brandId, id, name, aliases }: NamedRow): ModelFamily => ({
  model_family_id: id as ModelFamilyId,
  brand_id: brandId as BrandId,
  name,
  aliases: [...aliases],
});
