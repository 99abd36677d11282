// The way of every request: what an answer carries, where there is none, faults of handlers and of the host.

import { problems } from '../generator/fixtures/tiny/generated/tiny/server.ts';
import { asJson, boxHandlers } from '../generator/fixtures/tiny/serve.ts';
import { problem, red, served } from '../generator/fixtures/tiny/served.ts';
import { internalFault } from './problem.ts';

const logged = { detail: 'The error has been logged. Include the request id when you report it.' };

served(
  'the runtime takes a request through all stages, and its answer has what the contract implies',
  async (t, serve) => {
    const { ask, events, ended } = await serve();
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const { status, headers, json } = await ask('POST', '/boxes', {
      ...asJson(red),
      headers: { 'content-type': 'application/json; charset=utf-8', traceparent },
    });
    await ended(1);
    t.deepEqual([status, json], [201, { id: 'b1', colour: 'red', size: 2, note: null }]);
    const { date, connection, ...rest } = headers;
    t.deepEqual(rest, {
      'cache-control': 'no-store',
      'content-length': '47',
      'content-type': 'application/json',
      location: '/v1/boxes/b1',
      'x-content-type-options': 'nosniff',
      'x-request-id': 'request-1',
    });
    const [{ ms, bytes, ...event }] = events as [(typeof events)[0]];
    t.true(ms >= 0 && bytes > 47);
    t.deepEqual(event, {
      requestId: 'request-1',
      traceparent,
      address: '127.0.0.1',
      method: 'POST',
      path: '/boxes',
      operationId: 'createBox',
      subject: 'ann',
      status: 201,
      problem: undefined,
      aborted: false,
    });
  },
);

served('Location names a created resource as the caller addresses it', async (t, serve) => {
  const clientOf = () => ({ address: '127.0.0.1', scheme: 'https', host: 'shop.example', prefix: '/store' });
  const { ask } = await serve(boxHandlers(), { clientOf });
  t.is((await ask('POST', '/boxes', asJson(red))).headers.location, '/store/v1/boxes/b1');
});

served(
  'the runtime answers 404 for an unknown address, 405 with Allow for an unknown method, and 204 for OPTIONS',
  async (t, serve) => {
    const { ask, events, ended } = await serve();
    const nowhere = await ask('GET', '/crates');
    t.deepEqual(
      nowhere.json,
      problem('unknown-url', 404, 'Unknown URL', { detail: 'There is no operation at this URL.' }),
    );
    const wrong = await ask('DELETE', '/boxes');
    t.is(wrong.headers.allow, 'GET, POST, HEAD, OPTIONS');
    t.deepEqual(
      wrong.json,
      problem(
        'method-not-allowed',
        405,
        'Method not allowed',
        { detail: '/boxes has the methods GET, POST, HEAD, OPTIONS.' },
        'request-2',
      ),
    );
    const options = await ask('OPTIONS', '/boxes/b1', { token: null });
    t.deepEqual([options.status, options.headers.allow, options.text], [204, 'GET, PUT, DELETE, HEAD, OPTIONS', '']);
    await ended(3);
    t.deepEqual(
      events.map(({ path, status, problem }) => [path, status, problem]),
      [
        [undefined, 404, 'unknown-url'],
        [undefined, 405, 'method-not-allowed'],
        [undefined, 204, undefined],
      ],
    );
  },
);

served(
  'the runtime refuses paths with dot segments and escapes, and treats a trailing slash as another address',
  async (t, serve) => {
    const { ask } = await serve();
    const statuses = async (paths: string[]) =>
      Promise.all(paths.map(async (path) => [path, (await ask('GET', path)).status]));
    t.deepEqual(
      await statuses([
        '/boxes/%',
        '/boxes/%ff',
        '/boxes//b1',
        '/boxes/../boxes',
        '/boxes/%2e%2E',
        '/boxes/%00',
        `/boxes/${'b'.repeat(2100)}`,
      ]),
      [
        ['/boxes/%', 400],
        ['/boxes/%ff', 400],
        ['/boxes//b1', 400],
        ['/boxes/../boxes', 400],
        ['/boxes/%2e%2E', 400],
        ['/boxes/%00', 400],
        [`/boxes/${'b'.repeat(2100)}`, 400],
      ],
    );
    t.deepEqual(await statuses(['/boxes/', '/', '/boxes/b1/x', '/boxes/b%31', '/b%6fxes/b1', '/boxes/b%2531']), [
      ['/boxes/', 404],
      ['/', 404],
      ['/boxes/b1/x', 404],
      ['/boxes/b%31', 404],
      ['/b%6fxes/b1', 404],
      ['/boxes/b%2531', 400],
    ]);
    t.deepEqual(
      (await ask('GET', '/boxes/%')).json,
      problem(
        'invalid-request',
        400,
        'Invalid request',
        { detail: 'The path has invalid percent-encoding.' },
        'request-14',
      ),
    );
  },
);

