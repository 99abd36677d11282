// The table instances and who can log in (instance_members).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { instanceColumns, newestArchive } from './columns.ts';
import type { ArchiveRow, InstanceFacts, InstanceQuery, InstanceRow, Instances, MemberRow, Members } from './port.ts';

export const instances = (store: Store): Instances => ({
  get: async (instanceId) => (await factsOf(store, sql.fragment`where i.instance_id = ${instanceId}`))[0] ?? null,

  list: (query) => factsOf(store, filtered(query)),

  changes: (since, limit) =>
    factsOf(store, sql.fragment`where i.change_number > ${since} order by i.change_number limit ${limit}`),

  lockOwners: (tx: Tx, labId, owners) => {
    const students = owners.flatMap(({ studentId }) => studentId ?? []);
    const groups = owners.flatMap(({ groupId }) => groupId ?? []);
    return locked(
      tx,
      sql.fragment`i.lab_id = ${labId} and (i.student_id = any(${texts(students)}) or i.group_id = any(${texts(groups)}))`,
    );
  },

  lockLab: (tx: Tx, labId) => locked(tx, sql.fragment`i.lab_id = ${labId}`),

  lock: async (tx: Tx, instanceId) => (await locked(tx, sql.fragment`i.instance_id = ${instanceId}`))[0] ?? null,

  async add(tx: Tx, { instanceId, labId, studentId, groupId, name, configRevision, generation, volume }) {
    const added = await tx.maybeOne(sql.type(row<InstanceRow>())`
      insert into instances as i (instance_id, lab_id, student_id, group_id, name, config_revision, wanted, generation, settled_generation, status,
        volume, change_number, due_at)
      values (${instanceId}, ${labId}, ${studentId}, ${groupId}, ${name}, ${configRevision}, 'stopped', ${generation}, ${generation}, 'stopped',
        ${volume}, next_change(), null)
      on conflict (instance_id) do nothing returning ${instanceColumns}`);
    const there = added ?? (await locked(tx, sql.fragment`i.instance_id = ${instanceId}`))[0];
    if (there === undefined) throw new Error(`the instance ${name} was not added`);
    return there;
  },

  async extend(tx: Tx, instanceId) {
    await tx.query(sql.unsafe`update instances set extended_at = clock_timestamp() where instance_id = ${instanceId}`);
  },

  save: (tx: Tx, next, dueAt) => save(tx, next, dueAt),
});

export const members: Members = {
  of: (tx: Tx, instanceId) => membersOf(tx, instanceId),

  async set(tx: Tx, instanceId, studentIds, keyId) {
    await tx.query(sql.unsafe`
      with gone as (
        delete from instance_members where instance_id = ${instanceId} and student_id <> all(${texts(studentIds)})
        returning instance_id, student_id, generation),
      kept as (
        insert into former_members select * from gone on conflict (instance_id, student_id) do update set generation = excluded.generation)
      insert into instance_members (instance_id, student_id, key_id, generation)
      select ${instanceId}::uuid, wanted.id, ${keyId}, coalesce(former.generation, 0) + 1 from unnest(${texts(studentIds)}) wanted (id)
        left join former_members former on former.instance_id = ${instanceId} and former.student_id = wanted.id
      on conflict (instance_id, student_id) do nothing`);
  },

  rotate: (tx: Tx, instanceId, studentId, keyId) =>
    tx.maybeOneFirst(sql.type(row<{ generation: number }>())`
      update instance_members set generation = generation + 1, key_id = ${keyId}
      where instance_id = ${instanceId} and student_id = ${studentId} returning generation`),

  async told(tx: Tx, instanceId, studentId, { runId, generation, address }) {
    await tx.query(sql.unsafe`
      update instance_members set told_run = ${runId}, told_generation = ${generation}, told_address = ${address}
      where instance_id = ${instanceId} and student_id = ${studentId}`);
  },
};

