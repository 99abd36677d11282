// The platform's copy of what runs (tables lab_instances, infra_position).
import type { Plain } from '../../../generated/runtime/brand.ts';
import { type Fragment, inserted, type Values, type Written } from '../columns.ts';
import type { Store, Tx } from '../database.ts';
import { revokeDisabled } from '../people/login-revocations.ts';
import { row, sql } from '../query.ts';
import { copiedColumns, shownColumns } from './columns.ts';
import { announce } from './feed.ts';
import type { CopiedInstance, InstanceRow, Instances, Position } from './port.ts';

export const instances = (store: Store): Instances => ({
  list: (lab_id, of, { state = null, after = '', limit }) =>
    store.any(sql.type(row<InstanceRow>())`
      select ${shownColumns} from lab_instances
      where lab_id = ${lab_id} and coalesce(student_id, group_id) collate "C" > ${after} and (${state}::text is null or state = ${state})
        and ${of === 'all' ? sql.fragment`true` : memberIs(of.student_id)}
      order by coalesce(student_id, group_id) collate "C" limit ${limit}`),

  own: (lab_id, student_id) =>
    store.maybeOne(sql.type(row<InstanceRow>())`
      select ${shownColumns} from lab_instances where lab_id = ${lab_id} and ${memberIs(student_id)}
      order by sequence desc limit 1`),

  async applyStatus(tx: Tx, instance, at) {
    const known = await tx.exists(sql.unsafe`select from infra_position where epoch_since <= ${at.toISOString()}`);
    if (!known) return;
    const { student_id, group_id } = instance;
    // Messages do not name members; the next pull brings them as the infrastructure has them.
    const members = sql.fragment`case when ${student_id}::text is not null then array[${student_id}] else array(
      select u.student_id from student_group_members join users u using (user_id)
      where group_id = ${group_id} and u.student_id is not null order by 1) end`;
    const copied = { ...instance, members, keep_until: null, ends_at: instance.ends_at ?? null };
    const change = await put(tx, copied, sql.fragment`${newer} and ${notBack}`);
    if (change !== null) await announceAll(tx, [change]);
  },

  async markRunning(tx: Tx, { instance_id, run_id, generation }, at) {
    const { rowCount } = await tx.query(sql.unsafe`
      update lab_instances set state = 'running', reason = null, advice = null, since = ${at.toISOString()}
      where instance_id = ${instance_id} and run_id = ${run_id} and generation = ${generation}
        and state in ('queued', 'waiting_quota', 'creating')`);
    if (rowCount > 0) await announce(tx, [instance_id]);
  },

  position: () => store.one(sql.type(row<Position>())`select epoch, sequence from infra_position`),

  pulled: (epoch, sequence, items, at) =>
    store.transaction(async (tx) => {
      const now = await lockPosition(tx);
      if (now.epoch !== epoch) return 'other epoch';
      await keepAll(tx, items, sql.fragment`(${sameOrNewer} and ${notBack})`);
      await tx.query(sql.unsafe`
        update infra_position set sequence = greatest(sequence, ${sequence}), read_at = ${at.toISOString()}`);
      return 'stored';
    }),

  replaced: (epoch, sequence, items, at) =>
    store.transaction(async (tx) => {
      const now = await lockPosition(tx);
      // Numbers of two epochs say nothing about each other; of one epoch, a message may have been faster.
      await keepAll(tx, items, now.epoch === epoch || now.epoch === null ? sameOrNewer : sql.fragment`true`);
      const ids = items.map(({ instance_id }) => instance_id);
      const { rowCount } = await tx.query(
        sql.unsafe`delete from lab_instances where instance_id <> all(${sql.array(ids, 'uuid')})`,
      );
      await tx.query(sql.unsafe`
        update infra_position set epoch = ${epoch}, sequence = ${sequence}, read_at = ${at.toISOString()},
          epoch_since = case when epoch is null or epoch = ${epoch} then epoch_since else ${at.toISOString()} end`);
      // Changes name what exists; that something is gone follows only from a full read.
      if (rowCount > 0) await tx.query(sql.unsafe`update live_feed set epoch = gen_random_uuid()`);
    }),
});

const memberIs = (student_id: string | null) => sql.fragment`members @> array[${student_id}]::text[]`;

const newer = sql.fragment`known.sequence < excluded.sequence`;
const sameOrNewer = sql.fragment`(known.sequence < excluded.sequence
  or known.sequence = excluded.sequence and (known.members, known.keep_until, known.ends_at)
    is distinct from (excluded.members, excluded.keep_until, excluded.ends_at))`;
// The student got the access data of this run before the message about its start arrived.
const notBack = sql.fragment`not (known.state = 'running' and (known.run_id, known.generation) = (excluded.run_id, excluded.generation)
  and excluded.state in ('queued', 'waiting_quota', 'creating'))`;

/** In the order of sequence numbers, so that two pulls at once lock rows in one order. */
async function keepAll(tx: Tx, items: readonly Plain<CopiedInstance>[], when: Fragment): Promise<void> {
  const changes: Change[] = [];
  for (const item of items) {
    const change = await put(tx, item, when);
    if (change !== null) changes.push(change);
  }
  if (changes.length > 0) await announceAll(tx, changes);
}

type Change = { readonly instance_id: string; readonly is_new_run: boolean };

/** A start may have been sent before a member of it was disabled (decision 611). */
async function announceAll(tx: Tx, changes: readonly Change[]): Promise<void> {
  const started = changes.filter(({ is_new_run }) => is_new_run).map(({ instance_id }) => instance_id);
  if (started.length > 0) await revokeDisabled(tx, started);
  await announce(
    tx,
    changes.map(({ instance_id }) => instance_id),
  );
}

const written: Written<Plain<CopiedInstance>> = { ...copiedColumns, members: 'text[]' };

/** Null: what is there is as new. The run before is that of the snapshot, which the statement does not change. */
async function put(tx: Tx, item: Values<Plain<CopiedInstance>>, when: Fragment): Promise<Change | null> {
  const { columns, values, excluded } = inserted(written, item);
  return await tx.maybeOne(sql.type(row<Change>())`
    insert into lab_instances as known (${columns}) values (${values})
    on conflict (instance_id) do update set ${excluded} where ${when}
    returning instance_id, run_id is not null and run_id is distinct from (
      select before.run_id from lab_instances before where before.instance_id = known.instance_id) as is_new_run`);
}

const lockPosition = (tx: Tx): Promise<Position> =>
  tx.one(sql.type(row<Position>())`select epoch, sequence from infra_position for update`);
