// Rounding against whole numbers of the decimals as they are written.
import test from 'ava';
import fc from 'fast-check';
import { round4, roundQuotient } from './rounding.ts';

test('round4 rounds half of the last decimal away from zero, on both sides', (t) => {
  const pairs = [
    [1.00005, 1.0001],
    [-1.00005, -1.0001],
    [1.00004999, 1],
    [0.00005, 0.0001],
    [-0.00005, -0.0001],
    [-0.00004, 0],
    [8.5e-7, 0],
    [4503599627.37065, 4503599627.3707],
    [2 ** 53, 2 ** 53],
    [-1.5e300, -1.5e300],
    [0.30000000000000004, 0.3],
    [-0, 0],
  ] as const;
  t.deepEqual(
    pairs.map(([value]) => round4(value)),
    pairs.map(([, rounded]) => rounded),
  );
});

const places = 40;

/** A number as a whole number of the 40th decimal place. */
function exactly(value: number): bigint {
  const [digits = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(places + Number(exponent) - fraction.length);
}

test('round4 gives the nearest number of four decimals at any size, and rounding it again changes nothing', (t) => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 }).filter((x) => Math.abs(x) > 1e-20),
    fc.tuple(fc.maxSafeInteger(), fc.integer({ min: 1, max: 16 })).map(([n, e]) => Number(`${n}e-${e}`)),
    fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((n) => Number(`${n}5e-5`)),
  );
  const step = 10n ** BigInt(places - 4);
  fc.assert(
    fc.property(numbers, (value) => {
      const exact = exactly(value);
      const size = exact < 0n ? -exact : exact;
      const nearest = ((size + step / 2n) / step) * (exact < 0n ? -1n : 1n);
      t.is(round4(value), Number(`${nearest}e-4`) + 0);
      t.is(round4(round4(value)), round4(value));
    }),
    { numRuns: 2_000 },
  );
});

test('roundQuotient rounds a half away from zero, whichever way binary fractions miss it', (t) => {
  t.is(roundQuotient(7 / (160 / 7)), 0.3063);
  const parts = fc.tuple(
    fc.integer({ min: -(10 ** 6), max: 10 ** 6 }),
    fc.integer({ min: 1, max: 5_000 }),
    fc.integer({ min: 1, max: 5_000 }),
  );
  fc.assert(
    fc.property(parts, ([units, days, cells]) => {
      const [above, below] = [BigInt(Math.abs(units)) * BigInt(cells) * 20_000n + BigInt(days), 2n * BigInt(days)];
      const expected = Math.sign(units) * Number(`${above / below}e-4`);
      t.is(roundQuotient(units / (days / cells)), expected + 0);
    }),
    { numRuns: 5_000 },
  );
});
