// The messages package: bundled modules with their types, and JSON Schema, samples and broker definitions from the
// message contracts.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { channelsOf } from '../../contract/model/channels.ts';
import { readContracts } from '../../contract/model/contracts.ts';
import { messageSchemas } from '../../generator/messages/message-schemas.ts';
import type { Built } from '../build.ts';
import { readmeText } from '../readmes.ts';
import { brokerDefinitions } from './broker-definitions.ts';

const run = promisify(execFile);
const name = '@covenant/messages';

type Bundler = { readonly build: (options: Readonly<Record<string, unknown>>) => Promise<unknown> };

/** The tarball in `folder`. What it is made of stays beside it, in `messages/`. */
export async function buildMessages({
  root,
  folder,
}: {
  readonly root: string;
  readonly folder: string;
}): Promise<Built> {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const staged = path.join(folder, 'messages');
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(path.join(staged, 'dist'), { recursive: true });
  await Promise.all([bundle(root, staged), types(root, staged)]);
  writeContracts(root, staged);
  writeFileSync(path.join(staged, 'package.json'), `${JSON.stringify(manifest(version), null, 2)}\n`);
  writeFileSync(path.join(staged, 'README.md'), `${readmeText('messages', version)}\n`);
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: staged });
  const [packed] = JSON.parse(stdout) as [{ filename: string; size: number }];
  return { name, version, tarball: path.join(folder, packed.filename), bytes: packed.size };
}

const entries = ['messages', 'samples'].map((each) => path.join(import.meta.dirname, `runtime/${each}.ts`));

async function bundle(root: string, staged: string): Promise<void> {
  const { build } = createRequire(path.join(root, 'tools/package.json'))('esbuild') as Bundler;
  await build({
    entryPoints: entries,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.3',
    legalComments: 'none',
    // amqplib is CommonJS.
    banner: { js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);" },
    logLevel: 'error',
    outdir: path.join(staged, 'dist'),
  });
}

/** Those of what the module imports, too, in the folders of the repository. */
async function types(root: string, staged: string): Promise<void> {
  const config = path.join(staged, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: path.join(staged, 'dist/types'),
    typeRoots: [path.join(root, 'node_modules/@types')],
    types: ['node'],
    rewriteRelativeImportExtensions: true,
  };
  writeFileSync(
    config,
    JSON.stringify({ extends: path.join(root, 'tsconfig.json'), compilerOptions, files: entries, include: [] }),
  );
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-p', config]).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(`The types of ${name} do not compile:\n${stdout.slice(0, 2_000)}`);
    },
  );
  for (const document of ['analytics', 'lab'])
    cpSync(
      path.join(root, 'generated', document, 'validate-messages.d.ts'),
      path.join(staged, 'dist/types/generated', document, 'validate-messages.d.ts'),
    );
}

function writeContracts(root: string, staged: string): void {
  for (const folder of ['schemas', 'samples']) mkdirSync(path.join(staged, folder));
  const write = (file: string, value: unknown) =>
    writeFileSync(path.join(staged, file), `${JSON.stringify(value, null, 2)}\n`);
  for (const document of readContracts(root).messages) {
    for (const { name, schema } of messageSchemas(document)) write(`schemas/${name}.json`, schema);
    for (const { address, messages, amqp } of channelsOf(document))
      for (const { examples, protocol } of messages)
        if (amqp !== undefined && protocol === undefined) write(`samples/${address}.json`, examples);
  }
  write('broker-definitions.json', brokerDefinitions());
}

const manifest = (version: string) => ({
  name,
  version,
  description: 'Messages of Covenant over AMQP 0-9-1, generated from their contracts',
  type: 'module',
  exports: {
    '.': { types: './dist/types/tools/clients/messages/runtime/messages.d.ts', default: './dist/messages.js' },
    './samples': { types: './dist/types/tools/clients/messages/runtime/samples.d.ts', default: './dist/samples.js' },
    './schemas/*': './schemas/*',
    './samples/*': './samples/*',
    './broker-definitions.json': './broker-definitions.json',
  },
  files: ['dist', 'schemas', 'samples', 'broker-definitions.json'],
  engines: { node: '>=20.3' },
  license: 'UNLICENSED',
});
