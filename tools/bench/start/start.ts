// Benchmark "start": an installation started again and stopped, as `npm start` does it without npm, and what it holds
// when no one uses it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, releasePort } from '../../local/servers/ports.ts';
import type { Bench } from '../bench.ts';
import { goalLine, median, table } from '../figures.ts';
import { cpuSecondsOf, type Memory, memoryOf, type Part, partsOf } from './processes.ts';

const root = path.join(import.meta.dirname, '../../..');
const engine = process.env.BENCH_ENGINE ?? 'memory';
/** Pools of connections have closed what they do not need by then. */
const idleMs = 12_000;

type Round = {
  readonly readyS: number;
  readonly stopS: number;
  readonly cpuS: ReadonlyMap<string, number>;
  readonly memory: ReadonlyMap<string, Memory>;
};

export const start: Bench = {
  name: 'start',
  async run({ dir, print, rounds, signal }) {
    const port = await freePort();
    releasePort(port);
    const once = () => measured(dir, port, signal);
    print(`Labs: ${engine}. The first start makes the data; the others find it.\n`);
    const first = await once();
    const all: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      signal.throwIfAborted();
      all.push(await once());
    }
    const of = (read: (round: Round) => number) => median(all.map(read));
    print(table(['', 'first', 'again'], [['ready after, s', first.readyS, of(({ readyS }) => readyS)]]));
    const names = [...new Set(all.flatMap(({ memory }) => [...memory.keys()]))];
    const rows = names.map((name) => [
      name,
      of(({ cpuS }) => cpuS.get(name) ?? 0),
      of(({ memory }) => memory.get(name)?.processes ?? 0),
      of(({ memory }) => memory.get(name)?.rssMb ?? 0),
      of(({ memory }) => memory.get(name)?.pssMb ?? 0),
    ]);
    const totals = [1, 2, 3, 4].map((column) => rows.reduce((total, row) => total + Number(row[column]), 0));
    print(`\n${table(['', 'CPU s until ready', 'processes', 'RSS MB', 'PSS MB'], [...rows, ['all', ...totals]])}\n`);
    const goals = [
      ['ready again after, s', of(({ readyS }) => readyS), 5],
      ['stopped after, s', of(({ stopS }) => stopS), 2],
      ['RSS of everything, MB', totals[2] ?? 0, 600],
    ] as const;
    for (const [what, value, goal] of goals) print(goalLine({ what, measured: value, sign: '<', goal }));
  },
};

async function measured(dir: string, port: number, signal: AbortSignal): Promise<Round> {
  const begun = performance.now();
  const child = spawn('sh', ['tools/local/start/start.sh', '--engine', engine, '--port', String(port)], {
    cwd: root,
    env: { ...process.env, COVENANT_RUN: dir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await printed(child, /Ready after/);
    const readyS = seconds(begun);
    const cpuS = byName(partsOf(dir, child.pid ?? 0), cpuSecondsOf);
    await pause(idleMs, undefined, { signal });
    const memory = byName(partsOf(dir, child.pid ?? 0), memoryOf);
    const stopping = performance.now();
    await ended(child);
    return { readyS, cpuS, memory, stopS: seconds(stopping) };
  } finally {
    await ended(child);
  }
}

const seconds = (since: number): number => (performance.now() - since) / 1000;

const byName = <T>(parts: readonly Part[], read: (part: Part) => T): ReadonlyMap<string, T> =>
  new Map(parts.map((part) => [part.name, read(part)]));

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function printed(child: ChildProcess, pattern: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (pattern.test(output)) resolve();
    });
    child.once('exit', () => reject(new Error(`The start ended:\n${output}`)));
  });
}
