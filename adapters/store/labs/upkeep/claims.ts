// The claims that the cluster held at the last sweep, and which life of the database this is (decisions 17 and 208).
import { randomUUID } from 'node:crypto';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { Claims, ShownClaim, SweepRow, Timeline, TimelineRow } from './port.ts';

export const claims = (store: Store): Claims => ({
  list: ({ volume = null, limit, after = '' }) =>
    store.any(sql.type(row<ShownClaim>())`
      select * from (
        select c.name, c.instance_id, c.generation, c.lab_id, c.student_id, c.group_id,
          c.quarantined, c.seen_at, ${state} as volume, i.storage_gib, i.instance_id is not null as known,
          case when ${state} = 'quarantined' then '0' else '1' end || c.name as place
        from claims c left join instances i on i.instance_id = c.instance_id
      ) shown
      where (${volume}::text is null or volume = ${volume}) and place collate "C" > ${after}
      order by place collate "C" limit ${limit}`),

  async replace(observed) {
    const column = <T>(of: (claim: (typeof observed)[number]) => T) => observed.map(of);
    await store.transaction(async (tx) => {
      const names = sql.array(
        column(({ name }) => name),
        'text',
      );
      await tx.query(sql.unsafe`delete from claims where name <> all(${names})`);
      await tx.query(sql.unsafe`
        insert into claims (name, instance_id, generation, lab_id, student_id, group_id, quarantined, seen_at)
        select *, clock_timestamp() from unnest(${names},
          ${sql.array(
            column(({ instance_id }) => instance_id),
            'uuid',
          )},
          ${sql.array(
            column(({ generation }) => generation),
            'int8',
          )},
          ${sql.array(
            column(({ lab_id }) => lab_id),
            'text',
          )},
          ${sql.array(
            column(({ student_id }) => student_id),
            'text',
          )},
          ${sql.array(
            column(({ group_id }) => group_id),
            'text',
          )},
          ${sql.array(
            column(({ quarantined }) => quarantined),
            'text',
          )})
        on conflict (name) do update set instance_id = excluded.instance_id, generation = excluded.generation, lab_id = excluded.lab_id,
          student_id = excluded.student_id, group_id = excluded.group_id, quarantined = excluded.quarantined, seen_at = excluded.seen_at`);
    });
  },

  generations: async (tx: Tx, instance_ids) => {
    const found = await tx.any(sql.type(row<{ id: string; generation: number }>())`
      select instance_id as id, max(generation) as generation from claims
      where instance_id = any(${sql.array([...instance_ids], 'uuid')}) group by instance_id`);
    return new Map(found.map(({ id, generation }) => [id, generation]));
  },
});

const state = sql.fragment`case when c.quarantined is not null or i.instance_id is null then 'quarantined' else i.volume end`;

const asBefore = (known: TimelineRow & { readonly allowed: number | null }) => ({
  ...timelineRow(known),
  allowed: known.allowed,
  restored: false,
});

const timelineRow = ({ epoch, held_since, held_for }: TimelineRow): TimelineRow => ({ epoch, held_since, held_for });

export const timeline = (store: Store): Timeline => ({
  confirm: () =>
    store.transaction(async (tx) => {
      const found = sql.type(row<TimelineRow & { same: boolean; allowed: number | null }>())`
        select epoch, held_since, held_for, allowed, identity = ${identity} as same from timeline for update`;
      const known = await tx.maybeOne(found);
      if (known?.same) return asBefore(known);
      const held = known === null ? sql.fragment`null, null` : sql.fragment`clock_timestamp(), 'timeline_changed'`;
      const begun = await tx.maybeOne(sql.type(row<TimelineRow>())`
        insert into timeline (epoch, identity, held_since, held_for) values (${randomUUID()}, ${identity}, ${held})
        on conflict (one) do update set epoch = excluded.epoch, identity = excluded.identity, held_since = excluded.held_since,
          held_for = excluded.held_for, allowed = null
        where timeline.identity is distinct from excluded.identity
        returning epoch, held_since, held_for`);
      // When two processes meet no row, at a first start, only one can insert it.
      if (begun === null) return asBefore(await tx.one(found));
      return { ...begun, allowed: null, restored: known !== null };
    }),

  async swept({ waiting, tooMany, held, used }) {
    await store.query(sql.unsafe`
      update timeline set swept_at = clock_timestamp(), waiting = ${waiting},
        too_many_since = case when ${tooMany} then coalesce(too_many_since, clock_timestamp()) end,
        allowed = case when ${held} or allowed is distinct from ${used}::integer then allowed end`);
  },

  last: async (tx: Tx) =>
    (await tx.maybeOne(sql.type(row<SweepRow>())`
      select swept_at, waiting, allowed, coalesce(held_since, too_many_since) as held_since,
        coalesce(held_for, case when too_many_since is not null then 'too_many' end) as held_for from timeline`)) ?? {
      ...{ swept_at: null, held_for: null, held_since: null, waiting: 0, allowed: null },
    },

  async release(tx: Tx, atMost) {
    await tx.query(sql.unsafe`
      update timeline set held_since = null, held_for = null, too_many_since = null, allowed = ${atMost}`);
  },
});

/**
 * A dump that is loaded elsewhere, into a new database or over the tables of the old one makes tables of other numbers;
 * a restored base backup runs on another timeline.
 */
const identity = sql.fragment`(
  select concat_ws(' ', (select system_identifier from pg_control_system()), (select timeline_id from pg_control_checkpoint()),
    (select oid from pg_database where datname = current_database()), 'instances'::regclass::oid))`;
