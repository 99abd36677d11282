// How attempts ended, in one statement: their deliveries, the lines that they free, and the list of attempts.
import type { Store } from '../database.ts';
import { sql } from '../query.ts';
import type { WebhookAttempts } from './port.ts';

/** As many as the contract shows. */
export const keptAttempts = 20;

export async function recordAttempts(
  store: Pick<Store, 'query'>,
  recorded: Parameters<WebhookAttempts['record']>[0],
): Promise<void> {
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
      returning d.delivery_id, attempt_count
    ), ended as (
      -- One that failed for good may disable its webhook, and then nothing is sent to it.
      select d.delivery_id, webhook_id, aggregate, given.by from given join webhook_deliveries d using (delivery_id)
      where d.in_line and d.claimed_by = given.by and d.status = 'waiting' and given.status = 'waiting'
    ), released as (
      update webhook_deliveries d set claimed_by = null, claimed_until = null from ended
      where d.claimed_by = ended.by and d.status = 'waiting' and d.in_line
        and d.webhook_id = ended.webhook_id and d.aggregate = ended.aggregate and d.delivery_id <> ended.delivery_id
    ), forgotten as (
      -- With the one that is written now, as many are left as are shown; a delivery has more only after replays.
      delete from webhook_attempts where ctid in (
        select old.ctid from updated, lateral (
          select ctid from webhook_attempts a where a.delivery_id = updated.delivery_id order by attempted_at desc offset ${keptAttempts - 1}) old
        where updated.attempt_count > ${keptAttempts})
    )
    insert into webhook_attempts (delivery_id, attempted_at, duration_ms, reason, response)
    select delivery_id, attempted_at, duration_ms, reason, response from given join updated using (delivery_id) where attempted_at is not null`);
}
