// Forecasts over HTTP, of a file that is public: two processes of the API, one of which is the worker as well.
import { readFileSync } from 'node:fs';
import test from 'ava';
import { convertNorway } from '../../../tools/data/norway/convert.ts';
import { withClient } from '../../../tools/local/servers/postgres.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, get, login, person, problemOf, problemType, upload } from '../fixtures/users.ts';

const file = new URL('../../../tools/data/norway/norway_new_car_sales_by_make.csv', import.meta.url);

let whole: System;
let apis: readonly [Running, Running];
const tokens = { all: '', volvo: '' };

test.before(async (t) => {
  whole = await system(t);
  apis = await Promise.all([whole.run(['analytics', 'ingest']), whole.run(['analytics'])]);
  await dealers(whole, ['norway']);
  const [all, volvo] = [
    await person(whole, { dealer: 'norway' }),
    await person(whole, { dealer: 'norway', brands: ['volvo'], roles: ['reader'] }),
  ];
  tokens.all = (await login(apis[0], all)).access_token;
  tokens.volvo = (await login(apis[0], volvo)).access_token;
  const { csv } = convertNorway(readFileSync(file, 'utf8'));
  const fields = { dealer_id: 'norway', period: '2007-01/2017-01' };
  const job = await ended(apis[0], tokens.all, await accepted(await upload(apis[0], tokens.all, csv, fields)));
  if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
});

type Forecasts = {
  readonly items: readonly Record<string, number>[];
  readonly history?: readonly unknown[];
  readonly meta: Record<string, unknown> & { readonly backtest: Record<string, number> };
};
const read = async (api: Running, token: string, query = ''): Promise<Forecasts> => {
  const response = await get(api, token, `/forecasts${query}`);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Forecasts;
};

test.serial('listForecasts gives the same forecast in each process, with its history on request', async (t) => {
  const [one, other] = await Promise.all(apis.map((api) => read(api, tokens.all, '?include=history&horizon_days=365')));
  t.deepEqual(other, one);
  t.is(one?.history?.length, 36);
  t.deepEqual(
    one?.items.map(({ date }) => date),
    Array.from({ length: 12 }, (_, h) => new Date(Date.UTC(2017, 1 + h, 1)).toISOString().slice(0, 10)),
  );
  for (const {
    value = 0,
    confidence_low = 0,
    confidence_high = 0,
    confidence_low_80 = 0,
    confidence_high_80 = 0,
  } of one?.items ?? [])
    t.true(
      confidence_low < confidence_low_80 &&
        confidence_low_80 < value &&
        value < confidence_high_80 &&
        confidence_high_80 < confidence_high,
    );
  t.like(one?.meta, { method: 'combination', steps: 12, trained_until: '2017-01-01', null_reasons: {} });
  t.true((one?.meta.backtest.relative_error ?? 9) < 1.1, JSON.stringify(one?.meta.backtest));
  t.is((await read(apis[0], tokens.all)).history, undefined);
});

test.serial('listForecasts shows a narrowed grant the forecast of its brand, and no other', async (t) => {
  const own = await read(apis[0], tokens.volvo);
  t.deepEqual(own.items, (await read(apis[1], tokens.all, '?brand_id=volvo')).items);
  const refused = await get(apis[0], tokens.volvo, '/forecasts?brand_id=toyota');
  const { type, policy } = await problemOf(refused);
  t.deepEqual([refused.status, type, policy], [403, problemType('out-of-scope'), 'read-granted-brands']);
});

test.serial(
  'listForecasts keeps its ETag until the next upload, and its horizon until the end of the plan',
  async (t) => {
    const first = await get(apis[0], tokens.all, '/forecasts');
    const etag = first.headers.get('etag') ?? '';
    t.is((await get(apis[1], tokens.all, '/forecasts', { 'if-none-match': etag })).status, 304);
    const more = 'period_start,brand,units_sold\n2017-02,Volvo,900\n';
    const job = await accepted(await upload(apis[0], tokens.all, more, { dealer_id: 'norway', period: '2017-02' }));
    t.is((await ended(apis[0], tokens.all, job)).status, 'succeeded');
    for (const api of apis) {
      const again = await get(api, tokens.all, '/forecasts', { 'if-none-match': etag });
      t.is(again.status, 200);
      t.like(((await again.json()) as Forecasts).meta, { trained_until: '2017-02-01', revision: 2 });
    }
    await withClient(whole.analytics.ownerUrl, (client) =>
      client.query("update plans set forecast_days = 200 where plan = 'plan-of-norway'"),
    );
    t.is((await get(apis[0], tokens.all, '/forecasts?horizon_days=200')).status, 200);
    const beyond = await problemOf(await get(apis[0], tokens.all, '/forecasts?horizon_days=201'));
    t.like(beyond, { type: problemType('plan-limit'), limit_name: 'horizon_days', limit: 200, used: 201 });
  },
);
