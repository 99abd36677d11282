// `npm start` as a user meets it: two checkouts side by side, crashes, a killed start, Ctrl-C. Services and labs are not part of it here.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { testFolder } from './embedded/test-folder.ts';
import { descendantsOf, isAlive, listenersOf } from './embedded/watching.ts';

const dev = path.join(import.meta.dirname, 'dev.ts');

/** One checkout's folder, and starts in it. Whatever still runs at the end of the test is ended. */
async function checkout(t: ExecutionContext) {
  const dir = mkdtempSync(path.join(await testFolder(), 'run-'));
  const started: ChildProcess[] = [];
  t.teardown(async () => {
    for (const child of started) await ended(child, 'SIGTERM');
    rmSync(path.dirname(dir), { recursive: true, force: true });
  });
  const start = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [dev, '--no-services', '--engine', 'memory', ...args], {
      env: { ...process.env, ...env, COVENANT_RUN: dir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(child);
    let output = '';
    const waiting = new Set<() => void>();
    const tell = (chunk: Buffer | string) => {
      output += chunk;
      for (const wake of waiting) wake();
    };
    child.stdout.on('data', tell);
    child.stderr.on('data', tell);
    child.once('close', () => tell(''));
    const says = (wanted: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          if (wanted.test(output)) resolve(output);
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`It ended first:\n${output}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      });
    return { pid: child.pid ?? 0, child, says, output: () => output };
  };
  const endpoints = () => JSON.parse(readFileSync(path.join(dir, 'endpoints.json'), 'utf8')) as Endpoints;
  const partPid = (name: string) =>
    (JSON.parse(readFileSync(path.join(dir, 'pids', `${name}.json`), 'utf8')) as { pid: number }).pid;
  return { dir, start, endpoints, partPid, file: path.join(dir, 'endpoints.json') };
}

type Endpoints = {
  readonly analytics: { readonly users: readonly { readonly dealer_ids: readonly string[] }[] };
  readonly platform: {
    readonly token_url: string;
    readonly client_id: string;
    readonly users: readonly { readonly username: string; readonly password: string; readonly role: string }[];
  };
  readonly front_door: { readonly url: string };
};

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'close');
  }
  return child.exitCode;
}

const ready = /Ready after/;

test.serial(
  'two checkouts run side by side, survive crashes and a killed start, and end without a trace',
  async (t) => {
    const [one, two] = await Promise.all([checkout(t), checkout(t)]);
    const [first, second] = [one.start(), two.start()];
    await Promise.all([first.says(ready), second.says(ready)]);

    const before = one.endpoints();
    t.is(statSync(one.file).mode & 0o777, 0o600);
    t.deepEqual(Object.keys(before), [
      'analytics',
      'platform',
      'infra',
      'identity',
      'front_door',
      'postgres',
      'redis',
      'broker',
      'objects',
      'labs',
    ]);
    t.deepEqual(
      before.analytics.users.map((user) => user.dealer_ids),
      [['fjordbil-oslo'], ['nordbil-bergen'], ['fjordbil-oslo', 'nordbil-bergen']],
    );
    t.deepEqual(
      before.platform.users.map((user) => user.role).join(' '),
      `admin teacher teacher${' student'.repeat(6)}`,
    );
    t.is(await login(before), 200);

    const families = [first.pid, second.pid].map((pid) => [pid, ...descendantsOf(pid)]);
    const listeners = families.map(listenersOf);
    t.deepEqual(
      listeners.flat().filter((address) => !address.startsWith('127.0.0.1:')),
      [],
    );
    t.is(new Set(listeners.flat()).size, listeners.flat().length);
    t.is(listeners[0]?.length, 9);

    process.kill(one.partPid('redis'), 'SIGKILL');
    await first.says(/redis was ended by SIGKILL and is started again[\s\S]*Ready to accept[\s\S]*ok redis +ready/);
    const again = one.start();
    t.is(await exitOf(again.child), 1);
    t.regex(again.output(), /^This checkout is already running \(process \d+\): `npm run stop` ends it\.\n$/);

    t.is(await ended(second.child, 'SIGINT'), 0);
    t.deepEqual(families[1]?.filter(isAlive), []);
    t.false(existsSync(two.file));
    t.is(await login(before), 200);

    await ended(first.child, 'SIGKILL');
    const third = one.start(['--port', new URL(before.front_door.url).port]);
    const said = await third.says(ready);
    t.regex(
      said,
      /^An earlier run was killed; ended what it left behind: broker, front-door, identity, objects, postgres, redis\./,
    );
    t.log(`second start: ${/Ready after (.*)\./.exec(said)?.[1]}`);
    t.deepEqual(one.endpoints(), before);
    t.is(await login(before), 200);
    const family = [third.pid, ...descendantsOf(third.pid)];
    t.is(stop(one.dir), 'Stopped.\n');
    t.is(await exitOf(third.child), 0);
    t.is(stop(one.dir), 'Nothing is running here.\n');
    t.deepEqual([...(families[0] ?? []), ...family].filter(isAlive), []);
  },
);

const stop = (dir: string) =>
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'stop.ts')], {
    env: { ...process.env, COVENANT_RUN: dir },
    encoding: 'utf8',
  });

const exitOf = async (child: ChildProcess) =>
  child.exitCode === null ? (await once(child, 'close'))[0] : child.exitCode;

async function login({ platform }: Endpoints): Promise<number> {
  const { username = '', password = '' } = platform.users.find((user) => user.role === 'teacher') ?? {};
  const fields = { grant_type: 'password', client_id: platform.client_id, username, password };
  const response = await fetch(platform.token_url, { method: 'POST', body: new URLSearchParams(fields) });
  await response.arrayBuffer();
  return response.status;
}

test.serial('a port in use is one sentence, and nothing is started', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.teardown(() => other.close());
  const address = other.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const { start, dir } = await checkout(t);
  const { child, output } = start(['--port', String(port)]);
  t.is(await exitOf(child), 1);
  t.is(output(), `Port ${port} is in use by another program: stop that one, or choose another with --port.\n`);
  t.false(existsSync(path.join(dir, 'log')));
});

test.serial('a missing program is one sentence, and what had been started is stopped', async (t) => {
  const { start } = await checkout(t);
  const { child, output } = start([], { PATH: '/nowhere' });
  t.is(await exitOf(child), 1);
  t.regex(
    output(),
    /(redis|broker|postgres) cannot start: the program \S+ is not installed\. As root, `apt-get install/,
  );
});

test.serial('an option that does not exist is answered with those that do', async (t) => {
  const { start } = await checkout(t);
  for (const wrong of [
    ['--prot', '1'],
    ['--port', 'x'],
    ['--port', '70000'],
    ['--engine', 'kvm'],
  ]) {
    const { child, output } = start(wrong);
    t.is(await exitOf(child), 1);
    t.regex(
      output(),
      /^Usage: npm start \[-- --port 1\.\.65535\] \[--engine memory\|podman\|docker\|kubernetes\] \[--fresh\]/,
    );
  }
});
