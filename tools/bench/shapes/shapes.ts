// Whole jobs of files of other shapes beside the plain one of as many rows: what they cost the worker and the database.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { goalLine, median, ratio, table } from '../figures.ts';
import { serverUs } from '../service/processor-time.ts';
import { mostRows, type Shape, shapes, writeShape } from './shape-files.ts';

export { mostRows as mostShapeRows };

type Job = { readonly seconds: number; readonly cpuSeconds: number };

type Deps = {
  readonly dir: string;
  readonly rows: number;
  readonly seed: number;
  readonly rounds: number;
  /** Runs the job of a file of so many rows in a new process. */
  readonly job: (file: string, rows: number) => Promise<Job>;
  readonly postmaster: number | undefined;
};

type Costs = Job & { readonly databaseSeconds: number };

const titles: Readonly<Record<Shape, string>> = {
  plain: 'plain: 420 families, each in each region and month',
  sparse: 'sparse: 2,400 families, each in a sixth of them',
  optional: 'the plain rows with every optional column',
  objects: 'the plain rows as NDJSON',
};

/** The table of all shapes and their goals. */
export async function shapeFigures({ dir, rows, seed, rounds, job, postmaster }: Deps): Promise<string> {
  const costs: Record<Shape, Costs[]> = { plain: [], sparse: [], optional: [], objects: [] };
  for (let round = 0; round < rounds; round++)
    for (const shape of round % 2 === 0 ? shapes : shapes.toReversed()) {
      const file = path.join(dir, `shape-${shape}`);
      writeShape(file, shape, rows, seed);
      const before = serverUs(postmaster ?? 0);
      const { seconds, cpuSeconds } = await job(file, rows);
      costs[shape].push({ seconds, cpuSeconds, databaseSeconds: (serverUs(postmaster ?? 0) - before) / 1e6 });
      rmSync(file);
    }
  const of = (shape: Shape, what: (each: Costs) => number) => costs[shape].map(what);
  const processors = ({ cpuSeconds, databaseSeconds }: Costs) => cpuSeconds + databaseSeconds;
  const slower = (shape: Shape) => ratio(of(shape, processors), of('plain', processors));
  const lines = shapes.map((shape) => [
    titles[shape],
    rows / median(of(shape, ({ seconds }) => seconds)),
    ratio(
      of(shape, ({ seconds }) => seconds),
      of('plain', ({ seconds }) => seconds),
    ),
    median(of(shape, ({ cpuSeconds }) => cpuSeconds)),
    median(of(shape, ({ databaseSeconds }) => databaseSeconds)),
    slower(shape),
  ]);
  const goals = { sparse: 1.2, optional: 1.5, objects: 1.5 } as const;
  return [
    `whole jobs of ${rows.toLocaleString('en')} rows of other shapes`,
    table(['', 'rows/s', 'time, of plain', 'CPU s of Node', 'of PostgreSQL', 'both, of plain'], lines),
    ...(['sparse', 'optional', 'objects'] as const).map((shape) =>
      goalLine({ what: `${shape}, CPU time of plain`, measured: slower(shape), sign: '<', goal: goals[shape] }),
    ),
  ].join('\n');
}
