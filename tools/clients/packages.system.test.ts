// The packages as their users have them: installed from the tarball into an empty folder, compiled, bundled and run
// against the services.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { build } from 'esbuild';
import { connect as openStore } from '../../adapters/store/connect.ts';
import { connect, createWebhook, getWebhookDelivery, sendTestEvent, unwrap } from '../../generated/analytics/client.ts';
import { eventually } from '../../services/test/fixtures/eventually.ts';
import { copied, instance } from '../../services/test/fixtures/platform/live-rows.ts';
import { type System, system } from '../../services/test/fixtures/system.ts';
import { dealers, login, person } from '../../services/test/fixtures/users.ts';
import { openBrowser } from '../judges/conformance/setup/browser.ts';
import { team } from '../local/servers/broker/rabbitmq.ts';
import { installationOf } from '../local/servers/front-door/installation.ts';
import { frontDoor } from '../local/servers/front-door/proxy.ts';
import { freePort } from '../local/servers/ports.ts';
import { atEnd, freshUser } from '../test/servers.ts';
import { type Built, buildPackage, documents } from './build.ts';
import { buildCli } from './cli/build-cli.ts';
import { buildMessages } from './messages/build-messages.ts';
import { readmeText } from './readmes.ts';
import { packageAt } from './release.ts';

const root = path.join(import.meta.dirname, '../..');
const programs = path.join(import.meta.dirname, 'programs');
const run = promisify(execFile);

let whole: System;
let folder = '';
let built: readonly Built[] = [];
let commandLine: Built;
let messages: Built;
let address = '';
/** Who has uploaded the lab of the platform's program, and where. */
let teacher: NodeJS.ProcessEnv = {};

test.before(async (t) => {
  folder = mkdtempSync(path.join(tmpdir(), 'packages-'));
  atEnd(async () => rmSync(folder, { recursive: true, force: true }));
  // Before the packages, whose compiler keeps the event loop for longer than a database may take to connect.
  whole = await system(t);
  const packing = documents.map((document) =>
    buildPackage({
      root,
      folder: path.join(folder, 'built'),
      document,
      of: packageAt(`spec/${document}/openapi.yaml`, root),
    }),
  );
  [built, commandLine, messages] = await Promise.all([
    Promise.all(packing),
    buildCli({ root, folder: path.join(folder, 'built') }),
    buildMessages({ root, folder: path.join(folder, 'built') }),
  ]);
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const tarballs = [...built, commandLine, messages].map(({ tarball }) => tarball);
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], { cwd: folder });
  for (const name of readdirSync(programs))
    writeFileSync(path.join(folder, name), readFileSync(path.join(programs, name)));
});

async function prints(program: string, env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const { stdout } = await run(process.execPath, [program], { cwd: folder, env: { PATH: process.env.PATH, ...env } });
  return stdout.trim().split('\n');
}

test.serial('a package has no dependency, types and maps, and the page with its program', (t) => {
  for (const { name } of built) {
    const installed = path.join(folder, 'node_modules', name);
    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
    t.deepEqual([manifest.dependencies, manifest.sideEffects, manifest.type], [undefined, false, 'module']);
    t.deepEqual(readdirSync(installed).sort(), ['README.md', 'dist', 'package.json']);
    t.true(readdirSync(path.join(installed, 'dist')).includes('index.js.map'));
    const program = readFileSync(path.join(programs, `${name.split('/').at(-1)}.ts`), 'utf8').trim();
    t.true(readFileSync(path.join(installed, 'README.md'), 'utf8').includes(program));
  }
});

test.serial(
  'the programs of the pages compile against the packages, with the compiler of today and the one before',
  async (t) => {
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const types = [
      '--lib',
      'es2023,dom,dom.iterable,esnext.disposable',
      '--types',
      'node',
      '--typeRoots',
      path.join(root, 'node_modules/@types'),
    ];
    for (const compiler of ['node_modules/typescript/bin/tsc', 'tools/node_modules/typescript/bin/tsc']) {
      const compiling = run(
        process.execPath,
        [path.join(root, compiler), ...options, ...types, ...readdirSync(programs)],
        { cwd: folder },
      );
      await t.notThrowsAsync(compiling.catch(({ stdout }) => Promise.reject(new Error(stdout))));
    }
  },
);

