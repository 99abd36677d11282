// A start that is ended before it is up, at each of its moments, by one Ctrl-C or two, or by its own fault: nothing is
// left, and the next start finds everything as it was.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { testFolder } from '../../test/folder.ts';
import { begin, commandsIn, partPid, type Start } from './start.fixture.ts';

const root = path.join(import.meta.dirname, '../../..');
const ready = /Ready after/;
let dir: string;

test.before(async () => {
  dir = mkdtempSync(path.join(await testFolder(), 'run-'));
});
test.after.always(() => rmSync(path.dirname(dir), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

/** Straight, without npm, so that a signal can be sent to it alone. */
const start = (t: ExecutionContext, env: NodeJS.ProcessEnv = {}) =>
  begin(
    t,
    [process.execPath, 'tools/local/start/main.ts', '--engine', 'memory'],
    { cwd: root, env: { ...process.env, ...env, COVENANT_RUN: dir } },
    dir,
  );

const leavesNothing = (t: ExecutionContext, run: Start) => {
  t.deepEqual(commandsIn(dir), [], run.output());
  t.deepEqual(
    ['endpoints.json', 'supervisor.json'].filter((name) => existsSync(path.join(dir, name))),
    [],
  );
};

// The first of them meets empty folders; later ones what earlier ones have made of them.
const moments = [/front-door +starting/, /broker +starting/, /services +starting/];
const others = [/redis +ready/, /postgres +ready/, /identity +starting/, /broker +ready/];

// A start each: the others are kept for the fault matrix.
for (const moment of process.env.FAULTS === 'all' ? [...moments, ...others] : moments)
  test.serial(`Ctrl-C at ${moment.source.replace(' +', ' ')} leaves no process and no stack trace`, async (t) => {
    const run = start(t);
    await run.prints(moment);
    run.signal('SIGINT');
    run.signal('SIGINT'); // npm repeats what the terminal has sent
    t.is(await run.ended(), 0, run.output());
    leavesNothing(t, run);
    t.notRegex(run.output(), /^ {4}at |did not start|no answer/m);
  });

test.serial('Ctrl-C at any time after the first line leaves no process', async (t) => {
  const waitMs = Math.random() * 4000;
  const run = start(t);
  await run.prints(/starting/);
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  run.signal('SIGINT');
  t.is(await run.ended(), 0, `${waitMs} ms after the first line: ${run.output()}`);
  leavesNothing(t, run);
});

test.serial('npm start ends everything when it fails itself, and shows the failure', async (t) => {
  const fault = "process.once('SIGUSR2', () => { throw new Error('nobody thought of this') })";
  const run = start(t, { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}` });
  await run.prints(/postgres +ready/);
  run.child.kill('SIGUSR2');
  t.is(await run.ended(), 1, run.output());
  t.regex(run.output(), /nobody thought of this/);
  leavesNothing(t, run);
});

test.serial(
  'npm start is ready after all of that, and a part that does not end is killed by the second Ctrl-C',
  async (t) => {
    const run = start(t);
    await run.prints(ready);
    process.kill(partPid(dir, 'redis'), 'SIGSTOP');
    run.signal('SIGINT');
    await run.prints(/redis +stopping/);
    // Signals that come close together are one request.
    const impatience = setInterval(() => run.signal('SIGINT'), 500);
    t.teardown(() => clearInterval(impatience));
    t.is(await run.ended(), 1, run.output());
    leavesNothing(t, run);
  },
);
