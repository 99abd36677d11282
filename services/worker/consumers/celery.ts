// Takes tasks from celery.tasks, from our scheduler or any Celery client (decision 219).
import type { Broker, Subscription } from '../../../adapters/broker/port.ts';
import type { Schedule } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Inbox } from '../../../adapters/store/messages/port.ts';
import type { Store, Tx } from '../../../adapters/store/port.ts';
import { type CeleryTaskMessage, consumers } from '../../../generated/lab/messages.ts';
import { type ConsumerEvent, type Outcome, startConsumer } from '../../lib/messages/inbox.ts';
import { type Arguments, type TaskDeps, tasks } from '../schedule/tasks.ts';

export type CeleryDeps = TaskDeps & {
  readonly broker: Pick<Broker, 'consume' | 'publish'>;
  readonly store: Pick<Store, 'transaction'>;
  readonly inbox: Inbox;
  readonly schedule: Schedule;
  readonly observe: (event: ConsumerEvent) => void;
};

export const consumeTasks = (deps: CeleryDeps): Promise<Subscription> =>
  startConsumer<CeleryTaskMessage>({
    name: 'worker celery.tasks',
    consumer: consumers.celeryTask,
    broker: deps.broker,
    store: deps.store,
    inbox: deps.inbox,
    observe: deps.observe,
    handle: (tx, message) => runTask(deps, tx, message),
  });

async function runTask(deps: CeleryDeps, tx: Tx, { id, headers, payload }: CeleryTaskMessage): Promise<Outcome> {
  const task = Object.hasOwn(tasks, headers.task) ? tasks[headers.task] : undefined;
  if (task === undefined) return { reject: `unknown task ${headers.task}` };
  const args = argumentsOf(payload);
  if (typeof args === 'string') return { reject: args };
  const [eta, expires] = [instant(headers.eta), instant(headers.expires)];
  if (eta === 'wrong' || expires === 'wrong') return { reject: 'eta or expires is not a time' };
  const now = deps.clock.now();
  if (expires !== null && expires <= now) return 'done';
  if (eta !== null && eta > now) await deps.schedule.defer(tx, { task_id: id, task: headers.task, args }, eta);
  else await task(deps, tx, args);
  return 'done';
}

/** What was put off and is due now. */
export async function runDeferred(deps: CeleryDeps): Promise<void> {
  await deps.store.transaction(async (tx) => {
    for (const { task, args } of await deps.schedule.due(tx, deps.clock.now()))
      await tasks[task]?.(deps, tx, args as Arguments);
  });
}

/** A text says what is wrong. Nothing but these two is taken: a misspelt `dry_run` would stop labs. */
export function argumentsOf([args, kwargs]: CeleryTaskMessage['payload']): Arguments | string {
  if (!Array.isArray(args) || args.length > 0) return 'the tasks accept only keyword arguments';
  if (typeof kwargs !== 'object' || kwargs === null || Array.isArray(kwargs))
    return 'the keyword arguments are not an object';
  const { dry_run = false, older_than_days = null, ...others } = kwargs as Readonly<Record<string, unknown>>;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return `unknown argument ${unknown.slice(0, 50)}`;
  if (typeof dry_run !== 'boolean') return 'dry_run must be true or false';
  if (
    older_than_days !== null &&
    !(typeof older_than_days === 'number' && older_than_days >= 0 && older_than_days <= 36_500)
  )
    return 'older_than_days must be a number from 0 to 36500';
  return { dryRun: dry_run, olderThanDays: older_than_days };
}

function instant(text: string | null | undefined): Date | null | 'wrong' {
  if (text === null || text === undefined) return null;
  // Celery leaves the zone out where it means UTC.
  const time = new Date(/(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time.getTime()) ? 'wrong' : time;
}
