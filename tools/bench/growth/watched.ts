// One upload, watched from outside until its job has ended: how its progress moves, and what processes and disk it
// takes.
import { setTimeout as pause } from 'node:timers/promises';
import { statOf } from '../../local/servers/processes/process-stat.ts';
import { descendantsOf } from '../../local/servers/processes/watching.ts';
import { pidOf, residentMb } from '../service/processor-time.ts';
import { cpuSecondsOf } from '../start/processes.ts';
import type { Caller } from './caller.ts';
import { written } from './stored.ts';
import { type Job, type Upload, upload } from './uploads.ts';

export type Watched = {
  readonly rows: number;
  /** From the first byte sent until the figures can be read. */
  readonly seconds: number;
  readonly sentSeconds: number;
  readonly mergeSeconds: number;
  /** The longest time that the progress stood still, and at what. */
  readonly still: { readonly seconds: number; readonly at: number };
  /** What the progress was after each tenth of the time that the merge took. */
  readonly mergeProgress: readonly number[];
  readonly servicesMb: number;
  /** The memory of the largest process of PostgreSQL, without what all of them share. */
  readonly databaseMb: number;
  readonly servicesCpuSeconds: number;
  readonly databaseCpuSeconds: number;
  readonly temporaryMb: number;
  readonly walMb: number;
};

type Installed = { readonly ask: Caller; readonly url: string; readonly run: string };
type Observed = { readonly seconds: number; readonly progress: number; readonly phase: string };

export async function watched(
  { ask, url, run }: Installed,
  each: Upload,
  during: (status: string) => Promise<void> = async () => {},
): Promise<Watched> {
  const before = { ...cpuOf(run), ...(await written(url)) };
  const started = performance.now();
  const since = (): number => (performance.now() - started) / 1000;
  const peaks = peaksOf(run);
  const job_id = await upload(ask, each);
  const sentSeconds = since();
  const observed: Observed[] = [];
  let job: Job;
  for (;;) {
    job = (await ask(`/ingest/jobs/${job_id}`, 200)) as Job;
    observed.push({ seconds: since(), progress: job.progress, phase: job.phase });
    if (job.finished_at !== null) break;
    if (job.status === 'queued') await pause(10);
    else await Promise.all([during(job.status), pause(50)]);
  }
  if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
  const [seconds, after] = [since(), { ...cpuOf(run), ...(await written(url)) }];
  const merging = observed.filter(({ phase }) => phase === 'merging');
  const merged = { from: merging[0]?.seconds ?? seconds, seconds: seconds - (merging[0]?.seconds ?? seconds) };
  return {
    rows: job.rows.accepted,
    seconds,
    sentSeconds,
    mergeSeconds: merged.seconds,
    still: longestStill(observed),
    mergeProgress: Array.from(
      { length: 10 },
      (_, n) => merging.findLast((one) => one.seconds <= merged.from + (merged.seconds * (n + 1)) / 10)?.progress ?? 0,
    ),
    ...peaks.end(),
    servicesCpuSeconds: after.services - before.services,
    databaseCpuSeconds: after.database - before.database,
    temporaryMb: after.temporaryMb - before.temporaryMb,
    walMb: after.walMb - before.walMb,
  };
}

function longestStill(observed: readonly Observed[]): Watched['still'] {
  let [longest, since] = [{ seconds: 0, at: 0 }, observed[0]];
  for (const each of observed) {
    if (since === undefined || each.progress === since.progress) continue;
    if (each.seconds - since.seconds > longest.seconds)
      longest = { seconds: each.seconds - since.seconds, at: since.progress };
    since = each;
  }
  return longest;
}

/** The CPU time, that of connections that have ended included. */
function cpuOf(run: string): { readonly services: number; readonly database: number } {
  const of = (part: string) => {
    const pid = pidOf(run, part);
    return cpuSecondsOf({ name: part, pids: [pid, ...descendantsOf(pid)] });
  };
  return { services: of('services'), database: of('postgres') };
}

function peaksOf(run: string) {
  const most = { servicesMb: 0, databaseMb: 0 };
  const observe = () => {
    if (statOf(pidOf(run, 'services')) === undefined) return; // it starts again
    most.servicesMb = Math.max(most.servicesMb, residentMb(pidOf(run, 'services'), 'VmRSS'));
    const backends = descendantsOf(pidOf(run, 'postgres')).map((pid) => residentMb(pid, 'RssAnon'));
    most.databaseMb = Math.max(most.databaseMb, ...backends);
  };
  const timer = setInterval(observe, 100);
  return {
    end: () => {
      clearInterval(timer);
      return most;
    },
  };
}
