// Forecasts that are computed after a merge: which requests they answer, and when they no longer do.
import test from 'ava';
import type { Sales } from '../../../adapters/store/analytics/sales/port.ts';
import type { ForecastWork, StoredForecast } from '../../../adapters/store/forecasts/port.ts';
import { forecastWork } from '../../../adapters/store/forecasts/work.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { brandId, dealerId, regionId } from '../../../generated/analytics/ids.ts';
import type { ForecastList } from '../../../generated/analytics/types.ts';
import { manualClock, systemClock } from '../../lib/clock.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { forecasterOf } from '../../test/fixtures/analytics/forecast-worker.ts';
import type { Caller, Handlers } from '../caller.ts';
import type { Compute } from './compute.ts';
import { forecastOnce } from './forecast-run.ts';
import { forecasts } from './forecasts.ts';
import { methodVersion } from './model/method-version.ts';

type Query = Partial<Parameters<Handlers['listForecasts']>[0]['query']>;
type Deps = Parameters<typeof forecasts>[0];

/** The answer of a process that has answered nothing yet. */
async function answer(b: Bench, caller: Caller, query: Query = {}, deps: Partial<Deps> = {}): Promise<ForecastList> {
  const { listForecasts } = forecasts({ ...b.deps, ...deps });
  const reply = await listForecasts({
    ...b.facts,
    caller: await b.known(caller),
    query: { horizon_days: 90, include: 'history', ...query },
    unchanged: async () => false,
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  return reply.body;
}

/** Counts what is computed on request. */
function counted(b: Bench) {
  const thread = { asked: 0 };
  const forecastThread: Compute = {
    ask: (question, key) => {
      thread.asked += 1;
      return b.deps.forecastThread.ask(question, key);
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return { thread, forecastThread };
}

const compute = (b: Bench, deps = {}) =>
  forecastOnce({ ...forecasterOf(b.store, { forecastThread: b.deps.forecastThread }), ...deps });

const published = async (b: Bench) =>
  (await b.outbox()).filter(({ routing_key }) => routing_key === 'forecast.published').map(({ body }) => body);

const file = (size: number) =>
  `period_start,brand,region,units_sold\n${['Toyota', 'BMW'].flatMap((brand, b) => ['Oslo', 'Bergen'].flatMap((region, r) => Array.from({ length: 30 }, (_, i) => `${2024 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01,${brand},${region},${size + 10 * b + 5 * r + ((i * 7) % 12)}`))).join('\n')}\n`;
const period = { period: '2024-01/2026-06' };

const usual: readonly Query[] = [
  {},
  { brand_id: [brandId('toyota')] },
  { region_id: [regionId('bergen')] },
  { brand_id: [brandId('BMW')], region_id: [regionId('oslo')] },
  { period_type: 'month' },
];

test.serial('listForecasts answers the usual requests after an upload with what was computed before', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  const asked: ForecastList[] = [];
  for (const query of usual) asked.push(await answer(b, caller, query));
  t.true(await compute(b));
  const { thread, forecastThread } = counted(b);
  for (const [i, query] of usual.entries()) t.deepEqual(await answer(b, caller, query, { forecastThread }), asked[i]);
  await b.dealer('skagen');
  const both = callerOf([
    ['fjord', {}],
    ['skagen', {}],
  ]);
  t.deepEqual(await answer(b, both, { dealer_id: [dealerId('fjord')] }, { forecastThread }), asked[0]);
  t.is(thread.asked, 0);
  const others: readonly Query[] = [
    { horizon_days: 60 },
    { brand_id: [brandId('toyota'), brandId('bmw')] },
    { condition: 'new' },
    { period_type: 'quarter' },
    { as_of: new Date().toISOString() },
  ];
  for (const query of others) await answer(b, caller, query, { forecastThread });
  t.is(thread.asked, others.length);
});

test.serial('listForecasts never answers with forecasts of the data before an upload', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  await compute(b);
  await b.load(caller, file(400), period);
  const { thread, forecastThread } = counted(b);
  const found = await answer(b, caller, {}, { forecastThread });
  t.is(thread.asked, 1);
  t.is(found.meta.revision, 2);
  t.true(found.items.every(({ value }) => value > 1_000));
  await compute(b);
  t.deepEqual(await answer(b, caller, {}, { forecastThread }), found);
  t.is(thread.asked, 1);
});

test.serial('a stored forecast answers until a period ends, and no caller who may read a part', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  await compute(b);
  const { thread, forecastThread } = counted(b);
  const narrowed = callerOf([['fjord', { brands: ['toyota'] }]]);
  await answer(b, narrowed, {}, { forecastThread });
  t.is(thread.asked, 1);
  const clock = manualClock(new Date());
  await clock.advance(32 * 24 * 60 * 60 * 1_000);
  await answer(b, caller, {}, { forecastThread, clock });
  t.is(thread.asked, 2);
});

test.serial('listForecasts computes a forecast again that another version of the methods has stored', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  await compute(b);
  const found = await answer(b, caller);
  await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.query(sql.unsafe`
      update kept_forecasts set answer = (answer::jsonb || jsonb_build_object('method_version', '2020-01-01', 'items', '[]'::jsonb))::json`),
  );
  const { thread, forecastThread } = counted(b);
  t.deepEqual(await answer(b, caller, {}, { forecastThread }), found);
  t.is(thread.asked, 1);
});

