import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { problems } from '../generator/fixtures/tiny/generated/tiny/server.ts';
import {
  asForm,
  asJson,
  boxHandlers,
  caller,
  memoryKeys,
  serveTiny,
  shells,
  type Tiny,
} from '../generator/fixtures/tiny/serve.ts';
import type { UploadedFile } from './kit.ts';
import { refuse } from './problem.ts';

type Serve = (...given: Parameters<typeof serveTiny> extends [unknown, ...infer Rest] ? Rest : never) => Promise<Tiny>;

/** What holds, holds inside Koa and without it. */
function everywhere(title: string, run: (t: ExecutionContext, serve: Serve) => Promise<void>): void {
  for (const shell of shells)
    test(`${shell}: ${title}`, (t) => run(t, (handlers, bent) => serveTiny(t, handlers, bent, shell)));
}

const problem = (slug: string, status: number, title: string, rest: object = {}, request = 'request-1') => ({
  type: `https://covenant.example/problems/${slug}`,
  title,
  status,
  instance: `urn:request:${request}`,
  ...rest,
});
const invalid = (errors: readonly object[], request?: string) =>
  problem(
    'invalid-request',
    400,
    'Invalid request',
    { detail: errors.length === 1 ? 'One place is wrong.' : `${errors.length} places are wrong.`, errors },
    request,
  );

const red = { colour: 'red', size: 2 };

everywhere('a request walks all stages and its answer carries what the contract implies', async (t, serve) => {
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
});

everywhere('where something was created is told as the caller addresses it', async (t, serve) => {
  const clientOf = () => ({ address: '127.0.0.1', scheme: 'https', host: 'shop.example', prefix: '/store' });
  const { ask } = await serve(boxHandlers(), { clientOf });
  t.is((await ask('POST', '/boxes', asJson(red))).headers.location, '/store/v1/boxes/b1');
});

everywhere(
  'an address without an operation is 404, a method without one 405 with Allow, OPTIONS 204',
  async (t, serve) => {
    const { ask, events, ended } = await serve();
    const nowhere = await ask('GET', '/crates');
    t.deepEqual(nowhere.json, problem('not-found', 404, 'Not found', { detail: 'There is nothing at this address.' }));
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
        [undefined, 404, 'not-found'],
        [undefined, 405, 'method-not-allowed'],
        [undefined, 204, undefined],
      ],
    );
  },
);

everywhere('paths that try to be clever are refused, and a trailing slash is another address', async (t, serve) => {
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
      { detail: 'The path has a broken percent-encoding.' },
      'request-14',
    ),
  );
});

everywhere('HEAD is GET without its body, a literal beats a parameter, and old operations say so', async (t, serve) => {
  const { ask } = await serve();
  await ask('POST', '/boxes', asJson(red));
  const { status, headers, json } = await ask('GET', '/boxes/smallest');
  t.deepEqual(
    [status, json, headers.deprecation, headers.sunset],
    [200, { id: 'b1', colour: 'red', size: 2, note: null }, '@1767225600', 'Fri, 01 Jan 2027 00:00:00 GMT'],
  );
  const head = await ask('HEAD', '/boxes/smallest');
  t.deepEqual([head.status, head.headers['content-length'], head.text], [200, headers['content-length'], '']);
});

