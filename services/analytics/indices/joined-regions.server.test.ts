// Regions of one calendar are read as one: every figure stays what it is with the regions apart. Decision 342.
import test from 'ava';
import fc from 'fast-check';
import type { ReadScope, SalesFilter } from '../../../adapters/store/analytics/sales/port.ts';
import type { BrandId, DealerId, RegionId } from '../../../generated/analytics/types.ts';
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';
import { historyOf } from '../forecasts/history.ts';
import { calendarsOf, calendarsUsed } from './calendars/chosen-calendars.ts';
import { finestType, seriesOf } from './figures.ts';
import { seriesByGroup } from './groups.ts';
import { dayAt } from './period.ts';
import { mixOf } from './sales-mix.ts';

const dealer_id = 'fjord' as DealerId;
const whole: ReadScope = { dealer_id, brands: null, regions: null };
const narrowed: ReadScope = {
  dealer_id,
  brands: ['ford'] as BrandId[],
  regions: ['oslo', 'bergen', 'germany'] as RegionId[],
};
const today = dayAt(new Date('2026-01-15T00:00:00Z'));
const types = ['day', 'week', 'month', 'quarter'] as const;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const names = (...list: string[]) => fc.constantFrom(...list);
// Germany has a separate calendar.
const regions = names('Oslo', 'Bergen', 'Sweden', 'Germany');
const line = fc.record({
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 1, max: 3 }),
  brand: names('opel', 'ford'),
  region: regions,
  family: names('corsa', 'ka'),
  condition: fc.oneof({ weight: 4, arbitrary: names('new') }, names('used')),
  units: fc.integer({ min: -9, max: 50 }),
  stock: fc.option(fc.integer({ min: 0, max: 90 }), { freq: 6 }),
  revenue: fc.option(fc.integer({ min: 0, max: 99_999 }), { freq: 8 }),
  currency: fc.oneof({ weight: 8, arbitrary: names('NOK') }, names('EUR')),
});
type Line = typeof line extends fc.Arbitrary<infer Value> ? Value : never;
type Dates = 'day' | 'month';

const two = (value: number): string => String(value).padStart(2, '0');

/** `days`: with a column of selling days that one row in three fills in. */
function fileOf(lines: readonly Line[], dates: Dates, days: boolean): string {
  const keyed = new Map(
    lines.map(({ month, day, brand, region, family, condition, units, stock, revenue, currency }, i) => {
      const date = `2025-${two(month)}${dates === 'day' ? `-${two(day)}` : ''}`;
      const value = [
        date,
        brand,
        region,
        family,
        condition,
        units,
        stock ?? '',
        revenue ?? '',
        revenue === null ? '' : currency,
      ];
      return [
        `${date} ${brand} ${region} ${family} ${condition}`,
        [...value, days && i % 3 === 0 ? (dates === 'day' ? 1 : 20) : ''].join(),
      ];
    }),
  );
  return `period_start,brand,region,model_family,condition,units_sold,stock_units,revenue,currency,selling_days\n${[...keyed.values()].join('\n')}\n`;
}

const filters: readonly (readonly [ReadScope, SalesFilter])[] = [
  [whole, {}],
  [whole, { by: 'brand' }],
  [whole, { brand_id: ['opel'] }],
  [whole, { region_id: ['oslo', 'bergen', 'germany'] }],
  [whole, { by: 'brand', condition: 'used' }],
  [whole, { model_family_id: ['corsa'] }],
  [whole, { by: 'model_family', brand_id: ['ford'] }],
  [narrowed, {}],
  [narrowed, { model_family_id: ['ka'] }],
];

