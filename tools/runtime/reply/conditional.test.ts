// ETags: 304 for readers who have the state, 412 and 428 for writers who have not.

import type { IncomingHttpHeaders } from 'node:http';
import type { Box } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { asJson, boxHandlers, caller } from '../../generator/fixtures/tiny/serve.ts';
import { problem, red, served } from '../../generator/fixtures/tiny/served.ts';

served('a reader with the current state gets 304, and one with another scope or query does not', async (t, serve) => {
  const { ask } = await serve(boxHandlers(), {
    authenticate: async ({ headers }) => ({ ...caller, scopeKey: headers['x-scope'] === undefined ? 'all' : 'some' }),
  });
  await ask('POST', '/boxes', asJson(red));
  const first = await ask('GET', '/boxes/b1');
  const etag = String(first.headers.etag);
  t.regex(etag, /^"[\w-]{22}"$/);
  t.deepEqual(
    [first.headers['cache-control'], first.headers.vary],
    ['private, no-cache', 'Authorization, Accept, Accept-Encoding'],
  );
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

served('a writer names the state it means to change', async (t, serve) => {
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
      { detail: 'Fetch the resource first and send its ETag as If-Match.' },
      'request-3',
    ),
  );
  t.is((await put({ 'if-match': '"other"' })).status, 412);
  t.is((await put({ 'if-match': `W/${etag}` })).status, 412);
  t.deepEqual([(await put({ 'if-match': etag })).status, (await put({ 'if-match': etag })).status], [204, 412]);
});

served('a writer may have read any form of the state, and a reader has each form for itself', async (t, serve) => {
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

served(
  'the runtime sends a cached answer again to callers that can read the same state, and makes a new one for others',
  async (t, serve) => {
    const handlers = boxHandlers();
    const answers = new Map<string, Uint8Array>();
    const replyCache = {
      get: (tag: string) => answers.get(tag),
      set: (tag: string, body: Uint8Array) => void answers.set(tag, body),
    };
    const made: string[] = [];
    const getBox: typeof handlers.getBox = async (request) => {
      const reply = await handlers.getBox(request);
      made.push(`${request.caller.scopeKey} ${reply.status}`);
      return reply;
    };
    const scopes: Record<string, string> = { ann: 'all', ben: 'all', eve: 'some' };
    const authenticate = async ({ headers }: { headers: IncomingHttpHeaders }) => {
      const subject = String(headers.authorization).replace('Bearer ', '');
      return { ...caller, subject, scopeKey: scopes[subject] ?? '' };
    };
    const { ask } = await serve({ ...handlers, getBox }, { replyCache, authenticate });
    await ask('POST', '/boxes', { ...asJson({ ...red, note: 'x'.repeat(1_200) }), token: 'ann' });
    const read = async (token: string, more: Record<string, string> = {}) => {
      const { status, headers, text } = await ask('GET', '/boxes/b1', { token, headers: more });
      return [status, headers['content-type'], headers['content-encoding'], headers.etag, text];
    };
    const first = await read('ann');
    t.deepEqual(await read('ann'), first);
    t.deepEqual(await read('ben'), first);
    const [, , , etag] = first;
    t.deepEqual((await read('ben', { 'if-none-match': String(etag) })).slice(0, 3), [304, undefined, undefined]);
    t.deepEqual(made, ['all 200', 'all 304', 'all 304', 'all 304']);
    const other = await read('eve');
    t.deepEqual([other[0], other[4]], [200, first[4]]);
    t.notDeepEqual(other[3], etag);
    handlers.boxes.set('b1', { ...(handlers.boxes.get('b1') as Box), size: 3 });
    const changed = await read('ann');
    t.is(JSON.parse(String(changed[4])).size, 3);
    t.deepEqual(made.slice(4), ['some 200', 'all 200']);
  },
);
