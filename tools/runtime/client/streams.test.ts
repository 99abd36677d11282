import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import {
  connect,
  createBox,
  getBox,
  isProblem,
  listBoxes,
  streamOf,
  UnexpectedAnswer,
  unwrap,
} from '../../generator/fixtures/tiny/generated/tiny/client.ts';
import type { Box } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { serveTiny } from '../../generator/fixtures/tiny/serve.ts';
import type { ClientOptions } from './options.ts';

const csv = { accept: 'text/csv' } as const;
const ndjson = { accept: 'application/x-ndjson' } as const;
const line = '{"id":"b1","colour":"red","size":2,"note":null}\n';

async function all<Item>(source: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const each of source) found.push(each);
  return found;
}

/** A client of a service that answers with `body` in the form `type`. */
const answering = (body: BodyInit | null, type: string, status = 200, options: Partial<ClientOptions> = {}) =>
  connect({
    baseUrl: 'https://proxy.example',
    retries: 0,
    fetch: async () => new Response(body, { status, headers: { 'Content-Type': type } }),
    ...options,
  });

async function server(t: ExecutionContext, listener: RequestListener) {
  const http = createServer(listener).listen(0, '127.0.0.1');
  await once(http, 'listening');
  t.teardown(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

test('streamOf returns the bytes of CSV and the items of NDJSON, of the whole list', async (t) => {
  const { url } = await serveTiny(t);
  const client = connect({ baseUrl: url, token: 'ann' });
  for (const size of [1, 2, 3]) await createBox(client, { body: { colour: 'blue', size } });
  const text = await new Response(unwrap(await streamOf(listBoxes, client, {}, csv))).bytes();
  t.is(Buffer.from(text).toString(), '\uFEFFid,colour,size,note\nb1,blue,1,\nb2,blue,2,\nb3,blue,3,\n');
  const boxes: Box[] = await all(unwrap(await streamOf(listBoxes, client, { query: { colour: ['blue'] } }, ndjson)));
  t.deepEqual(
    boxes.map(({ id, size }) => `${id} ${size}`),
    ['b1 1', 'b2 2', 'b3 3'],
  );
});

test('streamOf returns a problem of the operation, narrowed by status, and sends again with a new token', async (t) => {
  const { url } = await serveTiny(t);
  const refused = await streamOf(listBoxes, connect({ baseUrl: url, token: 'ann' }), { query: { limit: 0 } }, csv);
  if (refused.status !== 400) return t.fail(`status ${refused.status}`);
  t.true(
    isProblem(
      t.throws(() => unwrap(refused)),
      'invalid-request',
    ),
  );
  t.is(refused.problem.type, 'https://covenant.example/problems/invalid-request');
  const client = connect({ baseUrl: url, token: 'old', refresh: async () => 'ann' });
  t.deepEqual(await all(unwrap(await streamOf(listBoxes, client, {}, ndjson))), []);
});

test('streamOf takes only the forms that the operation has beside JSON', (t) => {
  const client = connect({ baseUrl: 'https://tiny.example' });
  const refused = [
    // @ts-expect-error the list has no such form
    () => streamOf(listBoxes, client, {}, { accept: 'application/xml' }),
    // @ts-expect-error JSON is what the operation itself returns
    () => streamOf(listBoxes, client, {}, { accept: 'application/json' }),
    // @ts-expect-error the operation has no other form
    () => streamOf(getBox, client, { path: { id: 'b1' } }, csv),
  ];
  t.is(refused.length, 3);
});

test('streamOf repeats a request until its first byte, each attempt under its timeout', async (t) => {
  const asked: (string | null)[] = [];
  const client = answering(null, '', 200, {
    retries: 3,
    timeoutMs: 1,
    wait: async () => {},
    fetch: async (_, init) => {
      asked.push(new Headers(init?.headers).get('Accept'));
      if (asked.length === 1)
        return new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));
      if (asked.length === 2) return new Response('busy', { status: 503 });
      return new Response(line, { headers: { 'Content-Type': 'Application/X-NDJSON; charset=utf-8' } });
    },
  });
  const { headers } = { headers: { Accept: 'text/html' } };
  const result = await streamOf(listBoxes, client, {}, { ...ndjson, headers });
  t.deepEqual(await all(unwrap(result)), [JSON.parse(line)]);
  t.deepEqual(
    asked,
    Array.from({ length: 3 }, () => 'application/x-ndjson'),
  );
});

