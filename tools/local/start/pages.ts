// The reference pages of an installation, made beside the start of its servers when what they are made of has changed.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');
const main = path.join(root, 'tools/reference/pages/main.ts');
const sources = [
  'spec/**/*',
  'generated/*/*.json',
  'tools/reference/**/*',
  'services/web/styles/tokens.css',
  'CHANGELOG.md',
  'package-lock.json',
];

interface Context {
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** A start goes on without pages, and prints why there are none. */
export const writePages = (folder: string, { signal, print }: Context): Promise<void> =>
  new Promise((resolve) => {
    const stamp = stampOf(root);
    const stampFile = `${folder}.stamp`;
    if (isWritten(stampFile, stamp)) return resolve();
    rmSync(stampFile, { force: true });
    const args = ['--disable-warning=ExperimentalWarning', main, '--out', folder];
    execFile(process.execPath, args, { signal }, (error, _output, errors) => {
      if (error === null) writeFileSync(stampFile, stamp);
      else if (!signal.aborted) print(notMade(errors.trim() || error.message));
      resolve();
    });
  });

/** One sentence of what a child wrote before it ended, such as the stack of an error. */
export function notMade(errors: string): string {
  const [first = ''] = errors.split('\n');
  const reason = /^(?:\w*Error\b[^:\n]*: )(.*)$/m.exec(errors)?.[1] ?? first;
  return `The reference pages were not made, everything else works; \`npm run docs\` shows the whole error: ${reason.replace(/\.$/, '')}.`;
}

/** By names, sizes and times, since reading all of them would take longer. */
export function stampOf(folder: string): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { cwd: folder }).sort()) {
    const { size, mtimeMs } = statSync(path.join(folder, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function isWritten(file: string, stamp: string): boolean {
  try {
    return readFileSync(file, 'utf8') === stamp;
  } catch {
    return false;
  }
}
