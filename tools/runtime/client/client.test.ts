import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import {
  connect,
  createBox,
  getBox,
  getSmallestBox,
  isProblem,
  items,
  knock,
  listBoxes,
  ProblemError,
  pages,
  replaceBox,
  sendFreight,
  streamOf,
  unwrap,
  WaitTimeout,
  waitForFreight,
} from '../../generator/fixtures/tiny/generated/tiny/client.ts';
import type { BoxId } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { boxHandlers, countingLimits, serveTiny } from '../../generator/fixtures/tiny/serve.ts';
import { UnexpectedAnswer } from './client.ts';

const noWait = async () => {};
const box = { colour: 'red', size: 2 } as const;

test('the client narrows a result by its status, and a problem by its slug', async (t) => {
  const { url } = await serveTiny(t);
  const client = connect({ baseUrl: `${url}/`, token: 'ann' });
  const made = await createBox(client, { body: box });
  t.deepEqual([made.status, made.ok && made.body], [201, { id: 'b1' as BoxId, colour: 'red', size: 2, note: null }]);
  const missing = await getBox(client, { path: { id: 'b9' } });
  t.deepEqual([isProblem(missing, 'not-found'), isProblem(missing, 'internal')], [true, false]);
  if (missing.status !== 404) return t.fail(`status ${missing.status}`);
  t.deepEqual(
    [missing.problem.type, missing.problem.slug],
    ['https://covenant.example/problems/not-found', 'not-found'],
  );
  t.true(isProblem(missing.problem, 'not-found'));
  const error = t.throws(() => unwrap(missing), {
    instanceOf: ProblemError,
    message: 'getBox answered 404: There is no box b9.',
  });
  t.deepEqual([isProblem(error, 'not-found'), isProblem(error, 'internal'), error?.operation], [true, false, 'getBox']);
  const places = unwrap.bind(null, await listBoxes(client, { query: { limit: 0 } }));
  t.throws(places, {
    instanceOf: ProblemError,
    message: /^listBoxes answered 400: One value is invalid: limit must be /,
  });
});

