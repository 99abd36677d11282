// Benchmark "front-door": what the front door costs a request to the analytics API, beside a bare proxy, by processor time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { startChild } from '../child.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import type { Loaded } from '../http/load.ts';
import { installed } from '../installation.ts';
import { connections, startPeer } from './compare.ts';
import { ownUs } from './processor-time.ts';
import { type Endpoints, settings, tokenOf } from './service.ts';

const goalUs = 150;

type Side = { readonly port: number; readonly path: string; readonly us: () => number };

export const frontDoor: Bench = {
  name: 'front-door',
  async run({ dir, print, rounds, roundMs, signal }) {
    const run = path.join(dir, 'run');
    print('Bringing up an installation ...');
    await using installation = await installed(run, signal, settings);
    await using stack = new AsyncDisposableStack();
    const endpoints = JSON.parse(readFileSync(installation.endpoints, 'utf8')) as Endpoints & {
      readonly front_door: { readonly url: string };
    };
    const port = read<{ services_analytics: number }>(run, 'ports.json').services_analytics;
    // The front door is a thread of the process that supervises, whose other threads rest meanwhile.
    const { pid } = read<{ pid: number }>(run, 'supervisor.json');
    const { pathname } = new URL(endpoints.analytics.base_url);
    const peer = await startPeer(stack, 'bare-proxy.mjs', { port: String(port) }, run);
    const sides: readonly Side[] = [
      { port: Number(new URL(endpoints.front_door.url).port), path: `${pathname}/scope`, us: () => ownUs(pid) },
      { port: peer.port, path: '/api/v1/scope', us: peer.nodeUs },
    ];
    const headers = { Authorization: `Bearer ${await tokenOf(endpoints)}` };
    const measured = await measure(sides, headers, { rounds, roundMs, signal });
    for (const line of report(measured)) print(line);
  },
};

const read = <T>(run: string, file: string): T => JSON.parse(readFileSync(path.join(run, file), 'utf8')) as T;

type Rounds = { readonly rounds: number; readonly roundMs: number; readonly signal: AbortSignal };

/** Microseconds of each request, a list for each side. */
async function measure(
  sides: readonly Side[],
  headers: Readonly<Record<string, string>>,
  { rounds, roundMs, signal }: Rounds,
): Promise<readonly number[][]> {
  await using load = startChild('http/load-run.ts');
  const measured = sides.map((): number[] => []);
  for (let n = -1; n < rounds; n++) {
    const order = [...sides.entries()];
    for (const [i, side] of n % 2 === 0 ? order : order.toReversed()) {
      signal.throwIfAborted();
      const before = side.us();
      const ms = n < 0 ? 2_000 : roundMs;
      const { requests } = await load.ask<Loaded>({ port: side.port, paths: [side.path], headers, connections, ms });
      if (n >= 0) measured[i]?.push((side.us() - before) / requests); // the first warms up
    }
  }
  return measured;
}

function report([ours = [], bare = []]: readonly number[][]): readonly string[] {
  const us = median(ours);
  const rows = [
    ['front door', Math.round(us), ratio(ours, bare).toFixed(2)],
    ['bare proxy', Math.round(median(bare)), '1.00'],
  ];
  return [
    table(['', 'CPU µs for each request', 'of the bare proxy'], rows),
    goalLine({ what: 'GET /scope through the front door, µs', measured: us, sign: '<', goal: goalUs }),
  ];
}
