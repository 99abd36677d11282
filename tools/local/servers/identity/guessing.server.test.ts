// What guessing passwords at the provider meets, and what its owners notice of it.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test, { type ExecutionContext } from 'ava';
import { oidc } from '../../../../adapters/identity/oidc.ts';
import { testFolder } from '../../../test/folder.ts';
import { atEnd, freshUser, parts } from '../../../test/servers.ts';
import { freePort } from '../ports.ts';
import { withClient } from '../postgres.ts';
import { type IdentitySettings, issuerOf } from './settings.ts';

type Line = Readonly<Record<string, unknown>>;

/** A provider as `npm start` has it, beside the one of all tests, which takes more wrong passwords. */
async function provider(t: ExecutionContext, failuresPerMinute: number) {
  const { identity } = await parts(t, ['identity']);
  const before = JSON.parse(readFileSync(path.join(identity.keysFolder, 'settings.json'), 'utf8')) as IdentitySettings;
  const port = await freePort();
  const dir = await testFolder();
  const file = path.join(dir, 'settings.json');
  const settings = { ...before, port, publicUrl: `http://127.0.0.1:${port}`, failuresPerMinute };
  writeFileSync(file, JSON.stringify(settings), { mode: 0o600 });
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
    rmSync(dir, { recursive: true, force: true });
  });
  const lines: Line[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as Line));
  const base = `http://127.0.0.1:${port}/auth/realms/labs`;
  while (!(await fetch(base).catch(() => undefined))?.ok) await new Promise((resolve) => setTimeout(resolve, 50));
  const login = async (username: string, password: string, address: string) => {
    const response = await fetch(`${base}/protocol/openid-connect/token`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address },
      body: new URLSearchParams({ grant_type: 'password', client_id: identity.clients.demo.id, username, password }),
    });
    const { error } = (await response.json()) as { error?: string };
    return { status: response.status, error, retryAfter: response.headers.get('retry-after') };
  };
  return { identity, settings, base, login, lines };
}

/** As long as a slow machine needs. */
const prolong = (databaseUrl: string, account: string) =>
  withClient(databaseUrl, (client) =>
    client.query("update login_attempts set locked_until = locked_until + interval '1 hour' where account = $1", [
      account,
    ]),
  );

/** What is left of the seconds until the next one, on a machine of any speed. */
const isWithin = (t: ExecutionContext, found: unknown, seconds: number) =>
  t.true(Number.isInteger(Number(found)) && Number(found) >= 1 && Number(found) <= seconds, `${found}`);

const wrong = { status: 400, error: 'invalid_grant', retryAfter: null };
const right = { status: 200, error: undefined, retryAfter: null };

test('the provider answers 429 to a network that tries one password over many names, while others log in', async (t) => {
  const { identity, login, lines } = await provider(t, 10);
  const emma = await freshUser(identity, 'labs', ['student']);
  const names = Array.from({ length: 80 }, (_, n) => `sprayed-${n}-${randomBytes(4).toString('hex')}`);
  const spraying = Promise.all(names.map((name) => login(name, 'Spring2026!', '203.0.113.5')));
  t.deepEqual(await login(emma.username, emma.password, '203.0.113.6'), right);
  const answers = await spraying;
  const refused = answers.filter(({ status }) => status === 429);
  for (const { error, retryAfter } of refused) {
    t.is(error, 'temporarily_unavailable');
    isWithin(t, retryAfter, 6);
  }
  t.true(refused.length > 40, `${refused.length} of 80 refused before their password was checked`);
  for (const answer of answers.filter(({ status }) => status !== 429)) t.deepEqual(answer, wrong);
  t.deepEqual(await login(emma.username, emma.password, '203.0.113.6'), right);

  const logged = lines.filter(({ address }) => address === '203.0.113.5');
  t.deepEqual(new Set(logged.map(({ event, realm }) => `${event} ${realm}`)), new Set(['login_refused labs']));
  t.is(logged.length, 80, 'one line for each refusal');
  t.is(logged.filter(({ reason }) => reason === 'address_limit').length, refused.length);
  t.is(new Set(logged.map(({ principal }) => principal)).size, 80);
  t.false(JSON.stringify(lines).includes('sprayed'), 'no name in clear');
});