everywhere(
  'a missing credential is 401, a wrong one says so, a wrong role is 403, what is planned 501 after both',
  async (t, serve) => {
    const { ask } = await serve();
    const without = await ask('GET', '/boxes', { token: null });
    t.is(without.headers['www-authenticate'], 'Bearer realm="covenant"');
    t.deepEqual(without.json, problem('unauthenticated', 401, 'Not authenticated'));
    const wrong = await ask('DELETE', '/boxes/b1', { token: 'eve' });
    t.is(wrong.headers['www-authenticate'], 'Bearer realm="covenant", error="invalid_token"');
    t.deepEqual(
      wrong.json,
      problem('unauthenticated', 401, 'Not authenticated', { detail: 'The access token is not valid.' }, 'request-2'),
    );
    t.deepEqual(
      (await ask('POST', '/boxes', { ...asJson(red), token: 'bob' })).json,
      problem(
        'forbidden-role',
        403,
        'Role not sufficient',
        { detail: 'This operation is for: packer.', required_role: 'packer' },
        'request-3',
      ),
    );
    t.deepEqual(
      (await ask('DELETE', '/boxes/b1')).json,
      problem(
        'not-implemented',
        501,
        'Not implemented yet',
        { detail: 'The contract plans deleteBox; this version does not offer it.' },
        'request-4',
      ),
    );
  },
);

everywhere('limits count by caller and by address, and every answer says what is left', async (t, serve) => {
  const { ask } = await serve();
  const first = await ask('GET', '/boxes');
  t.deepEqual([first.headers['ratelimit-policy'], first.headers.ratelimit], ['"read";q=5;w=60', '"read";r=4;t=60']);
  for (const left of [3, 2, 1, 0]) t.is((await ask('GET', '/boxes')).headers.ratelimit, `"read";r=${left};t=60`);
  const over = await ask('GET', '/boxes');
  t.deepEqual([over.headers.ratelimit, over.headers['retry-after']], ['"read";r=0;t=60', '7']);
  t.deepEqual(
    over.json,
    problem(
      'rate-limited',
      429,
      'Too many requests',
      { detail: 'The rate limit "read" is used up; try again in 7 s.', policy: 'read', retry_after_s: 7 },
      'request-6',
    ),
  );
  t.is((await ask('GET', '/boxes', { token: 'bob' })).status, 200);
  t.deepEqual(
    [(await ask('POST', '/knock')).status, (await ask('POST', '/knock', { token: 'bob' })).status],
    [200, 429],
  );
});

everywhere(
  'every wrong parameter is named at once, with its value, the rule and what would be right',
  async (t, serve) => {
    const { ask } = await serve();
    const query = 'limit=many&colour=red&colour=pink&sizes=1,x&full=yes&full=true&size=2&cursor=';
    t.deepEqual(
      (await ask('GET', `/boxes?${query}`)).json,
      invalid([
        { parameter: 'full', rule: 'repeated', message: 'must be given once' },
        {
          parameter: 'size',
          rule: 'additionalProperties',
          message: 'is not known here; known: limit, cursor, colour, sizes, full',
        },
        { parameter: 'limit', value: 'many', rule: 'type', message: 'must be an integer' },
        { parameter: 'cursor', value: '', rule: 'minLength', message: 'must have at least 1 characters' },
        { parameter: 'colour', value: 'pink', rule: 'enum', message: 'must be one of red, green, blue' },
        { parameter: 'sizes', value: 'x', rule: 'type', message: 'must be a number' },
        { parameter: 'full', value: 'yes', rule: 'type', message: 'must be a boolean' },
      ]),
    );
    t.deepEqual(
      (await ask('GET', '/boxes/x1')).json,
      invalid([{ parameter: 'id', value: 'x1', rule: 'pattern', message: 'must match ^b[0-9]+$' }], 'request-2'),
    );
    const knocked = await ask('POST', '/knock', { headers: { 'x-loudness': '12', cookie: 'other=1; door=A1' } });
    t.deepEqual(
      knocked.json,
      invalid(
        [
          { parameter: 'X-Loudness', rule: 'maximum', message: 'must be at most 11' },
          { parameter: 'door', rule: 'pattern', message: 'must match ^[a-z]+$' },
        ],
        'request-3',
      ),
    );
    t.deepEqual(
      (await ask('GET', '/boxes?cursor=%e2%82')).json,
      problem(
        'invalid-request',
        400,
        'Invalid request',
        { detail: 'The query has a broken percent-encoding or is not UTF-8.' },
        'request-4',
      ),
    );
  },
);

