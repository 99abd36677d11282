// Forecasts of uploaded sales: whose data they are made from, when they are made, and when there is none.
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { regionId } from '../../../generated/analytics/ids.ts';
import type { BrandId, DealerId, ForecastList } from '../../../generated/analytics/types.ts';
import { convertNorway } from '../../../tools/data/norway/convert.ts';
import { manualClock } from '../../lib/clock.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { market, raw, sold } from '../../test/fixtures/analytics/norway-figures.ts';
import type { Caller, Handlers } from '../caller.ts';
import { forecasts } from './forecasts.ts';
import { forecast } from './model/forecast.ts';

type Query = Partial<Parameters<Handlers['listForecasts']>[0]['query']>;
type Deps = Parameters<typeof forecasts>[0];

/** The reader of one process, so that what it keeps is kept between requests. */
function reader(b: Bench, deps: Partial<Deps> = {}) {
  const { listForecasts } = forecasts({ ...b.deps, ...deps });
  const ask = async (caller: Caller, query: Query = {}, unchanged = async (_: string) => false) =>
    listForecasts({ ...b.facts, caller: await b.known(caller), query: { horizon_days: 90, ...query }, unchanged });
  const read = async (caller: Caller, query: Query = {}): Promise<ForecastList> => {
    const reply = await ask(caller, query);
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
    return reply.body;
  };
  return { ask, read };
}

