// The peer "statsforecast" (https://github.com/Nixtla/statsforecast), where a Python that has it is there:
// BENCH_PYTHON, else python3.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

type Question = { readonly period: number; readonly horizon: number; readonly series: readonly (readonly number[])[] };

type Model = {
  readonly name: string;
  readonly forecasts: readonly (readonly number[])[];
  /** The CPU seconds of one process with one thread, after a first call that compiles. */
  readonly cpu_s: number;
};

const program = path.join(import.meta.dirname, '..', 'fixtures', 'statsforecast-peer.py');

export function statsforecast(question: Question): { readonly models: readonly Model[] } | { readonly reason: string } {
  const python = process.env.BENCH_PYTHON ?? 'python3';
  const { status, stdout, stderr, error } = spawnSync(python, [program], {
    input: JSON.stringify(question),
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, OMP_NUM_THREADS: '1', NUMBA_NUM_THREADS: '1' },
  });
  if (error !== undefined) return { reason: `${python} does not start: ${error.message}` };
  if (status !== 0) return { reason: `${python}: ${stderr.trim().split('\n').at(-1)}` };
  return { models: JSON.parse(stdout) as readonly Model[] };
}
