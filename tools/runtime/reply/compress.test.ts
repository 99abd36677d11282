// Large answers in gzip for callers that take it, with the tag and the fields of that form.
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import type { BoxId } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { asJson, boxHandlers } from '../../generator/fixtures/tiny/serve.ts';
import { served } from '../../generator/fixtures/tiny/served.ts';
import { inOwnMemory, packedForm, takesGzip } from './compress.ts';

const gzip = { 'accept-encoding': 'gzip, deflate' };

const free = { allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 };

/** The bytes as they are on the wire. */
const read = (url: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const asked = request(url, { method, agent: false, headers: { authorization: 'Bearer ann', ...headers } });
    asked.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    asked.end();
  });

/** Handlers that have so many boxes, each with a note of that many letters. */
function catalogue(count: number, letters: number) {
  const handlers = boxHandlers();
  for (let n = 1; n <= count; n += 1) {
    const id = `b${n}` as BoxId;
    handlers.boxes.set(id, { id, colour: 'red', size: 2, note: 'x'.repeat(letters) });
  }
  return handlers;
}

served(
  'the runtime packs a large answer for callers that accept gzip, and a small one for no caller',
  async (t, serve) => {
    const { url } = await serve(catalogue(10, 300));
    const list = `${url}/boxes?limit=10`;
    const [plain, packed] = [await read(list, {}), await read(list, gzip)];
    t.deepEqual(gunzipSync(packed.bytes), plain.bytes);
    t.true(packed.bytes.length * 4 < plain.bytes.length);
    t.deepEqual(
      [plain, packed].map(({ headers }) => [headers['content-encoding'], headers['content-length'], headers.vary]),
      [
        [undefined, String(plain.bytes.length), 'Authorization, Accept, Accept-Encoding'],
        ['gzip', String(packed.bytes.length), 'Authorization, Accept, Accept-Encoding'],
      ],
    );
    const small = await read(`${url}/boxes/b1`, gzip);
    t.deepEqual(
      [small.headers['content-encoding'], small.headers.vary],
      [undefined, 'Authorization, Accept, Accept-Encoding'],
    );
  },
);

served('both forms of a state have different strong ETags, and each is answered with 304', async (t, serve) => {
  const { url } = await serve(catalogue(10, 300), { limit: async () => free });
  const list = `${url}/boxes?limit=10`;
  const tag = String((await read(list, {})).headers.etag);
  const packedTag = String((await read(list, gzip)).headers.etag);
  t.regex(tag, /^"[\w-]{22}"$/);
  t.is(packedTag, tag.replace(/"$/, '.gzip"'));
  const asked = async (etag: string, headers = {}) => {
    const { status, headers: answered } = await read(list, { 'if-none-match': etag, ...headers });
    return [status, answered.etag];
  };
  t.deepEqual(await asked(packedTag, gzip), [304, packedTag]);
  t.deepEqual(await asked(tag, gzip), [304, tag]);
  t.deepEqual(await asked(tag), [304, tag]);
  // Who takes no gzip cannot have kept that form for this request.
  t.deepEqual(await asked(packedTag), [200, tag]);
});

served('a writer can name the packed form that it has read', async (t, serve) => {
  const { url, ask } = await serve(catalogue(1, 3_000));
  const put = (etag: string, size: number) => {
    const { headers, body } = asJson({ colour: 'blue', size });
    return ask('PUT', '/boxes/b1', { headers: { ...headers, 'if-match': etag }, body });
  };
  const { headers } = await read(`${url}/boxes/b1`, gzip);
  t.regex(String(headers.etag), /\.gzip"$/);
  t.deepEqual([(await put(String(headers.etag), 3)).status, (await put(String(headers.etag), 4)).status], [204, 412]);
});

served('HEAD describes the form that GET would have', async (t, serve) => {
  const { url } = await serve(catalogue(10, 300));
  const [get, head] = [await read(`${url}/boxes?limit=10`, gzip), await read(`${url}/boxes?limit=10`, gzip, 'HEAD')];
  const fields = ['content-encoding', 'content-length', 'etag', 'vary'];
  t.deepEqual(
    fields.map((name) => head.headers[name]),
    fields.map((name) => get.headers[name]),
  );
  t.is(head.bytes.length, 0);
});

served('the runtime packs a stream of text on its way, and sends a packed one as it is', async (t, serve) => {
  const lines = Array.from({ length: 500 }, (_, n) => `line ${n}\n`);
  const packedAlready = gzipSync(lines.join(''));
  const knock = (headers: Record<string, string>, body: Readable) => ({
    ...boxHandlers(),
    knock: async () => ({ status: 200 as const, mediaType: 'text/csv' as const, body, headers: headers as never }),
  });
  const csv = { ...gzip, accept: 'text/csv' };
  const one = await serve(knock({}, Readable.from(lines)), { checkReplies: false });
  const streamed = await read(`${one.url}/knock`, csv, 'POST');
  t.deepEqual([streamed.headers['content-encoding'], streamed.headers.vary], ['gzip', 'Accept-Encoding']);
  t.is(gunzipSync(streamed.bytes).toString(), lines.join(''));
  const other = await serve(knock({ 'Content-Encoding': 'gzip' }, Readable.from([packedAlready])), {
    checkReplies: false,
  });
  const packed = await read(`${other.url}/knock`, csv, 'POST');
  t.deepEqual([packed.headers['content-encoding'], packed.bytes], ['gzip', packedAlready]);
});

test('the runtime sends gzip where it is named with a weight, or covered by a star', (t) => {
  const takes = (header?: string) => takesGzip({ headers: header === undefined ? {} : { 'accept-encoding': header } });
  const headers = [
    undefined,
    '',
    'gzip',
    'br, GZIP;q=0.5',
    'gzip;q=0',
    '*',
    '*;q=0',
    'gzip;q=0, *',
    'identity',
    'br',
    'x-gzip',
  ];
  t.deepEqual(headers.map(takes), [false, false, true, true, false, true, false, false, false, false, false]);
});

served('the runtime packs a cached answer once', async (t, serve) => {
  const answers = new Map<string, Uint8Array>();
  const replyCache = {
    get: (tag: string) => answers.get(tag),
    set: (tag: string, body: Uint8Array) => void answers.set(tag, body),
  };
  const { url } = await serve(catalogue(1, 1_200), { replyCache });
  const plain = await read(`${url}/boxes/b1`, {});
  const first = await read(`${url}/boxes/b1`, gzip);
  const second = await read(`${url}/boxes/b1`, gzip);
  t.deepEqual(gunzipSync(first.bytes), plain.bytes);
  t.deepEqual([first.headers['content-encoding'], first.headers['content-type']], ['gzip', 'application/json']);
  t.deepEqual([second.bytes, second.headers.etag], [first.bytes, first.headers.etag]);
  const [[tag, body] = ['', Buffer.alloc(0)]] = answers;
  t.deepEqual([answers.size, plain.headers.etag], [1, tag]);
  t.is(packedForm(body), packedForm(body));
});

test('cached bytes and their packed form hold no memory but their own', async (t) => {
  const body = inOwnMemory(Buffer.from('x'.repeat(2_000)));
  const form = await packedForm(body);
  t.deepEqual([body.buffer.byteLength, form.buffer.byteLength], [2_000, form.byteLength]);
  t.deepEqual(gunzipSync(form), body);
});
