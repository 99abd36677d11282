// Sends the periodic tasks as Celery messages when their time has come, in UTC (decision 219).
import type { Schedule } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Leases, Store } from '../../../adapters/store/port.ts';
import { messages } from '../../../generated/lab/messages.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import { holdLease } from '../../lib/work/leases.ts';

export type ScheduleDeps = {
  readonly schedule: Pick<Schedule, 'take'>;
  readonly store: Pick<Store, 'transaction'>;
  readonly leases: Leases;
  readonly enqueue: Enqueue;
  readonly clock: Clock;
  readonly holder: string;
};

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** The last time at or before `now` that is on the schedule of each task. */
export const slots: Readonly<Record<string, (now: Date) => Date>> = {
  cleanup_old_labs: (now) => last(now, dayMs, 2 * 60 * minuteMs),
  archive_finished_volumes: (now) => last(now, 5 * minuteMs, 0),
};

const last = (now: Date, everyMs: number, offsetMs: number): Date =>
  new Date(Math.floor((now.getTime() - offsetMs) / everyMs) * everyMs + offsetMs);

/** A task that was missed while no process ran is sent once. Returns the tasks that were sent. */
export async function sendDueTasks(deps: ScheduleDeps): Promise<readonly string[]> {
  await using leading = await holdLease(deps.leases, 'schedule', { holder: deps.holder, clock: deps.clock });
  if (leading === null) return [];
  const sent: string[] = [];
  for (const [task, slotOf] of Object.entries(slots)) {
    const slot = slotOf(deps.clock.now());
    const mine = await deps.store.transaction(async (tx) => {
      if (!(await deps.schedule.take(tx, task, slot))) return false;
      await deps.enqueue(tx, (meta) => messages.celeryTask([[], {}, embed], headersOf(task, meta.id), meta));
      return true;
    });
    if (mine) sent.push(task);
  }
  return sent;
}

const embed = { callbacks: null, errbacks: null, chain: null, chord: null };

const headersOf = (task: string, id: string) => ({
  lang: 'py',
  task,
  root_id: id,
  parent_id: null,
  group: null,
  shadow: null,
  eta: null,
  expires: null,
  retries: 0,
  timelimit: [null, null],
  argsrepr: '[]',
  kwargsrepr: '{}',
  origin: 'scheduler@worker',
  ignore_result: true,
});
