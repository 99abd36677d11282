// What is old enough for the periodic tasks, and when these were sent last (decisions 17, 22 and 219).
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { age, instanceColumns } from '../columns.ts';
import type { InstanceRow } from '../port.ts';
import type { Aging, DeferredTask, Schedule } from './port.ts';

const time = (value: Date) => sql.fragment`${value.toISOString()}::timestamptz`;

export const aging: Aging = {
  old: (tx: Tx, before, announcedBy) => {
    const known =
      announcedBy === undefined
        ? sql.fragment`true`
        : sql.fragment`i.expiry_announced_at >= ${age} and i.expiry_announced_at <= ${time(announcedBy)}`;
    return tx.any(sql.type(row<InstanceRow>())`
      select ${instanceColumns} from instances i
      where i.desired = 'running' and ${age} < ${time(before)} and ${known} order by i.name for update`);
  },

  announceExpiry: (tx: Tx, before) =>
    tx.any(sql.type(row<InstanceRow>())`
      update instances i set expiry_announced_at = date_trunc('milliseconds', clock_timestamp())
      where i.desired = 'running' and ${age} < ${time(before)} and (i.expiry_announced_at is null or i.expiry_announced_at < ${age})
      returning ${instanceColumns}`),

  archiveExpired: async (tx: Tx, now) => {
    const { rowCount } = await tx.query(sql.unsafe`
      update instances set due_at = clock_timestamp()
      where desired = 'stopped' and state = 'stopped' and volume = 'bound' and keep_until <= ${time(now)}`);
    return rowCount;
  },
};

export const schedule: Schedule = {
  take: async (tx: Tx, task, slot) => {
    const { rowCount } = await tx.query(sql.unsafe`
      insert into schedule (task, slot) values (${task}, ${time(slot)})
      on conflict (task) do update set slot = excluded.slot where schedule.slot < excluded.slot`);
    return rowCount === 1;
  },

  async defer(tx: Tx, { task_id, task, args }, due_at) {
    await tx.query(sql.unsafe`
      insert into deferred_tasks (task_id, task, arguments, due_at)
      values (${task_id}, ${task}, ${sql.jsonb(args as Parameters<typeof sql.jsonb>[0])}, ${time(due_at)}) on conflict (task_id) do nothing`);
  },

  due: (tx: Tx, now) =>
    tx.any(sql.type(row<DeferredTask>())`
      delete from deferred_tasks where due_at <= ${time(now)} returning task_id, task, arguments as args`),
};
