// Where the tokens of a login go, and what a login opens.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { answering, json, types } from './program.fixture.ts';
import { browserCommand } from './runtime/browser.ts';
import { type Profile, profilesIn } from './runtime/profiles.ts';

/** A login to labs and analytics at `url`, as the program stores it. */
function loggedIn(
  t: ExecutionContext,
  url: string,
  { issuer = `${url}/issuer`, expires_at = Date.now() + 3_600_000 } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'cli-config-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const client = { issuer, client_id: 'covenant-cli' };
  const endpoints = {
    analytics: { ...client, base_url: `${url}/analytics/api/v1` },
    platform: { ...client, base_url: `${url}/api/v1` },
    infra: { base_url: `${url}/infra/v1` },
  };
  const tokens = {
    from: 'provider',
    access_token: 'access-1',
    refresh_token: 'refresh-1',
    expires_at,
    client_id: 'covenant-cli',
  } as const;
  const profile: Profile = { url, endpoints, tokens: { analytics: tokens, labs: tokens } };
  mkdirSync(path.join(folder, 'covenant'));
  writeFileSync(path.join(folder, 'covenant/default.json'), JSON.stringify(profile));
  return { XDG_CONFIG_HOME: folder };
}

test('a stored token goes to its own installation alone', async (t) => {
  const received: (string | undefined)[] = [];
  const { COVENANT_URL: url = '' } = await answering(t, ({ url: address, headers }, response) => {
    if (address === '/.well-known/covenant') return json(response, 404, {});
    received.push(headers.authorization);
    json(response, 200, { items: [], next_cursor: null });
  });
  const command = ['analytics', 'list-brands'];
  for (const [profileUrl, env] of [
    [url, {}],
    [url, { COVENANT_URL: `${url}/` }],
    ['http://127.0.0.1:9', { COVENANT_URL: url }],
  ] as const)
    t.is((await types(t, command, { ...loggedIn(t, profileUrl), ...env })).code, 0);
  t.deepEqual(received, ['Bearer access-1', 'Bearer access-1', undefined]);
});

test('a password and a token follow no redirect, and go to no plain HTTP on another machine', async (t) => {
  const received: string[] = [];
  const { COVENANT_URL: other = '' } = await answering(t, ({ url: address }, response) => {
    received.push(address ?? '');
    json(response, 200, {});
  });
  const plain = 'http://other.example/realms/labs';
  let document: object = {};
  const { COVENANT_URL: url = '' } = await answering(t, ({ url: address }, response) => {
    if (address === '/.well-known/covenant') return json(response, 200, document);
    const [, issuer, rest] = /^\/(\w+)\/(.*)/.exec(address ?? '') ?? [];
    if (rest !== '.well-known/openid-configuration' || issuer === 'moved')
      return response.writeHead(307, { location: other }).end();
    const [token_endpoint, revocation_endpoint] = [`${url}/${issuer}/token`, `${url}/${issuer}/revoke`];
    const plainly = issuer === 'plain' ? { revocation_endpoint: plain } : {};
    json(response, 200, { issuer: `${url}/${issuer}`, token_endpoint, revocation_endpoint, ...plainly });
  });
  const statusOf = async (issuer: string) => {
    const env = loggedIn(t, url, { issuer: `${url}/${issuer}`, expires_at: 0 });
    return await types(t, ['labs', 'list'], env);
  };
  const refused = (code: number, sentence: string) => ({ code, out: '', err: `Error: ${sentence}\n` });
  const metadata = `${url}/moved/.well-known/openid-configuration`;
  t.deepEqual(await statusOf('moved'), refused(8, `${metadata} does not describe an identity provider.`));
  t.deepEqual(
    await statusOf('redirecting'),
    refused(8, `${url}/redirecting/token did not answer as an identity provider does: status 307.`),
  );
  t.deepEqual(await statusOf('plain'), refused(2, `${plain} is plain HTTP on another machine. Use https.`));

  document = { platform: { base_url: '/api/v1', issuer: plain, client_id: 'covenant-cli' } };
  const asked = await types(t, ['login', 'labs', '--url', url]);
  t.deepEqual(asked, refused(2, `${plain} is plain HTTP on another machine. Use https.`));
  const { COVENANT_URL: former = '' } = await answering(t, (_, response) =>
    response.writeHead(308, { location: other }).end(),
  );
  t.deepEqual(
    await types(t, ['login', 'labs', '--url', former]),
    refused(8, `${former} redirects to ${other}. Use the address of the installation.`),
  );
  t.deepEqual(received, []);
});

