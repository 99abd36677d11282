// A listener on a real socket: health, limits of the protocol, faults, and how it ends.
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect as dial } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import type { Middleware } from 'koa';
import { ids } from '../ids.ts';
import { createLog, type Log, silentLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { createReport } from '../report.ts';
import { shutDown } from '../shutdown.ts';
import { createHealth } from './health.ts';
import { faultOf, type ListenOptions, listen, requestReport } from './http.ts';

async function serve(
  t: ExecutionContext,
  contract: Middleware = (_ctx, next) => next(),
  log: Log = silentLog,
  upgrade?: ListenOptions['upgrade'],
) {
  const [health, metrics] = [createHealth(), createMetrics()];
  const server = await listen({
    address: { host: '127.0.0.1', port: 0 },
    contract,
    health,
    metrics,
    log,
    ids: ids(),
    drainMs: 5_000,
    ...(upgrade ? { upgrade } : {}),
  });
  t.teardown(() => server[Symbol.asyncDispose]());
  return { server, health, metrics, url: `http://127.0.0.1:${server.port}` };
}

const logged = 'The error has been logged. Include the request id when you report it.';
const again = (seconds: number) => `A dependency of the service is unavailable. Try again in ${seconds} s.`;

test('the listener is alive whatever its dependencies do, and ready only with the essential ones and while it does not drain', async (t) => {
  const { url, health, metrics } = await serve(t);
  metrics.counter('seen_total', 'x').add();
  let store: 'up' | 'down' | 'hanging' = 'up';
  health.add('store', () =>
    store === 'up' ? Promise.resolve([]) : store === 'down' ? Promise.reject(new Error('no')) : new Promise(() => {}),
  );
  health.add('keyvalue', () => Promise.reject(new Error('no')), { essential: false });
  const readiness = async () => {
    const response = await fetch(`${url}/readyz`);
    return [response.status, await response.json()];
  };
  t.deepEqual(await readiness(), [
    200,
    { ready: true, draining: false, dependencies: { store: 'up', keyvalue: 'down' }, missing: [] },
  ]);
  store = 'hanging';
  const answered = await eventually(readiness, ([status]) => status === 503);
  t.deepEqual(answered, [
    503,
    { ready: false, draining: false, dependencies: { store: 'down', keyvalue: 'down' }, missing: [] },
  ]);
  t.is((await fetch(`${url}/healthz`)).status, 200);
  t.true((await (await fetch(`${url}/metrics`)).text()).includes('seen_total 1'));
  store = 'up';
  health.drain();
  t.deepEqual(await readiness(), [503, { ready: false, draining: true, dependencies: {}, missing: [] }]);
});

async function eventually<T>(read: () => Promise<T>, good: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await read();
    if (good(found)) return found;
  }
}

test('the listener answers a path outside of every contract with a problem document, logs it and counts it', async (t) => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  const { url, metrics } = await serve(t, undefined, log);
  const response = await fetch(`${url}/nowhere`);
  t.is(response.headers.get('content-type'), 'application/problem+json');
  t.like(await response.json(), {
    type: 'https://covenant.example/problems/unknown-url',
    status: 404,
    instance: `urn:request:${response.headers.get('x-request-id')}`,
  });
  const { event, request_id, address, method, status, slug } = JSON.parse(lines.at(-1) ?? '{}');
  const id = response.headers.get('x-request-id');
  t.deepEqual(
    [event, request_id, address, method, status, slug],
    ['request', id, '127.0.0.1', 'GET', 404, 'unknown-url'],
  );
  t.true(metrics.text().includes('http_requests_total{operation="none",status="404"} 1'));
});

test('the listener reports an address that has to be percent-encoded', async (t) => {
  const { server } = await serve(t);
  for (const [target, advice] of [
    ['/a?name=M\u00fcller', '%C3%BC'],
    ['/\u00fc', '%C3%BC'],
    ['/a?name=a b', '%20'],
  ] as const) {
    const [line, { detail = '' }] = await sendRaw(t, server.port, `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`);
    t.deepEqual([line, detail.includes(advice)], ['HTTP/1.1 400 Bad Request', true], target);
  }
});

