// The client of one contract as an npm package: its generated sources and what they share, compiled with types and
// source maps.
import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readmeText } from './readmes.ts';
import type { Package } from './release.ts';

const run = promisify(execFile);

export const documents = ['analytics', 'platform', 'infra'] as const;
export type Document = (typeof documents)[number];

export type Built = Package & { readonly tarball: string; readonly bytes: number };

type Build = { readonly root: string; readonly folder: string; readonly document: Document; readonly of: Package };

/** The tarball in `folder`. What it is made of stays beside it, to be looked at. */
export async function buildPackage({ root, folder, document, of }: Build): Promise<Built> {
  const staged = join(folder, document);
  rmSync(staged, { recursive: true, force: true });
  stageSources(root, join(staged, 'src'), document);
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest(of, document), null, 2)}\n`);
  writeFileSync(join(staged, 'tsconfig.json'), JSON.stringify(compilerOptions(root)));
  await compile(root, staged);
  writeFileSync(join(staged, 'README.md'), readmeOf(of, document));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: staged });
  const [packed] = JSON.parse(stdout) as [{ filename: string; size: number }];
  return { ...of, tarball: join(folder, packed.filename), bytes: packed.size };
}

async function compile(root: string, folder: string): Promise<void> {
  const compiling = run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder]);
  await compiling.catch(({ stdout }: { stdout: string }) => {
    throw new Error(`The package in ${folder} does not compile:\n${stdout.slice(0, 2_000)}`);
  });
}

/** The client and every file that it imports, by their paths below generated/. */
function stageSources(root: string, to: string, document: Document): void {
  const generated = join(root, 'generated');
  const files = entriesOf(generated, document);
  for (const file of files) {
    const text = readFileSync(join(generated, file), 'utf8');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) {
      const imported = join(dirname(file), path);
      if (!files.includes(imported)) files.push(imported);
    }
    mkdirSync(dirname(join(to, file)), { recursive: true });
    copyFileSync(join(generated, file), join(to, file));
  }
  const entries = entriesOf(generated, document);
  const shared = entries.length > 1 ? sharedTypes(generated, document) : [];
  writeFileSync(join(to, 'index.ts'), indexOf(entries, document, shared));
}

/** The operations, and live updates where the product has them. */
const entriesOf = (generated: string, document: Document): string[] =>
  [`${document}/client.ts`, `${document}/live.ts`].filter((file) => existsSync(join(generated, file)));

/**
 * Types that the operations and the live updates have in common: two `export *` of one name would contradict each
 * other.
 */
function sharedTypes(generated: string, document: Document): readonly string[] {
  const [types = [], messages = []] = ['types.ts', 'messages.ts']
    .map((file) => readFileSync(join(generated, document, file), 'utf8'))
    .map((text) => [...text.matchAll(/^export type (\w+)/gm)].flatMap(([, name]) => name ?? []));
  return types.filter((name) => messages.includes(name));
}

/** Schemas of the contract may have the names of what the client knows itself, which is more exact. */
const indexOf = (
  entries: readonly string[],
  document: Document,
  shared: readonly string[],
): string => `${entries.map((entry) => `export * from './${entry}';\n`).join('')}export type * from './${document}/types.ts';
${shared.length === 0 ? '' : `export type { ${shared.join(', ')} } from './${document}/types.ts';\n`}export { type Problem, ProblemError } from './${document}/client.ts';
`;

const compilerOptions = (root: string) => ({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    noEmit: false,
    target: 'es2022',
    types: [],
    rootDir: './src',
    outDir: './dist',
    declaration: true,
    sourceMap: true,
    inlineSources: true,
    removeComments: false,
    rewriteRelativeImportExtensions: true,
  },
  include: ['./src'],
  exclude: [],
});

const manifest = ({ name, version }: Package, document: Document) => ({
  name,
  version,
  description: `Client of the Covenant ${titles[document]}, generated from its contract`,
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
  files: ['dist'],
  engines: { node: '>=20.3' },
  license: 'UNLICENSED',
});

const titles: Readonly<Record<Document, string>> = {
  analytics: 'analytics API',
  platform: 'lab platform',
  infra: 'lab infrastructure API',
};

const readmeOf = ({ name, version }: Package, document: Document): string =>
  `# ${name}\n\nVersion ${version}. ${readmeText(document, version)}\n\n${readmeText('shared', version)}\n`;
