import { join } from 'node:path';
import test from 'ava';
import { asRecord, type Json } from '../../contract/json.ts';
import { readContract } from '../conformance/contract/document.ts';
import { documentOf } from '../conformance/endpoints.ts';
import { judge } from '../conformance/replies/judge.ts';
import { type Mock, startMock, startMocks } from './mock.ts';

const root = join(import.meta.dirname, '../../..');
const documents = ['analytics', 'platform', 'infra'] as const;
const started = (name: string, more: Partial<Parameters<typeof startMock>[0]> = {}): Promise<Mock> =>
  startMock({ root, file: `spec/${name}/openapi.yaml`, ...more });

type Asking = { headers?: Record<string, string>; body?: unknown; token?: string | null };

async function ask(mock: Mock, method: string, path: string, { headers = {}, body, token = 'ann' }: Asking = {}) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${mock.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}`, cookie: `session=${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '');
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    json: isJson && text !== '' ? JSON.parse(text) : undefined,
  };
}

const slug = (json: Json | undefined): string => String(asRecord(json).type).split('/').at(-1) ?? '';

/** What is below a resource goes with it. */
const deletionsLast = <T extends { readonly method: string; readonly path: string }>(
  all: readonly T[],
): readonly T[] => {
  const isDeletion = ({ method }: T) => method === 'DELETE';
  const deepestFirst = all.filter(isDeletion).toSorted((a, b) => b.path.split('/').length - a.path.split('/').length);
  return [...all.filter((each) => !isDeletion(each)), ...deepestFirst];
};

for (const name of documents)
  test(`${name}: every operation answers its examples with a success that follows the contract`, async (t) => {
    await using mock = await started(name, { planned: 'served' });
    const contract = readContract(documentOf(name));
    const judged = judge(contract);
    const findings: string[] = [];
    for (const { id, method, path, parameters, bodies, conditional } of deletionsLast(contract.operations)) {
      const of = (where: string) => parameters.filter((each) => each.in === where && each.required);
      const address = path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
        encodeURIComponent(String(parameters.find((each) => each.name === key)?.example)),
      );
      const query = new URLSearchParams(of('query').map((each) => [each.name, String(each.example)]));
      const headers = Object.fromEntries(of('header').map((each) => [each.name, String(each.example)]));
      if (conditional === 'write') headers['If-Match'] = (await ask(mock, 'GET', address)).headers.get('etag') ?? '';
      const [body] = bodies;
      const form = new FormData();
      for (const [field, value] of Object.entries(asRecord(body?.examples[0])))
        form.append(
          field,
          body?.schema.properties?.[field]?.format === 'binary' ? new Blob([String(value)]) : String(value),
        );
      const answer = await ask(mock, method, `${address}?${query}`, {
        headers: {
          ...headers,
          ...(body && body.media !== 'multipart/form-data' ? { 'content-type': body.media } : {}),
        },
        body: body?.media === 'multipart/form-data' ? form : body?.examples[0],
      });
      if (answer.status >= 400) findings.push(`${id} ${answer.status} ${answer.text}`);
      const wrongs = await judged({
        method,
        operationId: id,
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body: Buffer.from(answer.text),
      });
      findings.push(
        ...wrongs.map(({ rule, expected, observed }) => `${id} ${rule}: expected ${expected}, observed ${observed}`),
      );
    }
    t.deepEqual(findings, []);
  });

test('mock lists, reads, replaces and deletes the resources that a client created', async (t) => {
  await using mock = await started('analytics', { planned: 'served' });
  const dealer = { dealer_id: 'nordbil', name: 'Nordbil', region_id: 'oslo' };
  const made = await ask(mock, 'POST', '/admin/dealers', { body: dealer });
  t.deepEqual([made.status, made.headers.get('location')], [201, '/analytics/api/v1/admin/dealers/nordbil']);
  t.deepEqual((await ask(mock, 'GET', '/admin/dealers/nordbil')).json, made.json);
  const grant = { principal: 'ben', roles: ['reader'], brand_ids: null, region_ids: null };
  const granted = await ask(mock, 'POST', '/admin/dealers/nordbil/grants', { body: grant });
  t.deepEqual([granted.status, granted.json.dealer_id, granted.json.principal], [201, 'nordbil', 'ben']);
  const at = '/admin/dealers/nordbil/grants/ben';
  const read = await ask(mock, 'GET', at);
  const etag = read.headers.get('etag') ?? '';
  t.is((await ask(mock, 'GET', at, { headers: { 'if-none-match': etag } })).status, 304);
  const wider = { ...grant, roles: ['reader', 'uploader'] };
  const replaced = await ask(mock, 'PUT', at, { body: wider, headers: { 'if-match': etag } });
  t.deepEqual([replaced.status, replaced.json.roles], [200, wider.roles]);
  t.is(replaced.headers.get('etag'), (await ask(mock, 'GET', at)).headers.get('etag'));
  t.is(slug((await ask(mock, 'PUT', at, { body: wider, headers: { 'if-match': etag } })).json), 'precondition-failed');
  t.is(slug((await ask(mock, 'DELETE', at)).json), 'precondition-required');
  const gone = await ask(mock, 'DELETE', at, { headers: { 'if-match': replaced.headers.get('etag') ?? '' } });
  t.deepEqual([gone.status, (await ask(mock, 'GET', at)).status], [204, 404]);
  t.deepEqual((await ask(mock, 'GET', '/admin/dealers/nordbil/grants')).json.items, []);
  t.is(slug((await ask(mock, 'POST', '/admin/dealers', { body: dealer })).json), 'conflict');
  t.is(slug((await ask(mock, 'GET', '/admin/dealers/nobody/grants')).json), 'not-found');
});

