// A platform in the process of a test, on real servers, with people to call it. The infrastructure is wherever the test says; without a word it is away.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { openBroker } from '../../adapters/broker/amqp.ts';
import { oidc } from '../../adapters/identity/oidc.ts';
import type { Identity } from '../../adapters/identity/port.ts';
import { connectKeyValue } from '../../adapters/keyvalue/redis.ts';
import { s3 } from '../../adapters/objects/s3.ts';
import { connect } from '../../adapters/store/connect.ts';
import type { Store } from '../../adapters/store/database.ts';
import { listen } from '../../adapters/store/messages/listen.ts';
import { platformStores } from '../../adapters/store/platform/all.ts';
import { webSockets } from '../../adapters/websocket/ws.ts';
import { mountPlatform } from '../../generated/platform/server.ts';
import type { Me } from '../../generated/platform/types.ts';
import { withClient } from '../../tools/embedded/postgres.ts';
import { atEnd, freshUser } from '../../tools/test/servers.ts';
import { configJudge } from '../labs/config/judge.ts';
import { systemClock } from '../lib/clock.ts';
import { noFailpoints } from '../lib/failpoints.ts';
import { createHealth } from '../lib/health.ts';
import { ids } from '../lib/ids.ts';
import { parseKeyRing } from '../lib/key-ring.ts';
import { silentLog } from '../lib/log.ts';
import { createMetrics } from '../lib/metrics.ts';
import { createReport } from '../lib/report.ts';
import { Secret } from '../lib/secret.ts';
import { eventually, type System, system } from '../testing.ts';
import { access } from './access.ts';
import { cookiesOf } from './cookies.ts';
import { type PlatformDeps, platformOf } from './index.ts';
import { listening } from './listening-for-tests.ts';
import { liveSocket } from './live.ts';
import { type SessionDeps, sessions as sessionsOf } from './sessions.ts';

type Test = Pick<ExecutionContext, 'log' | 'teardown'>;
export type Stage = Awaited<ReturnType<typeof stage>>;
export type Arrived = { readonly token: string; readonly username: string; readonly id: string };

export const origin = 'https://covenant.example';

/** Servers of a test file: each `serve` is one more process of the same platform, as far as they can tell. */
export async function stage(t: Pick<ExecutionContext, 'log'>, given?: System) {
  const whole = given ?? (await system(t));
  const { platform: database, vhost, objects, identity: provider } = whole;
  const store = connect(database.appUrl, { name: 'platform' });
  const files = s3(objects);
  const { id, secret } = provider.clients.platform;
  const { labs: issuer } = provider.issuers;
  const identity = oidc({ issuer, audience: 'covenant-platform', clientId: id, clientSecret: secret });
  atEnd(async () => {
    await store.close();
    await files[Symbol.asyncDispose]();
  });
  const { browsers, sessionDeps, sessions, authenticate } = browserSide(whole, store, identity);

  const depsOf = (more: Partial<PlatformDeps>): PlatformDeps => ({
    ...platformStores(store),
    listen: listen(database.appUrl, 'live'),
    files: files.bucket('lab-configs'),
    judge: configJudge({ registries: [], latest: true }).judge,
    // The port discard: nobody is there.
    infra: { baseUrl: 'http://127.0.0.1:9/infra/v1', token: () => identity.ownToken() },
    broker: nobody,
    authenticate,
    ...browsers,
    identity,
    sessions,
    keys: sessionDeps.keys,
    hearEnded: listen(database.appUrl, 'ended_sessions'),
    holder: `test-${ids().uuid()}`,
    clock: systemClock,
    ids: ids(),
    log: silentLog,
    report: createReport(silentLog, createMetrics()),
    failpoints: noFailpoints,
    ...more,
  });

  const serve = async (t: Test, more: Partial<PlatformDeps> = {}) => {
    const deps = depsOf(more);
    const { handlers, live, run } = platformOf(deps);
    const mounted = { basePath: '/api/v1', store, health: createHealth(), authenticate: deps.authenticate };
    const url = await listening(t as ExecutionContext, {
      ...mounted,
      contract: (kit) => mountPlatform(handlers, kit),
    });
    const sockets = await listenLive(t, live);
    /** The live updates again, with pings so often. */
    const quick = (pingEveryMs: number) => listenLive(t, live, pingEveryMs);
    return { url, sockets, quick, run: () => inBackground(t, run) };
  };

  return {
    whole,
    store,
    database,
    vhost,
    provider,
    identity,
    sessionDeps,
    browsers,
    objects,
    files: files.bucket('lab-configs'),
    depsOf,
    serve,
  };
}

