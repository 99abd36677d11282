// The web app of an installation, built beside the start of its servers.
import { execFile } from 'node:child_process';
import path from 'node:path';

const main = path.join(import.meta.dirname, '../../web/main.ts');

interface Context {
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** A start goes on without the app, and prints why there is none. */
export const writeWebApp = (folder: string, { signal, print }: Context): Promise<void> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, '--components', '--out', folder], { signal }, (error, _output, errors) => {
      if (error !== null && !signal.aborted)
        print(
          `The web app was not built, all APIs work; \`npm run web\` shows the error: ${errors.trim() || error.message}`,
        );
      resolve();
    });
  });
