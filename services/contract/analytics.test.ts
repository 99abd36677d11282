// Every operation of the analytics contract, asked of real processes; each declared reply by its own cause, and each judged.
import test from 'ava';
import { freshDatabase, parts } from '../../tools/embedded/for-tests.ts';
import { eventually, type Running, type System, system } from '../testing.ts';
import { administered } from './administration.ts';
import { type Cable, cable } from './cable.ts';
import { analyticsCast, type Cast, held, withoutTables } from './cast-for-tests.ts';
import type { Operation } from './document.ts';
import * as questions from './questions.ts';
import { walk } from './walk.ts';

const base = '/api/v1';
const told = walk('analytics');
const implemented = told.contract.operations.filter(({ planned }) => !planned);

let whole: System;
let api: Running;
let cast: Cast;
/** Begun first, since it takes the time limit of the contract. */
let late: Promise<readonly string[]>;

test.before(async (t) => {
  whole = await system(t);
  [api, cast] = await Promise.all([
    whole.run(['analytics', 'ingest'], { TRUSTED_PROXIES: '127.0.0.1' }),
    analyticsCast(whole),
  ]);
  const slow = implemented.filter(({ bodies, timeoutMs }) => bodies.length > 0 && timeoutMs <= 10_000);
  late = told.answers(
    api.url,
    slow.flatMap((each) => questions.tooSlow(base, each, { token: tokenFor(each) })),
  );
});

test.serial('addresses and methods that the contract has not are refused', async (t) => {
  t.deepEqual(await told.answers(api.url, questions.aboutAddresses(told.contract, base)), []);
});

test.serial(
  'no operation is reached without a credential that counts here, in another media type or beyond its limit',
  async (t) => {
    const asked = told.contract.operations.flatMap((each) => questions.beforeCredential(base, each, cast.refused));
    t.deepEqual(await told.answers(api.url, asked), []);
  },
);

