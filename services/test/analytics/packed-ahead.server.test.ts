// What is packed before a merge is never read, counted or published but by that merge. Decision 564. Workers that are
// really killed: ingest.fault.test.ts.
import test from 'ava';
import { ingestStores } from '../../../adapters/store/analytics/ingest/all.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { DealerId, JobId } from '../../../generated/analytics/types.ts';
import { ingestOnce } from '../../analytics/ingest/ingest-run.ts';
import { type Bench, bench } from '../fixtures/analytics/analytics.ts';

type Caller = Awaited<ReturnType<Bench['dealer']>>;
type Stores = ReturnType<typeof ingestStores>;

const period = { period: '2025-01/2025-12' };
const months = Array.from({ length: 12 }, (_, n) => `2025-${String(n + 1).padStart(2, '0')}`);
const fileOf = (brands: number, units: number) =>
  `period_start,brand,model_family,units_sold,selling_days\n${months
    .flatMap((month) =>
      Array.from({ length: brands * 10 }, (_, n) => `${month},Brand ${n % brands},Family ${n},${units},20\n`),
    )
    .join('')}`;
const small = fileOf(3, 1).replaceAll(',20\n', ',\n');
const large = fileOf(4, 2);
const rowsAtOnce = 100;

const uploaded = async (b: Bench, caller: Caller, file: string, more: object = {}): Promise<JobId> => {
  const reply = await b.upload(caller, file, { ...period, confirm: 1, ...more });
  if (reply.status !== 202) throw new Error(JSON.stringify(reply));
  return reply.body.job_id;
};

/** `during` is called each time that the progress moves while rows are packed. */
const workOf = (b: Bench, during: (progress: number) => Promise<void>) => {
  const stores = ingestStores(b.store, rowsAtOnce);
  const advance: Stores['jobs']['advance'] = async (job, lease, progress) => {
    await stores.jobs.advance(job, lease, progress);
    if (progress.status === 'merging') await during(progress.progress);
  };
  return { ...b.worker, ...stores, jobs: { ...stores.jobs, advance } };
};

/** A run that ends without tidying up, as one that is killed does. */
const lost = (b: Bench, at: number) => {
  const worker = workOf(b, async (progress) => {
    if (progress >= at) throw new Error('killed');
  });
  return { ...worker, unpublished: { ...worker.unpublished, delete: async () => false } };
};

const stored = (b: Bench, dealer: string) =>
  withScope(b.store, { dealers: [dealer] }, (tx) =>
    tx.any(sql.type(row<Record<string, unknown>>())`
      select revision, level, period_start, brand_id, region_id, model_family_id, units_sold, selling_days, row_count from unpacked_sales
      order by revision, level, period_start, brand_id, region_id, model_family_id, units_sold`),
  );

const unpublished = (b: Bench) =>
  withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<Record<string, unknown>>())`select dealer_id, revision from unpublished_revisions order by 1`),
  );

const read = async (b: Bench, caller: Caller) => ({
  all: await b.indices(caller),
  brands: await b.indices(caller, { group_by: 'brand' }),
  families: await b.indices(caller, { group_by: 'model_family' }),
});

test('reads are the same while a large file is packed, also one that is the first with selling days', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, small, period);
  const before = await read(b, caller);
  const id = await uploaded(b, caller, large);
  const found: unknown[] = [];
  await ingestOnce(
    workOf(b, async () => void found.push(await read(b, caller))),
    b.facts.signal,
  );
  t.like(await b.job(caller, id), { status: 'succeeded', revision: 2 });
  t.true(found.length > 4);
  for (const each of found) t.deepEqual(each, before);
  t.notDeepEqual(await read(b, caller), before);
  t.deepEqual(await unpublished(b), []);
});

for (const at of [82, 95])
  test(`a large file that is cancelled at ${at} % while it is packed leaves no row`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    await b.load(caller, small, period);
    const before = await stored(b, 'fjord');
    const id = await uploaded(b, caller, large);
    const cancelling = workOf(b, async (progress) => {
      if (progress >= at) await b.handlers.cancelJob({ ...b.facts, caller, path: { id } });
    });
    t.is(await ingestOnce(cancelling, b.facts.signal), 'worked');
    t.like(await b.job(caller, id), { status: 'cancelled', revision: null });
    t.deepEqual([await stored(b, 'fjord'), await unpublished(b)], [before, []]);
  });

test('a large file whose merge is refused leaves no row', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, small, period);
  const before = await stored(b, 'fjord');
  const id = await uploaded(b, caller, fileOf(1, 1), { confirm: undefined });
  const packed: number[] = [];
  await ingestOnce(
    workOf(b, async (progress) => void packed.push(progress)),
    b.facts.signal,
  );
  t.is(packed.at(-1), 98);
  const job = await b.job(caller, id);
  t.deepEqual([job?.status, job?.problem?.title], ['failed', 'Confirmation required']);
  t.deepEqual([await stored(b, 'fjord'), await unpublished(b)], [before, []]);
});

