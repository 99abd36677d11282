// Benchmark "http": a generated route with validation beside Koa + openapi-backend on the same document, and beside what Node can do at best.
import { strict as assert } from 'node:assert';
import type { Bench, BenchOptions } from '../bench.ts';
import { type Child, startChild } from '../child.ts';
import { fixture, generated } from '../document.ts';
import { type Goal, goalLine, median, ratio, table } from '../figures.ts';
import type { VariantName } from './http-variants.ts';
import type { Load, Loaded } from './load.ts';
import { pathsOf, type Shape, shapes } from './prices.ts';

const connections = 64;
const warmMs = 1_500;
const order: readonly VariantName[] = ['limit', 'koa', 'backend', 'covenant', 'service'];
const titles: Record<VariantName, string> = {
  limit: 'node:http, ready Buffer (the limit)',
  koa: 'Koa alone, nothing checked',
  backend: 'Koa + openapi-backend',
  covenant: 'generated route, every stage in Koa',
  service: 'the same with credential, rate limit, ETag, log, metrics',
};

type Running = Child & { readonly name: VariantName; readonly port: number };
type Measured = Record<'cpuUs' | 'perSecond', number[]>;

export const http: Bench = {
  name: 'http',
  async run({ dir, print, seed, rounds, roundMs, signal, profileDir }) {
    const folder = await generated(dir, 'prices', fixture('prices.yaml'));
    await using stack = new AsyncDisposableStack();
    const load = stack.use(startChild('http/load-run.ts'));
    const servers: Running[] = [];
    for (const name of order) {
      const child = stack.use(startChild('http/http-server.ts', [name, folder, String(seed)], profileDir));
      servers.push(Object.assign(child, { name, port: await child.ask<number>('port') }));
    }
    for (const shape of shapes) {
      await demandSame(servers, shape);
      const measured = await measure(servers, load, shape, { rounds, roundMs, signal });
      print(shape === 'list' ? 'list: 200 rows, 17 KB, 2 validated query parameters' : 'small: 6 fields, 110 bytes');
      print(resultTable(measured));
      for (const goal of goals(shape, measured)) print(goalLine(goal));
      print('');
    }
  },
};

const prefixOf = (name: VariantName): string => (name === 'service' ? '/api/v1/own' : '/api/v1');

/** All answer alike, and who checks really refuses: else something else would be measured. */
async function demandSame(servers: readonly Running[], shape: Shape): Promise<void> {
  const answers = servers.map(async ({ name, port }) => {
    const [path = ''] = pathsOf(shape, prefixOf(name));
    const good = await fetch(`http://127.0.0.1:${port}${path}`);
    const body = await good.json();
    const bad = await fetch(`http://127.0.0.1:${port}${path.replace('limit=200', 'limit=x')}`);
    await bad.arrayBuffer();
    const checks = name !== 'limit' && name !== 'koa';
    assert.equal(bad.status, checks ? 400 : 200, `${name} answers a wrong parameter`);
    return body;
  });
  const [first, ...others] = await Promise.all(answers);
  for (const other of others) assert.deepEqual(other, first);
}

async function measure(
  servers: readonly Running[],
  load: Child,
  shape: Shape,
  { rounds, roundMs, signal }: Pick<BenchOptions, 'rounds' | 'roundMs' | 'signal'>,
): Promise<Record<VariantName, Measured>> {
  const measured = Object.fromEntries(order.map((name) => [name, { cpuUs: [], perSecond: [] }])) as unknown as Record<
    VariantName,
    Measured
  >;
  const once = async (server: Running, ms: number) => {
    signal.throwIfAborted();
    const before = await server.ask<number>('cpu');
    const task: Load = { port: server.port, paths: pathsOf(shape, prefixOf(server.name)), connections, ms };
    const { requests, seconds } = await load.ask<Loaded>(task);
    return { cpuUs: ((await server.ask<number>('cpu')) - before) / requests, perSecond: requests / seconds };
  };
  for (const server of servers) await once(server, warmMs);
  for (let round = 0; round < rounds; round++) {
    // There and back, so that a machine that gets slower does not always hit the same one.
    for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
      const { cpuUs, perSecond } = await once(server, roundMs);
      measured[server.name].cpuUs.push(cpuUs);
      measured[server.name].perSecond.push(perSecond);
    }
  }
  return measured;
}

function resultTable(measured: Record<VariantName, Measured>): string {
  const rows = order.map((name) => [
    titles[name],
    median(measured[name].cpuUs),
    Math.min(...measured[name].cpuUs),
    ratio(measured.backend.cpuUs, measured[name].cpuUs),
    ratio(measured.limit.cpuUs, measured[name].cpuUs),
    median(measured[name].perSecond),
    ratio(measured[name].perSecond, measured.backend.perSecond),
  ]);
  return table(['', 'CPU µs', 'lowest', 'x backend', 'of the limit', 'req/s', 'x backend'], rows);
}

const goals = (shape: Shape, { backend, covenant }: Record<VariantName, Measured>): Goal[] => [
  {
    what: `${shape}: CPU time of Koa + openapi-backend over the generated route's`,
    measured: ratio(backend.cpuUs, covenant.cpuUs),
    sign: '>=',
    goal: shape === 'list' ? 2 : 4,
  },
];