const monthOf = (n: number) => `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;

/** Months of 2023 to 2026 up to the last one, with a season. */
const rows = (brand: string, region: string, size: number, count = 40) =>
  Array.from({ length: count }, (_, i) => {
    const units = Math.round(size * (1 + 0.3 * Math.sin((2 * Math.PI * i) / 12)) + ((i * 7) % 5));
    return `${monthOf(2023 * 12 + i)},${brand},${region},${units}\n`;
  }).join('');
const head = 'period_start,brand,region,units_sold\n';
const period = { period: '2023-01/2026-04' };

const subscribe = (b: Bench, dealer: string, days: number, expiresAt = '2099-01-01') =>
  withScope(b.store, { dealers: [dealer] }, async (tx) => {
    const plan = `plan-${days}`;
    await tx.query(
      sql.unsafe`insert into plans (plan, title, limits, forecast_days) values (${plan}, 'P', '[]', ${days}) on conflict do nothing`,
    );
    await tx.query(sql.unsafe`
      insert into subscriptions (dealer_id, plan, status, expires_at) values (${dealer}, ${plan}, 'active', ${expiresAt})
      on conflict (dealer_id) do update set plan = excluded.plan, expires_at = excluded.expires_at`);
  });

test.serial('listForecasts computes the Norwegian market from its own months and selling days', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('norway', 'no');
  await b.load(caller, convertNorway(raw).csv, { period: '2007-01/2017-01' });
  const { read } = reader(b);
  const { items, history = [], meta } = await read(caller, { include: 'history' });
  const indices = await b.indices(caller);
  t.deepEqual(
    history,
    indices.slice(-36).map(({ date, period_type, complete, units, selling_days }) => ({
      date,
      period_type,
      complete,
      units,
      selling_days,
    })),
  );
  // February to May of 2017, Easter in April; 89 days are not enough for 90.
  const coming = [24, 27, 22, 24];
  const ahead = forecast({
    values: [...market.values()],
    exposure: [...indices.map(({ selling_days }) => selling_days), ...coming],
    periods: [12],
    horizon: 4,
    levels: [0.95, 0.8],
  });
  if (ahead.kind === 'refused') throw new Error(ahead.reason);
  const [wide, narrow] = ahead.intervals;
  const at = (values: Float64Array | undefined, h: number) => Math.round((values?.[h] ?? 0) * 1e4) / 1e4;
  t.deepEqual(
    items,
    ['2017-02-01', '2017-03-01', '2017-04-01', '2017-05-01'].map((date, h) => ({
      date,
      period_type: 'month',
      selling_days: coming[h] ?? 0,
      value: at(ahead.values, h),
      confidence_low: at(wide?.lower, h),
      confidence_high: at(wide?.upper, h),
      confidence_low_80: at(narrow?.lower, h),
      confidence_high_80: at(narrow?.upper, h),
    })),
  );
  const { backtest, scope: _, data_as_of: __, ...rest } = meta;
  t.deepEqual(rest, {
    period_type: 'month',
    finest_period_type: 'month',
    horizon_days: 90,
    steps: 4,
    method: 'combination',
    level: 0.95,
    trained_from: '2007-01-01',
    trained_until: '2017-01-01',
    gaps: 0,
    null_reasons: {},
    revision: 1,
    calendars: [{ calendar_id: 'no', version: 1 }],
    conditions: ['new'],
    channels: ['retail'],
    definitions_version: '2026-11-28',
  });
  t.like(backtest, { origins: 3, steps: 4 });
  t.true((backtest?.relative_error ?? 9) < 1.1, JSON.stringify(backtest));
  // Every make: a value between its bounds, or a reason.
  for (const make of sold.keys()) {
    const brand_id = make.toLowerCase().replaceAll(' ', '-') as BrandId;
    const of = await read(caller, { brand_id: [brand_id] });
    t.is(of.items.length, of.meta.method === null ? 0 : 4, make);
    for (const { value, confidence_low, confidence_high } of of.items)
      t.true(confidence_low === null || (confidence_low <= value && value <= (confidence_high ?? 0)), make);
  }
});

test.serial('listForecasts reads the data that the caller can read, and its filters select', async (t) => {
  const b = await bench(t);
  const alfa = await b.dealer('alfa');
  const beta = await b.dealer('beta');
  await b.load(
    alfa,
    head + rows('Toyota', 'Oslo', 100) + rows('Opel', 'Oslo', 20) + rows('Toyota', 'Bergen', 60),
    period,
  );
  await b.load(beta, head + rows('Toyota', 'Oslo', 500), period);
  const { ask, read } = reader(b);
  const narrow = callerOf([['alfa', { brands: ['toyota'], regions: ['oslo'] }]]);
  const own = await read(narrow);
  const selected = await read(alfa, { brand_id: ['toyota' as BrandId], region_id: [regionId('oslo')] });
  t.deepEqual(own.items, selected.items);
  t.notDeepEqual(own.items, (await read(alfa)).items);
  t.deepEqual((await read(alfa, { brand_id: ['TOYOTA' as BrandId], region_id: [regionId('oslo')] })).items, own.items);
  t.like(await ask(narrow, { brand_id: ['opel' as BrandId] }), {
    problem: { slug: 'out-of-scope', policy: 'read-granted-brands', attribute: 'brand_id' },
  });
  // The interval of a union is narrower than its parts' together, since their errors do not all go one way.
  const union = await read(
    callerOf([
      ['alfa', {}],
      ['beta', {}],
    ]),
  );
  const [both, first, second] = [union, await read(alfa), await read(beta)].map(({ items: [item] }) => item);
  t.deepEqual(union.meta.scope.dealer_ids, ['alfa', 'beta']);
  const width = (item: typeof both) => (item?.confidence_high ?? 0) - (item?.confidence_low ?? 0);
  t.true(width(both) < width(first) + width(second));
  t.not(width(both), width(first) + width(second));
});

test.serial('listForecasts computes a forecast once for concurrent callers, and again after an upload', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, head + rows('Toyota', 'Oslo', 100), period);
  const counts = { read: 0, computed: 0 };
  const { ask, read } = reader(b, {
    sales: {
      ...b.deps.sales,
      figures: (...of) => {
        counts.read += 1;
        return b.deps.sales.figures(...of);
      },
    },
    forecastThread: {
      ...b.deps.forecastThread,
      ask: (...of) => {
        counts.computed += 1;
        return b.deps.forecastThread.ask(...of);
      },
    },
  });
  const another = { ...caller, subject: 'another' };
  const [one, ...others] = await Promise.all([caller, caller, another, caller].map((each) => read(each)));
  t.deepEqual(others, [one, one, one]);
  t.like(await read(caller, { include: 'history' }), { items: one?.items });
  t.deepEqual(counts, { read: 1, computed: 1 });
  const reply = await ask(caller);
  const held = 'revision' in reply ? reply.revision : undefined;
  t.deepEqual(await ask(caller, {}, async (revision) => revision === held), { status: 304, revision: held });
  t.deepEqual(counts, { read: 1, computed: 1 });

  await b.load(caller, 'period_start,brand,region,units_sold\n2026-04,Toyota,Oslo,400\n', {
    period: '2026-04',
    confirm: 1,
  });
  const corrected = await read(caller);
  t.deepEqual(counts, { read: 2, computed: 2 });
  t.is(corrected.meta.revision, 2);
  t.notDeepEqual(corrected.items, one?.items);
  t.is((await ask(caller, {}, async (revision) => revision === held)).status, 200);
  const earlier = await read(caller, { as_of: one?.meta.data_as_of ?? '' });
  t.deepEqual([earlier.items, earlier.meta.revision], [one?.items, 1]);
});

test.serial(
  'listForecasts limits the horizon to the shortest plan, and leaves out dealers with an ended subscription',
  async (t) => {
    const b = await bench(t);
    const alfa = await b.dealer('alfa');
    await b.dealer('beta');
    await b.load(alfa, head + rows('Toyota', 'Oslo', 100), period);
    await subscribe(b, 'alfa', 180);
    await subscribe(b, 'beta', 30);
    const { ask, read } = reader(b);
    const both = callerOf([
      ['alfa', {}],
      ['beta', {}],
    ]);
    t.is((await read(alfa, { horizon_days: 180 })).items.length, 6);
    t.like(await ask(alfa, { horizon_days: 181 }), {
      problem: { slug: 'plan-limit', limit_name: 'horizon_days', limit: 180, used: 181 },
    });
    t.like(await ask(both), {
      problem: {
        slug: 'plan-limit',
        limit: 30,
        used: 90,
        detail: 'The plan of beta includes forecasts of up to 30 days.',
      },
    });
    const one = await read(both, { horizon_days: 180, dealer_id: ['alfa' as DealerId] });
    t.deepEqual(one, await read(alfa, { horizon_days: 180 }));
    await subscribe(b, 'beta', 30, '2026-01-01');
    t.deepEqual((await read(both)).meta.scope.dealer_ids, ['alfa']);
    const reply = await ask(callerOf([['beta', {}]]));
    t.like(reply, { problem: { slug: 'subscription-expired', expired_at: '2026-01-01T00:00:00.000Z' } });
  },
);

test.serial(
  'listForecasts forecasts the running month instead of using it, and gives the reason for each missing value',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('alfa');
    const on = (now: string) => reader(b, { clock: manualClock(now) });
    const none = await on('2026-04-22T12:00:00Z').read(caller);
    t.like(none, {
      items: [],
      meta: { method: null, period_type: null, null_reasons: { method: 'no_data', backtest: 'no_data' } },
    });
    await b.load(caller, head + rows('Toyota', 'Oslo', 100), period);
    const misspelled = await on('2026-04-22T12:00:00Z').read(caller, { brand_id: ['toyta' as BrandId] });
    t.like(misspelled, {
      items: [],
      meta: { method: null, null_reasons: { method: 'no_match', backtest: 'no_match' } },
    });
    await withScope(b.store, { dealers: ['alfa'] }, (tx) =>
      tx.query(sql.unsafe`update slices set loaded_at = '2026-04-22T12:00:00Z'`),
    );
    const { read } = on('2026-04-22T13:00:00Z');
    const april = await read(caller, { horizon_days: 1, include: 'history' });
    t.deepEqual([april.meta.trained_until, april.items.map(({ date }) => date)], ['2026-03-01', ['2026-04-01']]);
    t.like(april.history?.at(-1), { date: '2026-04-01', complete: false });
    const days = await read(caller, { period_type: 'day' });
    t.like(days, { items: [], meta: { method: null, null_reasons: { method: 'finer_than_stored' } } });
    const quarters = await read(caller, { period_type: 'quarter', horizon_days: 100 });
    t.deepEqual(
      [quarters.meta.trained_until, quarters.items.map(({ date }) => date)],
      ['2026-01-01', ['2026-04-01', '2026-07-01']],
    );
    const short = async (count: number) => {
      const dealer = await b.dealer(`of-${count}`);
      const last = monthOf(2023 * 12 + count - 1);
      await b.load(dealer, head + rows('Saab', 'Oslo', 10, count), { period: `2023-01/${last}` });
      const { items, meta } = await on('2026-11-22T12:00:00Z').read(dealer, { horizon_days: 1 });
      return [meta.method, items[0]?.confidence_high === null, meta.backtest === null, meta.null_reasons];
    };
    t.deepEqual(
      [await short(2), await short(3), await short(6), await short(12)],
      [
        [null, false, true, { method: 'short_history', backtest: 'short_history' }],
        ['simple_smoothing', true, true, { confidence: 'short_history', backtest: 'short_history' }],
        ['simple_smoothing', false, true, { backtest: 'short_history' }],
        ['combination', false, false, {}],
      ],
    );
  },
);