test.serial('forecastOnce replaces what another version of the methods has stored', async (t) => {
  const b = await bench(t);
  await b.load(await b.dealer('fjord'), file(40), period);
  const work = forecastWork(b.store);
  const former = { ...work, store: lostAfter(3, work, { method_version: '2020-01-01' }) };
  await compute(b, { work: former, report: reported().report });
  t.true(await compute(b));
  const versions = sql.type(row<{ version: string; count: number }>())`
    select answer ->> 'method_version' as version, count(*)::integer as count from kept_forecasts group by 1`;
  t.deepEqual(await withScope(b.store, { dealers: ['fjord'] }, (tx) => tx.any(versions)), [
    { version: methodVersion, count: 9 },
  ]);
});

test.serial('forecast.published is sent once for each revision whose forecasts were computed', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  const superseded = forecasterOf(b.store, { forecastThread: b.deps.forecastThread });
  // The upload ends while the first forecast is computed.
  let uploads = 0;
  const ask: Compute['ask'] = async (question, key) => {
    if (uploads++ === 0) await b.load(caller, file(80), period);
    return await b.deps.forecastThread.ask(question, key);
  };
  await forecastOnce({ ...superseded, forecastThread: { ...b.deps.forecastThread, ask } });
  t.deepEqual([uploads, await published(b)], [1, []]);
  t.true(await compute(b));
  t.false(await compute(b));
  const [message, ...others] = await published(b);
  t.like(message, { dealer_id: 'fjord', revision: 2, horizon_days: 90, forecasts: 9, complete: true });
  t.deepEqual(others, []);
});

test.serial('one series that takes too long leaves the others', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  let asked = 0;
  const ask: Compute['ask'] = (question, key) => {
    if (asked++ > 0) return b.deps.forecastThread.ask(question, key);
    const late = Object.assign(new Error('late'), { kind: 'unavailable', dependency: 'forecast thread' });
    return Promise.reject(late);
  };
  await compute(b, { forecastThread: { ask } });
  t.like((await published(b))[0], { forecasts: 8, complete: false });
});

/** What is reported of jobs that end. */
function reported() {
  const reports: unknown[] = [];
  const report = { dependencyFailed: () => {}, forecastsPublished: (facts: unknown) => void reports.push(facts) };
  return { reports, report };
}

