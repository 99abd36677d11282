// Keeping a part alive, with parts that are one line of JavaScript.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { eventually } from '../../../../services/test/fixtures/eventually.ts';
import { testFolder } from '../../../test/folder.ts';
import { openPlace } from '../data-folder.ts';
import { because, explain, Failure } from '../failure.ts';
import { printEngineChange } from '../lab-engine/labs.ts';
import { requireSpace } from '../parts.ts';
import { freePort, isFree } from '../ports.ts';
import { endLeftovers, endStrays, killFamilies, recordOf } from './processes.ts';
import { type PartPlan, type PartProgress, supervise } from './supervise.ts';
import { isAlive, workingIn } from './watching.ts';

async function stage(t: ExecutionContext) {
  const dir = await testFolder();
  const lines: PartProgress[] = [];
  const waiting = new Set<() => void>();
  const progress = (line: PartProgress) => {
    lines.push(line);
    for (const wake of waiting) wake();
  };
  const giveUp = new AbortController();
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const plan = (script: string, more: Partial<PartPlan<null>> = {}): PartPlan<null> => ({
    name: 'toy',
    facts: null,
    program: { name: 'toy', command: [process.execPath, '-e', script] },
    stopSignal: 'SIGTERM',
    readyWithinMs: 60_000,
    ready: async () => true,
    ...more,
  });
  const states = () => lines.map((line) => line.state).join(' ');
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!states().startsWith(text)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
    });
  const start = async (
    made: PartPlan<null> | (() => Promise<PartPlan<null>>),
    more: { readonly threads?: boolean } = {},
  ) => {
    const make = typeof made === 'function' ? made : async () => made;
    const part = await supervise(make, { dir, progress, signal: giveUp.signal, ...more });
    t.teardown(() => part.stop());
    return part;
  };
  return { dir, lines, plan, start, states, until, giveUp };
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.end();
  });

const forever = 'setInterval(() => {}, 1e6)';

test('supervise reports how and why a part crashed, and starts it again', async (t) => {
  const { start, plan, lines, until, states } = await stage(t);
  const part = await start(plan(`console.log('one'); console.log('two'); ${forever}`));
  process.kill(part.pid() ?? 0, 'SIGKILL');
  await until('starting ready crashed starting ready');
  t.regex(
    lines[2]?.detail ?? '',
    /^toy was stopped by SIGKILL and is being restarted\. The log .*toy\.log ends with:$/,
  );
  const pid = part.pid() ?? 0;
  t.true(isAlive(pid));
  await part.stop();
  t.false(isAlive(pid));
  t.is(states(), 'starting ready crashed starting ready stopping stopped');
});

test('supervise reports a part that dies while it starts with the last lines of its log', async (t) => {
  const { start, plan } = await stage(t);
  const failing = plan("console.error('first'); console.error('No space left on device'); process.exit(3)", {
    ready: async () => false,
  });
  const failure = await t.throwsAsync(start(failing), { instanceOf: Failure });
  t.regex(failure.message, /^toy did not start because the disk is full\. The log .*toy\.log ends with:$/);
  t.deepEqual(failure.lines, ['first', 'No space left on device']);
});

test('supervise starts a thread again that ended with an error, writes the error to its log, and ends it when asked', async (t) => {
  const { start, plan, dir, lines, until, states } = await stage(t);
  const port = await freePort();
  const threads = new URL('threads.ts', import.meta.url).href;
  const file = path.join(dir, 'toy.mjs');
  writeFileSync(
    file,
    `import { createServer } from 'node:net';
     import { onStopRequest } from ${JSON.stringify(threads)};
     const server = createServer((socket) => socket.on('error', () => {}).on('data', () => { throw new Error('thread broke'); }));
     server.listen(${port}, '127.0.0.1');
     onStopRequest(() => process.exit(0));`,
  );
  const program = { name: 'toy', command: [process.execPath, file] as const, mayBeThread: true };
  const part = await start(plan('', { program, ports: [port] }), { threads: true });
  t.is(part.pid(), process.pid);
  connect(port, '127.0.0.1')
    .on('error', () => undefined)
    .end('x');
  await until('starting ready crashed starting ready');
  t.regex(lines[2]?.detail ?? '', /^toy exited with code 1 and is being restarted/);
  t.regex(readFileSync(path.join(dir, 'log', 'toy.log'), 'utf8'), /Error: thread broke/);
  await part.stop();
  t.is(states(), 'starting ready crashed starting ready stopping stopped');
  // The sockets of a thread close shortly after its end is reported.
  t.true(await eventually(() => isFree(port), Boolean));
});

