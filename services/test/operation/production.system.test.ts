// What runs in production stands on the production packages alone.
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import test from 'ava';
import { eventually } from '../fixtures/eventually.ts';
import { system } from '../fixtures/system.ts';

const root = path.join(import.meta.dirname, '../../..');

type Lock = { readonly packages: Record<string, { readonly dev?: true; readonly devOptional?: true }> };

/** A copy of what ships, beside the packages that the lock file does not mark as development ones. */
function shipped(): { dir: string; left: string[] } {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'covenant-shipped-'));
  for (const folder of ['services', 'adapters', 'generated'])
    cpSync(path.join(root, folder), path.join(dir, folder), { recursive: true });
  cpSync(path.join(root, 'package.json'), path.join(dir, 'package.json'));
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as Lock;
  const left: string[] = [];
  for (const [name, { dev }] of Object.entries(packages)) {
    if (!/^node_modules\/(@[^/]+\/)?[^/]+$/.test(name)) continue;
    if (dev) {
      left.push(name.replace('node_modules/', ''));
      continue;
    }
    const target = path.join(dir, name);
    mkdirSync(path.dirname(target), { recursive: true });
    symlinkSync(path.join(root, name), target);
  }
  return { dir, left };
}

test('every role starts with ajv, openapi-backend and TypeScript uninstalled', async (t) => {
  const { dir, left } = shipped();
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  t.deepEqual(
    ['ajv', 'ajv-formats', 'openapi-backend', 'typescript'].filter((name) => !left.includes(name)),
    [],
  );
  const whole = await system(t);
  const running = await whole.run(
    ['all'],
    { NODE_OPTIONS: '--preserve-symlinks --preserve-symlinks-main' },
    path.join(dir, 'services/main.ts'),
  );
  // Each part has a second to answer, which the first answers of a busy machine exceed.
  await eventually(
    () => fetch(`${running.url}/readyz`),
    ({ status }) => status === 200,
  );
  t.is(await running.end('SIGTERM'), 0);
});

test('generated code imports no validator library', (t) => {
  const files = globSync('generated/**/*.{js,ts}', { cwd: root });
  t.true(files.length > 20);
  const asking = files.filter((file) => /require\(|from ['"]ajv/.test(readFileSync(path.join(root, file), 'utf8')));
  t.deepEqual(asking, []);
});
