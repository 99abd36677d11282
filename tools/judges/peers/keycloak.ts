// Keycloak as the identity provider of the command line: both logins in Chromium, refresh and logout, with tokens that
// our services accept.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { oidc } from '../../../adapters/identity/oidc.ts';
import type { Identity } from '../../../adapters/identity/port.ts';
import { main } from '../../clients/cli/runtime/main.ts';
import { tableOf } from '../../clients/cli/table.ts';
import { freePort } from '../../local/servers/ports.ts';
import { findProgram } from '../../local/servers/processes/processes.ts';
import { password, realm, realmName, username } from './keycloak-realm.ts';
import { installed, type Peer } from './peer.ts';

const root = join(import.meta.dirname, '../../..');
const table = tableOf(root, '1.2.3');
const version = '26.5.6';
const startMs = 300_000;
const pageMs = 60_000;

type Line = { readonly what: string; readonly found: unknown; readonly expected: unknown };

export const keycloakPeer: Peer = {
  name: 'keycloak',
  async compare(folder) {
    const executablePath = findProgram('chromium');
    if (executablePath === undefined) return { skipped: 'Chromium is not on this machine' };
    const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`;
    const where = ['-DoutputDirectory=.', '-DmarkersDirectory=markers'];
    const absent =
      (await installed('java', ['-version'], { folder })) ??
      (await installed('mvn', ['-q', '-B', 'dependency:unpack', artifact, ...where], { folder }));
    if (absent) return absent;
    // Each is ended also when the one after it does not start.
    await using stack = new AsyncDisposableStack();
    const { issuer, stop } = await started(join(folder, `keycloak-${version}`));
    stack.defer(stop);
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
    stack.defer(() => browser.close());
    const door = await frontDoor(issuer);
    stack.defer(door.close);
    const lines: Line[] = [];
    for (const flow of ['--device', '--browser'] as const)
      lines.push(...(await loggedIn(flow, { browser, door, folder, issuer })));
    const rows = lines.map(
      (line) => `| ${line.what} | ${isKept(line) ? 'yes' : `no: ${JSON.stringify(line.found)}`} |`,
    );
    return {
      text: [`Keycloak ${version}`, '', '| promise | kept |', '|---|---|', ...rows].join('\n'),
      ok: lines.every(isKept),
    };
  },
};

const isKept = ({ found, expected }: Line): boolean => JSON.stringify(found) === JSON.stringify(expected);

async function started(folder: string) {
  mkdirSync(join(folder, 'data/import'), { recursive: true });
  writeFileSync(join(folder, 'data/import/realm.json'), JSON.stringify(realm));
  const port = await freePort();
  const args = ['start-dev', '--import-realm', '--http-host=127.0.0.1', `--http-port=${port}`];
  const child = spawn('sh', ['bin/kc.sh', ...args], {
    cwd: folder,
    detached: true, // a group, since the script starts Java
    stdio: 'ignore',
    env: { ...process.env, JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx384m', JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1' },
  });
  const stop = async () => {
    if (child.exitCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, 'SIGTERM');
    await once(child, 'exit');
  };
  const issuer = `http://127.0.0.1:${port}/realms/${realmName}`;
  const deadline = Date.now() + startMs;
  while (!(await isUp(issuer))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error('Keycloak did not start.');
    }
    await pause(500);
  }
  return { issuer, stop };
}

const isUp = (issuer: string): Promise<boolean> =>
  fetch(`${issuer}/.well-known/openid-configuration`).then(
    ({ ok }) => ok,
    () => false,
  );

