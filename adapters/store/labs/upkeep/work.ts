// The worker's side of instances. Every write holds the lease first, so an overtaken worker changes nothing (decision
// 20).

import type { Fragment } from '../../columns.ts';
import type { Store, Tx } from '../../database.ts';
import { type JsonRow, rowFromJson } from '../../json-rows.ts';
import { hold, holding, LeaseLost } from '../../leases.ts';
import { row, sql } from '../../query.ts';
import { archiveColumns, instanceColumns, runColumns } from '../columns.ts';
import { configColumns } from '../configs.ts';
import type { ArchiveRow, ConfigRow, CurrentRun, InstanceId, InstanceRow, MemberRow } from '../port.ts';
import { quotas } from '../quotas.ts';
import type { Work, WorkFacts } from './port.ts';

export const labWork = (store: Store): Work => ({
  due: async (limit) => [
    ...(await store.anyFirst(sql.type(row<{ instance_id: InstanceId }>())`
      select instance_id from instances where due_at <= clock_timestamp() order by due_at limit ${limit}`)),
  ],

  facts: async (instance_id) => (await factsOf(store, sql.fragment`i.instance_id = ${instance_id}`))[0] ?? null,

  live: () =>
    factsOf(
      store,
      sql.fragment`not (i.state in ('stopped', 'failed') and i.volume in ('none', 'released')) or i.desired <> 'stopped'`,
    ),

  known: async (instance_ids) => {
    const found = await store.any(sql.type(row<{ instance_id: InstanceId; generation: number }>())`
      select instance_id, generation from instances where instance_id = any(${sql.array([...instance_ids], 'uuid')})`);
    return new Map(found.map(({ instance_id, generation }) => [instance_id, generation]));
  },

  wake: async (tx: Tx, instance_id, generation) => {
    const { rowCount } = await tx.query(sql.unsafe`
      update instances set due_at = clock_timestamp(), attempts = 0 where instance_id = ${instance_id} and generation <= ${generation}`);
    return rowCount === 1;
  },

  wakeAll: async (instance_ids) => {
    await store.query(sql.unsafe`
      update instances set due_at = clock_timestamp() where instance_id = any(${sql.array([...instance_ids], 'uuid')})
        and (due_at is null or due_at > clock_timestamp())`);
  },

  async later(lease, { instance_id, sequence }, delayMs, attempts) {
    const due_at =
      delayMs === null ? sql.fragment`null` : sql.fragment`clock_timestamp() + ${delayMs} * interval '1 millisecond'`;
    // A request that came in the meantime is due at once, and stays so.
    const isHeld = await store.oneFirst(sql.type(row<{ is_held: boolean }>())`
      with mine as materialized (${holding(lease)}),
        written as (
          update instances set due_at = ${due_at}, attempts = ${attempts}
          where instance_id = ${instance_id} and sequence = ${sequence} and exists (select from mine))
      select exists (select from mine) as is_held`);
    if (!isHeld) throw new LeaseLost(lease);
  },

  fenced: (lease, instance_id, work, { quota = false } = {}) =>
    store.transaction(async (tx) => {
      await hold(tx, lease);
      if (quota) await quotas.lock(tx);
      const [found = null] = await tx.any(sql.type(row<InstanceRow>())`
        select ${instanceColumns} from instances i where i.instance_id = ${instance_id} for update`);
      return await work(tx, found);
    }),
});

type Joined = InstanceRow & {
  readonly config: ConfigRow | null;
  readonly run: JsonRow<CurrentRun> | null;
  readonly members: readonly MemberRow[];
  readonly archives: readonly JsonRow<ArchiveRow>[];
};

/**
 * In one statement, which is one moment of the database and one round trip: each round of the worker begins with it.
 */
async function factsOf(store: Store, which: Fragment): Promise<readonly WorkFacts[]> {
  const found = await store.any(sql.type(row<Joined>())`
    select ${instanceColumns},
      (select row_to_json(c) from (
        select ${configColumns} from lab_configs c where c.lab_id = i.lab_id and c.revision = i.config_revision) c) as config,
      (select row_to_json(r) from (
        select ${runColumns}, (
          select p.run_id from runs p where p.instance_id = r.instance_id and p.number < r.number order by p.number desc limit 1) as previous
        from runs r where r.run_id = i.run_id) r) as run,
      (select coalesce(json_agg(m order by m.student_id), '[]') from (
        select student_id, generation, key_id, announced_run, announced_generation, announced_address
        from instance_members where instance_id = i.instance_id) m) as members,
      (select coalesce(json_agg(a order by r.number desc), '[]')
        from runs r cross join lateral (select ${archiveColumns}) a
        where r.instance_id = i.instance_id and r.archived_at is not null) as archives
    from instances i where ${which}`);
  return found.map(({ config, run: current, members, archives, ...row }) => {
    if (config === null) throw new Error(`the instance ${row.name} has no configuration`);
    const run = current && runFrom(current);
    const own = archives.map(archiveFrom);
    const named = own.find(({ run_id }) => run_id === run?.restores);
    const newest = own[0] ?? null;
    const restores = run?.restores ? (named ?? null) : run?.fresh ? null : newest;
    return { row, config, run, members, restores, archive: newest };
  });
}

const runFrom = rowFromJson<CurrentRun>({
  restore_begun_at: true,
  restored_at: true,
  running_at: true,
  stopped_at: true,
});
const archiveFrom = rowFromJson<ArchiveRow>({ archived_at: true });
