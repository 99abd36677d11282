// Periods that are deleted and revisions that are reverted: jobs like uploads, whose earlier state can still be read.
// Decisions 172, 173.
import test from 'ava';
import { row, sql } from '../../../../adapters/store/query.ts';
import { withScope } from '../../../../adapters/store/scope.ts';
import type { DealerId, Job } from '../../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../../caller.ts';

const csv = (...rows: string[]) => `period_start,brand,units_sold\n${rows.join('\n')}\n`;
const quarter = { period: '2026-01/2026-03' };
const stored = csv('2026-01,Toyota,100', '2026-02,Toyota,60', '2026-02,Opel,20', '2026-03,Toyota,20');
const months = (items: readonly { date: string; units: number }[]) => items.map(({ date, units }) => [date, units]);
const all = [
  ['2026-01-01', 100],
  ['2026-02-01', 80],
  ['2026-03-01', 20],
];
const dealer_id = 'fjord' as DealerId;

type Deletion = { period: string; confirm?: number; dry_run?: boolean };
const deletes = (b: Bench, caller: Caller, { dry_run = false, ...body }: Deletion) =>
  b.handlers.deletePeriod({ ...b.facts, caller, body: { dealer_id, dry_run, ...body } });
const reverts = (b: Bench, caller: Caller, revision: number, dry_run = false) =>
  b.handlers.revertRevision({ ...b.facts, caller, body: { dealer_id, revision, dry_run } });

async function done(
  b: Bench,
  caller: Caller,
  reply: Awaited<ReturnType<typeof deletes | typeof reverts>>,
): Promise<Job> {
  if (reply.status !== 202) throw new Error(JSON.stringify(reply));
  await b.work();
  return (await b.job(caller, reply.body.job_id)) as Job;
}

test('deletePeriod removes the sales of a period, and as_of still reads them', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const first = await b.load(caller, stored, quarter);
  t.like(await deletes(b, caller, { period: '2026-02' }), {
    status: 422,
    problem: { slug: 'confirmation-required', confirm: 1 },
  });
  const dry = await done(b, caller, await deletes(b, caller, { period: '2026-02', dry_run: true }));
  t.like(dry, {
    status: 'succeeded',
    kind: 'deletion',
    revision: null,
    slice: { date_from: '2026-02-01', date_to: '2026-02-28', replaces_revision: 1 },
    replacement: {
      before: { rows: 2, units: 80, periods: 1, brands: 2 },
      after: { rows: 0, units: 0, periods: 0, brands: 0 },
      removed_brand_ids: ['opel', 'toyota'],
      lost_share: 1,
      needs_confirm: true,
    },
  });
  t.deepEqual(months(await b.indices(caller)), all);
  const job = await done(b, caller, await deletes(b, caller, { period: '2026-02', confirm: 1 }));
  t.like(job, { status: 'succeeded', kind: 'deletion', revision: 2, progress: 100, replacement: { lost_share: 1 } });
  t.deepEqual(months(await b.indices(caller)), [
    ['2026-01-01', 100],
    ['2026-03-01', 20],
  ]);
  t.deepEqual(months(await b.indices(caller, { as_of: first.finished_at as string })), all);
  t.deepEqual(
    (await b.jobMessages()).map(({ body }) => [body.kind, body.status, body.revision]),
    [
      ['upload', 'succeeded', 1],
      ['deletion', 'succeeded', null],
      ['deletion', 'succeeded', 2],
    ],
  );
  const again = await b.load(caller, csv('2026-02,Toyota,1'), { period: '2026-02' });
  t.like(again, { status: 'succeeded', revision: 3, replacement: { before: { rows: 0 }, lost_share: 0 } });
});

test('deletePeriod leaves the other months of a longer period', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const dsr = async () =>
    (await b.indices(caller, { period_type: 'quarter' })).map(({ units, dsr: rate }) => [units, rate]);
  await done(b, caller, await deletes(b, caller, { period: '2026-02/2026-03', confirm: 1 }));
  const [[units, rate] = []] = await dsr();
  const [january] = await b.indices(caller);
  t.deepEqual(
    [units, rate],
    [100, january?.dsr],
    'deleted months are not reported: they are no selling days without sales',
  );
});

test('revertRevision brings back what was there before, also data of another period type', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const wrong = await b.load(caller, 'period_start,brand,units_sold\n2026-Q1,Toyota,900\n', { period: '2026-Q1' });
  t.deepEqual(await b.indices(caller), []);
  const job = await done(b, caller, await reverts(b, caller, 2));
  t.like(job, {
    status: 'succeeded',
    kind: 'reversal',
    reverts_revision: 2,
    revision: 3,
    period: '2026-Q1',
    replacement: {
      before: { rows: 1, units: 900 },
      after: { rows: 4, units: 200, periods: 3 },
      needs_confirm: false,
      removed_period_count: 0,
    },
  });
  t.deepEqual(months(await b.indices(caller)), all);
  t.deepEqual(await b.indices(caller, { as_of: wrong.finished_at as string }), []);
  const day = 'period_start,brand,units_sold\n2026-03-05,Toyota,1\n';
  t.like(await b.upload(caller, day, { period: '2026-03-05' }), {
    problem: { slug: 'granularity-conflict', stored_period_type: 'month' },
  });
  t.is((await b.load(caller, csv('2026-03,Toyota,21'), { period: '2026-03' })).status, 'succeeded');
});

