// The side of webhooks that delivers: claims, what an attempt needs to know, and how it ended.
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { ClaimedDelivery, Target, WebhookWork } from './port.ts';
import { disableWebhook, failWaiting } from './webhooks.ts';

/** Claims are made one at a time, so that each sees those before it; else two processes could split a line. */
const oneAtATime = sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant.webhooks.claim'))`;

export const webhookWork = (store: Store): WebhookWork => ({
  claim: ({ by, lines, each, ofPrincipal, leaseMs }) =>
    // The jobs that events are about are read in the scope of every dealer; what is sent, grants decide.
    withScope(store, { dealers: 'every' }, async (tx) => {
      await tx.query(oneAtATime);
      const claimed = await tx.any(sql.type(row<ClaimedDelivery & { sequence: number }>())`
        with recursive ${lineHeads}, ${aloneHeads}, ${inHand}, ready as (
          select webhook_id, aggregate, null::uuid as delivery_id, ready_at from heads
          where ready_at <= clock_timestamp() and not exists (
            -- A replay may have put others first before the one in hand.
            select from webhook_deliveries d
            where d.status = 'waiting' and d.in_line and d.claimed_by is not null and d.claimed_until > clock_timestamp()
              and d.webhook_id = heads.webhook_id and d.aggregate = heads.aggregate)
          union all
          select alone.webhook_id, null, run.delivery_id, run.next_attempt_at from alone, lateral (
            select delivery_id, next_attempt_at from webhook_deliveries d
            where d.status = 'waiting' and not d.in_line and d.webhook_id = alone.webhook_id
              and next_attempt_at <= clock_timestamp() and (claimed_until is null or claimed_until <= clock_timestamp())
            order by next_attempt_at limit ${lines}) run
        ), ranked as (
          select ready.*, coalesce(in_hand.requests, 0) + row_number() over (partition by principal order by ready_at) as nth
          from ready join webhooks using (webhook_id) left join in_hand using (principal)
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
          ${jobPrincipal}`);
      if (claimed.length === 0) return { dueInMs: await tx.oneFirst(nextDue(ofPrincipal)) };
      return claimed.toSorted((a, b) => a.sequence - b.sequence);
    }),

  async renew(by, leaseMs) {
    const { rowCount } = await store.query(sql.unsafe`
      update webhook_deliveries set claimed_until = ${until(leaseMs)} where claimed_by = ${by} and status = 'waiting'`);
    return rowCount > 0;
  },

  async release(by, dueInMs = 0) {
    await store.query(sql.unsafe`
      update webhook_deliveries set claimed_by = null, claimed_until = null,
        next_attempt_at = case when ${dueInMs} > 0 then greatest(next_attempt_at, ${until(dueInMs)}) else next_attempt_at end
      where claimed_by = ${by} and status = 'waiting'`);
  },

  targets: (webhook_ids) =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.any(sql.type(row<Target>())`
        select webhook_id, principal, url, enabled, secret_sealed,
          case when previous_secret_until > clock_timestamp() then previous_secret_sealed end as "previous_secret_sealed", ${grantsOfOwner}
        from webhooks w where webhook_id = any(${sql.array([...webhook_ids], 'uuid')})`),
    ),

  async failDisabled(webhook_id) {
    await failWaiting(store, webhook_id);
  },

  async record(recorded) {
    const rows = recorded.map(({ attempt, ...each }) => ({
      ...each,
      attempted_at: attempt?.attempted_at.toISOString() ?? null,
      duration_ms: attempt?.duration_ms ?? null,
      response: attempt?.response ?? null,
    }));
    await store.query(sql.unsafe`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
          by text, delivery_id uuid, status text, reason text, failures integer, in_line boolean, retry_ms double precision,
          attempted_at timestamptz, duration_ms integer, response jsonb)
      ), updated as (
        update webhook_deliveries d set status = given.status, reason = given.reason, failures = given.failures, in_line = given.in_line,
          attempt_count = attempt_count + case when given.attempted_at is null then 0 else 1 end,
          next_attempt_at = date_trunc('milliseconds', clock_timestamp()) + given.retry_ms * interval '1 millisecond',
          finished_at = case when given.status <> 'waiting' then date_trunc('milliseconds', clock_timestamp()) end, claimed_by = null, claimed_until = null
        from given where d.delivery_id = given.delivery_id and d.claimed_by = given.by and d.status = 'waiting'
        returning d.delivery_id
      ), ended as (
        -- After one that failed for good the webhook is disabled: until then its successors are not for others to send.
        select d.delivery_id, webhook_id, aggregate, given.by from given join webhook_deliveries d using (delivery_id)
        where d.in_line and d.claimed_by = given.by and d.status = 'waiting' and given.status = 'waiting'
      ), released as (
        update webhook_deliveries d set claimed_by = null, claimed_until = null from ended
        where d.claimed_by = ended.by and d.status = 'waiting' and d.in_line
          and d.webhook_id = ended.webhook_id and d.aggregate = ended.aggregate and d.delivery_id <> ended.delivery_id
      )
      insert into webhook_attempts (delivery_id, attempted_at, duration_ms, reason, response)
      select delivery_id, attempted_at, duration_ms, reason, response from given join updated using (delivery_id) where attempted_at is not null`);
  },

  disable: (webhook_id, reason, since, announce) =>
    withScope(store, { dealers: 'every' }, async (tx) => {
      const reached =
        since !== null &&
        (await tx.exists(sql.unsafe`
          select 1 from webhook_deliveries where webhook_id = ${webhook_id} and status = 'delivered' and finished_at >= ${sql.timestamp(since)}`));
      const disabled = reached ? null : await disableWebhook(tx, webhook_id, reason);
      if (disabled === null) return false;
      await failWaiting(tx, webhook_id);
      await announce(tx, disabled);
      return true;
    }),
});

