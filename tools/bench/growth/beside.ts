// Benchmark "beside": a large upload and its correction, what they take, and how long another dealer's small upload
// takes beside it; then one that is killed in its merge.
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { goalLine, median, table } from '../figures.ts';
import { pidOf } from '../service/processor-time.ts';
import { openAnalytics } from './analytics.ts';
import type { Caller } from './caller.ts';
import { prepare } from './stored.ts';
import { allYears, chunksOf, finished, firstYear, type Job, periodOf, upload, writeYears, years } from './uploads.ts';
import { type Watched, watched } from './watched.ts';

const [large, other, small] = ['large', 'other', 'small'] as const;
const [alone, corrected] = [5, years / 2];

/** `during`: the status of the large job when the small file was sent. */
type Trial = { readonly during: string; readonly seconds: number };
type Killed = { readonly goesOnSeconds: number; readonly mergesSeconds: number; readonly endedSeconds: number };

export const beside: Bench = {
  name: 'beside',
  async run({ dir, print, seed, rows, signal }) {
    print('Bringing up an installation ...');
    await using stack = new AsyncDisposableStack();
    const installed = await openAnalytics(dir, signal, stack);
    const { ask, url, run } = installed;
    await prepare(url, [large, other, small], ask.subject);
    const all = { period: allYears, file: await writeYears(path.join(dir, 'sales.csv'), { rows, seed }) };
    const year = {
      period: periodOf(corrected),
      file: new Blob([...chunksOf({ rows, seed: seed + years }, corrected)]),
    };
    const uploads = new Map<string, Watched>();
    const watch = async (
      title: string,
      ...given: Parameters<typeof watched> extends [unknown, ...infer Rest] ? Rest : never
    ) => {
      signal.throwIfAborted();
      const each = await watched(installed, ...given);
      uploads.set(title, each);
      print(
        `${title}: ${each.rows.toLocaleString('en')} rows in ${each.seconds.toFixed(1)} s; progress in the merge ${each.mergeProgress.join(' ')}`,
      );
    };
    await watch('ten years', { dealer: large, ...all });
    await watch('a year of them corrected', { dealer: large, ...year });
    const tried = trialsOf(ask);
    const trials: Trial[] = [];
    for (let n = 0; n < alone; n++) trials.push(await tried('alone'));
    const beside = async (status: string) => void trials.push(await tried(status));
    await watch('ten years, small uploads beside', { dealer: other, ...all }, beside);
    await watch('a year, small uploads beside', { dealer: other, ...year }, beside);
    const killed = await killedInMerge(ask, run, await upload(ask, { dealer: large, ...all }));
    for (const line of report(uploads, trials, killed)) print(line);
  },
};

/** Each trial uploads another month, so that none replaces what another one stored. */
function trialsOf(ask: Caller) {
  let month = 0;
  return async (during: string): Promise<Trial> => {
    const period = `${firstYear - Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    month++;
    const file = new Blob([`period_start,brand,units_sold\n${period},Toyota,${month}\n`]);
    const sent = performance.now();
    await finished(ask, await upload(ask, { dealer: small, period, file }));
    return { during, seconds: (performance.now() - sent) / 1000 };
  };
}

/** The services are killed when the sums are made, and `npm start` starts them again. */
async function killedInMerge(ask: Caller, run: string, job_id: string): Promise<Killed> {
  const job = async (): Promise<Job | null> => {
    try {
      return (await ask(`/ingest/jobs/${job_id}`, 200)) as Job;
    } catch {
      return null; // the services start
    }
  };
  const until = async (is: (job: Job) => boolean): Promise<number> => {
    for (let found = await job(); found === null || !is(found); found = await job()) await pause(50);
    return performance.now();
  };
  await until(({ phase, progress }) => phase === 'merging' && progress >= summing);
  process.kill(pidOf(run, 'services'), 'SIGKILL');
  const killed = performance.now();
  const goesOn = await until(({ phase }) => phase !== 'merging');
  const merges = await until(({ phase }) => phase === 'merging' || phase === 'done');
  const { finished_at } = await finished(ask, job_id);
  const ended = finished_at === null ? Number.NaN : performance.now();
  const since = (at: number) => (at - killed) / 1000;
  return { goesOnSeconds: since(goesOn), mergesSeconds: since(merges), endedSeconds: since(ended) };
}

/** Progress from which on the sums are made. */
const summing = 95;

function* report(
  uploads: ReadonlyMap<string, Watched>,
  trials: readonly Trial[],
  { goesOnSeconds, mergesSeconds, endedSeconds }: Killed,
): Generator<string> {
  const each = [...uploads];
  yield `\n${table(
    [
      '',
      'rows/s',
      's',
      'sent',
      'merge',
      'services MB',
      'PostgreSQL MB',
      'CPU s',
      'of PostgreSQL',
      'still s',
      'at',
      'temporary MB',
      'WAL MB',
    ],
    each.map(([title, one]) => [
      title,
      one.rows / one.seconds,
      one.seconds,
      one.sentSeconds,
      one.mergeSeconds,
      one.servicesMb,
      one.databaseMb,
      one.servicesCpuSeconds,
      one.databaseCpuSeconds,
      one.still.seconds,
      one.still.at,
      one.temporaryMb,
      one.walMb,
    ]),
  )}\n`;
  const groups = [...Map.groupBy(trials, ({ during }) => during)];
  yield `${table(
    ['a file of one row', 'median s', 'longest s', 'trials'],
    groups.map(([during, some]) => {
      const seconds = some.map((trial) => trial.seconds);
      return [during, median(seconds).toFixed(2), Math.max(...seconds).toFixed(2), some.length];
    }),
  )}\n`;
  yield `killed in the merge: goes on after ${goesOnSeconds.toFixed(1)} s, merges again after ${mergesSeconds.toFixed(1)} s, has ended after ${endedSeconds.toFixed(1)} s\n`;
  const [whole, correction] = each.map(([, one]) => one);
  if (whole !== undefined && correction !== undefined)
    yield goalLine({
      what: 'rows/s of all with a correction',
      measured: (whole.rows + correction.rows) / (whole.seconds + correction.seconds),
      sign: '>=',
      goal: 200_000,
    });
  const most = Math.max(...each.map(([, { servicesMb }]) => servicesMb));
  yield goalLine({ what: 'memory of the services, MB', measured: most, sign: '<', goal: 250 });
  const longest = Math.max(...trials.map(({ seconds }) => seconds));
  yield goalLine({ what: 'a small upload beside a large one, s', measured: longest, sign: '<', goal: 2 });
  yield goalLine({ what: 'a killed job goes on, s', measured: goesOnSeconds, sign: '<', goal: 5 });
}
