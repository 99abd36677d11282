// What the reference pages need from a fresh clone, and what a start prints when they cannot be made.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'ava';
import { build } from 'esbuild';
import { notMade } from './pages.ts';

const root = path.join(import.meta.dirname, '../../..');

/** The packages that the files behind an entry import, or whose files they look for. */
async function packagesBehind(entry: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.flatMap((each) => (each.external === true ? [each.path] : [])),
  );
  const resolvable = Object.keys(metafile.inputs).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/\.url\)\.resolve\('([^']+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const names = [...imported, ...resolvable]
    .filter((name) => !name.startsWith('node:'))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)].sort();
}

test('the packages of the project are all that npm start and npm run docs import', async (t) => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Readonly<Record<string, string>>
  >;
  const own = new Set(Object.keys({ ...dependencies, ...devDependencies }));
  for (const entry of [
    'tools/reference/pages/main.ts',
    'tools/reference/pages/browser/try/try.ts',
    'tools/local/start/main.ts',
  ]) {
    const names = await packagesBehind(entry);
    t.deepEqual(
      names.filter((name) => !own.has(name)),
      [],
      `${entry}: its packages belong into the package.json of the project, which is all that a first start installs`,
    );
  }
  t.true((await packagesBehind('tools/reference/pages/main.ts')).includes('esbuild'));
  t.true((await packagesBehind('tools/reference/pages/main.ts')).includes('minisearch'));
});

test('a start says in one sentence why there are no pages', (t) => {
  const code = `import 'a-package-that-nobody-has';`;
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root, encoding: 'utf8' });
  t.regex(stderr, /\n {4}at /);
  const begin = 'The reference pages were not made, everything else works; `npm run docs` shows the whole error: ';
  t.regex(
    notMade(stderr.trim()),
    /^The reference .*: Cannot find package 'a-package-that-nobody-has' imported from \S+$/,
  );
  t.is(notMade('run/docs holds other files. Name a folder.'), `${begin}run/docs holds other files. Name a folder.`);
  t.is(notMade('Error: killed\n    at here'), `${begin}killed.`);
});