test('the client follows no redirect, so that another origin gets neither a token nor a body', async (t) => {
  const received: string[] = [];
  const serve = async (location: string | undefined) => {
    const server = createServer((request, response) => {
      received.push(`${location === undefined ? 'other' : 'own'} ${request.method}`);
      response.writeHead(location === undefined ? 200 : 307, location === undefined ? {} : { location }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.teardown(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const client = connect({ baseUrl: await serve(await serve(undefined)), token: 'ann', wait: noWait });
  for (const asking of [
    () => getBox(client, { path: { id: 'b1' } }),
    () => createBox(client, { body: box }),
    () => createBox(client, { body: box }, { onProgress: () => {} }),
  ])
    t.is((await t.throwsAsync(asking, { instanceOf: UnexpectedAnswer }))?.status, 307);
  t.deepEqual(received, ['own GET', 'own POST', 'own POST']);
});

test('the client asks for one new token after many concurrent 401s, and sends each request again with it', async (t) => {
  const { url, events } = await serveTiny(t);
  let refreshed = 0;
  const refresh = async () => {
    refreshed++;
    await new Promise(setImmediate);
    return 'ann';
  };
  const client = connect({ baseUrl: url, token: async () => 'old', refresh });
  const results = await Promise.all(Array.from({ length: 10 }, () => createBox(client, { body: box })));
  t.deepEqual([results.map(({ status }) => status), refreshed], [Array.from({ length: 10 }, () => 201), 1]);
  t.is(events.filter(({ status }) => status === 401).length, 10);
  t.is((await createBox(client, { body: box })).status, 201);
  const stubborn = connect({ baseUrl: url, token: 'old', refresh: async () => undefined });
  t.is((await createBox(stubborn, { body: box })).status, 401);
});

test('the client asks for a new token again after the token of another source has ended, too', async (t) => {
  const { url } = await serveTiny(t);
  const sent: (string | null)[] = [];
  const good = ['first', 'stored', 'second'];
  const spy: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    const token = headers.get('Authorization')?.slice('Bearer '.length) ?? null;
    sent.push(token);
    headers.set('Authorization', `Bearer ${token === good[0] ? 'ann' : 'ended'}`);
    return fetch(input, { ...init, headers });
  };
  const refreshed = ['first', 'second'];
  let stored = 'old';
  const client = connect({
    baseUrl: url,
    fetch: spy,
    token: () => stored,
    refresh: async () => refreshed.shift(),
  });
  const status = async () => (await listBoxes(client)).status;
  t.is(await status(), 200);
  stored = 'stored';
  good.shift();
  t.is(await status(), 200);
  good.shift();
  t.is(await status(), 200);
  t.deepEqual(sent, ['old', 'first', 'stored', 'stored', 'second']);
  const missing = connect({ baseUrl: url, token: 'old', refresh: () => Promise.reject(new Error('no network')) });
  await t.throwsAsync(listBoxes(missing), { message: 'no network' });
});

test('the client waits for a refresh that takes longer than an attempt may', async (t) => {
  const answers = (signal: AbortSignal): Response => {
    const body = new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    });
    return new Response(body, { status: 401, headers: { 'Content-Type': 'application/problem+json' } });
  };
  const client = connect({
    baseUrl: 'http://tiny',
    timeoutMs: 5,
    token: 'old',
    fetch: async (_, init) =>
      new Headers(init?.headers).get('Authorization') === 'Bearer new'
        ? Response.json({ items: [], next_cursor: null })
        : answers(init?.signal as AbortSignal),
    refresh: () => new Promise((resolve) => setTimeout(() => resolve('new'), 20)),
  });
  t.is((await listBoxes(client)).status, 200);
});

test('the client repeats a creation under one key until it succeeds, a read likewise, and nothing else', async (t) => {
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const { url } = await serveTiny(t);
  const flaky: typeof fetch = async (input, init) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    if (keys.length === 1) throw new TypeError('fetch failed');
    if (keys.length === 2) {
      await fetch(input, init);
      throw new TypeError('the reply was lost');
    }
    if (keys.length === 3) return new Response('{}', { status: 503, headers: { 'Retry-After': '2' } });
    return fetch(input, init);
  };
  const client = connect({
    baseUrl: url,
    token: 'ann',
    fetch: flaky,
    random: () => 1,
    wait: async (ms) => void waits.push(ms),
  });
  t.like(await createBox(client, { body: box }), { status: 201, body: { id: 'b1' } });
  t.deepEqual([new Set(keys).size, keys.length, waits], [1, 4, [250, 500, 2000]]);
  t.is(unwrap(await listBoxes(client, {})).items.length, 1);
  const down = connect({
    baseUrl: url,
    wait: noWait,
    fetch: async () => {
      throw new TypeError('fetch failed');
    },
  });
  await t.throwsAsync(knock(down, {}), { message: `knock: no answer from ${url}: fetch failed` });
});

test('the client repeats a write with If-Match only where it was refused', async (t) => {
  const answering = (first: () => Promise<Response>) => {
    const sent: string[] = [];
    const answers = [first, async () => new Response(null, { status: 204 })];
    const client = connect({
      baseUrl: 'http://tiny',
      wait: noWait,
      fetch: async (url) => {
        sent.push(String(url));
        return (answers.shift() ?? first)();
      },
    });
    const input = { path: { id: 'b1' }, headers: { 'If-Match': '"1"' }, body: box } as const;
    return { sent, answer: replaceBox(client, input) };
  };
  const lost = answering(() => Promise.reject(new TypeError('the reply was lost')));
  await t.throwsAsync(lost.answer, { message: 'replaceBox: no answer from http://tiny: the reply was lost' });
  const gateway = answering(async () => new Response('late', { status: 504 }));
  await t.throwsAsync(gateway.answer, { instanceOf: UnexpectedAnswer });
  const busy = answering(async () => new Response('busy', { status: 503 }));
  t.is((await busy.answer).status, 204);
  t.deepEqual(
    [lost, gateway, busy].map(({ sent }) => sent.length),
    [1, 1, 2],
  );
});

test('the client follows pages until the last one', async (t) => {
  const { url } = await serveTiny(t, boxHandlers(), {
    limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }),
  });
  const client = connect({ baseUrl: url, token: 'ann' });
  for (const size of [1, 2, 3, 4, 5]) await createBox(client, { body: { colour: 'blue', size } });
  const sizes: number[][] = [];
  for await (const page of pages(listBoxes, client, { query: { limit: 2, colour: ['blue'] } }))
    sizes.push(page.items.map(({ size }) => size));
  t.deepEqual(sizes, [[1, 2], [3, 4], [5]]);
});

