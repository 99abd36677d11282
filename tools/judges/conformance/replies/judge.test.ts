// The judge finds each way in which a reply can break the contract, and nothing in the contract's own examples.
import test from 'ava';
import fc from 'fast-check';
import { keysOf, valueAt } from '../contract/bundle.ts';
import { type Contract, type Operation, readContract } from '../contract/document.ts';
import { isMultiple } from '../contract/schemas.ts';
import { documentOf, targets } from '../endpoints.ts';
import { type Exchange, judge } from './judge.ts';

const contract = readContract(documentOf('analytics'));
const judged = judge(contract);

type InvalidValue = Partial<Omit<Exchange, 'body' | 'headers'>> & {
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | undefined>>;
};

const id = '01JD9Q2V6E8W3K5T7Y9B1N3M5P';
const limit = { ratelimit: '"read";r=5999;t=1', 'ratelimit-policy': '"read";q=6000;w=60' };
const definitions = { version: '2026-11-21', items: [] };
const replies = {
  read: {
    operationId: 'listDefinitions',
    status: 200,
    headers: {
      ...limit,
      etag: '"x"',
      'cache-control': 'private',
      vary: 'Authorization, Accept',
      'content-type': 'application/json',
    },
    body: definitions,
  },
  refusal: {
    operationId: 'getJob',
    status: 404,
    headers: { 'content-type': 'application/problem+json' },
    body: {
      type: 'https://covenant.example/problems/not-found',
      title: 'Not found',
      status: 404,
      detail: 'The job does not exist, or you do not have access to it.',
      instance: `urn:request:${id}`,
    },
  },
  limited: {
    operationId: 'listDefinitions',
    status: 429,
    headers: { ...limit, 'retry-after': '3', 'content-type': 'application/problem+json' },
    body: {
      type: 'https://covenant.example/problems/rate-limited',
      title: 'Too many requests',
      status: 429,
      detail: 'Try again in 3 s.',
      instance: `urn:request:${id}`,
      policy: 'read',
      retry_after_s: 3,
    },
  },
  indices: {
    operationId: 'listIndices',
    status: 200,
    headers: {
      ...limit,
      etag: '"x"',
      'cache-control': 'private',
      vary: 'Authorization, Accept',
      'content-type': 'application/json',
    },
    body: twoMonths(),
  },
} as const;

function twoMonths(): { items: Record<string, unknown>[] } {
  const at =
    contract.operations.find(({ id }) => id === 'listIndices')?.replies[200]?.content['application/json'] ?? '';
  const examples = beside(contract, at, 'examples') as Record<string, { value: { items: Record<string, unknown>[] } }>;
  return examples['two-months']?.value ?? { items: [] };
}

/** What the judge says of a good reply with something changed; findings without the request. */
async function verdict(name: keyof typeof replies, change: InvalidValue = {}): Promise<readonly string[]> {
  const good: InvalidValue = replies[name];
  const headers = { 'x-request-id': id, ...good.headers, ...change.headers };
  const body = change.body === undefined ? good.body : change.body;
  const exchange: Exchange = {
    method: 'GET',
    operationId: good.operationId,
    status: 200,
    ...good,
    ...change,
    headers: Object.fromEntries(
      Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined),
    ),
    body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
  };
  return (await judged(exchange)).map(
    ({ rule, expected, observed }) => `${rule}: expected ${expected}, observed ${observed}`,
  );
}

const nothing = new Uint8Array();
const refusal = (more: object) => ({ body: { ...replies.refusal.body, ...more } });
const unknownUrl = refusal({ type: 'https://covenant.example/problems/unknown-url', title: 'Unknown URL' });
const item = (more: object) => ({
  body: { ...replies.indices.body, items: [{ ...replies.indices.body.items[0], ...more }] },
});

