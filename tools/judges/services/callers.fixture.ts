// The callers of the conformance tests: users, clients and dealers with rows of their own, and tokens that the identity
// provider issued.
import { randomUUID } from 'node:crypto';
import type { s3 } from '../../../adapters/objects/s3.ts';
import type { System } from '../../../services/test/fixtures/system.ts';
import type { IdentityFacts } from '../../local/servers/identity.ts';
import { withClient } from '../../local/servers/postgres.ts';
import { freshUser } from '../../test/servers.ts';
import { factsOfClient } from '../conformance/endpoints.ts';
import type { Person as Asking } from '../conformance/requests/values.ts';
import { course } from '../conformance/setup/courses.ts';
import { type DealerIds, dealers, endedDealer } from '../conformance/setup/dealers.ts';
import { atOtherTimes, type Refused } from '../conformance/setup/refused.ts';
import { sessions } from '../conformance/setup/sessions.ts';

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

type Account = Awaited<ReturnType<typeof freshUser>>;
export type Person = { readonly token: string; readonly id: string; readonly email: string; readonly password: string };

export async function person(
  identity: IdentityFacts,
  realm: 'analytics' | 'labs',
  roles: readonly string[],
): Promise<Person> {
  return loggedIn(identity, realm, await freshUser(identity, realm, roles));
}

async function loggedIn(
  identity: IdentityFacts,
  realm: 'analytics' | 'labs',
  { id, email, username, password }: Account,
): Promise<Person> {
  const { facade, demo } = identity.clients;
  const client = realm === 'analytics' ? facade : demo;
  const login = realm === 'analytics' ? email : username;
  const fields = { grant_type: 'password', username: login, password };
  return { id, email, password, token: await token(identity.issuers[realm], client, fields) };
}

/** As the examples of the document name them. */
const ids: DealerIds = { own: 'fjordbil-oslo', other: 'other-dealer', full: 'full-dealer', late: 'late-dealer' };

/** The service meets a database that is not the one it was made for. */
export const withoutTables = (ownerUrl: string, tables: readonly string[]): Promise<void> =>
  withClient(ownerUrl, async (client) => {
    for (const table of tables) await client.query(`alter table ${table} rename to ${table}_gone`);
  });

export const asking = (
  name: string,
  { token, email, password }: Person,
  { roles = ['analyst'], ...more }: Partial<Pick<Asking, 'roles' | 'ownsNothing' | 'facts'>> = {},
): Asking => ({ name, token, roles, ...more, facts: { email, password, ...more.facts } });

/** Who asks the analytics API, as spec/analytics/conformance.yaml names them. */
export const analyticsFixtures = async (whole: System) => analyticsTokens(whole, await analyticsAccounts(whole));

export type Accounts = Awaited<ReturnType<typeof analyticsAccounts>>;

/** The accounts, with what each may see. */
export async function analyticsAccounts({ identity, analytics }: Pick<System, 'identity' | 'analytics'>) {
  const account = (...roles: readonly string[]) => freshUser(identity, 'analytics', roles);
  const accounts = {
    analyst: await account(),
    outsider: await account(),
    narrow: await account(),
    uploader: await account(),
    late: await account(),
    nobodys: await account(),
    admin: await account('admin'),
    labs: await freshUser(identity, 'labs', ['teacher']),
  };
  const { analyst, outsider, narrow, uploader, late } = accounts;
  const subjects = {
    analyst: analyst.id,
    outsider: outsider.id,
    narrow: narrow.id,
    uploader: uploader.id,
    late: late.id,
  };
  await dealers(analytics.ownerUrl, ids, subjects);
  await endedDealer(analytics.ownerUrl, 'ended-dealer');
  return accounts;
}