async function figuresOf(b: Bench, isJoined: boolean) {
  return Array.fromAsync(filters, async ([scope, filter]) => {
    const figures = await b.deps.sales.figures([scope], filter, isJoined ? calendarsOf : undefined);
    const series = types.map((type) => seriesOf(type, figures, today));
    const groups = (await Array.fromAsync(seriesByGroup('month', { by: 'brand' }, figures, today))).map(
      ({ id, indices }) => [id, indices.map(({ zT, units, dsr }) => [zT, units, dsr])],
    );
    const finest = finestType(figures) ?? 'month';
    const asked = { type: finest, today, horizonDays: 90 };
    return {
      leaves: figures.leaves.length,
      shown: {
        series,
        groups,
        history: historyOf(figures, seriesOf(finest, figures, today), asked),
        calendars: calendarsUsed(figures),
        mix: mixOf(figures),
      },
    };
  });
}

const drawn = fc.array(line, { minLength: 60, maxLength: 120 });

type Case = {
  readonly title: string;
  readonly uploads: readonly (readonly [dates: Dates, days: boolean])[];
  readonly regions: readonly string[];
  readonly isJoined: boolean;
};

const [alike, unlike] = [
  ['Oslo', 'Bergen'],
  ['Oslo', 'Bergen', 'Sweden', 'Germany'],
] as const;
const cases: readonly Case[] = [
  { title: 'months', uploads: [['month', false]], regions: alike, isJoined: true },
  { title: 'days', uploads: [['day', false]], regions: alike, isJoined: true },
  { title: 'months of several calendars', uploads: [['month', false]], regions: unlike, isJoined: false },
  { title: 'days of several calendars', uploads: [['day', false]], regions: unlike, isJoined: false },
  { title: 'months with selling days in some rows', uploads: [['month', true]], regions: alike, isJoined: false },
  { title: 'days with selling days in some rows', uploads: [['day', true]], regions: alike, isJoined: false },
  {
    title: 'months, and days for the second half',
    uploads: [
      ['month', false],
      ['day', false],
    ],
    regions: alike,
    isJoined: false,
  },
];

for (const { title, uploads, regions, isJoined } of cases)
  test(`figures over joined regions equal those over the regions, of ${title}`, async (t) => {
    t.log(`SEED=${seed}`);
    for (const drawnLines of fc.sample(drawn, { seed, numRuns: 2 })) {
      const lines = drawnLines.filter(({ region }) => regions.includes(region));
      const b = await bench(t);
      const caller = await b.dealer(dealer_id, 'oslo');
      for (const [i, [dates, days]] of uploads.entries()) {
        const months = { from: i === 0 ? 1 : 7, to: uploads.length === 1 || i === 1 ? 12 : 6 };
        const kept = lines.filter(({ month }) => month >= months.from && month <= months.to);
        const period = `2025-${two(months.from)}/2025-${two(months.to)}`;
        const job = await b.load(caller, fileOf(kept, dates, days), { period, period_type: dates });
        t.like(job, { status: 'succeeded', problem: null });
      }
      const [joined, apart] = [await figuresOf(b, true), await figuresOf(b, false)];
      t.deepEqual(
        joined.map(({ shown }) => shown),
        apart.map(({ shown }) => shown),
      );
      const leaves = (of: typeof joined) => of.reduce((sum, each) => sum + each.leaves, 0);
      t.is(leaves(joined) < leaves(apart), isJoined, `${leaves(joined)} of ${leaves(apart)}`);
    }
  });

const dateAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('figures keep regions apart with a day that had not begun in UTC when it was uploaded', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id, 'oslo');
  const [before, ahead] = [dateAfter(-1), dateAfter(1)];
  const file = `period_start,brand,region,units_sold\n${before},opel,Oslo,1\n${before},opel,Bergen,2\n${ahead},opel,Oslo,3\n`;
  const form = { period: `${before}/${ahead}`, period_type: 'day' as const };
  t.like(await b.load(caller, file, form), { status: 'succeeded', problem: null });
  const [joined, apart] = [await figuresOf(b, true), await figuresOf(b, false)];
  t.deepEqual(joined, apart);
});
