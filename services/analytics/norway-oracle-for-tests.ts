// The indices of the Norwegian file by hand: the file's own figures, the definitions of decision 3, and whole numbers that lose nothing. Shares no code with what it judges.
import { readFileSync } from 'node:fs';

export const raw = readFileSync(
  new URL('../../tools/data/norway/norway_new_car_sales_by_make.csv', import.meta.url),
  'utf8',
);

/** Units by the number of a period: months are year * 12 + month - 1, quarters year * 4 + quarter - 1. */
export type Units = ReadonlyMap<number, number>;

/** Of each make, the two Lexus rows of one month added, rows without a make left out. */
export const sold: ReadonlyMap<string, Units> = readUnits();
export const market: Units = added([...sold.values()].flatMap((of) => [...of]));

function readUnits(): Map<string, Units> {
  const rows = raw
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',') as [string, string, string, string])
    .filter(([, , make]) => make !== 'NA');
  const makes = Map.groupBy(rows, ([, , make]) => make.replaceAll('"', ''));
  return new Map(
    [...makes].map(([make, of]) => [
      make,
      added(of.map(([year, month, , quantity]) => [Number(year) * 12 + Number(month) - 1, Number(quantity)])),
    ]),
  );
}

function added(pairs: readonly (readonly [number, number])[]): Units {
  const sums = new Map<number, number>();
  for (const [at, units] of pairs) sums.set(at, (sums.get(at) ?? 0) + units);
  return sums;
}

export const byQuarter = (months: Units): Units =>
  added([...months].map(([month, units]) => [Math.floor(month / 3), units]));

/** From the almanac: Easter Sundays of the years of the file. */
const easterSundays = [
  '2007-04-08',
  '2008-03-23',
  '2009-04-12',
  '2010-04-04',
  '2011-04-24',
  '2012-04-08',
  '2013-03-31',
  '2014-04-20',
  '2015-04-05',
  '2016-03-27',
  '2017-04-16',
];

/** Maundy Thursday, Good Friday, Easter Sunday and Monday, Ascension, Whit Sunday and Monday; and the five dates that are always the same. */
export const norwegianHolidays: ReadonlySet<number> = new Set(
  easterSundays.flatMap((sunday) => [
    ...[-3, -2, 0, 1, 39, 49, 50].map((days) => Date.parse(sunday) + days * 86_400_000),
    ...['01-01', '05-01', '05-17', '12-25', '12-26'].map((date) => Date.parse(`${sunday.slice(0, 4)}-${date}`)),
  ]),
);

/** Monday to Saturday, counted day by day. */
function workingDays(month: number, closed: ReadonlySet<number>): number {
  const first = Date.UTC(Math.floor(month / 12), month % 12, 1);
  const next = Date.UTC(Math.floor(month / 12), (month % 12) + 1, 1);
  let count = 0;
  for (let day = first; day < next; day += 86_400_000) if (new Date(day).getUTCDay() !== 0 && !closed.has(day)) count++;
  return count;
}

/** How a kind of period divides time: how many make a year, how many earlier ones a score looks at, which months each has. */
export type Kind = { readonly season: number; readonly window: number; readonly months: number };
export const monthly: Kind = { season: 12, window: 12, months: 1 };
export const quarterly: Kind = { season: 4, window: 8, months: 3 };

// Numbers with 60 decimals, as whole numbers.
const one = 10n ** 60n;
const divided = (a: bigint, b: bigint): bigint => (a * one) / b;
const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);

function squareRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const better = (root + value / root) >> 1n;
    if (better >= root) return root;
    root = better;
  }
}

const size = (value: bigint): bigint => (value < 0n ? -value : value);

/** Four decimals, half away from zero; of a fraction, so that no half is ever missed. */
function rounded(numerator: bigint, denominator: bigint): number {
  const steps = (2n * size(numerator) * 10_000n + denominator) / (2n * denominator);
  return Number(`${numerator < 0n ? -steps : steps}e-4`) + 0;
}

/** Of a number that was cut off after 60 decimals: it must be clear on which side of the half it is. */
function roundedClearly(value: bigint): number {
  const step = one / 10_000n;
  const fromHalf = size((size(value) % step) - step / 2n);
  if (fromHalf < 10n ** 20n) throw new Error('sixty decimals do not tell to which side this is rounded');
  return rounded(value, one);
}

export type Item = ReturnType<typeof expected>[number];

