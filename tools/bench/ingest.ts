// Benchmark "ingest": a CSV file with every field checked into the staging table of its job, beside psql, which checks
// nothing.
import { statSync } from 'node:fs';
import path from 'node:path';
import { connect } from '../../adapters/store/connect.ts';
import { migrate } from '../../adapters/store/migrate.ts';
import { startParts } from '../local/servers/parts.ts';
import type { Bench } from './bench.ts';
import { startChild } from './child.ts';
import { goalLine, median, ratio, table } from './figures.ts';
import { openpyxl, type Read } from './openpyxl.ts';
import { findPsql, psqlCopy } from './psql.ts';
import {
  mostRows,
  sheetRows,
  writeSalesFile,
  writeSalesObjects,
  writeSalesWorkbook,
  writeVehicleFile,
} from './sales-file.ts';
import { mostShapeRows, shapeFigures } from './shapes/shapes.ts';

/** What one process is asked for: see ingest-run.ts. */
export type Pass = {
  readonly variant: 'covenant' | 'checked' | 'piped' | 'job';
  readonly file: string;
  readonly dealer: string;
};

export type Passed = {
  readonly rows: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
  readonly mergeSeconds?: number;
};

const variants = ['covenant', 'objects', 'workbook', 'vehicles', 'checked', 'piped'] as const;
const titles = {
  covenant: 'every field checked + COPY',
  objects: 'the same rows as NDJSON, every field checked + COPY',
  workbook: 'the same rows as XLSX, every field checked + COPY',
  vehicles: 'as many vehicles of 8 columns, every field checked + COPY',
  checked: 'every field checked, no COPY',
  piped: 'bytes into COPY by Node, nothing checked',
};

export const ingest: Bench = {
  name: 'ingest',
  async run({ dir, print, seed, rounds, rows: requestedRows, signal, profileDir }) {
    const psql = await findPsql();
    if (psql === undefined)
      return print('skipped: there is no psql to compare with (as root: apt-get install postgresql-client)');
    const rows = Math.min(requestedRows, mostRows, sheetRows);
    const file = path.join(dir, 'sales.csv');
    writeSalesFile(file, rows, seed);
    const objects = path.join(dir, 'sales.ndjson');
    writeSalesObjects(objects, rows, seed);
    const workbook = path.join(dir, 'sales.xlsx');
    await writeSalesWorkbook(workbook, rows, seed);
    const vehicles = path.join(dir, 'vehicles.csv');
    writeVehicleFile(vehicles, rows, seed);
    const megabytes = statSync(file).size / 1e6;
    print(
      `${rows.toLocaleString('en')} rows of 8 columns, ${Math.round(megabytes)} MB, into an unlogged table without index`,
    );

    await using stack = new AsyncDisposableStack();
    const parts = stack.adopt(await startParts({ dir, only: ['postgres'] }), (started) => started.stop());
    await migrate(parts.postgres.url('analytics', 'owner'), 'analytics');
    const url = parts.postgres.url('analytics', 'app');
    const store = stack.use(connect(url, { poolSize: 2 }));

    const files = { objects, workbook, vehicles };
    const passOf = passesOf(url, signal, profileDir);
    const pass = (side: Pass['variant'] | keyof typeof files): Promise<Passed> =>
      side in files
        ? passOf('covenant', files[side as keyof typeof files], rows)
        : passOf(side as Pass['variant'], file, rows);

    const passes: Passes = { covenant: [], objects: [], workbook: [], vehicles: [], checked: [], piped: [] };
    const copied: number[] = [];
    for (let round = -1; round < rounds; round++) {
      const copySeconds = await psqlCopy(psql, url, store, file);
      if (round >= 0) copied.push(copySeconds); // the round before the first one warms disk and server up
      for (const variant of round % 2 === 0 ? variants : variants.toReversed()) {
        const passed = await pass(variant);
        if (round >= 0) passes[variant].push(passed);
      }
    }
    print(figures(rows, copied, passes));
    print(besideOpenpyxl(await openpyxl(workbook, signal), passes.workbook));
    const job = (file: string, count: number) => passOf('job', file, count);
    const whole = await job(file, rows);
    print(
      `a whole job: ${whole.seconds.toFixed(1)} s, of which ${whole.mergeSeconds?.toFixed(1)} s are the merge; peak ${Math.round(whole.peakMb)} MB`,
    );
    const shaped = { dir, seed, rows: Math.min(requestedRows, mostShapeRows), rounds: Math.min(rounds, 3) };
    print(await shapeFigures({ ...shaped, job, postmaster: parts.pid('postgres') }));
  },
};

