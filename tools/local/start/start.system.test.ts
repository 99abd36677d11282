// `npm start` as a user meets it, whole, in two checkouts side by side: what it promises when it is ready, the README's
// job on it, crashes, a killed start, Ctrl-C, a start in the background, and data that stays until it is to be
// forgotten.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import test from 'ava';
import { askingAt, targets } from '../../judges/conformance/endpoints.ts';
import { testFolder } from '../../test/folder.ts';
import type { Endpoints } from '../servers/endpoints.ts';
import { freePort, isFree, releasePort } from '../servers/ports.ts';
import { isAlive, listenersOf } from '../servers/processes/watching.ts';
import { copyCheckout, terminalEnv } from './checkout.fixture.ts';
import { answersAtOnce, shapeOf } from './endpoints.fixture.ts';
import { analyticsJob, answersOf, documentOf, likeShown, masked, session, shownIn } from './readme.fixture.ts';
import { begin, commandsIn, livingIn, partPid, type Start } from './start.fixture.ts';

const run = promisify(execFile);
const ready = /Ready after (.*)\./;
// The code is npm's, which ends itself by the signal.
const endedInOrder = /Stopping \(SIGINT\)(?![\s\S]*^ {4}at )[\s\S]*ok services +stopped[\s\S]*ok postgres +stopped/m;
const endings: (() => void)[] = [];
let home: string;
let one: Checkout;
let two: Checkout;
let first: Start;
let second: Start;
let before: Endpoints;

type Checkout = ReturnType<typeof checkout>;

function checkout(folder: string, port: number) {
  const dir = path.join(copyCheckout(folder), 'run');
  // The logins of the command line are kept there.
  const around = { cwd: folder, env: { ...terminalEnv(), XDG_CONFIG_HOME: dir } };
  const teardown = (ending: () => void) => void endings.push(ending);
  return {
    folder,
    dir,
    port,
    file: path.join(dir, 'endpoints.json'),
    start: (...args: readonly string[]) =>
      begin({ teardown }, ['npm', 'start', '--', '--engine', 'memory', '--port', `${port}`, ...args], around, folder),
    endpoints: () => JSON.parse(readFileSync(path.join(dir, 'endpoints.json'), 'utf8')) as Endpoints,
    /** In the checkout's folder, as the user's next command. */
    types: (file: string, args: readonly string[]) => run(file, args, { ...around, timeout: 180_000 }),
  };
}

test.before(async () => {
  home = mkdtempSync(path.join(await testFolder(), 'start-'));
  one = checkout(path.join(home, 'one'), await freePort());
  two = checkout(path.join(home, 'two'), await freePort());
  await wantSamePorts([one, two]);
});

const portNames = [
  ...['services_analytics', 'services_platform', 'services_infra', 'identity', 'postgres', 'redis', 'objects'],
  ...['broker', 'broker_management', 'broker_dist', 'broker_epmd'],
];

/** As if each had drawn them at its last start, so that both reach for the same ports at the same moment. */
async function wantSamePorts(checkouts: readonly Checkout[]): Promise<void> {
  const ports = Object.fromEntries(await Promise.all(portNames.map(async (name) => [name, await freePort()] as const)));
  for (const port of Object.values(ports)) releasePort(port);
  for (const { dir } of checkouts) {
    mkdirSync(dir, { recursive: true });
    writeFileSync(path.join(dir, 'ports.json'), JSON.stringify(ports));
  }
}

