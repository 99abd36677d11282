// What browsers receive, numbered in the transaction that makes it true (tables live_feed, live_changes, lab_notices, notice_acknowledgements).

import type { Plain } from '../../../generated/runtime/brand.ts';
import { inserted, type Written } from '../columns.ts';
import type { Store, Tx } from '../database.ts';
import type { Channel } from '../messages/port.ts';
import { row, sql } from '../query.ts';
import { liveColumns, noticeColumns } from './columns.ts';
import { statusFor, statusOfRows, taughtBy, within } from './lab-scope.ts';
import type {
  Concerned,
  Feed,
  FeedRead,
  FeedState,
  LabScope,
  LiveRow,
  LiveStatus,
  NewNotice,
  NoticeRow,
  Numbered,
} from './port.ts';

/** As asyncapi.yaml promises: a class that starts makes one for each student. */
const replayedNotices = 20;

export const feed = (store: Store): Feed => ({
  state: () => stateOf(store),

  async since(number) {
    // The number first: what is committed after it is read again with the next one, and nothing is missed.
    const state = await stateOf(store);
    const [instances, notices] = await Promise.all([
      store.any(sql.type(row<LiveRow & LiveStatus & Concerned & Numbered>())`
        with ${statusesOf(sql.fragment`
          select instance_id, max(number) as number from live_changes
          where number > ${number} and number <= ${state.number} group by instance_id`)}
        select ${liveColumns}, number, lab_status, coalesce(member_status, '{}') as member_status,
          lab_instances.members, ${teachers}
        from last join lab_instances using (instance_id) join lab_statuses using (lab_id)
          left join member_statuses using (instance_id) left join labs using (lab_id) order by number`),
      store.any(sql.type(row<NoticeRow & Concerned & Numbered>())`
        select ${noticeColumns}, number, '{}'::text[] as members, ${teachers}
        from live_changes join lab_notices using (notice_id) left join labs using (lab_id)
        where number > ${number} and number <= ${state.number} order by number`),
    ]);
    return {
      ...state,
      instances: instances.map(({ number, lab_status, member_status, members, teachers, ...instance }) => ({
        ...{ instance, number, lab_status, member_status, members, teachers },
      })),
      notices: notices.map(({ number, members, teachers, ...notice }) => ({ notice, number, members, teachers })),
    };
  },

  async read({ user_id, scope }, resume) {
    const { floor, ...state } = await store.one(sql.type(row<FeedState & { floor: number }>())`
      select epoch, number, floor from live_feed`);
    const from = resume !== null && resume.epoch === state.epoch ? resume.after : -1;
    const whole = from < floor || from > state.number;
    const changed = (id: ReturnType<typeof sql.fragment>) =>
      whole ? sql.fragment`true` : sql.fragment`${id} in (select ${id} from live_changes where number > ${from})`;
    const [labs, instances, notices] = await Promise.all([
      store.any(sql.type(row<FeedRead['labs'][number]>())`
        select lab_id, ${statusFor(scope)} as status from labs
        where ${within(scope)} and (${whole} or lab_id in (
          select lab_id from lab_instances where ${changed(sql.fragment`instance_id`)}))
        order by lab_id collate "C"`),
      store.any(sql.type(row<LiveRow>())`
        select ${liveColumns} from lab_instances left join labs using (lab_id)
        where ${changed(sql.fragment`instance_id`)} and ${visibleTo(scope)} order by instance_id`),
      store.any(sql.type(row<NoticeRow>())`
        select ${noticeColumns} from lab_notices join (
          select notice_id, number from live_changes join lab_notices using (notice_id) left join labs using (lab_id)
          where number > greatest(${whole ? floor : from},
            (select number from notice_acknowledgements where user_id = ${user_id})) and ${taughtIn(scope)}
          order by number desc limit ${replayedNotices}
        ) newest using (notice_id) order by number`),
    ]);
    return { ...state, whole, labs, instances, notices };
  },

  async acknowledge({ user_id, scope }, notice_id) {
    await store.query(sql.unsafe`
      insert into notice_acknowledgements (user_id, number)
      select ${user_id}::uuid, number from live_changes join lab_notices using (notice_id) left join labs using (lab_id)
      where notice_id = ${notice_id} and ${taughtIn(scope)}
      on conflict (user_id) do update set number = greatest(notice_acknowledgements.number, excluded.number)`);
  },

  forget: (before, limit) =>
    store.transaction(async (tx) => {
      const gone = await tx.maybeOneFirst(sql.type(row<{ number: number }>())`
        select max(number) as number from (
          select number from live_changes where at < ${before.toISOString()} order by number limit ${limit}) old`);
      if (gone === null) return 0;
      await tx.query(sql.unsafe`update live_feed set floor = greatest(floor, ${gone})`);
      await tx.query(sql.unsafe`
        delete from lab_notices where notice_id in (select notice_id from live_changes where number <= ${gone})`);
      const { rowCount } = await tx.query(sql.unsafe`delete from live_changes where number <= ${gone}`);
      return rowCount;
    }),

  async notice(tx: Tx, notice) {
    const { columns, values } = inserted(written, notice);
    const { rowCount } = await tx.query(sql.unsafe`
      insert into lab_notices (${columns}) values (${values}) on conflict (notice_id) do nothing`);
    if (rowCount === 1) await number(tx, 'notice_id', [notice.notice_id]);
  },
});