for (const name of ['analytics', 'platform', 'infra', 'messages'] as const)
  test.serial(`the commands of the README of ${name} compile its program in an empty folder, and run it`, async (t) => {
    const empty = mkdtempSync(path.join(folder, 'empty-'));
    const own = [...built, messages].find((each) => each.name === `@covenant/${name}`);
    copyFileSync(own?.tarball ?? '', path.join(empty, path.basename(own?.tarball ?? '')));
    writeFileSync(path.join(empty, 'app.ts'), readFileSync(path.join(programs, `${name}.ts`)));
    const [, commands = ''] = /```sh\n(npm init[\s\S]*?)```/.exec(readmeText(name, '')) ?? [];
    // The versions that the registry has today, which this test does not ask.
    const tools = ['typescript', '@types'].map(
      (each) => `ln -s ${path.join(root, 'node_modules', each)} node_modules/`,
    );
    const offline = commands
      .replace('npm install ./', 'npm install --offline --no-audit --no-fund ./')
      .replace('npm install -D typescript @types/node', tools.join('\n'))
      .replace('npx tsc', `${process.execPath} node_modules/typescript/bin/tsc`)
      .replace('node app.js', `${oldestNode} ${name === 'messages' ? '--check ' : ''}app.js`);
    // Nothing listens at port 9: the program fails at its first request. That of messages would wait for a broker.
    const env = { PATH: process.env.PATH, COVENANT_URL: 'http://127.0.0.1:9' };
    const ran = run('sh', ['-ec', offline], { cwd: empty, env });
    const { stdout, stderr } = await ran.catch((error: { readonly stdout: string; readonly stderr: string }) => error);
    t.true(existsSync(path.join(empty, 'app.js')), stdout);
    t.regex(stderr, name === 'messages' ? /^$/ : /ECONNREFUSED|bad port/, stdout);
  });

test.serial('one operation with everything that it needs is at most 4.4 KB compressed', async (t) => {
  const contents =
    "import { connect, getScope, unwrap } from '@covenant/analytics';\nunwrap(await getScope(connect({ baseUrl: '' })));";
  const bundled = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  const text = bundled.outputFiles[0]?.text ?? '';
  t.log(`${gzipSync(text).length} bytes compressed`);
  t.true(gzipSync(text).length <= 4_506);
  t.false(text.includes('/ingest/files'));
});

test.serial(
  'the programs of the analytics package upload a file, and read its indices as JSON, CSV and NDJSON',
  async (t) => {
    const api = await whole.run(['analytics', 'ingest']);
    await dealers(whole, ['fjordbil-oslo']);
    const { email, password } = await person(whole, { dealer: 'fjordbil-oslo' });
    const env = { COVENANT_URL: `${api.url}/api/v1`, COVENANT_EMAIL: email, COVENANT_PASSWORD: password };
    const lines = await prints('analytics.ts', env);
    t.is(lines.filter((line) => line.startsWith('sent ')).at(-1), 'sent 81 of 81 bytes');
    t.deepEqual(lines.slice(-3), [
      '100 %',
      '2026-09-01 41',
      'invalid-request uploadFile answered 400: One value is invalid: /period must be an existing day (2026-11-21), week (2026-W47), month (2026-11) or quarter (2026-Q4), or an interval between two of the same type (2026-01/2026-03)',
    ]);
    t.deepEqual(await prints('analytics-streams.ts', env), ['date,units', '2026-09-01,41', '', '2026-09-01 41']);
  },
);

test.serial(
  'the receivers of the guide accept a signed test event, and refuse one signed with another secret',
  async (t) => {
    const api = await whole.run(['analytics', 'relay']);
    const user = await person(whole);
    const { access_token: token } = await login(api, user);
    const client = connect({ baseUrl: `${api.url}/api/v1`, token });
    const secret = () => `whsec_${randomBytes(32).toString('base64')}`;
    for (const program of ['webhooks.ts', 'webhooks-alone.ts']) {
      const own = secret();
      const port = await freePort();
      const reader = await listener(program, { WEBHOOK_SECRET: own, PORT: String(port) });
      const sends = async (signing: string) => {
        const body = { url: `http://127.0.0.1:${port}/`, events: ['ingest.job.finished' as const], secret: signing };
        const { webhook_id } = unwrap(await createWebhook(client, { body }));
        return unwrap(await sendTestEvent(client, { path: { webhook_id } }));
      };
      await reader.prints(`webhook.test ${(await sends(own)).message_id}`);
      const { webhook_id, delivery_id } = await sends(secret());
      const refused = await eventually(
        async () => unwrap(await getWebhookDelivery(client, { path: { webhook_id, delivery_id } })),
        ({ attempts }) => attempts.length > 0,
      );
      t.like(refused.attempts[0], { reason: 'status', response: { status: 400 } });
      t.is(await reader.ends(), null);
    }
  },
);

test.serial(
  'the program of the platform package uploads a lab, and its second run reports that the lab exists',
  async (t) => {
    const { url } = await whole.run(['platform']);
    const env = { COVENANT_URL: `${url}/api/v1`, COVENANT_TOKEN: await teacherToken() };
    teacher = env;
    t.deepEqual(await prints('platform.ts', env), ['uploaded net-intro', 'net-intro Networks, a first look']);
    const [first = '', second] = await prints('platform.ts', env);
    t.regex(first, /net-intro/);
    t.is(second, 'net-intro Networks, a first look');
  },
);

