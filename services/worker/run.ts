// One worker at work: instances that are due or called for, a few at a time; hints of the cluster; the sweep.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { InstanceId } from '../../adapters/store/labs/port.ts';
import { dependencyOf, errorOf } from '../lib/errors.ts';
import { runLoop } from '../lib/work/loop.ts';
import { sweep } from './archive/sweep.ts';
import type { WorkerDeps } from './deps.ts';
import { Queue } from './queue.ts';
import { Checks } from './reconcile/checks.ts';
import { type Outcome, reconcile } from './reconcile/reconcile.ts';
import { Refusals } from './reconcile/refusals.ts';
import { Semaphore } from './reconcile/semaphore.ts';

export type WorkerOptions = {
  /** Instances that are worked on at the same time. */
  readonly parallel?: number;
  readonly pollMs?: number;
  readonly sweepMs?: number;
  /** Between two logins to a lab that runs. */
  readonly checkMs?: number;
};

export interface Worker {
  /** Reconciles the instance now; if that is in progress, once more after it. */
  wake(instance_id: InstanceId): void;
  /** Resolves when nothing is worked on. */
  readonly ended: Promise<void>;
}

const leftForOthers = 3;

/** Works until the signal. Work in progress is interrupted between two steps, and continued by the next worker. */
export function startWorker(deps: WorkerDeps, signal: AbortSignal, options: WorkerOptions = {}): Worker {
  const { parallel = 8, pollMs = 1_000, sweepMs = 60_000, checkMs = 300_000 } = options;
  // A hint may come out of a transaction, whose context must not reach the work that follows.
  const outside = AsyncLocalStorage.snapshot();
  const wake = (id: InstanceId) => outside(() => queue.add(id));
  const continueWith = (id: InstanceId) => outside(() => queue.addStarted(id));
  const answered = (id: InstanceId) => queue.forget(id);
  // Homes that are archived or brought back never take all places: labs go on to be started beside a store that
  // trickles.
  const working = {
    ...deps,
    readings: new Semaphore(Math.max(1, parallel - leftForOthers)),
    refusals: new Refusals(),
    checks: new Checks(checkMs, deps.clock),
    outsideLimit: <T>(login: () => Promise<T>) => queue.outsideLimit(login),
  };
  const queue = new Queue(
    (id) => workOn(working, id, signal, { pollMs, wake: continueWith, answered }),
    parallel,
    signal,
  );
  const loops = [
    repeat(deps, pollMs, signal, async () => {
      for (const id of await deps.work.due(parallel * 4)) queue.add(id);
    }),
    repeat(deps, sweepMs, signal, async () => void (await sweep(deps, signal))),
    repeat(deps, 1_000, signal, () => deps.cluster.watch(continueWith, signal)),
  ];
  return { wake, ended: Promise.all(loops).then(() => queue.idle()) };
}

type Pace = {
  readonly pollMs: number;
  readonly wake: (id: InstanceId) => void;
  readonly answered: (id: InstanceId) => void;
};

async function workOn(deps: WorkerDeps, id: InstanceId, signal: AbortSignal, pace: Pace): Promise<void> {
  const { pollMs, wake, answered } = pace;
  const outcome: Outcome | null = await reconcile(deps, id, signal, () => answered(id)).catch((error: unknown) => {
    // Reported already, and due again later; a shutdown and a lost lease are not failures.
    if (!signal.aborted && error instanceof Error && error.name === 'LeaseLost')
      deps.report.leaseLost({ instance_id: id });
    return null;
  });
  // Often a fraction of a second, sooner than the poll comes round.
  if (outcome?.kind === 'later' && outcome.ms < pollMs)
    void deps.clock.wait(outcome.ms, signal).then(
      () => wake(id),
      () => {},
    );
}

const repeat = ({ clock, report }: WorkerDeps, everyMs: number, signal: AbortSignal, work: () => Promise<void>) =>
  runLoop({
    work,
    everyMs,
    signal,
    clock,
    failed: (error) => report.dependencyFailed({ dependency: dependencyOf(error, 'worker'), ...errorOf(error) }),
  });
