// Brands, regions and model families that occur in what the caller may read: the ids that filters take.
import type { Catalog, CatalogKind, NamedRow, Sales } from '../../adapters/store/analytics/port.ts';
import type { Brand, BrandId, ModelFamily, ModelFamilyId, Region, RegionId } from '../../generated/analytics/types.ts';
import type { Clock } from '../lib/clock.ts';
import { cursorsOf } from '../lib/cursor.ts';
import type { Handlers } from './caller.ts';
import { foldedFilters } from './filters.ts';
import { type HeavyReads, tooManyReads } from './heavy-reads.ts';
import { foreignCursor, pageOf } from './page.ts';
import { type Reading, readingOf, wholeReading } from './reading.ts';

type Deps = {
  readonly catalog: Catalog;
  readonly sales: Sales;
  readonly heavyReads: HeavyReads;
  readonly clock: Clock;
};

export const catalogue = (deps: Deps) =>
  ({
    async listBrands({ caller, query, unchanged, signal }) {
      const reading = await wholeReading(caller, deps.sales, deps.clock.now());
      return 'refusal' in reading
        ? reading.refusal
        : await listed(deps, 'brand', reading, { query, unchanged, signal }, brandOf);
    },

    async listRegions({ caller, query, unchanged, signal }) {
      const reading = await wholeReading(caller, deps.sales, deps.clock.now());
      return 'refusal' in reading
        ? reading.refusal
        : await listed(deps, 'region', reading, { query, unchanged, signal }, regionOf);
    },

    async listModelFamilies({ caller, query: asked, unchanged, signal }) {
      const query = foldedFilters(asked);
      const reading = await readingOf(caller, brandOnly(query), deps.sales, deps.clock.now());
      return 'refusal' in reading
        ? reading.refusal
        : await listed(deps, 'model_family', reading, { query, unchanged, signal }, familyOf);
    },
  }) satisfies Pick<Handlers, 'listBrands' | 'listRegions' | 'listModelFamilies'>;

type Query = { readonly limit: number; readonly cursor?: string; readonly brand_id?: BrandId };

type Asked = {
  readonly query: Query;
  readonly unchanged: (revision: string) => boolean;
  readonly signal: AbortSignal;
};

const brandOnly = ({ brand_id }: Query) => (brand_id === undefined ? {} : { brand_id });

async function listed<Item>(
  { catalog, sales, heavyReads }: Deps,
  kind: CatalogKind,
  { scope, shownScope }: Exclude<Reading, { refusal: unknown }>,
  { query, unchanged, signal }: Asked,
  shown: (row: NamedRow) => Item,
) {
  const cursors = cursorsOf(kind, brandOnly(query));
  const after = query.cursor === undefined ? '/' : cursors.read(query.cursor);
  if (after === null) return foreignCursor;
  const dataRevision = await sales.revision(
    scope.map(({ dealerId }) => dealerId),
    undefined,
  );
  const state = `${dataRevision.revision} ${shownScope.dealer_ids.join(' ')}`;
  if (unchanged(state)) return { status: 304 as const, revision: state };
  const page = { brandId: query.brand_id, after: lastOf(after), limit: query.limit + 1 };
  const found = await heavyReads.run({ scope, dataRevision }, () => catalog.names(kind, scope, page), signal);
  if (found === 'busy') return tooManyReads;
  const body = pageOf(found, query.limit, shown, ({ brandId, id }) => cursors.write(`${brandId}/${id}`));
  return { status: 200 as const, body, revision: state };
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
