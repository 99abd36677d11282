// People who are named before their first login (table users): who is known already, and a row for everyone else.
import { randomUUID } from 'node:crypto';
import { studentId, userId } from '../../../generated/platform/ids.ts';
import type { Queries, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { lockUsers } from './lock.ts';
import type { Invitation, InvitationResult, InviteOptions, NamedUser, StudentIds } from './port.ts';

const texts = (values: readonly (string | null)[]) => sql.array([...values], 'text');

type StoredUser = Omit<NamedUser, 'student_id'> & { readonly student_id: NamedUser['student_id'] | null };

const columns = sql.fragment`user_id, username, email, display_name, student_id, status`;

export const findByStudentIds = (queries: Queries, student_ids: readonly string[]): Promise<readonly NamedUser[]> =>
  queries.any(sql.type(row<NamedUser>())`
    select ${columns} from users where student_id = any(${texts(student_ids)}) order by student_id collate "C"`);

export async function invite(
  tx: Tx,
  invitations: readonly Invitation[],
  { student_ids, dryRun }: InviteOptions,
): Promise<readonly InvitationResult[]> {
  await lockUsers(tx);
  const directory = directoryOf(await findNamed(tx, invitations), await freeIds(tx, student_ids));
  const results = invitations.map((invitation) => directory.invite(invitation));
  if (dryRun) return results;
  await giveIds(tx, directory.completed);
  await create(tx, directory.created);
  return results;
}

/** Users whom one of the invitations may mean. */
const findNamed = (tx: Tx, invitations: readonly Invitation[]): Promise<readonly StoredUser[]> => {
  const keys = (values: readonly (string | null)[]) =>
    texts(values.flatMap((value) => (value === null ? [] : [value.toLowerCase()])));
  const names = keys(invitations.flatMap(({ username, email }) => [username, email]));
  return tx.any(sql.type(row<StoredUser>())`
    select ${columns} from users
    where lower(username) = any(${names}) or lower(email) = any(${keys(invitations.map(({ email }) => email))})`);
};

/** All ids are read at once: 100,000 of them take less time than a question for each of 5,000 names. */
async function freeIds(tx: Tx, student_ids: StudentIds): Promise<(username: string) => string> {
  const used = new Set(
    await tx.anyFirst(sql.type(row<{ student_id: string }>())`
      select student_id from users where student_id is not null`),
  );
  return (username) => {
    for (const candidate of student_ids(username))
      if (!used.has(candidate)) {
        used.add(candidate);
        return candidate;
      }
    throw new Error('all candidates for the student_id are in use');
  };
}

type Created = NamedUser & Pick<Invitation, 'roles'>;

/** Who is known by which user name and e-mail, while invitations add to it. */
function directoryOf(existing: readonly StoredUser[], freeId: (username: string) => string) {
  const byName = new Map<string, StoredUser>();
  const byEmail = new Map<string, StoredUser[]>();
  const created: Created[] = [];
  const completed = new Map<string, NamedUser>();
  const add = (user: StoredUser): void => {
    byName.set(user.username.toLowerCase(), user);
    const email = user.email?.toLowerCase();
    if (email !== undefined) byEmail.set(email, [...(byEmail.get(email) ?? []), user]);
  };
  const createFor = ({ username, email, display_name, roles }: Invitation): InvitationResult => {
    const name = username ?? email?.toLowerCase() ?? '';
    const user: Created = {
      user_id: userId(randomUUID()),
      username: name,
      email,
      display_name: display_name ?? name,
      student_id: studentId(freeId(username ?? name.replace(/@.*/, ''))),
      status: 'invited',
      roles,
    };
    created.push(user);
    add(user);
    return { outcome: 'created', user: named(user) };
  };
  const knownAs = (user: StoredUser): InvitationResult => {
    const student_id = user.student_id ?? completed.get(user.user_id)?.student_id ?? studentId(freeId(user.username));
    const complete = named({ ...user, student_id });
    if (user.student_id === null) completed.set(user.user_id, complete);
    return { outcome: 'known', user: complete };
  };
  for (const user of existing) add(user);
  return {
    created: created as readonly Created[],
    completed: completed as ReadonlyMap<string, NamedUser>,
    invite(invitation: Invitation): InvitationResult {
      const email = invitation.email?.toLowerCase();
      const addressed = email === undefined ? [] : (byEmail.get(email) ?? []);
      if (invitation.username !== null) {
        const user =
          byName.get(invitation.username.toLowerCase()) ??
          // Who was invited by the e-mail alone has it for a user name.
          addressed.find((each) => each.status === 'invited' && each.username.toLowerCase() === email);
        if (user === undefined) return createFor(invitation);
        const isOther = email !== undefined && user.email !== null && user.email.toLowerCase() !== email;
        return isOther ? { outcome: 'conflict', reason: 'other_email' } : knownAs(user);
      }
      const namedSo = email === undefined ? undefined : byName.get(email);
      const meant = new Set([...addressed, ...(namedSo === undefined ? [] : [namedSo])]);
      const [user] = meant;
      if (user === undefined) return createFor(invitation);
      return meant.size > 1 ? { outcome: 'conflict', reason: 'shared_email' } : knownAs(user);
    },
  };
}

const named = ({ user_id, username, email, display_name, student_id, status }: NamedUser): NamedUser => ({
  user_id,
  username,
  email,
  display_name,
  student_id,
  status,
});

/** Users of an earlier release who were no students then. */
async function giveIds(tx: Tx, users: ReadonlyMap<string, NamedUser>): Promise<void> {
  if (users.size === 0) return;
  const rows = [...users.values()];
  await tx.query(sql.unsafe`
    update users set student_id = given.student_id, updated_at = now(), version = version + 1
    from unnest(${sql.array([...users.keys()], 'uuid')}, ${texts(rows.map(({ student_id }) => student_id))})
      as given (user_id, student_id)
    where users.user_id = given.user_id`);
}

/** `role` is for the release before, which knows one. */
async function create(tx: Tx, users: readonly Created[]): Promise<void> {
  if (users.length === 0) return;
  const column = (of: (user: Created) => string | null) => texts(users.map(of));
  await tx.query(sql.unsafe`
    insert into users (user_id, username, email, display_name, role, roles, student_id)
    select user_id, username, email, display_name, split_part(roles, ' ', 1), string_to_array(roles, ' '), student_id
    from unnest(${sql.array(
      users.map(({ user_id }) => user_id),
      'uuid',
    )}, ${column(({ username }) => username)}, ${column(({ email }) => email)},
      ${column(({ display_name }) => display_name)}, ${column(({ roles }) => roles.join(' '))},
      ${column(({ student_id }) => student_id)}) as invited (user_id, username, email, display_name, roles, student_id)`);
}
