// A brand that a dealer stops selling, as indices, dashboard, forecasts and dry runs show it. Decision 573.
import test from 'ava';
import type { BrandId, JobChange } from '../../../../generated/analytics/types.ts';
import { type Bench, bench } from '../../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../../caller.ts';

const head = 'period_start,brand,region,units_sold\n';
const monthOf = (n: number) => `${Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`;
const first = 2020 * 12 + 10;

/** From November 2020 on. */
const months = (brand: string, size: number, count: number) =>
  Array.from({ length: count }, (_, i) => `${monthOf(first + i)},${brand},Oslo,${size + ((i * 7) % 13)}\n`).join('');

const volvo = { brand_id: ['volvo' as BrandId] };

async function shown(b: Bench, caller: Caller) {
  const asked = { ...b.facts, caller, unchanged: async () => false };
  const [board, coming] = [
    await b.handlers.getDashboardSummary({ ...asked, query: {} }),
    await b.handlers.listForecasts({ ...asked, query: { ...volvo, horizon_days: 90, include: 'history' } }),
  ];
  if (board.status !== 200 || coming.status !== 200) throw new Error('not read');
  const { items, history, meta } = coming.body;
  return {
    indices: (await b.indices(caller, volvo)).map(({ date, complete, units, dsr, demand_growth, z_t }) => [
      date,
      complete,
      units,
      dsr,
      demand_growth,
      z_t,
    ]),
    alerts: board.body.alerts.map(({ brand_id, date, severity }) => [brand_id, date, severity]),
    kpi: board.body.kpi.slice(0, 1).map(({ date, value }) => [date, value]),
    forecast: { items, history, trained_until: meta.trained_until },
  };
}

test('a brand without a row in a month with rows of others is shown as with a row of 0: indices, alerts and forecasts', async (t) => {
  const b = await bench(t);
  const [silent, explicit] = [await b.dealer('silent'), await b.dealer('explicit')];
  const period = { period: '2020-11/2023-10' };
  const file = head + months('Volvo', 208, 35) + months('Kia', 90, 36);
  await b.load(silent, file, period);
  await b.load(explicit, `${file}2023-10,Volvo,Oslo,0\n`, period);
  const stopped = await shown(b, silent);
  t.deepEqual(stopped, await shown(b, explicit));
  t.deepEqual(stopped.indices.at(-1)?.slice(0, 5), ['2023-10-01', true, 0, 0, -1]);
  t.deepEqual(stopped.alerts, [['volvo', '2023-10-01', 'critical']]);
  t.is(stopped.forecast.trained_until, '2023-10-01');
});

test('a month without a row of any brand behind the last row is not reported, until an upload has a row in it', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, head + months('Volvo', 208, 35) + months('Kia', 90, 35), { period: '2020-11/2023-11' });
  const early = await shown(b, caller);
  t.deepEqual(
    [early.indices.at(-1)?.[0], early.alerts, early.kpi[0]?.[0], early.forecast.trained_until],
    ['2023-09-01', [], '2023-09-01', '2023-09-01'],
  );
  const file = `${head}2023-10,Kia,Oslo,90\n`;
  const dry = await b.load(caller, file, { period: '2023-10', dry_run: true });
  const changes = await b.handlers.listJobChanges({
    ...b.facts,
    caller,
    path: { id: dry.job_id },
    query: { period_type: 'month', limit: 10, ...volvo },
  });
  if (changes.status !== 200) throw new Error(JSON.stringify(changes));
  const [change, ...others] = changes.body.items as readonly JobChange[];
  t.deepEqual([change?.date, change?.before, change?.after?.units, others], ['2023-10-01', null, 0, []]);
  await b.load(caller, file, { period: '2023-10' });
  const late = await shown(b, caller);
  t.deepEqual(late.indices.at(-1)?.slice(0, 3), ['2023-10-01', true, 0]);
  t.deepEqual(late.forecast.trained_until, '2023-10-01');
});

test('a read of dates without a row lists what sold none, with its calendar and without a reason for an empty list', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord', 'no');
  await b.load(caller, `${head}2023-09,Volvo,no,5\n2023-10,Kia,no,9\n`, { period: '2023-09/2023-10' });
  const read = async (date_from: string) => {
    const query = { period_type: 'month' as const, limit: 10, ...volvo, date_from };
    const reply = await b.handlers.listIndices({ ...b.facts, caller, query, unchanged: async () => false });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
    const { calendars, empty_reason } = reply.body.meta;
    return [reply.body.items.map(({ units }) => units), calendars.map(({ calendar_id }) => calendar_id), empty_reason];
  };
  t.deepEqual(await read('2023-10-01'), [[0], ['no'], undefined]);
  t.deepEqual(await read('2023-11-01'), [[], [], 'outside_dates']);
});
