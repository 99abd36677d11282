// What counts against the rows that a plan includes, and the ways around it: decision 153.
import test from 'ava';
import fc from 'fast-check';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { DealerId, Job } from '../../../generated/analytics/types.ts';
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { subscription } from './subscriptions.ts';

/** A plan that includes so many rows; null: no limit. */
const subscribe = (b: Bench, limit: number | null) =>
  withScope(b.store, { dealers: ['fjord'] }, async (tx) => {
    const limits = sql.jsonb([{ name: 'rows_stored', unit: 'rows', limit }]);
    await tx.query(sql.unsafe`
      insert into plans (plan, title, limits) values ('p', 'P', ${limits}) on conflict (plan) do update set limits = excluded.limits`);
    await tx.query(sql.unsafe`
      insert into subscriptions (dealer_id, plan, status) values ('fjord', 'p', 'active') on conflict do nothing`);
  });

async function used(b: Bench, caller: Caller): Promise<number | null | undefined> {
  const { getCurrentSubscription } = subscription(b.deps);
  const query = { dealer_id: 'fjord' as DealerId };
  const reply = await getCurrentSubscription({ ...b.facts, caller, query, unchanged: async () => false });
  return reply.status === 200 ? reply.body.limits.find(({ name }) => name === 'rows_stored')?.used : undefined;
}

const current = (b: Bench) =>
  withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.oneFirst(sql.type(row<{ count: number }>())`select count(*) from sales where to_revision is null`),
  );

type Form = Parameters<Bench['load']>[2];

/** The job as it ended, a loss confirmed where that is asked for. */
async function load(b: Bench, caller: Caller, file: string, form: Form): Promise<Job> {
  const job = await b.load(caller, file, form);
  const confirm = (job.problem as { readonly confirm?: number } | null)?.confirm;
  return confirm === undefined ? job : await b.load(caller, file, { ...form, confirm });
}

/** So many rows in each of these months of 2025. */
const rowsIn = (months: readonly number[], each: number): string =>
  `period_start,brand,units_sold\n${months
    .flatMap((month) => Array.from({ length: each }, (_, i) => `2025-${String(month).padStart(2, '0')},brand ${i},1\n`))
    .join('')}`;

const half = { period: '2025-01/2025-06' };
const firstHalf = [1, 2, 3, 4, 5, 6];

test('the rest of a partly replaced slice still counts as stored rows', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, 100);
  t.is(await used(b, caller), 0);
  await load(b, caller, rowsIn(firstHalf, 5), half);
  t.is(await used(b, caller), 30);
  await load(b, caller, rowsIn([3], 1), { period: '2025-03' });
  t.is(await used(b, caller), 26, 'one month of six was replaced by one row');
  await load(b, caller, rowsIn([3], 9), { period: '2025-03', dry_run: true });
  await load(b, caller, 'brand,units_sold\nToyota,many\n', { period: '2025-04' });
  t.is(await used(b, caller), 26, 'dry runs and failed jobs store nothing');
  await load(b, caller, rowsIn([3, 4], 2), { period: '2025-03/2025-04' });
  t.is(await used(b, caller), 24);
  t.is(await current(b), 24);
});

test('stored rows equal the current rows, whatever is uploaded in whichever order', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, null);
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.log(`SEED=${seed}`);
  const uploads = fc.sample(
    fc.record({
      from: fc.integer({ min: 1, max: 12 }),
      length: fc.integer({ min: 1, max: 6 }),
      each: fc.integer({ min: 1, max: 4 }),
      skipped: fc.boolean(),
      dry_run: fc.boolean(),
    }),
    { seed, numRuns: 25 },
  );
  for (const { from, length, each, skipped, dry_run } of uploads) {
    const months = Array.from({ length }, (_, i) => from + i).filter((month) => month <= 12);
    const period = `2025-${String(from).padStart(2, '0')}/2025-${String(months.at(-1)).padStart(2, '0')}`;
    const file = `${rowsIn(months, each)}${skipped ? '2025-01,,1\n' : ''}`;
    await load(b, caller, file, { period, dry_run, on_error: skipped ? 'skip' : 'refuse' });
    t.is(await used(b, caller), await current(b), JSON.stringify({ period, each, skipped, dry_run }));
  }
});

const planLimit = { type: 'https://covenant.example/problems/plan-limit', status: 403, limit_name: 'rows_stored' };