test('the client yields the items of all pages one after the other', async (t) => {
  const { url } = await serveTiny(t);
  const client = connect({ baseUrl: url, token: 'ann' });
  for (const size of [1, 2, 3]) await createBox(client, { body: { colour: 'blue', size } });
  const sizes: number[] = [];
  for await (const { size } of items(listBoxes, client, { query: { limit: 2 } })) sizes.push(size);
  t.deepEqual(sizes, [1, 2, 3]);
});

test('the client ends an attempt at its timeout, and calls its hooks for every attempt', async (t) => {
  const { url } = await serveTiny(t);
  const events: string[] = [];
  const silentAtFirst: typeof fetch = (input, init) =>
    events.length > 2
      ? fetch(input, { ...init, signal: null })
      : new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
  const client = connect({
    baseUrl: url,
    token: 'ann',
    timeoutMs: 20_000,
    wait: noWait,
    fetch: silentAtFirst,
    onRequest: ({ operation, tried, headers }) => {
      headers.set('X-Team', 'pricing');
      events.push(`${operation} ${tried}`);
    },
    onResponse: ({ tried, status }) => events.push(`${tried} ${status}`),
  });
  t.is((await listBoxes(client, {}, { timeoutMs: 1 })).status, 200);
  t.deepEqual(events, ['listBoxes 0', '0 undefined', 'listBoxes 1', '1 200']);
  const never = connect({ ...client, fetch: silentAtFirst, retries: 0 });
  events.length = 0;
  await t.throwsAsync(listBoxes(never, {}, { timeoutMs: 1 }), {
    message: `listBoxes: no answer from ${url}: no answer within 1 ms`,
  });
});

test('the client throws what a hook throws, and sends nothing again', async (t) => {
  let sent = 0;
  const client = connect({
    baseUrl: 'http://tiny',
    wait: noWait,
    fetch: async () => {
      sent++;
      return Response.json({ id: 'b1', ...box });
    },
  });
  const failing = () => {
    throw new TypeError('the log is full');
  };
  for (const [hook, times] of [
    ['onResponse', 1],
    ['onRequest', 0],
  ] as const) {
    sent = 0;
    await t.throwsAsync(getSmallestBox(connect({ ...client, [hook]: failing })), { message: 'the log is full' });
    t.is(sent, times);
  }
});

test('the client names the operation of an answer that the contract does not declare', async (t) => {
  const answering = (body: BodyInit | null, type: string, status = 200) =>
    connect({
      baseUrl: 'https://proxy.example',
      retries: 0,
      fetch: async () => new Response(body, { status, headers: { 'Content-Type': type } }),
    });
  const cut = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"items":['));
      controller.error(new TypeError('terminated'));
    },
  });
  const cases: readonly (readonly [ReturnType<typeof answering>, string])[] = [
    [answering('<h1>Sign in</h1>', 'text/html'), 'status 200: <h1>Sign in</h1>'],
    [answering('{"items":[', 'application/json'), 'status 200: 10 characters of application/json'],
    [answering('{"token":"secret', 'Application/JSON; charset=utf-8'), 'status 200: 16 characters of application/json'],
    [answering('null', 'application/json'), 'status 200: 4 characters of application/json'],
    [answering(cut, 'application/json'), 'status 200: the body was cut short (terminated)'],
    [answering('{}', 'application/json'), 'status 200: the body has no /items'],
    [answering('{"items":{},"next_cursor":null}', 'application/json'), 'status 200: the body has no list at /items'],
    [
      answering(
        '{"items":[{"id":"b1","colour":"red","size":2},{"id":"b2","size":2}],"next_cursor":null}',
        'application/json',
      ),
      'status 200: the body has no /items/1/colour',
    ],
    [answering('{}', 'application/json', 203), 'status 203: a body of application/json'],
    [answering('{}', 'application/json', 418), 'status 418: a body of application/json'],
    [answering('down', 'application/problem+json', 503), 'status 503: 4 characters of application/problem+json'],
  ];
  for (const [client, text] of cases)
    await t.throwsAsync(listBoxes(client, {}), {
      instanceOf: UnexpectedAnswer,
      message: `listBoxes: unexpected answer with ${text}`,
    });
});