/** The last statement of a transaction: its lock makes every other change wait for the commit. */
export const announce = (tx: Tx, instance_ids: readonly string[]): Promise<void> =>
  number(tx, 'instance_id', instance_ids);

/** Listeners are notified when the transaction has committed. */
async function number(tx: Tx, column: 'instance_id' | 'notice_id', ids: readonly string[]): Promise<void> {
  await tx.query(sql.unsafe`
    with fed as (update live_feed set number = number + ${ids.length} returning number - ${ids.length} as before),
    added as (
      insert into live_changes (number, ${sql.identifier([column])})
      select before + place, id from fed, unnest(${sql.array(ids, 'uuid')}) with ordinality as told (id, place))
    select pg_notify(${channel}, '')`);
}

const channel: Channel = 'live';

const stateOf = (store: Store): Promise<FeedState> =>
  store.one(sql.type(row<FeedState>())`select epoch, number from live_feed`);

const written: Written<Plain<NewNotice>> = {
  notice_id: true,
  kind: true,
  lab_id: true,
  instance_id: true,
  student_id: true,
  group_id: true,
  message: true,
  advice: true,
  due_at: true,
  occurred_at: true,
};

/** Of changed instances: each lab is read once, not once for each of them, since a class that starts changes hundreds at a time. */
const statusesOf = (last: ReturnType<typeof sql.fragment>) => sql.fragment`
  last as (${last}),
  changed as (select instance_id, lab_id, members from last join lab_instances using (instance_id)),
  of_lab as (
    select lab_id, state, members from lab_instances where lab_id in (select lab_id from changed)),
  lab_statuses as (select lab_id, ${statusOfRows} as lab_status from of_lab group by lab_id),
  of_member as (
    select lab_id, member, ${statusOfRows} as status from of_lab, unnest(members) as member group by lab_id, member),
  member_statuses as (
    select instance_id, jsonb_object_agg(member, status) as member_status
    from (select instance_id, lab_id, unnest(members) as member from changed) own join of_member using (lab_id, member)
    group by instance_id)`;
const teachers = sql.fragment`array_remove(array[labs.owner_id::text,
  (select teacher_id::text from courses where courses.course_id = labs.course_id)], null) as teachers`;

const studentOf = (scope: LabScope) => (scope === 'every' ? null : (scope.student?.student_id ?? null));
const taughtIn = (scope: LabScope) =>
  scope === 'every' ? sql.fragment`true` : taughtBy(scope.teacher?.user_id ?? null);
const visibleTo = (scope: LabScope) =>
  sql.fragment`(${taughtIn(scope)} or members @> array[${studentOf(scope)}]::text[])`;