test('revertRevision reverts reversals and deletions', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  await done(b, caller, await deletes(b, caller, { period: '2026-02', confirm: 1 }));
  t.like(await done(b, caller, await reverts(b, caller, 2)), { status: 'succeeded', revision: 3 });
  t.deepEqual(months(await b.indices(caller)), all);
  t.like(await done(b, caller, await reverts(b, caller, 3)), { status: 'succeeded', revision: 4 });
  t.deepEqual(
    months(await b.indices(caller)).map(([date]) => date),
    ['2026-01-01', '2026-03-01'],
  );
  t.like(await reverts(b, caller, 1), { status: 409, problem: { slug: 'conflict' } });
  t.is((await b.load(caller, stored, quarter)).revision, 5, 'the same file as once is a new revision');
});

test('revertRevision of a first upload leaves nothing, and its dry run changes nothing', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  t.like(await done(b, caller, await reverts(b, caller, 1, true)), {
    dry_run: true,
    replacement: { after: { rows: 0 } },
  });
  t.deepEqual(months(await b.indices(caller)), all);
  await done(b, caller, await reverts(b, caller, 1));
  t.deepEqual(await b.indices(caller), []);
  const quarters = 'period_start,brand,units_sold\n2026-Q1,Toyota,900\n';
  t.is((await b.load(caller, quarters, { period: '2026-Q1' })).status, 'succeeded');
});

test('deletePeriod and revertRevision refuse superseded, unknown, pending and empty targets, and a month cut in two', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  await b.load(caller, csv('2026-03,Toyota,20'), { period: '2026-03' });
  const problem = async (reply: Promise<{ status: number; problem?: { slug: string } }>) => {
    const { status, problem } = await reply;
    return [status, problem?.slug];
  };
  t.deepEqual(await problem(reverts(b, caller, 1)), [409, 'conflict']);
  t.deepEqual(await problem(reverts(b, caller, 9)), [404, 'not-found']);
  t.deepEqual(await problem(deletes(b, caller, { period: '2025-01', confirm: 1 })), [409, 'conflict']);
  t.deepEqual(await problem(deletes(b, caller, { period: '2026-01/2026-03', confirm: 1 })), [409, 'conflict']);
  t.deepEqual(await problem(deletes(b, caller, { period: '2026-01-10', confirm: 1 })), [422, 'granularity-conflict']);
  t.deepEqual(await problem(deletes(b, caller, { period: '2026-02-30', confirm: 1 })), [400, 'invalid-request']);
  t.deepEqual(await problem(deletes(b, callerOf([['fjord', {}]]), { period: '2026-01' })), [403, 'out-of-scope']);
  t.deepEqual(await problem(reverts(b, callerOf([['fjord', {}]]), 2)), [403, 'out-of-scope']);
  await b.upload(caller, csv('2026-03,Toyota,30'), { period: '2026-03' });
  t.deepEqual(await problem(reverts(b, caller, 2)), [409, 'conflict'], 'an upload of these dates waits');
  t.deepEqual(await problem(deletes(b, caller, { period: '2026-03', confirm: 2 })), [409, 'conflict']);
  t.is((await done(b, caller, await deletes(b, caller, { period: '2026-01', confirm: 1 }))).status, 'succeeded');
});

test('one of a concurrent deletion and reversal of the same revision is refused', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const replies = await Promise.all([
    deletes(b, caller, { ...quarter, confirm: 1 }),
    reverts(b, caller, 1),
    deletes(b, caller, { ...quarter, confirm: 1 }),
  ]);
  t.deepEqual(replies.map(({ status }) => status).sort(), [202, 409, 409]);
  await b.work();
  t.deepEqual(await b.indices(caller), []);
});

test('deletePeriod and revertRevision write an audit entry each', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  await done(b, caller, await deletes(b, caller, { period: '2026-02', confirm: 1 }));
  await done(b, caller, await reverts(b, caller, 2));
  const events = await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.any(
      sql.type(row<{ action: string; principal: string; details: object }>())`
        select action, principal, details from audit_events order by id`,
    ),
  );
  t.deepEqual(
    events.map(({ action, principal }) => [action, principal]),
    [
      ['upload.admitted', caller.subject],
      ['deletion.admitted', caller.subject],
      ['reversal.admitted', caller.subject],
    ],
  );
  t.like(events[2]?.details, { period: '2026-02', reverts: 2 });
});
