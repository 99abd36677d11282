// What comes through the front door, and what does not.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { connect } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { StaticPages } from '../../../../services/lib/http/pages/page-answer.ts';
import { installationOf } from './installation.ts';
import { frontDoor } from './proxy.ts';
import { listen } from './raw-request.fixture.ts';
import { targetOf } from './routes.ts';

type Handler = Parameters<typeof createServer>[1] & {};

const closed = 9; // the discard port: no server listens there

const open = async (t: ExecutionContext, handler: Handler, upgrade?: Parameters<Server['on']>[1]) => {
  const upstream = createServer(handler);
  if (upgrade) upstream.on('upgrade', upgrade);
  const port = await listen(t, upstream);
  const door = await listen(t, frontDoor({ analytics: port, platform: port, identity: port, infra: closed }));
  return `http://127.0.0.1:${door}`;
};

const echo: Handler = (incoming: IncomingMessage, response) => {
  response.writeHead(201, {
    location: '/api/v1/jobs/1',
    'x-powered-by': 'us',
    connection: 'x-secret',
    'x-secret': '1',
  });
  response.end(JSON.stringify({ path: incoming.url, headers: incoming.headers }));
};

test('the front door passes paths without another route to the web app, and shows a page that asks again while there is none', async (t) => {
  const ports = { analytics: closed, platform: closed, identity: closed, infra: closed };
  const app = await listen(
    t,
    createServer((incoming, response) => void response.end(`app ${incoming.url}`)),
  );
  const door = `http://127.0.0.1:${await listen(t, frontDoor({ ...ports, web: app }))}`;
  const without = `http://127.0.0.1:${await listen(t, frontDoor(ports))}`;
  for (const path of ['/', '/labs/net-intro?state=failed', '/assets/main.js'])
    t.is(await (await fetch(`${door}${path}`)).text(), `app ${path}`);
  const starting = await fetch(`${without}/`, { headers: { accept: 'text/html' } });
  t.deepEqual([starting.status, starting.headers.get('refresh')], [503, '2']);
  t.regex(await starting.text(), /<h1>Covenant is starting<\/h1>/);
  const refused = await fetch(`${without}/`);
  t.deepEqual([refused.status, refused.headers.get('content-type')], [503, 'application/problem+json']);
});

test('the front door answers reference pages at /docs/ and at the paths of problem types, as long as there are any', async (t) => {
  const ports = { analytics: closed, platform: closed, identity: closed, infra: closed };
  const asked: unknown[] = [];
  const pages: StaticPages = (request) => {
    const { accept } = request.headers;
    asked.push({ ...request, headers: { accept } });
    const isKnown = request.path === '/docs/' || request.path === '/problems/not-found';
    return Promise.resolve(isKnown ? { status: 200, headers: { ETag: '"1"' }, body: Buffer.from('page') } : undefined);
  };
  const door = `http://127.0.0.1:${await listen(t, frontDoor(ports, pages))}`;
  const without = `http://127.0.0.1:${await listen(t, frontDoor(ports))}`;
  const answer = async (url: string) => {
    const response = await fetch(url);
    return [response.status, response.headers.get('etag')];
  };
  t.deepEqual(await answer(`${door}/docs/?q=1`), [200, '"1"']);
  t.deepEqual(await answer(`${door}/problems/not-found`), [200, '"1"']);
  t.deepEqual(await answer(`${door}/docs/none.html`), [404, null]);
  t.deepEqual(await answer(`${without}/docs/`), [404, null]);
  t.deepEqual(
    asked,
    ['/docs/', '/problems/not-found', '/docs/none.html'].map((path) => ({
      method: 'GET',
      path,
      headers: { accept: '*/*' },
    })),
  );
});