test('a login goes only to the provider that describes itself by the address that was asked', async (t) => {
  const received: (string | undefined)[] = [];
  let described: object = {};
  const { COVENANT_URL: url = '' } = await answering(t, ({ url: address }, response) => {
    if (address === '/labs/.well-known/openid-configuration') return json(response, 200, described);
    received.push(address);
    json(response, 200, {
      access_token: 'access-2',
      refresh_token: 'refresh-2',
      expires_in: 300,
      items: [],
      next_cursor: null,
    });
  });
  const outcomeOf = async (issuer: string, more: object) => {
    described = { token_endpoint: `${url}/token`, ...more };
    const { err } = await types(t, ['labs', 'list'], loggedIn(t, url, { issuer, expires_at: 0 }));
    return [err, received.splice(0).length > 0];
  };
  const document = `${url}/labs/.well-known/openid-configuration`;
  const other = [`Error: ${document} describes another identity provider: its issuer must be ${url}/labs.\n`, false];
  const plain = 'http://other.example/token';
  const inClear = [`Error: ${plain} is plain HTTP on another machine. Use https.\n`, false];
  const issuer = `${url}/labs`;
  const outcomes = {
    itself: await outcomeOf(issuer, { issuer }),
    slash: await outcomeOf(issuer, { issuer: `${issuer}/` }),
    storedSlash: await outcomeOf(`${issuer}/`, { issuer: `${issuer}/` }),
    localhost: await outcomeOf(issuer, { issuer: issuer.replace('127.0.0.1', 'localhost') }),
    otherPort: await outcomeOf(issuer, { issuer: issuer.replace(/:\d+/, ':9') }),
    another: await outcomeOf(issuer, { issuer: 'https://other.example/labs' }),
    longer: await outcomeOf(issuer, { issuer: `${issuer}/more` }),
    otherCase: await outcomeOf(issuer, { issuer: `${url}/LABS` }),
    none: await outcomeOf(issuer, {}),
    noText: await outcomeOf(issuer, { issuer: [issuer] }),
    token: await outcomeOf(issuer, { issuer, token_endpoint: plain }),
    authorization: await outcomeOf(issuer, { issuer, authorization_endpoint: plain }),
  };
  t.deepEqual(outcomes, {
    itself: ['', true],
    slash: ['', true],
    storedSlash: ['', true],
    localhost: ['', true],
    otherPort: other,
    another: other,
    longer: other,
    otherCase: other,
    none: other,
    noText: other,
    token: inClear,
    authorization: inClear,
  });
});

test('a login with a code shows no page in clear on another machine', async (t) => {
  const { COVENANT_URL: url = '' } = await answering(t, (request, response) => {
    if (request.url === '/.well-known/covenant') return json(response, 404, {});
    const endpoints = { token_endpoint: `${url}/token`, device_authorization_endpoint: `${url}/device` };
    if (request.method === 'GET') return json(response, 200, { issuer: `${url}/auth/realms/labs`, ...endpoints });
    json(response, 200, { device_code: 'd', user_code: 'ABCD', verification_uri: 'http://other.example/enter' });
  });
  t.deepEqual(await types(t, ['login', 'labs', '--device', '--url', url]), {
    code: 2,
    out: '',
    err: 'Error: http://other.example/enter is plain HTTP on another machine. Use https.\n',
  });
});

test('an address of a server is opened by no shell, and only in a browser', (t) => {
  const address = 'https://covenant.example/auth?a=1&calc.exe';
  t.deepEqual(
    (['darwin', 'linux', 'win32'] as const).map((platform) => browserCommand(platform, address)),
    [
      ['open', address],
      ['xdg-open', address],
      ['rundll32', 'url.dll,FileProtocolHandler', address],
    ],
  );
  for (const other of ['file:///bin/sh', 'calculator:', '\\\\host\\share', 'javascript:alert(1)'])
    t.is(browserCommand('win32', other), undefined);
});

