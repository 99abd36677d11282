// Jobs with the client of a generator, on a running installation: upload sales and read indices; start a lab and stop
// it; deploy a lab and delete it.
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from 'esbuild';
import { type Installation, installationOf, serviceToken, teacherToken, uploadLab, userOf } from './installation.ts';
import { output } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const timeoutMs = 600_000;

export const documents = ['analytics', 'platform', 'infra'] as const;

export type Document = (typeof documents)[number];

export type Environment = Readonly<Record<string, string>>;

/** Gives what the program printed. */
type Run = (environment: Environment) => Promise<string>;

type Job = {
  readonly environment: (installation: Installation) => Environment | Promise<Environment>;
  readonly printed: string;
};

const labId = () => `peer-${randomBytes(4).toString('hex')}`;

const jobs: Readonly<Record<Document, Job>> = {
  analytics: { environment: userOf, printed: 'succeeded\n2026-09-01 41\n2026-10-01 38' },
  platform: {
    environment: async ({ platform }) => ({
      COVENANT_URL: platform.base_url,
      COVENANT_TOKEN: await teacherToken(platform),
      COVENANT_LAB: labId(),
    }),
    printed: 'anna running\nanna stopped',
  },
  infra: {
    async environment({ infra, platform }) {
      const id = labId();
      await uploadLab(platform, await teacherToken(platform), id);
      return { COVENANT_URL: infra.base_url, COVENANT_TOKEN: await serviceToken(infra), COVENANT_LAB: id };
    },
    printed: 'anna running\nanna stopped',
  },
};

/** What a client that compiles has done; it throws when the job failed. */
export async function afterJob(document: Document, run: Run): Promise<string> {
  const [installation] = installationOf(process.env.COVENANT_ENDPOINTS);
  if (installation === undefined) return 'compiles; no job, since COVENANT_ENDPOINTS names no running installation';
  const job = jobs[document];
  // Maven colours its output wherever it goes.
  const found = stripVTControlCharacters(await run(await job.environment(installation))).trim();
  if (found !== job.printed) throw new Error(`the job printed ${JSON.stringify(found)}`);
  return 'compiles, and does its job';
}

/** Copies a program to where the client is. */
export function placed(program: string, to: string): string {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'programs', program), to);
  return to;
}

/** The compiler of users, with no flags added but the strict ones. */
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
