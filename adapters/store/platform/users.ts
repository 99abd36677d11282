// Who has ever called the platform (table users).
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { batched, type RowsByKey } from '../statements/batch.ts';
import type { Person, StudentIds, UserRow, Users } from './port.ts';

export function users(store: Store): Users {
  const known = batched((subjects) => knownUsers(store, subjects));
  return {
    async ensure(person, student_ids) {
      const { [person.subject]: found } = await known([person.subject]);
      if (found !== undefined && isComplete(found, person, student_ids)) return found;
      return await store.transaction((tx) => save(tx, person, student_ids));
    },
  };
}

/** Each request asks for its user. */
const statement = `
  select json_object_agg(subject, json_build_object('user_id', user_id, 'subject', subject, 'username', username, 'email', email,
    'display_name', display_name, 'role', role, 'student_id', student_id, 'enabled', enabled))
  from users where subject = any($1)`;

const knownUsers = async (store: Store, subjects: readonly string[]): Promise<RowsByKey<UserRow>> =>
  ((await store.preparedValue('known_users', statement, [subjects])) as RowsByKey<UserRow> | null) ?? {};

const isUpToDate = (known: UserRow, { username, email, display_name, role }: Person): boolean =>
  known.username === username && known.email === email && known.display_name === display_name && known.role === role;

const isComplete = (known: UserRow, person: Person, student_ids: StudentIds | null): boolean =>
  isUpToDate(known, person) && (student_ids === null || known.student_id !== null);

const columns = sql.fragment`
  user_id, subject, username, email, display_name, role, student_id, enabled`;

const find = (tx: Tx, subject: string): Promise<UserRow | null> =>
  tx.maybeOne(sql.type(row<UserRow>())`select ${columns} from users where subject = ${subject}`);

async function save(tx: Tx, person: Person, student_ids: StudentIds | null): Promise<UserRow> {
  const { subject, username, email, display_name, role } = person;
  // One at a time: two first requests of a person find one row, and two people never the same free student_id.
  await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtext('covenant users'))`);
  const known = await find(tx, subject);
  if (known !== null && isComplete(known, person, student_ids)) return known;
  // Names are unique at the provider at any moment, so another user's row with this name is out of date.
  await tx.query(sql.unsafe`
    update users set username = username || '~' || user_id, updated_at = now(), version = version + 1
    where username = ${username} and subject <> ${subject}`);
  const student_id = known?.student_id ?? (student_ids === null ? null : await firstFree(tx, student_ids(username)));
  return await tx.one(sql.type(row<UserRow>())`
    insert into users as u (user_id, subject, username, email, display_name, role, student_id)
    values (gen_random_uuid(), ${subject}, ${username}, ${email}, ${display_name}, ${role}, ${student_id})
    on conflict (subject) do update set username = excluded.username, email = excluded.email, display_name = excluded.display_name,
      role = excluded.role, student_id = excluded.student_id, updated_at = now(), version = u.version + 1
    returning ${columns}`);
}

async function firstFree(tx: Tx, candidates: Iterable<string>): Promise<string> {
  for (const candidate of candidates)
    if (!(await tx.exists(sql.unsafe`select from users where student_id = ${candidate}`))) return candidate;
  throw new Error('all candidates for the student_id are in use');
}