test('the client polls a job until it has ended, with its progress', async (t) => {
  const { url } = await serveTiny(t);
  const client = connect({ baseUrl: url, token: 'ann' });
  const sent = unwrap(await sendFreight(client, { form: { file: new Blob(['x'.repeat(40)]), to: 'Bø' } }));
  const progress: number[] = [];
  const freight = await waitForFreight(
    client,
    { path: { freight_id: sent.freight_id } },
    { wait: noWait, onProgress: (job) => progress.push(job.progress) },
  );
  t.deepEqual([freight.status, progress], ['arrived', [40, 100]]);
  const gone = new AbortController();
  gone.abort(new Error('enough'));
  await t.throwsAsync(waitForFreight(client, { path: { freight_id: sent.freight_id } }, { signal: gone.signal }), {
    message: 'enough',
  });
});

test('the client sends a file from a buffer or a stream, again too, and refuses what is none', async (t) => {
  const forms: string[] = [];
  const { url } = await serveTiny(t);
  const flaky: typeof fetch = async (input, init) => {
    t.deepEqual([...(init?.body as FormData).keys()], ['to', 'file'], 'the file comes last');
    const file = (init?.body as FormData).get('file');
    forms.push(file instanceof Blob ? await file.text() : 'text');
    return forms.length % 2 === 0 ? fetch(input, init) : new Response('busy', { status: 503 });
  };
  const client = connect({ baseUrl: url, token: 'ann', fetch: flaky, wait: noWait });
  const bytes = Buffer.from('Bø 📦');
  for (const file of [bytes, new Uint8Array(bytes), new Blob([bytes]).stream()])
    t.is(
      (await sendFreight(client, { form: { file, to: 'Oslo' } }, { idempotencyKey: crypto.randomUUID() })).status,
      202,
    );
  t.deepEqual(
    forms,
    Array.from({ length: 6 }, () => 'Bø 📦'),
  );
  for (const file of [{ path: 'a.csv' }, null] as never[])
    await t.throwsAsync(sendFreight(client, { form: { file, to: 'Oslo' } }), {
      instanceOf: TypeError,
      message: 'sendFreight: file is no file',
    });
});

test('the client ends the wait for a job at its deadline, with the last answer', async (t) => {
  const body = { freight_id: 'fre_1', progress: 10, status: 'moving' };
  let [asked, waits] = [0, 0];
  const client = connect({
    baseUrl: 'http://tiny',
    fetch: async () => {
      asked++;
      return Response.json(body, { headers: { 'Retry-After': '60' } });
    },
  });
  const freight_id = body.freight_id as Parameters<typeof waitForFreight>[1]['path']['freight_id'];
  const wait = async (ms: number) => {
    waits++;
    t.true(ms <= 30, `a pause of ${ms} ms`);
    await new Promise((resolve) => setTimeout(resolve, ms));
  };
  const error = await t.throwsAsync(waitForFreight(client, { path: { freight_id } }, { deadlineMs: 30, wait }), {
    instanceOf: WaitTimeout,
    message: 'getFreight: not ended after 30 ms, status moving',
  });
  t.deepEqual([error?.last as unknown, asked], [body, waits + 1]);
});

test('the client ends the wait for a job at a status that the contract does not have', async (t) => {
  for (const status of ['dreaming', null]) {
    const body = { freight_id: 'fre_1', progress: 10, status };
    const client = connect({ baseUrl: 'https://proxy.example', fetch: async () => Response.json(body) });
    const freight_id = 'fre_1' as Parameters<typeof waitForFreight>[1]['path']['freight_id'];
    await t.throwsAsync(waitForFreight(client, { path: { freight_id } }, { wait: noWait }), {
      instanceOf: UnexpectedAnswer,
      message: `getFreight: unexpected answer with status 200: the status ${status} is not in the contract`,
    });
  }
});

