// Benchmark "service": reads of the running analytics API beside a Fastify service with everything on, by processor time for each request.
import { strict as assert } from 'node:assert';
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { Bench } from '../bench.ts';
import { startChild } from '../child.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import type { Load, Loaded } from '../http/load.ts';
import { installed } from '../installation.ts';
import { period, salesRows } from '../sales-file.ts';
import { databaseUs, ownUs, partUs } from './processor-time.ts';

const connections = 64;
/** Below the rows from which reads wait for each other (decision 155). */
const mostRows = 90_000;
const brand = 'brand-1';
const settings = { RATE_LIMITS: 'analytics.read=1000000' };

type Endpoints = {
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

type Side = {
  readonly name: string;
  readonly port: number;
  readonly prefix: string;
  readonly nodeUs: () => number;
  readonly postgresUs: () => number;
};

type Case = {
  readonly title: string;
  /** Different ones, where no answer may be kept. */
  readonly paths: () => readonly string[];
  readonly status: 200 | 304;
  readonly goals: readonly [node: number, postgres: number];
};

const listPath = `/indices?brand_id=${brand}&limit=200`;
let asked = 0;
const oneByOne = (): readonly string[] =>
  Array.from({ length: 2_000 }, () => {
    const day = new Date(Date.UTC(1920, 0, 1 + (asked++ % 30_000))).toISOString().slice(0, 10);
    return `${listPath}&date_from=${day}`;
  });

const cases: readonly Case[] = [
  { title: 'GET /scope', paths: () => ['/scope'], status: 200, goals: [0.8, 1] },
  { title: 'GET /indices of a brand, other dates each time', paths: oneByOne, status: 200, goals: [1, 1] },
  { title: 'GET /indices of a brand, unchanged', paths: () => [listPath], status: 200, goals: [0.3, 0.3] },
  { title: 'the same with If-None-Match', paths: () => [listPath], status: 304, goals: [0.4, 0.4] },
];

export const service: Bench = {
  name: 'service',
  async run({ dir, print, seed, rounds, roundMs, rows, signal }) {
    const run = path.join(dir, 'run');
    print('Bringing up an installation ...');
    await using installation = await installed(run, signal, settings);
    const endpoints = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as Endpoints;
    const token = await tokenOf(endpoints);
    const stored = await upload(endpoints, token, Math.min(rows, mostRows), seed);
    const ports = JSON.parse(readFileSync(path.join(run, 'ports.json'), 'utf8')) as { services_analytics: number };
    const ours: Side = {
      name: 'ours',
      port: ports.services_analytics,
      prefix: '/api/v1',
      nodeUs: () => partUs(run, 'services'),
      postgresUs: () => databaseUs(run, 'analytics'),
    };
    await using stack = new AsyncDisposableStack();
    const peer = await startPeer(stack, endpoints, ours, token, run);
    const sides = [ours, peer];
    const headers = { Authorization: `Bearer ${token}` };
    await demandSame(sides, headers);
    const load = stack.use(startChild('http/load-run.ts'));
    print(`${stored.toLocaleString('en')} rows stored; ${connections} connections; processor time for each request\n`);
    const lines: (string | number)[][] = [];
    const goals: string[] = [];
    for (const each of cases) {
      const measured = await measure(each, sides, headers, (question) => load.ask<Loaded>(question), {
        rounds,
        roundMs,
        signal,
      });
      const [mine, theirs] = measured as [Measured, Measured];
      const ratios = [ratio(mine.node, theirs.node), ratio(mine.postgres, theirs.postgres)] as const;
      lines.push([
        each.title,
        `${round(mine.node)} / ${round(mine.postgres)}`,
        `${round(theirs.node)} / ${round(theirs.postgres)}`,
        `${ratios[0].toFixed(2)} / ${ratios[1].toFixed(2)}`,
      ]);
      for (const [i, part] of ['Node', 'PostgreSQL'].entries())
        goals.push(
          goalLine({
            what: `${each.title}, ${part}`,
            measured: ratios[i] ?? Number.NaN,
            sign: '<',
            goal: (each.goals[i] ?? 0) + 0.005,
          }),
        );
    }
    print(table(['', 'ours: Node / PostgreSQL µs', 'Fastify: Node / PostgreSQL µs', 'ratio'], lines));
    for (const line of goals) print(line);
  },
};

type Measured = { readonly node: number[]; readonly postgres: number[] };

const round = (values: readonly number[]): string => Math.round(median(values)).toLocaleString('en');

async function measure(
  { paths, status }: Case,
  sides: readonly Side[],
  headers: Readonly<Record<string, string>>,
  load: (question: Load) => Promise<Loaded>,
  { rounds, roundMs, signal }: { readonly rounds: number; readonly roundMs: number; readonly signal: AbortSignal },
): Promise<readonly Measured[]> {
  const measured = sides.map((): Measured => ({ node: [], postgres: [] }));
  for (let n = -1; n < rounds; n++) {
    const order = [...sides.entries()];
    for (const [i, side] of n % 2 === 0 ? order : order.toReversed()) {
      signal.throwIfAborted();
      const tags: Record<string, string> = status === 304 ? { 'If-None-Match': await tagOf(side, headers) } : {};
      const prefixed = paths().map((each) => `${side.prefix}${each}`);
      const before = [side.nodeUs(), side.postgresUs()] as const;
      const { requests } = await load({
        port: side.port,
        paths: prefixed,
        headers: { ...headers, ...tags },
        connections,
        ms: n < 0 ? 2_000 : roundMs,
        status,
      });
      if (n < 0) continue; // warms up
      measured[i]?.node.push((side.nodeUs() - before[0]) / requests);
      measured[i]?.postgres.push((side.postgresUs() - before[1]) / requests);
    }
  }
  return measured;
}

const read = (side: Side, where: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`http://127.0.0.1:${side.port}${side.prefix}${where}`, { headers });

async function tagOf(side: Side, headers: Readonly<Record<string, string>>): Promise<string> {
  // The load generator takes no packed answers, so the tag has to be that of the plain form.
  const response = await read(side, listPath, { ...headers, 'Accept-Encoding': 'identity' });
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}

/** Both give the same items, and refuse the same. */
async function demandSame(sides: readonly Side[], headers: Readonly<Record<string, string>>): Promise<void> {
  const items = await Promise.all(
    sides.map(async (side) => ((await (await read(side, listPath, headers)).json()) as { items: unknown }).items),
  );
  assert.deepEqual(items[0], items[1]);
  for (const side of sides) {
    const conditional = await read(side, listPath, {
      ...headers,
      'Accept-Encoding': 'identity',
      'If-None-Match': await tagOf(side, headers),
    });
    const statuses = [
      (await read(side, '/scope')).status,
      (await read(side, `${listPath}0000`, headers)).status,
      conditional.status,
    ];
    assert.deepEqual(statuses, [401, 400, 304], side.name);
  }
}

async function tokenOf({ analytics }: Endpoints): Promise<string> {
  const [{ email, password } = { email: '', password: '' }] = analytics.users;
  const response = await fetch(`${analytics.base_url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { readonly access_token: string }).access_token;
}

async function upload({ analytics }: Endpoints, token: string, rows: number, seed: number): Promise<number> {
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

/** With what our service answers, ready in a table of a database beside ours. */
async function startPeer(
  stack: AsyncDisposableStack,
  { postgres, redis, identity }: Endpoints,
  ours: Side,
  token: string,
  run: string,
): Promise<Side> {
  const folder = import.meta.dirname;
  if (!existsSync(path.join(folder, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  const url = await fillDatabase(postgres.analytics, ours, token);
  const addresses = JSON.stringify({ postgres: url, redis: redis.url, issuer: identity.issuers.analytics });
  const child = fork(path.join(folder, 'peer.mjs'), [addresses], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  stack.defer(() => void child.kill());
  const ended = once(child, 'exit').then(([code]) =>
    Promise.reject(new Error(`the Fastify service ended with ${code}`)),
  );
  ended.catch(() => {});
  const [{ port }] = (await Promise.race([once(child, 'message'), ended])) as [{ readonly port: number }];
  return {
    name: 'Fastify',
    port,
    prefix: '',
    nodeUs: () => ownUs(child.pid ?? 0),
    postgresUs: () => databaseUs(run, 'peer'),
  };
}

async function fillDatabase(address: string, ours: Side, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const { items } = (await (await read(ours, listPath, headers)).json()) as {
    readonly items: readonly { date: string }[];
  };
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    readonly sub: string;
  };
  await query(address, async (client) => void (await client.query('create database peer')));
  const url = Object.assign(new URL(address), { pathname: '/peer' }).href;
  await query(url, async (client) => {
    await client.query(`
      create table grants (subject text, dealer_id text, primary key (subject, dealer_id));
      create table revisions (dealer_id text primary key, revision bigint);
      create table items (dealer_id text, brand_id text, date text, item jsonb, primary key (dealer_id, brand_id, date))`);
    await client.query(`insert into grants values ($1, 'one')`, [sub]);
    await client.query(`insert into revisions values ('one', 1)`);
    for (const item of items)
      await client.query(`insert into items values ('one', $1, $2, $3)`, [brand, item.date, JSON.stringify(item)]);
    await client.query('analyze');
  });
  return url;
}

async function query(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