test('a login ends when the provider refuses it, and not when the provider is down', async (t) => {
  const refusal = { error: 'invalid_grant', error_description: 'Token is not active' };
  const { COVENANT_URL: url = '' } = await answering(t, ({ url: address }, response) => {
    const [, issuer, rest] = /^\/(\w+)\/(.*)/.exec(address ?? '') ?? [];
    if (rest === '.well-known/openid-configuration')
      return json(response, 200, { issuer: `${url}/${issuer}`, token_endpoint: `${url}/${issuer}/token` });
    if (issuer === 'ended') return json(response, 400, refusal);
    if (issuer === 'limited') return json(response, 429, refusal);
    if (issuer === 'empty') return json(response, 200, {});
    if (issuer === 'proxy') return response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    response.destroy();
  });
  const none = (issuer: string) => `There is no answer from ${url}/${issuer}/token. (other side closed)`;
  const other = (issuer: string, status: number) =>
    `${url}/${issuer}/token did not answer as an identity provider does: status ${status}.`;
  for (const [issuer, code, sentence] of [
    ['ended', 3, 'The login has ended. Run `covenant login labs`.'],
    ['limited', 8, other('limited', 429)],
    ['empty', 8, other('empty', 200)],
    ['proxy', 8, other('proxy', 502)],
    ['broken', 8, none('broken')],
  ] as const) {
    const env = loggedIn(t, url, { issuer: `${url}/${issuer}`, expires_at: 0 });
    const result = await types(t, ['labs', 'list'], env);
    t.deepEqual(result, { code, out: '', err: `Error: ${sentence}\n` });
    t.is(profilesIn(env).read('default')?.tokens.labs?.refresh_token, 'refresh-1');
  }
});

test('Ctrl-C at a prompt is exit code 130', async (t) => {
  const { COVENANT_URL: url = '' } = await answering(t, (_, response) => json(response, 404, {}));
  const asked = await types(t, ['login', 'analytics', '--password', '--url', url], {}, { keys: '\u0003' });
  t.deepEqual(asked, { code: 130, out: '', err: 'E-mail: \nError: Interrupted.\n' });
});

test('a refused login links to the page of the problem at the installation of --url', async (t) => {
  const { COVENANT_URL: url = '' } = await answering(t, ({ url: address }, response) => {
    if (address === '/.well-known/covenant') return json(response, 404, {});
    const problem = { title: 'Invalid credentials', status: 401, detail: 'The password is incorrect.' };
    const type = 'https://covenant.example/problems/invalid-credentials';
    json(response, 401, { type, ...problem, instance: 'urn:request:0193' }, 'application/problem+json');
  });
  const login = ['login', 'analytics', '--url', `${url}/docs/`, '--user', 'freya'];
  const { code, err } = await types(t, login, {}, { keys: 'secret\r' });
  t.is(code, 3);
  t.true(err.endsWith(`  ${url}/problems/invalid-credentials\n`), err);
});

test('a login without --profile goes into the profile in use, which it names', async (t) => {
  const { COVENANT_URL: url = '' } = await answering(t, ({ url: address }, response) => {
    if (address === '/.well-known/covenant') return json(response, 404, {});
    json(response, 200, { access_token: 'a', refresh_token: 'b', expires_in: 900, token_type: 'Bearer' });
  });
  const env = { XDG_CONFIG_HOME: mkdtempSync(path.join(tmpdir(), 'cli-config-')) };
  t.teardown(() => rmSync(env.XDG_CONFIG_HOME, { recursive: true }));
  const login = ['login', 'analytics', '--url', url, '--user', 'freya'];
  for (const [more, name] of [
    [['--profile', 'tora'], 'tora'],
    [[], 'tora'],
    [['--profile', 'freya'], 'freya'],
    [[], 'tora'],
  ] as const) {
    const { code, err } = await types(t, [...login, ...more], env, { keys: 'secret\r' });
    t.is(code, 0);
    t.true(err.endsWith(`Logged in to analytics at ${url}, in the profile ${name}.\n`), err);
  }
  t.is((await types(t, [...login, '--profile', 'ben', '--quiet'], env, { keys: 'secret\r' })).code, 0);
  t.deepEqual(profilesIn(env).names(), ['ben', 'freya', 'tora']);
});

