// adapters/store/labs/work.ts: the worker's side of instances. Every write holds the lease first, so an overtaken worker changes nothing (decision 20).
import { hold } from '../leases.ts';
import type { Store } from '../port.ts';
import { row, sql } from '../query.ts';
import { archiveColumns, instanceColumns, runColumns } from './columns.ts';
import { configColumns } from './configs.ts';
import { membersOf } from './instances.ts';
import type { ArchiveRow, ConfigRow, InstanceId, InstanceRow, RunRow, Work } from './port.ts';
import { quotas } from './quotas.ts';
import { newestArchiveOf } from './runs.ts';

export const labWork = (store: Store): Work => ({
  due: async (limit) => [
    ...(await store.anyFirst(sql.type(row<{ instance_id: InstanceId }>())`
      select instance_id from instances where due_at <= clock_timestamp() order by due_at limit ${limit}`)),
  ],

  all: () =>
    store.any(
      sql.type(row<Pick<InstanceRow, 'instanceId' | 'wanted' | 'status' | 'volume' | 'generation'>>())`
        select instance_id as "instanceId", wanted, status, volume, generation from instances`,
    ),

  facts: (instanceId) =>
    store.transaction(async (tx) => {
      const found = await tx.maybeOne(sql.type(row<InstanceRow>())`
        select ${instanceColumns} from instances i where i.instance_id = ${instanceId}`);
      if (found === null) return null;
      const config = await tx.one(sql.type(row<ConfigRow>())`
        select ${configColumns} from lab_configs c where c.lab_id = ${found.labId} and c.revision = ${found.configRevision}`);
      const run = await tx.maybeOne(sql.type(row<RunRow>())`
        select ${runColumns} from runs r where r.run_id = ${found.runId}`);
      const archiveOf = (runId: string | null) =>
        tx.maybeOne(sql.type(row<ArchiveRow>())`
          select ${archiveColumns} from runs r where r.run_id = ${runId} and r.archived_at is not null`);
      return {
        row: found,
        config,
        run,
        members: await membersOf(tx, instanceId),
        restores: run?.restores
          ? await archiveOf(run.restores)
          : run?.fresh
            ? null
            : await newestArchiveOf(tx, instanceId),
        archive: await archiveOf(found.runId),
      };
    }),

  wake: async (tx, instanceId) => {
    const { rowCount } = await tx.query(sql.unsafe`
      update instances set due_at = least(due_at, clock_timestamp()), attempts = 0 where instance_id = ${instanceId}`);
    return rowCount === 1;
  },

  later: (lease, { instanceId, sequence }, delayMs, attempts) =>
    store.transaction(async (tx) => {
      await hold(tx, lease);
      const dueAt =
        delayMs === null ? sql.fragment`null` : sql.fragment`clock_timestamp() + ${delayMs} * interval '1 millisecond'`;
      // What somebody else wanted in the meantime is due at once, and stays so.
      await tx.query(sql.unsafe`
        update instances set due_at = ${dueAt}, attempts = ${attempts} where instance_id = ${instanceId} and change_number = ${sequence}`);
    }),

  fenced: (lease, instanceId, work, { quota = false } = {}) =>
    store.transaction(async (tx) => {
      await hold(tx, lease);
      if (quota) await quotas.lock(tx);
      const [found = null] = await tx.any(sql.type(row<InstanceRow>())`
        select ${instanceColumns} from instances i where i.instance_id = ${instanceId} for update`);
      return await work(tx, found);
    }),
});