/** Of the webhook `w`. */
export const grantsOfOwner = sql.fragment`
  (select coalesce(jsonb_agg(jsonb_build_object('dealer_id', dealer_id, 'brand_ids', brand_ids, 'region_ids', region_ids, 'roles', roles)), '[]')
   from dealer_grants g where g.principal = w.principal) as "grants"`;

/** Of the delivery `d`. */
export const jobPrincipal = sql.fragment`
  (select principal from upload_jobs j where d.event = 'ingest.job.finished' and j.job_id = (d.data ->> 'job_id')::uuid) as job_principal`;

const until = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;

const firstOfLine = sql.fragment`
  select webhook_id, aggregate, sequence, greatest(next_attempt_at, claimed_until) as ready_at from webhook_deliveries
  where status = 'waiting' and in_line`;

/** The first of each line, found by as many steps in the index as there are lines, however long they are. */
const lineHeads = sql.fragment`heads as (
  (${firstOfLine} order by webhook_id, aggregate, sequence limit 1)
  union all
  select next.* from heads, lateral (
    ${firstOfLine} and (webhook_id, aggregate) > (heads.webhook_id, heads.aggregate) order by webhook_id, aggregate, sequence limit 1) next
)`;

/** The webhooks with deliveries that left their line, found by as many steps in the index. */
const aloneHeads = sql.fragment`alone as (
  (select webhook_id from webhook_deliveries where status = 'waiting' and not in_line order by webhook_id limit 1)
  union all
  select next.webhook_id from alone, lateral (
    select webhook_id from webhook_deliveries where status = 'waiting' and not in_line and webhook_id > alone.webhook_id
    order by webhook_id limit 1) next
)`;

/** A line is one request at a time. */
const inHand = sql.fragment`in_hand as (
  select principal, count(distinct (webhook_id, case when in_line then aggregate else delivery_id::text end)) as requests
  from webhook_deliveries join webhooks using (webhook_id)
  where status = 'waiting' and claimed_by is not null and claimed_until > clock_timestamp() group by principal
)`;

/** Of those who have as much in hand as they may, the end of a request says more. */
const nextDue = (ofPrincipal: number) => sql.type(row<{ due_in_ms: number | null }>())`
  with recursive ${lineHeads}, ${inHand}, waiting as (
    select webhook_id, ready_at from heads
    union all
    select webhook_id, greatest(next_attempt_at, claimed_until) from webhook_deliveries where status = 'waiting' and not in_line
  )
  select ceil(extract(epoch from min(ready_at) - clock_timestamp()) * 1000)::float8 as due_in_ms
  from waiting join webhooks using (webhook_id) left join in_hand using (principal) where coalesce(requests, 0) < ${ofPrincipal}`;
