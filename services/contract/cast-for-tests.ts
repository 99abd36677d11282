// Who plays in the contract tests: people, clients and dealers with rows of their own, and tokens that the identity provider really gave.
import { freshUser } from '../../tools/embedded/for-tests.ts';
import type { IdentityFacts } from '../../tools/embedded/identity.ts';
import { withClient } from '../../tools/embedded/postgres.ts';
import type { System } from '../testing.ts';
import type { Tokens } from './questions.ts';

type Credential = { readonly id: string; readonly secret?: string };

async function token(issuer: string, client: Credential, fields: Readonly<Record<string, string>>): Promise<string> {
  const basic = Buffer.from(`${client.id}:${client.secret ?? ''}`).toString('base64');
  const response = await fetch(`${issuer}/protocol/openid-connect/token`, {
    method: 'POST',
    headers: client.secret === undefined ? {} : { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ ...fields, ...(client.secret === undefined ? { client_id: client.id } : {}) }),
  });
  const body = (await response.json()) as { access_token?: string };
  if (body.access_token === undefined) throw new Error(`no token for ${client.id}: ${JSON.stringify(body)}`);
  return body.access_token;
}

export const clientToken = (issuer: string, client: Credential, resource?: string) =>
  token(issuer, client, { grant_type: 'client_credentials', ...(resource === undefined ? {} : { resource }) });

export type Person = { readonly token: string; readonly id: string; readonly email: string; readonly password: string };

export async function person(
  identity: IdentityFacts,
  realm: 'analytics' | 'labs',
  roles: readonly string[],
): Promise<Person> {
  const { id, email, username, password } = await freshUser(identity, realm, roles);
  const { facade, demo } = identity.clients;
  const client = realm === 'analytics' ? facade : demo;
  const login = realm === 'analytics' ? email : username;
  const fields = { grant_type: 'password', username: login, password };
  return { id, email, password, token: await token(identity.issuers[realm], client, fields) };
}

/** Tokens that nobody must take for one of `good`'s issuer and audience. */
export function spoiltTokens(good: string, foreignIssuer: string, otherAudience: string): Tokens {
  const [head = '', body = '', signature = ''] = good.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as object;
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return {
    'a tampered token': `${head}.${text({ ...claims, realm_access: { roles: ['admin'] } })}.${signature}`,
    'a token without a signature': `${text({ alg: 'none', typ: 'at+jwt' })}.${body}.`,
    'a token of a foreign issuer': foreignIssuer,
    'a token for another audience': otherAudience,
    'what is no token': 'zz',
  };
}

const day = 24 * 60 * 60 * 1000;

/** Dealers as the examples name them, and those that show what a plan or an end refuses. */
export async function dealers(ownerUrl: string): Promise<void> {
  const rows = [
    ['fjordbil-oslo', 'standard', 'active', null],
    ['other-dealer', 'standard', 'active', null],
    ['full-dealer', 'nothing', 'active', null],
    ['late-dealer', 'standard', 'expired', new Date(Date.now() - 60 * day).toISOString()],
  ] as const;
  const limits = (uploads: number) =>
    JSON.stringify([{ name: 'uploads_per_month', unit: 'uploads', limit: uploads, window: 'month' }]);
  await withClient(ownerUrl, async (client) => {
    const ids = rows.map(([id]) => id).join(',');
    await client.query(`select set_config('covenant.dealers', '{${ids}}', false)`);
    const plan =
      'insert into plans (plan, title, limits) values ($1, $1, $2) on conflict (plan) do update set limits = excluded.limits';
    await client.query(plan, ['standard', limits(1000)]);
    await client.query(plan, ['nothing', limits(0)]);
    for (const [id, name, status, expires] of rows) {
      await client.query("insert into dealers (dealer_id, name, region_id) values ($1, $1, 'oslo')", [id]);
      const subscription = 'insert into subscriptions (dealer_id, plan, status, expires_at) values ($1, $2, $3, $4)';
      await client.query(subscription, [id, name, status, expires]);
    }
  });
}

export type Grant = {
  readonly principal: string;
  readonly dealer: string;
  readonly brands?: readonly string[];
  readonly regions?: readonly string[];
};

export const grant = (ownerUrl: string, grants: readonly Grant[]): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    for (const { principal, dealer, brands = null, regions = null } of grants) {
      await client.query("select set_config('covenant.dealers', $1, false)", [`{${dealer}}`]);
      const statement =
        "insert into dealer_grants (dealer_id, principal, brand_ids, region_ids, roles) values ($1, $2, $3, $4, '{uploader}')";
      await client.query(statement, [dealer, principal, brands, regions]);
    }
  });

/** Keeps a table from everybody else until `release`: what needs it waits, as behind a long migration. */
export async function held(ownerUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const holding = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const session = withClient(ownerUrl, async (client) => {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    holding.resolve();
    await released.promise;
    await client.query('rollback');
  });
  await Promise.race([holding.promise, session]);
  return {
    release: () => {
      released.resolve();
      return session;
    },
  };
}

/** The service meets a database that is not the one it was made for. */
export const withoutTables = (ownerUrl: string, tables: readonly string[]): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    for (const table of tables) await client.query(`alter table ${table} rename to ${table}_gone`);
  });

export type Cast = Awaited<ReturnType<typeof analyticsCast>>;

export async function analyticsCast({ identity, analytics }: System) {
  const [analyst, outsider, narrow, late, stranger, admin] = await Promise.all(
    [[], [], [], [], [], ['admin']].map((roles) => person(identity, 'analytics', roles)),
  );
  const labs = await person(identity, 'labs', ['teacher']);
  const { integrator } = identity.clients;
  const other = await clientToken(identity.issuers.analytics, integrator, 'urn:covenant:platform');
  if (!analyst || !outsider || !narrow || !late || !stranger || !admin) throw new Error('somebody is missing');
  await dealers(analytics.ownerUrl);
  await grant(analytics.ownerUrl, [
    { principal: analyst.id, dealer: 'fjordbil-oslo' },
    { principal: analyst.id, dealer: 'full-dealer' },
    { principal: analyst.id, dealer: 'late-dealer' },
    { principal: outsider.id, dealer: 'other-dealer' },
    { principal: narrow.id, dealer: 'fjordbil-oslo', brands: ['toyota'], regions: ['oslo'] },
    { principal: late.id, dealer: 'late-dealer' },
  ]);
  const refused = spoiltTokens(analyst.token, labs.token, other);
  return { analyst, outsider, narrow, late, stranger, admin, refused };
}
