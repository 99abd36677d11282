// Our running service and the one of Fastify beside it: rounds in turn, and their processor time for each request.
import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import type { BenchOptions } from '../bench.ts';
import { startChild } from '../child.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import type { Loaded } from '../http/load.ts';
import { databaseUs, ownUs } from './processor-time.ts';

export const connections = 64;

export type Headers = Readonly<Record<string, string>>;

export type Side = {
  readonly name: string;
  readonly port: number;
  readonly prefix: string;
  readonly pid: number;
  /** Beside those of each request. */
  readonly headers?: Headers;
  readonly nodeUs: () => number;
  readonly postgresUs: () => number;
};

export type CostCase = {
  readonly title: string;
  /** Different ones, where no answer may be kept. */
  readonly paths: () => readonly string[];
  readonly headers: Headers;
  readonly status: 200 | 304;
  readonly goals: readonly [node: number, postgres: number];
};

type Rounds = Pick<BenchOptions, 'rounds' | 'roundMs' | 'signal'>;

/** Prints a line for each case, then the goals. `before`: an earlier version of our service. */
export async function compare(
  cases: readonly CostCase[],
  sides: readonly [ours: Side, peer: Side, before?: Side],
  { print, ...rounds }: Rounds & Pick<BenchOptions, 'print'>,
): Promise<void> {
  await using load = startChild('http/load-run.ts');
  const lines: (string | number)[][] = [];
  const goals: string[] = [];
  for (const each of cases) {
    const [mine, theirs, before] = (await measure(
      each,
      sides.filter((side) => side !== undefined),
      (question) => load.ask<Loaded>(question),
      rounds,
    )) as [Measured, Measured, Measured?];
    const ratiosOf = (own: Measured) => ({
      Node: ratio(own.node, theirs.node),
      PostgreSQL: ratio(own.postgres, theirs.postgres),
    });
    const ratios = ratiosOf(mine);
    const cells = [shown(mine), shown(theirs), shownRatios(ratios)];
    lines.push([each.title, ...cells, ...(before === undefined ? [] : [shown(before), shownRatios(ratiosOf(before))])]);
    for (const [i, [part, measured]] of Object.entries(ratios).entries())
      goals.push(goalLine({ what: `${each.title}, ${part}`, measured, sign: '<', goal: (each.goals[i] ?? 0) + 0.005 }));
  }
  const before = sides[2] === undefined ? [] : [`${sides[2].name}: Node / PostgreSQL µs`, 'its ratio'];
  print(table(['', 'ours: Node / PostgreSQL µs', 'Fastify: Node / PostgreSQL µs', 'ratio', ...before], lines));
  for (const line of goals) print(line);
}

export type Measured = { readonly node: number[]; readonly postgres: number[] };

const shown = ({ node, postgres }: Measured): string => `${round(node)} / ${round(postgres)}`;
const shownRatios = (ratios: Readonly<Record<string, number>>): string =>
  Object.values(ratios).map(shownRatio).join(' / ');
const shownRatio = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : '-');
const round = (values: readonly number[]): string => Math.round(median(values)).toLocaleString('en');

/** Microseconds of each request, a list for each side. */
export async function measure(
  { paths, headers, status }: Pick<CostCase, 'paths' | 'headers' | 'status'>,
  sides: readonly Side[],
  load: (question: unknown) => Promise<Loaded>,
  { rounds, roundMs, signal }: Rounds,
): Promise<readonly Measured[]> {
  const measured = sides.map((): Measured => ({ node: [], postgres: [] }));
  for (let n = -1; n < rounds; n++) {
    const order = [...sides.entries()];
    for (const [i, side] of n % 2 === 0 ? order : order.toReversed()) {
      signal.throwIfAborted();
      const asked = paths();
      const sent = { ...headers, ...side.headers };
      const tags: Headers = status === 304 ? { 'If-None-Match': await tagOf(side, asked[0] ?? '', sent) } : {};
      const before = [side.nodeUs(), side.postgresUs()] as const;
      const { requests } = await load({
        port: side.port,
        paths: asked.map((each) => `${side.prefix}${each}`),
        headers: { ...sent, ...tags },
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

export const read = (side: Side, where: string, headers: Headers = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${side.port}${side.prefix}${where}`, { headers });

export async function tagOf(side: Side, where: string, headers: Headers): Promise<string> {
  // The load generator takes no packed answers, so the tag has to be that of the plain form.
  const response = await read(side, where, { ...headers, 'Accept-Encoding': 'identity' });
  await response.arrayBuffer();
  return response.headers.get('etag') ?? '';
}

/** Starts a program of this folder with the addresses that it needs; it answers with its port. */
export async function startPeer(
  stack: AsyncDisposableStack,
  program: string,
  addresses: Readonly<Record<string, string>>,
  run: string,
): Promise<Side> {
  const folder = import.meta.dirname;
  if (!existsSync(path.join(folder, 'node_modules')))
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' });
  const child = fork(path.join(folder, program), [JSON.stringify(addresses)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
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
    pid: child.pid ?? 0,
    nodeUs: () => ownUs(child.pid ?? 0),
    postgresUs: () => databaseUs(run, 'peer'),
  };
}

/** A database beside ours, with what the peer needs; returns its address. */
export async function peerDatabase(address: string, fill: (client: Client) => Promise<void>): Promise<string> {
  await query(address, async (client) => void (await client.query('create database peer')));
  const url = Object.assign(new URL(address), { pathname: '/peer' }).href;
  await query(url, async (client) => {
    await fill(client);
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