test.after.always(() => {
  for (const end of endings) end();
  rmSync(path.dirname(home), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test.serial('endpoints.json exists once everything in it answers, and has everything that was promised', async (t) => {
  [first, second] = [one.start(), two.start()];
  const deadline = performance.now() + 400_000;
  while (!existsSync(one.file) && first.child.exitCode === null && performance.now() < deadline) await pause(20);
  t.true(existsSync(one.file), first.output());
  before = one.endpoints();
  t.deepEqual(await answersAtOnce(before), []);
  t.is(statSync(one.file).mode & 0o777, 0o600);
  t.is(before.front_door.url, `http://127.0.0.1:${one.port}`);
  const user = { username: 'string', password: 'string', role: 'string' };
  t.deepEqual(shapeOf(before), {
    analytics: {
      base_url: 'string',
      users: [...Array(2).fill({ dealer_ids: ['string'] }), { dealer_ids: ['string', 'string'] }].map((dealers) => ({
        email: 'string',
        password: 'string',
        ...dealers,
      })),
      clients: [{ client_id: 'string', client_secret: 'string' }],
    },
    platform: {
      base_url: 'string',
      users: Array(9).fill({ ...user, student_id: 'string' }),
      token_url: 'string',
      client_id: 'string',
    },
    infra: { base_url: 'string', token_url: 'string', client_id: 'string', client_secret: 'string' },
    identity: { issuers: { analytics: 'string', labs: 'string' } },
    front_door: { url: 'string' },
    postgres: { analytics: 'string', platform: 'string', infrastructure: 'string', identity: 'string' },
    redis: { url: 'string' },
    broker: {
      url: 'string',
      management_url: 'string',
      management_user: 'string',
      management_password: 'string',
      team: { url: 'string', queue_prefix: 'string', exchanges: ['string', 'string'] },
    },
    objects: { endpoint: 'string', region: 'string', access_key: 'string', secret_key: 'string' },
    labs: { engine: 'string', sample_lab_id: 'string' },
  });
  t.deepEqual(before.platform.users.map(({ role }) => role).join(' '), `admin teacher teacher${' student'.repeat(6)}`);
});

test.serial('every base_url and token_url works through the front door', async (t) => {
  const reads = { analytics: '/scope', platform: '/labs', infra: '/deployments' };
  for (const target of targets) {
    const { baseUrl, callers } = await askingAt(one.file, target);
    t.true(baseUrl.startsWith(`${before.front_door.url}/`));
    const statuses = callers.map(async ({ name, token }) => {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${baseUrl}${reads[target]}`, { headers, signal: AbortSignal.timeout(120_000) });
      return [name, response.status, await response.text().then((text) => text.slice(0, 1))];
    });
    t.deepEqual(
      await Promise.all(statuses),
      callers.map(({ name }) => [name, 200, '{']),
    );
  }
});

test.serial('every listener is on 127.0.0.1, and the checkouts share none', async (t) => {
  await Promise.all([first.prints(ready), second.prints(ready)]);
  const [ours, theirs] = [one, two].map(({ folder }) => listenersOf(livingIn(folder)));
  t.deepEqual(
    [...(ours ?? []), ...(theirs ?? [])].filter((address) => !address.startsWith('127.0.0.1:')),
    [],
  );
  t.deepEqual(
    ours?.filter((address) => theirs?.includes(address)),
    [],
  );
  t.deepEqual([ours?.length, theirs?.length], [13, 13]);
});

test.serial('the terminal shows an address for each service, and none with a password', async (t) => {
  const output = first.output();
  const addresses = [...output.matchAll(/(?:https?|amqp|redis|postgres):\/\/\S+/g)].map(([address]) => address);
  const { analytics, platform, infra, identity, broker, objects } = before;
  for (const address of [analytics, platform, infra].map(({ base_url }) => base_url))
    t.true(addresses.includes(address));
  for (const address of [...Object.values(identity.issuers), broker.management_url, objects.endpoint])
    t.true(addresses.includes(address));
  t.deepEqual(
    addresses
      .filter((address) => /^(amqp|redis|postgres)/.test(address))
      .map((address) => address.replace(/\d+/g, 'N')),
    ['postgres://postgres@N.N.N.N:N/analytics', 'redis://default@N.N.N.N:N', 'amqp://management@N.N.N.N:N'].map(
      (address) => address.replace('N.N.N.N', '127.0.0.1'.replace(/\d+/g, 'N')),
    ),
  );
  for (const issuer of Object.values(identity.issuers)) {
    const page = (await (await fetch(issuer)).json()) as { readonly openid_configuration: string };
    const { issuer: named } = (await (await fetch(page.openid_configuration)).json()) as { readonly issuer: string };
    t.is(named, issuer);
  }
  t.is(readFileSync(path.join(one.dir, 'log', 'identity.log'), 'utf8'), '');
});

test.serial('the commands of the README and of its continuation give the answers that they show', async (t) => {
  const blocks = analyticsJob(one.folder);
  await t.notThrowsAsync(one.types('curl', ['--version']), 'as root, `npm test` installs curl');
  const { stdout, stderr } = await one.types('sh', ['-c', session(blocks)]);
  const answers = answersOf(stdout);
  const shown = shownIn(blocks);
  t.is(answers.length, shown.length);
  for (const [at, block] of shown.entries()) {
    if (block?.language !== 'json') {
      t.is(answers[at], block?.text.trim() ?? '', stderr);
      continue;
    }
    const { text } = block;
    t.notThrows(() => JSON.parse(answers[at] ?? ''), `${answers[at]} ${stderr}`);
    const expected = documentOf(text);
    t.deepEqual(likeShown(JSON.parse(answers[at] ?? ''), expected), masked(expected));
  }
  t.is(shown.filter((block) => block !== undefined).length, 12);
});

test.serial('the program of the walk through the analytics API ends as the page shows', async (t) => {
  const [program = ''] = analyticsJob(one.folder).flatMap(({ language, text }) => (language === 'ts' ? [text] : []));
  await one.types(process.execPath, ['-e', 'fs.writeFileSync("report.ts", process.argv[1])', program]);
  const { stdout } = await one.types('node_modules/.bin/node', ['report.ts']);
  t.is(stdout.trim().split('\n').at(-1), 'succeeded 2');
});

test.serial('npm start reports a killed part and starts it again, also a service', async (t) => {
  process.kill(partPid(one.dir, 'redis'), 'SIGKILL');
  await first.prints(/redis was stopped by SIGKILL and is being restarted[\s\S]*ok redis +ready/);
  process.kill(partPid(one.dir, 'services'), 'SIGKILL');
  await first.prints(/services was stopped by SIGKILL and is being restarted[\s\S]*ok services +ready/);
  t.is(await rowsIn(one), 2);
});

/** What the README's job has stored, as its user reads it. */
async function rowsIn({ file }: Checkout): Promise<number> {
  const { baseUrl, callers } = await askingAt(file, 'analytics');
  const headers = { authorization: `Bearer ${callers.find(({ name }) => name === 'analyst')?.token}` };
  const response = await fetch(`${baseUrl}/indices?brand_id=toyota`, { headers, signal: AbortSignal.timeout(120_000) });
  return ((await response.json()) as { readonly items: readonly unknown[] }).items.length;
}

test.serial('a second start in a running checkout is refused with the address of the first', async (t) => {
  const again = one.start();
  t.is(await again.ended(), 1);
  const { url } = before.front_door;
  const sentence = `This checkout is already running \\(process \\d+\\), at ${url}\\. To stop it, run \`npm run stop\`\\.`;
  t.regex(again.output(), new RegExp(sentence));
  t.true(existsSync(one.file));
});

test.serial('Ctrl-C in one checkout leaves nothing of it, and the other goes on', async (t) => {
  second.signal('SIGINT');
  await second.ended();
  t.regex(second.output(), endedInOrder);
  t.deepEqual(commandsIn(two.folder), []);
  t.false(existsSync(two.file));
  t.true(await isFree(two.port));
  t.is(await rowsIn(one), 2);
});

test.serial('a start after one that was killed ends what that left, and has its data', async (t) => {
  const { pid } = JSON.parse(readFileSync(path.join(one.dir, 'supervisor.json'), 'utf8')) as { readonly pid: number };
  const left = livingIn(one.dir);
  process.kill(pid, 'SIGKILL');
  await first.ended();
  first = one.start();
  const printed = await first.prints(ready);
  t.regex(printed, /An earlier run was killed. Stopped its remaining processes: broker, postgres, redis, services\./);
  t.log(`second start: ${ready.exec(printed)?.[1]}`);
  t.deepEqual(left.filter(isAlive), []);
  t.deepEqual(one.endpoints(), before);
  t.is(await rowsIn(one), 2);
});

test.serial('npm run stop ends a start in the background', async (t) => {
  const { stdout } = await one.types('npm', ['run', '--silent', 'stop']);
  t.is(stdout, 'Stopped.\n');
  t.is(await first.ended(), 0, first.output());
  t.deepEqual(commandsIn(one.folder), []);
  t.is((await one.types('npm', ['run', '--silent', 'stop'])).stdout, 'Nothing is running.\n');
});

test.serial('data is kept until a start with --fresh', async (t) => {
  const start = one.start('--fresh');
  await start.prints(ready);
  t.is(await rowsIn(one), 0);
  start.signal('SIGINT');
  await start.ended();
  t.regex(start.output(), endedInOrder);
  t.deepEqual(commandsIn(one.folder), []);
});
