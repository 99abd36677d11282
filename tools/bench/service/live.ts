// Benchmark "live": 1,000 connections of a class to the live updates of the running platform, of a Fastify service and of a bare server, one change a second that all of them see.
import { strict as assert } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Bench } from '../bench.ts';
import { type Child, startChild } from '../child.ts';
import { goalLine, table } from '../figures.ts';
import { installed } from '../installation.ts';
import { peerDatabase, type Side, startPeer } from './compare.ts';
import type { Question } from './live-clients.ts';
import { changeOurs, changeTheirs, fillOurs, fillTheirs } from './live-rows.ts';
import { enrolled } from './live-students.ts';
import { type Endpoints, platformSide } from './platform-installation.ts';
import { memoryKb } from './processor-time.ts';

const students = 50;
/** The most that a user may have. */
const connectionsEach = 20;
const connections = students * connectionsEach;
/** Of a round; pings come every 30 s, and rights are checked again after 60. */
const changesEach = 10;
const settleMs = 5_000;
/** Long enough that what the services do now and then is in it as often as in the changes. */
const quietSeconds = 60;
/** What connections leave behind in memory is collected within ten seconds of rest, twice, and is theirs, not of the changes after them. */
const collectMs = 15_000;
const settings = { RATE_LIMITS: 'platform.read=1000000,platform.live=1000000' };
const goal = 0.8;

type Watched = Side & { readonly url: string; readonly change: () => Promise<unknown> };

export const live: Bench = {
  name: 'live',
  async run({ dir, print, rounds, signal }) {
    const run = path.join(dir, 'run');
    print('Bringing up an installation ...');
    await using installation = await installed(run, signal, settings);
    const endpoints = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as Endpoints;
    await using stack = new AsyncDisposableStack();
    const ours = platformSide(run);
    const all = await enrolled(endpoints, ours, students);
    const instance = randomUUID();
    const platform = await opened(endpoints.postgres.platform, stack);
    await fillOurs(platform, instance, all);
    const url = await peerDatabase(endpoints.postgres.platform, (client) => fillTheirs(client, instance, all));
    const addresses = { postgres: url, redis: endpoints.redis.url, issuer: endpoints.identity.issuers.labs };
    const peer = await startPeer(stack, 'peer-live.mjs', addresses, run);
    const bare = { ...(await startPeer(stack, 'bare-live.mjs', {}, run)), name: 'bare', postgresUs: () => 0 };
    const theirs = await opened(url, stack);
    const sides: readonly Watched[] = [
      { ...ours, url: urlOf(ours), change: () => changeOurs(platform, instance) },
      { ...peer, url: urlOf(peer), change: () => changeTheirs(theirs, instance) },
      { ...bare, url: urlOf(bare), change: () => fetch(`http://127.0.0.1:${bare.port}`) },
    ];
    const clients = stack.use(startChild('service/live-clients.ts'));
    const { origin } = new URL(endpoints.platform.base_url);
    const tokens = all.flatMap(({ token }) => Array.from({ length: connectionsEach }, () => token));
    print(`${connections} connections of ${students} students, who all see the one change a second\n`);
    show(await measured(sides, { clients, origin, tokens, changes: rounds * changesEach, signal }), print);
  },
};

const urlOf = ({ port, prefix }: Side): string => `ws://127.0.0.1:${port}${prefix}/live`;

async function opened(connectionString: string, stack: AsyncDisposableStack): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  stack.defer(() => client.end());
  return client;
}

type Scene = {
  readonly clients: Child;
  readonly origin: string;
  readonly tokens: readonly string[];
  readonly changes: number;
  readonly signal: AbortSignal;
};

/** For each connection, and for each change less what passes in the same time without connections and changes. */
type Measured = { readonly side: Side; connectUs: number; kb: number; nodeUs: number; postgresUs: number };

async function measured(
  sides: readonly Watched[],
  { clients, origin, tokens, changes, signal }: Scene,
): Promise<readonly Measured[]> {
  const ask = (question: Question) => clients.ask<number>(question);
  const rest = (ms = settleMs) => pause(ms, undefined, { signal });
  await rest(collectMs);
  const empty = sides.map(({ pid }) => memoryKb(pid));
  const quiet = await spent(sides, async () => {
    for (let n = 0; n < quietSeconds; n++) await pause(1_000, undefined, { signal });
  });
  const connecting = await spent(sides, async () => {
    for (let n = 0; n < tokens.length; n += connectionsEach)
      for (const { url } of sides)
        await ask({ connect: { url, origin, tokens: tokens.slice(n, n + connectionsEach) } });
    await rest(collectMs);
  });
  const changing = await spent(sides, async () => {
    // In turn, since one process receives what both send.
    for (let n = 0; n < changes; n++)
      for (const { change } of sides) await Promise.all([change(), pause(1_000 / sides.length, undefined, { signal })]);
  });
  await rest();
  const full = sides.map(({ pid }) => memoryKb(pid));
  for (const { name, url } of sides) assert.equal(await ask({ count: url }), changes * tokens.length, name);
  const each = (part: keyof Spent, i: number) =>
    (changing[i]?.[part] ?? 0) / changes - (quiet[i]?.[part] ?? 0) / quietSeconds;
  return sides.map((side, i) => ({
    side,
    connectUs: (connecting[i]?.nodeUs ?? 0) / tokens.length,
    kb: ((full[i] ?? 0) - (empty[i] ?? 0)) / tokens.length,
    nodeUs: each('nodeUs', i),
    postgresUs: each('postgresUs', i),
  }));
}

type Spent = { readonly nodeUs: number; readonly postgresUs: number };

async function spent(sides: readonly Side[], work: () => Promise<unknown>): Promise<readonly Spent[]> {
  const now = () => sides.map((side) => ({ nodeUs: side.nodeUs(), postgresUs: side.postgresUs() }));
  const before = now();
  await work();
  return now().map(({ nodeUs, postgresUs }, i) => ({
    nodeUs: nodeUs - (before[i]?.nodeUs ?? 0),
    postgresUs: postgresUs - (before[i]?.postgresUs ?? 0),
  }));
}

function show(all: readonly Measured[], print: (text: string) => void): void {
  const columns = ['Node, ms a change', 'PostgreSQL, ms a change', 'Node, ms to connect', 'KB a connection'] as const;
  const values = all.map(({ nodeUs, postgresUs, connectUs, kb }) => [
    nodeUs / 1_000,
    postgresUs / 1_000,
    connectUs / 1_000,
    kb,
  ]);
  const rows = all.map(({ side }, i) => [side.name, ...(values[i] ?? [])]);
  print(table(['', ...columns], rows));
  const [ours = [], theirs = []] = values;
  for (const [i, what] of columns.entries()) {
    const [own = 0, peer = 0] = [ours[i], theirs[i]];
    // Below zero is below the noise: connections of a pool that ended take their time with them.
    if (own > 0 && peer > 0) print(goalLine({ what, measured: own / peer, sign: '<', goal: goal + 0.005 }));
  }
}
