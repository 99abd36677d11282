// New and used, retail and fleet, orders and revenue: what was uploaded comes out again. Each sum is added up by hand
// beside it.
import test from 'ava';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

const heading = 'date,brand,condition,channel,units,stock,orders,revenue,currency\n';
const file = `${heading}2026-01,Volvo,new,retail,10,8,12,4000000.10,NOK
2026-01,Volvo,used,retail,7,3,5,700000.20,NOK
2026-01,Volvo,new,fleet,4,1,9,1400000.30,NOK
2026-02,Volvo,,,20,5,21,8000000,NOK
`;

async function read(b: Bench, caller: Caller, query: object = {}) {
  const reply = await b.handlers.listIndices({
    ...b.facts,
    caller,
    query: { period_type: 'month', limit: 10, ...query },
    unchanged: async () => false,
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  const { items, meta } = reply.body;
  return {
    items: items.map(({ units, inventory, orders, revenue, currency }) => [
      units,
      inventory,
      orders,
      revenue,
      currency,
    ]),
    mix: [...meta.conditions, ...meta.channels].join(' '),
    reasons: items.map(({ null_reasons: { orders, revenue } }) => [orders, revenue]),
  };
}

test.serial(
  'listIndices reads new and used, retail and fleet sales apart or together, and reports which',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('alfa');
    t.is((await b.load(caller, file)).status, 'succeeded');
    const none = [0, null, null, null, null];
    const february = [20, 5, 21, 8_000_000, 'NOK'];
    const of = async (query: object) => {
      const { items, mix } = await read(b, caller, query);
      return [...items, mix];
    };
    t.deepEqual(await of({}), [[21, 12, 26, 6_100_000.6, 'NOK'], february, 'new used retail fleet']);
    t.deepEqual(await of({ condition: 'new' }), [[14, 9, 21, 5_400_000.4, 'NOK'], february, 'new retail fleet']);
    t.deepEqual(await of({ condition: 'used' }), [[7, 3, 5, 700_000.2, 'NOK'], none, 'used retail']);
    t.deepEqual(await of({ channel: 'retail' }), [[17, 11, 17, 4_700_000.3, 'NOK'], february, 'new used retail']);
    t.deepEqual(await of({ condition: 'new', channel: 'fleet' }), [[4, 1, 9, 1_400_000.3, 'NOK'], none, 'new fleet']);
    t.deepEqual(await of({ condition: 'used', channel: 'fleet' }), ['']);
    t.deepEqual(await of({ date_from: '2026-02-01' }), [february, 'new retail']);
    t.deepEqual(await of({ date_to: '2026-01-31', channel: 'fleet' }), [[4, 1, 9, 1_400_000.3, 'NOK'], 'new fleet']);
    t.deepEqual(await of({ period_type: 'week' }), ['']);
    const board = async (query: object) => {
      const reply = await b.handlers.getDashboardSummary({ ...b.facts, caller, query, unchanged: async () => false });
      if (reply.status !== 200) throw new Error(JSON.stringify(reply));
      const { kpi, meta } = reply.body;
      return [kpi[0]?.date, kpi[0]?.value, kpi[0]?.previous, [...meta.conditions, ...meta.channels].join(' ')];
    };
    t.deepEqual(await board({}), ['2026-02-01', 20, 21, 'new used retail fleet']);
    t.deepEqual(await board({ condition: 'used' }), ['2026-02-01', 0, 7, 'used retail']);
    t.deepEqual(await board({ channel: 'retail' }), ['2026-02-01', 20, 17, 'new used retail']);
  },
);

test.serial(
  'listIndices gives no sum for revenue in several currencies, over rows, regions, dealers or months',
  async (t) => {
    const b = await bench(t);
    const alfa = await b.dealer('alfa');
    const beta = await b.dealer('beta');
    const row = (month: string, brand: string, region: string, revenue: string) =>
      `${month},${brand},${region},1,${revenue}\n`;
    const lines = (...rows: string[]) => `date,brand,region,units,revenue,currency\n${rows.join('')}`;
    await b.load(
      alfa,
      lines(
        row('2026-01', 'Volvo', 'Oslo', '10.05,NOK'),
        row('2026-01', 'Saab', 'Oslo', '20.10,SEK'),
        row('2026-02', 'Volvo', 'Oslo', '0.1,NOK'),
        row('2026-02', 'Saab', 'Oslo', '0.2,NOK'),
        row('2026-03', 'Volvo', 'Oslo', '5,NOK'),
        row('2026-03', 'Volvo', 'Malmö', '5,SEK'),
        row('2026-04', 'Volvo', 'Oslo', '5,NOK'),
        row('2026-04', 'Saab', 'Oslo', ','),
      ),
    );
    await b.load(beta, lines(row('2026-02', 'Volvo', 'Oslo', '7,EUR')));
    const revenue = async (caller: Caller, query: object = {}) => {
      const { items, reasons } = await read(b, caller, query);
      return items.map(([, , , sum, currency], i) => (sum === null ? reasons[i]?.[1] : `${sum} ${currency}`));
    };
    t.deepEqual(await revenue(alfa), ['mixed_currencies', '0.3 NOK', 'mixed_currencies', 'not_reported']);
    t.deepEqual(await revenue(alfa, { brand_id: ['volvo'] }), ['10.05 NOK', '0.1 NOK', 'mixed_currencies', '5 NOK']);
    t.deepEqual(await revenue(alfa, { region_id: ['oslo'] }), ['mixed_currencies', '0.3 NOK', '5 NOK', 'not_reported']);
    t.deepEqual(await revenue(alfa, { period_type: 'quarter', brand_id: ['saab'] }), [
      'mixed_currencies',
      'not_reported',
    ]);
    t.deepEqual(await revenue(alfa, { period_type: 'quarter', brand_id: ['volvo'], region_id: ['oslo'] }), [
      '15.15 NOK',
      '5 NOK',
    ]);
    const both = callerOf([
      ['alfa', {}],
      ['beta', {}],
    ]);
    t.is((await revenue(both))[1], 'mixed_currencies');
  },
);

test.serial('listIndices sums revenue exactly, also where a double cannot hold its hundredths', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const rows = Array.from({ length: 2_000 }, (_, i) => `2026-01,Brand ${i},1,99999999998.99,IDR\n`).join('');
  const { status } = await b.load(caller, `date,brand,units,revenue,currency\n${rows}2026-02,Volvo,1,-0.01,IDR\n`);
  t.is(status, 'succeeded');
  // 2,000 * 99,999,999,998.99 = 199,999,999,997,980
  t.deepEqual((await read(b, caller)).items, [
    [2_000, null, null, 199_999_999_997_980, 'IDR'],
    [1, null, null, -0.01, 'IDR'],
  ]);
});

test.serial(
  'listIndices reports columns that no upload has brought as missing, and reads them after a later upload',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('alfa');
    await b.load(caller, 'date,brand,units\n2026-01,Volvo,3\n', { period: '2026-01' });
    const plain = {
      items: [[3, null, null, null, null]],
      mix: 'new retail',
      reasons: [['not_reported', 'not_reported']],
    };
    t.deepEqual(await read(b, caller), plain);
    await b.load(caller, `${heading}2026-02,Volvo,used,fleet,5,1,2,100.50,EUR\n`, { period: '2026-02' });
    t.deepEqual(await read(b, caller), {
      items: [
        [3, null, null, null, null],
        [5, 1, 2, 100.5, 'EUR'],
      ],
      mix: 'new used retail fleet',
      reasons: [
        ['not_reported', 'not_reported'],
        [undefined, undefined],
      ],
    });
  },
);
