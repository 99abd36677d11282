// Which files `npm test` takes for a command line.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { chooseTests } from './selection.ts';
import { changedFiles } from './touched.ts';

const files = {
  'services/lib/clock.ts': 'export const now = 0;',
  'services/lib/clock.test.ts': "import './clock.ts';",
  'services/lib/clock.server.test.ts': "import { now } from './clock.ts';",
  'services/lib/far.server.test.ts': "import './clock.server.test.ts';",
  'services/test/run.system.test.ts': '',
  'tools/reference/site.system.test.ts': '',
  'tools/reference/search.server.test.ts': '',
  'tools/judges/review/rules.test.ts': '',
  'adapters/store/rows.fault.test.ts': '',
};

/** A repository with one commit on main. */
function repository(t: ExecutionContext) {
  const root = mkdtempSync(path.join(tmpdir(), 'selection-'));
  t.teardown(() => rmSync(root, { recursive: true }));
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], { cwd: root, stdio: 'pipe' });
  const commit = () => {
    git('add', '-A');
    git('commit', '-q', '-m', 'x');
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  git('init', '-q', '-b', 'main');
  commit();
  return { root, write, git, commit };
}

test('npm test takes the product, and npm run test:consumers and test:judges what their names say', (t) => {
  const { root } = repository(t);
  t.deepEqual(chooseTests(root, []), {
    files: [
      'adapters/store/rows.fault.test.ts',
      'services/lib/clock.server.test.ts',
      'services/lib/clock.test.ts',
      'services/lib/far.server.test.ts',
      'services/test/run.system.test.ts',
      'tools/reference/search.server.test.ts',
    ],
    isChecked: true,
    isWhole: true,
    leftOut: [],
  });
  t.deepEqual(chooseTests(root, ['--consumers']).files, ['tools/reference/site.system.test.ts']);
  t.deepEqual(chooseTests(root, ['--judges']).files, ['tools/judges/review/rules.test.ts']);
});

test('named files run alone, without the checks', (t) => {
  const { root } = repository(t);
  const args = ['services/lib/clock.test.ts', '--match=*now*'];
  t.deepEqual(chooseTests(root, args), { files: args, isChecked: false, isWhole: false, leftOut: [] });
});

test('--fast takes the pure tests and those that the change touches', (t) => {
  const { root, write } = repository(t);
  t.deepEqual(chooseTests(root, ['--fast']).files, ['services/lib/clock.test.ts']);
  write('services/lib/clock.ts', 'export const now = 1;');
  t.deepEqual(chooseTests(root, ['--fast']), {
    files: ['services/lib/clock.test.ts', 'services/lib/clock.server.test.ts'],
    isChecked: true,
    isWhole: false,
    leftOut: [],
  });
});

test('--fast names what the change touches and has no time for', (t) => {
  const { root, write } = repository(t);
  const names = Array.from({ length: 8 }, (_, n) => `services/lib/new${n}.server.test.ts`);
  for (const name of names) write(name, '');
  const { files: taken, leftOut } = chooseTests(root, ['--fast']);
  t.deepEqual(taken, ['services/lib/clock.test.ts', ...names.slice(0, 6)]);
  t.deepEqual(leftOut, names.slice(6));
});

test('a change is what a branch has beyond main and what is not committed; on main, without either, the last commit', (t) => {
  const { root, write, git, commit } = repository(t);
  write('adapters/one.ts', '');
  t.deepEqual(changedFiles(root), ['adapters/one.ts']);
  commit();
  t.deepEqual(changedFiles(root), ['adapters/one.ts']);
  git('checkout', '-q', '-b', 'work');
  write('adapters/two.ts', '');
  commit();
  write('adapters/three.ts', '');
  write('services/lib/clock.ts', 'export const now = 2;');
  t.deepEqual(changedFiles(root).toSorted(), ['adapters/three.ts', 'adapters/two.ts', 'services/lib/clock.ts']);
});
