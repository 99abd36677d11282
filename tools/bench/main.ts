// `npm run bench -- [NAME...]` prints ratios of one interleaved run (README.md). A benchmark is never a gate.
import { mkdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { answerHelp, optionsOf } from '../command-line/options.ts';
import { testFolder } from '../test/folder.ts';
import type { Bench } from './bench.ts';
import { forecasts } from './forecast/forecast.ts';
import { beside } from './growth/beside.ts';
import { growth } from './growth/growth.ts';
import { ingest } from './ingest.ts';
import { classOfForty } from './labs/class.ts';
import { labs } from './labs/labs.ts';
import { seedOf } from './random.ts';
import { frontDoor } from './service/front-door.ts';
import { platform } from './service/platform.ts';
import { service } from './service/service.ts';
import { start } from './start/start.ts';

const benches: readonly Bench[] = [
  ingest,
  forecasts,
  labs,
  classOfForty,
  service,
  frontDoor,
  platform,
  growth,
  beside,
  start,
];

const { values, positionals } = selection();

const unknown = positionals.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(', ')}; there are ${benches.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());

const seed = seedOf(values.seed);
const [cpu] = os.cpus();
console.log(
  `Node ${process.version}, ${os.cpus().length} x ${cpu?.model.trim()}, load ${os.loadavg()[0]?.toFixed(1)}, seed ${seed}`,
);
for (const bench of benches) {
  if (positionals.length > 0 && !positionals.includes(bench.name)) continue;
  const dir = await testFolder();
  const profileDir = values.profile
    ? path.join(import.meta.dirname, '..', '..', 'run', 'bench', bench.name)
    : undefined;
  if (profileDir !== undefined) mkdirSync(profileDir, { recursive: true });
  console.log(`\n== ${bench.name}\n`);
  try {
    await bench.run({
      dir,
      seed,
      profileDir,
      signal: stopping.signal,
      rounds: Number(values.rounds),
      roundMs: Number(values['round-ms']),
      rows: Number(values.rows),
      print: (text) => console.log(text),
    });
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
    process.exitCode = 130;
    break;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  if (profileDir !== undefined) console.log(`CPU profiles: ${path.relative('.', profileDir)}`);
}

function selection() {
  answerHelp(`Usage: npm run bench -- [${benches.map(({ name }) => name).join('] [')}] [--rounds N] [--round-ms N] [--rows N] [--seed N] [--profile]

Prints ratios of one interleaved run: of all benchmarks, or of those that are named.`);
  try {
    return optionsOf({
      allowPositionals: true,
      options: {
        rounds: { type: 'string', default: '7' },
        'round-ms': { type: 'string', default: '700' },
        rows: { type: 'string', default: '1000000' },
        seed: { type: 'string' },
        profile: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
