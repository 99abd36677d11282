// Starts and stops as they were requested, until the infrastructure has answered (table lab_starts, decision 21).
import type { Fragment } from '../columns.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { from, intentStatusTable, settling, to } from './intent-moves.ts';
import type { ClaimedIntent, Intents, OwnerResult, Settlement } from './port.ts';

export const intents = (store: Store): Intents => ({
  async write(intent, { settled, reservedMs = 0 } = {}) {
    const { groups, student_ids, lab_id, course_id, requested_by } = intent;
    await store.query(sql.unsafe`
      with added as (
        insert into lab_starts (intent_id, kind, lab_id, course_id, student_ids, group_ids, groups, requested_by, config_revision, config_version,
          restore, traceparent, status, answer, last_error, settled_at, next_attempt_at)
        values (${intent.intent_id}, ${intent.kind}, ${lab_id}, ${course_id}, ${sql.array(student_ids, 'text')},
        ${sql.array(
          groups.map(({ group_id }) => group_id),
          'text',
        )}, ${json(groups)}, ${requested_by}, ${intent.config_revision},
        ${intent.config_version}, ${intent.restore}, ${intent.traceparent}, ${settled?.status ?? intentStatusTable.initial}, ${answerOf(settled)},
        ${settled?.status === 'refused' ? settled.detail : null}, case when ${settled !== undefined} then clock_timestamp() end, ${later(reservedMs)})
      )
      select pg_notify('lab_starts', '')`);
  },

  claim: ({ by, leaseMs, lab_id = null }) =>
    store.maybeOne(sql.type(row<ClaimedIntent>())`
      update lab_starts set claimed_by = ${by}, claimed_until = ${later(leaseMs)}, attempts = attempts + 1, ${enabledOnly}
      where intent_id = (
        select intent_id from lab_starts due
        where status = 'pending' and (lab_id = ${lab_id} or ${lab_id}::text is null and next_attempt_at <= clock_timestamp())
          and (claimed_until is null or claimed_until <= clock_timestamp())
          and not exists (
            select from lab_starts earlier
            where earlier.lab_id = due.lab_id and earlier.status = 'pending' and earlier.number < due.number)
        order by number limit 1 for update skip locked)
      returning intent_id, kind, lab_id, course_id, student_ids, groups,
        requested_by, config_revision, config_version, restore, traceparent, attempts`),

  dueInMs: () =>
    store.oneFirst(sql.type(row<{ due_in_ms: number | null }>())`
      select ceil(extract(epoch from min(greatest(next_attempt_at, claimed_until)) - clock_timestamp()) * 1000)::float8 as due_in_ms
      from lab_starts head where status = 'pending' and not exists (
        select from lab_starts earlier
        where earlier.lab_id = head.lab_id and earlier.status = 'pending' and earlier.number < head.number)`),

  async renew(intent_id, by, leaseMs) {
    const { rowCount } = await store.query(sql.unsafe`
      update lab_starts set claimed_until = ${later(leaseMs)}
      where intent_id = ${intent_id} and claimed_by = ${by} and status = 'pending'`);
    return rowCount === 1;
  },

  async settle(tx: Tx, intent_id, by, settled) {
    const { rowCount } = await tx.query(
      notifying(sql.fragment`
      update lab_starts set ${to(settling[settled.status])}, settled_at = clock_timestamp(), claimed_by = null, claimed_until = null,
        deployment_id = ${settled.status === 'accepted' ? settled.deployment_id : null}, answer = ${answerOf(settled)},
        last_error = ${settled.status === 'refused' ? settled.detail : null}
      where intent_id = ${intent_id} and claimed_by = ${by} and ${from(settling[settled.status])}`),
    );
    return rowCount === 1;
  },

  async postpone(intent_id, by, error, retryMs) {
    await store.query(
      notifying(sql.fragment`
      update lab_starts set last_error = ${error}, claimed_by = null, claimed_until = null, next_attempt_at = ${later(retryMs)}
      where intent_id = ${intent_id} and claimed_by = ${by} and status = 'pending'`),
    );
  },

  async outcome(intent_id) {
    const found = await store.maybeOne(sql.type(row<Outcome>())`
      select status, deployment_id, answer as results, coalesce(last_error, '') as detail
      from lab_starts where intent_id = ${intent_id} and status <> 'pending'`);
    return found === null ? null : settlementOf(found);
  },
});

const enabledAmong = (student_ids: Fragment) => sql.fragment`
  select id from ${student_ids} with ordinality each (id, place)
  where not exists (select from users u where u.student_id = id and not u.enabled) order by place`;

/** A start is for those who are not disabled when it is dispatched, however long it waited (decision 611). */
const enabledOnly = sql.fragment`
  student_ids = case when kind <> 'start' then student_ids else array(${enabledAmong(sql.fragment`unnest(student_ids)`)}) end,
  groups = case when kind <> 'start' then groups else coalesce((
    select jsonb_agg(named || jsonb_build_object('student_ids', remaining.ids) order by number_of_group)
    from jsonb_array_elements(groups) with ordinality every_group (named, number_of_group), lateral (
      select to_jsonb(array(${enabledAmong(sql.fragment`jsonb_array_elements_text(named -> 'student_ids')`)})) as ids) remaining
    where remaining.ids <> '[]'), '[]') end`;

/** For requests that wait behind it. Returns one row for each that was changed. */
const notifying = (update: ReturnType<typeof sql.fragment>) => sql.unsafe`
  with changed as (${update} returning intent_id) select pg_notify('lab_starts', intent_id::text) from changed`;

type Outcome = {
  readonly status: Settlement['status'];
  readonly deployment_id: string | null;
  readonly results: readonly OwnerResult[] | null;
  readonly detail: string;
};

const settlementOf = ({ status, deployment_id, results, detail }: Outcome): Settlement =>
  status === 'accepted' ? { status, deployment_id, results: results ?? [] } : { status, detail };

const json = (value: unknown) => sql.jsonb(value as Parameters<typeof sql.jsonb>[0]);
const answerOf = (settled: Settlement | undefined) =>
  settled?.status === 'accepted' ? json(settled.results) : sql.fragment`null`;
const later = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;
