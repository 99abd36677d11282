// The people of a realm: who they are, and whether a password is theirs. Guessing is slowed down per account.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type pg from 'pg';
import type { Realm } from './settings.ts';

export type Account = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
};

export type NewAccount = Omit<Account, 'id'> & { readonly password: string };
type Database = Pick<pg.Pool, 'query'>;

const columns = 'id, username, email, name, roles';

export async function findAccount(database: Database, realm: Realm, id: string): Promise<Account | undefined> {
  const { rows } = await database.query<Account>(`select ${columns} from accounts where realm = $1 and id::text = $2`, [
    realm,
    id,
  ]);
  return rows[0];
}

/** Makes the account or brings it up to date; a password that is right already is not hashed again. */
export async function saveAccount(database: Database, realm: Realm, account: NewAccount): Promise<Account> {
  const { username, email, name, roles, password } = account;
  const { rows } = await database.query<{ password_hash: string }>(
    'select password_hash from accounts where realm = $1 and username = $2',
    [realm, username],
  );
  const known = rows[0]?.password_hash;
  const hash = known !== undefined && (await matches(password, known)) ? known : await hashPassword(password);
  const saved = await database.query<Account>(
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

const freeFailures = 5;
const firstLockS = 2;
const longestLockS = 15 * 60;

/** Undefined for a wrong password, an unknown name and a locked account alike: the answer must not tell them apart. */
export async function checkPassword(
  database: Database,
  realm: Realm,
  login: string,
  password: string,
): Promise<Account | undefined> {
  const key = login.normalize('NFKC').toLowerCase().slice(0, 200);
  const found = await database.query<Account & { password_hash: string }>(
    `select ${columns}, password_hash from accounts where realm = $1 and (lower(username) = $2 or lower(email) = $2)`,
    [realm, key],
  );
  const [row] = found.rows;
  const right = await matches(password, row?.password_hash ?? (await nobody()));
  if (await isLocked(database, realm, key)) return undefined;
  if (row === undefined || !right) {
    await countFailure(database, realm, key);
    return undefined;
  }
  await database.query('delete from login_failures where realm = $1 and username = $2', [realm, key]);
  const { password_hash: _, ...account } = row;
  return account;
}

async function isLocked(database: Database, realm: Realm, key: string): Promise<boolean> {
  const { rowCount } = await database.query(
    'select 1 from login_failures where realm = $1 and username = $2 and locked_until > now()',
    [realm, key],
  );
  return rowCount === 1;
}

/** After five failures each further one locks the account for twice as long, 15 minutes at most; a quiet hour forgets. */
async function countFailure(database: Database, realm: Realm, key: string): Promise<void> {
  await database.query(
    `insert into login_failures as old (realm, username, failures, last_at) values ($1, $2, 1, now())
     on conflict (realm, username) do update set
       failures = case when old.last_at < now() - interval '1 hour' then 1 else old.failures + 1 end,
       locked_until = case when old.last_at < now() - interval '1 hour' or old.failures < $3 then null
         else now() + make_interval(secs => least($4 * power(2, least(old.failures - $3, 20)), $5)) end,
       last_at = now()`,
    [realm, key, freeFailures, firstLockS, longestLockS],
  );
}

// OWASP's least setting for argon2id: 19 MiB, two passes; 30 ms here.
const cost = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 };
const argon2Async = promisify(argon2);

async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await argon2Async('argon2id', { ...cost, message: password, nonce });
  return `argon2id$${nonce.toString('base64')}$${tag.toString('base64')}`;
}

async function matches(password: string, hash: string): Promise<boolean> {
  const [, nonce = '', tag = ''] = hash.split('$');
  const found = await argon2Async('argon2id', { ...cost, message: password, nonce: Buffer.from(nonce, 'base64') });
  return timingSafeEqual(found, Buffer.from(tag, 'base64'));
}

// An unknown name costs the same time as a known one.
let nobodyHash: Promise<string> | undefined;
const nobody = () => {
  nobodyHash ??= hashPassword(randomBytes(16).toString('hex'));
  return nobodyHash;
};