/** Tokens of these accounts. They count for minutes, so a test that takes longer asks for others. */
export async function analyticsTokens({ identity }: Pick<System, 'identity'>, accounts: Accounts) {
  const { integrator } = identity.clients;
  const [analyst, outsider, narrow, uploader, late, nobodys, admin, labs, other, own] = await Promise.all([
    loggedIn(identity, 'analytics', accounts.analyst),
    loggedIn(identity, 'analytics', accounts.outsider),
    loggedIn(identity, 'analytics', accounts.narrow),
    loggedIn(identity, 'analytics', accounts.uploader),
    loggedIn(identity, 'analytics', accounts.late),
    loggedIn(identity, 'analytics', accounts.nobodys),
    loggedIn(identity, 'analytics', accounts.admin),
    loggedIn(identity, 'labs', accounts.labs),
    clientToken(identity.issuers.analytics, integrator, 'urn:covenant:platform'),
    clientToken(identity.issuers.analytics, integrator),
  ]);
  const granted = { dealer_id: ids.own, full_dealer_id: ids.full, late_dealer_id: ids.late };
  const client = factsOfClient(integrator.id, integrator.secret ?? '');
  const callers: readonly Asking[] = [
    asking('analyst', analyst, { facts: granted }),
    asking('outsider', outsider, { ownsNothing: true, facts: { dealer_id: ids.other } }),
    asking('narrow', narrow),
    asking('uploader', uploader),
    asking('late', late),
    asking('nobodys', nobodys, { ownsNothing: true }),
    asking('admin', admin, { roles: ['admin'] }),
    { name: 'integrator', token: own, roles: ['service'], facts: client },
  ];
  const refused: Refused = {
    'a token of a foreign issuer': labs.token,
    'a token for another service': other,
    ...atOtherTimes(identity.keysFolder, 'analytics', analyst.token),
  };
  return { callers, refused };
}

/** The callers of the lab platform. Those who own nothing have the same roles. */
export async function labFixtures(identity: IdentityFacts) {
  const roles = ['admin', 'teacher', 'student', 'student', 'teacher', 'student'];
  const [admin, teacher, anna, ben, colleague, outsider] = await Promise.all(
    roles.map((role) => person(identity, 'labs', [role])),
  );
  if (!admin || !teacher || !anna || !ben || !colleague || !outsider) throw new Error('somebody is missing');
  return { admin, teacher, anna, ben, colleague, outsider };
}

const configuration = (lab_id: string, more = ''): string =>
  `lab_id: ${lab_id}\nname: The ${lab_id}\n${more}containers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;

/** What teachers uploaded, as spec/infra/conformance.yaml has their names. */
export const labIds = { lab_id: 'conf-students', group_lab_id: 'conf-groups', broken_lab_id: 'conf-broken' };

export async function configurations(objects: Pick<ReturnType<typeof s3>, 'bucket'>, ids = labIds): Promise<void> {
  const files = [
    configuration(ids.lab_id),
    configuration(ids.group_lab_id, `course_id: ${randomUUID()}\ndeployment_mode: per_group\n`),
    configuration(ids.broken_lab_id, 'no_such_field: 1\n'),
  ];
  const bucket = objects.bucket('lab-configs');
  for (const [n, id] of [ids.lab_id, ids.group_lab_id, ids.broken_lab_id].entries())
    await bucket.put(`${id}.yaml`, Buffer.from(files[n] ?? ''));
}

/** The same as the conformance run has them. Students have an id once they have asked who they are. */
export async function labsCallers({ identity, platform }: System, baseUrl: string) {
  const { clients, issuers } = identity;
  const { admin, teacher, anna, ben, colleague, outsider } = await labFixtures(identity);
  const [roleless, analyst, service] = await Promise.all([
    person(identity, 'labs', []),
    person(identity, 'analytics', ['admin']),
    clientToken(issuers.labs, clients.platform),
  ]);
  const [browser, leaver] = await Promise.all([
    person(identity, 'labs', ['teacher']),
    person(identity, 'labs', ['teacher']),
  ]);
  const known = async (name: string, user: Person, role: string, ownsNothing = false): Promise<Asking> => {
    const reply = await fetch(`${baseUrl}/auth/me`, { headers: { authorization: `Bearer ${user.token}` } });
    const { student_id, user_id } = (await reply.json()) as { student_id: string; user_id: string };
    return asking(name, user, {
      roles: [role],
      facts: { student_id, user_id },
      ...(ownsNothing ? { ownsNothing: true } : {}),
    });
  };
  const callers: readonly Asking[] = [
    asking('teacher', teacher, { roles: ['teacher'], facts: await course(platform.ownerUrl, baseUrl, teacher.token) }),
    await known('admin', admin, 'admin'),
    await known('anna', anna, 'student'),
    await known('ben', ben, 'student'),
    asking('colleague', colleague, { roles: ['teacher'], ownsNothing: true }),
    await known('outsider', outsider, 'student', true),
    ...(await sessions(baseUrl, { browser, leaver })),
  ];
  const refused: Refused = {
    'a token of a foreign issuer': analyst.token,
    'a token of a service': service,
    ...atOtherTimes(identity.keysFolder, 'labs', teacher.token),
    'a token of a person without a role': roleless.token,
  };
  return { callers, refused };
}

/**
 * What is asked of the operations of administrators takes longer than a run waits for the quota of the contract, and
 * uploads may end late on a busy machine.
 */
export const raised = { RATE_LIMITS: 'analytics.admin=1500,analytics.uploads-in-progress=100' };
