import test from 'ava';
import { KeyRows } from './key-rows.ts';

type Key = readonly [series: number, period: number];

const grid = (series: number, periods: number): readonly Key[] =>
  Array.from({ length: series * periods }, (_, n) => [n % series, Math.floor(n / series)]);

/** Multiplying by a number without a common factor visits each place once. */
const shuffled = (keys: readonly Key[]): readonly Key[] =>
  keys.map((_, n) => keys[Number((BigInt(n) * 1_000_003n) % BigInt(keys.length))] as Key);

const cases: Readonly<Record<string, readonly Key[]>> = {
  'period by period': grid(100, 24),
  'series by series': grid(100, 24).map(([a, b]) => [b, a]),
  'from the last to the first': grid(100, 24).toReversed(),
  'with gaps': grid(100, 24).filter((_, n) => n % 7 !== 3 && n % 31 > 2),
  'in no order': shuffled(grid(101, 24)),
  'in order, then in none': [...grid(100, 24), ...shuffled(grid(101, 48).filter(([, period]) => period >= 24))],
  'far apart': Array.from({ length: 70_000 }, (_, n) => [n * 33, (n * 7) % 5_000]),
  'far apart, series by series': Array.from({ length: 70_000 }, (_, n) => [Math.floor(n / 2), (n % 2) * 1_000 + n]),
};

for (const [title, keys] of Object.entries(cases))
  test(`KeyRows names the first row of each key: ${title}`, (t) => {
    const [rows, oracle] = [new KeyRows(), new Map<string, number>()];
    const again = keys.filter((_, n) => n % 3 === 0);
    const wrong: unknown[] = [];
    for (const [n, [series, period]] of [...keys, ...again, ...keys].entries()) {
      const [key, row] = [`${series}/${period}`, n + 2 + Math.floor(n / 50)];
      const found = rows.putIfNew(series, period, row);
      if (found !== (oracle.get(key) ?? -1)) wrong.push([n, series, period, found, oracle.get(key)]);
      if (!oracle.has(key)) oracle.set(key, row);
    }
    t.deepEqual(wrong.slice(0, 3), []);
    t.is(oracle.size, keys.length);
  });

test('KeyRows knows a first row that comes twice', (t) => {
  const rows = new KeyRows();
  t.deepEqual(
    [
      rows.putIfNew(0, 0, 2),
      rows.putIfNew(0, 0, 3),
      rows.putIfNew(0, 1, 4),
      rows.putIfNew(0, 0, 5),
      rows.putIfNew(0, 1, 6),
    ],
    [-1, 2, -1, 2, 4],
  );
});
