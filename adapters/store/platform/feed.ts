// What browsers receive, numbered in the transaction that makes it true (tables live_feed, live_changes, lab_notices,
// notice_acknowledgements).

import type { Plain } from '../../../generated/runtime/brand.ts';
import { inserted, type Written } from '../columns.ts';
import type { Store, Tx } from '../database.ts';
import type { Channel } from '../messages/port.ts';
import { row, sql } from '../query.ts';
import { boundStatement } from '../statements/bound.ts';
import { liveColumns, noticeColumns } from './columns.ts';
import { isValid } from './courses/membership.ts';
import { statusFor, statusOfRows, taughtBy, within } from './lab-scope.ts';
import type { Feed, FeedChanges, FeedRead, FeedReader, FeedState, LabScope, NewNotice } from './port.ts';

/** As asyncapi.yaml promises: a class that starts makes one for each student. */
const replayedNotices = 20;

export const feed = (store: Store): Feed => ({
  state: () => stateOf(store),

  async since(number) {
    const statement = changesSince({ after: number });
    const [found] = await store.preparedRows<{ readonly changes: FeedChanges }>('feed_changes', statement);
    const { instances, notices, ...state } = found?.changes ?? noFeed();
    return {
      ...state,
      instances: instances.map(({ instance, ...more }) => ({ instance: instanceOf(instance), ...more })),
      notices: notices.map(({ notice, ...more }) => ({ notice: noticeOf(notice), ...more })),
    };
  },

  async read(reader, resume) {
    if (resume !== null) {
      const { floor, ...since } = await readFeed(store, reader, resume.after);
      const holds = resume.epoch === since.epoch && resume.after >= floor && resume.after <= since.number;
      if (holds) return { ...since, whole: false };
    }
    const { floor: _, ...all } = await readFeed(store, reader, null);
    return { ...all, whole: true };
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
      select before + place, id from fed, unnest(${sql.array(ids, 'uuid')}) with ordinality as announced (id, place))
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

/**
 * The status of the labs of changed instances. Each lab is read once, not once for each instance, since a class that
 * starts changes hundreds at a time.
 */
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
const teachers = sql.fragment`array_remove(array_append(array(
  select m.user_id::text from course_members m where m.course_id = labs.course_id and m.role <> 'student' and ${isValid('m')}
), labs.owner_id::text), null) as teachers`;

/**
 * One statement, so that the number and what has it are of one moment; made once, since each change of every lab asks
 * for it.
 */
const changesSince = boundStatement(
  ['after'],
  ({ after }) => sql.unsafe`
  with ${statusesOf(sql.fragment`
    select instance_id, max(number) as number from live_changes where number > ${after} group by instance_id`)}
  select json_build_object('epoch', epoch, 'number', number,
    'instances', (select coalesce(json_agg(changed order by number), '[]') from (
      select (select row_to_json(live) from (select ${liveColumns}) live) as instance, number, lab_status,
        coalesce(member_status, '{}') as member_status, lab_instances.members, ${teachers}
      from last join lab_instances using (instance_id) join lab_statuses using (lab_id)
        left join member_statuses using (instance_id) left join labs using (lab_id)) changed),
    'notices', (select coalesce(json_agg(noted order by number), '[]') from (
      select (select row_to_json(notice) from (select ${noticeColumns}) notice) as notice, number, '{}'::text[] as members, ${teachers}
      from live_changes join lab_notices using (notice_id) left join labs using (lab_id)
      where number > ${after}) noted)) as changes
  from live_feed`,
);

type Fragment = ReturnType<typeof sql.fragment>;
type Read = Omit<FeedRead, 'whole'> & { readonly floor: number };

/** What came after a number; null: everything. One statement, since a whole class connects within seconds. */
async function readFeed(store: Store, { user_id, scope }: FeedReader, after: number | null): Promise<Read> {
  const { every, user } = statements[after === null ? 'whole' : 'since'];
  const statement =
    scope === 'every'
      ? every({ after, user_id })
      : user({ after, user_id, teacher_id: scope.teacher?.user_id ?? null, student_id: studentOf(scope) });
  const name = `${after === null ? 'feed' : 'feed_since'}_of_${scope === 'every' ? scope : 'user'}`;
  const [found] = await store.preparedRows<{ readonly read: Read }>(name, statement);
  const { instances, notices, ...rest } = found?.read ?? noFeed();
  return { ...rest, instances: instances.map(instanceOf), notices: notices.map(noticeOf) };
}

const instanceOf = (each: FeedRead['instances'][number]): typeof each => ({
  ...each,
  since: instant(each.since),
  ends_at: maybe(each.ends_at),
});
const noticeOf = (each: FeedRead['notices'][number]): typeof each => ({
  ...each,
  due_at: maybe(each.due_at),
  occurred_at: instant(each.occurred_at),
});

function noFeed(): never {
  throw new Error('live_feed has no row');
}

/** PostgreSQL writes microseconds and an offset into JSON. */
const instant = (text: string): string => new Date(text).toISOString();
const maybe = (text: string | null): string | null => (text === null ? null : instant(text));

const studentOf = (scope: LabScope) => (scope === 'every' ? null : (scope.student?.student_id ?? null));
const taughtIn = (scope: LabScope) =>
  scope === 'every' ? sql.fragment`true` : taughtBy(scope.teacher?.user_id ?? null);
const visibleTo = (scope: LabScope) =>
  sql.fragment`(${taughtIn(scope)} or members @> array[${studentOf(scope)}]::text[])`;

type Placeholders = { readonly after: string; readonly user_id: string };
type Narrowing = { readonly changed: Fragment; readonly inChanged: Fragment };

const readOf = (scope: LabScope, { after, user_id }: Placeholders, { changed, inChanged }: Narrowing) => sql.unsafe`
  select json_build_object('epoch', epoch, 'number', number, 'floor', floor,
    'labs', (select coalesce(json_agg(lab), '[]') from (
      select lab_id, ${statusFor(scope)} as status from labs
      where ${within(scope)} and ${inChanged} order by lab_id collate "C") lab),
    'instances', (select coalesce(json_agg(instance), '[]') from (
      select ${liveColumns} from lab_instances left join labs using (lab_id)
      where ${changed} and ${visibleTo(scope)} order by instance_id) instance),
    'notices', (select coalesce(json_agg(notice), '[]') from (
      select ${noticeColumns} from lab_notices join (
        select notice_id, number from live_changes join lab_notices using (notice_id) left join labs using (lab_id)
        where number > greatest(floor, ${after}, (select number from notice_acknowledgements where user_id = ${user_id}))
          and ${taughtIn(scope)}
        order by number desc limit ${replayedNotices}
      ) newest using (notice_id) order by newest.number) notice)) as read
  from live_feed`;

const everything = (): Narrowing => ({ changed: sql.fragment`true`, inChanged: sql.fragment`true` });
const changedSince = ({ after }: Placeholders): Narrowing => ({
  changed: sql.fragment`instance_id in (select instance_id from live_changes where number > ${after})`,
  inChanged: sql.fragment`
    lab_id in (select lab_id from live_changes join lab_instances using (instance_id) where number > ${after})`,
});

/** Put together once: that costs more than to read with it. */
const readsOf = (narrowing: (placeholders: Placeholders) => Narrowing) => ({
  every: boundStatement(['after', 'user_id'], (at) => readOf('every', at, narrowing(at))),
  user: boundStatement(['after', 'user_id', 'teacher_id', 'student_id'], (at) => {
    const scope = { teacher: { user_id: at.teacher_id }, student: { student_id: at.student_id } } as LabScope;
    return readOf(scope, at, narrowing(at));
  }),
});
const statements = { whole: readsOf(everything), since: readsOf(changedSince) };
