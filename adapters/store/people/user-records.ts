// Users as administrators see and change them (tables users, sessions).
import type { SessionId, UserSession } from '../../../generated/platform/types.ts';
import { auditUser } from '../audit-log.ts';
import type { Store, Tx } from '../database.ts';
import type { Actor, AuditEntry, Dated } from '../port.ts';
import { row, sql } from '../query.ts';
import { containing } from './directory.ts';
import type { FullUser, UserRecords } from './port.ts';

type SessionRow = Dated<UserSession, 'created_at' | 'seen_at' | 'expires_at'>;

export const userRecords = (store: Store): UserRecords => ({
  list: ({ query, role = null, status = null, after = '', limit }) =>
    store.any(sql.type(row<FullUser>())`
      select ${columns} from users
      where username collate "C" > ${after} and ${containing(query)}
        and (${role}::text is null or ${role} = any(roles)) and (${status}::text is null or status = ${status})
      order by username collate "C" limit ${limit}`),

  find: (user_id) => find(store, user_id),

  async created(tx: Tx, user_id, by) {
    const user = await tx.one(sql.type(row<FullUser>())`select ${columns} from users where user_id = ${user_id}`);
    await audit(tx, 'user.create', user, by);
    return user;
  },

  invited: (tx: Tx, user, by) => audit(tx, 'user.invite', user, by),

  async imported(tx: Tx, created, by) {
    await auditUser(tx, 'user.import', by, { details: { created } });
  },

  async setEnabled(tx: Tx, user_id, enabled, by) {
    const user = await tx.maybeOne(sql.type(row<FullUser>())`
      update users set enabled = ${enabled}, updated_at = now(), version = version + 1
      where user_id = ${user_id} and enabled <> ${enabled} returning ${columns}`);
    if (user === null) {
      const existing = await find(tx, user_id);
      return existing === null ? null : { user: existing, changed: false };
    }
    await audit(tx, enabled ? 'user.enable' : 'user.disable', user, by);
    return { user, changed: true };
  },

  sessions: (user_id, { after = '', limit }) =>
    store.any(sql.type(row<SessionRow>())`
      select ${session_id} as session_id, created_at, seen_at, expires_at from sessions
      where user_id = ${user_id} and expires_at > now() and session_hash > decode(${after}, 'hex')
      order by session_hash limit ${limit}`),

  async endSessions(tx: Tx, user_id, which, by) {
    const ended = await tx.anyFirst(sql.type(row<{ session_id: SessionId }>())`
      with ended as (
        delete from sessions where user_id = ${user_id} and (${which}::text = 'all' or ${session_id} = ${which})
        returning ${session_id} as session_id)
      select session_id from ended, pg_notify('ended_sessions', session_id)`);
    const user = ended.length === 0 ? null : await find(tx, user_id);
    if (user !== null) await audit(tx, 'session.end', user, by, { sessions: ended.length });
    return ended;
  },
});

const find = (tx: Tx, user_id: string): Promise<FullUser | null> =>
  tx.maybeOne(sql.type(row<FullUser>())`select ${columns} from users where user_id = ${user_id}`);

const session_id = sql.fragment`encode(session_hash, 'hex')`;

const columns = sql.fragment`user_id, username, display_name, email, roles, student_id, status, created_at, updated_at, last_login_at`;

export const audit = (
  tx: Tx,
  action: string,
  { user_id, username, student_id }: Pick<FullUser, 'user_id' | 'username' | 'student_id'>,
  by: Actor,
  details: AuditEntry['details'] = {},
): Promise<void> => auditUser(tx, action, by, { student_id, details: { user_id, username, ...details } });
