// Workers that are really killed while they compute forecasts.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { programOf } from '../../../tools/test/programs.ts';
import { forecastOnce } from '../../analytics/forecasts/forecast-run.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';
import { forecasterOf } from '../fixtures/analytics/forecast-worker.ts';

const program = programOf(path.join(import.meta.dirname, '../fixtures/analytics/forecast-worker-process.ts'));

/** Runs a worker until its failpoint kills it, and what it had claimed is free again. */
async function killAt(b: Bench, failpoint: string): Promise<void> {
  const child = spawn(process.execPath, [program, b.settings.databaseUrl, failpoint], { stdio: 'inherit' });
  const [, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL') throw new Error(`the worker ended with ${signal ?? 'an exit code'}, not at ${failpoint}`);
  await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.query(sql.unsafe`update forecast_jobs set claimed_until = clock_timestamp() where claimed_by is not null`),
  );
}

/** What is kept, with the transaction that wrote it. */
const kept = (b: Bench) =>
  withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.any(sql.type(row<{ brand_id: string; region_id: string; written_by: string }>())`
      select brand_id, region_id, xmin::text as written_by from kept_forecasts order by brand_id, region_id`),
  );

const published = async (b: Bench) =>
  (await b.outbox()).filter(({ routing_key }) => routing_key === 'forecast.published').map(({ body }) => body);

/** Months of two brands. */
const file = (units: number) =>
  `period_start,brand,units_sold\n${Array.from({ length: 12 }, (_, i) => `2026-0${1 + (i % 6)}-01,Brand ${Math.floor(i / 6)},${units + i}`).join('\n')}\n`;

const steps = [
  { step: 1, phase: 'claimed the job', left: 0, messages: 0 },
  { step: 2, phase: 'kept one forecast', left: 1, messages: 0 },
  { step: 3, phase: 'kept all', left: 6, messages: 0 },
  { step: 4, phase: 'published, not committed', left: 6, messages: 0 },
  { step: 5, phase: 'committed', left: 6, messages: 1 },
] as const;

for (const { step, phase, left, messages } of steps)
  test.serial(`a worker of forecasts killed when it has ${phase} loses nothing and publishes once`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    await b.load(caller, file(3));
    await killAt(b, `forecast:${step}:exit`);
    const before = await kept(b);
    t.deepEqual([before.length, (await published(b)).length], [left, messages]);
    const worker = forecasterOf(b.store, { forecastThread: b.deps.forecastThread });
    if (messages === 0) t.true(await forecastOnce(worker));
    t.is(await forecastOnce(worker), false);
    const after = await kept(b);
    t.is(after.length, 6);
    t.deepEqual(
      after.filter(({ written_by }) => before.some((each) => each.written_by === written_by)),
      before,
      'what was kept is not computed again',
    );
    t.like((await published(b))[0], { dealer_id: 'fjord', revision: 1, forecasts: 6, complete: true });
    t.is((await published(b)).length, 1);
  });

test.serial('a job that kills its worker each time is given up after five, and holds up no other dealer', async (t) => {
  const b = await bench(t);
  for (const dealer of ['fjord', 'nord']) await b.load(await b.dealer(dealer), file(3));
  const outcomes: string[] = [];
  const report = {
    dependencyFailed: () => {},
    forecastsPublished: (facts?: Readonly<Record<string, unknown>>) =>
      void outcomes.push(`${facts?.dealer_id} ${facts?.outcome}`),
  };
  const worker = { ...forecasterOf(b.store, { forecastThread: b.deps.forecastThread }), report };
  await killAt(b, 'forecast:1:exit');
  t.true(await forecastOnce(worker));
  t.deepEqual(outcomes, ['nord finished']);
  for (let killed = 1; killed < 5; killed++) await killAt(b, 'forecast:1:exit');
  t.true(await forecastOnce(worker));
  t.deepEqual(outcomes, ['nord finished', 'fjord given_up']);
  t.deepEqual(
    (await published(b)).map((body) => (body as { dealer_id: string }).dealer_id),
    ['nord'],
  );
});