/** An installation whose platform accepts the token of a login once, and then only those of a refresh. */
async function frontDoor(issuer: string) {
  const identity = oidc({
    ...{ issuer, audience: 'covenant-platform', tokenForms: ['keycloak'] },
    ...{ clientId: 'unused', clientSecret: 'unused' },
  });
  const bearers: { readonly token: string; readonly name: string }[] = [];
  const server = createServer(async ({ url: path = '', headers }, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (path.startsWith('/.well-known/')) return send(200, installationAt(url, issuer));
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    bearers.push({ token, name: await bearerOf(identity, token) });
    const isFirst = bearers.filter((each) => each.token === token).length === bearers.length;
    return isFirst ? send(401, { type: 'unauthenticated' }) : send(200, { items: [], next_cursor: null });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, bearers, close: () => void server.close() };
}

type Door = Awaited<ReturnType<typeof frontDoor>>;

const installationAt = (url: string, issuer: string) => ({
  analytics: { base_url: `${url}/analytics/api/v1`, issuer, client_id: 'covenant-cli' },
  platform: { base_url: `${url}/api/v1`, issuer, client_id: 'covenant-cli' },
  infra: { base_url: `${url}/infra/v1` },
});

async function bearerOf(identity: Identity, token: string): Promise<string> {
  const verified = await identity.verify(token);
  if (verified.kind === 'refused') return verified.because;
  const { kind, username: name, roles } = verified.bearer;
  return `${kind} ${name} ${roles.includes('teacher') ? 'teacher' : roles}`;
}

type Flow = '--device' | '--browser';
type Context = { readonly browser: Browser; readonly door: Door; readonly folder: string; readonly issuer: string };

async function loggedIn(flow: Flow, { browser, door, folder, issuer }: Context): Promise<readonly Line[]> {
  const home = join(folder, flow.slice(2));
  mkdirSync(home);
  door.bearers.length = 0;
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(pageMs);
  const login = covenant(['login', 'labs', '--url', door.url, flow], home);
  await allowIn(page, await login.printed(flow === '--device' ? /Or open (\S+)/ : /(http\S+\/auth\?\S+)/));
  const codes = [await login.code];
  const refresh = refreshTokenIn(home);
  for (const args of [
    ['labs', 'list'],
    ['logout', 'labs'],
  ])
    codes.push(await covenant(args, home).code);
  return [
    { what: `login ${flow}, a call whose token was rejected, logout`, found: codes, expected: [0, 0, 0] },
    {
      what: `${flow}: our services accept the token of the login, and that of a refresh`,
      found: [...new Set(door.bearers.map(({ name }) => name)), new Set(door.bearers.map(({ token }) => token)).size],
      expected: [`user ${username} teacher`, 2],
    },
    { what: `${flow}: a refresh after the logout is rejected`, found: await statusOf(issuer, refresh), expected: 400 },
  ];
}

/** One run of the command line, with the home of its user. */
function covenant(args: readonly string[], home: string) {
  const [out, err] = [new PassThrough().resume(), new PassThrough()];
  let text = '';
  err.on('data', (chunk) => {
    text += chunk;
  });
  const terminal = { env: { HOME: home }, out, err, in: new PassThrough() };
  const code = main(args, table, terminal).then((found) => {
    if (found !== 0) throw new Error(`covenant ${args.join(' ')} ended with ${found}: ${text}`);
    return found;
  });
  code.catch(() => {}); // who waits for it gets the error
  const printed = async (pattern: RegExp): Promise<string> => {
    const deadline = Date.now() + pageMs;
    for (;;) {
      const found = pattern.exec(text)?.[1];
      if (found !== undefined) return found;
      if (Date.now() > deadline) throw new Error(`The command printed ${JSON.stringify(text)}`);
      await pause(50);
    }
  };
  return { code, printed };
}

/** What the user does: name and password, then consent, which Keycloak asks for once. */
async function allowIn(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.fill('#username', username);
  await page.fill('#password', password);
  await page.click('#kc-login');
  const done = page.getByText(/You are logged in|Device Login Successful/).first();
  const consent = page.locator('input[name=accept], button[name=accept]');
  await consent.or(done).first().waitFor();
  if (await consent.isVisible()) await consent.click();
  await done.waitFor();
}

const refreshTokenIn = (home: string): string =>
  /"refresh_token":\s*"([^"]+)"/.exec(readFileSync(join(home, '.config/covenant/default.json'), 'utf8'))?.[1] ?? '';

async function statusOf(issuer: string, refreshToken: string): Promise<number> {
  const form = { grant_type: 'refresh_token', client_id: 'covenant-cli', refresh_token: refreshToken };
  const address = `${issuer}/protocol/openid-connect/token`;
  return (await fetch(address, { method: 'POST', body: new URLSearchParams(form) })).status;
}
