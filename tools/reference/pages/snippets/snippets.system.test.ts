// Every snippet of the pages, executed on a running installation: what a reader copies is a request that its operation
// declares.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { type Running, type System, system } from '../../../../services/test/fixtures/system.ts';
import { dealers, grant, login, type Person } from '../../../../services/test/fixtures/users.ts';
import { asRecord } from '../../../contract/json.ts';
import { readContracts } from '../../../contract/model/contracts.ts';
import { type Operation, operationsOf } from '../../../contract/model/operations.ts';
import { installationOf } from '../../../local/servers/front-door/installation.ts';
import { frontDoor } from '../../../local/servers/front-door/proxy.ts';
import { atEnd, freshUser } from '../../../test/servers.ts';
import { filesOf } from './request.ts';
import { schoolValues } from './school-values.fixture.ts';
import {
  runCommandLine,
  runCurl,
  runPython,
  runTypeScript,
  type Target,
  type Targets,
} from './snippet-runners.fixture.ts';
import { analyticsValues, dealersOf, labFiles, labValues, type Replacements } from './snippet-values.fixture.ts';
import { snippetsOf } from './snippets.ts';

interface Executed {
  readonly key: string;
  readonly document: string;
  readonly operation: Operation;
  readonly code: Readonly<Record<string, string>>;
  readonly files: ReturnType<typeof filesOf>;
}

/** All others are for a teacher. */
const ofStudent = new Set(['getLabAccess', 'rotateLabAccess']);

const callerOf = (document: string, { id, tag }: Operation): string => {
  if (ofStudent.has(id)) return 'student';
  return document === 'platform' && tag === 'Users' ? 'administrator' : document;
};

const contracts = readContracts(path.join(import.meta.dirname, '../../../..'));
const all: readonly Executed[] = contracts.http.flatMap((document) =>
  operationsOf(document)
    .filter(({ isPlanned }) => !isPlanned)
    .flatMap((operation) => {
      const [body] = operation.bodies;
      const examples = body === undefined || body.examples.length === 0 ? [undefined] : body.examples;
      return examples.map((example) => ({
        key: [document.id, operation.id, example?.name ?? ''].join(' ').trim(),
        document: callerOf(document.id, operation),
        operation,
        files: filesOf(operation, body, example),
        code: Object.fromEntries(
          snippetsOf(operation, body, example).map(({ language, code }) => [language, code] as const),
        ),
      }));
    }),
);

const folder = mkdtempSync(path.join(tmpdir(), 'covenant-snippets-'));
test.after.always(() => rmSync(folder, { recursive: true }));

interface Installation {
  readonly targets: Targets;
  readonly values: Values;
  /** One who has no labs yet. */
  readonly freshStudent: () => Promise<Target>;
}

/** An installation with the dealer and the roles of the examples, whose labs are simulated. */
async function installation(t: ExecutionContext): Promise<Installation> {
  const whole = await system(t);
  const limits = ['login', 'refresh', 'token', 'ingest', 'corrections'].map((name) => `analytics.${name}=5000`);
  const more = ['login', 'write', 'start', 'access'].map((name) => `platform.${name}=2000`);
  const env = { RATE_LIMITS: [...limits, ...more].join(',') };
  const infra = await whole.run(['infra', 'worker', 'relay'], env);
  const INFRA_URL = `${infra.url}/infra/v1`;
  const analytics = await whole.run(['analytics', 'ingest', 'platform'], { ...env, INFRA_URL });
  const platform = { ...analytics, url: analytics.urls.at(-1) ?? '' };
  const ids = ['fjordbil-oslo', ...languages.flatMap(([language]) => dealersOf(language))];
  await dealers(whole, ids);
  const user: Person = await freshUser(whole.identity, 'analytics', ['admin']);
  await grant(
    whole,
    user.id,
    ids.map((dealer) => ({ dealer })),
  );
  const { access_token } = await login(analytics, user);
  const refreshTokens: string[] = [];
  // One after the other: many logins of one account at once look like guessing.
  for (const _ of Array.from({ length: 8 })) refreshTokens.push((await login(analytics, user)).refresh_token);
  const { integrator } = whole.identity.clients;
  const client = { CLIENT_ID: integrator.id, CLIENT_SECRET: integrator.secret };
  const COVENANT_URL = await doorTo({ analytics, platform, infra });
  const target = (BASE_URL: string, TOKEN: string) => ({
    ...client,
    BASE_URL,
    TOKEN,
    COVENANT_URL,
    COVENANT_TOKEN: TOKEN,
  });
  const targets = {
    analytics: target(`${analytics.url}/api/v1`, access_token),
    platform: target(`${platform.url}/api/v1`, await labsToken(whole, ['teacher'])),
    administrator: target(`${platform.url}/api/v1`, await labsToken(whole, ['admin'])),
    infra: target(`${infra.url}/infra/v1`, await serviceToken(whole)),
  };
  const freshStudent = async () => target(`${platform.url}/api/v1`, await labsToken(whole, ['student']));
  return { targets, values: { user, refreshTokens, integrator, ids: await idsOf(targets) }, freshStudent };
}

