// Programs of tests as bundles: they do what their sources do, and are made once.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { bundlePrograms, programOf } from './programs.ts';

function tree(t: ExecutionContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'programs-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'services/lib'), { recursive: true });
  const write = (name: string, text: string) => writeFileSync(path.join(root, 'services', name), text);
  write('lib/beside.txt', 'what lies beside the source');
  write(
    'lib/read.ts',
    `import { readFileSync } from 'node:fs';
     export const read = (): string => readFileSync(new URL('./beside.txt', import.meta.url), 'utf8');
     export const folder = import.meta.dirname;`,
  );
  write(
    'main.ts',
    "import { folder, read } from './lib/read.ts';\nexport const found: readonly string[] = [folder, read()];",
  );
  return root;
}

test('a bundled program finds the files beside its source', async (t) => {
  const root = tree(t);
  const bundles = await bundlePrograms(root, path.join(root, 'run'));
  const { found } = (await import(path.join(bundles, 'services/main.mjs'))) as { found: readonly string[] };
  t.deepEqual(found, [path.join(root, 'services/lib'), 'what lies beside the source']);
});

test('the same sources give the same folder, others another, and what no run has used for hours goes', async (t) => {
  const root = tree(t);
  const home = path.join(root, 'run');
  const first = await bundlePrograms(root, home);
  t.is(await bundlePrograms(root, home), first);
  utimesSync(first, new Date(0), new Date(0));
  writeFileSync(path.join(root, 'services/main.ts'), 'export const found = [];');
  const second = await bundlePrograms(root, home);
  t.not(second, first);
  t.deepEqual(
    readdirSync(home).map((name) => path.join(home, name)),
    [second],
  );
});

test('programOf names the source where no bundle has been made', (t) => {
  const before = process.env.COVENANT_TEST_PROGRAMS;
  t.teardown(() => {
    if (before !== undefined) process.env.COVENANT_TEST_PROGRAMS = before;
  });
  const source = path.join(import.meta.dirname, '../../services/main.ts');
  process.env.COVENANT_TEST_PROGRAMS = '/bundles';
  t.is(programOf(source), '/bundles/services/main.mjs');
  delete process.env.COVENANT_TEST_PROGRAMS;
  t.is(programOf(source), source);
});
