// How long each test file took: recorded by the run, printed in two lines, and kept whole.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type FileSeconds = { readonly file: string; readonly seconds: number };

const named = 20;

/** The slowest first; files relative to `root`. */
export function readSeconds(root: string, record: string): readonly FileSeconds[] {
  if (!existsSync(record)) return [];
  const lines = readFileSync(record, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as FileSeconds);
  return all
    .map(({ file, seconds }) => ({ file: path.relative(root, file), seconds }))
    .sort((one, other) => other.seconds - one.seconds);
}

/** Two lines about a run; the file `list` below `root` names all of them. */
export function reportSeconds(
  all: readonly FileSeconds[],
  tookMs: number,
  { root, list }: { readonly root: string; readonly list: string },
): string {
  const lines = all.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${file}\n`);
  writeFileSync(path.join(root, list), lines.join(''));
  const slowest = all.slice(0, named).map(({ file, seconds }) => `${file} ${seconds.toFixed(0)} s`);
  return `${all.length} test files in ${(tookMs / 60_000).toFixed(1)} minutes; the seconds of each are in ${list}.
The slowest: ${slowest.join(', ')}.`;
}
