// Which figures are cached, and how long.
import test from 'ava';
import type { LeafRow, ReadScope, SalesFigures } from '../../../adapters/store/analytics/sales/port.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { Refusable } from '../reads/refusable.ts';
import { type FiguresOf, figuresCache } from './figures-cache.ts';

const { signal } = new AbortController();
const scope: ReadScope = { dealer_id: 'one' as DealerId, brands: null, regions: null };
const of = (more: Partial<FiguresOf> = {}): FiguresOf => ({ scope: [scope], filter: {}, revision: 1, ...more });
const figures = (revision: number, leaves = 0): SalesFigures => ({
  dataRevision: { revision, data_as_of: null, rows: leaves, read_at: new Date(0) },
  leaves: new Array<LeafRow>(leaves).fill({} as LeafRow),
  slices: [],
  calendars: [],
  assigned: [],
});

const value = (of: SalesFigures): Refusable<SalesFigures, string> => ({ kind: 'value', value: of });

function counted(most?: number) {
  const cache = figuresCache<string>(most);
  let reads = 0;
  const get = (asked: FiguresOf, found: Refusable<SalesFigures, string> = value(figures(asked.revision))) =>
    cache.get(asked, signal, async () => {
      reads++;
      return found;
    });
  return { get, reads: () => reads };
}

test('figures are read once for a revision, a scope and filters', async (t) => {
  const { get, reads } = counted();
  const variants: readonly Partial<FiguresOf>[] = [
    {},
    { revision: 2 },
    { scope: [{ ...scope, regions: [] }] },
    { scope: [] },
    { filter: { by: 'brand' } },
    { filter: { condition: 'used' } },
    { filter: { as_of: new Date(1) } },
    { filter: { as_of: new Date(2) } },
  ];
  const first: Refusable<SalesFigures, string>[] = [];
  for (const each of variants) first.push(await get(of(each)));
  for (const [i, each] of variants.entries()) t.deepEqual(await get(of(each)), first[i]);
  t.is(reads(), variants.length);
});

test('figures are cached by the revision that they are of, and a refusal is not cached', async (t) => {
  const { get, reads } = counted();
  await get(of(), value(figures(2)));
  t.is((await get(of({ revision: 2 }))).kind, 'value');
  t.is(reads(), 1);
  const busy = { kind: 'refused', refusal: 'busy' } as const;
  t.deepEqual(await get(of(), busy), busy);
  await get(of());
  t.is(reads(), 3);
});

test('figures with the most leaves are not cached, and the least recently used leave first', async (t) => {
  const { get, reads } = counted(400);
  for (const revision of [1, 2, 3, 4]) await get(of({ revision }), value(figures(revision, 80)));
  await get(of({ revision: 1 }));
  await get(of({ revision: 5 }), value(figures(5, 80)));
  t.is(reads(), 5);
  await get(of({ revision: 1 }));
  t.is(reads(), 5);
  await get(of({ revision: 2 }), value(figures(2, 300)));
  await get(of({ revision: 2 }));
  t.is(reads(), 7);
});
