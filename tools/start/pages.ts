// The reference pages of an installation, made beside the start of its servers.
import { execFile } from 'node:child_process';
import path from 'node:path';

const main = path.join(import.meta.dirname, '../docs/pages/main.ts');

interface Context {
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** A start goes on without pages, and prints why there are none. */
export const writePages = (folder: string, { signal, print }: Context): Promise<void> =>
  new Promise((resolve) => {
    const args = ['--disable-warning=ExperimentalWarning', main, '--out', folder];
    execFile(process.execPath, args, { signal }, (error, _output, errors) => {
      if (error !== null && !signal.aborted)
        print(`The reference pages were not made: ${errors.trim() || error.message}`);
      resolve();
    });
  });