/**
 * A client of a service whose body never ends. Its time begins after the head has come, however busy the machine is.
 */
async function dripping(t: ExecutionContext, type: string, piece: string, status = 200) {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': type });
    response.flushHeaders();
    const dripping = setInterval(() => response.write(piece), 20);
    response.on('close', () => clearInterval(dripping));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ending = new AbortController();
  const begun = await fetch(baseUrl, { signal: ending.signal });
  return connect({
    baseUrl,
    timeoutMs: 50,
    retries: 0,
    fetch: async (_, init) => {
      const signal = init?.signal;
      signal?.addEventListener('abort', () => ending.abort(signal.reason));
      return begun;
    },
  });
}

test('the client ends an answer that has no end at the timeout of its attempt, in any form', async (t) => {
  const late = { instanceOf: UnexpectedAnswer, message: /the body was cut short \(no answer within 50 ms\)$/ };
  await t.throwsAsync(listBoxes(await dripping(t, 'application/json', ' ')), late);
  await t.throwsAsync(listBoxes(await dripping(t, 'text/html', '\0')), late);
  await t.throwsAsync(listBoxes(await dripping(t, 'text/html', '\0', 502)), late);
  const proxy = await dripping(t, 'text/html', '\0');
  await t.throwsAsync(streamOf(listBoxes, proxy, {}, { accept: 'text/csv' }), late);
});

test('the client returns the problem of another service, and throws for a document that is none', async (t) => {
  const refusing = (value: unknown) =>
    connect({
      baseUrl: 'http://tiny',
      fetch: async () => Response.json(value, { status: 403, headers: { 'Content-Type': 'application/problem+json' } }),
    });
  for (const value of [{}, { title: 'Forbidden' }, [], { type: 'about:blank', title: 'Forbidden', detail: null }])
    await t.throwsAsync(getSmallestBox(refusing(value)), {
      instanceOf: UnexpectedAnswer,
      message: 'getSmallestBox: unexpected answer with status 403: the body is no problem document',
    });
  const problem = { type: 'about:blank', title: 'Forbidden', detail: 'No entry.' };
  const place = { pointer: '/name', rule: 'required', message: 'is required' };
  for (const [errors, kept] of [
    [{ name: ['is required'] }, undefined],
    [['is required', null, place], [place]],
    ['none', undefined],
  ] as const) {
    const result = await getSmallestBox(refusing({ ...problem, errors }));
    if (result.ok) return t.fail();
    const expected = { ...problem, slug: 'about:blank', status: 403, instance: '', ...(kept ? { errors: kept } : {}) };
    t.deepEqual(result.problem as unknown, expected);
    t.throws(() => unwrap(result), {
      instanceOf: ProblemError,
      message: `getSmallestBox answered 403: No entry${kept ? ': /name is required' : '.'}`,
    });
  }
});

test('the client compares media types without case and spaces, and takes no page for a file', async (t) => {
  const answering = (body: string, type: string, status: number) =>
    connect({
      baseUrl: 'http://tiny',
      retries: 0,
      fetch: async () => new Response(body, { status, headers: { 'Content-Type': type } }),
    });
  const missing = { type: 'https://covenant.example/problems/not-found', title: 'Not found', detail: 'No box.' };
  const refused = answering(JSON.stringify(missing), 'Application/Problem+JSON ; charset=utf-8', 404);
  t.like(await getSmallestBox(refused), { status: 404, problem: missing });
  t.like(await getSmallestBox(answering(JSON.stringify({ id: 'b1', ...box }), 'Application/JSON ;v=1', 200)), {
    status: 200,
  });
  await t.throwsAsync(knock(answering('<h1>Sign in</h1>', 'Text/HTML', 200), {}), { instanceOf: UnexpectedAnswer });
});

