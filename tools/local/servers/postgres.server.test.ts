import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { forgetDeadServer } from './postgres.ts';
import { recordOf } from './processes/processes.ts';

test('the lock of a killed server is removed before its process is reaped, and that of a living one is kept', async (t) => {
  const data = mkdtempSync(path.join(tmpdir(), 'postgres-'));
  t.teardown(() => rmSync(data, { recursive: true }));
  // It becomes another program, which never collects the child of the one that it was.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 600'], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => parent.kill('SIGKILL'));
  const dead = Number((await once(parent.stdout.setEncoding('utf8'), 'data'))[0]);
  while (recordOf(dead).started !== '') await pause(10);
  t.notThrows(() => process.kill(dead, 0), 'PostgreSQL would take it for alive');

  const lock = path.join(data, 'postmaster.pid');
  const isKept = [parent.pid, dead].map((pid) => {
    writeFileSync(lock, `${pid}\n${data}\n`);
    forgetDeadServer(data);
    return existsSync(lock);
  });
  t.deepEqual(isKept, [true, false]);
});