test('a grant that is withdrawn before a large file is packed refuses it, and nothing is packed', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const id = await uploaded(b, caller, large);
  const progress: number[] = [];
  const withdrawing = workOf(b, async (part) => {
    progress.push(part);
    await withScope(b.store, { dealers: ['fjord'] }, (tx) => tx.query(sql.unsafe`delete from dealer_grants`));
  });
  await ingestOnce(withdrawing, b.facts.signal);
  t.like(await b.job(caller, id), { status: 'failed', problem: { title: 'Outside your scope' } });
  t.deepEqual([progress, await stored(b, 'fjord'), await unpublished(b)], [[80], [], []]);
});

for (const [next, at] of [
  ['a small file', 82],
  ['a large file', 95],
  ['a reversal', 95],
  ['a deletion', 82],
] as const)
  test(`${next} after a run that was lost at ${at} % stores what it does without one`, async (t) => {
    const b = await bench(t);
    const [whole, other] = [await b.dealer('fjord'), await b.dealer('nord')];
    for (const caller of [whole, other]) {
      await b.load(caller, small, period);
      await b.load(caller, small.replace('Family 0,1,', 'Family 0,7,'), { ...period, confirm: 1 });
    }
    const id = await uploaded(b, other, large);
    t.is(await ingestOnce(lost(b, at), b.facts.signal), 'failed');
    t.deepEqual(await unpublished(b), [{ dealer_id: 'nord', revision: 3 }]);
    await b.handlers.cancelJob({ ...b.facts, caller: other, path: { id } });
    for (const caller of [whole, other]) {
      const [dealer_id] = caller.scope.uploads as ReadonlySet<DealerId>;
      if (dealer_id === undefined) return t.fail('no dealer');
      const body = { ...b.facts, caller, body: { dealer_id, revision: 2, dry_run: false } };
      if (next === 'a reversal') t.is((await b.handlers.revertRevision(body)).status, 202);
      else if (next === 'a deletion')
        t.is(
          (
            await b.handlers.deletePeriod({
              ...b.facts,
              caller,
              body: { dealer_id, ...period, confirm: 2, dry_run: false },
            })
          ).status,
          202,
        );
      else await uploaded(b, caller, next === 'a small file' ? small : large, { confirm: 2 });
      await ingestOnce({ ...b.worker, ...ingestStores(b.store, rowsAtOnce * 10, 2) }, b.facts.signal);
    }
    t.deepEqual(await stored(b, 'nord'), await stored(b, 'fjord'));
    t.deepEqual(await read(b, other), await read(b, whole));
    t.deepEqual(await unpublished(b), []);
  });

for (const { what, take } of [
  {
    what: 'another run has the lease',
    take: sql.unsafe`update leases set fence = fence + 1, expires_at = clock_timestamp() where name = 'ingest:fjord'`,
  },
  { what: 'its rows were deleted', take: sql.unsafe`select delete_unpublished('fjord', 1000, 1000000)` },
])
  for (const at of [82, 98])
    test(`a large file that is packed merges nothing at ${at} % when ${what}, and the next run merges it once`, async (t) => {
      const b = await bench(t);
      const caller = await b.dealer('fjord');
      await b.load(caller, small, period);
      const before = await read(b, caller);
      const id = await uploaded(b, caller, large);
      let taken = false;
      const overtaken = workOf(b, async (progress) => {
        if (progress < at || taken) return;
        taken = true;
        await withScope(b.store, { dealers: ['fjord'] }, (tx) => tx.query(take));
      });
      t.not(await ingestOnce(overtaken, b.facts.signal), 'worked');
      t.true(taken);
      t.deepEqual(await read(b, caller), before);
      await b.work();
      t.like(await b.job(caller, id), { status: 'succeeded', revision: 2, rows: { accepted: 480 } });
      t.is((await stored(b, 'fjord')).filter((each) => each.revision === 2 && each.level === 'row').length, 480);
      t.deepEqual(await unpublished(b), []);
    });

test('publish publishes nothing but what its own run has packed, under the revision that it was packed for', async (t) => {
  const b = await bench(t);
  const { dealer_id } = { dealer_id: 'fjord' as DealerId };
  await b.dealer('fjord');
  await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.query(sql.unsafe`insert into unpublished_revisions (dealer_id, revision, fence) values (${dealer_id}, 3, 8)`),
  );
  const end = (fence: number, revision: number) =>
    withScope(b.store, { dealers: ['fjord'] }, (tx) =>
      b.worker.unpublished.publish(tx, { dealer_id }, { name: 'ingest:fjord', holder: 'test', fence }, revision),
    );
  for (const [fence, revision] of [
    [7, 3],
    [8, 2],
  ] as const)
    await t.throwsAsync(end(fence, revision), { name: 'UnpublishedRowsDeleted' });
  await end(8, 3);
  t.deepEqual(await unpublished(b), []);
});
