// The table instances and who can log in (instance_members).

import { assignments, columnsOf, type Fragment, type Written } from '../columns.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { changingColumns, instanceColumns, sharedColumns } from './columns.ts';
import type {
  InstanceChange,
  InstanceQuery,
  InstanceRow,
  Instances,
  MemberRow,
  Members,
  ShownInstance,
} from './port.ts';

export const instances = (store: Store): Instances => ({
  get: async (instance_id) => (await shown(store, sql.fragment`where i.instance_id = ${instance_id}`))[0] ?? null,

  list: (query) => shown(store, filtered(query)),

  changes: (since, limit) => shown(store, sql.fragment`where i.sequence > ${since} order by i.sequence limit ${limit}`),

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
      insert into instances as i (instance_id, lab_id, student_id, group_id, name, config_revision, desired, generation, settled_generation, state,
        volume, sequence, due_at)
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

  async announced(tx: Tx, instance_id, student_id, { run_id, generation, address }) {
    await tx.query(sql.unsafe`
      update instance_members set announced_run = ${run_id}, announced_generation = ${generation}, announced_address = ${address}
      where instance_id = ${instance_id} and student_id = ${student_id}`);
  },
};

export const membersOf = (tx: Tx, instance_id: string): Promise<readonly MemberRow[]> =>
  tx.any(sql.type(row<MemberRow>())`
    select student_id, generation, key_id, announced_run, announced_generation,
      announced_address
    from instance_members where instance_id = ${instance_id} order by student_id`);

const texts = (values: readonly string[]) => sql.array([...values], 'text');
const time = (value: Date | null) => sql.fragment`${value?.toISOString() ?? null}::timestamptz`;

/** In the order of names, so that no two transactions wait for each other. */
const locked = (tx: Tx, which: Fragment): Promise<readonly InstanceRow[]> =>
  tx.any(sql.type(row<InstanceRow>())`
    select ${instanceColumns} from instances i where ${which} order by i.name for update`);

function filtered({ lab_id, state, volume, after = '', limit }: InstanceQuery) {
  const equal = (column: Fragment, value: string | undefined) =>
    value === undefined ? sql.fragment`true` : sql.fragment`${column} = ${value}`;
  return sql.fragment`
    where ${equal(sql.fragment`i.lab_id`, lab_id)} and ${equal(sql.fragment`i.state`, state)} and ${equal(sql.fragment`i.volume`, volume)}
      and i.name collate "C" > ${after}
    order by i.name collate "C" limit ${limit}`;
}

const membersOfIt = sql.fragment`
  array(select student_id from instance_members m where m.instance_id = i.instance_id order by student_id)`;
const address = sql.fragment`case when i.host_key_fingerprint is not null and jsonb_array_length(i.endpoints) > 0 then jsonb_build_object(
  'ssh_host', i.endpoints -> 0 -> 'host', 'ssh_port', i.endpoints -> 0 -> 'port', 'host_key_fingerprint', i.host_key_fingerprint) end`;

/** Its newest archive as the contract shows it. */
const archive = sql.fragment`(
  select jsonb_build_object('run_id', r.run_id, 'object', r.archive_key, 'version_id', r.archive_version, 'size_bytes', r.archive_bytes,
    'entries', r.archive_entries, 'sha256', r.archive_sha256, 'archived_at', to_char(r.archived_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from runs r where r.instance_id = i.instance_id and r.archived_at is not null order by r.archived_at desc limit 1)`;

const shownColumns = columnsOf<ShownInstance>('i', { ...sharedColumns, members: membersOfIt, address, archive });

const shown = (store: Tx, which: Fragment): Promise<readonly ShownInstance[]> =>
  store.any(sql.type(row<ShownInstance>())`select ${shownColumns} from instances i ${which}`);

/** Whole milliseconds: what is published in a message is what is read back. */
const now = sql.fragment`date_trunc('milliseconds', clock_timestamp())`;

const changes: Written<InstanceChange> = {
  course_id: true,
  config_revision: true,
  run_id: true,
  generation: true,
  state: true,
  volume: true,
  reason: true,
  advice: true,
  deadline_at: true,
  keep_until: true,
  ...changingColumns,
  endpoints: 'json',
  former_ports: 'json',
  announced: 'json',
};

const save = (tx: Tx, next: InstanceRow, due_at?: Date | null): Promise<InstanceRow> =>
  tx.one(sql.type(row<InstanceRow>())`
    update instances i set ${assignments(changes, next)},
      since = case when i.state = ${next.state} then i.since else ${now} end,
      due_at = ${due_at === undefined ? sql.fragment`clock_timestamp()` : time(due_at)},
      attempts = 0, updated_at = clock_timestamp(), sequence = next_change()
    where i.instance_id = ${next.instance_id}
    returning ${instanceColumns}`);
