// Why a list is empty: which id of a filter the catalogue does not have, and which one was probably meant.
import {
  type Client,
  items,
  listBrands,
  listModelFamilies,
  listRegions,
} from '../../../../generated/analytics/client.ts';
import { guess } from '../../../runtime/nearest-word.ts';
import type { Input } from './arguments.ts';

/** Each reads at most this many names: a hint is not worth more requests. */
const most = 2_000;

type Entry = Readonly<Record<string, unknown>> & { readonly aliases?: readonly string[] };

const catalogue = { brand_id: listBrands, region_id: listRegions, model_family_id: listModelFamilies } as const;
type Filter = keyof typeof catalogue;

/** Lines for the caller; none where the answer has another reason than the filters. */
export async function unmatchedFilters(client: Client, body: unknown, { query }: Input): Promise<readonly string[]> {
  if (!isUnmatched(body)) return [];
  const filters = (Object.keys(catalogue) as Filter[]).flatMap((filter) => {
    const ids = [query?.[filter] ?? []].flat().map(String);
    return ids.length === 0 ? [] : [{ filter, ids }];
  });
  const lines = await Promise.all(filters.map(({ filter, ids }) => unknownIn(client, filter, ids)));
  return lines.flat();
}

const isUnmatched = (body: unknown): boolean =>
  (body as { readonly meta?: { readonly empty_reason?: unknown } | null } | undefined)?.meta?.empty_reason ===
  'no_match';

async function unknownIn(client: Client, filter: Filter, ids: readonly string[]): Promise<readonly string[]> {
  const names = await namesOf(client, filter).catch(() => undefined);
  if (names === undefined) return [];
  const existing = new Set(names.map(folded));
  return ids
    .filter((id) => !existing.has(folded(id)))
    .map((id) => {
      const near = guess(id, names);
      return `The catalogue has no ${filter} ${id}.${near === null ? '' : ` Did you mean ${near}?`}`;
    });
}

const folded = (id: string): string => id.normalize('NFKC').toLowerCase();

/** The ids, and spellings that stand for them; undefined where there are too many to be read for a hint. */
async function namesOf(client: Client, filter: Filter): Promise<readonly string[] | undefined> {
  const names: string[] = [];
  for await (const item of items(catalogue[filter] as typeof listBrands, client, { query: { limit: 1_000 } })) {
    const { [filter]: id, aliases = [] } = item as Entry;
    names.push(String(id), ...aliases);
    if (names.length > most) return undefined;
  }
  return names;
}