test('the provider counts wrong passwords of an account by name and e-mail together, and locks it for that network alone', async (t) => {
  const { identity, login, lines } = await provider(t, 1_000);
  const owner = await freshUser(identity, 'labs', ['student']);
  const names = [owner.username, owner.email, owner.username.toUpperCase()];
  // One network: a customer of IPv6 has all addresses of a /64.
  const addresses = ['2001:db8:7:1::1', '2001:db8:7:1:ffff::2'];
  const guesses = Array.from({ length: 6 }, (_, n) => [names[n % 3] ?? '', addresses[n % 2] ?? ''] as const);
  for (const [name, address] of guesses) t.deepEqual(await login(name, 'guess', address), wrong);
  await prolong(identity.databaseUrl, owner.id);
  for (const name of names) t.deepEqual(await login(name, owner.password, '2001:db8:7:1::3'), wrong, 'locked');
  for (const elsewhere of ['2001:db8:7:2::1', '198.51.100.9'])
    t.deepEqual(await login(owner.email, owner.password, elsewhere), right);
  t.deepEqual(
    lines.map(({ event, reason, retry_ms }) => [event, reason, retry_ms]),
    [
      ...Array.from({ length: 6 }, () => ['login_refused', 'wrong_password', undefined]),
      ['login_locked', 'network', 30_000],
      ...Array.from({ length: 3 }, () => ['login_refused', 'locked_network', undefined]),
    ],
  );
});

test('the provider locks an account for new networks after a hundred wrong passwords, and not for those of its owner', async (t) => {
  const { identity, login } = await provider(t, 1_000);
  const owner = await freshUser(identity, 'labs', ['student']);
  t.deepEqual(await login(owner.username, owner.password, '198.51.100.1'), right);
  for (let n = 0; n < 101; n++) t.deepEqual(await login(owner.email, 'guess', `203.0.113.${n % 26}`), wrong);
  await prolong(identity.databaseUrl, owner.id);
  t.deepEqual(await login(owner.username, owner.password, '198.51.100.2'), wrong, 'a new network');
  t.deepEqual(await login(owner.username, owner.password, '198.51.100.1'), right, 'a known one');
});

/** Someone who tries this until the answer is called. */
function guessing(tryOnce: () => Promise<unknown>): () => Promise<void> {
  let isOver = false;
  const guesser = async () => {
    while (!isOver) await tryOnce();
  };
  const guessers = Array.from({ length: 8 }, guesser);
  return async () => {
    isOver = true;
    await Promise.all(guessers);
  };
}

const classroom = '203.0.113.40';