/** A new process each time, so that its peak of memory is that of one pass. */
function passesOf(url: string, signal: AbortSignal, profileDir: string | undefined) {
  let dealers = 0;
  return async (variant: Pass['variant'], file: string, rows: number): Promise<Passed> => {
    signal.throwIfAborted();
    await using child = startChild('ingest-run.ts', [url], profileDir);
    const passed = await child.ask<Passed>({ variant, file, dealer: `bench-${++dealers}` } satisfies Pass);
    if (passed.rows !== rows) throw new Error(`${variant} of ${file} took ${passed.rows} of ${rows} rows`);
    return passed;
  };
}

type Passes = Record<(typeof variants)[number], Passed[]>;

/** The table of all sides, and whether the goals are met. */
function figures(rows: number, copied: readonly number[], passes: Passes): string {
  const seconds = (variant: keyof Passes) => passes[variant].map((each) => each.seconds);
  const cpu = (variant: keyof Passes) => passes[variant].map(({ cpuSeconds }) => cpuSeconds);
  const sides = variants.map((variant) => [
    titles[variant],
    rows / median(seconds(variant)),
    ratio(copied, seconds(variant)),
    median(cpu(variant)),
    Math.round(Math.max(...passes[variant].map(({ peakMb }) => peakMb))),
  ]);
  const checked = {
    what: 'checked ingest, rows per second as part of psql \\copy',
    measured: ratio(copied, seconds('covenant')),
    sign: '>=',
    goal: 0.9,
  } as const;
  const objects = {
    what: 'NDJSON, rows per CPU second as part of CSV',
    measured: ratio(cpu('covenant'), cpu('objects')),
    sign: '>=',
    goal: 0.7,
  } as const;
  const workbook = {
    what: 'XLSX, rows per CPU second as part of CSV',
    measured: ratio(cpu('covenant'), cpu('workbook')),
    sign: '>=',
    goal: 0.4,
  } as const;
  const vehicles = {
    what: 'vehicles, rows per CPU second as part of CSV',
    measured: ratio(cpu('covenant'), cpu('vehicles')),
    sign: '>=',
    goal: 0.7,
  } as const;
  return [
    table(
      ['', 'rows/s', 'of \\copy', 'CPU s of Node', 'peak MB'],
      [['psql \\copy, nothing checked', rows / median(copied), 1, '', ''], ...sides],
    ),
    goalLine(checked),
    goalLine(objects),
    goalLine(workbook),
    goalLine(vehicles),
  ].join('\n');
}

/** It checks and stores nothing, and ours does both. */
function besideOpenpyxl(read: Read | { readonly reason: string }, workbook: readonly Passed[]): string {
  if ('reason' in read) return `openpyxl: skipped, ${read.reason}`;
  if (read.rows !== workbook[0]?.rows) throw new Error(`openpyxl read ${read.rows} rows`);
  const rates = {
    openpyxl: read.rows / read.cpuSeconds,
    ours: median(workbook.map((each) => each.rows / each.cpuSeconds)),
  };
  return [
    `XLSX, rows per CPU second: ${Math.round(rates.ours).toLocaleString('en')}, checked and copied;`,
    `openpyxl, read-only and nothing checked: ${Math.round(rates.openpyxl).toLocaleString('en')}, peak ${Math.round(read.peakMb)} MB; ours over its: ${(rates.ours / rates.openpyxl).toFixed(1)}`,
  ].join(' ');
}