test.serial('roles count, and what is planned says so', async (t) => {
  const asked = told.contract.operations.flatMap((each) =>
    questions.withCredential(base, each, cast.admin.token, cast.analyst.token),
  );
  t.deepEqual(await told.answers(api.url, asked), []);
});
test.serial('each parameter and field that is wrong is named', async (t) => {
  const asked = implemented.flatMap((each) => {
    const given = { token: tokenFor(each) };
    return [...questions.aboutText(base, each, given), ...questions.aboutInput(base, each, given)];
  });
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial(
  'every implemented operation answers its examples, and a conditional read says what has not changed',
  async (t) => {
    const { analyst } = cast;
    const pair = questions.jsonOf(await login());
    const { id, secret } = whole.identity.clients.integrator;
    const { job_id } = questions.jsonOf(await upload(analyst.token)) as { job_id: string };
    await finished(job_id);
    const clientBody = { grant_type: 'client_credentials', client_id: id, client_secret: secret };
    const filters = { brand_id: 'toyota', region_id: 'oslo' };
    const indices = {
      ...filters,
      model_family_id: 'corolla',
      date_from: '2026-01-01',
      date_to: '2026-12-31',
      limit: 100,
    };
    const asked: readonly (readonly [string, questions.Given])[] = [
      ['refreshToken', { body: { refresh_token: pair.refresh_token } }],
      ['issueToken', { body: clientBody }],
      ['getJob', { path: { id: job_id }, query: { wait: 30 } }],
      ['getJobErrors', { path: { id: job_id } }],
      ['listIndices', {}],
      ['listIndices', { query: { ...indices, period_type: 'month', as_of: new Date().toISOString() } }],
      ['listIndices', { query: { period_type: 'quarter' } }],
      ['listDefinitions', {}],
      ['getDashboardSummary', { query: filters }],
      ['getDashboardSummary', {}],
      ['getCurrentSubscription', {}],
      ['getCurrentSubscription', { query: { dealer_id: 'fjordbil-oslo' } }],
      ['listBrands', { query: { limit: 1 } }],
      ['listRegions', {}],
      ['listModelFamilies', { query: { brand_id: 'toyota' } }],
      ['getScope', {}],
    ];
    const findings = await told.answers(
      api.url,
      asked.map(([name, given]) => good(name, { token: analyst.token, ...given })),
    );
    t.deepEqual(findings, []);
    t.deepEqual(await administered({ told, url: api.url, base, token: cast.admin.token }), []);
    t.deepEqual(await told.repeated(api.url, base, (each) => ({ token: tokenFor(each) })), []);
  },
);

test.serial('what is not the caller’s is not found, refused, or left out', async (t) => {
  const { analyst, outsider, narrow, late, stranger } = cast;
  const { job_id } = questions.jsonOf(await upload(analyst.token)) as { job_id: string };
  const foreign = { token: outsider.token, path: { id: job_id } };
  const scope = { status: 403, slug: 'out-of-scope' };
  const over = { status: 403, slug: 'subscription-expired' };
  const none = { status: 404, slug: 'not-found' };
  const rule = { status: 422, slug: 'business-rule' };
  const order = { date_from: '2026-02-01', date_to: '2026-01-01' };
  const wrong = { email: analyst.email, password: 'zz' };
  const client = {
    grant_type: 'client_credentials',
    client_id: whole.identity.clients.integrator.id,
    client_secret: 'zz',
  };
  const asked = [
    ask('getJob', foreign, none),
    ask('getJob', { token: stranger.token, path: { id: job_id } }, none),
    ask('getJobErrors', foreign, none),
    ask('listBrands', { token: late.token }, over),
    ask('listRegions', { token: late.token }, over),
    ask('listModelFamilies', { token: late.token }, over),
    ask('listModelFamilies', { token: narrow.token, query: { brand_id: 'volvo' } }, scope),
    ask('listIndices', { token: narrow.token, query: { brand_id: 'volvo' } }, scope),
    ask('listIndices', { token: narrow.token, query: { region_id: 'bergen' } }, scope),
    ask('listIndices', { token: late.token }, over),
    ask('listIndices', { token: analyst.token, query: order }, { ...rule, place: 'date_from' }),
    ask('listIndices', { token: analyst.token, query: { as_of: '2999-01-01T00:00:00Z' } }, { ...rule, place: 'as_of' }),
    ask('listIndices', { token: analyst.token, query: { cursor: 'eyJkIjoiMjAyNi0xMC0wMSJ9' } }, invalid('cursor')),
    ask('getDashboardSummary', { token: narrow.token, query: { brand_id: 'volvo' } }, scope),
    ask('getDashboardSummary', { token: late.token }, over),
    ask('getCurrentSubscription', { token: analyst.token, query: { dealer_id: 'other-dealer' } }, scope),
    ask('getCurrentSubscription', { token: stranger.token }, none),
    ask('loginUser', { body: wrong }, { status: 401, slug: 'invalid-credentials' }),
    ask('refreshToken', { body: { refresh_token: 'rt_zz' } }, { status: 401, slug: 'invalid-refresh-token' }),
    ask('issueToken', { body: client }, { status: 401, slug: 'invalid-credentials' }),
  ];
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('an upload is refused for what it is, for whom it is, and for what it would do', async (t) => {
  const { token } = cast.analyst;
  const notUtf8 = [...Object.entries(form()), ['period_type', Buffer.from([0x6d, 0xff])]] as const;
  const asked = [
    ask('uploadFile', { token, body: form({ dealer_id: 'other-dealer' }) }, { status: 403, slug: 'out-of-scope' }),
    ask('uploadFile', { token, body: form({ dealer_id: 'full-dealer' }) }, { status: 403, slug: 'plan-limit' }),
    ask(
      'uploadFile',
      { token, body: form({ dealer_id: 'late-dealer' }) },
      { status: 403, slug: 'subscription-expired' },
    ),
    ask('uploadFile', { token, body: form({ period: '2026-02-30' }) }, invalid('/period')),
    ask('uploadFile', { token, body: form({ period: '2026-12/2026-11' }) }, invalid('/period')),
    ask(
      'uploadFile',
      { token, body: form({ period_type: 'week' }) },
      { status: 422, slug: 'business-rule', place: '/period_type' },
    ),
    ask('uploadFile', { token, body: form({ period: '2026-11-05' }) }, { status: 422, slug: 'granularity-conflict' }),
    ask(
      'uploadFile',
      { token, body: form({ file: Buffer.from('PK\u0003\u0004zip') }) },
      { status: 415, slug: 'unsupported-media-type' },
    ),
    ask('uploadFile', { token, body: Object.fromEntries(notUtf8) }, { status: 400, slug: 'invalid-encoding' }),
  ];
  t.deepEqual(await told.answers(api.url, asked), []);
});

test.serial('a key stands for one request, also while it runs', async (t) => {
  const dealer = (id: string) => ({ dealer_id: id, name: id, region_id: 'oslo' });
  const grant = (principal: string) => ({ principal, roles: ['reader'], brand_ids: null, region_ids: null });
  const keyed = [
    { id: 'uploadFile', status: 202, body: form({ period: '2026-10' }), other: form({ period: '2026-09' }) },
    { id: 'createDealer', status: 201, body: dealer('keyed'), other: dealer('other') },
    { id: 'createGrant', status: 201, body: grant('keyed'), other: grant('other') },
  ] as const;
  for (const { id, status, body, other } of keyed) {
    const given = { token: tokenFor(told.operation(id)), headers: { 'idempotency-key': `contract-${id}` }, body };
    // The last table that each of them writes.
    const lock = await held(whole.analytics.ownerUrl, 'audit_events');
    const send = () => told.answer(api.url, told.operation(id), request(id, given));
    const both = [send(), send()];
    // Whichever came second is told so at once; the other waits for the table.
    t.is((await Promise.race(both)).status, 409, id);
    await lock.release();
    const [taken] = (await Promise.all(both)).filter((answer) => answer.status === status);
    const replayed = await send();
    t.deepEqual([replayed.status, questions.jsonOf(replayed)], [status, questions.jsonOf(taken ?? replayed)]);
    t.true(taken !== undefined);
    const reused = { status: 422, slug: 'idempotency-key-reused' };
    t.deepEqual(await told.answers(api.url, [ask(id, { ...given, body: other }, reused)]), []);
  }
});

test.serial('who asks too often is told when to come again', async (t) => {
  // Without the shared counters, each of a thousand replicas grants its share: a handful of requests.
  const busy = await whole.run(['analytics'], { REDIS_URL: 'redis://127.0.0.1:1', REPLICAS: '1000' });
  const from = { 'x-forwarded-for': '10.255.0.1' };
  for (const operation of told.contract.operations) {
    const given = { token: operation.isPublic ? undefined : cast.admin.token, headers: from };
    t.deepEqual(await told.exhausted(busy.url, base, operation, given), []);
  }
});

test.serial('a store that is not what it should be is a fault of ours, one that is away passes', async (t) => {
  const { postgres } = await parts(t, ['postgres']);
  const database = await freshDatabase(postgres, 'analytics');
  const way: Cable = await cable(database.appUrl);
  const weak = await whole.run(['analytics'], { DATABASE_ANALYTICS: way.url });
  const served = told.contract.operations.filter(({ id }) => id !== 'issueToken');
  const each = (status: number, slug: string) =>
    told.answers(
      weak.url,
      served.map(({ id }) => ask(id, { token: cast.admin.token, ...secrets[id] }, { status, slug })),
    );
  await withoutTables(database.ownerUrl, ['dealer_grants', 'login_failures', 'refresh_tokens']);
  t.deepEqual(await each(500, 'internal'), []);
  await way.cut();
  t.deepEqual(await each(503, 'unavailable'), []);
});

test.serial('without the identity provider nobody gets a token, and that is said to pass', async (t) => {
  const alone = await whole.run(['analytics'], { ISSUER_ANALYTICS: 'http://127.0.0.1:1/auth/realms/analytics' });
  const away = { status: 503, slug: 'unavailable' };
  const asked = [ask('issueToken', {}, away), ask('loginUser', {}, away)];
  t.deepEqual(await told.answers(alone.url, asked), []);
});

test.serial('a body that does not arrive in time is not waited for', async (t) => {
  t.deepEqual(await late, []);
});

test.serial('every declared reply of every operation was seen, or is exempt for a reason', (t) => {
  for (const line of told.coverage.table()) t.log(line);
  t.deepEqual(told.shortcomings(), []);
});

const secrets: Readonly<Record<string, questions.Given>> = {
  refreshToken: { body: { refresh_token: `rt_${'A'.repeat(43)}` } },
};

/** Of somebody who may call the operation. */
const tokenFor = ({ isPublic, roles }: Operation): string | undefined =>
  isPublic ? undefined : roles.includes('admin') ? cast.admin.token : cast.analyst.token;

const request = (id: string, given: questions.Given) => questions.requestOf(base, told.operation(id), given);

const ask = (id: string, given: questions.Given, expected: questions.Expected): questions.Question =>
  questions.asker(told.operation(id))('a cause of its own', request(id, given), expected);

const good = (id: string, given: questions.Given): questions.Question =>
  ask(id, given, { status: id === 'uploadFile' ? 202 : 200 });

const invalid = (place: string): questions.Expected => ({ status: 400, slug: 'invalid-request', place });

const login = () => {
  const { email, password } = cast.analyst;
  const operation = told.operation('loginUser');
  return told.answer(api.url, operation, request('loginUser', { body: { email, password } }), { status: 200 });
};

const form = (more: Readonly<Record<string, unknown>> = {}) => ({
  ...(told.operation('uploadFile').bodies[0]?.examples[0] as object),
  ...more,
});

const upload = (token: string) =>
  told.answer(api.url, told.operation('uploadFile'), request('uploadFile', { token }), { status: 202 });

async function finished(id: string): Promise<void> {
  const given = { token: cast.analyst.token, path: { id } };
  const look = async () =>
    questions.jsonOf(await told.answer(api.url, told.operation('getJob'), request('getJob', given), { status: 200 }));
  await eventually(look, ({ status }) => status === 'succeeded' || status === 'failed');
}
