// The table instances and who can log in (instance_members).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { instanceColumns, newestArchive } from './columns.ts';
import type { ArchiveRow, InstanceFacts, InstanceQuery, InstanceRow, Instances, MemberRow, Members } from './port.ts';

export const instances = (store: Store): Instances => ({
  get: async (instance_id) => (await factsOf(store, sql.fragment`where i.instance_id = ${instance_id}`))[0] ?? null,

  list: (query) => factsOf(store, filtered(query)),

  changes: (since, limit) =>
    factsOf(store, sql.fragment`where i.change_number > ${since} order by i.change_number limit ${limit}`),

  lockOwners: (tx: Tx, lab_id, owners) => {
    const students = owners.flatMap(({ student_id }) => student_id ?? []);
    const groups = owners.flatMap(({ group_id }) => group_id ?? []);
    return locked(
      tx,
      sql.fragment`i.lab_id = ${lab_id} and (i.student_id = any(${texts(students)}) or i.group_id = any(${texts(groups)}))`,
    );
  },

  lockLab: (tx: Tx, lab_id) => locked(tx, sql.fragment`i.lab_id = ${lab_id}`),

  lock: async (tx: Tx, instance_id) => (await locked(tx, sql.fragment`i.instance_id = ${instance_id}`))[0] ?? null,

  async add(tx: Tx, { instance_id, lab_id, student_id, group_id, name, config_revision, generation, volume }) {
    const added = await tx.maybeOne(sql.type(row<InstanceRow>())`
      insert into instances as i (instance_id, lab_id, student_id, group_id, name, config_revision, wanted, generation, settled_generation, status,
        volume, change_number, due_at)
      values (${instance_id}, ${lab_id}, ${student_id}, ${group_id}, ${name}, ${config_revision}, 'stopped', ${generation}, ${generation}, 'stopped',
        ${volume}, next_change(), null)
      on conflict (instance_id) do nothing returning ${instanceColumns}`);
    const there = added ?? (await locked(tx, sql.fragment`i.instance_id = ${instance_id}`))[0];
    if (there === undefined) throw new Error(`the instance ${name} was not added`);
    return there;
  },

  async extend(tx: Tx, instance_id) {
    await tx.query(sql.unsafe`update instances set extended_at = clock_timestamp() where instance_id = ${instance_id}`);
  },

  save: (tx: Tx, next, due_at) => save(tx, next, due_at),
});

export const members: Members = {
  of: (tx: Tx, instance_id) => membersOf(tx, instance_id),

  async set(tx: Tx, instance_id, student_ids, key_id) {
    await tx.query(sql.unsafe`
      with gone as (
        delete from instance_members where instance_id = ${instance_id} and student_id <> all(${texts(student_ids)})
        returning instance_id, student_id, generation),
      kept as (
        insert into former_members select * from gone on conflict (instance_id, student_id) do update set generation = excluded.generation)
      insert into instance_members (instance_id, student_id, key_id, generation)
      select ${instance_id}::uuid, wanted.id, ${key_id}, coalesce(former.generation, 0) + 1 from unnest(${texts(student_ids)}) wanted (id)
        left join former_members former on former.instance_id = ${instance_id} and former.student_id = wanted.id
      on conflict (instance_id, student_id) do nothing`);
  },

  rotate: (tx: Tx, instance_id, student_id, key_id) =>
    tx.maybeOneFirst(sql.type(row<{ generation: number }>())`
      update instance_members set generation = generation + 1, key_id = ${key_id}
      where instance_id = ${instance_id} and student_id = ${student_id} returning generation`),

  async told(tx: Tx, instance_id, student_id, { run_id, generation, address }) {
    await tx.query(sql.unsafe`
      update instance_members set told_run = ${run_id}, told_generation = ${generation}, told_address = ${address}
      where instance_id = ${instance_id} and student_id = ${student_id}`);
  },
};

