// The command line as an npm package: one file with everything in it, and its page.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Built } from '../build.ts';
import { readmeText } from '../readmes.ts';
import { tableOf } from './table.ts';

const run = promisify(execFile);
const name = 'covenant-cli';
const program = 'covenant.mjs';

type Bundler = {
  readonly build: (options: Readonly<Record<string, unknown>>) => Promise<unknown>;
};

/** The tarball in `folder`. The program stays beside it, in `cli/`. */
export async function buildCli({ root, folder }: { readonly root: string; readonly folder: string }): Promise<Built> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const staged = path.join(folder, 'cli');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { recursive: true });
  await bundle(root, version, path.join(staged, program));
  writeFileSync(path.join(staged, 'package.json'), `${JSON.stringify(manifest(version), null, 2)}\n`);
  writeFileSync(path.join(staged, 'README.md'), `${readmeText('cli', version)}\n`);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: staged });
  const [packed] = JSON.parse(stdout) as [{ filename: string; size: number }];
  return { name, version, tarball: path.join(folder, packed.filename), bytes: packed.size };
}

async function bundle(root: string, version: string, outfile: string): Promise<void> {
  const { build } = createRequire(path.join(root, 'tools/package.json'))('esbuild') as Bundler;
  const main = path.join(import.meta.dirname, 'runtime/main.ts');
  await build({
    stdin: {
      contents: `import { start } from ${JSON.stringify(main)};\nawait start(${JSON.stringify(tableOf(root, version))});\n`,
      resolveDir: root,
      loader: 'ts',
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.3',
    charset: 'utf8',
    legalComments: 'none',
    // amqplib is CommonJS.
    banner: {
      js: "#!/usr/bin/env node\nimport { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
    outfile,
  });
}

const manifest = (version: string) => ({
  name,
  version,
  description: 'The command line of Covenant, generated from its contracts',
  type: 'module',
  bin: { covenant: program },
  files: [program],
  engines: { node: '>=20.3' },
  license: 'UNLICENSED',
});
