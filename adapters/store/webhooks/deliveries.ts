// Deliveries as the owner of a webhook sees and replays them.
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { jobPrincipal } from './claims.ts';
import { type DeliveryMove, from, replay, replayFailed, to } from './delivery-moves.ts';
import type { AttemptRow, DeliveryDetails, DeliveryPosition, DeliveryRow, Replay, WebhookDeliveries } from './port.ts';
import { grantsOfOwner } from './targets.ts';

export const webhookDeliveries = (store: Store): WebhookDeliveries => ({
  list: (webhook_id, { status, before, limit }) =>
    store.any(sql.type(row<DeliveryRow>())`
      select ${deliveryColumns} from webhook_deliveries
      where webhook_id = ${webhook_id} and (${status ?? null}::text is null or status = ${status ?? null})
        and (${before ?? null}::uuid is null or delivery_id < ${before ?? null}::uuid)
      order by delivery_id desc limit ${limit}`),

  async find(webhook_id, delivery_id, count) {
    // Grants decide what is shown, as they decide what is sent.
    const found = await withScope(store, { dealers: 'every' }, (tx) =>
      tx.maybeOne(sql.type(row<Omit<DeliveryDetails, 'attempts'>>())`
        select d.*, w.principal, ${grantsOfOwner}, ${jobPrincipal}
        from webhooks w, (select ${deliveryColumns}, data from webhook_deliveries) d
        where w.webhook_id = ${webhook_id} and d.webhook_id = ${webhook_id} and d.delivery_id = ${delivery_id}`),
    );
    if (found === null) return null;
    const attempts = await store.any(sql.type(row<AttemptRow>())`
      select attempted_at, duration_ms, reason, response from webhook_attempts
      where delivery_id = ${delivery_id} order by attempted_at desc limit ${count}`);
    return { ...found, attempts: attempts.toReversed() };
  },

  createTest: (webhook_id, { message_id, occurred_at }) =>
    store.one(sql.type(row<DeliveryRow>())`
      with added as (
        insert into webhook_deliveries (webhook_id, message_id, event, aggregate, data, occurred_at)
        values (${webhook_id}, ${message_id}, 'webhook.test', 'test', ${sql.jsonb({ webhook_id })}, ${sql.timestamp(occurred_at)})
        returning ${deliveryColumns}
      ), notified as (select pg_notify('webhooks', '') from added)
      select added.* from added, notified`),

  replay: (webhook_id, delivery_id) =>
    store.maybeOne(sql.type(row<DeliveryRow>())`
      with present as materialized (
        -- The lock waits for another replay or for the end of an attempt, and reads what that one has written.
        select ${deliveryColumns} from webhook_deliveries where webhook_id = ${webhook_id} and delivery_id = ${delivery_id} for update
      ), again as (
        update webhook_deliveries set ${dueAgain}
        where delivery_id in (select delivery_id from present where ${from(replay)}) and ${mayReplay}
        returning ${deliveryColumns}
      ), notified as (select pg_notify('webhooks', '') from again)
      select again.* from again, notified
      union all
      select * from present where not exists (select from again)`),

  findReplayable: (next) =>
    store.one(sql.type(row<{ count: number; next_since: Date | null }>())`
      select count(*)::integer as count, min(occurred_at) as next_since from (
        select occurred_at from webhook_deliveries where ${replayable(next)}
        order by occurred_at, sequence limit ${replayBatch}) due`),

  replayNext: (next, most) => store.one(replayAfter(next, most)),

  async sweep(before, limit) {
    const { rowCount } = await store.query(sql.unsafe`
      delete from webhook_deliveries where delivery_id in (
        select delivery_id from webhook_deliveries where finished_at is not null
          and coalesce(first_finished_at, finished_at) < ${sql.timestamp(before)} limit ${limit})`);
    return rowCount;
  },
});

/** So many rows are locked for a moment only. */
const replayBatch = 1_000;

/** A literal: the planner uses a partial index only where it can read its condition. */
const mayReplay = sql.fragment`replay_count < 10`;

const replayable = ({ webhook_id, status, after }: Replay) => sql.fragment`
  webhook_id = ${webhook_id} and ${from(moves[status])} and ${mayReplay}
    and (occurred_at, sequence) > (${after.at}::timestamptz, ${after.sequence})`;

const moves: Readonly<Record<Replay['status'], DeliveryMove>> = { all: replay, failed: replayFailed };

const replayAfter = (next: Replay, most: number) => sql.type(row<{ count: number; last: DeliveryPosition | null }>())`
  with batch as (
    select delivery_id, occurred_at, sequence from webhook_deliveries
    where ${replayable(next)}
    order by occurred_at, sequence limit ${most} for update
  ), again as (
    update webhook_deliveries d set ${dueAgain} from batch where d.delivery_id = batch.delivery_id returning d.occurred_at, d.sequence
  ), notified as (select pg_notify('webhooks', '') from again limit 1)
  select (select count(*) from again) as count,
    (select json_build_object('at', occurred_at, 'sequence', sequence) from again order by occurred_at desc, sequence desc limit 1) as last,
    (select count(*) from notified) as notified`;

const dueAgain = sql.fragment`${to(replay)}, reason = null, failures = 0, in_line = true, next_attempt_at = date_trunc('milliseconds', clock_timestamp()),
  replay_count = replay_count + 1, first_finished_at = coalesce(first_finished_at, finished_at), finished_at = null,
  claimed_by = null, claimed_until = null`;

/** What waits behind an earlier event of its line is attempted after that one. */
const deliveryColumns = sql.fragment`delivery_id, webhook_id, message_id, event, status, reason,
  (select (a.response->>'status')::integer from webhook_attempts a where a.delivery_id = webhook_deliveries.delivery_id
    order by a.attempted_at desc limit 1) as last_response_status,
  attempt_count,
  case when status = 'waiting' and in_line then greatest(next_attempt_at, (
    select f.next_attempt_at from webhook_deliveries f
    where f.webhook_id = webhook_deliveries.webhook_id and f.aggregate = webhook_deliveries.aggregate
      and f.status = 'waiting' and f.in_line and f.sequence < webhook_deliveries.sequence
    order by f.sequence limit 1)) else next_attempt_at end as next_attempt_at,
  occurred_at, finished_at`;
