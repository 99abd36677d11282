// How many heavy reads run at once, by a clock that the test turns.
import test from 'ava';
import type { ReadScope, SalesFigures } from '../../../adapters/store/analytics/sales/port.ts';
import { problems } from '../../../generated/analytics/problems.ts';
import type { BrandId, DealerId } from '../../../generated/analytics/types.ts';
import { manualClock } from '../../lib/clock.ts';
import { bench } from '../../test/fixtures/analytics/analytics.ts';
import { overBrands } from '../indices/figures.ts';
import { seriesByGroup } from '../indices/groups.ts';
import { dayAt } from '../indices/period.ts';
import { heavyReadBounds, heavyReads } from './heavy-reads.ts';

const scopeOf = (...dealers: readonly string[]): readonly ReadScope[] =>
  dealers.map((dealer_id) => ({ dealer_id: dealer_id as DealerId, brands: null, regions: null }));

/** Reads that end when the test says so. */
function reads(rows: number = heavyReadBounds.rows) {
  const clock = manualClock();
  const refused: string[] = [];
  const heavy = heavyReads({ clock, report: { limited: (facts) => void refused.push(String(facts?.policy)) } });
  const ends: (() => void)[] = [];
  let running = 0;
  const read = (dealers: readonly string[], signal = new AbortController().signal) =>
    heavy.run(
      { scope: scopeOf(...dealers), dataRevision: { rows } },
      async () => {
        running += 1;
        await new Promise<void>((resolve) => ends.push(resolve));
        running -= 1;
        return 'read' as const;
      },
      signal,
    );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { clock, refused, read, ends, settle, running: () => running };
}

test('heavyReads runs two reads of a dealer at once, and lets a third wait for a short time', async (t) => {
  const { clock, refused, read, ends, settle, running } = reads();
  const first = [read(['alfa']), read(['alfa'])];
  const [third, fourth] = [read(['alfa']), read(['alfa'])];
  await settle();
  t.is(running(), 2);
  ends.shift()?.();
  await settle();
  t.is(running(), 2, 'the third has the place of the first');
  await clock.advance(heavyReadBounds.waitMs);
  t.is(await fourth, 'busy');
  t.deepEqual(refused, ['heavy-reads']);
  for (const end of ends) end();
  t.deepEqual(await Promise.all([...first, third]), ['read', 'read', 'read']);
});

test('heavyReads runs four reads of all dealers at once, and counts a read of several dealers for each of them', async (t) => {
  const { clock, read, ends, settle, running } = reads();
  const started = [read(['alfa', 'beta']), read(['alfa']), read(['beta']), read(['gamma'])];
  const late = [read(['delta']), read(['alfa', 'delta'])];
  await settle();
  t.is(running(), 4);
  await clock.advance(heavyReadBounds.waitMs);
  t.deepEqual(await Promise.all(late), ['busy', 'busy']);
  for (const end of ends) end();
  t.deepEqual(await Promise.all(started), ['read', 'read', 'read', 'read']);
  const again = read(['alfa']);
  await settle();
  ends.at(-1)?.();
  t.is(await again, 'read', 'all room was given back');
});

test('heavyReads frees the room of a read that fails', async (t) => {
  const heavy = heavyReads({ clock: manualClock(), report: { limited: () => {} } });
  const of = { scope: scopeOf('alfa'), dataRevision: { rows: heavyReadBounds.rows } };
  const { signal } = new AbortController();
  for (let i = 0; i < 5; i++)
    await t.throwsAsync(
      heavy.run(of, () => Promise.reject(new Error('timeout')), signal),
      { message: 'timeout' },
    );
  t.is(await heavy.run(of, async () => 'read', signal), 'read');
});

const narrowing = ['brand_id', 'region_id', 'model_family_id'] as const;

test('heavyReads names the filters that a caller has not used when a read takes too long', async (t) => {
  const heavy = heavyReads({ clock: manualClock(), report: { limited: () => {} } });
  const { signal } = new AbortController();
  const failing = (kind: string) => () => Promise.reject(Object.assign(new Error('inner'), { kind }));
  const detailOf = async (run: Promise<unknown>) => (await t.throwsAsync<Error & { detail?: string }>(run)).detail;
  const of = (rows: number) => ({ scope: scopeOf('alfa'), dataRevision: { rows } });
  const sums = (kind: string, rows: number) =>
    detailOf(heavy.sums({ ...of(rows), query: { region_id: ['oslo'] }, narrowing }, failing(kind), signal));
  const narrow = 'The read took too long. Narrow it by brand_id or model_family_id.';
  t.deepEqual(
    [
      await sums('timeout', heavyReadBounds.rows),
      await sums('timeout', 1),
      await detailOf(heavy.run(of(heavyReadBounds.rows), failing('timeout'), signal)),
      await sums('unavailable', heavyReadBounds.rows),
    ],
    [narrow, narrow, 'The read took too long.', undefined],
  );
});

