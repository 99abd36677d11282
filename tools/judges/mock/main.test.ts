// The mock's command line refuses invalid commands with one sentence and leaves nothing behind.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';

test('npm run mock refuses an invalid command with exit code 2 and one sentence, and leaves no folder', async (t) => {
  const taken = createServer();
  await once(taken.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => taken.close());
  const { port } = taken.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), 'mocks-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder },
      timeout: 60_000,
    });
    return [status, stdout, stderr];
  };
  t.deepEqual(run('foo'), [2, '', 'foo is no document here. Documents: analytics, infra, platform.\n']);
  t.deepEqual(run('analytics', '--port', '99999'), [2, '', '--port is a whole number from 0 to 65535, not 99999.\n']);
  t.deepEqual(run('analytics', '--step-ms', 'soon'), [
    2,
    '',
    '--step-ms is a whole number from 0 to 3600000, not soon.\n',
  ]);
  t.deepEqual(run('analytics', '--port', String(port)), [
    2,
    '',
    `Port ${port} is in use; without --port a free one is taken.\n`,
  ]);
  t.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('mock-')),
    [],
  );
});
