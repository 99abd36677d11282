// The worker's side of instances. Every write holds the lease first, so an overtaken worker changes nothing (decision 20).

import type { Store, Tx } from '../../database.ts';
import { hold } from '../../leases.ts';
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

  later: (lease, { instance_id, sequence }, delayMs, attempts) =>
    store.transaction(async (tx) => {
      await hold(tx, lease);
      const due_at =
        delayMs === null ? sql.fragment`null` : sql.fragment`clock_timestamp() + ${delayMs} * interval '1 millisecond'`;
      // A request that came in the meantime is due at once, and stays so.
      await tx.query(sql.unsafe`
        update instances set due_at = ${due_at}, attempts = ${attempts} where instance_id = ${instance_id} and sequence = ${sequence}`);
    }),

  fenced: (lease, instance_id, work, { quota = false } = {}) =>
    store.transaction(async (tx) => {
      await hold(tx, lease);
      if (quota) await quotas.lock(tx);
      const [found = null] = await tx.any(sql.type(row<InstanceRow>())`
        select ${instanceColumns} from instances i where i.instance_id = ${instance_id} for update`);
      return await work(tx, found);
    }),
});

/** One moment of the database, though it takes several statements. */
const factsOf = (store: Store, which: ReturnType<typeof sql.fragment>): Promise<readonly WorkFacts[]> =>
  store.transaction(async (tx) => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
    return await readFacts(tx, which);
  });

/** Few statements whatever the number of instances: the sweep asks for all of them. */
async function readFacts(store: Tx, which: ReturnType<typeof sql.fragment>): Promise<readonly WorkFacts[]> {
  const chosen = sql.fragment`select i.* from instances i where ${which}`;
  const rows = await store.any(sql.type(row<InstanceRow>())`select ${instanceColumns} from instances i where ${which}`);
  if (rows.length === 0) return [];
  const configs = await store.any(sql.type(row<ConfigRow>())`
    select ${configColumns} from lab_configs c where (c.lab_id, c.revision) in (select lab_id, config_revision from (${chosen}) i)`);
  const runs = await store.any(sql.type(row<CurrentRun>())`
    select ${runColumns}, (select p.run_id from runs p where p.instance_id = r.instance_id and p.number < r.number order by p.number desc limit 1) as previous
    from runs r where r.run_id in (select run_id from (${chosen}) i)`);
  const members = await store.any(sql.type(row<MemberRow & { instance_id: string }>())`
    select instance_id, student_id, generation, key_id, announced_run,
      announced_generation, announced_address
    from instance_members where instance_id in (select instance_id from (${chosen}) i) order by student_id`);
  const archives = await store.any(sql.type(row<ArchiveRow & { instance_id: string }>())`
    select r.instance_id, ${archiveColumns} from runs r
    where r.instance_id in (select instance_id from (${chosen}) i) and r.archived_at is not null order by r.number desc`);
  const of = <T extends { readonly instance_id: string }>(all: readonly T[]) =>
    Map.groupBy(all, (each) => each.instance_id);
  const [membersOf, archivesOf] = [of(members), of(archives)];
  const runOf = new Map(runs.map((run) => [run.run_id as string, run]));
  const configOf = new Map(configs.map((config) => [`${config.lab_id} ${config.revision}`, config]));
  return rows.map((each) => {
    const config = configOf.get(`${each.lab_id} ${each.config_revision}`);
    if (config === undefined) throw new Error(`the instance ${each.name} has no configuration`);
    const run = runOf.get(each.run_id ?? '') ?? null;
    const own = archivesOf.get(each.instance_id) ?? [];
    const named = own.find(({ run_id }) => run_id === run?.restores);
    const newest = own[0] ?? null;
    const restores = run?.restores ? (named ?? null) : run?.fresh ? null : newest;
    return { row: each, config, run, members: membersOf.get(each.instance_id) ?? [], restores, archive: newest };
  });
}
