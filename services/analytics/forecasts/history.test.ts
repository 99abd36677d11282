// Which periods a forecast is made from. Figures are as the store gives them.
import test from 'ava';
import type { LeafRow, SalesFigures, SliceRow } from '../../../adapters/store/analytics/sales/port.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { seriesOf } from '../indices/figures.ts';
import { dayAt, isoDate, lastDay, type PeriodType, parseRange, rangeDays } from '../indices/period.ts';
import { historyOf } from './history.ts';

type Upload = {
  readonly dealer: string;
  readonly period: string;
  readonly loadedOn: string;
  /** By the first day of the stored period. */
  readonly sold: Readonly<Record<string, number>>;
  readonly lastRow?: string;
  readonly type?: PeriodType;
  readonly sellingDays?: number;
};

function figuresOf(...uploads: readonly Upload[]): SalesFigures {
  const leaves = uploads.flatMap(({ dealer, sold, type = 'month', sellingDays = null }) =>
    Object.entries(sold).map(
      ([start, units]): LeafRow => ({
        dealer_id: dealer as DealerId,
        region_id: 'no',
        brand_id: null,
        model_family_id: null,
        period_type: type,
        start,
        units,
        stock: null,
        receipts: null,
        selling_days: sellingDays,
        orders: null,
        revenue: null,
        currencies: null,
        conditions: null,
        channels: null,
      }),
    ),
  );
  const slices = uploads.map(({ dealer, period, loadedOn, lastRow = null, type = 'month' }, i): SliceRow => {
    const range = parseRange(period);
    if (range === undefined) throw new Error(period);
    const { from, to } = rangeDays(range);
    const dates = { from: isoDate(from), to: isoDate(to) };
    return {
      dealer_id: dealer as DealerId,
      revision: i + 1,
      kind: 'upload',
      reverts: null,
      period_type: type,
      ...dates,
      last_row: lastRow,
      loaded_on: loadedOn,
    };
  });
  const dataRevision = { revision: uploads.length, data_as_of: null, rows: leaves.length, read_at: new Date() };
  return { dataRevision, leaves, slices, calendars: [], assigned: [] };
}

function read(figures: SalesFigures, now: string, type: PeriodType = 'month', horizonDays = 30) {
  const today = dayAt(new Date(now));
  const history = historyOf(figures, seriesOf(type, figures, today), { type, today, horizonDays });
  if (history === null) return null;
  const { first, last, values, sellingDays, steps } = history;
  return [isoDate(lastDay({ type, n: first })), isoDate(lastDay({ type, n: last })), values, sellingDays, steps];
}

test('historyOf leaves out the running month and one that was uploaded on its 22nd', (t) => {
  const sold = { '2026-08-01': 5, '2026-09-01': 6, '2026-10-01': 7, '2026-11-01': 3 };
  const early = figuresOf({ dealer: 'a', period: '2026-08/2026-11', loadedOn: '2026-11-22', sold });
  const untilOctober = ['2026-08-31', '2026-10-31', [5, 6, 7], [26, 26, 27, 25], 1];
  t.deepEqual(read(early, '2026-11-23T10:00:00Z'), untilOctober);
  t.deepEqual(read(early, '2026-12-24T10:00:00Z'), untilOctober, 'the clock alone completes no month');
  const late = figuresOf({ dealer: 'a', period: '2026-08/2026-11', loadedOn: '2026-12-01', sold });
  t.deepEqual(read(late, '2026-12-01T10:00:00Z'), ['2026-08-31', '2026-11-30', [5, 6, 7, 3], [26, 26, 27, 25, 25], 1]);
});

test('historyOf counts an uploaded month without a row as zero, and one that was not uploaded as a gap', (t) => {
  const figures = figuresOf(
    { dealer: 'a', period: '2026-01/2026-04', loadedOn: '2026-09-01', sold: { '2026-02-01': 4, '2026-04-01': 2 } },
    { dealer: 'a', period: '2026-06/2026-08', loadedOn: '2026-09-01', sold: { '2026-06-01': 1 } },
  );
  t.deepEqual(read(figures, '2026-09-05T00:00:00Z')?.slice(0, 3), [
    '2026-02-28',
    '2026-08-31',
    [4, 0, 2, null, 1, 0, 0],
  ]);
});

test('historyOf waits for a dealer that is late, and not for one that left a year ago', (t) => {
  const all = { '2025-08-01': 5, '2026-08-01': 5, '2026-09-01': 6, '2026-10-01': 7 };
  const on = (dealer: string, period: string, sold: Record<string, number>) => ({
    dealer,
    period,
    loadedOn: '2026-11-02',
    sold,
  });
  const a = on('a', '2025-08/2026-10', all);
  const late = figuresOf(a, on('b', '2026-08/2026-09', { '2026-08-01': 1, '2026-09-01': 1 }));
  t.deepEqual(read(late, '2026-11-05T00:00:00Z')?.[1], '2026-09-30');
  const left = figuresOf(a, on('b', '2025-08/2025-10', { '2025-08-01': 1 }));
  t.deepEqual(read(left, '2026-11-05T00:00:00Z')?.[1], '2026-10-31');
  const values = read(left, '2026-11-05T00:00:00Z')?.[2];
  t.deepEqual(values, [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7]);
});

test('historyOf reads days up to the day of the upload, and knows the holidays to come', (t) => {
  const sold = { '2026-12-21': 3, '2026-12-22': 1, '2026-12-24': 2 };
  const figures = figuresOf({ dealer: 'a', period: '2026-12', loadedOn: '2026-12-24', sold, type: 'day' });
  t.deepEqual(read(figures, '2026-12-26T00:00:00Z', 'day', 4), [
    '2026-12-21',
    '2026-12-24',
    [3, 1, 0, 2],
    // Christmas Day and the day after it, a Sunday, a Monday.
    [1, 1, 1, 1, 0, 0, 0, 1],
    4,
  ]);
});

test('historyOf counts months that are stored by weeks in whole weeks', (t) => {
  const weeks = ['2026-08-31', '2026-09-07', '2026-09-14', '2026-09-21', '2026-09-28', '2026-10-05'];
  const more = ['2026-10-12', '2026-10-19', '2026-10-26'];
  const sold = Object.fromEntries([...weeks, ...more].map((start) => [start, 2]));
  const figures = figuresOf({ dealer: 'a', period: '2026-W36/2026-W44', loadedOn: '2026-11-09', sold, type: 'week' });
  t.deepEqual(read(figures, '2026-11-09T00:00:00Z'), [
    '2026-09-30',
    '2026-10-31',
    [8, 10],
    // Four weeks, five weeks, and the four of November.
    [24, 30, 24],
    1,
  ]);
});

test('historyOf scales the calendar to the selling days that files state', (t) => {
  const sold = { '2026-08-01': 5, '2026-09-01': 6, '2026-10-01': 7 };
  const stated = { dealer: 'a', period: '2026-08/2026-10', loadedOn: '2026-11-01', sold, sellingDays: 13 };
  const found = read(figuresOf(stated), '2026-11-02T00:00:00Z');
  t.deepEqual(
    (found?.[3] as readonly number[]).map((days) => Math.round(days * 100) / 100),
    [13, 13, 13, 12.34],
  );
});

test('historyOf has no history where no period has ended', (t) => {
  const figures = figuresOf({ dealer: 'a', period: '2026-11', loadedOn: '2026-11-22', sold: { '2026-11-01': 3 } });
  t.is(read(figures, '2026-12-05T00:00:00Z'), null);
  t.is(read(figuresOf(), '2026-12-05T00:00:00Z'), null);
});