/** What examples name by an id that an installation gives: one of each. */
/** The services as users of the command line reach them, by one address. */
async function doorTo(services: Readonly<Record<'analytics' | 'platform' | 'infra', Running>>): Promise<string> {
  const portOf = ({ url }: Running) => Number(new URL(url).port);
  const { analytics, platform, infra } = services;
  const ports = { analytics: portOf(analytics), platform: portOf(platform), infra: portOf(infra), identity: 9 };
  const door = frontDoor(ports, undefined, installationOf()).listen(0, '127.0.0.1');
  await once(door, 'listening');
  atEnd(async () => {
    door.closeAllConnections();
    door.close();
  });
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

async function idsOf(targets: Targets): Promise<readonly (readonly [example: string, id: string])[]> {
  const lab = new FormData();
  lab.set('file', new Blob([labText]), 'lab.yaml');
  const sales = new FormData();
  for (const [name, value] of Object.entries(uploadExample))
    sales.set(name, name === 'file' ? new Blob([String(value)]) : String(value));
  const webhook = JSON.stringify(operationOf('createWebhook').bodies[0]?.examples[0]?.value);
  return [
    [exampleId('getJob'), await created(targets.analytics, '/ingest/files', sales, 'job_id')],
    [exampleId('getWebhook'), await created(targets.analytics, '/webhooks', webhook, 'webhook_id')],
    [exampleId('getLab'), await created(targets.platform, '/labs', lab, 'lab_id')],
  ];
}

async function created(target: Target | undefined, at: string, body: FormData | string, id: string): Promise<string> {
  const headers = {
    Authorization: `Bearer ${target?.TOKEN}`,
    ...(typeof body === 'string' ? { 'Content-Type': 'application/json' } : {}),
  };
  const response = await fetch(`${target?.BASE_URL}${at}`, { method: 'POST', headers, body });
  const text = await response.text();
  const value = asRecord(JSON.parse(text))[id];
  if (typeof value !== 'string') throw new Error(`${at} answered ${response.status} ${text}`);
  return value;
}

function operationOf(id: string): Operation {
  const found = all.find(({ operation }) => operation.id === id)?.operation;
  if (found === undefined) throw new Error(`There is no operation ${id}.`);
  return found;
}

const exampleId = (id: string): string =>
  String(operationOf(id).parameters.find(({ place }) => place === 'path')?.example);
const uploadExample = asRecord(operationOf('uploadFile').bodies[0]?.examples[0]?.value);
const labText = String(asRecord(operationOf('uploadLab').bodies[0]?.examples[0]?.value).file);

async function tokenOf({ identity }: System, form: Readonly<Record<string, string>>): Promise<string> {
  const address = `${identity.issuers.labs}/protocol/openid-connect/token`;
  const response = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return String(asRecord(JSON.parse(await response.text())).access_token);
}

async function labsToken(whole: System, roles: readonly string[]): Promise<string> {
  const { username, password } = await freshUser(whole.identity, 'labs', roles);
  return tokenOf(whole, { grant_type: 'password', username, password, client_id: whole.identity.clients.demo.id });
}

function serviceToken(whole: System): Promise<string> {
  const { id, secret } = whole.identity.clients.platform;
  return tokenOf(whole, { grant_type: 'client_credentials', client_id: id, client_secret: secret });
}

interface Values {
  readonly user: Person;
  /** Each is used once. */
  readonly refreshTokens: readonly string[];
  readonly integrator: { readonly id: string; readonly secret: string };
  readonly ids: readonly (readonly [example: string, id: string])[];
}

const ofLogin = new Set(['loginUser', 'refreshToken', 'logoutUser', 'issueToken']);

/** An account, a login, a client and ids that an installation gives cannot be those of an example. */
function withValues(
  code: string,
  { key, operation }: Executed,
  { user, refreshTokens, integrator, ids }: Values,
  language: number,
  prepared: Replacements,
): string {
  const example = asRecord(operation.bodies[0]?.examples[0]?.value);
  const logins = [
    [example.email, user.email],
    [example.password, user.password],
    [example.refresh_token, refreshTokens[language * 2 + (operation.id === 'logoutUser' ? 1 : 0)] ?? ''],
    [example.client_id, integrator.id],
    [example.client_secret, integrator.secret],
  ] as const;
  const own = [...(prepared.get(key) ?? []), ...(prepared.get(operation.id) ?? [])];
  return [...own, ...(ofLogin.has(operation.id) ? logins : []), ...ids].reduce(
    (text, [from, to]) => (typeof from === 'string' ? text.replaceAll(from, to) : text),
    code,
  );
}

/** What others name is deleted last, and a lab that restarts refuses for a while what others do with it. */
const turnOf = ({ operation: { id, method } }: Executed): number =>
  method === 'DELETE' ? 2 : Number(id === 'restartLab');
const inOrder = all.toSorted((a, b) => turnOf(a) - turnOf(b));

const languages = [
  ['bash', runCurl],
  ['typescript', runTypeScript],
  ['python', runPython],
  ['sh', runCommandLine],
] as const;

/** Answers that are no success, each for a reason. All other snippets succeed. */
const refused: ReadonlyMap<string, number> = new Map([
  // A session of a browser, and what the provider has sent it with.
  ['platform finishLogin', 401],
  ['platform logOut', 401],
  // The job has ended.
  ['analytics cancelJob', 409],
  // The restore of the example before it is in progress.
  ['infra restoreVolume one_run', 409],
  // No group of the lab runs there.
  ['infra deployLab per_group', 404],
  ['infra deployLab one_left', 404],
  // The user has no session in a browser.
  ['platform endUserSession', 404],
]);

function isRight({ key, operation: { replies } }: Executed, status: number): boolean {
  // A client that follows the redirect of a login ends at the provider.
  if (replies.some((reply) => reply.status === '302') && !refused.has(key)) return true;
  return replies.some((reply) => reply.status === String(status)) && (status < 400 || refused.get(key) === status);
}

test('every curl, TypeScript, Python and command-line snippet succeeds, but for those that need what no installation has', async (t) => {
  t.timeout(180_000);
  for (const { file, value } of all.toReversed().flatMap(({ files }) => files))
    writeFileSync(path.join(folder, file), value);
  const { targets: shared, values, freshStudent } = await installation(t);
  const hasRequests = spawnSync('python3', ['-c', 'import requests']).status === 0;
  if (!hasRequests) t.log('Python is not tried: python3 with the package requests is not installed here.');
  for (const [index, [language, run]] of languages.entries()) {
    if (language === 'python' && !hasRequests) continue;
    const written = inOrder.filter(({ code }) => code[language] !== undefined);
    const targets = { ...shared, student: await freshStudent() };
    const prepared = new Map([
      ...(await analyticsValues(targets, language)),
      ...(await labValues(targets, language)),
      ...(await schoolValues(targets, language)),
    ]);
    for (const [file, text] of labFiles(language)) writeFileSync(path.join(folder, file), text);
    const snippets = written.map(
      (each) => [each, withValues(each.code[language] ?? '', each, values, index, prepared)] as const,
    );
    const statuses = await run(snippets, { targets, folder });
    const statusOf = ({ key }: Executed): number => statuses.get(key) ?? 0;
    const wrong = written.filter((each) => !isRight(each, statusOf(each)));
    t.deepEqual(
      wrong.map((each) => `${language} ${each.key}: ${statusOf(each)}`),
      [],
    );
    const reached = written.filter((each) => statusOf(each) < 400);
    t.log(`${language}: ${reached.length} of ${written.length} succeed`);
  }
});