/** Keeps so many with `instead`; then its process ends. */
function lostAfter(most: number, { store }: ForecastWork, instead: Partial<StoredForecast>): ForecastWork['store'] {
  let stored = 0;
  return (job, leaf, forecast) => {
    if (stored++ === most) return Promise.reject(new Error('stopped'));
    return store(job, leaf, { ...forecast, ...instead });
  };
}

/** Ends a read as the store ends one that takes too long. */
const late = () => Promise.reject(Object.assign(new Error('late'), { kind: 'timeout', dependency: 'store-analytics' }));

/** Sales whose read for the whole dealer, the widest one, ends as the store ends a read that takes too long. */
const withoutWidest = (b: Bench): Sales => ({
  ...b.deps.sales,
  figures: (scope, filter) =>
    filter.brand_id === undefined && filter.region_id === undefined ? late() : b.deps.sales.figures(scope, filter),
});

test.serial('forecastOnce leaves out the series whose read takes too long, and computes the others', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, file(40), period);
  const { reports, report } = reported();
  t.true(await compute(b, { sales: withoutWidest(b), report }));
  t.false(await compute(b));
  t.deepEqual(reports, [{ outcome: 'finished', dealer_id: 'fjord', revision: 1, left_out: 1 }]);
  t.like((await published(b))[0], { forecasts: 8, complete: false });
  const { thread, forecastThread } = counted(b);
  await answer(b, caller, { brand_id: [brandId('toyota')] }, { forecastThread });
  t.is(thread.asked, 0);
  await answer(b, caller, {}, { forecastThread });
  t.is(thread.asked, 1);
});

test.serial('forecastOnce reports a job as given up after five failed attempts, and publishes nothing', async (t) => {
  const b = await bench(t);
  await b.load(await b.dealer('fjord'), file(40), period);
  const { reports, report } = reported();
  const sales = { ...b.deps.sales, figures: () => Promise.reject(new Error('broken')) };
  for (let attempt = 1; attempt <= 6; attempt++) t.true(await compute(b, { sales, report }));
  t.false(await compute(b, { sales, report }));
  t.deepEqual(reports, [{ outcome: 'given_up', dealer_id: 'fjord', revision: 1, left_out: 0 }]);
  t.deepEqual(await published(b), []);
});

test.serial(
  'forecastOnce tries again when every read takes too long, and publishes all once they do not',
  async (t) => {
    const b = await bench(t);
    await b.load(await b.dealer('fjord'), file(40), period);
    const { reports, report } = reported();
    t.true(await compute(b, { sales: { ...b.deps.sales, figures: late }, report }));
    // Reads of 40 s: the run ends after two of nine.
    let passedMs = 0;
    const clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + passedMs };
    const figures = () => {
      passedMs += 40_000;
      return late();
    };
    t.true(await compute(b, { sales: { ...b.deps.sales, figures }, clock, report }));
    t.deepEqual([passedMs, reports, await published(b)], [80_000, [], []]);
    t.true(await compute(b, { report }));
    t.false(await compute(b, { report }));
    t.deepEqual(reports, [{ outcome: 'finished', dealer_id: 'fjord', revision: 1, left_out: 0 }]);
    t.like((await published(b))[0], { forecasts: 9, complete: true });
  },
);

test.serial('forecastOnce ends a job whose reads all take too long with the fifth attempt', async (t) => {
  const b = await bench(t);
  await b.load(await b.dealer('fjord'), file(40), period);
  const { reports, report } = reported();
  const sales = { ...b.deps.sales, figures: late };
  for (let attempt = 1; attempt <= 4; attempt++) t.true(await compute(b, { sales, report }));
  t.deepEqual(reports, []);
  t.true(await compute(b, { sales, report }));
  t.deepEqual(reports, [{ outcome: 'finished', dealer_id: 'fjord', revision: 1, left_out: 9 }]);
  t.like((await published(b))[0], { forecasts: 0, complete: false });
  t.false(await compute(b, { sales, report }));
});