test('the front door routes paths like the ingress, and only /analytics loses its prefix', (t) => {
  const upstream = (name: string, path: string, prefix = '') => ({ kind: 'upstream', upstream: name, path, prefix });
  const cases: Readonly<Record<string, unknown>> = {
    '/': upstream('web', '/'),
    '/labs/net-intro?state=failed': upstream('web', '/labs/net-intro?state=failed'),
    '/healthz': { kind: 'unknown' },
    '/analytics/api/v1/indices?x=/auth/': upstream('analytics', '/api/v1/indices?x=/auth/', '/analytics'),
    '/analytics': upstream('analytics', '/', '/analytics'),
    '/analytics?a=1': upstream('analytics', '/?a=1', '/analytics'),
    '/analyticsx': upstream('web', '/analyticsx'),
    '/api/v1/labs': upstream('platform', '/api/v1/labs'),
    '/auth/realms/labs': upstream('identity', '/auth/realms/labs'),
    '/infra/v1/deploy': upstream('infra', '/infra/v1/deploy'),
    '/favicon.ico': upstream('web', '/favicon.ico'),
    '/analytics/metrics': { kind: 'unknown' },
    '/analytics/readyz?': { kind: 'unknown' },
    '/analytics/../infra/v1/deploy': { kind: 'refused' },
    '/api/%2e%2E/infra': { kind: 'refused' },
    '/api/v1/a%2fb': { kind: 'refused' },
    '//evil.example/': { kind: 'refused' },
    'http://evil.example/': { kind: 'refused' },
    '*': { kind: 'refused' },
  };
  t.deepEqual(Object.fromEntries(Object.keys(cases).map((path) => [path, targetOf(path) as unknown])), cases);
});

test('the front door replaces what a request claims about its origin, and removes internal fields from replies', async (t) => {
  const url = await open(t, echo);
  const forged = {
    'x-forwarded-for': '1.2.3.4',
    'x-forwarded-proto': 'https',
    forwarded: 'for=1.2.3.4',
    'x-real-ip': '1.2.3.4',
  };
  const response = await fetch(`${url}/analytics/api/v1/jobs`, { headers: { ...forged, authorization: 'Bearer t' } });
  const { path, headers } = (await response.json()) as { path: string; headers: Record<string, string> };
  t.is(response.status, 201);
  t.is(response.headers.get('location'), '/analytics/api/v1/jobs/1');
  t.deepEqual([response.headers.get('x-powered-by'), response.headers.get('x-secret')], [null, null]);
  t.is(path, '/api/v1/jobs');
  t.like(headers, {
    authorization: 'Bearer t',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'http',
    'x-forwarded-host': new URL(url).host,
    'x-forwarded-prefix': '/analytics',
  });
  t.deepEqual([headers.forwarded, headers['x-real-ip']], [undefined, undefined]);
});

test('the front door sends a login that begins at localhost to 127.0.0.1, where it ends, and redirects nothing else', async (t) => {
  const url = await open(t, echo);
  const { port } = new URL(url);
  const asked = async (host: string, path: string, method = 'GET') => {
    const outgoing = request(`${url}${path}`, { method, headers: { host } }).end();
    const [{ statusCode, headers }] = (await once(outgoing, 'response')) as [IncomingMessage];
    outgoing.destroy();
    return [statusCode, headers.location, headers['set-cookie']];
  };
  const login = '/api/v1/auth/login';
  const passed = [201, '/api/v1/jobs/1', undefined];
  for (const query of ['', '?return_to=/labs/linux-basics', '?return_to=//evil.example'])
    t.deepEqual(await asked(`localhost:${port}`, `${login}${query}`), [307, `${url}${login}${query}`, undefined]);
  t.deepEqual(await asked(`127.0.0.1:${port}`, login), passed);
  t.deepEqual(await asked(`localhost:${port}`, login, 'POST'), passed);
  t.deepEqual(await asked(`localhost:${port}`, `${login}s`), passed);
  t.deepEqual(await asked(`localhost:${port}`, '/api/v1/labs'), passed);
});

test('the front door answers 503 with Retry-After for a service that is starting, and 502 for one that breaks off', async (t) => {
  const url = await open(t, (incoming) => incoming.socket.destroy());
  const down = await fetch(`${url}/infra/v1/deploy`, { method: 'POST', body: 'x'.repeat(100_000) });
  t.deepEqual([down.status, down.headers.get('retry-after')], [503, '2']);
  t.is(down.headers.get('content-type'), 'application/problem+json');
  t.like(await down.json(), { type: 'https://covenant.example/problems/unavailable', status: 503 });
  const broken = await fetch(`${url}/api/v1/labs`);
  t.like(await broken.json(), { type: 'about:blank', status: 502 });
});

test('the front door streams a large body in both directions', async (t) => {
  const url = await open(t, (incoming, response) => void incoming.pipe(response));
  const body = Buffer.alloc(20_000_000, 'covenant');
  const response = await fetch(`${url}/analytics/echo`, { method: 'POST', body });
  t.true(Buffer.from(await response.arrayBuffer()).equals(body));
});

test('the front door passes on a refusal before the end of the body', async (t) => {
  const url = await open(t, (_, response) => {
    response.writeHead(413, { connection: 'close' });
    response.end('too large');
  });
  const outgoing = request(`${url}/analytics/api/v1/ingest/files`, { method: 'POST' });
  outgoing.on('error', () => undefined);
  outgoing.write(Buffer.alloc(100_000));
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  t.is(response.statusCode, 413);
  outgoing.destroy();
});