served(
  'the runtime answers HEAD like GET without a body, prefers literals to parameters, and marks deprecated operations',
  async (t, serve) => {
    const { ask } = await serve();
    await ask('POST', '/boxes', asJson(red));
    const { status, headers, json } = await ask('GET', '/boxes/smallest');
    t.deepEqual(
      [status, json, headers.deprecation, headers.sunset],
      [200, { id: 'b1', colour: 'red', size: 2, note: null }, '@1767225600', 'Fri, 01 Jan 2027 00:00:00 GMT'],
    );
    const head = await ask('HEAD', '/boxes/smallest');
    t.deepEqual([head.status, head.headers['content-length'], head.text], [200, headers['content-length'], '']);
  },
);

served('the runtime answers 503 for a handler that takes too long, and reports its late fault', async (t, serve) => {
  let fail = (_: Error) => {};
  let aborted: unknown;
  const late = {
    ...boxHandlers(),
    getSmallestBox: ({ signal }: { signal: AbortSignal }) =>
      new Promise<never>((_, reject) => {
        fail = reject;
        signal.addEventListener('abort', () => {
          aborted = (signal.reason as Error).message;
        });
      }),
  };
  const { ask, faults } = await serve(late);
  const { json, headers } = await ask('GET', '/boxes/smallest');
  t.deepEqual(
    json,
    problem('unavailable', 503, 'Temporarily unavailable', { detail: 'The request took longer than 2 seconds.' }),
  );
  t.is(headers['retry-after'], '1');
  t.is(aborted, 'getSmallestBox took longer than 2000 ms');
  fail(new Error('at last'));
  await new Promise(setImmediate);
  t.deepEqual(faults, [new Error('at last')]);
});

served('the runtime answers 500 without details for a thrown error, and reports all of it', async (t, serve) => {
  const { ask, faults } = await serve();
  t.deepEqual((await ask('GET', '/boxes/smallest')).json, problem('internal', 500, 'Internal error', logged));
  t.deepEqual(faults, [new Error('there is no box')]);
});

served('the runtime answers 500 when an answer cannot be written', async (t, serve) => {
  const broken = {
    ...boxHandlers(),
    createBox: async () => ({
      status: 201 as const,
      body: { id: 'b1', colour: 'red' as const, size: 1 } as never,
      headers: { Location: '/\n' },
    }),
  };
  const { ask, faults } = await serve(broken);
  t.deepEqual((await ask('POST', '/boxes', asJson(red))).json, problem('internal', 500, 'Internal error', logged));
  t.deepEqual(
    faults.map((fault) => (fault as { code: string }).code),
    ['ERR_INVALID_CHAR'],
  );
});

served('the runtime treats an undeclared reply as a fault when replies are checked', async (t, serve) => {
  const lying = {
    ...boxHandlers(),
    getSmallestBox: async () => ({ status: 200, body: { id: 'x', colour: 'red', size: 1 } }) as never,
    getFreight: async () => problems.outOfScope({ detail: 'It is not yours.', policy: 'p', attribute: 'a' }) as never,
    getBox: async () => ({ status: 204 }) as never,
  };
  const { ask, faults } = await serve(lying);
  for (const path of ['/boxes/smallest', '/freights/f1', '/boxes/b1']) t.is((await ask('GET', path)).status, 500);
  t.deepEqual(
    faults.map((fault) => (fault as Error).message),
    [
      'getSmallestBox answered 200: the body at "/id" breaks pattern {"pattern":"^b[0-9]+$"}',
      'getFreight answered 403: the problem out-of-scope is not declared',
      'getBox answered 204: the status is not declared',
    ],
  );
});

const broken = () => {
  throw new Error('the host is broken');
};

served('the runtime answers 500 and logs the request id, whatever part of the host throws', async (t, serve) => {
  const asked = { headers: { 'content-type': 'application/json', 'idempotency-key': 'k' }, body: JSON.stringify(red) };
  for (const malformed of [
    { ids: { requestId: broken } },
    { clientOf: broken },
    { authenticate: broken },
    { idempotency: { begin: broken } },
    { authenticate: broken, fault: broken },
  ]) {
    const { ask, events, ended, faults } = await serve(boxHandlers(), malformed);
    const { status, headers, json } = await ask('POST', '/boxes', asked);
    await ended(1);
    const id = String(headers['x-request-id']);
    t.true(id.length > 8);
    t.deepEqual([status, json], [500, problem('internal', 500, 'Internal error', logged, id)]);
    t.deepEqual(
      events.map((event) => [event.requestId, event.status, event.problem]),
      [[id, 500, 'internal']],
    );
    t.deepEqual(faults, 'fault' in malformed ? [] : [new Error('the host is broken')]);
  }
  const { ask, faults } = await serve(boxHandlers(), { limit: broken });
  t.is((await ask('POST', '/knock')).status, 500);
  t.is(faults.length, 1);
});

served('the runtime reports a log that throws as a fault, and still answers', async (t, serve) => {
  const reported = Promise.withResolvers<unknown>();
  const fault = (error: unknown) => {
    reported.resolve(error);
    return internalFault();
  };
  const { ask } = await serve(boxHandlers(), { log: broken, fault });
  t.is((await ask('POST', '/boxes', asJson(red))).status, 201);
  t.deepEqual(await reported.promise, new Error('the host is broken'));
});