test('supervise gives up a part that never answers, and ends it', async (t) => {
  const { start, plan, dir } = await stage(t);
  await t.throwsAsync(start(plan(forever, { ready: async () => false, readyWithinMs: 300 })), {
    instanceOf: Failure,
    message: /^toy did not respond within 0\.3 s/,
  });
  t.false(existsSync(path.join(dir, 'pids', 'toy.json')));
});

test('supervise ends a part that is stopped while it settles after a crash', async (t) => {
  const { start, plan } = await stage(t);
  const settling = Promise.withResolvers<void>();
  let settled = 0;
  const settle = async () => {
    settled += 1;
    if (settled === 1) return;
    settling.resolve();
    await new Promise(() => undefined);
  };
  const part = await start(plan(forever, { settle }));
  process.kill(part.pid() ?? 0, 'SIGKILL');
  await settling.promise;
  await part.stop();
  t.is(part.pid(), undefined);
  t.is(settled, 2);
});

test('supervise ends a part that is given up just before it settles by its own signal, and does not begin to settle it', async (t) => {
  const { start, plan, giveUp, dir } = await stage(t);
  const file = path.join(dir, 'asked');
  const script = `process.on('SIGTERM', () => { require('fs').writeFileSync(${JSON.stringify(file)}, ''); process.exit() });
    console.log('up'); ${forever}`;
  const log = path.join(dir, 'log', 'toy.log');
  const failing = plan(script, {
    ready: async () => {
      if (!existsSync(log) || readFileSync(log, 'utf8') !== 'up\n') return false;
      giveUp.abort(new Error('enough'));
      return true;
    },
    // No one would notice: the run of the tests would end as a start does.
    settle: () => Promise.reject(new Error('the server went away')),
  });
  await t.throwsAsync(start(failing), { message: 'enough' });
  t.true(existsSync(file));
});

test('supervise ends what a part left behind in its folder, and nothing else', async (t) => {
  const { dir } = await stage(t);
  const elsewhere = path.join(dir, 'elsewhere');
  mkdirSync(elsewhere);
  const sleepers = [dir, elsewhere].map((cwd) => spawn(process.execPath, ['-e', forever], { cwd, stdio: 'ignore' }));
  t.teardown(() => {
    for (const child of sleepers) child.kill('SIGKILL');
  });
  const [left = 0, other = 0] = sleepers.map((child) => child.pid ?? 0);
  await endStrays('another-program', dir);
  t.true(isAlive(left));
  await endStrays(path.basename(process.execPath), dir);
  t.deepEqual([isAlive(left), isAlive(other)], [false, true]);
});

test('supervise ends the children of a part with it', async (t) => {
  const { start, plan, dir } = await stage(t);
  const file = path.join(dir, 'child');
  const script = `const c = require('child_process').spawn(process.execPath, ['-e', '${forever}']);
    require('fs').writeFileSync(${JSON.stringify(file)}, String(c.pid)); ${forever}`;
  const part = await start(plan(script, { ready: async () => existsSync(file) }));
  const child = Number(readFileSync(file, 'utf8'));
  t.true(isAlive(child));
  await part.stop();
  t.false(isAlive(child));
});

test('supervise ends the children that a part is just starting, each in a separate group', async (t) => {
  const { start, plan, dir } = await stage(t);
  // Each lives for a moment, so that there are never many.
  const script = 'while :; do setsid sleep 0.5 & done';
  const program = { name: 'toy', command: ['sh', '-c', script] as const };
  const sleepers = () => workingIn('sleep', dir);
  const part = await start(plan('', { program, stopSignal: 'SIGKILL', ready: async () => sleepers().length > 2 }));
  t.teardown(() => killFamilies(sleepers()));
  await part.stop();
  t.deepEqual(sleepers(), []);
});

test('supervise plans a part again on another port when its port was taken meanwhile', async (t) => {
  const { start, plan, lines } = await stage(t);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const taken = (other.address() as AddressInfo).port;
  let port = taken;
  const free = await freePort();
  await start(async () => {
    const chosen = port;
    return plan(`require('net').createServer().listen(${chosen}, '127.0.0.1')`, {
      // Not by isFree, which would take the port for a moment, perhaps the one in which the part wants it.
      ready: async () => chosen !== taken && (await accepts(chosen)),
      dropPorts: () => {
        port = free;
      },
    });
  });
  t.deepEqual(
    lines.map((line) => line.state),
    ['starting', 'starting', 'ready'],
  );
});