everywhere('every wrong place of a body is named at once', async (t, serve) => {
  const { ask } = await serve();
  const body = { colour: 'pink', size: 0, tags: ['a', 'a'], opened: '2026-02-30', lid: true };
  t.deepEqual(
    (await ask('POST', '/boxes', asJson(body))).json,
    invalid([
      { pointer: '/lid', rule: 'additionalProperties', message: 'is not a known property' },
      { pointer: '/colour', rule: 'enum', message: 'must be one of red, green, blue' },
      { pointer: '/size', rule: 'exclusiveMinimum', message: 'must be greater than 0' },
      { pointer: '/tags', rule: 'uniqueItems', message: 'must not repeat an item, but items 0 and 1 are equal' },
      { pointer: '/opened', rule: 'format', message: 'must be a date as 2026-11-21' },
    ]),
  );
  t.deepEqual(
    (await ask('POST', '/boxes', asJson({}))).json,
    invalid(
      [
        { pointer: '', rule: 'required', message: 'must have the property colour' },
        { pointer: '', rule: 'required', message: 'must have the property size' },
      ],
      'request-2',
    ),
  );
  t.deepEqual(
    (await ask('POST', '/boxes', { headers: { 'content-type': 'application/json' } })).json,
    invalid([{ pointer: '', rule: 'required', message: 'must be given' }], 'request-3'),
  );
});

everywhere('a body that cannot be read is refused with what is wrong about it', async (t, serve) => {
  const { ask } = await serve();
  const send = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const { json } = await ask('POST', '/boxes', { headers: { 'content-type': 'application/json', ...headers }, body });
    const { type, status, detail } = json as Record<string, string>;
    return [type?.split('/').at(-1), status, detail];
  };
  t.deepEqual(await send('{"colour": "red",\n "size" 2}'), [
    'malformed-json',
    400,
    'Reading stopped at line 2, column 9: a colon was expected.',
  ]);
  t.deepEqual(await send('['.repeat(70) + ']'.repeat(70)), [
    'malformed-json',
    400,
    'The body is nested deeper than 64 levels.',
  ]);
  t.deepEqual(await send(Buffer.from([0x22, 0xff, 0x22])), ['invalid-encoding', 400, 'The body is not valid UTF-8.']);
  t.deepEqual(await send('x'.repeat(2001)), ['body-too-large', 413, 'The body may have at most 2000 bytes.']);
  t.deepEqual(await send('{}', { 'content-type': 'text/xml' }), [
    'unsupported-media-type',
    415,
    'Sent was text/xml; this operation reads application/json.',
  ]);
  t.deepEqual(await send('{}', { 'content-type': 'application/json; charset=latin1' }), [
    'unsupported-media-type',
    415,
    'Sent was charset latin1; this operation reads utf-8.',
  ]);
  t.deepEqual(await send('{}', { 'content-encoding': 'gzip' }), [
    'unsupported-media-type',
    415,
    'Sent was Content-Encoding gzip; this operation reads identity.',
  ]);
});

/** Writes a request by hand and reads what comes back until the connection ends or `enough`. */
function byHand(
  port: number,
  head: string,
  chunks: readonly string[],
  enough: (text: string) => boolean,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connectSocket(port, '127.0.0.1', () => {
      socket.write(head);
      for (const chunk of chunks) socket.write(chunk);
    });
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (data) => {
      text += data.toString();
      if (enough(text)) end();
    });
    socket.on('end', end);
    socket.on('error', reject);
  });
}