test.serial('the live program of the platform package follows a lab until its instances run', async (t) => {
  const env = { ...teacher, COVENANT_ORIGIN: whole.env.PUBLIC_URL };
  const store = openStore(whole.platform.appUrl, { name: 'live' });
  atEnd(() => store.close());
  const anna = instance('net-intro', 'anna', 1);
  await copied({ store }, anna);
  const following = spawn(process.execPath, ['platform-live.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const shown = text(following.stdout);
  await once(following.stdout, 'data');
  await copied({ store }, { ...anna, sequence: 2, state: 'running' });
  t.is(await shown, 'anna creating\nanna running\n');
  const ended = await prints('platform-live.ts', { ...env, COVENANT_ORIGIN: 'https://elsewhere.example' });
  t.deepEqual(ended, ['ended: foreign_origin']);
});

async function teacherToken(): Promise<string> {
  const { identity } = whole;
  const { username, password } = await freshUser(identity, 'labs', ['teacher']);
  return tokenOf({ grant_type: 'password', client_id: identity.clients.demo.id, username, password });
}

test.serial('the program of the infrastructure package lists running instances', async (t) => {
  const { url } = await whole.run(['infra']);
  const { id, secret } = whole.identity.clients.platform;
  const token = await tokenOf({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
  const lines = await prints('infra.ts', { COVENANT_URL: `${url}/infra/v1`, COVENANT_TOKEN: token });
  t.deepEqual(lines, ['That is all of them.']);
});

async function tokenOf(form: Readonly<Record<string, string>>): Promise<string> {
  const address = `${whole.identity.issuers.labs}/protocol/openid-connect/token`;
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(form) });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** The services as users reach them, by one address. */
async function installation() {
  const [analytics, platform] = await Promise.all([
    whole.run(['analytics', 'ingest', 'relay']),
    whole.run(['platform']),
  ]);
  const portOf = (url: string) => Number(new URL(url).port);
  const ports = { analytics: portOf(analytics.url), platform: portOf(platform.url), identity: 9, infra: 9 };
  const { issuers, clients } = whole.identity;
  const described = installationOf(issuers);
  const platformOf = { ...described.platform, password_client_id: clients.demo.id };
  const door = frontDoor(ports, undefined, { ...described, platform: platformOf }).listen(0, '127.0.0.1');
  await once(door, 'listening');
  atEnd(async () => {
    door.closeAllConnections();
    door.close();
  });
  return `http://127.0.0.1:${(door.address() as AddressInfo).port}`;
}

/** The program of the messages package, as another team runs it. */
async function messageReader() {
  await run(oldestNode, ['--input-type=module', '-e', "await import('@covenant/messages')"], { cwd: folder });
  return listener('messages.ts', { COVENANT_BROKER_URL: whole.vhost.teamUrl, COVENANT_TEAM: team });
}

/** A program that prints `ready`, and then what comes. */
async function listener(program: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  atEnd(async () => void child.kill('SIGKILL'));
  let shown = '';
  const prints = (line: string) =>
    new Promise<void>((resolve, reject) => {
      const find = (chunk = '') => {
        shown += chunk;
        if (shown.includes(`${line}\n`)) resolve();
      };
      child.stdout.on('data', (chunk) => find(String(chunk)));
      child.once('close', () => reject(new Error(`${line} was not printed: ${shown}`)));
      find();
    });
  await prints('ready');
  return {
    prints,
    async ends() {
      child.kill('SIGTERM');
      const [code] = await ended;
      return code as number | null;
    },
  };
}

/** The oldest Node that the package promises to run on is that of Debian's successor and of most machines. */
const oldestNode = existsSync('/usr/bin/node') ? '/usr/bin/node' : process.execPath;

async function covenant(args: readonly string[], input = '', env: NodeJS.ProcessEnv = {}, onNote = (_: string) => {}) {
  const program = path.join(folder, 'node_modules/.bin/covenant');
  const child = spawn(oldestNode, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(input);
  child.stderr.on('data', (chunk) => onNote(String(chunk)));
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: code as number, out, err };
}

/**
 * The program as it prints one message, when it listens for it; an object, since the promise of its end is not awaited
 * here.
 */
async function tail(message: string) {
  const listening = Promise.withResolvers<void>();
  const ended = covenant(
    ['messages', 'tail', message, '--count', '1'],
    '',
    { COVENANT_BROKER_URL: whole.vhost.teamUrl },
    (note) => (note.startsWith('Listening') ? listening.resolve() : listening.reject(new Error(note))),
  );
  await listening.promise;
  return { ended };
}

test.serial('the command line does the first job: log in, upload, wait, read', async (t) => {
  t.log((await run(oldestNode, ['--version'])).stdout);
  const url = await installation();
  address = url;
  await dealers(whole, ['fjordbil-bergen']);
  const { email, password } = await person(whole, { dealer: 'fjordbil-bergen' });
  const login = await covenant(['login', 'analytics', '--url', url, '--user', email, '--password-stdin'], password);
  t.deepEqual(login, { code: 0, out: '', err: `Logged in to analytics at ${url}, in the profile default.\n` });
  t.is(statSync(path.join(folder, '.config/covenant/default.json')).mode & 0o777, 0o600);

  const reader = await messageReader();
  const tailed = await tail('ingest.job.finished');
  writeFileSync(path.join(folder, 'sales.csv'), 'period_start,brand,units_sold\n2026-09,Toyota,41\n');
  const upload = ['analytics', 'upload-file', 'sales.csv', '--dealer-id', 'fjordbil-bergen', '--period', '2026-09'];
  const loaded = await covenant([...upload, '--wait']);
  t.is(loaded.code, 0, loaded.err);
  t.like(JSON.parse(loaded.out), { status: 'succeeded', progress: 100 });
  await reader.prints(`job ${(JSON.parse(loaded.out) as { job_id: string }).job_id} succeeded`);
  t.is(await reader.ends(), 0);
  t.like(JSON.parse((await tailed.ended).out), { name: 'ingest.job.finished', payload: { status: 'succeeded' } });
  const read = await covenant(['analytics', 'list-indices', '--brand-id', 'toyota', '--all', '-o', 'csv']);
  const [heading = '', row = ''] = read.out.split('\n');
  t.deepEqual([heading.split(',')[0], row.split(',')[0], row.split(',')[3]], ['date', '2026-09-01', '41']);

  writeFileSync(path.join(folder, 'sales.csv'), 'period_start,brand,units_sold\n2026-09,Toyota,many\n');
  const failed = await covenant([...upload, '--wait']);
  t.is(failed.code, 1);
  t.like(JSON.parse(failed.out), { status: 'failed' });
  const absent = await covenant(['analytics', 'get-job', '01a1fd49-b8f6-7280-b5de-fe310728dd32']);
  t.is(absent.code, 5);
  t.regex(absent.err, new RegExp(`${url}/problems/not-found`));

  t.is((await covenant(['logout', 'analytics'])).code, 0);
  t.is((await covenant(['analytics', 'get-scope'])).code, 3);
  const { id, secret } = whole.identity.clients.integrator;
  const machine = { COVENANT_URL: url, COVENANT_CLIENT_ID: id, COVENANT_CLIENT_SECRET: secret };
  t.is((await covenant(['analytics', 'list-definitions'], '', machine)).code, 0);
});

test.serial(
  'the command line logs a teacher in by a code on another machine, and by the browser of this one',
  async (t) => {
    const teacher = await freshUser(whole.identity, 'labs', ['teacher']);
    const { username: login, password } = teacher;
    /** Does in a browser what the terminal asks for, when it has asked. */
    const loggedIn = async (kind: '--device' | '--browser', finish: (shown: string) => Promise<string>) => {
      let shown = '';
      let finished: Promise<string> | undefined;
      const { code, err } = await covenant(['login', 'labs', '--url', address, kind], '', {}, (note) => {
        shown += note;
        if (/https?:\/\/\S+[?]\S+\s/.test(shown)) finished ??= finish(shown);
      });
      t.is(code, 0, err);
      t.regex(err, /Logged in to labs/);
      const status = await covenant(['status']);
      t.is((JSON.parse(status.out) as { labs: string }).labs, login);
      return finished;
    };
    const device = await loggedIn('--device', async (shown) => {
      const browser = openBrowser();
      const entered = await browser.visit(/Or open (\S+)/.exec(shown)?.[1] ?? '');
      const question = await browser.submit(entered, {});
      const form = await browser.submit(question, {});
      return (await browser.submit(form, { login, password })).body;
    });
    t.regex(String(device), /Close this page and return to the program/);
    const page = await loggedIn('--browser', async (shown) => {
      const browser = openBrowser();
      const form = await browser.visit(/\n {2}(http\S+)/.exec(shown)?.[1] ?? '');
      const question = await browser.submit(form, { login, password });
      t.regex(question.headers.get('content-security-policy') ?? '', /form-action 'self' http:\/\/127\.0\.0\.1:\d+;/);
      return (await browser.submit(question, { answer: 'allow' })).body;
    });
    t.regex(String(page), /You are logged in\. Close this page/);
    t.is((await covenant(['platform', 'get-me'])).code, 0);
  },
);