test('supervise ends what a killed run left behind, and leaves another process with the same pid alone', async (t) => {
  const { dir } = await stage(t);
  const sleepers = [0, 1].map(() => spawn(process.execPath, ['-e', forever], { detached: true, stdio: 'ignore' }));
  const [left = 0, foreign = 0] = sleepers.map((child) => child.pid ?? 0);
  t.teardown(() => {
    for (const child of sleepers) child.kill('SIGKILL');
  });
  mkdirSync(path.join(dir, 'pids'));
  const write = (name: string, record: unknown) =>
    writeFileSync(path.join(dir, 'pids', `${name}.json`), JSON.stringify(record));
  write('left', recordOf(left));
  write('stranger', { ...recordOf(foreign), started: '1' });
  write('gone', { pid: 2 ** 22 + 1, started: '1' });
  write('torn', '');
  t.deepEqual(await endLeftovers(dir), ['left']);
  t.deepEqual([isAlive(left), isAlive(foreign)], [false, true]);
  t.false(existsSync(path.join(dir, 'pids', 'torn.json')));
});

test('supervise reports a full disk in one sentence', async (t) => {
  const { dir } = await stage(t);
  t.throws(() => requireSpace(dir, Number.MAX_SAFE_INTEGER), {
    instanceOf: Failure,
    message: /^The disk with .* has \d+ MB free, but \d+ MB are required\. Free some space and start again\.$/,
  });
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  t.regex((explain(full, dir) as Error).message, /^The disk with .* is full/);
  t.is(because(['ordinary line']), '');
  t.is(because(['bind: Address already in use']), ' because its port is in use by another program');
});

test('supervise does not take a part as ready while another program answers on one of its ports', async (t) => {
  const { start, plan } = await stage(t);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const [own, taken] = [await freePort(), (other.address() as AddressInfo).port];
  const script = `require('net').createServer().listen(${own}, '127.0.0.1')`;
  await (await start(plan(script, { ports: [own] }))).stop();
  await t.throwsAsync(start(plan(script, { ports: [own, taken], readyWithinMs: 1500 })), {
    message: /^toy did not respond within 1.5 s/,
  });
});

test('a secret and a port stay the same over restarts, and a taken port is exchanged', async (t) => {
  const { dir } = await stage(t);
  const [first, second] = [openPlace(dir, true), openPlace(dir, true)];
  t.is(first.secret('x'), second.secret('x'));
  const port = await first.port('y');
  t.is(await openPlace(dir, true).port('y'), port);
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  t.is(await first.port('y'), port, 'others have been told this one');
  const fresh = openPlace(dir, true);
  const next = await fresh.port('y');
  t.true(next !== port && next >= 20_000 && next < 30_000);
  fresh.dropPort('y');
  t.not(await fresh.port('y'), next);
});

test('two starts that ask for the same port get different ones, though no server listens yet', async (t) => {
  const [one, two] = [await stage(t), await stage(t)];
  const first = openPlace(one.dir, true);
  const port = await first.port('y');
  writeFileSync(path.join(two.dir, 'ports.json'), JSON.stringify({ y: port }));
  t.not(await openPlace(two.dir, true).port('y'), port);
  // A start is a process: what it claims, another one cannot, until it is gone.
  const claims = `require('dgram').createSocket('udp4').once('error', () => process.exit(3)).bind(${port}, '127.0.0.1', () => process.exit(0))`;
  t.is(spawnSync(process.execPath, ['-e', claims]).status, 3);
  first.dropPort('y');
  t.is(spawnSync(process.execPath, ['-e', claims]).status, 0);
});

test('a start on another engine than before reports what becomes of the labs that ran', async (t) => {
  const { dir } = await stage(t);
  const printed: string[] = [];
  const around = { place: openPlace(dir, true), print: (line: string) => printed.push(line) };
  for (const engine of ['memory', 'memory', 'podman', 'podman', 'docker'] as const) printEngineChange(engine, around);
  t.deepEqual(
    printed.map((line) => line.split('. ')[0]),
    [
      'The last start simulated labs; this one runs them on podman',
      'The last start ran labs on podman; this one runs them on docker',
    ],
  );
});
