// Pure test files that share threads: which do, and that ava names them as if each were alone.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { declaredBy } from './declared.ts';
import { shareThreads, withoutThreads } from './sharing.ts';

function tree(t: ExecutionContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'threads-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), `import test from 'ava';\n${text}`);
  }
  return root;
}

test('pure files share threads, but not those with hooks, waits or the state of a process, nor files with servers', (t) => {
  const shared = Array.from({ length: 24 }, (_, i) => `services/a/${i + 10}.test.ts`);
  const alone = {
    'services/b/hook.test.ts': ['test', '.before(() => {});'].join(''),
    'services/b/wait.test.ts': ['set', 'Timeout(() => {}, 1);'].join(''),
    'services/b/state.test.ts': ['process', '.env.A = "b";'].join(''),
    'services/b/real.server.test.ts': '',
  };
  const root = tree(t, { ...Object.fromEntries(shared.map((file) => [file, ''])), ...alone });
  const files = shareThreads(root, [...shared, ...Object.keys(alone)], path.join(root, 'run'));
  const modules = files.filter((file) => !(file in alone));
  t.deepEqual(files.slice(modules.length), Object.keys(alone));
  t.deepEqual(
    modules.flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/services\/a\/\d+\.test\.ts/g) ?? []),
    shared,
  );
});

test('a file whose fixture starts a server stays alone, directly or through another fixture', (t) => {
  const shared = Array.from({ length: 12 }, (_, i) => `services/a/${i + 10}.test.ts`);
  const serves = `import http from ${"'node:http'"};\nhttp.createServer();`;
  const root = tree(t, {
    ...Object.fromEntries(shared.map((file) => [file, "import './plain.fixture.ts';"])),
    'services/a/plain.fixture.ts': '',
    'services/a/serves.fixture.ts': serves,
    'services/a/through.fixture.ts': "export * from './serves.fixture.ts';",
    'services/a/serves.ts': serves,
    'services/b/direct.test.ts': "import { served } from '../a/serves.fixture.ts';",
    'services/b/through.test.ts': "import { served } from '../a/through.fixture.ts';",
    'services/b/code.test.ts': "import { served } from '../a/serves.ts';",
  });
  const alone = ['services/b/direct.test.ts', 'services/b/through.test.ts'];
  const files = shareThreads(root, [...shared, ...alone, 'services/b/code.test.ts'], path.join(root, 'run'));
  t.deepEqual(
    files.filter((file) => file.startsWith('services/')),
    alone,
  );
});

test('a few files have a thread each', (t) => {
  const root = tree(t, { 'services/a.test.ts': '', 'services/b.test.ts': '' });
  const files = ['services/a.test.ts', 'services/b.test.ts'];
  t.is(shareThreads(root, files, path.join(root, 'run')), files);
});

test('the output names a file and not the module that stands for it, in colour and without', (t) => {
  const dim = ' \x1b[90m\x1b[2m›\x1b[22m\x1b[39m ';
  for (const separator of [' › ', dim])
    t.is(
      withoutThreads(['run', 'tests', '3fa9', 'threads', '2', 'services › a › works'].join(separator)),
      'services › a › works',
    );
});

test('tests that must be alone come first, in the order in which they are declared', async (t) => {
  const { default: declare } = await import('./declared.ts');
  const tests = await declaredBy(async () => {
    declare('one', () => undefined);
    declare.serial('two', () => undefined);
    declare('three', (_, given: number) => given, 3);
  });
  t.deepEqual(
    tests.map(({ title, run }) => [title, run(t)]),
    [
      ['two', undefined],
      ['one', undefined],
      ['three', 3],
    ],
  );
});