export const membersOf = (tx: Tx, instance_id: string): Promise<readonly MemberRow[]> =>
  tx.any(sql.type(row<MemberRow>())`
    select student_id, generation, key_id, told_run, told_generation,
      told_address
    from instance_members where instance_id = ${instance_id} order by student_id`);

const texts = (values: readonly string[]) => sql.array([...values], 'text');
const json = (value: unknown) => sql.jsonb(value as Parameters<typeof sql.jsonb>[0]);
const time = (value: Date | null) => sql.fragment`${value?.toISOString() ?? null}::timestamptz`;

type Fragment = ReturnType<typeof sql.fragment>;

/** In the order of names, so that no two transactions wait for each other. */
const locked = (tx: Tx, which: Fragment): Promise<readonly InstanceRow[]> =>
  tx.any(sql.type(row<InstanceRow>())`
    select ${instanceColumns} from instances i where ${which} order by i.name for update`);

function filtered({ lab_id, state, volume, after = '', limit }: InstanceQuery) {
  const equal = (column: Fragment, value: string | undefined) =>
    value === undefined ? sql.fragment`true` : sql.fragment`${column} = ${value}`;
  return sql.fragment`
    where ${equal(sql.fragment`i.lab_id`, lab_id)} and ${equal(sql.fragment`i.status`, state)} and ${equal(sql.fragment`i.volume`, volume)}
      and i.name collate "C" > ${after}
    order by i.name collate "C" limit ${limit}`;
}

type FactsRow = InstanceRow & {
  readonly members: readonly string[];
  readonly archive: (Omit<ArchiveRow, 'archived_at'> & { readonly archived_at: string }) | null;
};

async function factsOf(store: Tx, which: Fragment): Promise<readonly InstanceFacts[]> {
  const found = await store.any(sql.type(row<FactsRow>())`
    select ${instanceColumns}, ${newestArchive} as archive,
      array(select student_id from instance_members m where m.instance_id = i.instance_id order by student_id) as members
    from instances i ${which}`);
  return found.map(({ members: names, archive, ...instance }) => ({
    row: instance,
    members: names,
    archive: archive === null ? null : { ...archive, archived_at: new Date(archive.archived_at) },
  }));
}

/** Whole milliseconds: what is told in a message is what is read back. */
const now = sql.fragment`date_trunc('milliseconds', clock_timestamp())`;

const save = (tx: Tx, next: InstanceRow, due_at?: Date | null): Promise<InstanceRow> =>
  tx.one(sql.type(row<InstanceRow>())`
    update instances i set
      course_id = ${next.course_id}, config_revision = ${next.config_revision}, wanted = ${next.wanted}, generation = ${next.generation},
      restart_generation = ${next.restart_generation}, settled_generation = ${next.settled_generation}, since = case when i.status = ${next.status} then i.since else ${now} end,
      status = ${next.status}, volume = ${next.volume}, reason = ${next.reason}, advice = ${next.advice}, deadline_at = ${time(next.deadline_at)},
      endpoints = ${json(next.endpoints)}, announced = ${next.announced === null ? null : json(next.announced)}, host_key_id = ${next.host_key_id}, host_public_key = ${next.host_public_key},
      host_key_fingerprint = ${next.host_key_fingerprint}, keep_days = ${next.keep_days}, keep_until = ${time(next.keep_until)},
      current_run = ${next.run_id}, admitted = ${next.admitted}, cpu_m = ${next.cpu_m}, memory_mib = ${next.memory_mib},
      storage_gib = ${next.storage_gib}, pods = ${next.pods}, ports = ${next.ports}, started_at = ${time(next.started_at)},
      stopped_at = ${time(next.stopped_at)}, due_at = ${due_at === undefined ? sql.fragment`clock_timestamp()` : time(due_at)},
      attempts = 0, updated_at = clock_timestamp(), change_number = next_change()
    where i.instance_id = ${next.instance_id}
    returning ${instanceColumns}`);
