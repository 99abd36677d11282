// A large file is packed by several transactions before its merge. Decisions 360 and 564.
import test from 'ava';
import { ingestStores } from '../../../../adapters/store/analytics/ingest/all.ts';
import { connect } from '../../../../adapters/store/connect.ts';
import { row, sql } from '../../../../adapters/store/query.ts';
import { withScope } from '../../../../adapters/store/scope.ts';
import type { DealerId } from '../../../../generated/analytics/types.ts';
import { type Bench, bench } from '../../../test/fixtures/analytics/analytics.ts';
import { ingestOnce } from '../ingest-run.ts';

const lines = Array.from({ length: 1_200 }, (_, n) => {
  const [month, brand, family] = [1 + (n % 12), n % 7, Math.floor(n / 84)];
  return `2025-${String(month).padStart(2, '0')},Brand ${brand},Family ${family},${n},${n % 3 === 0 ? '' : n}\n`;
});
const file = `period_start,brand,model_family,units_sold,stock_units\n${lines.join('')}`;
const period = { period: '2025-01/2025-12' };

const stored = (b: Bench, dealer: string) =>
  withScope(b.store, { dealers: [dealer] }, (tx) =>
    tx.any(sql.type(row<Record<string, unknown>>())`
      select s.level, s.period_start, s.brand_id, s.region_id, s.model_family_id, s.channel, s.condition, s.units_sold, s.stock_units, s.revenue, s.row_count
      from unpacked_sales s join slices l using (dealer_id, revision) where l.live_dates @> s.period_start
      order by s.level, s.period_start, s.brand_id, s.region_id, s.model_family_id`),
  );

test('a merge in many parts stores what one in a single part does, and the progress of its job moves', async (t) => {
  const b = await bench(t);
  const [whole, parts] = [await b.dealer('fjord'), await b.dealer('nord')];
  t.like(await b.load(whole, file, period), { status: 'succeeded' });
  const reply = await b.upload(parts, file, period);
  if (reply.status !== 202) return t.fail(JSON.stringify(reply));
  const merging: number[] = [];
  const stores = ingestStores(b.store, 100);
  const advance: typeof stores.jobs.advance = async (job, lease, progress) => {
    if (progress.status === 'merging') merging.push(progress.progress);
    await stores.jobs.advance(job, lease, progress);
  };
  await ingestOnce({ ...b.worker, ...stores, jobs: { ...stores.jobs, advance } }, b.facts.signal);
  t.like(await b.job(parts, reply.body.job_id), { status: 'succeeded', rows: { accepted: lines.length } });
  t.deepEqual([merging.length > 12, merging.filter((each) => each > 90).length > 5], [true, true], String(merging));
  t.deepEqual([merging[0], merging.at(-1)], [80, 98]);
  t.deepEqual(
    merging,
    merging.toSorted((x, y) => x - y),
  );
  t.is((await stored(b, 'nord')).filter(({ level }) => level === 'row').length, lines.length);
  t.deepEqual(await stored(b, 'nord'), await stored(b, 'fjord'));
  t.deepEqual(await b.indices(parts, { group_by: 'brand' }), await b.indices(whole, { group_by: 'brand' }));
});

test('vehicles of a large file are counted as those of a small one', async (t) => {
  const b = await bench(t);
  const [whole, parts] = [await b.dealer('fjord'), await b.dealer('nord')];
  const sold = { period: '2024-01-01/2024-01-31' };
  t.like(await b.load(whole, vehicleFile, sold), { status: 'succeeded' });
  const reply = await b.upload(parts, vehicleFile, sold);
  if (reply.status !== 202) return t.fail(JSON.stringify(reply));
  await ingestOnce({ ...b.worker, ...ingestStores(b.store, 100) }, b.facts.signal);
  t.like(await b.job(parts, reply.body.job_id), { status: 'succeeded', rows: { accepted: vehicles.length } });
  t.deepEqual(await stored(b, 'nord'), await stored(b, 'fjord'));
});

const vehicles = Array.from({ length: 600 }, (_, n) => {
  const [day, family] = [1 + (n % 28), Math.floor(n / 4)];
  return `WVW${String(n).padStart(14, '0')},2024-01-${String(day).padStart(2, '0')},Opel,Family ${family},${n}.50,EUR\n`;
});
const vehicleFile = `vin,sale_date,brand,model_family,revenue,currency\n${vehicles.join('')}`;

test('a group of many entries is stored in several packed rows, which add up to the same', async (t) => {
  const b = await bench(t);
  const [whole, parts] = [await b.dealer('fjord'), await b.dealer('nord')];
  const loadAll = async (caller: typeof whole) => {
    t.like(await b.load(caller, file, period), { status: 'succeeded' });
    t.like(await b.load(caller, vehicleFile, { period: '2024-01-01/2024-01-31' }), { status: 'succeeded' });
    t.like(await b.load(caller, 'period_start,brand,units_sold\n2025-01,Opel,1\n', { period: '2025-01', confirm: 1 }), {
      status: 'succeeded',
    });
    const [dealer_id] = caller.scope.uploads;
    const reply = await b.handlers.revertRevision({
      ...b.facts,
      caller,
      body: { dealer_id: dealer_id as DealerId, revision: 3, dry_run: false },
    });
    t.is(reply.status, 202);
    await b.work();
  };
  await loadAll(whole);
  const owner = connect(b.database.ownerUrl);
  t.teardown(() => owner.close());
  await owner.query(sql.unsafe`
    create or replace function part_of(entry bigint) returns bigint language sql immutable parallel safe as 'select (entry - 1) / 10'`);
  await loadAll(parts);
  const most = await withScope(b.store, { dealers: ['fjord', 'nord'] }, (tx) =>
    tx.any(sql.type(row<Record<string, unknown>>())`
      select dealer_id, max(cardinality(period_start)) > 10 as many from packed_sales where revision > 1 group by 1 order by 1`),
  );
  t.deepEqual(most, [
    { dealer_id: 'fjord', many: true },
    { dealer_id: 'nord', many: false },
  ]);
  t.deepEqual(await stored(b, 'nord'), await stored(b, 'fjord'));
});
