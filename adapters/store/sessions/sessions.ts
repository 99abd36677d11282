// The record of who is logged in with a browser (table sessions).
import type { Store } from '../database.ts';
import { bytes, row, sql } from '../query.ts';
import type { Checked, NewSession, Renewal, SessionRecords, SessionRow } from './port.ts';

export const sessionRecords = (store: Store): SessionRecords => ({
  begin: (session) => begin(store, session),
  use: (hash, at) => use(store, hash, at),
  has: (hash) => store.exists(sql.unsafe`select from sessions where session_hash = ${bytes(hash)}`),

  async end(hash) {
    await store.query(sql.unsafe`
      with gone as (delete from sessions where session_hash = ${bytes(hash)} returning session_hash)
      select pg_notify('ended_sessions', encode(session_hash, 'hex')) from gone`);
  },

  async claimRenewal({ hash, by }, at, leaseMs) {
    const now = sql.timestamp(at);
    const claimed = await store.maybeOne(sql.type(row<{ providerSession: Uint8Array }>())`
      update sessions set renewing_by = ${by}, renewing_until = ${now} + ${leaseMs} * interval '1 ms'
      where session_hash = ${bytes(hash)} and expires_at > ${now} and checked_until <= ${now}
        and (renewing_until is null or renewing_until <= ${now})
      returning provider_session as "providerSession"`);
    return claimed?.providerSession ?? null;
  },

  renewed: (renewal, checked) => renewed(store, renewal, checked),

  async giveUpRenewal({ hash, by }) {
    await store.query(sql.unsafe`
      update sessions set renewing_by = null, renewing_until = null
      where session_hash = ${bytes(hash)} and renewing_by = ${by}`);
  },

  async sweep(now, limit) {
    const { rowCount } = await store.query(sql.unsafe`
      delete from sessions where session_hash in (
        select session_hash from sessions where expires_at <= ${sql.timestamp(now)} limit ${limit})`);
    return rowCount;
  },
});

const begin = (store: Store, { hash, userId, at, expiresAt, ...checked }: NewSession): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      insert into sessions (session_hash, user_id, created_at, seen_at, expires_at, roles, checked_until, provider_session)
      values (${bytes(hash)}, ${userId}, ${sql.timestamp(at)}, ${sql.timestamp(at)}, ${sql.timestamp(expiresAt)},
        ${roles(checked)}, ${sql.timestamp(checked.checkedUntil)}, ${bytes(checked.providerSession)})`);
    await tx.query(sql.unsafe`update users set last_login_at = ${sql.timestamp(at)} where user_id = ${userId}`);
  });

type Found = SessionRow['user'] & Omit<SessionRow, 'user'>;

async function use(store: Store, hash: Uint8Array, at: Date): Promise<SessionRow | null> {
  const found = await store.maybeOne(sql.type(row<Found>())`
    update sessions as s set seen_at = greatest(s.seen_at, ${sql.timestamp(at)}) from users u
    where u.user_id = s.user_id and s.session_hash = ${bytes(hash)} and s.expires_at > ${sql.timestamp(at)}
    returning s.roles, s.checked_until as "checkedUntil", s.expires_at as "expiresAt", u.user_id as "userId", u.subject, u.username,
      u.email, u.display_name as "displayName", u.role, u.student_id, u.enabled`);
  if (found === null) return null;
  const { roles, checkedUntil, expiresAt, ...user } = found;
  return { roles, checkedUntil, expiresAt, user };
}

async function renewed(store: Store, { hash, by }: Renewal, checked: Checked): Promise<boolean> {
  const { rowCount } = await store.query(sql.unsafe`
    update sessions set renewing_by = null, renewing_until = null, roles = ${roles(checked)},
      checked_until = ${sql.timestamp(checked.checkedUntil)}, provider_session = ${bytes(checked.providerSession)}
    where session_hash = ${bytes(hash)} and renewing_by = ${by}`);
  return rowCount === 1;
}

const roles = (checked: Pick<Checked, 'roles'>) => sql.array([...checked.roles], 'text');
