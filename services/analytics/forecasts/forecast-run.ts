// The worker of forecasts: after a merge, those of the dealer, its brands and its regions are computed and stored for
// the first reader (decision 305). A run that is lost is continued by another worker, with what it has stored; a newer
// revision ends it.
import type { Sales } from '../../../adapters/store/analytics/sales/port.ts';
import type { ForecastJob, ForecastWork } from '../../../adapters/store/forecasts/port.ts';
import type { Listen } from '../../../adapters/store/messages/port.ts';
import { messages } from '../../../generated/analytics/messages.ts';
import type { Clock } from '../../lib/clock.ts';
import { dependencyOf, errorOf, isTimeout, isUnavailable } from '../../lib/errors.ts';
import type { Failpoints } from '../../lib/failpoints.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import type { Report } from '../../lib/report.ts';
import type { BackOff } from '../../lib/work/back-off.ts';
import { type ClaimQueue, type ClaimTable, claimQueue } from '../../lib/work/claim-queue.ts';
import { dayAt } from '../indices/period.ts';
import { isTooManySums } from '../reads/heavy-reads.ts';
import { type Compute, threadName } from './compute.ts';
import { methodVersion } from './model/method-version.ts';
import { producer } from './produce.ts';
import { selectionOf, storedHorizonDays } from './stored-forecast.ts';

export type ForecastDeps = {
  readonly work: ForecastWork;
  readonly sales: Sales;
  readonly forecastThread: Compute;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  readonly report: Pick<Report, 'dependencyFailed' | 'forecastsPublished'>;
  readonly failpoints: Failpoints;
  readonly holder: string;
  readonly leaseMs: number;
  readonly listen?: Listen;
  readonly pollMs?: number;
  readonly backOff?: BackOff;
};

/**
 * The whole, then brands and regions, then pairs of them, the largest first; the others are computed when they are
 * asked for.
 */
export const mostForecasts = 200;
/** The limit of one run: a dealer with long series leaves the thread to others. */
const longestMs = 60_000;
const mostAttempts = 5;
const backOff = { firstMs: 2_000, longestMs: 60_000 };

export const runForecasts = (deps: ForecastDeps, signal: AbortSignal): Promise<void> => queueOf(deps).run(signal);

/** One job, whatever becomes of it. False: none is due. */
export async function forecastOnce(deps: ForecastDeps): Promise<boolean> {
  const table = tableOf(deps);
  const claim = async (by: string) => {
    const result = await table.claim(by, deps.leaseMs);
    return result.kind === 'claimed' ? result.claimed : null;
  };
  return (await queueOf(deps).workNow(claim, (job, stop) => serve(deps, job, stop))) !== null;
}

const queueOf = (deps: ForecastDeps): ClaimQueue<ForecastJob> =>
  claimQueue({
    backOff,
    ...deps,
    table: tableOf(deps),
    work: (job, stop) => serve(deps, job, stop),
    failed: (error) =>
      deps.report.dependencyFailed({ dependency: dependencyOf(error, 'forecasts'), ...errorOf(error) }),
  });

const tableOf = ({ work }: ForecastDeps): ClaimTable<ForecastJob> => ({
  claim: work.claim,
  renew: work.renew,
  giveBack: (job, { error, retryMs, isStopping }) =>
    // A shutdown, or a store that is unavailable, is no fault of the job.
    work.postpone(job, { retryMs, isCounted: !isStopping && !isUnavailable(error) }),
});

async function serve(deps: ForecastDeps, job: ForecastJob, stop: AbortSignal): Promise<void> {
  const { work, failpoints, enqueue, report } = deps;
  await failpoints.reach('forecast', 1);
  const isGivenUp = job.attempts > mostAttempts;
  const { leftOut, total } = isGivenUp ? { leftOut: 0, total: 0 } : await computeAll(deps, job, stop);
  await failpoints.reach('forecast', 3);
  const { dealer_id, revision } = job;
  const isFinished = await work.transaction(job, async (tx) => {
    const finished = await work.finish(tx, job);
    if (finished === null) return false;
    // For a job that failed so often nothing is published; what it has stored is right.
    if (isGivenUp) return true;
    const { forecasts, published_at } = finished;
    const counts = { forecasts, complete: leftOut === 0 && forecasts >= total };
    const published = { horizon_days: storedHorizonDays, ...counts, published_at: published_at.toISOString() };
    const payload = { dealer_id, revision, ...published };
    await enqueue(tx, (meta) => messages.forecastPublished(payload, meta), { aggregate: `forecasts:${dealer_id}` });
    await failpoints.reach('forecast', 4);
    return true;
  });
  await failpoints.reach('forecast', 5);
  const outcome = !isFinished ? 'superseded' : isGivenUp ? 'given_up' : 'finished';
  report.forecastsPublished({ outcome, dealer_id, revision, left_out: leftOut });
}

/**
 * How many leaves there are, and how many of them were left out because they, or all before them, took too long.
 * Where the store ended reads and nothing could be stored, it is slow rather than one series too much: the last error
 * fails the attempt, unless it is the last one.
 */
async function computeAll(deps: ForecastDeps, job: ForecastJob, stop: AbortSignal) {
  const { work, clock, failpoints } = deps;
  const produce = producer(deps);
  const begun = clock.monotonicMs();
  const { leaves, total } = await work.leaves(job, mostForecasts, methodVersion);
  let leftOut = 0;
  let timeout: Error | undefined;
  for (const [at, leaf] of leaves.entries()) {
    stop.throwIfAborted();
    if (clock.monotonicMs() - begun > longestMs) {
      leftOut += leaves.length - at;
      break;
    }
    const today = dayAt(clock.now());
    const selection = selectionOf(leaf, today);
    const computed = produce.read(selection).then((figures) => produce.answer(selection, figures, job.dealer_id));
    const answer = await computed.catch(orTooLong);
    if (answer instanceof Error) {
      leftOut += 1;
      if (isTimeout(answer)) timeout = answer;
    } else {
      const made = { revision: answer.revision, computed_on: today, method_version: methodVersion };
      if (!(await work.store(job, leaf, { ...made, answer }))) return { leftOut: 0, total };
    }
    await failpoints.reach('forecast', 2);
  }
  // Not for the thread: its errors are of the kind that is no attempt, and such a job would never end.
  if (timeout !== undefined && leftOut === leaves.length && job.attempts < mostAttempts) throw timeout;
  return { leftOut, total };
}

/** One series that is too much for the store or for the thread is no reason to go without the others. */
function orTooLong(error: unknown): Error {
  if (isTimeout(error) || isTooManySums(error)) return error;
  if (isUnavailable(error) && dependencyOf(error, '') === threadName) return error;
  throw error;
}
