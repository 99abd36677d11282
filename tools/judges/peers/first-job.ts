// The first job of the README with the client of a generator, on a running installation: log in, upload, follow the job, read indices.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'esbuild';
import { installationOf, userOf } from './installation.ts';
import { output } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const timeoutMs = 600_000;
const printed = 'succeeded\n2026-09-01 41\n2026-10-01 38';

export type Environment = Readonly<Record<string, string>>;

/** What a client that compiles has done; it throws when the job failed. `run` gives what the program printed. */
export async function afterJob(run: ((environment: Environment) => Promise<string>) | undefined): Promise<string> {
  const [installation] = installationOf(process.env.COVENANT_ENDPOINTS);
  if (run === undefined) return 'compiles';
  if (installation === undefined) return 'compiles; no job, since COVENANT_ENDPOINTS names no running installation';
  // Maven colours its output wherever it goes.
  const found = stripVTControlCharacters(await run(userOf(installation))).trim();
  if (found !== printed) throw new Error(`the job printed ${JSON.stringify(found)}`);
  return 'compiles, and does the first job';
}

/** Copies a program to where the client is. */
export function placed(program: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'programs', program), to);
  return to;
}

/** The compiler of users, without flags of ours but the strict ones. */
export const compiled = (folder: string, file: string) =>
  output(
    join(root, 'node_modules/.bin/tsc'),
    [
      ...['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable'],
      ...['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')],
      ...['--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck', file],
    ],
    { folder, timeoutMs },
  );

/** A program in TypeScript, compiled beside its client and bundled with it. */
export async function bundled(program: string, folder: string, environment: Environment): Promise<string> {
  const entry = placed(program, join(folder, 'job.ts'));
  await compiled(folder, 'job.ts');
  const outfile = join(folder, 'job.mjs');
  await build({ entryPoints: [entry], bundle: true, platform: 'node', format: 'esm', outfile, logLevel: 'error' });
  return output(process.execPath, [outfile], { folder, environment });
}