/** What is answered to these bytes: the first line and the problem. */
async function sendRaw(t: ExecutionContext, port: number, text: string) {
  const socket = dial(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  const [head = '', body = '{}'] = answer.split('\r\n\r\n');
  const [status, ...fields] = head.split('\r\n');
  t.true(fields.includes('Connection: close') && fields.includes('Content-Type: application/problem+json'));
  return [status, JSON.parse(body) as { instance: string; detail?: string }] as const;
}

test('the listener refuses what is not HTTP, and header fields over 16 KiB, with a problem, logs it and ends the connection', async (t) => {
  const lines: string[] = [];
  const { server, metrics } = await serve(
    t,
    () => false,
    createLog({ level: 'info', write: (line) => lines.push(line) }),
  );
  const send = (text: string) => sendRaw(t, server.port, text);
  const [garbage, problem] = await send('GARBAGE\r\n\r\n');
  t.is(garbage, 'HTTP/1.1 400 Bad Request');
  t.deepEqual(problem, {
    type: 'https://covenant.example/problems/malformed-request',
    title: 'Malformed HTTP request',
    status: 400,
    detail: 'The request is not valid HTTP.',
    instance: problem.instance,
  } as object);
  const [large, tooLarge] = await send(`GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'a'.repeat(20_000)}\r\n\r\n`);
  t.is(large, 'HTTP/1.1 431 Request Header Fields Too Large');
  t.deepEqual(tooLarge, {
    type: 'https://covenant.example/problems/headers-too-large',
    title: 'Header fields too large',
    status: 431,
    detail: 'The request line and the header fields together exceed 16 KiB.',
    instance: tooLarge.instance,
  } as object);
  const [long, longer] = await send(`GET /?${'a'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`);
  t.is(long, large);
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ slug }) => slug);
  t.deepEqual(
    logged.map(({ request_id, status, slug }) => [`urn:request:${request_id}`, status, slug]),
    [
      [problem.instance, 400, 'malformed-request'],
      [tooLarge.instance, 431, 'headers-too-large'],
      [longer.instance, 431, 'headers-too-large'],
    ],
  );
  t.true(metrics.text().includes('http_requests_total{operation="none",status="431"} 2'));
});

test('the listener refuses two Host lines with a problem, logs it and ends the connection, also of a handshake', async (t) => {
  const lines: string[] = [];
  const contract: Middleware = (ctx) => {
    ctx.body = 'from the contract';
  };
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  const upgrade = () => t.fail('no handshake is to be made');
  const { server, metrics } = await serve(t, contract, log, upgrade);
  const handshake = 'connection: upgrade\r\nupgrade: websocket\r\n';
  for (const more of ['', 'content-length: 5\r\n', handshake]) {
    const request = `GET /api/v1/x HTTP/1.1\r\nhost: a\r\nHost: b\r\n${more}\r\n`;
    const [line, problem] = await sendRaw(t, server.port, request);
    t.is(line, 'HTTP/1.1 400 Bad Request');
    t.deepEqual(problem, {
      type: 'https://covenant.example/problems/malformed-request',
      title: 'Malformed HTTP request',
      status: 400,
      detail: 'The request has more than one Host header.',
      instance: problem.instance,
    });
    t.true(lines.some((logged) => `urn:request:${JSON.parse(logged).request_id}` === problem.instance));
  }
  t.true(metrics.text().includes('http_requests_total{operation="none",status="400"} 3'));
});

test('the listener answers a request to upgrade to another protocol than WebSocket as if it had not asked', async (t) => {
  const contract: Middleware = (ctx) => {
    ctx.body = 'from the contract';
  };
  const { url } = await serve(t, contract, silentLog, () => t.fail('no handshake is to be made'));
  const headers = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  t.is(response.statusCode, 200);
  response.destroy();
});

test('the listener cuts an answer when its request turns out not to be HTTP, and answers 500 for faults outside of a contract', async (t) => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', write: (line) => lines.push(line) });
  const half: Middleware = (ctx, next) => {
    if (ctx.path !== '/half') return next();
    ctx.respond = false;
    ctx.res.writeHead(200).write('half');
    ctx.req.resume();
    return undefined;
  };
  const { server, url, health } = await serve(t, half, log);
  const socket = dial(server.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('POST /half HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
    socket.write('no length\r\n');
  });
  await once(socket, 'close');
  t.false(answer.includes('problem'));

  health.readiness = () => Promise.reject(new Error('inner'));
  const response = await fetch(`${url}/readyz`);
  const id = response.headers.get('x-request-id');
  t.deepEqual(
    [response.status, await response.json()],
    [
      500,
      {
        type: 'https://covenant.example/problems/internal',
        title: 'Internal error',
        status: 500,
        detail: logged,
        instance: `urn:request:${id}`,
      },
    ],
  );
  const { error, request_id } = JSON.parse(lines.find((line) => line.includes('unhandled')) ?? '{}');
  t.deepEqual([request_id, error.message], [id, 'inner']);
});

test('a contract leaves paths outside of it to the next middleware', async (t) => {
  const { url } = await serve(t, (ctx, next) => {
    if (!ctx.path.startsWith('/api/')) return next();
    ctx.body = 'from the contract';
    return undefined;
  });
  t.is(await (await fetch(`${url}/api/v1/x`)).text(), 'from the contract');
  t.is((await fetch(`${url}/healthz`)).status, 200);
  t.is((await fetch(`${url}/nowhere`)).status, 404);
});

