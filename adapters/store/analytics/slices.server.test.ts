// Which stored slices a file meets, beside an oracle that goes through the days one by one.
import test from 'ava';
import fc from 'fast-check';
import { freshDatabase, parts } from '../../../tools/test/servers.ts';
import { connect } from '../connect.ts';
import { sql } from '../query.ts';
import { granularityConflict, storedOn } from './slices.ts';

const dealer_id = 'fjord';
const kinds = ['upload', 'deletion', 'reversal'] as const;
const types = ['day', 'month'] as const;
const dayMs = 86_400_000;
const dayOf = (n: number): string => new Date(Date.UTC(2026, 0, 29) + n * dayMs).toISOString().slice(0, 10);

/** Days from 29 January, so that both ends of a month are among them. */
const span = fc
  .tuple(fc.nat({ max: 8 }), fc.nat({ max: 4 }))
  .map(([first, length]) => ({ first, last: first + length }));
const slice = fc.record({
  span,
  kind: fc.constantFrom(...kinds),
  type: fc.constantFrom(...types),
  in_force: fc.boolean(),
});
type Slice = Parameters<Parameters<typeof slice.map>[0]>[0];

const daysOf = ({ first, last }: Slice['span']): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** The newest first, with the days that each still has. */
function liveOf(stored: readonly Slice[]) {
  const uploads = stored.flatMap((each, i) => {
    if (each.kind !== 'upload' || !each.in_force) return [];
    const later = stored.slice(i + 1).filter(({ kind, in_force }) => in_force && kind !== 'reversal');
    const replaced = new Set(later.flatMap((one) => daysOf(one.span)));
    return [{ name: `slice ${i + 1}`, type: each.type, days: daysOf(each.span).filter((day) => !replaced.has(day)) }];
  });
  return uploads.reverse();
}

const isFirst = (day: number) => dayOf(day).endsWith('-01');

function expected(stored: readonly Slice[], file: Slice) {
  const { first, last } = file.span;
  const isIn = (day: number) => day >= first && day <= last;
  const met = liveOf(stored).filter(({ days }) => days.some(isIn));
  const cut = met.find(
    ({ type, days }) =>
      type === 'month' &&
      ((!isFirst(first) && days.includes(first - 1)) || (!isFirst(last + 1) && days.includes(last + 1))),
  );
  const other = met.find(({ type, days }) => type !== file.type && !days.every(isIn));
  const shown = (each: typeof cut) => (each === undefined ? null : { period: each.name, period_type: each.type });
  return { any: met.length > 0, cut: shown(cut), other: shown(other) };
}

test('a file meets the slices that have days of it left, after any uploads, deletions and reverted ones', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const { appUrl } = await freshDatabase(postgres, 'analytics');
  await using store = connect(appUrl);
  const met = (stored: readonly Slice[], file: Slice) =>
    store.transaction(async (tx) => {
      // In the place of the real one, which wants a job for each slice.
      await tx.query(sql.unsafe`create temporary table slices (dealer_id text, revision bigint, period text, period_type text,
        period_start date, period_end date, kind text, in_force boolean) on commit drop`);
      for (const [i, { span, kind, type, in_force }] of stored.entries())
        await tx.query(sql.unsafe`insert into slices values (${dealer_id}, ${i + 1}, ${`slice ${i + 1}`}, ${type},
          ${dayOf(span.first)}::date, ${dayOf(span.last)}::date, ${kind}, ${in_force})`);
      const dates = { dealer_id, from: dayOf(file.span.first), to: dayOf(file.span.last) } as Parameters<
        typeof storedOn
      >[1];
      const { any, cut } = await storedOn(tx, dates);
      const other = await granularityConflict(tx, { ...dates, period: '', period_type: file.type });
      const shown = (found: typeof cut) =>
        found === null ? null : { period: found.period, period_type: found.period_type };
      return { any, cut: shown(cut), other: shown(other) };
    });
  await fc.assert(
    fc.asyncProperty(fc.array(slice, { maxLength: 8 }), slice, async (stored, file) => {
      t.deepEqual((await met(stored, file)) as unknown, expected(stored, file));
    }),
    { numRuns: 150 },
  );
});