test('mock leads a job through its states, and its address is the Location of the 202', async (t) => {
  let at = Date.parse('2026-11-21T07:00:00Z');
  await using mock = await started('analytics', { now: () => new Date(at), stepMs: 1000 });
  const form = new FormData();
  form.append('file', new Blob(['period_start,brand,units_sold\n2026-11-01,Toyota,41\n']));
  form.append('dealer_id', 'fjordbil-oslo');
  form.append('period', '2026-11');
  const begun = await ask(mock, 'POST', '/ingest/files', { body: form });
  t.deepEqual([begun.status, begun.json.status, Object.keys(begun.json)], [202, 'queued', ['job_id', 'status']]);
  const location = (begun.headers.get('location') ?? '').replace('/analytics/api/v1', '');
  const observed: unknown[] = [];
  for (let step = 0; step < 6; step++) {
    const { json } = await ask(mock, 'GET', location);
    observed.push([json.status, json.progress, json.finished_at]);
    at += 1000;
  }
  t.deepEqual(observed, [
    ['queued', 0, null],
    ['validating', 25, null],
    ['loading', 50, null],
    ['merging', 75, null],
    ['succeeded', 100, '2026-11-21T07:00:04.000Z'],
    ['succeeded', 100, '2026-11-21T07:00:04.000Z'],
  ]);
});

test('mock returns a text as it was sent, and names a lab after its file', async (t) => {
  await using mock = await started('platform');
  const yaml = 'lab_id: first-shell\nname: First\ncontainers: { main: { image: "r/p/labs/shell:v1.0" } }\n';
  const made = await ask(mock, 'POST', '/labs', { body: yaml, headers: { 'content-type': 'application/yaml' } });
  t.deepEqual([made.status, made.json.lab_id, made.json.name], [201, 'first-shell', 'First']);
  t.is((await ask(mock, 'GET', '/labs/first-shell/config')).text, yaml);
  const begun = await ask(mock, 'POST', '/labs/first-shell/start', { body: { student_ids: ['anna', 'ben', 'eva'] } });
  t.deepEqual(
    [begun.status, begun.json.lab_id, begun.json.results.map((each: { student_id: string }) => each.student_id)],
    [202, 'first-shell', ['anna', 'ben', 'eva']],
  );
});

test('mock distinguishes callers by role and scope, and refuses requests without a token', async (t) => {
  const callers = new Map([
    ['tea', { name: 'tea', roles: ['teacher'] }],
    ['stu', { name: 'stu', roles: ['student'] }],
    ['far', { name: 'far', roles: ['teacher'], scope: 'elsewhere' }],
  ]);
  await using mock = await started('platform', { callers });
  const lab = {
    body: 'lab_id: mine\nname: Mine\ncontainers: { main: { image: "r/p/labs/shell:v1.0" } }\n',
    headers: { 'content-type': 'application/yaml' },
  };
  t.is((await ask(mock, 'POST', '/labs', { ...lab, token: 'tea' })).status, 201);
  t.is(slug((await ask(mock, 'POST', '/labs', { ...lab, token: 'stu' })).json), 'forbidden-role');
  t.is(slug((await ask(mock, 'POST', '/labs', { ...lab, token: 'none' })).json), 'unauthenticated');
  t.is(slug((await ask(mock, 'POST', '/labs', { ...lab, token: null })).json), 'unauthenticated');
  t.is(
    (await ask(mock, 'POST', '/labs', { ...lab, token: null })).json.detail,
    'The access token is missing. Send it in the Authorization header, as "Bearer TOKEN".',
  );
  t.is((await ask(mock, 'GET', '/labs/mine', { token: 'stu' })).status, 200);
  t.is((await ask(mock, 'GET', '/labs/mine', { token: 'far' })).status, 404);
  t.deepEqual((await ask(mock, 'GET', '/labs', { token: 'far' })).json.items, []);
});