export const membersOf = (tx: Tx, instanceId: string): Promise<readonly MemberRow[]> =>
  tx.any(sql.type(row<MemberRow>())`
    select student_id as "studentId", generation, key_id as "keyId", told_run as "toldRun", told_generation as "toldGeneration",
      told_address as "toldAddress"
    from instance_members where instance_id = ${instanceId} order by student_id`);

const texts = (values: readonly string[]) => sql.array([...values], 'text');
const json = (value: unknown) => sql.jsonb(value as Parameters<typeof sql.jsonb>[0]);
const time = (value: Date | null) => sql.fragment`${value?.toISOString() ?? null}::timestamptz`;

type Fragment = ReturnType<typeof sql.fragment>;

/** In the order of names, so that no two transactions wait for each other. */
const locked = (tx: Tx, which: Fragment): Promise<readonly InstanceRow[]> =>
  tx.any(sql.type(row<InstanceRow>())`
    select ${instanceColumns} from instances i where ${which} order by i.name for update`);

function filtered({ labId, state, volume, after = '', limit }: InstanceQuery) {
  const equal = (column: Fragment, value: string | undefined) =>
    value === undefined ? sql.fragment`true` : sql.fragment`${column} = ${value}`;
  return sql.fragment`
    where ${equal(sql.fragment`i.lab_id`, labId)} and ${equal(sql.fragment`i.status`, state)} and ${equal(sql.fragment`i.volume`, volume)}
      and i.name collate "C" > ${after}
    order by i.name collate "C" limit ${limit}`;
}

type FactsRow = InstanceRow & {
  readonly members: readonly string[];
  readonly archive: (Omit<ArchiveRow, 'archivedAt'> & { readonly archivedAt: string }) | null;
};

async function factsOf(store: Tx, which: Fragment): Promise<readonly InstanceFacts[]> {
  const found = await store.any(sql.type(row<FactsRow>())`
    select ${instanceColumns}, ${newestArchive} as archive,
      array(select student_id from instance_members m where m.instance_id = i.instance_id order by student_id) as members
    from instances i ${which}`);
  return found.map(({ members: names, archive, ...instance }) => ({
    row: instance,
    members: names,
    archive: archive === null ? null : { ...archive, archivedAt: new Date(archive.archivedAt) },
  }));
}

/** Whole milliseconds: what is told in a message is what is read back. */
const now = sql.fragment`date_trunc('milliseconds', clock_timestamp())`;

const save = (tx: Tx, next: InstanceRow, dueAt?: Date | null): Promise<InstanceRow> =>
  tx.one(sql.type(row<InstanceRow>())`
    update instances i set
      course_id = ${next.courseId}, config_revision = ${next.configRevision}, wanted = ${next.wanted}, generation = ${next.generation},
      restart_generation = ${next.restartGeneration}, settled_generation = ${next.settledGeneration}, since = case when i.status = ${next.status} then i.since else ${now} end,
      status = ${next.status}, volume = ${next.volume}, reason = ${next.reason}, advice = ${next.advice}, deadline_at = ${time(next.deadlineAt)},
      endpoints = ${json(next.endpoints)}, announced = ${next.announced === null ? null : json(next.announced)}, host_key_id = ${next.hostKeyId}, host_public_key = ${next.hostPublicKey},
      host_key_fingerprint = ${next.hostKeyFingerprint}, keep_days = ${next.keepDays}, keep_until = ${time(next.keepUntil)},
      current_run = ${next.runId}, admitted = ${next.admitted}, cpu_m = ${next.cpuM}, memory_mib = ${next.memoryMib},
      storage_gib = ${next.storageGib}, pods = ${next.pods}, ports = ${next.ports}, started_at = ${time(next.startedAt)},
      stopped_at = ${time(next.stoppedAt)}, due_at = ${dueAt === undefined ? sql.fragment`clock_timestamp()` : time(dueAt)},
      attempts = 0, updated_at = clock_timestamp(), change_number = next_change()
    where i.instance_id = ${next.instanceId}
    returning ${instanceColumns}`);