test('a class of forty logs in for the first time within a minute beside someone who tries made-up names as fast as possible', async (t) => {
  const { identity, login } = await provider(t, 30);
  const students = await Promise.all(Array.from({ length: 40 }, () => freshUser(identity, 'labs', ['student'])));
  let refused = 0;
  const stop = guessing(async () => {
    const { status } = await login(`nobody-${randomBytes(4).toString('hex')}`, 'guess', classroom);
    if (status === 429) refused++;
  });
  while (refused === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  const began = performance.now();
  // As a browser or a person does it: again after the time that the answer names.
  const arrives = async ({ username, password }: (typeof students)[number]) => {
    for (;;) {
      const answer = await login(username, password, classroom);
      if (answer.status === 200) return answer;
      await new Promise((resolve) => setTimeout(resolve, Number(answer.retryAfter) * 1_000));
    }
  };
  const answers = await Promise.all(students.map(arrives));
  const took = performance.now() - began;
  await stop();
  t.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  t.true(took < 60_000, `${took} ms`);
});

test('a class of forty that begins at once waits for its turn behind thirty guesses, and no one has to try again', async (t) => {
  const { identity, login } = await provider(t, 30);
  const students = await Promise.all(Array.from({ length: 40 }, () => freshUser(identity, 'labs', ['student'])));
  const guesses = Array.from({ length: 30 }, (_, n) =>
    login(`nobody-${n}-${randomBytes(4).toString('hex')}`, 'guess', classroom),
  );
  const answers = await Promise.all(students.map(({ username, password }) => login(username, password, classroom)));
  t.deepEqual(
    answers,
    students.map(() => right),
  );
  await Promise.all(guesses);
});

test('beside someone with a list of names those log in who did before, and no answer says which names exist', async (t) => {
  const { identity, login } = await provider(t, 1);
  const [before, newcomer] = [await freshUser(identity, 'labs'), await freshUser(identity, 'labs')];
  t.deepEqual(await login(before.username, before.password, classroom), right);
  const names = await Promise.all(Array.from({ length: 40 }, async () => (await freshUser(identity, 'labs')).username));
  let tried = 0;
  const stop = guessing(() => login(names[tried++ % names.length] ?? '', 'guess', classroom));
  while (tried < 60) await new Promise((resolve) => setTimeout(resolve, 20));
  for (let n = 0; n < 8; n++) t.deepEqual(await login(before.email, before.password, classroom), right);
  const later = { status: 429, error: 'temporarily_unavailable' };
  for (const name of [before.username, newcomer.username, 'made-up']) {
    const since = performance.now();
    t.like(await login(name, 'wrong', classroom), later, name);
    t.true(performance.now() - since >= 990, 'checked or not, after the same time');
  }
  await stop();
  t.deepEqual(await login(newcomer.username, newcomer.password, '203.0.113.41'), right, 'another network');
});

test('the provider answers 503 with Retry-After for guesses beyond its queue, and lets other networks log in', async (t) => {
  const { identity, login, lines } = await provider(t, 10_000);
  const emma = await freshUser(identity, 'labs', ['student']);
  const guess = (n: number) => login(`many-${n}-${randomBytes(4).toString('hex')}`, 'guess', `203.0.113.${n % 2}`);
  const guessing = Promise.all(Array.from({ length: 400 }, (_, n) => guess(n)));
  t.deepEqual(await login(emma.username, emma.password, '198.51.100.1'), right);
  const answers = await guessing;
  const busy = { status: 503, error: 'temporarily_unavailable', retryAfter: '2' };
  const refused = answers.filter(({ status }) => status === 503);
  for (const answer of answers) t.deepEqual(answer, answer.status === 503 ? busy : wrong);
  t.true(refused.length > 100, `${refused.length} of 400 refused before their password was hashed`);
  t.is(lines.filter(({ event, reason }) => event === 'login_refused' && reason === 'busy').length, refused.length);
});

test('the provider counts by the machine that our façade names, and believes no other caller', async (t) => {
  const { identity, settings, base } = await provider(t, 2);
  const { id, secret } = identity.clients.facade;
  const issuer = issuerOf(settings.publicUrl, 'analytics');
  const facade = oidc({ issuer, audience: 'covenant-analytics', clientId: id, clientSecret: secret, timeoutS: 60 });
  const guess = (address: string) => facade.login(`nobody-${randomBytes(4).toString('hex')}`, 'guess', address);
  const refused = { kind: 'invalid_credentials' } as const;
  t.deepEqual([await guess('203.0.113.20'), await guess('203.0.113.20')], [refused, refused]);
  const later = await guess('203.0.113.20');
  if (later.kind !== 'too_many') return t.fail(later.kind);
  isWithin(t, later.retryAfterS, 30);
  t.deepEqual(await guess('203.0.113.21'), refused, 'its own address is counted for nobody');

  const claiming = async (client_address: string) => {
    const facts = {
      grant_type: 'password',
      client_id: identity.clients.demo.id,
      username: 'nobody',
      password: 'guess',
    };
    const body = new URLSearchParams({ ...facts, client_address });
    const response = await fetch(`${base}/protocol/openid-connect/token`, { method: 'POST', body });
    return response.status;
  };
  t.deepEqual(
    [await claiming('203.0.113.30'), await claiming('203.0.113.31'), await claiming('203.0.113.32')],
    [400, 400, 429],
  );
});

test('the provider refuses the login form like the token endpoint, with Retry-After', async (t) => {
  const { settings, base } = await provider(t, 2);
  const [client] = settings.clients.labs.filter(({ redirectUris }) => redirectUris !== undefined);
  const query = new URLSearchParams({
    client_id: client?.id ?? '',
    response_type: 'code',
    redirect_uri: client?.redirectUris?.[0] ?? '',
    scope: 'openid',
    code_challenge: createHash('sha256').update('verifier').digest('base64url'),
    code_challenge_method: 'S256',
  });
  const begun = await fetch(`${base}/protocol/openid-connect/auth?${query}`, { redirect: 'manual' });
  const cookie = begun.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
  const form = new URL(begun.headers.get('location') ?? '', base);
  const submit = async (login: string) => {
    const body = new URLSearchParams({ login, password: 'guess' });
    const headers = { cookie: cookie.join('; '), 'x-forwarded-for': '203.0.113.77' };
    const response = await fetch(form, { method: 'POST', headers, body });
    return [
      response.status,
      response.headers.get('retry-after'),
      /role="alert">([^<]*)/.exec(await response.text())?.[1],
    ];
  };
  const refused = [401, null, 'The name or the password is incorrect, or there were too many attempts.'];
  t.deepEqual(await submit('nobody-1'), refused);
  t.deepEqual(await submit('nobody-2'), refused);
  const [status, seconds, text] = await submit('nobody-3');
  t.deepEqual([status, text], [429, `Too many attempts. Try again in ${seconds} s.`]);
  isWithin(t, seconds, 30);
});