test('the client reads no more of a foreign page than its message shows', async (t) => {
  const page = `<h1>${'x'.repeat(1_000)}`;
  const client = await dripping(t, 'text/html', page);
  await t.throwsAsync(listBoxes(client, {}, { timeoutMs: Infinity }), {
    instanceOf: UnexpectedAnswer,
    message: `listBoxes: unexpected answer with status 200: ${page.slice(0, 200)}`,
  });
});

test('the client waits for a rate limit as long as the service asks, and not forever', async (t) => {
  const waits: number[] = [];
  const { url } = await serveTiny(t, boxHandlers(), { limit: countingLimits() });
  const client = connect({ baseUrl: url, token: 'ann', retries: 2, wait: async (ms) => void waits.push(ms) });
  for (let i = 0; i < 5; i++) await listBoxes(client);
  const over = await listBoxes(client);
  t.deepEqual([over.status, waits], [429, [7000, 7000]]);
});

test('the client throws for an answer that is not from the service', async (t) => {
  const answers = [
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    new Response('{"id":', { headers: { 'Content-Type': 'application/json' } }),
  ];
  const client = connect({
    baseUrl: 'http://tiny',
    retries: 0,
    fetch: async () => answers.shift() ?? Response.error(),
  });
  await t.throwsAsync(getSmallestBox(client, {}), {
    instanceOf: UnexpectedAnswer,
    message: 'getSmallestBox: unexpected answer with status 502: <h1>Bad gateway</h1>',
  });
  await t.throwsAsync(getSmallestBox(client, {}), {
    instanceOf: UnexpectedAnswer,
    message: 'getSmallestBox: unexpected answer with status 200: 6 characters of application/json',
  });
});

test('the client refuses a value that would turn a path into another one', async (t) => {
  const asked: string[] = [];
  const spy: typeof fetch = async (url) => {
    asked.push(new URL(String(url)).pathname);
    return Response.json({ id: 'b1', ...box });
  };
  const client = connect({ baseUrl: 'http://tiny', fetch: spy });
  for (const id of ['', '.', '..'])
    await t.throwsAsync(getBox(client, { path: { id: id as BoxId } }), {
      instanceOf: TypeError,
      message: `getBox: id must not be '${id}'`,
    });
  await getBox(client, { path: { id: '../a' as BoxId } });
  t.deepEqual(asked, ['/boxes/..%2Fa']);
});

test('the client refuses an empty list and a misspelt name, and sends nothing', async (t) => {
  let sent = 0;
  const options = {
    baseUrl: 'http://tiny',
    fetch: async () => Response.json({ items: [], next_cursor: null, sent: sent++ }),
  };
  const client = connect(options);
  const misspelt = <Value>(value: object): Value => value as Value;
  for (const [ask, message] of [
    [
      () => listBoxes(client, { query: { colour: misspelt([]) } }),
      'listBoxes: colour is an empty list; leave it out, or give at least one value',
    ],
    [() => listBoxes(client, misspelt({ colour: 'red' })), 'listBoxes: colour is unknown; use path query headers'],
    [() => createBox(client, misspelt({ frm: box })), 'createBox: frm is unknown; use path query headers form body'],
    [
      () => listBoxes(client, {}, misspelt({ timeout: 5 })),
      'listBoxes: timeout is unknown; use signal headers idempotencyKey timeoutMs onProgress',
    ],
  ] as const)
    await t.throwsAsync(ask, { instanceOf: TypeError, message });
  t.throws(() => connect(misspelt({ ...options, baseURL: '' })), {
    message: /^connect: baseURL is unknown; use baseUrl /,
  });
  t.is(sent, 0);
  t.is((await listBoxes(connect(client))).status, 200);
});

test('the client sends its headers with every request, and those of a call take precedence', async (t) => {
  const sent: (string | null)[] = [];
  const spy: typeof fetch = async (_, init) => {
    sent.push(new Headers(init?.headers).get('X-Requested-With'));
    return Response.json({ id: 'b1', ...box });
  };
  const client = connect({ baseUrl: 'http://tiny', headers: { 'X-Requested-With': 'page' }, fetch: spy });
  await getSmallestBox(client, {});
  await getSmallestBox(client, {}, { headers: { 'x-requested-with': 'script' } });
  t.deepEqual(sent, ['page', 'script']);
});
