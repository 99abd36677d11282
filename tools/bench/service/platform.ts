// Benchmark "platform": reads of the running platform API beside a Fastify service with everything on, by processor
// time for each request.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import type { Client } from 'pg';
import type { LabList, Me } from '../../../generated/platform/types.ts';
import type { Bench } from '../bench.ts';
import { installed } from '../installation.ts';
import { browserSession } from './browser-session.ts';
import {
  type CostCase,
  compare,
  connections,
  type Headers,
  peerDatabase,
  read,
  type Side,
  startPeer,
} from './compare.ts';
import { type Endpoints, type PlatformUser, platformSide, subjectOf, tokenOf } from './platform-installation.ts';

const labCount = 200;
const listPath = '/labs?limit=1000';
const settings = { RATE_LIMITS: 'platform.read=1000000,platform.write=1000000' };
const goals = [0.8, 1] as const;

export const platform: Bench = {
  name: 'platform',
  async run({ dir, print, rounds, roundMs, signal }) {
    const run = path.join(dir, 'run');
    print('Bringing up an installation ...');
    await using installation = await installed(run, signal, settings);
    const endpoints = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as Endpoints;
    const teacher = accountOf(endpoints, 'tora');
    const token = await tokenOf(endpoints, teacher);
    const bearer = { Authorization: `Bearer ${token}` };
    print(`Uploading ${labCount} labs ...`);
    for (let n = 0; n < labCount; n++) await upload(endpoints, bearer, n);
    const ours = platformSide(run);
    await using stack = new AsyncDisposableStack();
    const url = await peerDatabase(endpoints.postgres.platform, (client) => fill(client, ours, token));
    const { redis, identity } = endpoints;
    const addresses = { postgres: url, redis: redis.url, issuer: identity.issuers.labs };
    const sides = [ours, await startPeer(stack, 'peer-platform.mjs', addresses, run)] as const;
    const fields = { login: teacher.username, password: teacher.password };
    const session = await browserSession(`${endpoints.platform.base_url}/auth/login`, fields);
    await shareSession(redis.url, session, subjectOf(token));
    const cookie = { Cookie: `session=${session}` };
    await demandSame(sides, [bearer, cookie]);
    print(`${connections} connections; processor time for each request\n`);
    const of = (
      title: string,
      paths: () => readonly string[],
      headers: Headers,
      status: CostCase['status'] = 200,
    ): CostCase => ({
      ...{ title, paths, headers, status, goals },
    });
    const list = `GET /labs, ${labCount} labs`;
    const cases = [
      of('GET /auth/me by bearer', () => ['/auth/me'], bearer),
      of('GET /auth/me by cookie', () => ['/auth/me'], cookie),
      of(`${list}, unchanged`, () => [listPath], bearer),
      of(`${list}, with If-None-Match`, () => [listPath], bearer, 304),
      of(`${list}, another page each time`, everyLimit, bearer),
    ];
    await compare(cases, sides, { print, rounds, roundMs, signal });
  },
};

/** More answers than a process keeps; their rows are kept (decision 460). */
const everyLimit = () => Array.from({ length: 1_000 - labCount }, (_, n) => `/labs?limit=${labCount + 1 + n}`);

function accountOf({ platform }: Endpoints, username: string): PlatformUser {
  const account = platform.users.find((user) => user.username === username);
  assert(account !== undefined);
  return account;
}

async function upload({ platform }: Endpoints, headers: Headers, n: number): Promise<void> {
  const body = [
    `lab_id: bench-${String(n).padStart(3, '0')}`,
    `name: Lab ${n} of the benchmark`,
    'description: Files, processes and users',
    `containers: {main: {image: '{registry_url}/covenant/labs/shell:v1.0'}}`,
  ].join('\n');
  const response = await fetch(`${platform.base_url}/labs`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/yaml' },
    body,
  });
  assert.equal(response.status, 201, await response.text());
}

async function shareSession(url: string, session: string, sub: string): Promise<void> {
  const redis = new Redis(url);
  try {
    await redis.set(`peer:session:${session}`, JSON.stringify({ sub }), 'EX', 3_600);
  } finally {
    redis.disconnect();
  }
}

/** What our service answers, ready in tables. */
async function fill(client: Client, ours: Side, token: string): Promise<void> {
  const bearer = { Authorization: `Bearer ${token}` };
  const me = (await (await read(ours, '/auth/me', bearer)).json()) as Me;
  const { items } = (await (await read(ours, listPath, bearer)).json()) as LabList;
  await client.query(`
    create table users (subject text primary key, user_id text, username text, display_name text, email text, roles text[], student_id text, capabilities text[]);
    create table labs (lab_id text primary key, owner_id text, name text, description text, course_id text, revision int, status text, created_at text, updated_at text);
    create index on labs (owner_id, lab_id)`);
  const { user_id, username, display_name, email, roles, student_id, capabilities } = me;
  await client.query('insert into users values ($1, $2, $3, $4, $5, $6, $7, $8)', [
    subjectOf(token),
    ...[user_id, username, display_name, email, roles, student_id, capabilities],
  ]);
  for (const { lab_id, name, description, course_id, revision, status, created_at, updated_at } of items)
    await client.query('insert into labs values ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      lab_id,
      ...[user_id, name, description, course_id, revision, status, created_at, updated_at],
    ]);
}

/** Both give the same, and refuse the same. */
async function demandSame(sides: readonly Side[], credentials: readonly Headers[]): Promise<void> {
  for (const headers of credentials)
    for (const where of ['/auth/me', listPath]) {
      const [ours, theirs] = await Promise.all(sides.map(async (side) => (await read(side, where, headers)).json()));
      assert.deepEqual(theirs, ours);
    }
  for (const side of sides)
    assert.deepEqual(
      [
        (await read(side, '/auth/me')).status,
        (await read(side, '/auth/me', { Cookie: `session=${'A'.repeat(43)}` })).status,
      ],
      [401, 401],
      side.name,
    );
}
