// Brands, regions and model families that occur in what the caller may read: the ids that filters take.
import type { Catalog, CatalogKind, CatalogQuery, CatalogRow } from '../../adapters/store/analytics/sales/port.ts';
import type { Brand, BrandId, ModelFamily, Region } from '../../generated/analytics/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Handlers } from './caller.ts';
import { foldedFilters } from './reads/filters.ts';
import { type HeavyReads, tooManyReads } from './reads/heavy-reads.ts';
import { type ReadableScope, readingOf, wholeReading } from './reads/read-scope.ts';

type Deps = {
  readonly catalog: Catalog;
  readonly heavyReads: HeavyReads;
  readonly clock: Clock;
};

export const catalogue = (deps: Deps) =>
  ({
    async listBrands({ caller, page, unchanged, signal }) {
      const reading = wholeReading('listBrands', caller, deps.clock.now());
      return reading.kind === 'refused'
        ? reading.refusal
        : await listed(deps, 'brand', reading, { caller, page, unchanged, signal }, ofBrand);
    },

    async listRegions({ caller, page, unchanged, signal }) {
      const reading = wholeReading('listRegions', caller, deps.clock.now());
      return reading.kind === 'refused'
        ? reading.refusal
        : await listed(deps, 'region', reading, { caller, page, unchanged, signal }, ofRegion);
    },

    async listModelFamilies({ caller, query, page, unchanged, signal }) {
      const filters = foldedFilters(query);
      const reading = readingOf('listModelFamilies', caller, filters, deps.clock.now());
      return reading.kind === 'refused'
        ? reading.refusal
        : await listed(deps, 'model_family', reading, { caller, page, unchanged, signal, ...filters }, ofFamily);
    },
  }) satisfies Pick<Handlers, 'listBrands' | 'listRegions' | 'listModelFamilies'>;

type Asked = Pick<Parameters<Handlers['listBrands']>[0], 'caller' | 'page' | 'unchanged' | 'signal'> & {
  readonly brand_id?: readonly BrandId[];
};

async function listed<Kind extends CatalogKind>(
  { catalog, heavyReads }: Deps,
  kind: Kind,
  { scope, shownScope }: ReadableScope,
  { caller, page: { after = '/', limit }, unchanged, signal, brand_id }: Asked,
  last: (row: CatalogRow[Kind]) => CatalogQuery['after'],
) {
  const dataRevision = caller.state.revision(scope.map(({ dealer_id }) => dealer_id));
  const state = `${dataRevision.revision} ${shownScope.dealer_ids.join(' ')}`;
  if (await unchanged(state)) return { status: 304 as const, revision: state };
  const page = { brand_ids: brand_id, after: lastOf(after), limit };
  const found = await heavyReads.run({ scope, dataRevision }, () => catalog.names(kind, scope, page, signal), signal);
  if (found === 'busy') return tooManyReads;
  const key = (row: CatalogRow[Kind]) => keyOf(last(row));
  return { status: 200 as const, rows: found, key, revision: state };
}

/** No id has a slash. */
function lastOf(key: string): CatalogQuery['after'] {
  const [brand_id = '', id = ''] = key.split('/');
  return { brand_id, id };
}

const keyOf = ({ brand_id, id }: CatalogQuery['after']): string => `${brand_id}/${id}`;
const ofBrand = ({ brand_id }: Brand) => ({ brand_id, id: brand_id });
const ofRegion = ({ region_id }: Region) => ({ brand_id: '', id: region_id });
const ofFamily = ({ brand_id, model_family_id }: ModelFamily) => ({ brand_id, id: model_family_id });