test('streamOf reads lines that are split anywhere', async (t) => {
  const bytes = new TextEncoder().encode(line.replace('null', '"Bø 📦"').repeat(2));
  const parts = new ReadableStream({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const items = await all(unwrap(await streamOf(listBoxes, answering(parts, ndjson.accept), {}, ndjson)));
  t.deepEqual(
    items.map(({ note }) => note),
    ['Bø 📦', 'Bø 📦'],
  );
});

test('streamOf names the operation of an answer in another form', async (t) => {
  const cases: readonly (readonly [ReturnType<typeof answering>, string])[] = [
    [answering('<h1>Sign in</h1>', 'text/html'), 'status 200: <h1>Sign in</h1>'],
    [answering('{"items":[]}', 'application/json'), 'status 200: a body of application/json'],
    [answering('id\n', 'text/csv', 206), 'status 206: id\n'],
    [answering('down', 'text/plain', 503), 'status 503: down'],
  ];
  for (const [client, text] of cases)
    await t.throwsAsync(streamOf(listBoxes, client, {}, csv), {
      instanceOf: UnexpectedAnswer,
      message: `listBoxes: unexpected answer with ${text}`,
    });
});

test('streamOf yields the items before a line that is none, and then throws', async (t) => {
  const cases = [
    [`${line}{"id":`, 'the body was cut short (the last line has no end)'],
    [`${line}${line.trim()}`, 'the body was cut short (the last line has no end)'],
    [`${line}null\n${line}`, 'null'],
    [`${line}{"id":"b2","size":2}\n${line}`, 'an item has no /colour'],
    [`${line}<h1>Bad gateway</h1>\n`, '<h1>Bad gateway</h1>'],
  ] as const;
  for (const [text, shown] of cases) {
    const items = unwrap(await streamOf(listBoxes, answering(text, ndjson.accept), {}, ndjson));
    t.deepEqual(await items.next(), { done: false, value: JSON.parse(line) });
    await t.throwsAsync(items.next(), {
      instanceOf: UnexpectedAnswer,
      message: `listBoxes: unexpected answer with status 200: ${shown}`,
    });
  }
});

test('streamOf throws an error that names the operation when the connection breaks off', async (t) => {
  const url = await server(t, (request, response) => {
    response.writeHead(200, { 'Content-Type': request.headers.accept });
    response.write(line, () => response.destroy());
  });
  for (const form of [csv, ndjson]) {
    const result = await streamOf(listBoxes, connect({ baseUrl: url }), {}, form);
    await t.throwsAsync(all<unknown>(unwrap(result)), {
      instanceOf: UnexpectedAnswer,
      message: 'listBoxes: unexpected answer with status 200: the body was cut short (terminated)',
    });
  }
});

test('streamOf ends the request after a break, and throws the reason of its signal', async (t) => {
  const closed: Promise<unknown>[] = [];
  const url = await server(t, (request, response) => {
    closed.push(once(response, 'close'));
    response.writeHead(200, { 'Content-Type': request.headers.accept }).write(line);
  });
  const client = connect({ baseUrl: url });
  for await (const { id } of unwrap(await streamOf(listBoxes, client, {}, ndjson))) {
    t.is(id, 'b1' as typeof id);
    break;
  }
  await closed[0];
  const gone = new AbortController();
  const items = unwrap(await streamOf(listBoxes, client, {}, { ...ndjson, signal: gone.signal }));
  await items.next();
  gone.abort(new Error('enough'));
  await t.throwsAsync(items.next(), { message: 'enough' });
  await closed[1];
});
