// The table outbox: messages written in the transaction that makes them true.
import type { OutboxMessage } from '../../../generated/runtime/messages/message.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import type { ClaimedMessage, Outbox } from './port.ts';

const json = (value: unknown) => sql.jsonb(value as Parameters<typeof sql.jsonb>[0]);
const ago = (ms: number) => sql.fragment`clock_timestamp() - ${ms} * interval '1 millisecond'`;
const until = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/**
 * Claims are made one at a time, so that each sees those before it; else two relays could split the messages of one
 * aggregate.
 */
const oneAtATime = sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant.outbox.claim'))`;

export const outbox = (store: Store): Outbox => ({
  /** The notification is delivered when the caller commits, and once for all messages of one transaction. */
  async add(tx: Tx, { id, type, exchange, routingKey, headers, contentType, body, reference, ttlMs }, aggregate = id) {
    // A message that is filled in at publish keeps what it has beside the reference: a body would appear complete.
    const stored =
      reference === undefined ? sql.fragment`${json(body)}, null` : sql.fragment`null, ${json({ body, reference })}`;
    await tx.query(sql.unsafe`
      with added as (
        insert into outbox (message_id, aggregate, exchange, routing_key, headers, body, reference, content_type, ttl_ms)
        values (${id}, ${aggregate}, ${exchange}, ${routingKey}, ${json({ ...headers, message_type: type })}, ${stored}, ${contentType}, ${ttlMs ?? null})
      )
      select pg_notify('outbox', '')`);
  },

  claim: ({ by, limit, leaseMs }) =>
    store.transaction(async (tx) => {
      await tx.query(oneAtATime);
      const rows = await tx.any(sql.type(row<Row>())`
        update outbox set claimed_by = ${by}, claimed_until = ${until(leaseMs)}, attempts = attempts + 1
        where id in (
          select id from outbox due
          where published_at is null and (claimed_until is null or claimed_until <= clock_timestamp())
          and not exists (
            select from outbox earlier
            where earlier.aggregate = due.aggregate and earlier.id < due.id and earlier.published_at is null and earlier.claimed_until > clock_timestamp()
          )
          order by id limit ${limit} for update skip locked
        )
        returning id, message_id, aggregate, exchange, routing_key, headers, body, reference, content_type, ttl_ms, attempts, created_at`);
      if (rows.length === 0) return { kind: 'nothing_due', dueInMs: await tx.oneFirst(nextDue) };
      return { kind: 'claimed', claimed: rows.map(toMessage).sort((a, b) => a.row - b.row) };
    }),

  async renew(by, rows, leaseMs) {
    const { rowCount } = await store.query(sql.unsafe`
      update outbox set claimed_until = ${until(leaseMs)}
      where id = any(${sql.array([...rows], 'int8')}) and claimed_by = ${by} and published_at is null`);
    return rowCount > 0;
  },

  async settle(rows) {
    await store.query(sql.unsafe`
      update outbox set published_at = clock_timestamp(), claimed_until = null, last_error = null where id = any(${sql.array([...rows], 'int8')})`);
  },

  /** Only by its holder: when the lease has passed on, the new holder decides. */
  async postpone(by, postponed) {
    const column = <T extends string | number>(values: readonly T[], type: string) => sql.array([...values], type);
    await store.query(sql.unsafe`
      update outbox set last_error = late.error, claimed_by = null, claimed_until = clock_timestamp() + late.ms * interval '1 millisecond'
      from unnest(${column(
        postponed.map(({ row }) => row),
        'int8',
      )}, ${column(
        postponed.map(({ error }) => error),
        'text',
      )}, ${column(
        postponed.map(({ retryMs }) => retryMs),
        'int4',
      )}) late (id, error, ms)
      where outbox.id = late.id and claimed_by = ${by} and published_at is null`);
  },

  backlog: () =>
    store.one(sql.type(row<{ waiting: number; oldest_ms: number }>())`
      select count(*)::int as waiting, coalesce(extract(epoch from clock_timestamp() - min(created_at)) * 1000, 0)::float8 as oldest_ms
      from outbox where published_at is null`),

  async sweep(olderThanMs, limit) {
    const { rowCount } = await store.query(sql.unsafe`
      delete from outbox where id in (select id from outbox where published_at < ${ago(olderThanMs)} order by published_at limit ${limit} for update skip locked)`);
    return rowCount;
  },
});

/** What stands behind another message of its aggregate is due with that one. */
const nextDue = sql.type(row<{ due_in_ms: number | null }>())`
  select ceil(extract(epoch from min(coalesce(claimed_until, now())) - clock_timestamp()) * 1000)::int4 as due_in_ms
  from outbox head where published_at is null and not exists (
    select from outbox earlier where earlier.aggregate = head.aggregate and earlier.id < head.id and earlier.published_at is null
  )`;

type Row = {
  readonly id: number;
  readonly message_id: string;
  readonly aggregate: string;
  readonly exchange: string;
  readonly routing_key: string;
  readonly headers: Record<string, unknown>;
  readonly body: unknown;
  readonly reference: { readonly body: unknown; readonly reference: NonNullable<OutboxMessage['reference']> } | null;
  readonly content_type: string;
  readonly ttl_ms: number | null;
  readonly attempts: number;
  readonly created_at: Date;
};

function toMessage({ headers: { message_type: type, ...headers }, reference, ...found }: Row): ClaimedMessage {
  return {
    row: found.id,
    id: found.message_id,
    type: String(type),
    aggregate: found.aggregate,
    exchange: found.exchange,
    routingKey: found.routing_key,
    headers,
    contentType: found.content_type,
    body: reference === null ? found.body : reference.body,
    ...(reference === null ? {} : { reference: reference.reference }),
    ...(found.ttl_ms === null ? {} : { ttlMs: found.ttl_ms }),
    attempts: found.attempts,
    createdAt: found.created_at,
  };
}
