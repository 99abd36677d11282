// Families of refresh tokens in the analytics database (tables refresh_families, refresh_tokens).
import type { Store, Tx } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import type { NewFamily, RefreshFamilies, Rotation, TokenRow } from './port.ts';

export const refreshFamilies = (store: Store): RefreshFamilies => ({
  create: (family) => store.transaction((tx) => createFamily(tx, family)),
  find: (hash) => findToken(store, hash),
  transaction: (work) => store.transaction(work),
  claim: async (tx: Tx, hash) => {
    await lockFamily(tx, hash);
    return await findToken(tx, hash);
  },
  rotate: (tx: Tx, token, rotation) => rotate(tx, token, rotation),
  revoke: (tx: Tx, family_id, reason, at) =>
    tx.maybeOne(sql.type(row<Pick<TokenRow, 'family_id' | 'principal'>>())`
      update refresh_families set revoked_at = ${time(at)}, revoked_reason = ${reason}, provider_session = null
      where family_id = ${family_id} and revoked_at is null returning family_id, principal`),
  // The clock of the database, since this statement may have waited in it.
  recordAnswer: async (hash) =>
    void (await store.query(sql.unsafe`
      update refresh_tokens set answered = true, used_at = clock_timestamp() where token_hash = ${bytes(hash)} and not answered`)),
});

async function createFamily(tx: Tx, family: NewFamily): Promise<void> {
  await tx.query(sql.unsafe`
    insert into refresh_families (family_id, principal, client_id, provider_session, created_at, idle_expires_at, expires_at)
    values (${family.family_id}, ${family.principal}, ${family.client_id}, ${bytes(family.provider_session)},
      ${time(family.created_at)}, ${time(family.idle_expires_at)}, ${time(family.expires_at)})`);
  await insertToken(tx, family.family_id, family.token_hash, 1, family.created_at, family.idle_expires_at);
}

/**
 * The family's row is the lock. The token is read after it: a statement that waited would still see the token as it was
 * before.
 */
async function lockFamily(tx: Tx, hash: Uint8Array): Promise<void> {
  await tx.query(sql.unsafe`
    select from refresh_families where family_id = (select family_id from refresh_tokens where token_hash = ${bytes(hash)}) for update`);
}

const findToken = (tx: Tx, hash: Uint8Array): Promise<TokenRow | null> =>
  tx.maybeOne(sql.type(row<TokenRow>())`
    select t.family_id, f.principal, t.generation, f.provider_session, t.expires_at, t.used_at, t.answered,
      t.successor_sealed, f.generation > t.generation + 1 as successor_used,
      f.expires_at as family_expires_at, f.revoked_at is not null as family_revoked
    from refresh_tokens t join refresh_families f using (family_id)
    where t.token_hash = ${bytes(hash)}`);

async function rotate(tx: Tx, token: TokenRow, { hash, at, successor, expires_at }: Rotation): Promise<void> {
  await tx.query(sql.unsafe`
    update refresh_tokens set used_at = ${time(at)}, successor_sealed = ${bytes(successor.sealed)} where token_hash = ${bytes(hash)}`);
  // The token before has a used successor now: what it could still open must not stay.
  await tx.query(sql.unsafe`
    update refresh_tokens set successor_sealed = null where family_id = ${token.family_id} and generation < ${token.generation}`);
  await insertToken(tx, token.family_id, successor.hash, token.generation + 1, at, expires_at);
  await tx.query(sql.unsafe`
    update refresh_families set generation = ${token.generation + 1}, idle_expires_at = ${time(expires_at)} where family_id = ${token.family_id}`);
}

const insertToken = (tx: Tx, family_id: string, hash: Uint8Array, generation: number, at: Date, expires_at: Date) =>
  tx.query(sql.unsafe`
    insert into refresh_tokens (token_hash, family_id, generation, created_at, expires_at)
    values (${bytes(hash)}, ${family_id}, ${generation}, ${time(at)}, ${time(expires_at)})`);

const time = (at: Date) => sql.timestamp(at);

/**
 * What opens a successor is of no use after the grace; emptied here when no later rotation did it. Returns how many.
 */
export async function sweepSuccessors(store: Tx, before: Date, limit: number): Promise<number> {
  const { rowCount } = await store.query(sql.unsafe`
    update refresh_tokens set successor_sealed = null where token_hash in (
      select token_hash from refresh_tokens where successor_sealed is not null and answered and used_at < ${time(before)} limit ${limit})`);
  return rowCount;
}

/** Forgets families a week after their end; until then a copied token is still recognised as one. Returns how many. */
export async function sweepFamilies(store: Tx, now: Date, limit: number): Promise<number> {
  const { rowCount } = await store.query(sql.unsafe`
    delete from refresh_families where family_id in (
      select family_id from refresh_families where expires_at < ${time(now)} - interval '7 days' limit ${limit})`);
  return rowCount;
}
