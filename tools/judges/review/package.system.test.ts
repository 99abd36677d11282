// The package as others install it: from its tarball, without a network, in a folder that holds two documents and
// nothing else.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import test from 'ava';

const document = (openapi: string, type: string) =>
  JSON.stringify({
    openapi,
    info: { title: 'Shop', version: '1.0.0' },
    paths: {
      '/things': {
        get: {
          operationId: 'listThings',
          responses: { 200: { description: 'Things.', content: { 'application/json': { schema: { type } } } } },
        },
      },
    },
  });

test('the packed review runs with Node alone in a folder without a repository', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'review-package-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const npm = (cwd: string, ...args: string[]) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const packed = JSON.parse(npm(import.meta.dirname, 'pack', '--json', '--silent', '--pack-destination', folder)) as [
    { readonly filename: string; readonly files: readonly { readonly path: string }[] },
  ];
  t.deepEqual(packed[0].files.map(({ path }) => path).sort(), [
    'README.md',
    'dist/covenant-review.mjs',
    'package.json',
    'report.schema.yaml',
  ]);
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  npm(
    empty,
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--prefix',
    empty,
    join('..', packed[0].filename),
  );
  writeFileSync(join(empty, 'before.json'), document('3.0.3', 'string'));
  writeFileSync(join(empty, 'after.yaml'), document('3.2.0', 'integer'));
  // The Node of the machine, which may be older than that of the repository.
  const PATH = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((each) => !each.includes('node_modules'))
    .join(delimiter);
  const review = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(join(empty, 'node_modules/.bin/covenant-review'), args, {
      cwd: empty,
      encoding: 'utf8',
      env: { PATH },
    });
    return { status, first: stdout.split('\n')[0], stderr };
  };
  t.deepEqual(review('before.json', 'after.yaml'), {
    status: 1,
    first:
      '✗ 1 change breaks callers without a new major version or a Sunset that has passed (1 breaking, 0 additive, 1 editorial).',
    stderr: '',
  });
  t.deepEqual(review('after.yaml', 'after.yaml'), { status: 0, first: '✓ No contract changes.', stderr: '' });
  t.deepEqual(review('main:api.yaml', 'after.yaml'), {
    status: 2,
    first: '',
    stderr: 'This folder is not a git repository (or belongs to another user), so there is nothing to compare with.\n',
  });
});
