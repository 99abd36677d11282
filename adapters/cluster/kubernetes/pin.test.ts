// Which image runs under a tag: by what registries answer, with and without credentials.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import { pinsOf } from '../pins.ts';
import type { Pinned } from '../port.ts';
import { credentialsIn } from './pin.ts';
import { digestOf, referenceOf } from './registry.ts';

const digest = `sha256:${'ab'.repeat(32)}`;
const signal = new AbortController().signal;
const reference = { host: 'registry.example:5050', repository: 'net/labs/web', tag: 'v1.2' };

/** A registry in words: what it was asked, and what it answers. */
function registry(answers: Readonly<Record<string, () => Response>>) {
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const { authorization = '-' } = (init.headers ?? {}) as Record<string, string>;
    const line = `${init.method ?? 'GET'} ${url} ${authorization}`;
    asked.push(line);
    return answers[line]?.() ?? new Response(null, { status: 404 });
  };
  return { asked, fetch: fetch as typeof globalThis.fetch };
}

const manifest = 'HEAD https://registry.example:5050/v2/net/labs/web/manifests/v1.2';
const found = () => new Response(null, { headers: { 'docker-content-digest': digest } });
const refused = (challenge: string) => () =>
  new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });

test('pin reads registry, repository and tag of an image, and no registry of one loaded by hand', (t) => {
  t.deepEqual(referenceOf('registry.example:5050/net/labs/web:v1.2'), reference);
  for (const image of ['localhost/covenant/labs/shell:v1.0', `registry.example/a@${digest}`, 'web:v1', 'web'])
    t.is(referenceOf(image), null, image);
});

test('pin takes the digest from an open registry', async (t) => {
  const { fetch, asked } = registry({ [`${manifest} -`]: found });
  t.is(await digestOf(reference, { credentials: null, signal, fetch }), digest);
  t.deepEqual(asked, [`${manifest} -`]);
});

test('pin gets the token that a registry asks for from its service', async (t) => {
  const challenge = 'Bearer realm="https://auth.example/token",service="reg",scope="repository:net/labs/web:pull"';
  const token = 'GET https://auth.example/token?service=reg&scope=repository%3Anet%2Flabs%2Fweb%3Apull';
  const { fetch } = registry({
    [`${manifest} -`]: refused(challenge),
    [`${token} Basic YW5uYTpzZWNyZXQ=`]: () => Response.json({ token: 'mine' }),
    [`${token} -`]: () => Response.json({ access_token: 'anybodys' }),
    [`${manifest} Bearer mine`]: found,
  });
  const credentials = { username: 'anna', password: 'secret' };
  t.is(await digestOf(reference, { credentials, signal, fetch }), digest);
  t.is(await digestOf(reference, { credentials: null, signal, fetch }), null, 'nobody may read this one');
});

test('pin sends the password to a registry that asks for it, and never over plain http', async (t) => {
  const credentials = { username: 'anna', password: 'secret' };
  const basic = registry({
    [`${manifest} -`]: refused('Basic realm="registry"'),
    [`${manifest} Basic YW5uYTpzZWNyZXQ=`]: found,
  });
  t.is(await digestOf(reference, { credentials, signal, fetch: basic.fetch }), digest);
  const plain = registry({ [`${manifest} -`]: refused('Bearer realm="http://auth.example/token"') });
  t.is(await digestOf(reference, { credentials, signal, fetch: plain.fetch }), null);
  t.deepEqual(plain.asked, [`${manifest} -`]);
});

test('pin keeps the tag of an unknown image, or without a digest', async (t) => {
  for (const answer of [
    () => new Response(null, { status: 404, headers: { 'docker-content-digest': digest } }),
    () => new Response(null),
    () => new Response(null, { headers: { 'docker-content-digest': 'sha256:short' } }),
  ])
    t.is(await digestOf(reference, { credentials: null, signal, ...registry({ [`${manifest} -`]: answer }) }), null);
});

test('pin reads a real answer, and follows no redirect', async (t) => {
  const server = createServer((_, response) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const { port } = server.address() as AddressInfo;
  const plain = ((url: string, init: RequestInit) => fetch(url.replace('https:', 'http:'), init)) as typeof fetch;
  const asking = { credentials: null, signal: AbortSignal.timeout(10_000), fetch: plain };
  await t.throwsAsync(digestOf({ ...reference, host: `127.0.0.1:${port}` }, asking));
});

test('pin takes the credentials of the host, however they are written', (t) => {
  const auth = Buffer.from('anna:se:cret').toString('base64');
  const file = JSON.stringify({
    auths: { 'a.example': { auth }, 'https://b.example': { username: 'ben', password: 'x' }, 'c.example': {} },
  });
  t.deepEqual(
    ['a.example', 'b.example', 'c.example', 'd.example'].map((host) => credentialsIn(file, host)),
    [{ username: 'anna', password: 'se:cret' }, { username: 'ben', password: 'x' }, null, null],
  );
  t.is(credentialsIn('no file', 'a.example'), null);
});

test('pin asks once for a class, and again after a failure', async (t) => {
  let [asked, now] = [0, 0];
  const answers: (() => Promise<Pinned>)[] = [];
  const pin = pinsOf(
    async (image) => {
      asked++;
      return (await answers.shift()?.()) ?? { kind: 'pinned', image: `${image}#${asked}` };
    },
    30_000,
    () => now,
  );
  t.deepEqual(await Promise.all([pin('a'), pin('a')]), Array(2).fill({ kind: 'pinned', image: 'a#1' }));
  now = 29_999;
  t.deepEqual(await pin('a'), { kind: 'pinned', image: 'a#1' });
  now = 30_000;
  t.deepEqual(await pin('a'), { kind: 'pinned', image: 'a#2' });
  const waiting = { kind: 'waiting', reason: 'image_pull', detail: 'on its way' } as const;
  answers.push(
    async () => waiting,
    () => Promise.reject(new Error('away')),
  );
  t.deepEqual(await pin('b'), waiting);
  await t.throwsAsync(pin('b'), { message: 'away' });
  t.deepEqual(await pin('b'), { kind: 'pinned', image: 'b#5' });
});