test('uploadFile adds no rows to a full plan, whatever was replaced before', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, 30);
  await load(b, caller, rowsIn(firstHalf, 5), half);
  // Each of these once made the count fall, and so made room for the next ones.
  for (const month of firstHalf) await load(b, caller, rowsIn([month], 5), { period: `2025-0${month}` });
  const beyond = rowsIn([7], 1);
  const detail = 'The plan includes 30 stored rows; with this job, 31 would be stored.';
  for (const dry_run of [true, false]) {
    const job = await load(b, caller, beyond, { period: '2025-07', dry_run });
    t.like(job, { status: 'failed', revision: null });
    t.like(job.problem, { ...planLimit, detail, limit: 30, used: 30 });
  }
  const together = await Promise.all(
    ['2025-07', '2025-08', '2025-09'].map((period) =>
      b.upload(caller, rowsIn([Number(period.slice(-2))], 1), { period }),
    ),
  );
  await b.work();
  for (const reply of together)
    if (reply.status === 202) t.like((await b.job(caller, reply.body.job_id))?.problem, planLimit);
    else t.fail(JSON.stringify(reply));
  t.like(await load(b, caller, rowsIn([1], 6), { period: '2025-01' }), { status: 'failed' });
  t.deepEqual([await used(b, caller), await current(b)], [30, 30]);

  t.like(await load(b, caller, rowsIn([1], 4), { period: '2025-01' }), { status: 'succeeded' });
  t.like(await load(b, caller, beyond, { period: '2025-07' }), { status: 'succeeded' }, 'there is room for one again');
  t.deepEqual([await used(b, caller), await current(b)], [30, 30]);
});

test('revertRevision cannot exceed the plan with deleted rows', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, 30);
  await b.load(caller, rowsIn(firstHalf, 5), half);
  const dealer_id = 'fjord' as DealerId;
  const ended = async (
    reply: Awaited<ReturnType<typeof b.handlers.deletePeriod | typeof b.handlers.revertRevision>>,
  ) => {
    if (reply.status !== 202) throw new Error(JSON.stringify(reply));
    await b.work();
    return await b.job(caller, reply.body.job_id);
  };
  const deletion = { dealer_id, period: '2025-01/2025-06', confirm: 1, dry_run: false };
  const deleted = await ended(await b.handlers.deletePeriod({ ...b.facts, caller, body: deletion }));
  t.deepEqual([deleted?.status, await used(b, caller)], ['succeeded', 0]);
  const revert = async (dry_run: boolean) => {
    const body = { dealer_id, revision: deleted?.revision ?? 0, dry_run };
    return await ended(await b.handlers.revertRevision({ ...b.facts, caller, body }));
  };
  await b.load(caller, rowsIn([7], 1), { period: '2025-07' });
  for (const dry_run of [true, false]) {
    const reverted = await revert(dry_run);
    t.is(reverted?.status, 'failed');
    t.like(reverted?.problem, { ...planLimit, limit: 30, used: 1 });
  }
  t.deepEqual([await used(b, caller), await current(b)], [1, 1]);
  await subscribe(b, 31);
  t.is((await revert(false))?.status, 'succeeded');
  t.deepEqual([await used(b, caller), await current(b)], [31, 31]);
});

test('uploadFile accepts corrections from a dealer whose plan has shrunk', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, 30);
  await load(b, caller, rowsIn(firstHalf, 5), half);
  await subscribe(b, 10);
  t.like(await load(b, caller, `${rowsIn([1], 4)}2025-01,other,7\n`, { period: '2025-01' }), { status: 'succeeded' });
  t.like(await load(b, caller, rowsIn([1, 2], 4), { period: '2025-01/2025-02' }), { status: 'succeeded' });
  t.like(await load(b, caller, rowsIn([1], 5), { period: '2025-01' }), { status: 'failed' });
  t.deepEqual([await used(b, caller), await current(b)], [28, 28]);
});

/** More than one chunk of the file, so that its end is not read with its beginning. */
const longFile = (rows: number) =>
  `period_start,brand,units_sold\n${Array.from({ length: rows }, (_, i) => `2025-01,a brand with a rather long name ${i},1\n`).join('')}`;

for (const form of [{}, { dry_run: true }, { on_error: 'skip' as const }])
  test(`a file is refused as soon as its rows are more than the plan includes (${JSON.stringify(form)})`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    await subscribe(b, 12_000);
    await load(b, caller, longFile(11_000), { period: '2025-01' });
    const job = await b.load(caller, longFile(40_000), { period: '2025-01', ...form });
    t.like(job, { status: 'failed', problem: { title: 'Plan limit reached', limit: 12_000, used: 11_000 } });
    t.true(job.rows.read > 12_000 && job.rows.read < 40_000, `${job.rows.read} rows were read`);
    t.regex(
      String(job.problem?.detail),
      /^The plan includes 12,000 stored rows; with the first [\d,]+ rows of the file, /,
    );
    t.is(await used(b, caller), 11_000);
    t.deepEqual(await b.stagings(), []);
  });

test('a file of more rows than the plan includes is read to its end where it replaces as many', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, null);
  await load(b, caller, longFile(15_000), { period: '2025-01' });
  await subscribe(b, 10_000);
  t.like(await b.load(caller, longFile(15_000).replaceAll(',1\n', ',2\n'), { period: '2025-01' }), {
    status: 'succeeded',
  });
  t.is(await used(b, caller), 15_000);
});

test('errors of a file that is refused for them are listed to its end, also beyond the plan', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b, 12_000);
  const file = longFile(40_000).replace('\n', '\n2025-01,a brand,many\n');
  t.like(await b.load(caller, file, { period: '2025-01' }), {
    problem: { title: 'The file has errors' },
    rows: { read: 40_001 },
  });
});
