// The role `worker` as a whole: instances, messages, periodic tasks, until it is stopped.
import type { Broker, Subscription } from '../../adapters/broker/port.ts';
import type { Aging, Schedule } from '../../adapters/store/labs/upkeep/port.ts';
import type { Inbox } from '../../adapters/store/messages/port.ts';
import { accounts } from '../../generated/lab/topology.ts';
import { errorOf } from '../lib/errors.ts';
import { reportConsumer } from '../lib/messages/consumer-report.ts';
import { declareTopology } from '../lib/messages/topology.ts';
import { runLoop } from '../lib/work/loop.ts';
import { type CeleryDeps, consumeTasks, runDeferred } from './consumers/celery.ts';
import { consumeLabs } from './consumers/lab-consumer.ts';
import type { WorkerDeps } from './deps.ts';
import { startWorker, type WorkerOptions } from './run.ts';
import { sendDueTasks } from './schedule/schedule.ts';

export type RoleDeps = WorkerDeps & {
  readonly broker: Broker;
  readonly inbox: Inbox;
  readonly aging: Aging;
  readonly schedule: Schedule;
  /** Days that a lab may run (decision 22). */
  readonly labDays: number;
};

export type RoleOptions = WorkerOptions & { readonly scheduleMs?: number };

/** Begins at once; messages are taken as soon as the broker answers, and until then the rows say what is to be done. */
export function startRole(deps: RoleDeps, options: RoleOptions = {}) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const celery: CeleryDeps = { ...deps, observe: reportConsumer(deps.report, 'store-infrastructure') };
  const worker = startWorker(deps, signal, options);
  const consuming = consume(deps, celery, worker.wake, signal);
  const scheduling = keepSchedule(deps, celery, signal, options.scheduleMs ?? 20_000);
  return {
    wake: worker.wake,
    /** Stops between two steps, and leaves the work to the next worker. */
    async end(): Promise<void> {
      stopping.abort();
      const subscriptions = await consuming;
      await Promise.all(subscriptions.map((each) => each.cancel()));
      await Promise.all([worker.ended, scheduling]);
    },
  };
}

async function consume(
  deps: RoleDeps,
  celery: CeleryDeps,
  wake: Parameters<typeof consumeLabs>[1],
  signal: AbortSignal,
): Promise<readonly Subscription[]> {
  try {
    const failed = (error: unknown) => deps.report.dependencyFailed({ dependency: 'broker', ...errorOf(error) });
    await declareTopology({ ...deps, failed }, accounts.worker.topology, signal);
    return [...(await consumeLabs({ ...deps, observe: celery.observe }, wake)), await consumeTasks(celery)];
  } catch (error) {
    // Labs go on by the poll.
    if (!signal.aborted) deps.report.dependencyFailed({ dependency: 'broker', ...errorOf(error) });
    return [];
  }
}

const keepSchedule = (deps: RoleDeps, celery: CeleryDeps, signal: AbortSignal, everyMs: number): Promise<void> =>
  runLoop({
    work: async () => {
      await sendDueTasks(deps);
      await runDeferred(celery);
    },
    everyMs,
    signal,
    clock: deps.clock,
    failed: (error) => deps.report.dependencyFailed({ dependency: 'schedule', ...errorOf(error) }),
  });
