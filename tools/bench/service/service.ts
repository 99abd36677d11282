// Benchmark "service": reads of the running analytics API beside a Fastify service with everything on, by processor
// time for each request.
import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import type { Bench } from '../bench.ts';
import { installed } from '../installation.ts';
import { period, salesRows } from '../sales-file.ts';
import {
  type CostCase,
  compare,
  connections,
  type Headers,
  peerDatabase,
  read,
  type Side,
  startPeer,
  tagOf,
} from './compare.ts';
import { databaseUs, partUs, pidOf } from './processor-time.ts';

/** Below the rows from which reads wait for each other (decision 155). */
const mostRows = 90_000;
const brand = 'brand-1';
export const settings = { RATE_LIMITS: 'analytics.read=1000000' };

export type Endpoints = {
  readonly analytics: {
    readonly base_url: string;
    readonly users: readonly {
      readonly email: string;
      readonly password: string;
      readonly dealer_ids: readonly string[];
    }[];
  };
  readonly identity: { readonly issuers: { readonly analytics: string } };
  readonly postgres: { readonly analytics: string };
  readonly redis: { readonly url: string };
};

const listPath = `/indices?brand_id=${brand}&limit=200`;
let asked = 0;
const oneByOne = (): readonly string[] =>
  Array.from({ length: 2_000 }, () => {
    const day = new Date(Date.UTC(1920, 0, 1 + (asked++ % 30_000))).toISOString().slice(0, 10);
    return `${listPath}&date_from=${day}`;
  });

const cases: readonly Omit<CostCase, 'headers'>[] = [
  { title: 'GET /scope', paths: () => ['/scope'], status: 200, goals: [0.8, 1] },
  { title: 'GET /indices of a brand, other dates each time', paths: oneByOne, status: 200, goals: [1, 1] },
  { title: 'GET /indices of a brand, unchanged', paths: () => [listPath], status: 200, goals: [0.3, 0.3] },
  { title: 'the same with If-None-Match', paths: () => [listPath], status: 304, goals: [0.4, 0.4] },
];

export const service: Bench = {
  name: 'service',
  async run({ dir, print, seed, rounds, roundMs, rows, signal }) {
    print('Bringing up an installation ...');
    await using stack = new AsyncDisposableStack();
    const given = { rows: Math.min(rows, mostRows), seed, signal };
    const { side: ours, run, endpoints, token, stored } = await opened(path.join(dir, 'run'), stack, given);
    const earlier = process.env.BENCH_BEFORE;
    const before =
      earlier === undefined
        ? undefined
        : await opened(path.join(dir, 'before'), stack, { ...given, checkout: earlier });
    const url = await peerDatabase(endpoints.postgres.analytics, (client) => fill(client, ours, token));
    const addresses = { postgres: url, redis: endpoints.redis.url, issuer: endpoints.identity.issuers.analytics };
    const peer = await startPeer(stack, 'peer-analytics.mjs', addresses, run);
    const headers = { Authorization: `Bearer ${token}` };
    await demandSame([ours, peer], headers);
    print(`${stored.toLocaleString('en')} rows stored; ${connections} connections; processor time for each request\n`);
    await compare(
      cases.map((each) => ({ ...each, headers })),
      before === undefined ? [ours, peer] : [ours, peer, { ...before.side, name: 'before' }],
      { print, rounds, roundMs, signal },
    );
  },
};

type Given = {
  readonly rows: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  readonly checkout?: string;
};

/** A running installation with sales of one dealer. */
async function opened(run: string, stack: AsyncDisposableStack, { rows, seed, signal, checkout }: Given) {
  const installation = stack.use(await installed(run, signal, settings, checkout));
  const endpoints = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as Endpoints;
  const token = await tokenOf(endpoints);
  const stored = await storeSales(endpoints, token, rows, seed);
  const ports = JSON.parse(readFileSync(path.join(run, 'ports.json'), 'utf8')) as { services_analytics: number };
  const side: Side = {
    name: 'ours',
    port: ports.services_analytics,
    prefix: '/api/v1',
    pid: pidOf(run, 'services'),
    headers: { Authorization: `Bearer ${token}` },
    nodeUs: () => partUs(run, 'services'),
    postgresUs: () => databaseUs(run, 'analytics'),
  };
  return { side, run, endpoints, token, stored };
}

/** Both give the same items, and refuse the same. */
async function demandSame(sides: readonly Side[], headers: Headers): Promise<void> {
  const items = await Promise.all(
    sides.map(async (side) => ((await (await read(side, listPath, headers)).json()) as { items: unknown }).items),
  );
  assert.deepEqual(items[0], items[1]);
  for (const side of sides) {
    const conditional = await read(side, listPath, {
      ...headers,
      'Accept-Encoding': 'identity',
      'If-None-Match': await tagOf(side, listPath, headers),
    });
    const statuses = [
      (await read(side, '/scope')).status,
      (await read(side, `${listPath}0000`, headers)).status,
      conditional.status,
    ];
    assert.deepEqual(statuses, [401, 400, 304], side.name);
  }
}

export async function tokenOf({ analytics }: Endpoints): Promise<string> {
  const [{ email, password } = { email: '', password: '' }] = analytics.users;
  const response = await fetch(`${analytics.base_url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

export async function storeSales({ analytics }: Endpoints, token: string, rows: number, seed: number): Promise<number> {
  // One brand at least has every month: the order of the keys is that of the months.
  const step = Math.max(1, Math.floor(1_200_000 / rows));
  const lines = ['period_start,brand,region,model_family,units_sold,stock_units,orders\n'];
  let n = 0;
  for (const row of salesRows(1_200_000, seed))
    if (n++ % step === 0) lines.push(`${row.slice(0, row.lastIndexOf(','))}\n`);
  const form = new FormData();
  form.set('dealer_id', analytics.users[0]?.dealer_ids[0] ?? '');
  form.set('period', period.period);
  form.set('file', new Blob([lines.join('')]), 'sales.csv');
  const headers = { Authorization: `Bearer ${token}` };
  const accepted = (await (
    await fetch(`${analytics.base_url}/ingest/files`, { method: 'POST', headers, body: form })
  ).json()) as { job_id: string };
  for (;;) {
    const response = await fetch(`${analytics.base_url}/ingest/jobs/${accepted.job_id}?wait=30`, { headers });
    const job = (await response.json()) as { status: string; finished_at: string | null; rows: { accepted: number } };
    if (job.finished_at === null) continue;
    assert.equal(job.status, 'succeeded', JSON.stringify(job));
    return job.rows.accepted;
  }
}

/** What our service answers, ready in a table. */
async function fill(client: Client, ours: Side, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` };
  const { items } = (await (await read(ours, listPath, headers)).json()) as {
    readonly items: readonly { date: string }[];
  };
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub: string;
  };
  await client.query(`
    create table grants (subject text, dealer_id text, primary key (subject, dealer_id));
    create table revisions (dealer_id text primary key, revision bigint);
    create table items (dealer_id text, brand_id text, date text, item jsonb, primary key (dealer_id, brand_id, date))`);
  await client.query(`insert into grants values ($1, 'one')`, [sub]);
  await client.query(`insert into revisions values ('one', 1)`);
  for (const item of items)
    await client.query(`insert into items values ('one', $1, $2, $3)`, [brand, item.date, JSON.stringify(item)]);
}
