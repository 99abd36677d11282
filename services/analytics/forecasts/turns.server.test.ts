// Whose forecasts are computed next: the order of the dealers that wait.
import test from 'ava';
import { forecastWork } from '../../../adapters/store/forecasts/work.ts';
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';

const file = (units: number) => `period_start,brand,region,units_sold\n2026-01-01,Toyota,Oslo,${units}\n`;
const period = { period: '2026-01' };

/** Claims what is due and ends it; `meanwhile` runs while it is claimed. */
async function turn(b: Bench, meanwhile: () => Promise<unknown> = async () => {}): Promise<string> {
  const work = forecastWork(b.store);
  const result = await work.claim('worker', 60_000);
  if (result.kind === 'nothing_due') return 'nobody';
  const job = result.claimed;
  await meanwhile();
  await work.transaction(job, (tx) => work.finish(tx, job));
  return job.dealer_id;
}

test.serial('requestForecasts keeps the place of a dealer that uploads again while it waits', async (t) => {
  const b = await bench(t);
  const [often, once] = [await b.dealer('often'), await b.dealer('once')];
  await b.load(often, file(40), period);
  await b.load(once, file(40), period);
  await b.load(often, file(50), period);
  // An upload in its turn is for the next turn, after all that wait.
  const first = await turn(b, () => b.load(often, file(60), period));
  const served = [first, await turn(b), await turn(b), await turn(b)];
  t.deepEqual(served, ['often', 'once', 'often', 'nobody']);
});

/**
 * The dealers in the order of their turns, after the job of the first has been postponed and the dealer has uploaded
 * again.
 */
async function servedAfter(b: Bench, isCounted: boolean): Promise<string[]> {
  const [often, once] = [await b.dealer('often'), await b.dealer('once')];
  await b.load(often, file(40), period);
  await b.load(once, file(40), period);
  const work = forecastWork(b.store);
  const result = await work.claim('worker', 60_000);
  if (result.kind === 'nothing_due') return [];
  await work.postpone(result.claimed, { retryMs: 60_000, isCounted });
  await b.load(often, file(50), period);
  return [await turn(b), await turn(b), await turn(b)];
}

test.serial('postpone puts a job that failed after those that wait, also when its dealer uploads again', async (t) => {
  t.deepEqual(await servedAfter(await bench(t), true), ['once', 'often', 'nobody']);
});

test.serial('postpone keeps the place of a job whose attempt does not count', async (t) => {
  t.deepEqual(await servedAfter(await bench(t), false), ['often', 'once', 'nobody']);
});

/** Claims as a worker that is killed at once; ends when the claim has run out. */
async function lose(b: Bench): Promise<string> {
  const result = await forecastWork(b.store).claim('killed', 0);
  return result.kind === 'claimed' ? `${result.claimed.dealer_id} ${result.claimed.attempts}` : 'nobody';
}

test.serial('claim puts a job that kills its worker after those that wait, each time', async (t) => {
  const b = await bench(t);
  const poison = await b.dealer('poison');
  const others = [await b.dealer('one'), await b.dealer('two')] as const;
  await b.load(poison, file(40), period);
  for (const other of others) await b.load(other, file(40), period);
  const first = await lose(b);
  const served = [await turn(b), await turn(b)];
  const second = await lose(b);
  await b.load(others[0], file(50), period);
  t.deepEqual(
    [first, ...served, second, await lose(b), await turn(b)],
    ['poison 1', 'one', 'two', 'poison 2', 'poison 3', 'one'],
  );
});

test.serial('requestForecasts puts a job whose worker was killed after those that wait', async (t) => {
  const b = await bench(t);
  const [poison, other] = [await b.dealer('poison'), await b.dealer('other')];
  await b.load(poison, file(40), period);
  await b.load(other, file(40), period);
  t.is(await lose(b), 'poison 1');
  await b.load(poison, file(50), period);
  t.deepEqual([await turn(b), await turn(b), await turn(b)], ['other', 'poison', 'nobody']);
});

test.serial('postpone keeps a job behind those that waited when its worker was killed before', async (t) => {
  const b = await bench(t);
  const [poison, other] = [await b.dealer('poison'), await b.dealer('other')];
  await b.load(poison, file(40), period);
  await lose(b);
  const work = forecastWork(b.store);
  const again = await work.claim('worker', 60_000);
  await b.load(other, file(40), period);
  if (again.kind === 'claimed') await work.postpone(again.claimed, { retryMs: 0, isCounted: false });
  t.deepEqual([await turn(b), await turn(b)], ['poison', 'other']);
});