everywhere(
  'a body without a length is refused while it streams, and one that stops coming after its time',
  async (t, serve) => {
    const { server } = await serve();
    const { port } = server.address() as AddressInfo;
    const head =
      'POST /v1/boxes HTTP/1.1\r\nHost: tiny\r\nAuthorization: Bearer ann\r\nContent-Type: application/json\r\n';
    const chunk = `3e8\r\n${'x'.repeat(1000)}\r\n`;
    const large = await byHand(port, `${head}Transfer-Encoding: chunked\r\n\r\n`, [chunk, chunk, chunk], (text) =>
      text.includes('limit_bytes'),
    );
    t.regex(large, /^HTTP\/1.1 413 /);
    const slow = await byHand(port, `${head}Content-Length: 100\r\n\r\n`, ['{'], (text) => text.includes('request-2'));
    t.regex(slow, /^HTTP\/1.1 408 [\s\S]*The body was not complete after 2 seconds\./);
  },
);

everywhere(
  'a body that was not read ends its connection, which says so and is kept until the answer is told',
  async (t, serve) => {
    const { server, events, ended } = await serve();
    const { port } = server.address() as AddressInfo;
    const say = (head: string, body: string) =>
      byHand(port, `POST /v1/boxes HTTP/1.1\r\nHost: tiny\r\n${head}\r\n\r\n${body}`, [], (text) => text.includes('}'));
    const connection = (answer: string) => /^Connection: (.*)\r$/m.exec(answer)?.[1];
    const unread = await say('Content-Type: application/json\r\nContent-Length: 1000', '{"colour":');
    t.deepEqual([unread.slice(0, 12), connection(unread)], ['HTTP/1.1 401', 'close']);
    const nowhere = await byHand(
      port,
      'POST /v1/crates HTTP/1.1\r\nHost: tiny\r\nContent-Length: 2\r\n\r\n{}',
      [],
      (text) => text.includes('}'),
    );
    t.deepEqual([nowhere.slice(0, 12), connection(nowhere)], ['HTTP/1.1 404', 'keep-alive']);
    const read = await say('Content-Type: application/json\r\nContent-Length: 2', '{}');
    t.deepEqual([read.slice(0, 12), connection(read)], ['HTTP/1.1 401', 'keep-alive']);
    await ended(3);
    t.deepEqual(events.map(({ status, aborted }) => [status, aborted]).sort(), [
      [401, false],
      [401, false],
      [404, false],
    ]);
  },
);

const broken = () => {
  throw new Error('the kit is broken');
};

everywhere('whatever part of the kit throws, the answer is a 500 that is logged under its id', async (t, serve) => {
  const asked = { headers: { 'content-type': 'application/json', 'idempotency-key': 'k' }, body: JSON.stringify(red) };
  for (const bent of [
    { ids: { requestId: broken } },
    { clientOf: broken },
    { authenticate: broken },
    { idempotency: { begin: broken } },
    { authenticate: broken, fault: broken },
  ]) {
    const { ask, events, ended, faults } = await serve(boxHandlers(), bent);
    const { status, headers, json } = await ask('POST', '/boxes', asked);
    await ended(1);
    const id = String(headers['x-request-id']);
    t.true(id.length > 8);
    t.deepEqual([status, json], [500, problem('internal', 500, 'Internal error', {}, id)]);
    t.deepEqual(
      events.map((event) => [event.requestId, event.status, event.problem]),
      [[id, 500, 'internal']],
    );
    t.deepEqual(faults, 'fault' in bent ? [] : [new Error('the kit is broken')]);
  }
  const { ask, faults } = await serve(boxHandlers(), { limit: broken });
  t.is((await ask('POST', '/knock')).status, 500);
  t.is(faults.length, 1);
});

everywhere('a log that throws is a fault, and the answer still given', async (t, serve) => {
  const reported = Promise.withResolvers<unknown>();
  const fault = (error: unknown) => {
    reported.resolve(error);
    return refuse('internal');
  };
  const { ask } = await serve(boxHandlers(), { log: broken, fault });
  t.is((await ask('POST', '/boxes', asJson(red))).status, 201);
  t.deepEqual(await reported.promise, new Error('the kit is broken'));
});

