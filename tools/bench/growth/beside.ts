// Benchmark "beside": how long a small upload of one dealer takes alone, and while a large one of another is read and merged.
import { setTimeout as pause } from 'node:timers/promises';
import type { Bench } from '../bench.ts';
import { goalLine, median, table } from '../figures.ts';
import { openAnalytics } from './analytics.ts';
import type { Caller } from './caller.ts';
import { prepare } from './stored.ts';
import { chunksOf, finished, firstYear, type Job, periodOf, upload, years } from './uploads.ts';

const [large, small] = ['large', 'small'] as const;
const [alone, files] = [5, 3];

/** `during`: the status of the large job when the small file was sent. */
type Trial = { readonly during: string; readonly seconds: number };

export const beside: Bench = {
  name: 'beside',
  async run({ dir, print, seed, rows, signal }) {
    print('Bringing up an installation ...');
    await using stack = new AsyncDisposableStack();
    const { ask, url } = await openAnalytics(dir, signal, stack);
    await prepare(url, [large, small], ask.subject);
    const tried = trialsOf(ask);
    const trials: Trial[] = [];
    for (let n = 0; n < alone; n++) trials.push(await tried('alone'));
    for (let year = 0; year < files; year++) {
      const file = new Blob([...chunksOf({ rows: rows * years, seed }, year)]);
      const job_id = await upload(ask, { dealer: large, period: periodOf(year), file });
      for (;;) {
        signal.throwIfAborted();
        const { status, finished_at } = (await ask(`/ingest/jobs/${job_id}`, 200)) as Job;
        if (finished_at !== null) break;
        if (status === 'queued') await pause(10, undefined, { signal });
        else trials.push(await tried(status));
      }
    }
    for (const line of report(trials)) print(line);
  },
};

/** Each trial uploads another month, so that none replaces what another one stored. */
function trialsOf(ask: Caller) {
  let month = 0;
  return async (during: string): Promise<Trial> => {
    const period = `${firstYear + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    month++;
    const file = new Blob([`period_start,brand,units_sold\n${period},Toyota,${month}\n`]);
    const sent = performance.now();
    await finished(ask, await upload(ask, { dealer: small, period, file }));
    return { during, seconds: (performance.now() - sent) / 1000 };
  };
}

function* report(trials: readonly Trial[]): Generator<string> {
  const groups = [...Map.groupBy(trials, ({ during }) => during)];
  yield table(
    ['a file of one row', 'median s', 'longest s', 'trials'],
    groups.map(([during, each]) => {
      const seconds = each.map((trial) => trial.seconds);
      return [during, median(seconds).toFixed(2), Math.max(...seconds).toFixed(2), each.length];
    }),
  );
  const longest = Math.max(...trials.map(({ seconds }) => seconds));
  yield goalLine({ what: 'a small upload beside a large one, s', measured: longest, sign: '<', goal: 2 });
}