test('logout revokes the tokens at the provider, and removes them here', async (t) => {
  const revoked: unknown[] = [];
  const { COVENANT_URL: url = '' } = await answering(t, async (request, response) => {
    const endpoints = { token_endpoint: `${url}/token`, revocation_endpoint: `${url}/revoke` };
    if (request.method === 'GET') return json(response, 200, { issuer: `${url}/issuer`, ...endpoints });
    revoked.push([request.url, Object.fromEntries(new URLSearchParams(await text(request)))]);
    json(response, 200, {});
  });
  const env = loggedIn(t, url);
  t.is((await types(t, ['logout', 'labs'], env)).code, 0);
  const form = { client_id: 'covenant-cli', token: 'refresh-1', token_type_hint: 'refresh_token' };
  t.deepEqual(revoked, [['/revoke', form]]);
  t.deepEqual(Object.keys(profilesIn(env).read('default')?.tokens ?? {}), ['analytics']);
});

test('login --device outlives a provider that is down, and proves that code and token are asked for by one program', async (t) => {
  const asked: (readonly [string | undefined, Readonly<Record<string, string>>])[] = [];
  const challenges = new Map<string, string | undefined>();
  const { COVENANT_URL: url = '' } = await answering(t, async (request, response) => {
    if (request.url === '/.well-known/covenant') return json(response, 404, {});
    const endpoints = { token_endpoint: `${url}/token`, device_authorization_endpoint: `${url}/device` };
    if (request.method === 'GET') return json(response, 200, { issuer: `${url}/auth/realms/labs`, ...endpoints });
    const form: Readonly<Record<string, string>> = Object.fromEntries(new URLSearchParams(await text(request)));
    asked.push([request.url, form]);
    if (request.url === '/device') {
      challenges.set('device-1', form.code_challenge);
      const addresses = { verification_uri: `${url}/enter` };
      return json(response, 200, { device_code: 'device-1', user_code: 'ABCD', interval: 0, ...addresses });
    }
    if (asked.length === 2) return json(response, 400, { error: 'authorization_pending' });
    if (asked.length === 3) return response.writeHead(502, { 'content-type': 'text/html' }).end('<html>');
    if (asked.length === 4) return response.destroy();
    const proof = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (challenges.get(form.device_code ?? '') !== proof) return json(response, 400, { error: 'invalid_grant' });
    return json(response, 200, { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 300 });
  });
  const env = { XDG_CONFIG_HOME: mkdtempSync(path.join(tmpdir(), 'cli-device-')) };
  t.teardown(() => rmSync(env.XDG_CONFIG_HOME, { recursive: true }));
  const { code, err } = await types(t, ['login', 'labs', '--device', '--url', url], env);
  t.is(code, 0, err);
  t.true(err.startsWith(`Open ${url}/enter in a browser and enter the code ABCD\n`), err);
  t.is(profilesIn(env).read('default')?.tokens.labs?.access_token, 'access-1');
  t.deepEqual(
    asked.map(([address, { code_challenge_method }]) => [address, code_challenge_method]),
    [
      ['/device', 'S256'],
      ['/token', undefined],
      ['/token', undefined],
      ['/token', undefined],
      ['/token', undefined],
    ],
  );
  const [verifiers, challenge] = [asked.slice(1).map(([, form]) => form.code_verifier), challenges.get('device-1')];
  t.is(new Set(verifiers).size, 1);
  t.regex(verifiers[0] ?? '', /^[\w-]{43}$/);
  t.not(verifiers[0], challenge);
});

test('a lock that was left is taken over by one after the other, and a process removes its own alone', async (t) => {
  const env = loggedIn(t, 'http://127.0.0.1:9');
  const lock = path.join(env.XDG_CONFIG_HOME, 'covenant/default.json.lock');
  writeFileSync(lock, 'left');
  utimesSync(lock, 0, 0);
  const order: string[] = [];
  const change = (name: string) =>
    profilesIn(env).change('default', async (now) => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
      return now as Profile;
    });
  await Promise.all([change('a'), change('b')]);
  t.deepEqual(order, ['a begins', 'a ends', 'b begins', 'b ends']);
  await profilesIn(env).change('default', async (now) => {
    writeFileSync(lock, 'another');
    return now as Profile;
  });
  t.is(readFileSync(lock, 'utf8'), 'another');
});