everywhere(
  'a handler that takes too long is answered for with 503, and its late fault is reported',
  async (t, serve) => {
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
      problem('unavailable', 503, 'Temporarily unavailable', { detail: 'The answer took longer than 2 seconds.' }),
    );
    t.is(headers['retry-after'], '1');
    t.is(aborted, 'getSmallestBox took longer than 2000 ms');
    fail(new Error('at last'));
    await new Promise(setImmediate);
    t.deepEqual(faults, [new Error('at last')]);
  },
);

everywhere('a thrown error is a 500 that says nothing, and is reported whole', async (t, serve) => {
  const { ask, faults } = await serve();
  t.deepEqual((await ask('GET', '/boxes/smallest')).json, problem('internal', 500, 'Internal error'));
  t.deepEqual(faults, [new Error('there is no box')]);
});

everywhere('an answer that cannot be written is a 500 too', async (t, serve) => {
  const broken = {
    ...boxHandlers(),
    createBox: async () => ({
      status: 201 as const,
      body: { id: 'b1', colour: 'red' as const, size: 1 } as never,
      headers: { Location: '/\n' },
    }),
  };
  const { ask, faults } = await serve(broken);
  t.deepEqual((await ask('POST', '/boxes', asJson(red))).json, problem('internal', 500, 'Internal error'));
  t.deepEqual(
    faults.map((fault) => (fault as { code: string }).code),
    ['ERR_INVALID_CHAR'],
  );
});