test('the front door ends the request of a client that leaves', async (t) => {
  const gone = Promise.withResolvers<void>();
  const came = Promise.withResolvers<void>();
  const url = await open(t, (_, response) => {
    response.once('close', gone.resolve);
    came.resolve();
  });
  const leaving = new AbortController();
  const asked = fetch(`${url}/api/v1/slow`, { signal: leaving.signal });
  await came.promise;
  leaving.abort();
  await t.throwsAsync(asked, { name: 'AbortError' });
  await t.notThrowsAsync(gone.promise);
});

test('the front door passes a WebSocket on after both sides agreed, and refuses it when the service does', async (t) => {
  const url = await open(t, echo, (incoming: IncomingMessage, socket: import('node:net').Socket) => {
    if (incoming.headers.origin !== 'http://good')
      return socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-accept: yes\r\n\r\n',
    );
    socket.on('data', (bytes) => socket.write(`echo ${bytes}`));
  });
  const dial = async (origin: string) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    t.teardown(() => socket.destroy());
    socket.write(
      `GET /api/v1/live HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\norigin: ${origin}\r\nsec-websocket-key: k\r\n\r\n`,
    );
    const [head] = await once(socket, 'data');
    return { socket, head: String(head) };
  };
  const good = await dial('http://good');
  t.regex(good.head, /^HTTP\/1\.1 101 [\s\S]*sec-websocket-accept: yes/);
  good.socket.write('hello');
  t.is(String((await once(good.socket, 'data'))[0]), 'echo hello');
  t.regex((await dial('http://evil')).head, /^HTTP\/1\.1 403 /);
});

test('the front door answers invalid HTTP, too large a head and a WebSocket to nowhere with problem documents', async (t) => {
  const { port } = new URL(await open(t, echo));
  const print = async (text: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write(text);
    let received = '';
    socket.on('data', (chunk) => {
      received += chunk;
    });
    await once(socket, 'close');
    const [head = '', body = ''] = received.split('\r\n\r\n');
    return [
      head.split('\r\n')[0],
      (JSON.parse(/\{.*\}/.exec(body)?.[0] ?? '{}') as { type: string }).type.split('/').at(-1),
    ];
  };
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade, close\r\nupgrade: websocket\r\nsec-websocket-key: k\r\n\r\n`;
  t.deepEqual(await print('GARBAGE\r\n\r\n'), ['HTTP/1.1 400 Bad Request', 'malformed-request']);
  t.deepEqual(await print(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`), [
    'HTTP/1.1 431 Request Header Fields Too Large',
    'headers-too-large',
  ]);
  t.deepEqual(await print(upgrade('/nowhere')), ['HTTP/1.1 503 Service Unavailable', 'unavailable']);
  t.deepEqual(await print(upgrade('/infra/v1/ws')), ['HTTP/1.1 503 Service Unavailable', 'unavailable']);
});

test('the document of an installation has addresses that are right by whatever name the door is reached', async (t) => {
  const ports = { analytics: closed, platform: closed, identity: closed, infra: closed };
  const described = installationOf();
  const door = `http://127.0.0.1:${await listen(t, frontDoor(ports, undefined, described))}`;
  const answer = await fetch(`${door}/.well-known/covenant`);
  t.deepEqual(
    [answer.status, answer.headers.get('content-type'), await answer.json()],
    [200, 'application/json', described],
  );
  t.is(described.platform.base_url, '/api/v1');
  const without = `http://127.0.0.1:${await listen(t, frontDoor(ports))}`;
  t.is((await fetch(`${without}/.well-known/covenant`)).status, 404);
});

test('an answer that its client does not read ends here and at the service', async (t) => {
  const closed = Promise.withResolvers<boolean>();
  const upstream = createServer((_incoming, response) => {
    response.once('close', () => closed.resolve(response.writableFinished));
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  const port = await listen(t, upstream);
  const ports = { analytics: port, platform: port, identity: port, infra: port };
  const bounds = { idleMs: 200, bytesPerS: 1, totalMs: 60_000 };
  const door = await listen(t, frontDoor(ports, undefined, undefined, bounds));
  const client = connect(door, '127.0.0.1').on('error', () => {});
  client.pause().write('GET /api/v1/x HTTP/1.1\r\nHost: localhost\r\n\r\n');
  t.false(await closed.promise);
  client.destroy();
});
