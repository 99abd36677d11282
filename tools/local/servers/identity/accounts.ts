// The people of a realm.
import type pg from 'pg';
import { type Cost, hashPassword, matches } from './passwords.ts';
import type { Realm } from './settings.ts';

export type IdentityAccount = {
  readonly id: string;
  readonly username: string;
  /** Null: the user has none. */
  readonly email: string | null;
  readonly name: string;
  readonly roles: readonly string[];
};

export type NewAccount = Omit<IdentityAccount, 'id'> & { readonly password: string };
type Database = Pick<pg.Pool, 'query'>;

const columns = 'id, username, email, name, roles';

export async function findAccount(database: Database, realm: Realm, id: string): Promise<IdentityAccount | undefined> {
  const { rows } = await database.query<IdentityAccount>(
    `select ${columns} from accounts where realm = $1 and id::text = $2`,
    [realm, id],
  );
  return rows[0];
}

export type CheckedPasswords = {
  has(password: string, hash: string): boolean;
  add(password: string, hash: string): void;
};
const noneChecked: CheckedPasswords = { has: () => false, add: () => undefined };

/** Makes the account or brings it up to date; a password that is right already is not hashed again. */
export async function saveAccount(
  database: Database,
  realm: Realm,
  account: NewAccount,
  { checked = noneChecked, cost }: { readonly checked?: CheckedPasswords; readonly cost?: Cost } = {},
): Promise<IdentityAccount> {
  const { username, email, name, roles, password } = account;
  const { rows } = await database.query<{ password_hash: string }>(
    'select password_hash from accounts where realm = $1 and username = $2',
    [realm, username],
  );
  const known = rows[0]?.password_hash;
  const isRight = known !== undefined && (checked.has(password, known) || (await matches(password, known)));
  const hash = isRight ? known : await hashPassword(password, cost);
  checked.add(password, hash);
  const saved = await database.query<IdentityAccount>(
    `insert into accounts (realm, username, email, name, roles, password_hash) values ($1, $2, $3, $4, $5, $6)
     on conflict (realm, username) do update
     set email = excluded.email, name = excluded.name, roles = excluded.roles, password_hash = excluded.password_hash
     returning ${columns}`,
    [realm, username, email, name, roles, hash],
  );
  const [row] = saved.rows;
  if (row === undefined) throw new Error(`The account ${username} was not saved.`);
  return row;
}

/** Finds an account by its user name, else by an e-mail that no other account has; `login` is in lower case. */
export async function findByLogin(
  database: Database,
  realm: Realm,
  login: string,
): Promise<{ readonly account: IdentityAccount; readonly passwordHash: string } | undefined> {
  const { rows } = await database.query<IdentityAccount & { password_hash: string }>(
    `select ${columns}, password_hash from accounts where realm = $1 and (lower(username) = $2 or lower(email) = $2)`,
    [realm, login],
  );
  const row =
    rows.find(({ username }) => username.toLowerCase() === login) ?? (rows.length === 1 ? rows[0] : undefined);
  if (row === undefined) return undefined;
  const { password_hash: passwordHash, ...account } = row;
  return { account, passwordHash };
}