test('Prefer chooses status, example or generated data, and a refusal lists the choices', async (t) => {
  await using mock = await started('analytics');
  const prefer = (path: string, header: string) => ask(mock, 'GET', path, { headers: { prefer: header } });
  const failed = await prefer('/ingest/jobs/0193497e-7b5d-7c3e-9d57-5f0a6f3d2b11', 'example=failed');
  t.deepEqual([failed.status, failed.json.status, failed.json.error_count], [200, 'failed', 2]);
  const refused = await prefer('/indices', 'code=403');
  t.deepEqual([refused.status, refused.headers.get('content-type')], [403, 'application/problem+json']);
  t.is((await prefer('/indices', 'code=503')).headers.get('retry-after'), '1');
  const [one, again, other] = await Promise.all(
    ['dynamic=true, seed=1', 'dynamic=true, seed=1', 'dynamic=true, seed=2'].map((each) =>
      prefer('/dashboard/summary', each),
    ),
  );
  t.deepEqual(one?.json, again?.json);
  t.notDeepEqual(one?.json, other?.json);
  t.regex(String((await prefer('/indices', 'example=zz')).json.detail), /two-months, by-brand, nothing/);
  t.is((await prefer('/indices', 'code=418')).status, 400);
  t.regex(String((await prefer('/indices', 'code=some')).json.detail), /no reply some, but 200, 304, 400, /);
  const bare = await prefer('/dashboard/summary', 'dynamic, seed=1');
  t.deepEqual(bare.json, one?.json);
});

test('uploadLab refuses a lab configuration as the service does, with the position of each mistake', async (t) => {
  await using mock = await started('platform');
  const upload = (body: string) =>
    ask(mock, 'POST', '/labs', { body, headers: { 'content-type': 'application/yaml' } });
  const wrong = await upload('lab_id: X\nname: Mine\ncontainers: { main: { image: "r/p/labs/shell" } }\n');
  t.deepEqual(
    [wrong.status, slug(wrong.json), wrong.json.errors.map(({ row, pointer }: Record<string, Json>) => [row, pointer])],
    [
      422,
      'bad-file',
      [
        [1, '/lab_id'],
        [3, '/containers/main/image'],
      ],
    ],
  );
  const broken = await upload('a: [');
  t.is((await upload('x'.repeat(262_144))).status, 422);
  t.deepEqual([broken.status, slug(broken.json)], [422, 'bad-file']);
});

test('planned operations answer 501 unless they are served', async (t) => {
  for (const name of documents) {
    await using mock = await started(name, { planned: 'refused' });
    const { operations } = readContract(documentOf(name));
    const planned = operations.filter(
      ({ planned, method, path }) => planned && method === 'GET' && !path.includes('{'),
    );
    for (const { path, isPublic } of planned.filter(({ takesBearer, isPublic }) => takesBearer || isPublic))
      t.is(slug((await ask(mock, 'GET', path, isPublic ? { token: null } : {})).json), 'not-implemented', path);
  }
  t.pass();
});

test('mock enforces cursors, idempotency keys and rate limits as the services do', async (t) => {
  await using mock = await started('analytics', { planned: 'refused' });
  const first = await ask(mock, 'GET', '/indices?limit=1');
  const cursor = encodeURIComponent(first.json.next_cursor);
  const second = await ask(mock, 'GET', `/indices?limit=1&cursor=${cursor}`);
  t.deepEqual([second.json.items.length, second.json.next_cursor], [1, null]);
  t.notDeepEqual(first.json.items, second.json.items);
  t.is((await ask(mock, 'GET', `/indices?limit=1&period_type=day&cursor=${cursor}`)).status, 400);
  t.deepEqual(
    [first.headers.get('ratelimit-policy'), first.headers.get('ratelimit')],
    ['"read";q=6000;w=60', '"read";r=5999;t=60'],
  );
  const login = { body: { email: 'a@b.example', password: 'x'.repeat(12) }, token: null };
  const statuses = [];
  for (let i = 0; i < 601; i++) statuses.push((await ask(mock, 'POST', '/auth/login', login)).status);
  t.deepEqual(statuses, [...Array<number>(600).fill(200), 429]);
});

test('startMocks serves all contracts on one port, each at its own path', async (t) => {
  const files = documents.map((name) => `spec/${name}/openapi.yaml`);
  await using mocks = await startMocks({ root, files });
  t.is(new Set(mocks.all.map(({ url }) => new URL(url).origin)).size, 1);
  t.deepEqual(mocks.all.map(({ url }) => new URL(url).pathname).sort(), ['/analytics/api/v1', '/api/v1', '/infra/v1']);
  const reads: Readonly<Record<string, string>> = {
    '/analytics/api/v1': '/definitions',
    '/api/v1': '/labs',
    '/infra/v1': '/deployments',
  };
  for (const { url } of mocks.all) {
    const headers = { authorization: 'Bearer anything' };
    const reply = await fetch(url + reads[new URL(url).pathname], { headers });
    t.is(reply.status, 200, url);
    await reply.body?.cancel();
  }
  const lost = await fetch(`${new URL(mocks.all[0]?.url ?? '').origin}/elsewhere`);
  t.deepEqual(
    ((await lost.json()) as Record<string, Json>).detail,
    'This mock serves /analytics/api/v1, /api/v1, /infra/v1.',
  );
});