/** Who is let in, with a token or with the cookie of a session. */
function browserSide({ redis, env }: System, store: Store, identity: Identity) {
  const keyValue = connectKeyValue(redis.url, { prefix: `${env.INSTALLATION_ID}:` });
  atEnd(() => keyValue.close());
  const browsers = { cookies: cookiesOf(origin), origins: new Set([origin]), publicUrl: origin };
  const sessionDeps: SessionDeps = {
    ...platformStores(store),
    identity,
    copies: keyValue.sessions,
    keys: parseKeyRing(new Secret(env.KEY_RING ?? '')),
    clock: systemClock,
    ids: ids(),
    report: createReport(silentLog, createMetrics()),
  };
  const sessions = sessionsOf(sessionDeps);
  const authenticate = access({ ...sessionDeps, ...browsers, identity, sessions });
  return { browsers, sessionDeps, sessions, authenticate };
}

/** Messages are another test's business. */
const nobody: PlatformDeps['broker'] = {
  ready: (signal) => new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  assertTopology: async () => {},
  consume: async () => ({ cancel: async () => {} }),
  publish: async () => 'failed',
};

/** As the platform, which publishes nothing (decision 252), or as who may do everything. */
export function brokerOf(t: Test, { vhost }: Pick<Stage, 'vhost'>, account: 'platform' | 'management' = 'platform') {
  const url = account === 'platform' ? vhost.urls.platform : vhost.url;
  const broker = openBroker({ url, name: `test ${account}` });
  t.teardown(() => broker.close());
  return broker;
}

/** The address of the live updates. */
async function listenLive(t: Test, { open }: { open: Parameters<typeof webSockets>[0]['open'] }, pingEveryMs?: number) {
  const sockets = webSockets({ ...liveSocket, ...(pingEveryMs === undefined ? {} : { pingEveryMs }), open });
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', sockets.upgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(async () => {
    await sockets[Symbol.asyncDispose]();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${liveSocket.path}`, sockets };
}

/** Until the test ends, or the returned function is called. */
function inBackground(t: Test, run: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  const stop = async () => {
    stopping.abort();
    await running;
  };
  t.teardown(stop);
  return stop;
}

/** Somebody new, logged in, with the row that the first request made. */
export async function arrive({ provider }: Pick<Stage, 'provider'>, url: string, ...roles: string[]): Promise<Arrived> {
  const { username, password } = await freshUser(provider, 'labs', roles);
  const form = { grant_type: 'password', client_id: provider.clients.demo.id, username, password };
  const address = `${provider.issuers.labs}/protocol/openid-connect/token`;
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const reply = await eventually(
    () => call(url, token, 'GET', '/auth/me'),
    // On a busy machine a database may be too slow for one request; whoever is refused comes again.
    ({ status }) => status !== 503,
  );
  const me = (await reply.json()) as Me;
  return { token, username, id: me.user_id };
}

export type Sent = { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> };

/** JSON unless the body is a form, or text with a type of its own. */
export function call(url: string, token: string, method: string, path: string, { body, headers }: Sent = {}) {
  const isJson = body !== undefined && typeof body !== 'string' && !(body instanceof FormData);
  return fetch(url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }),
  });
}

export type Group = { readonly id: string; readonly members: readonly Arrived[]; readonly courseId?: string };

/** Rows that no operation makes yet. */
export const plant = ({ database }: Pick<Stage, 'database'>, statement: string, values: readonly unknown[]) =>
  withClient(database.ownerUrl, async (client) => void (await client.query(statement, [...values])));

export async function plantGroup(on: Pick<Stage, 'database'>, by: Arrived, { id, members, courseId }: Group) {
  const group = 'insert into student_groups (group_id, course_id, name, created_by) values ($1, $2, $1, $3)';
  await plant(on, group, [id, courseId ?? null, by.id]);
  for (const member of members)
    await plant(on, 'insert into student_group_members (group_id, user_id) values ($1, $2)', [id, member.id]);
}

export const plantCourse = (on: Pick<Stage, 'database'>, by: Arrived, courseId: string) =>
  plant(on, "insert into courses (course_id, title, teacher_id) values ($1, 'Systems', $2)", [courseId, by.id]);

export const labYaml = (labId: string, more = ''): string =>
  `lab_id: ${labId}\nname: The ${labId}\n${more}containers:\n  main:\n    image: '{registry_url}/intro/labs/shell:v1.0'\n`;

export const uploads = (url: string, token: string, yaml: string, headers: Readonly<Record<string, string>> = {}) =>
  call(url, token, 'POST', '/labs', { body: yaml, headers: { 'content-type': 'application/yaml', ...headers } });

/** A lab that is there when this resolves. */
export async function uploaded(url: string, token: string, yaml: string): Promise<void> {
  const reply = await eventually(
    () => uploads(url, token, yaml),
    ({ status }) => status !== 503,
  );
  if (reply.status !== 201) throw new Error(`The lab was not made: ${await reply.text()}`);
}
