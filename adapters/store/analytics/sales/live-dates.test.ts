import test from 'ava';
import fc from 'fast-check';
import type { DealerId } from '../../../../generated/analytics/types.ts';
import { liveDates } from './live-dates.ts';

const [alfa, beta] = ['alfa', 'beta'] as DealerId[] as [DealerId, DealerId];
const slice = (revision: number, from: string, to: string, dealer_id = alfa) => ({ dealer_id, revision, from, to });
const year = slice(1, '2025-01-01', '2025-12-31');

test('liveDates keeps of a revision the days that no later one has replaced', (t) => {
  const halves = [slice(2, '2025-01-01', '2025-06-30'), slice(3, '2025-08-01', '2025-12-31')];
  t.deepEqual(liveDates([year, ...halves]), [
    { dealer_id: alfa, revision: 3, dates: '{[2025-08-01,2026-01-01)}' },
    { dealer_id: alfa, revision: 2, dates: '{[2025-01-01,2025-07-01)}' },
    { dealer_id: alfa, revision: 1, dates: '{[2025-07-01,2025-08-01)}' },
  ]);
  t.deepEqual(liveDates([year, slice(2, '2024-01-01', '2026-12-31')]), [
    { dealer_id: alfa, revision: 2, dates: '{[2024-01-01,2027-01-01)}' },
  ]);
});

test('liveDates lets no dealer replace what another one uploaded', (t) => {
  t.deepEqual(
    liveDates([year, slice(2, '2025-01-01', '2025-12-31', beta)]).map(({ revision }) => revision),
    [2, 1],
  );
  t.deepEqual(liveDates([]), []);
});

const dayOf = (n: number): string => new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10);
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

test('liveDates gives each day to the newest revision that has it', (t) => {
  t.log(`SEED=${seed}`);
  const days = fc.tuple(fc.nat(30), fc.nat(8)).map(([first, length]) => [first, first + length] as const);
  fc.assert(
    fc.property(fc.array(days, { maxLength: 12 }), (ranges) => {
      const found = liveDates(ranges.map(([a, b], i) => slice(i + 1, dayOf(a), dayOf(b))));
      const owners = (day: string) =>
        found.flatMap(({ revision, dates }) =>
          [...dates.matchAll(/\[([\d-]+),([\d-]+)\)/g)].some(([, a = '', b = '']) => a <= day && day < b)
            ? [revision]
            : [],
        );
      for (let n = 0; n < 40; n++) {
        const newest = ranges.findLastIndex(([a, b]) => a <= n && n <= b) + 1;
        t.deepEqual(owners(dayOf(n)), newest === 0 ? [] : [newest]);
      }
    }),
    { seed },
  );
});
