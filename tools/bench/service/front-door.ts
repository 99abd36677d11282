// Benchmark "front-door": what the front door costs a request to the analytics API, beside a bare proxy, by processor
// time.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from '../bench.ts';
import { startChild } from '../child.ts';
import { goalLine, median, ratio, table } from '../figures.ts';
import type { Loaded } from '../http/load.ts';
import { installed } from '../installation.ts';
import { type Measured, measure, type Side, startPeer } from './compare.ts';
import { ownUs } from './processor-time.ts';
import { type Endpoints, settings, tokenOf } from './service.ts';

const goalUs = 150;

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
      {
        ...peer,
        name: 'front door',
        port: Number(new URL(endpoints.front_door.url).port),
        prefix: pathname,
        pid,
        nodeUs: () => ownUs(pid),
      },
      { ...peer, prefix: '/api/v1' },
    ];
    const headers = { Authorization: `Bearer ${await tokenOf(endpoints)}` };
    await using load = startChild('http/load-run.ts');
    const measured = await measure(
      { paths: () => ['/scope'], headers, status: 200 },
      sides,
      (question) => load.ask<Loaded>(question),
      { rounds, roundMs, signal },
    );
    for (const line of report(measured)) print(line);
  },
};

const read = <T>(run: string, file: string): T => JSON.parse(readFileSync(path.join(run, file), 'utf8')) as T;

function report(measured: readonly Measured[]): readonly string[] {
  const [ours = [], bare = []] = measured.map(({ node }) => node);
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
