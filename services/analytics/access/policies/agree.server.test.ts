// What a caller may read is decided three times, and always alike: by Cedar's policies, by the predicates of a read,
// and by row-level security (decision 9).
import path from 'node:path';
import test from 'ava';
import fc from 'fast-check';
import type { ReadScope } from '../../../../adapters/store/analytics/sales/port.ts';
import { storeScope } from '../../../../adapters/store/analytics/sales/sales.ts';
import { row, sql } from '../../../../adapters/store/query.ts';
import { withScope } from '../../../../adapters/store/scope.ts';
import type { DealerId } from '../../../../generated/analytics/types.ts';
import { authorize } from '../../../../tools/generator/policies/authorize.ts';
import { readPolicies } from '../../../../tools/generator/policies/cedar.ts';
import { type Bench, bench, callerOf } from '../../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../../caller.ts';
import { readingOf } from '../../reads/read-scope.ts';
import { grantsIn } from './decide.ts';

const cedar = readPolicies(path.join(import.meta.dirname, '../../../..'));
const dealers = ['alfa', 'beta', 'gamma'] as const;
const brands = ['ford', 'opel', 'skoda'] as const;
const regions = ['bergen', 'oslo', 'troms'] as const;
const cells = dealers.flatMap((dealer) => brands.flatMap((brand) => regions.map((region) => [dealer, brand, region])));
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const some = <Id extends string>(ids: readonly Id[]) => fc.option(fc.subarray([...ids, 'none']), { nil: undefined });
const grants = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom(...dealers),
    fc.record({ brands: some(brands), regions: some(regions), roles: fc.subarray(['reader', 'uploader']) }),
  ),
  { selector: ([dealer]) => dealer },
);

const named = (found: readonly (readonly (string | null)[])[]): readonly string[] =>
  [...new Set(found.map((each) => each.join(' ')))].sort();

const byCedar = ({ scope }: Caller): readonly string[] =>
  named(
    cells.filter(([dealer_id, brand_id, region_id]) =>
      grantsIn(scope).some(
        (grant) =>
          grant.dealer === dealer_id && authorize(cedar, 'listIndices', grant, { dealer_id, brand_id, region_id }),
      ),
    ),
  );

const byPredicate = async ({ deps }: Bench, scope: readonly ReadScope[]): Promise<readonly string[]> =>
  named(
    (await deps.sales.figures(scope, { by: 'brand' })).leaves.map(({ dealer_id, brand_id, region_id }) => [
      dealer_id,
      brand_id,
      region_id,
    ]),
  );

type Cell = { readonly dealer_id: DealerId; readonly brand_id: string; readonly region_id: string };

/** Without any predicate. */
const bySecurity = async (
  { store }: Bench,
  scope: readonly ReadScope[],
  table: 'sales' | 'sales_by_brand',
): Promise<readonly string[]> =>
  named(
    (
      await withScope(store, storeScope(scope), (tx) =>
        tx.any(sql.type(row<Cell>())`select dealer_id, brand_id, region_id from ${sql.identifier([table])}`),
      )
    ).map(({ dealer_id, brand_id, region_id }) => [dealer_id, brand_id, region_id]),
  );

test('Cedar, the predicates of reads and row-level security permit the same rows to random grants', async (t) => {
  t.log(`SEED=${seed}`);
  const b = await bench(t);
  for (const dealer of dealers) {
    const lines = brands.flatMap((brand) => regions.map((region) => `2025-01,${brand},${region},7\n`));
    const file = `period_start,brand,region,units_sold\n${lines.join('')}`;
    t.like(await b.load(await b.dealer(dealer, 'oslo'), file, { period: '2025-01' }), { status: 'succeeded' });
  }
  const counts = { nothing: 0, parts: 0 };
  for (const held of fc.sample(grants, { seed, numRuns: 40 })) {
    const caller = callerOf(held);
    const permitted = byCedar(caller);
    const reading = readingOf('listIndices', await b.known(caller), {}, new Date());
    const scope = reading.kind === 'refused' ? [] : reading.scope;
    const about = JSON.stringify(held);
    t.deepEqual(scope.length === 0 ? [] : await byPredicate(b, scope), permitted, about);
    for (const table of ['sales', 'sales_by_brand'] as const) {
      const alone = await Promise.all(scope.map((each) => bySecurity(b, [each], table)));
      t.deepEqual(alone.flat().sort(), permitted, `${table} ${about}`);
    }
    // Over several dealers the policies of the tables know the brands and regions of all of them: never fewer rows than
    // the predicates.
    const together = scope.length === 0 ? [] : await bySecurity(b, scope, 'sales');
    t.deepEqual(
      permitted.filter((each) => !together.includes(each)),
      [],
      about,
    );
    counts[permitted.length === 0 ? 'nothing' : 'parts'] += 1;
  }
  t.true(counts.nothing > 2 && counts.parts > 10, JSON.stringify(counts));
});
