// `npm run stop` where the start was killed.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'ava';

test('npm run stop removes addresses that a killed start left', (t) => {
  const dir = mkdtempSync(path.join(tmpdir(), 'stop-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  writeFileSync(path.join(dir, 'endpoints.json'), '{}');
  const { status, stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'stop.ts')], {
    encoding: 'utf8',
    env: { ...process.env, COVENANT_RUN: dir },
    timeout: 180_000,
  });
  t.deepEqual({ status, stdout, left: readdirSync(dir) }, { status: 0, stdout: 'Nothing is running.\n', left: [] });
});