const cases: Readonly<Record<string, readonly [keyof typeof replies, InvalidValue, RegExp]>> = {
  'a status that the operation does not declare': [
    'read',
    { status: 201 },
    /^declared status: expected one of 200, 304, 400, 401, 429, 500, 503, observed 201/,
  ],
  'a media type that the reply does not declare': [
    'read',
    { headers: { 'content-type': 'text/html' } },
    /^media type: expected application\/json, observed text\/html$/,
  ],
  'no media type': [
    'read',
    { headers: { 'content-type': undefined } },
    /media type: expected application\/json, observed none$/,
  ],
  'a problem that is plain JSON': [
    'refusal',
    { headers: { 'content-type': 'application/json' } },
    /media type: expected application\/problem\+json, observed application\/json$/,
  ],
  'a declared header that is missing': [
    'read',
    { headers: { etag: undefined } },
    /header ETag: expected one, observed none$/,
  ],
  'a header that breaks its schema': [
    'limited',
    { headers: { 'retry-after': '0' } },
    /header Retry-After: expected minimum of its schema, observed "0"$/,
  ],
  'a header that is no number': [
    'limited',
    { headers: { 'retry-after': 'soon' } },
    /header Retry-After: expected type of its schema, observed "soon"$/,
  ],
  'an ETag that is weak': [
    'read',
    { headers: { etag: 'W/"x"' } },
    /^header ETag: expected a strong one, observed W\/"x"$/,
  ],
  'an answer that any cache may keep': [
    'read',
    { headers: { 'cache-control': 'public, max-age=60' } },
    /^header Cache-Control: expected private, observed public, max-age=60$/,
  ],
  'an answer that is the same for every caller': [
    'read',
    { headers: { vary: 'Accept' } },
    /^header Vary: expected the credential, observed Accept$/,
  ],
  'no request id': [
    'read',
    { headers: { 'x-request-id': undefined } },
    /header X-Request-Id: expected one on every reply, observed none$/,
  ],
  'another limit than that of the contract': [
    'read',
    { headers: { 'ratelimit-policy': '"read";q=9;w=60' } },
    /header RateLimit-Policy: expected "read";q=6000;w=60, observed "read";q=9;w=60$/,
  ],
  'more left than the limit has': [
    'read',
    { headers: { ratelimit: '"read";r=6001;t=1' } },
    /header RateLimit: expected "read";r=0..6000;t=0..60, observed "read";r=6001;t=1$/,
  ],
  'a body that lacks a field': [
    'read',
    { body: { items: [] } },
    /body at "": expected required of .*\/schema, observed/,
  ],
  'a field of another type': ['read', { body: { ...definitions, version: 1 } }, /body at "\/version": expected type/],
  'a format that is none': ['indices', item({ date: '2026-02-30' }), /body at "\/items\/0\/date": expected format/],
  'a number of five decimals': ['indices', item({ z_t: 0.10251 }), /body at "\/items\/0\/z_t": expected multipleOf/],
  'a number with a trace too much': [
    'indices',
    item({ z_t: 0.10250001 }),
    /body at "\/items\/0\/z_t": expected multipleOf/,
  ],
  'an integer that lost digits': ['indices', item({ units: 2 ** 53 }), /body at "\/items\/0\/units": expected format/],
  'a body that is no JSON': ['read', { body: Buffer.from('{') }, /body: expected JSON in UTF-8, observed \{$/],
  'a body that is no UTF-8': ['read', { body: Buffer.from([0x22, 0xff, 0x22]) }, /body: expected JSON in UTF-8/],
  'a body to 304': ['read', { status: 304 }, /body: expected none, observed \d+ bytes/],
  'a body to HEAD': ['read', { method: 'HEAD' }, /body: expected none to HEAD, observed one$/],
  'a problem without a type of ours': [
    'refusal',
    refusal({ type: 'about:blank' }),
    /problem type: expected .*<slug>, observed about:blank$/,
  ],
  'a problem that the registry has not': [
    'refusal',
    refusal({ type: 'https://covenant.example/problems/zz' }),
    /problem type: expected one of the registry, observed zz$/,
  ],
  'a problem that the reply does not declare': [
    'refusal',
    refusal({ type: 'https://covenant.example/problems/conflict', title: 'Conflict' }),
    /problem type: expected not-found, observed conflict$/,
  ],
  'a problem under another status': [
    'refusal',
    refusal({ type: 'https://covenant.example/problems/conflict', title: 'Conflict' }),
    /status: expected 409 for conflict, observed 404$/,
  ],
  'another title': ['refusal', refusal({ title: 'Gone' }), /problem title: expected Not found, observed Gone$/],
  'another status in the body': ['refusal', refusal({ status: 410 }), /problem status: expected 404, observed 410$/],
  'another instance than the request id': [
    'refusal',
    refusal({ instance: 'urn:request:other-id-x' }),
    new RegExp(`problem instance: expected urn:request:${id}, observed urn:request:other-id-x$`),
  ],
  'a problem without a field of its own': [
    'limited',
    { body: { ...replies.limited.body, policy: undefined } },
    /problem policy: expected string, observed undefined$/,
  ],
  'a field of its own of another type': [
    'limited',
    { body: { ...replies.limited.body, retry_after_s: 1.5 } },
    /problem retry_after_s: expected integer, observed 1.5$/,
  ],
  'a reply from nowhere': [
    'read',
    { operationId: undefined },
    /^declared status: expected 400, 404, 405, observed 200/,
  ],
  'a refused method without those that are allowed': [
    'refusal',
    {
      operationId: undefined,
      status: 405,
      ...refusal({
        type: 'https://covenant.example/problems/method-not-allowed',
        title: 'Method not allowed',
        status: 405,
      }),
    },
    /^header Allow: expected one, observed none$/,
  ],
};

test('the judge finds nothing in valid replies', async (t) => {
  for (const name of Object.keys(replies) as (keyof typeof replies)[]) t.deepEqual(await verdict(name), [], name);
  t.deepEqual(await verdict('read', { status: 304, body: nothing }), []);
  t.deepEqual(await verdict('read', { method: 'HEAD', body: nothing }), []);
  t.deepEqual(await verdict('refusal', { operationId: undefined, ...unknownUrl }), []);
});

for (const [name, [reply, change, expected]] of Object.entries(cases))
  test(`the judge finds ${name}`, async (t) => {
    const findings = await verdict(reply, change);
    t.true(
      findings.some((finding) => expected.test(finding)),
      JSON.stringify(findings),
    );
  });

test('the judge takes multiples as decimals, whatever their binary fractions', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (units, rest) => {
      const exact = `${Math.trunc(units / 1e4)}.${String(Math.abs(units % 1e4)).padStart(4, '0')}`;
      return isMultiple(Number(exact), 0.0001) && !isMultiple(Number(`${exact}${rest}`), 0.0001);
    }),
  );
  t.true(
    isMultiple(1e21, 0.0001) &&
      !isMultiple(1e-7, 0.0001) &&
      isMultiple(0, 0.5) &&
      isMultiple(6, 3) &&
      !isMultiple(7, 3),
  );
});

