// Accounts of one conformance run in the identity provider of an installation, with passwords that only the run knows;
// they end with the run.
import { randomBytes } from 'node:crypto';
import { saveAccount } from '../../../local/servers/identity/accounts.ts';
import { withClient } from '../../../local/servers/postgres.ts';

export type Realm = 'analytics' | 'labs';
export type TestAccount = {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly roles: readonly string[];
};

/** By name, with their roles. Those that a run left which was killed are taken over. */
export async function accounts<Name extends string>(
  databaseUrl: string,
  realm: Realm,
  roles: Readonly<Record<Name, readonly string[]>>,
): Promise<Readonly<Record<Name, TestAccount>>> {
  const made = await withClient(databaseUrl, async (client) => {
    const all: [string, TestAccount][] = [];
    for (const [name, own] of Object.entries<readonly string[]>(roles)) {
      const username = `conf${name}`;
      const email = `${username}@covenant.example`;
      const account = {
        username,
        email,
        name: `Conformance ${name}`,
        roles: own,
        password: randomBytes(18).toString('hex'),
      };
      all.push([name, { ...account, id: (await saveAccount(client, realm, account)).id }]);
    }
    return all;
  });
  return Object.fromEntries(made) as Record<Name, TestAccount>;
}

export const removeAccounts = (databaseUrl: string, all: readonly TestAccount[]): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    await client.query('delete from accounts where id = any($1)', [all.map(({ id }) => id)]);
  });
