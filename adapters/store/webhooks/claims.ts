// Which deliveries are due for whom. What is read grows with the lines of those who have room, not with the lines that
// wait (decision 335).
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { ClaimedDelivery, WebhookQueue } from './port.ts';

type Options = Parameters<WebhookQueue['claim']>[0];

/** Claims are made one at a time, so that each sees those before it; else two processes could split a line. */
const oneAtATime = sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant.webhooks.claim'))`;

export const claimDeliveries = (store: Store, options: Options): ReturnType<WebhookQueue['claim']> =>
  // The jobs that events are about are read in the scope of every dealer; what is sent, grants decide.
  withScope(store, { dealers: 'every' }, async (tx) => {
    await tx.query(oneAtATime);
    const claimed = await tx.any(sql.type(row<ClaimedDelivery & { sequence: number }>())`${claimDue(options)}`);
    if (claimed.length > 0) return { kind: 'claimed', claimed: claimed.toSorted((a, b) => a.sequence - b.sequence) };
    const next = sql.type(row<{ due_in_ms: number | null }>())`${nextDue(options.ofPrincipal)}`;
    return { kind: 'nothing_due', dueInMs: await tx.oneFirst(next) };
  });

/** Takes them: of each principal its lines that have waited longest. */
export const claimDue = ({ by, lines, each, ofPrincipal, leaseMs }: Options) => sql.fragment`
  with recursive ${withRoom(ofPrincipal)}, ${lineHeads}, ${aloneHeads}, ready as (
    select webhook_id, aggregate, null::uuid as delivery_id, ready_at from heads
    where ready_at <= clock_timestamp() and not exists (
      -- A replay may have put others first before the one in hand.
      select from webhook_deliveries d
      where d.status = 'waiting' and d.in_line and d.claimed_by is not null and d.claimed_until > clock_timestamp()
        and d.webhook_id = heads.webhook_id and d.aggregate = heads.aggregate)
    union all
    select alone.webhook_id, null, run.delivery_id, run.next_attempt_at from alone join with_room using (webhook_id), lateral (
      select delivery_id, next_attempt_at from webhook_deliveries d
      where d.status = 'waiting' and not d.in_line and d.webhook_id = alone.webhook_id
        and next_attempt_at <= clock_timestamp() and (claimed_until is null or claimed_until <= clock_timestamp())
      order by next_attempt_at limit ${lines}) run
  ), ranked as (
    select ready.*, requests + row_number() over (partition by principal order by ready_at) as nth
    from ready join with_room using (webhook_id)
  ), due as (
    -- Who has least in hand comes first.
    select webhook_id, aggregate, delivery_id from ranked where nth <= ${ofPrincipal} order by nth, ready_at limit ${lines}
  ), taken as (
    select run.delivery_id from due, lateral (
      select delivery_id from webhook_deliveries d
      where d.status = 'waiting' and d.in_line and d.webhook_id = due.webhook_id and d.aggregate = due.aggregate
      order by sequence limit ${each}) run
    where due.delivery_id is null
    union all
    select delivery_id from due where delivery_id is not null
  )
  update webhook_deliveries d set claimed_by = ${by}, claimed_until = ${until(leaseMs)} from taken where d.delivery_id = taken.delivery_id
  returning d.delivery_id, sequence, webhook_id, message_id, event, aggregate, data, occurred_at, failures, in_line,
    ${jobPrincipal}`;

/**
 * Principals that have as many deliveries in hand as they may are left out: the end of a request says when the next is
 * due.
 */
export const nextDue = (ofPrincipal: number) => sql.fragment`
  with recursive ${withRoom(ofPrincipal)}, ${lineHeads}, ${aloneHeads}, waiting as (
    select ready_at from heads
    union all
    -- One of so many is not in hand, and none behind it is due before it.
    select run.ready_at from alone join with_room using (webhook_id), lateral (
      select greatest(next_attempt_at, claimed_until) as ready_at from webhook_deliveries d
      where d.status = 'waiting' and not d.in_line and d.webhook_id = alone.webhook_id order by next_attempt_at limit ${ofPrincipal}) run
  )
  select ceil(extract(epoch from min(ready_at) - clock_timestamp()) * 1000)::float8 as due_in_ms from waiting`;

export const until = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** The principal of the job of the delivery `d`. */
export const jobPrincipal = sql.fragment`
  (select principal from upload_jobs j where d.event = 'ingest.job.finished' and j.job_id = (d.data ->> 'job_id')::uuid) as job_principal`;

/** The webhooks of principals that may have another request in hand. A line is one request at a time. */
const withRoom = (ofPrincipal: number) => sql.fragment`in_hand as (
  select principal, count(distinct (webhook_id, case when in_line then aggregate else delivery_id::text end)) as requests
  from webhook_deliveries join webhooks using (webhook_id)
  where status = 'waiting' and claimed_by is not null and claimed_until > clock_timestamp() group by principal
), with_room as materialized (
  select webhook_id, principal, coalesce(requests, 0) as requests
  from webhooks left join in_hand using (principal) where coalesce(requests, 0) < ${ofPrincipal}
)`;

const firstOfLine = sql.fragment`
  select webhook_id, aggregate, greatest(next_attempt_at, claimed_until) as ready_at from webhook_deliveries d
  where status = 'waiting' and in_line`;

/**
 * The first of each line of those with room, found by as many steps in the index as there are such lines, however long
 * they are.
 */
const lineHeads = sql.fragment`lined as (
  (select webhook_id from webhook_deliveries where status = 'waiting' and in_line order by webhook_id limit 1)
  union all
  select next.webhook_id from lined, lateral (
    select webhook_id from webhook_deliveries where status = 'waiting' and in_line and webhook_id > lined.webhook_id
    order by webhook_id limit 1) next
), heads as (
  select first.* from lined join with_room using (webhook_id), lateral (
    ${firstOfLine} and d.webhook_id = lined.webhook_id order by aggregate, sequence limit 1) first
  union all
  select next.* from heads, lateral (
    ${firstOfLine} and d.webhook_id = heads.webhook_id and d.aggregate > heads.aggregate order by aggregate, sequence limit 1) next
)`;

/** The webhooks with deliveries that left their line, found by as many steps in the index. */
const aloneHeads = sql.fragment`alone as (
  (select webhook_id from webhook_deliveries where status = 'waiting' and not in_line order by webhook_id limit 1)
  union all
  select next.webhook_id from alone, lateral (
    select webhook_id from webhook_deliveries where status = 'waiting' and not in_line and webhook_id > alone.webhook_id
    order by webhook_id limit 1) next
)`;