/** The whole items of a series; `reported` are the months that are there, since only those have selling days in a longer period. */
export function expected(of: Units, reported: Units, kind: Kind, closed: ReadonlySet<number> = new Set()) {
  const days = (n: number): bigint =>
    BigInt(
      Array.from({ length: kind.months }, (_, i) => n * kind.months + i)
        .filter((month) => reported.has(month))
        .reduce((total, month) => total + workingDays(month, closed), 0),
    );
  const numbers = [...of.keys()].sort((a, b) => a - b);
  // The file ends with January 2017, one of three months of its quarter: a rate, but neither grown nor scored.
  const complete = (n: number): boolean =>
    Array.from({ length: kind.months }, (_, i) => n * kind.months + i).every((month) => reported.has(month));
  const rates = new Map(numbers.filter(complete).map((n) => [n, divided(BigInt(of.get(n) ?? 0), days(n))]));
  return numbers.map((n, i) => {
    const units = BigInt(of.get(n) ?? 0);
    const before = n - kind.season;
    const then = BigInt(of.get(before) ?? 0);
    const growth = complete(n) && then > 0n ? rounded(units * days(before) - then * days(n), then * days(n)) : null;
    const score = complete(n) ? z(rates, n, numbers[0] ?? n, kind) : 'incomplete';
    return {
      date: dateOf(n, kind),
      complete: complete(n),
      units: Number(units),
      selling_days: Number(days(n)),
      dsr: rounded(units, days(n)),
      demand_growth: growth,
      coverage: growth === null ? null : 1,
      z_t: typeof score === 'bigint' ? roundedClearly(score) : null,
      inventory: null,
      days_supply: null,
      demand_supply_ratio: null,
      orders: null,
      revenue: null,
      currency: null,
      null_reasons: {
        ...(growth === null ? { demand_growth: complete(n) ? 'no_base' : 'incomplete' } : {}),
        ...(typeof score === 'bigint' ? {} : { z_t: score }),
        inventory: 'not_reported',
        days_supply: 'not_reported',
        demand_supply_ratio: i === 0 ? 'first_period' : 'not_reported',
        orders: 'not_reported',
        revenue: 'not_reported',
      },
    };
  });
}

const dateOf = (n: number, { season, months }: Kind): string =>
  new Date(Date.UTC(Math.floor(n / season), (n % season) * months, 1)).toISOString().slice(0, 10);

/** From its definition: all earlier periods are gathered anew for every period. */
function z(
  rates: ReadonlyMap<number, bigint>,
  now: number,
  first: number,
  { season, window }: Kind,
): bigint | 'short_history' | 'no_spread' {
  const index = seasonal(rates, now, first, season);
  const adjusted = (n: number): bigint => divided(rates.get(n) ?? 0n, index(n));
  const values = Array.from({ length: window }, (_, back) => now - 1 - back)
    .filter((n) => rates.has(n))
    .map(adjusted);
  if (values.length < 6) return 'short_history';
  const mean = sum(values) / BigInt(values.length);
  const variance = sum(values.map((value) => (value - mean) ** 2n)) / BigInt(values.length - 1);
  const spread = squareRoot(variance);
  return spread <= mean / 10n ** 9n ? 'no_spread' : divided(adjusted(now) - mean, spread);
}

/** What a place in the year counts for: the mean of its earlier values, each against the year around it, on a scale of mean 1. Before two full years: 1. */
function seasonal(
  rates: ReadonlyMap<number, bigint>,
  now: number,
  first: number,
  season: number,
): (n: number) => bigint {
  const half = season / 2;
  const ratios: bigint[][] = Array.from({ length: season }, () => []);
  for (let centre = first + half; centre + half < now; centre++) {
    const around = Array.from({ length: season + 1 }, (_, i) => rates.get(centre - half + i));
    if (around.includes(undefined)) continue;
    // The first and the last are the same place in the year, and count half each.
    const twice = (around as bigint[]).map((value, i) => (i === 0 || i === season ? value : 2n * value));
    const year = sum(twice);
    if (year > 0n) ratios[centre % season]?.push(divided((rates.get(centre) ?? 0n) * BigInt(2 * season), year));
  }
  if (now - first < 2 * season || ratios.some((list) => sum(list) === 0n)) return () => one;
  const means = ratios.map((list) => sum(list) / BigInt(list.length));
  return (n) => divided((means[n % season] ?? 0n) * BigInt(season), sum(means));
}
