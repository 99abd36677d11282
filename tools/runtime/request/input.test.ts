// What is wrong about parameters and bodies is named at once, with place, rule and what would be right.

import { asJson, boxHandlers } from '../../generator/fixtures/tiny/serve.ts';
import { invalid, problem, served } from '../../generator/fixtures/tiny/served.ts';

served(
  'the runtime names every wrong parameter at once, with its value, the rule and what would be right',
  async (t, serve) => {
    const { ask } = await serve();
    const query = 'limit=many&colour=red&colour=pink&sizes=1,x&full=yes&full=true&size=2&cursor=';
    t.deepEqual(
      (await ask('GET', `/boxes?${query}`)).json,
      invalid([
        { parameter: 'full', rule: 'repeated', message: 'must be given only once' },
        {
          parameter: 'size',
          rule: 'additionalProperties',
          message: 'is unknown; the known names are limit, cursor, colour, sizes, full, fields',
        },
        { parameter: 'limit', value: 'many', rule: 'type', message: 'must be an integer' },
        { parameter: 'cursor', value: '', rule: 'minLength', message: 'must have at least 1 character' },
        { parameter: 'colour', value: 'pink', rule: 'enum', message: 'must be one of red, green, blue' },
        { parameter: 'sizes', value: 'x', rule: 'type', message: 'must be a number' },
        { parameter: 'full', value: 'yes', rule: 'type', message: 'must be a boolean' },
      ]),
    );
    t.deepEqual(
      (await ask('GET', '/boxes/x1?size=2')).json,
      invalid(
        [
          { parameter: 'id', value: 'x1', rule: 'pattern', message: 'must match ^b[0-9]+$' },
          {
            parameter: 'size',
            rule: 'additionalProperties',
            message: 'is unknown; this operation has no query parameters',
          },
        ],
        'request-2',
      ),
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
        { detail: 'The query has invalid percent-encoding or is not UTF-8.' },
        'request-4',
      ),
    );
  },
);

served('the runtime names every wrong place of a body at once', async (t, serve) => {
  const { ask } = await serve();
  const body = { colour: 'pink', size: 0, tags: ['a', 'a'], opened: '2026-02-30', lid: true };
  t.deepEqual(
    (await ask('POST', '/boxes', asJson(body))).json,
    invalid([
      { pointer: '/lid', rule: 'additionalProperties', message: 'is not a known property' },
      { pointer: '/colour', rule: 'enum', message: 'must be one of red, green, blue' },
      { pointer: '/size', rule: 'exclusiveMinimum', message: 'must be greater than 0' },
      {
        pointer: '/tags',
        rule: 'uniqueItems',
        message: 'must not repeat an item, but /0 and /1 are equal (its first is /0)',
      },
      { pointer: '/opened', rule: 'format', message: 'must be a date such as 2026-11-21' },
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
    invalid([{ pointer: '', rule: 'required', message: 'is required' }], 'request-3'),
  );
});

served('the runtime refuses a body that it cannot read, with the reason', async (t, serve) => {
  const { ask } = await serve();
  const send = async (body: string | Uint8Array, headers: Record<string, string> = {}) => {
    const { json } = await ask('POST', '/boxes', { headers: { 'content-type': 'application/json', ...headers }, body });
    const { type, status, detail } = json as Record<string, string>;
    return [type?.split('/').at(-1), status, detail];
  };
  t.deepEqual(await send('{"colour": "red",\n "size" 2}'), [
    'malformed-json',
    400,
    'Parsing stopped at line 2, column 9: expected a colon.',
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
    'The request has text/xml; this operation accepts application/json.',
  ]);
  t.deepEqual(await send('{}', { 'content-type': 'application/json; charset=latin1' }), [
    'unsupported-media-type',
    415,
    'The request has charset latin1; this operation accepts utf-8.',
  ]);
  t.deepEqual(await send('{}', { 'content-encoding': 'gzip' }), [
    'unsupported-media-type',
    415,
    'The request has Content-Encoding gzip; this operation accepts identity.',
  ]);
});

served('the runtime refuses an unreadable media type also without content, if a body is required', async (t, serve) => {
  const { ask } = await serve();
  const empty = async (path: string, type: string) =>
    (await ask('POST', path, { headers: { 'content-type': type }, body: '' })).status;
  t.deepEqual(
    [
      await empty('/boxes', 'application/x-www-form-urlencoded'),
      await empty('/boxes', 'application/json'),
      await empty('/knock', 'application/xml'),
    ],
    [415, 400, 200],
  );
});

served(
  'the runtime reads forms and text as declared, negotiates answers, and sets several cookies',
  async (t, serve) => {
    const { ask } = await serve(boxHandlers(), {
      limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }),
    });
    const received = async (options: Parameters<typeof ask>[2]) =>
      JSON.parse(((await ask('POST', '/knock', options)).json as { received: string }).received) as unknown;
    t.deepEqual(
      await received({
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
    t.deepEqual(await received({ headers: { 'content-type': 'text/plain', 'x-loudness': ' 3' }, body: 'hei' }), {
      headers: { 'X-Loudness': 3 },
      cookies: {},
      body: 'hei',
      mediaType: 'text/plain',
    });
    t.deepEqual(await received({}), { headers: {}, cookies: {} });
    const csv = await ask('POST', '/knock', { headers: { accept: 'text/html, text/*;q=0.9, application/json;q=0.5' } });
    t.deepEqual(
      [csv.headers['content-type'], csv.headers['set-cookie']],
      ['text/csv; charset=utf-8', ['door=a', 'bell=b']],
    );
    t.deepEqual(
      (await ask('POST', '/knock', { headers: { accept: 'image/png' } })).json,
      problem(
        'not-acceptable',
        406,
        'Not acceptable',
        { detail: 'This operation returns application/json, text/csv.' },
        'request-5',
      ),
    );
    t.deepEqual(
      (await ask('POST', '/knock', { headers: { 'content-type': 'text/plain' }, body: 'far too loud' })).json,
      invalid([{ pointer: '', rule: 'maxLength', message: 'must have at most 10 characters' }], 'request-6'),
    );
  },
);

served('a boolean of a query is true or false in any case, and no other word', async (t, serve) => {
  const received: unknown[] = [];
  const handlers = boxHandlers();
  const { ask } = await serve(
    {
      ...handlers,
      listBoxes: async (request) => {
        received.push(request.query.full);
        return await handlers.listBoxes(request);
      },
    },
    { limit: async () => ({ allowed: true, remaining: 1, resetS: 1, retryAfterS: 0 }) },
  );
  for (const text of ['true', 'False', 'TRUE', 'false']) t.is((await ask('GET', `/boxes?full=${text}`)).status, 200);
  t.deepEqual(received, [true, false, true, false]);
  for (const text of ['1', '0', 'yes', 'on', 't', ''])
    t.is((await ask('GET', `/boxes?full=${text}`)).status, 400, text);
});