test('close lets the answer in progress end and accepts no new connection', async (t) => {
  const entered = Promise.withResolvers<void>();
  const leave = Promise.withResolvers<void>();
  const { server, url } = await serve(t, async (ctx) => {
    if (ctx.path === '/slow') {
      entered.resolve();
      await leave.promise;
    }
    ctx.body = 'whole';
  });
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const get = (path: string) =>
    new Promise<string>((resolve, reject) => {
      request(`${url}${path}`, { agent }, (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve(body));
      })
        .on('error', reject)
        .end();
    });
  t.is(await get('/quick'), 'whole');
  const slow = get('/slow');
  await entered.promise;
  const closing = server[Symbol.asyncDispose]();
  await t.throwsAsync(fetch(`${url}/quick`));
  leave.resolve();
  t.is(await slow, 'whole');
  await closing;
});

/** With an idle connection and a silent one. */
async function closingMs(t: ExecutionContext): Promise<number> {
  const { server, url } = await serve(t, (ctx) => {
    ctx.body = 'whole';
  });
  const agent = new Agent({ keepAlive: true });
  t.teardown(() => agent.destroy());
  const kept = request(url, { agent }, (response) => response.resume()).end();
  await once(kept, 'close');
  const silent = dial(server.port, '127.0.0.1');
  await once(silent, 'connect');
  const gone = once(silent, 'close');
  silent.on('error', () => {});
  const since = performance.now();
  await server[Symbol.asyncDispose]();
  await gone;
  return performance.now() - since;
}

test('close waits neither for an idle connection nor for a silent one', async (t) => {
  // Else it would end them all after 5 s, each time. A slow machine takes as long now and then.
  while ((await closingMs(t)) >= 4_000);
  t.pass();
});

test('shutDown closes parts in reverse order, and ends the process at the deadline when one hangs', async (t) => {
  const order: string[] = [];
  const health = createHealth();
  const stack = new AsyncDisposableStack();
  for (const name of ['store', 'broker', 'http']) stack.defer(async () => void order.push(name));
  await shutDown({ stack, health, log: silentLog });
  t.deepEqual(order, ['http', 'broker', 'store']);
  t.like(await health.readiness(), { ready: false, draining: true });

  const hanging = new AsyncDisposableStack();
  hanging.defer(() => new Promise(() => {}));
  const code = await new Promise((exit) => {
    void shutDown({ stack: hanging, health, log: silentLog, deadlineMs: 20, exit });
  });
  t.is(code, 1);
});

test('requestReport counts a request that the rights of its caller do not include', (t) => {
  const metrics = createMetrics();
  const observe = requestReport({ log: silentLog, report: createReport(silentLog, metrics), metrics });
  const read = { requestId: 'r1', method: 'GET', path: '/jobs', operationId: 'listJobs', ms: 1, bytes: 0 };
  const event = { ...read, traceparent: undefined, address: '192.0.2.1', subject: 'u1', aborted: false };
  for (const status of [200, 403, 403, 404])
    observe({ ...event, status, problem: status === 403 ? 'out-of-scope' : undefined });
  t.deepEqual(metrics.text().match(/^covenant_access_refused_total.*$/gm), [
    'covenant_access_refused_total{operation="listJobs",slug="out-of-scope"} 2',
  ]);
});

test('faultOf answers 503 with Retry-After for passing failures and 500 for all others, without details', (t) => {
  const lines: string[] = [];
  const metrics = createMetrics();
  const report = createReport(createLog({ level: 'info', write: (line) => lines.push(line) }), metrics);
  const fault = (error: unknown) => faultOf(error, { report, request_id: 'r1', operation: 'getJob' });
  const unavailable = Object.assign(new Error('inner'), { kind: 'unavailable', dependency: 'analytics' });
  t.deepEqual(fault(unavailable), {
    status: 503,
    problem: { slug: 'unavailable', detail: again(2), retry_after_s: 2 },
  });
  t.deepEqual(fault(Object.assign(new Error('inner'), { kind: 'constraint' })), {
    status: 500,
    problem: { slug: 'internal', detail: logged },
  });
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  t.deepEqual(fault(full), { status: 503, problem: { slug: 'unavailable', detail: again(30), retry_after_s: 30 } });
  const slow = Object.assign(new Error('inner'), { kind: 'timeout', dependency: 'analytics' });
  const late = { slug: 'unavailable', detail: 'The request took too long. Try again in 5 s.', retry_after_s: 5 };
  t.deepEqual(fault(slow), { status: 503, problem: late });
  t.deepEqual(fault(Object.assign(slow, { detail: 'Read less.' })), {
    status: 503,
    problem: { ...late, detail: 'Read less. Try again in 5 s.' },
  });
  for (const odd of [undefined, null, 'text', 7, {}]) t.is(fault(odd).status, 500);
  t.true(metrics.text().includes('covenant_dependency_failed_total{dependency="disk"} 1'));
  t.true(metrics.text().includes('covenant_dependency_failed_total{dependency="analytics"} 3'));
  t.true(metrics.text().includes('covenant_fault_answered_total{operation="getJob"} 6'));
  t.is(lines.length, 10);
});
