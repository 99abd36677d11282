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
    const claimed = await store.maybeOne(sql.type(row<{ provider_session: Uint8Array }>())`
      update sessions set renewing_by = ${by}, renewing_until = ${now} + ${leaseMs} * interval '1 ms'
      where session_hash = ${bytes(hash)} and expires_at > ${now} and checked_until <= ${now}
        and (renewing_until is null or renewing_until <= ${now})
      returning provider_session`);
    return claimed?.provider_session ?? null;
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

const begin = (store: Store, { hash, user_id, at, expires_at, ...checked }: NewSession): Promise<void> =>
  store.transaction(async (tx) => {
    await tx.query(sql.unsafe`
      insert into sessions (session_hash, user_id, created_at, seen_at, expires_at, roles, checked_until, provider_session)
      values (${bytes(hash)}, ${user_id}, ${sql.timestamp(at)}, ${sql.timestamp(at)}, ${sql.timestamp(expires_at)},
        ${roles(checked)}, ${sql.timestamp(checked.checked_until)}, ${bytes(checked.provider_session)})`);
    await tx.query(sql.unsafe`update users set last_login_at = ${sql.timestamp(at)} where user_id = ${user_id}`);
  });

type Found = Omit<SessionRow['user'], 'roles'> & Omit<SessionRow, 'user'>;

async function use(store: Store, hash: Uint8Array, at: Date): Promise<SessionRow | null> {
  const found = await store.maybeOne(sql.type(row<Found>())`
    update sessions as s set seen_at = greatest(s.seen_at, ${sql.timestamp(at)}) from users u
    where u.user_id = s.user_id and s.session_hash = ${bytes(hash)} and s.expires_at > ${sql.timestamp(at)}
    returning s.roles, s.checked_until, s.expires_at, u.user_id, u.subject, u.username,
      u.email, u.display_name, u.student_id, u.enabled`);
  if (found === null) return null;
  const { roles, checked_until, expires_at, ...user } = found;
  return { roles, checked_until, expires_at, user: { ...user, roles } };
}

async function renewed(store: Store, { hash, by }: Renewal, checked: Checked): Promise<boolean> {
  const { rowCount } = await store.query(sql.unsafe`
    update sessions set renewing_by = null, renewing_until = null, roles = ${roles(checked)},
      checked_until = ${sql.timestamp(checked.checked_until)}, provider_session = ${bytes(checked.provider_session)}
    where session_hash = ${bytes(hash)} and renewing_by = ${by}`);
  return rowCount === 1;
}

const roles = (checked: Pick<Checked, 'roles'>) => sql.array([...checked.roles], 'text');
