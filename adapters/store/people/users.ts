// Who has ever called the platform, and who is invited to (table users).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { batched, type RowsByKey } from '../statements/batch.ts';
import { findByStudentIds, invite } from './invitations.ts';
import { lockUsers } from './lock.ts';
import type { Person, StudentIds, UserRow, Users } from './port.ts';

export function users(store: Store): Users {
  const known = batched((subjects) => knownUsers(store, subjects));
  return {
    async ensure(person, verifiedEmail, student_ids) {
      const { [person.subject]: found } = await known([person.subject]);
      if (found !== undefined && isUpToDate(found, person)) return found;
      return await store.transaction((tx) => save(tx, person, verifiedEmail, student_ids));
    },
    invite: (tx, invitations, options) => invite(tx as Tx, invitations, options),
    findByStudentIds: (student_ids) => findByStudentIds(store, student_ids),
  };
}

/** Each request asks for its user. */
const statement = `
  select json_object_agg(subject, json_build_object('user_id', user_id, 'subject', subject, 'username', username, 'email', email,
    'display_name', display_name, 'roles', roles, 'student_id', student_id, 'enabled', enabled))
  from users where subject = any($1)`;

const knownUsers = async (store: Store, subjects: readonly string[]): Promise<RowsByKey<UserRow>> =>
  ((await store.preparedValue('known_users', statement, [subjects])) as RowsByKey<UserRow> | null) ?? {};

const isUpToDate = (known: UserRow, { username, email, display_name, roles }: Person): boolean =>
  known.username === username &&
  known.email === email &&
  known.display_name === display_name &&
  known.roles.join() === roles.join() &&
  known.student_id !== null;

const columns = sql.fragment`
  user_id, subject, username, email, display_name, roles, student_id, enabled`;

const find = (tx: Tx, subject: string): Promise<UserRow | null> =>
  tx.maybeOne(sql.type(row<UserRow>())`select ${columns} from users where subject = ${subject}`);

async function save(tx: Tx, person: Person, verifiedEmail: string | null, student_ids: StudentIds): Promise<UserRow> {
  await lockUsers(tx);
  const known = await find(tx, person.subject);
  if (known !== null && isUpToDate(known, person)) return known;
  const existing = known ?? (await findInvited(tx, person.username, verifiedEmail));
  await giveUpName(tx, person.username, existing?.user_id ?? null);
  const student_id = existing?.student_id ?? (await firstFree(tx, student_ids(person.username)));
  return existing === null ? create(tx, person, student_id) : update(tx, existing.user_id, person, student_id);
}

type Invited = Pick<UserRow, 'user_id' | 'student_id'>;

/**
 * The user name comes first: at the provider it is one person's, while a family may share an e-mail. A user name that
 * is the row's e-mail counts only as a verified e-mail, since some providers let users choose any free user name.
 */
async function findInvited(tx: Tx, username: string, verifiedEmail: string | null): Promise<Invited | null> {
  const named = await tx.any(sql.type(row<Invited>())`
    select user_id, student_id from users
    where subject is null and lower(username) = lower(${username})
      and (email is null or lower(email) <> lower(username) or lower(email) = lower(${verifiedEmail}))`);
  if (named[0] !== undefined) return named[0];
  if (verifiedEmail === null) return null;
  const addressed = await tx.any(sql.type(row<Invited>())`
    select user_id, student_id from users where subject is null and lower(email) = lower(${verifiedEmail})`);
  return addressed.length === 1 ? (addressed[0] ?? null) : null;
}

/** Names are unique at the provider at any moment, so another user's row with this name is out of date. */
const giveUpName = (tx: Tx, username: string, user_id: string | null) =>
  tx.query(sql.unsafe`
    update users set username = username || '~' || user_id, updated_at = now(), version = version + 1
    where username = ${username} and user_id is distinct from ${user_id}`);

// `role` is for the release before, which knows one.
const create = (tx: Tx, { subject, username, email, display_name, roles }: Person, student_id: string) =>
  tx.one(sql.type(row<UserRow>())`
    insert into users (user_id, subject, username, email, display_name, role, roles, student_id, last_login_at)
    values (gen_random_uuid(), ${subject}, ${username}, ${email}, ${display_name}, ${strongest(roles)}, ${sql.array([...roles], 'text')},
      ${student_id}, now())
    returning ${columns}`);

const update = (
  tx: Tx,
  user_id: string,
  { subject, username, email, display_name, roles }: Person,
  student_id: string,
) =>
  tx.one(sql.type(row<UserRow>())`
    update users set last_login_at = case when subject is null then now() else last_login_at end, subject = ${subject},
      username = ${username}, email = ${email}, display_name = ${display_name}, role = ${strongest(roles)},
      roles = ${sql.array([...roles], 'text')}, student_id = ${student_id}, updated_at = now(), version = version + 1
    where user_id = ${user_id} returning ${columns}`);

const strongest = (roles: Person['roles']): string => roles[0] ?? 'student';

async function firstFree(tx: Tx, candidates: Iterable<string>): Promise<string> {
  for (const candidate of candidates)
    if (!(await tx.exists(sql.unsafe`select from users where student_id = ${candidate}`))) return candidate;
  throw new Error('all candidates for the student_id are in use');
}
