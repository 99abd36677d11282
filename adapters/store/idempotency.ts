// The record of Idempotency-Keys.
import type { StoredReply } from '../../generated/runtime/host.ts';
import type { Store, Tx } from './database.ts';
import type { Attempt, Begun, IdempotencyRecords } from './port.ts';
import { row, sql } from './query.ts';

const after = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;

export const idempotencyRecords = (store: Store): IdempotencyRecords => ({
  async begin(attempt) {
    // Two rounds: between a refused insert and the query for its cause, the other run may have released the key.
    for (let round = 1; round < 3; round++) {
      if (await take(store, attempt)) return { kind: 'fresh' };
      const found = await findAttempt(store, attempt);
      if (found) return found;
    }
    return { kind: 'in-flight', retryAfterMs: 1_000 };
  },

  async store(attempt, reply, tx: Tx = store) {
    const { rowCount } = await tx.query(sql.unsafe`
      update idempotency_keys set reply = ${sql.jsonb(toJson(reply))}, expires_at = ${after(attempt.retentionMs)}
      where ${mine(attempt)}`);
    return rowCount === 1;
  },

  async release(attempt) {
    await store.query(sql.unsafe`delete from idempotency_keys where ${mine(attempt)}`);
  },

  async renew(attempt) {
    const { rowCount } = await store.query(sql.unsafe`
      update idempotency_keys set leased_until = ${after(attempt.leaseMs)} where ${mine(attempt)}`);
    return rowCount === 1;
  },

  async sweep(limit) {
    const { rowCount } = await store.query(sql.unsafe`
      delete from idempotency_keys where (principal, operation, key) in (
        select principal, operation, key from idempotency_keys where expires_at <= clock_timestamp()
        order by expires_at for update skip locked limit ${limit})`);
    return rowCount;
  },
});

/** Takes a key that is new, expired, or left behind by a run that ended without a reply and asked for the same. */
async function take(
  store: Store,
  { principal, operation, key, bodyHash, attempt, leaseMs, retentionMs }: Attempt,
): Promise<boolean> {
  const { rowCount } = await store.query(sql.unsafe`
    insert into idempotency_keys as stored (principal, operation, key, body_hash, attempt, leased_until, expires_at)
    values (${principal}, ${operation}, ${key}, ${bodyHash}, ${attempt}, ${after(leaseMs)}, ${after(retentionMs)})
    on conflict (principal, operation, key) do update
    set body_hash = excluded.body_hash, attempt = excluded.attempt, leased_until = excluded.leased_until,
      reply = null, created_at = now(), expires_at = excluded.expires_at
    where stored.expires_at <= clock_timestamp()
      or (stored.reply is null and stored.leased_until <= clock_timestamp() and stored.body_hash = excluded.body_hash)`);
  return rowCount === 1;
}

async function findAttempt(store: Store, { principal, operation, key, bodyHash }: Attempt): Promise<Begun | undefined> {
  const found = await store.maybeOne(sql.type(row<{ body_hash: string; reply: StoredReply | null; wait_ms: number }>())`
    select body_hash, reply, greatest(0, extract(epoch from leased_until - clock_timestamp()) * 1000) as wait_ms
    from idempotency_keys where principal = ${principal} and operation = ${operation} and key = ${key}`);
  if (found === null) return undefined;
  if (found.body_hash !== bodyHash) return { kind: 'mismatch' };
  if (found.reply !== null) return { kind: 'replay', reply: found.reply };
  return { kind: 'in-flight', retryAfterMs: Math.ceil(found.wait_ms) };
}

const mine = ({ principal, operation, key, attempt }: Attempt) =>
  sql.fragment`principal = ${principal} and operation = ${operation} and key = ${key} and attempt = ${attempt} and reply is null`;

/** Through JSON once: what is stored is what a replay sends, and `undefined` fields are no surprise to the driver. */
const toJson = (reply: StoredReply) => JSON.parse(JSON.stringify(reply)) as Parameters<typeof sql.jsonb>[0];
