// The README's job with a lab and the page that continues it, as their reader types them: on a separate start whose
// labs run in Podman, with the machine's ssh, scp and sftp.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test from 'ava';
import type { LabInstanceList, StartAccepted } from '../../../generated/platform/types.ts';
import { testFolder } from '../../test/folder.ts';
import { labEngine } from '../../test/lab-engine.ts';
import { removeStorage } from '../servers/lab-engine/podman-storage.ts';
import { freePort } from '../servers/ports.ts';
import { copyCheckout, terminalEnv } from './checkout.fixture.ts';
import { answersOf, labJob, session } from './readme.fixture.ts';
import { begin } from './start.fixture.ts';

/** Generous: the machine may be busy with other work. */
const timeoutMs = 200_000;

test('two students of the README work in their labs, and find their files in the next', async (t) => {
  t.timeout(480_000);
  if ((await labEngine(t)) === null) return t.pass();
  const home = mkdtempSync(path.join(await testFolder(), 'readme-'));
  const folder = copyCheckout(path.join(home, 'one'));
  t.teardown(() => {
    removeStorage(path.join(folder, 'run', 'labs'));
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const command = ['npm', 'start', '--', '--engine', 'podman', '--port', `${await freePort()}`] as const;
  const start = begin(t, command, { cwd: folder, env: terminalEnv() }, folder);
  await start.prints(/Ready after/);

  const commands = session(labJob(folder));
  // What the student types in the shell; ssh asks the program for the password, as it would ask the student.
  const { code, out, error } = await typed(folder, commands, 'echo kept > notes.txt; id -un; exit\n');
  const [, started = '', worked = '', , archived = '', , again = '', prepared = '', entered = ''] = answersOf(out);
  t.is(code, 0, `${out}\n${error}`);

  const [uploaded, accepted, running] = documentsIn(started) as readonly [object, StartAccepted, LabInstanceList];
  t.like(uploaded, { lab_id: 'net-intro', status: 'stopped' });
  t.deepEqual(
    accepted.results.map(({ student_id, outcome }) => [student_id, outcome]),
    [
      ['anna', 'accepted'],
      ['ben', 'accepted'],
    ],
  );
  t.deepEqual(
    running.items.map(({ student_id, state }) => [student_id, state]),
    [
      ['anna', 'running'],
      ['ben', 'running'],
    ],
  );
  t.regex(worked, /^[a-z0-9-]{20,}\n(.*\n)*student\n?/);
  t.regex(archived, /^\.\/notes\.txt$/m);
  t.regex(again, /notes\.txt\nsales\.csv$/);
  const [listed] = documentsIn(prepared) as readonly [LabInstanceList];
  t.deepEqual(
    listed.items.map(({ student_id, state }) => [student_id, state]),
    [
      ['anna', 'running'],
      ['ben', 'running'],
    ],
  );
  t.is(entered, 'notes.txt\nsales.csv');

  start.signal('SIGINT');
  await start.ended();
  t.regex(start.output(), /ok labs +stopped/);
});

/** In one shell, which is ended when it takes too long. */
async function typed(folder: string, commands: string, input: string) {
  const askpass = path.join(folder, 'askpass');
  writeFileSync(askpass, '#!/bin/sh\nexec node -p \'require("./access.json").ssh_credentials\'\n', { mode: 0o700 });
  const child = spawn('timeout', ['-k', '5', `${timeoutMs / 1_000}`, 'sh', '-c', commands], {
    cwd: folder,
    env: {
      ...terminalEnv(),
      SSH_ASKPASS: askpass,
      SSH_ASKPASS_REQUIRE: 'force',
      XDG_CONFIG_HOME: path.join(folder, 'run'),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined); // a shell that ended early reads nothing
  child.stdin.end(input);
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number | null, out, error };
}

/** Answers that came one after the other. */
const documentsIn = (answers: string): readonly unknown[] =>
  answers
    .replaceAll('}{', '}\n{')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as unknown);