for (const name of targets)
  test(`the examples of ${name} are replies that keep the contract`, async (t) => {
    const own = readContract(documentOf(name));
    const judgeOwn = judge(own);
    const findings: unknown[] = [];
    for (const operation of own.operations)
      for (const exchange of exampleReplies(own, operation)) findings.push(...(await judgeOwn(exchange)));
    t.deepEqual(findings, []);
  });

/** The replies that the document shows, with the headers that it shows. */
function exampleReplies(
  own: Contract,
  { id: operationId, method, replies: declared, limit }: Operation,
): readonly Exchange[] {
  const limits = {
    ratelimit: `"${limit?.policy}";r=0;t=1`,
    'ratelimit-policy': `"${limit?.policy}";q=${limit?.quota};w=${limit?.window_s}`,
  };
  return Object.entries(declared).flatMap(([status, { headers, content }]) => {
    const shown = Object.entries(headers).map(([name, at]) => [name.toLowerCase(), String(beside(own, at, 'example'))]);
    return Object.entries(content).flatMap(([media, at]) =>
      Object.values(beside(own, at, 'examples') as Record<string, { value: object }>).map(({ value: given }) => {
        // All operations share this example, and each has its policy.
        const value = status === '429' ? { ...given, policy: limit?.policy } : given;
        const { instance = `urn:request:${id}` } = value as { instance?: string };
        return {
          method,
          operationId,
          status: Number(status),
          headers: {
            ...Object.fromEntries(shown),
            ...limits,
            ...('retry_after_s' in Object(value) ? { 'retry-after': String(Object(value).retry_after_s) } : {}),
            'x-request-id': instance.replace('urn:request:', ''),
            'content-type': media.startsWith('text/') ? `${media}; charset=utf-8` : media,
          },
          body: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
        };
      }),
    );
  });
}

/** What stands beside the schema at `pointer`. */
function beside({ raw }: Contract, pointer: string, name: string): unknown {
  return (valueAt(raw, keysOf(pointer).slice(0, -1)) as Record<string, unknown>)[name] ?? {};
}