test('heavyReads refuses a read of too many sums with each parameter that narrows it', async (t) => {
  const heavy = heavyReads({ clock: manualClock(), report: { limited: () => {} } });
  const { signal } = new AbortController();
  const tooMany = () => Promise.reject(Object.assign(new Error('sums'), { kind: 'too-many-sums', limit: 250_000 }));
  const refusal = async (query: { region_id?: readonly string[]; brand_id?: readonly string[]; group_by?: string }) => {
    const weight = {
      scope: scopeOf('alfa'),
      dataRevision: { rows: 1 },
      query,
      narrowing: ['dealer_id', ...narrowing.slice(0, 2)] as const,
    };
    const read = await heavy.sums(weight, tooMany, signal);
    return read.kind === 'refused' && read.refusal;
  };
  const reason = 'The read needs more than 250,000 sums.';
  t.deepEqual(
    await refusal({ region_id: ['oslo', 'bergen'], group_by: 'brand' }),
    problems.readTooLarge({
      detail: `${reason} Narrow it by brand_id.`,
      limit: 250_000,
      errors: [
        { parameter: 'brand_id', rule: 'read_size', message: 'is missing and would narrow the read' },
        { parameter: 'region_id', rule: 'read_size', message: 'narrows the read more with fewer values' },
        { parameter: 'group_by', value: 'brand', rule: 'read_size', message: 'needs sums of each group' },
      ],
    }),
  );
  t.deepEqual(
    await refusal({ region_id: ['oslo'], brand_id: ['opel'], group_by: 'dealer' }),
    problems.readTooLarge({ detail: reason, limit: 250_000 }),
  );
  const ofGroup = { scope: scopeOf('alfa', 'beta'), dataRevision: { rows: 1 }, query: {} };
  t.like(await heavy.sums({ ...ofGroup, narrowing: ['dealer_id'] }, tooMany, signal), {
    kind: 'refused',
    refusal: { problem: { detail: `${reason} Narrow it by dealer_id.` } },
  });
});

test('heavyReads ends the wait of a caller that has gone, and frees the room of its read only when that has ended', async (t) => {
  const { read, ends, settle, running } = reads();
  const caller = new AbortController();
  const begun = [read(['alfa'], caller.signal), read(['alfa'], caller.signal)];
  const waiting = read(['alfa'], caller.signal);
  await settle();
  caller.abort();
  t.is(await waiting, 'busy');
  t.is(running(), 2);
  for (const end of ends) end();
  t.deepEqual(await Promise.all(begun), ['read', 'read']);
});

test('heavyReads does not count reads of few rows', async (t) => {
  const { read, ends, settle, running } = reads(heavyReadBounds.rows - 1);
  const all = Array.from({ length: 100 }, () => read(['alfa']));
  await settle();
  t.is(running(), 100);
  for (const end of ends) end();
  await Promise.all(all);
});

const figures = (brands: number): SalesFigures => ({
  dataRevision: { revision: 1, data_as_of: null, rows: 0, read_at: new Date() },
  leaves: Array.from({ length: brands }, (_, i) => ({
    dealer_id: 'alfa' as DealerId,
    region_id: 'oslo',
    brand_id: `brand-${i}` as BrandId,
    model_family_id: null,
    period_type: 'month',
    start: '2025-01-01',
    units: i,
    stock: null,
    receipts: null,
    selling_days: null,
    orders: null,
    revenue: null,
    currencies: null,
    conditions: null,
    channels: null,
  })),
  slices: [],
  calendars: [],
  assigned: [],
});

test('seriesByGroup lets the event loop serve others between two brands', async (t) => {
  let [turns, running] = [0, true];
  const turn = () => {
    turns += 1;
    if (running) setImmediate(turn);
  };
  setImmediate(turn);
  let brands = 0;
  for await (const { id } of seriesByGroup('month', { by: 'brand' }, figures(50), dayAt(new Date('2026-01-01'))))
    if (id) brands += 1;
  running = false;
  t.is(brands, 50);
  t.true(turns >= 49, `${turns} turns of the event loop for 50 brands`);
});

test('overBrands adds up the figures of brands to those read over all brands, in the same order', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const days = ['', '20', '21.5', '19'];
  const rows = ['2025-01', '2025-02', '2025-03'].flatMap((month) =>
    ['Oslo', 'Bergen'].flatMap((region) =>
      days.map((count, i) => `${month},brand ${i},${region},${i + 1},${i === 2 ? '' : 7 * i},${i},${count}\n`),
    ),
  );
  const file = `period_start,brand,region,units_sold,stock_units,receipts,selling_days\n${rows.join('')}`;
  t.like(await b.load(caller, file, { period: '2025-01/2025-03' }), { status: 'succeeded' });
  const { leaves } = overBrands(await b.deps.sales.figures(scopeOf('alfa'), { by: 'brand' }));
  t.deepEqual(leaves, (await b.deps.sales.figures(scopeOf('alfa'), {})).leaves);
  t.is(leaves.length, 24);
  const mixed = [
    ['2025-04', 'A', 'new', 'retail', '1,10.50,NOK'],
    ['2025-04', 'B', 'used', 'fleet', '2,0.25,NOK'],
    ['2025-05', 'A', 'used', 'retail', '3,1,NOK'],
    ['2025-05', 'B', 'new', 'retail', '4,1,EUR'],
    ['2025-06', 'A', 'new', 'fleet', '5,1,NOK'],
    ['2025-06', 'B', 'new', 'fleet', ',,'],
  ];
  const columns = 'period_start,brand,condition,channel,orders,revenue,currency,units_sold\n';
  const sums = mixed.map((each) => `${each.join(',')},1\n`).join('');
  t.like(await b.load(caller, columns + sums, { period: '2025-04/2025-06' }), { status: 'succeeded' });
  const joined = overBrands(await b.deps.sales.figures(scopeOf('alfa'), { by: 'brand' })).leaves;
  t.deepEqual(joined, (await b.deps.sales.figures(scopeOf('alfa'), {})).leaves);
  t.deepEqual(
    joined
      .filter(({ start }) => start > '2025-03-31')
      .map(({ orders, revenue, currencies, conditions, channels }) => [
        orders,
        revenue,
        currencies,
        conditions,
        channels,
      ]),
    [
      [3, '1075', ['NOK'], ['new', 'used'], ['fleet', 'retail']],
      [7, null, ['EUR', 'NOK'], ['new', 'used'], ['retail']],
      [null, null, null, ['new'], ['fleet']],
    ],
  );
});
