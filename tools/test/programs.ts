// The programs that tests start most, bundled once for a run: a role is ready with half of the processor time, since it
// loads its own modules and most packages as a few files. Only for tests: `npm start` and the packages of a release run
// the sources, which the tests of `npm start` keep.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const patterns = [
  'services/main.ts',
  'services/test/fixtures/**/*-process.ts',
  'tools/local/servers/front-door/main.ts',
];

/**
 * Packages that are imported late, since esbuild gives a late import of a CommonJS package no names; and what is not
 * installed, or no part of a program.
 */
const external = [
  'koa-body',
  '@aws-sdk/*',
  '@smithy/*',
  '@kubernetes/client-node',
  'pg-native',
  'ava',
  'esbuild',
  'playwright-core',
  'typescript',
];

/** Packages of the older kind ask for parts of Node with `require`, which a module does not have. */
const banner =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/**
 * Makes them below `home` and returns their folder, in which each lies where its source is below `root`. The folder is
 * named after what is in it: Node keeps what it compiles by path, and the next run finds it.
 */
export async function bundlePrograms(root: string, home: string): Promise<string> {
  // Loaded here alone, so that a run of single files does not wait for it.
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: globSync(patterns, { cwd: root }).map((file) => path.join(root, file)),
    outbase: root,
    outdir: home,
    write: false,
    bundle: true,
    // What a program imports late stays in a separate file, which it reads when it needs it.
    splitting: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
    target: 'node26',
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    external,
    banner: { js: banner },
    plugins: [besideSources],
  });
  const files = outputFiles.map((file) => ({ name: path.relative(home, file.path), contents: file.contents }));
  return keep(home, files);
}

const besideSources: Plugin = {
  name: 'files beside a source are found from its bundle',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => ({
      loader: 'ts',
      contents: placed(await readFile(file, 'utf8'), file),
    })),
};

type Made = { readonly name: string; readonly contents: Uint8Array };

/** Written aside and renamed: another run may be at it. */
function keep(home: string, files: readonly Made[]): string {
  const hash = createHash('sha256');
  for (const { name, contents } of files) hash.update(name).update(contents);
  const folder = path.join(home, hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) {
    utimesSync(folder, new Date(), new Date());
    return folder;
  }
  sweep(home);
  const unfinished = `${folder}-${process.pid}`;
  for (const { name, contents } of files) {
    mkdirSync(path.dirname(path.join(unfinished, name)), { recursive: true });
    writeFileSync(path.join(unfinished, name), contents);
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** A run takes less than this. */
const retentionMs = 3 * 60 * 60_000;

function sweep(home: string): void {
  for (const folder of globSync('*', { cwd: home }).map((name) => path.join(home, name)))
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0) > retentionMs)
      rmSync(folder, { recursive: true, force: true });
}

/** A program finds its SQL and its threads beside its source. */
const placed = (text: string, file: string): string =>
  text
    .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
    .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href));

/** What to start for the program `source`: its bundle in a run that has made one, else itself. */
export function programOf(source: string): string {
  const bundled = process.env.COVENANT_TEST_PROGRAMS;
  if (bundled === undefined) return source;
  const known = path.relative(path.join(import.meta.dirname, '../..'), source).replace(/\.ts$/, '.mjs');
  return path.join(bundled, known);
}
