// What a process of the platform does beside answering: dispatches intents, reads changes, replaces lost passwords,
// consumes messages, feeds browsers, cleans up.
import type { Inbox } from '../../adapters/store/messages/port.ts';
import type { Members } from '../../adapters/store/platform/courses/port.ts';
import type { Feed } from '../../adapters/store/platform/port.ts';
import type { IdempotencyRecords, Leases } from '../../adapters/store/port.ts';
import type { BrowserLogins, SessionRecords } from '../../adapters/store/sessions/port.ts';
import type { Clock } from '../lib/clock.ts';
import { errorOf } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { messageCleanup } from '../lib/messages/cleanup-tasks.ts';
import type { Report } from '../lib/report.ts';
import { type CleanupTask, runCleanup } from '../lib/work/cleanup.ts';
import type { Changes } from './infrastructure/changes.ts';
import type { IntentDispatcher } from './infrastructure/intent-dispatcher.ts';
import { consumeLabEvents, type LabEventsDeps } from './infrastructure/lab-events-consumer.ts';
import type { Live } from './live/live.ts';
import type { Revocations } from './people/login-revocations.ts';

export type RunningDeps = {
  readonly dispatcher: Pick<IntentDispatcher, 'run'>;
  readonly changes: Pick<Changes, 'run'>;
  readonly live: Pick<Live, 'run'>;
  readonly revocations: Revocations;
  readonly labEvents: LabEventsDeps;
  readonly feed: Pick<Feed, 'forget'>;
  readonly members: Pick<Members, 'endLogins'>;
  readonly inbox: Pick<Inbox, 'sweep'>;
  readonly idempotency: Pick<IdempotencyRecords, 'sweep'>;
  readonly records: Pick<SessionRecords, 'sweep'>;
  readonly browserLogins: Pick<BrowserLogins, 'sweep'>;
  readonly leases: Leases;
  readonly holder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly report: Report;
};

/** Resolves when the signal has come and all of it has ended. */
export async function runPlatform(deps: RunningDeps, signal: AbortSignal): Promise<void> {
  const { dispatcher, changes, live, revocations, labEvents, log } = deps;
  await Promise.all([
    dispatcher.run(signal),
    changes.run(signal),
    live.run(signal),
    revocations.run(signal),
    consumeLabEvents(labEvents, signal).catch((error: unknown) => {
      // A queue that exists in another form needs an operator; meanwhile the changes are read every minute.
      if (!signal.aborted) log.error('messages', { dependency: 'broker-platform', error });
    }),
    clear(deps, signal),
    endLogins(deps, signal),
  ]);
}

const hourMs = 60 * 60 * 1_000;
const batch = 1_000;

/** A membership ends with a day in UTC, without a request (decision 616). */
function endLogins({ members, leases, holder, clock, log, report }: RunningDeps, signal: AbortSignal) {
  const work = async () => {
    await members.endLogins();
    return 0;
  };
  const failed = (name: string, error: unknown) =>
    report.dependencyFailed({ dependency: 'store-platform', name, ...errorOf(error) });
  const done = (name: string, count: number) => log.info('housekeeping', { name, count });
  const tasks = [{ name: 'ended logins', work }];
  return runCleanup({ name: 'platform logins', leases, holder, tasks, everyMs: 60_000, clock, done, failed }, signal);
}

function clear(deps: RunningDeps, signal: AbortSignal) {
  const { feed, inbox, idempotency, records, browserLogins, leases, holder, clock, log, report } = deps;
  const tasks: readonly CleanupTask[] = [
    // As long as the contract says that changes are kept.
    { name: 'live changes', work: () => feed.forget(new Date(clock.now().getTime() - 24 * hourMs), batch) },
    ...messageCleanup({ inbox, idempotency }, batch),
    { name: 'sessions', work: () => records.sweep(clock.now(), batch) },
    { name: 'browser logins', work: () => browserLogins.sweep(clock.now(), batch) },
  ];
  const failed = (name: string, error: unknown) =>
    report.dependencyFailed({ dependency: 'store-platform', name, ...errorOf(error) });
  const done = (name: string, count: number) => log.info('housekeeping', { name, count });
  return runCleanup({ name: 'platform', leases, holder, tasks, everyMs: 10 * 60 * 1_000, clock, done, failed }, signal);
}