everywhere('a reply that the contract does not declare is a fault when replies are checked', async (t, serve) => {
  const lying = {
    ...boxHandlers(),
    getSmallestBox: async () => ({ status: 200, body: { id: 'x', colour: 'red', size: 1 } }) as never,
    getFreight: async () => problems.outOfScope({ policy: 'p', attribute: 'a' }) as never,
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

everywhere('a reader who has the state gets 304, one with another scope or query does not', async (t, serve) => {
  const { ask } = await serve(boxHandlers(), {
    authenticate: async ({ headers }) => ({ ...caller, scopeKey: headers['x-scope'] === undefined ? 'all' : 'some' }),
  });
  await ask('POST', '/boxes', asJson(red));
  const first = await ask('GET', '/boxes/b1');
  const etag = String(first.headers.etag);
  t.regex(etag, /^"[\w-]{22}"$/);
  t.deepEqual([first.headers['cache-control'], first.headers.vary], ['private, no-cache', 'Authorization, Accept']);
  const again = await ask('GET', '/boxes/b1', { headers: { 'if-none-match': `"other", W/${etag}` } });
  t.deepEqual(
    [again.status, again.text, again.headers.etag, again.headers['content-type']],
    [304, '', etag, undefined],
  );
  t.is((await ask('GET', '/boxes/b1', { headers: { 'if-none-match': etag, 'x-scope': '1' } })).status, 200);
  const list = await ask('GET', '/boxes?limit=3');
  t.is((await ask('GET', '/boxes', { headers: { 'if-none-match': String(list.headers.etag) } })).status, 304);
  t.is((await ask('GET', '/boxes?limit=2', { headers: { 'if-none-match': String(list.headers.etag) } })).status, 200);
});

everywhere('a writer names the state it means to change', async (t, serve) => {
  const { ask } = await serve();
  await ask('POST', '/boxes', asJson(red));
  const etag = String((await ask('GET', '/boxes/b1')).headers.etag);
  const put = (headers: Record<string, string>) => {
    const { headers: json, body } = asJson({ colour: 'blue', size: 3 });
    return ask('PUT', '/boxes/b1', { headers: { ...json, ...headers }, body });
  };
  t.deepEqual(
    (await put({})).json,
    problem(
      'precondition-required',
      428,
      'If-Match is required',
      { detail: 'Read the current state first and send its ETag as If-Match.' },
      'request-3',
    ),
  );
  t.is((await put({ 'if-match': '"other"' })).status, 412);
  t.is((await put({ 'if-match': `W/${etag}` })).status, 412);
  t.deepEqual([(await put({ 'if-match': etag })).status, (await put({ 'if-match': etag })).status], [204, 412]);
});

everywhere('a writer may have read any form of the state, a reader has each form for itself', async (t, serve) => {
  const { ask } = await serve();
  const read = async (headers: Record<string, string>) => {
    const { status, headers: answered, text } = await ask('GET', '/boxes/b1/label', { headers });
    return { status, etag: String(answered.etag), text };
  };
  const put = async (etag: string, body: string, headers: Record<string, string> = {}) =>
    (
      await ask('PUT', '/boxes/b1/label', {
        headers: { 'content-type': 'text/plain', 'if-match': etag, ...headers },
        body,
      })
    ).status;
  const [asText, asData] = [await read({ accept: 'text/plain' }), await read({ accept: 'application/json' })];
  t.deepEqual([asText.text, asData.text], ['', '{"text":""}']);
  t.regex(asText.etag, /^"[\w-]{22}"$/);
  t.is(asData.etag, asText.etag.replace(/"$/, '.application-json"'));
  t.is((await read({ accept: 'text/plain', 'if-none-match': asText.etag })).status, 304);
  t.is((await read({ accept: 'text/plain', 'if-none-match': asData.etag })).status, 200);
  t.is((await read({ accept: 'application/json', 'if-none-match': `${asText.etag}, W/${asData.etag}` })).status, 304);

  t.is(await put(asText.etag, 'fragile', { accept: 'application/json' }), 200);
  t.is(await put(asText.etag, 'lost'), 412);
  t.is(await put(asData.etag, 'lost'), 412);
  const { etag } = await read({ accept: 'application/json' });
  t.is(await put(`W/${etag}`, 'lost'), 412);
  t.is(await put(`"other", ${etag}`, 'heavy', { accept: 'text/plain' }), 200);
  t.is(await put('*', 'whatever is there'), 200);
  t.is((await read({ accept: 'text/plain' })).text, 'whatever is there');
});

everywhere(
  'a key gives its first answer again, refuses another request, and makes a second one wait',
  async (t, serve) => {
    const handlers = boxHandlers();
    const { ask } = await serve(handlers);
    const post = (key: string, body: object) => {
      const json = asJson(body);
      return ask('POST', '/boxes', { ...json, headers: { ...json.headers, 'idempotency-key': key } });
    };
    const first = await post('k1', red);
    const again = await post('k1', red);
    t.deepEqual([again.status, again.json, again.headers.location], [first.status, first.json, '/v1/boxes/b1']);
    t.is(handlers.boxes.size, 1);
    t.deepEqual(
      (await post('k1', { ...red, size: 3 })).json,
      problem(
        'idempotency-key-reused',
        422,
        'Idempotency-Key used for another request',
        {
          detail:
            'The key was used for a request with other content, or your rights have changed since. Use a new key.',
        },
        'request-3',
      ),
    );
    t.is((await post('', red)).status, 400);
    const started = Promise.withResolvers<(error: Error) => void>();
    const slow = {
      ...boxHandlers(),
      createBox: () => new Promise<never>((_, reject) => started.resolve(reject)),
    };
    const second = await serve(slow);
    const keyed = { ...asJson(red), headers: { 'content-type': 'application/json', 'idempotency-key': 'k2' } };
    const running = second.ask('POST', '/boxes', keyed);
    const fail = await started.promise;
    const waiting = await second.ask('POST', '/boxes', keyed);
    t.deepEqual([waiting.status, waiting.headers['retry-after']], [409, '2']);
    fail(new Error('broken'));
    t.is((await running).status, 500);
  },
);

everywhere(
  'nothing is kept for what repeating may cure, and rights that changed make a key another request',
  async (t, serve) => {
    const idempotency = memoryKeys();
    let scopeKey = 'all';
    let answer: 'throw' | 'scope' = 'throw';
    const handlers = {
      ...boxHandlers(),
      createBox: async () => {
        if (answer === 'throw') throw new Error('broken');
        return problems.outOfScope({ policy: 'p', attribute: 'colour' });
      },
    };
    const { ask } = await serve(handlers, { idempotency, authenticate: async () => ({ ...caller, scopeKey }) });
    const post = async () =>
      (
        await ask('POST', '/boxes', {
          ...asJson(red),
          headers: { 'content-type': 'application/json', 'idempotency-key': 'k' },
        })
      ).status;
    t.deepEqual([await post(), idempotency.records.size], [500, 0]);
    answer = 'scope';
    t.deepEqual([await post(), idempotency.records.size], [403, 1]);
    scopeKey = 'less';
    t.is(await post(), 422);
  },
);

everywhere('a form spools its file with size and hash, in any order, and leaves nothing behind', async (t, serve) => {
  const seen: unknown[] = [];
  const handlers = {
    ...boxHandlers(),
    async sendFreight({ form }: { form: { file: UploadedFile; to: string; weight: number; fragile: boolean } }) {
      const { file, ...fields } = form;
      seen.push({
        ...fields,
        size: file.size,
        sha256: file.sha256,
        filename: file.filename,
        mediaType: file.mediaType,
        text: readFileSync(file.path, 'utf8'),
      });
      return { status: 202 as const, body: { freight_id: 'f1' as never, status: 'waiting' as const } };
    },
  };
  const { ask, spooled } = await serve(handlers);
  const text = 'a,b\n'.repeat(10_000);
  const file = { name: 'file', value: text, filename: '..\\evil/list.csv', type: 'text/csv' };
  const { status, headers } = await ask(
    'POST',
    '/freights',
    asForm([file, { name: 'weight', value: '7' }, { name: 'to', value: 'Ørsta', type: 'text/plain' }]),
  );
  t.deepEqual([status, headers.location, headers['retry-after']], [202, '/v1/freights/f1', '1']);
  t.is(
    (
      await ask(
        'POST',
        '/freights',
        asForm([
          { name: 'fragile', value: 'true' },
          { name: 'to', value: 'Ål' },
          { ...file, value: '', filename: 'empty' },
        ]),
      )
    ).status,
    202,
  );
  const sha256 = (value: string) => createHash('sha256').update(value).digest('hex');
  t.deepEqual(seen, [
    {
      to: 'Ørsta',
      weight: 7,
      fragile: false,
      size: 40_000,
      sha256: sha256(text),
      filename: 'list.csv',
      mediaType: 'text/csv',
      text,
    },
    {
      to: 'Ål',
      weight: 1,
      fragile: true,
      size: 0,
      sha256: sha256(''),
      filename: 'empty',
      mediaType: 'text/csv',
      text: '',
    },
  ]);
  t.deepEqual(spooled(), []);
});

everywhere('a wrong form is refused with its fields, and leaves nothing behind', async (t, serve) => {
  const { ask, spooled } = await serve();
  const file = { name: 'file', value: 'x', filename: 'x.csv', type: 'text/csv' };
  const send = async (...args: Parameters<typeof asForm>) => {
    const { json } = await ask('POST', '/freights', asForm(...args));
    const { type, detail, errors } = json as Record<string, string>;
    return [type?.split('/').at(-1), errors ?? detail];
  };
  t.deepEqual(await send([file, { name: 'weight', value: 'heavy' }, { name: 'colour', value: 'red' }]), [
    'invalid-request',
    [
      { pointer: '/colour', rule: 'additionalProperties', message: 'is not known here; known: to, weight, fragile' },
      { pointer: '/to', rule: 'required', message: 'must be given' },
      { pointer: '/weight', value: 'heavy', rule: 'type', message: 'must be an integer' },
    ],
  ]);
  t.deepEqual(await send([{ name: 'to', value: 'x' }]), [
    'invalid-request',
    [{ pointer: '/file', rule: 'required', message: 'must be given' }],
  ]);
  t.deepEqual(await send([file, { name: 'to', value: Buffer.from([0xff]) }]), [
    'invalid-encoding',
    'The form field to is not valid UTF-8.',
  ]);
  t.deepEqual(
    await send([
      { ...file, value: 'x'.repeat(50_001) },
      { name: 'to', value: 'x' },
    ]),
    ['body-too-large', 'The file may have at most 50000 bytes.'],
  );
  t.deepEqual(await send([file, { name: 'to', value: 'x'.repeat(20_000) }]), [
    'body-too-large',
    'The fields of the form together may have at most 10000 bytes.',
  ]);
  t.deepEqual(await send([{ ...file, value: 'x'.repeat(70_000) }]), [
    'body-too-large',
    'The body may have at most 60000 bytes.',
  ]);
  t.deepEqual(await send([file, file, { name: 'to', value: 'x' }]), [
    'invalid-request',
    [{ pointer: '/file', rule: 'repeated', message: 'must be given once' }],
  ]);
  const { body } = asForm([file]);
  const cut = await ask('POST', '/freights', {
    headers: { 'content-type': 'multipart/form-data; boundary=tiny' },
    body: body.subarray(0, 60),
  });
  t.is(cut.status, 400);
  t.deepEqual(spooled(), []);
});

everywhere('a client that goes away in mid-upload leaves nothing behind', async (t, serve) => {
  const { server, spooled, events, ended, faults } = await serve();
  const { port } = server.address() as AddressInfo;
  const { body } = asForm([{ name: 'file', value: 'x'.repeat(40_000), filename: 'x', type: 'text/csv' }]);
  const socket = connectSocket(port, '127.0.0.1');
  socket.write(
    `POST /v1/freights HTTP/1.1\r\nHost: tiny\r\nAuthorization: Bearer ann\r\nContent-Type: multipart/form-data; boundary=tiny\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body.subarray(0, 20_000));
  while (spooled().length === 0) await new Promise(setImmediate);
  socket.destroy();
  await ended(1);
  while (spooled().length > 0) await new Promise(setImmediate);
  t.deepEqual([events[0]?.aborted, faults], [true, []]);
});

everywhere('forms and text are read as declared, answers negotiated, several cookies set', async (t, serve) => {
  const { ask } = await serve(boxHandlers(), {
    limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }),
  });
  const heard = async (options: Parameters<typeof ask>[2]) =>
    JSON.parse(((await ask('POST', '/knock', options)).json as { heard: string }).heard) as unknown;
  t.deepEqual(
    await heard({
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'door=a' },
      body: 'times=2',
    }),
    {
      headers: {},
      cookies: { door: 'a' },
      body: { times: 2 },
      mediaType: 'application/x-www-form-urlencoded',
    },
  );
  t.deepEqual(await heard({ headers: { 'content-type': 'text/plain', 'x-loudness': ' 3' }, body: 'hei' }), {
    headers: { 'X-Loudness': 3 },
    cookies: {},
    body: 'hei',
    mediaType: 'text/plain',
  });
  t.deepEqual(await heard({}), { headers: {}, cookies: {} });
  const csv = await ask('POST', '/knock', { headers: { accept: 'text/html, text/*;q=0.9, application/json;q=0.5' } });
  t.deepEqual([csv.headers['content-type'], csv.headers['set-cookie']], ['text/csv', ['door=a', 'bell=b']]);
  t.deepEqual(
    (await ask('POST', '/knock', { headers: { accept: 'image/png' } })).json,
    problem(
      'not-acceptable',
      406,
      'Not acceptable',
      { detail: 'This operation answers with application/json, text/csv.' },
      'request-5',
    ),
  );
  t.deepEqual(
    (await ask('POST', '/knock', { headers: { 'content-type': 'text/plain' }, body: 'far too loud' })).json,
    invalid([{ pointer: '', rule: 'maxLength', message: 'must have at most 10 characters' }], 'request-6'),
  );
});
