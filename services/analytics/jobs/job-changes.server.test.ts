// The index values that a dry run would change: whose they are, and when there are none. That they are the right ones:
// job-changes-property.server.test.ts.
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { brandId } from '../../../generated/analytics/ids.ts';
import type { DealerId, Job, JobChange, JobId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { ingestOnce } from '../ingest/ingest-run.ts';
import { type HeavyReads, tooManyReads } from '../reads/heavy-reads.ts';
import { type ChangesQuery, changesOf, listed } from './job-changes.fixture.ts';
import { jobChanges } from './job-changes.ts';

const dealer_id = 'fjord' as DealerId;
const heading = 'period_start,brand,region,units_sold\n';
const january = `${heading}2025-01,opel,oslo,5\n2025-01,kia,bergen,7\n`;
const corrected = `${heading}2025-01,opel,oslo,6\n2025-01,kia,bergen,7\n`;
const period = '2025-01';
const dry = { period, dry_run: true };

const shown = ({ date, before, after, ...group }: JobChange) => [
  ...Object.values(group),
  date,
  before?.units ?? null,
  after?.units ?? null,
];

const units = async (b: Bench, caller: Caller, id: JobId, query: ChangesQuery = {}) =>
  (await changesOf(b, caller, id, query)).map(shown);

async function refusal(b: Bench, caller: Caller, { job_id }: Pick<Job, 'job_id'>, query: ChangesQuery = {}) {
  const reply = await listed(b, caller, job_id, query);
  return reply.status === 200 ? reply.body.items : [reply.status, reply.problem.slug, reply.problem.detail];
}

const notKept =
  'The sums of this dry run are not kept: there are too many, other dry runs came later, or it ran in an earlier release. Repeat it, or send a shorter period.';

test('listJobChanges lists what an upload into an empty slice adds, and what a correction changes', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  const first = await b.load(caller, january, dry);
  t.deepEqual(await units(b, caller, first.job_id), [['2025-01-01', null, 12]]);
  t.is((await b.load(caller, january, { period })).revision, 1);
  const same = await b.load(caller, january, dry);
  t.deepEqual(await units(b, caller, same.job_id), []);
  const next = await b.load(caller, corrected, dry);
  t.deepEqual(await units(b, caller, next.job_id), [['2025-01-01', 12, 13]]);
  t.deepEqual(await units(b, caller, next.job_id, { group_by: 'brand' }), [['opel', '2025-01-01', 5, 6]]);
  t.deepEqual(await units(b, caller, next.job_id, { group_by: 'region' }), [['oslo', '2025-01-01', 5, 6]]);
  t.deepEqual(await units(b, caller, next.job_id, { group_by: 'dealer' }), [[dealer_id, '2025-01-01', 12, 13]]);
});

test('listJobChanges lists what a deletion removes and what a reversal brings back', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  await b.load(caller, january, { period });
  await b.load(caller, corrected, { period });
  const ended = async (reply: { readonly status: number; readonly body?: { readonly job_id: JobId } }) => {
    if (reply.body === undefined) throw new Error(JSON.stringify(reply));
    await b.work();
    return reply.body.job_id;
  };
  const deletion = await ended(
    await b.handlers.deletePeriod({ ...b.facts, caller, body: { dealer_id, period, dry_run: true } }),
  );
  t.deepEqual(await units(b, caller, deletion), [['2025-01-01', 13, null]]);
  const reversal = await ended(
    await b.handlers.revertRevision({ ...b.facts, caller, body: { dealer_id, revision: 2, dry_run: true } }),
  );
  t.deepEqual(await units(b, caller, reversal), [['2025-01-01', 13, 12]]);
});

test('listJobChanges lists the change of a file in another grain that replaces the slice whole', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  await b.load(caller, january, { period });
  const days = await b.load(caller, `${heading}2025-01-02,opel,oslo,6\n2025-01-03,opel,oslo,6\n`, {
    ...dry,
    period_type: 'day',
  });
  const sundays = [5, 12, 19, 26];
  const rest = Array.from({ length: 28 }, (_, i) => i + 4).filter((day) => !sundays.includes(day));
  t.deepEqual(await units(b, caller, days.job_id, { period_type: 'day', brand_id: [brandId('opel')] }), [
    ['2025-01-02', null, 6],
    ['2025-01-03', null, 6],
    ...rest.map((day) => [`2025-01-${String(day).padStart(2, '0')}`, null, 0]),
  ]);
  t.deepEqual(await units(b, caller, days.job_id, { group_by: 'brand' }), [
    ['kia', '2025-01-01', 7, null],
    ['opel', '2025-01-01', 5, 12],
  ]);
  const inPart = await b.upload(caller, `${heading}2025-01-02,opel,oslo,6\n`, { period: '2025-01-02', dry_run: true });
  t.like(inPart, { status: 422, problem: { slug: 'granularity-conflict' } });
});

test('listJobChanges answers 403 to an uploader who cannot read the dealer, whose job has no address of them', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  await b.dealer('other');
  const uploads = { roles: ['uploader'] };
  const uploader = callerOf([[dealer_id, uploads]], caller.subject);
  const job = await b.load(caller, january, dry);
  t.is((await b.job(uploader, job.job_id))?.index_changes, null);
  t.is((await b.job(caller, job.job_id))?.index_changes, `/api/v1/ingest/jobs/${job.job_id}/changes`);
  const withoutRole = [403, 'out-of-scope', 'None of your grants has the role reader.'];
  t.deepEqual(await refusal(b, uploader, job), withoutRole);
  const readsOther = callerOf(
    [
      [dealer_id, uploads],
      ['other', { roles: ['reader'] }],
    ],
    caller.subject,
  );
  t.deepEqual(await refusal(b, readsOther, job), withoutRole);
  const outsider = callerOf([['other', {}]]);
  t.deepEqual(await refusal(b, outsider, job), [
    404,
    'not-found',
    'The job does not exist, or you do not have access to it.',
  ]);
});

test('listJobChanges gives a narrowed reader the values of its brands and regions alone', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  await b.load(caller, january, { period });
  const both = `${heading}2025-01,opel,oslo,6\n2025-01,opel,bergen,2\n2025-01,kia,bergen,9\n`;
  const { job_id } = await b.load(caller, both, dry);
  const narrow = callerOf([[dealer_id, { brands: ['opel'], regions: ['oslo'] }]]);
  t.deepEqual(await units(b, narrow, job_id), [['2025-01-01', 5, 6]]);
  t.deepEqual(await units(b, narrow, job_id, { group_by: 'brand' }), [['opel', '2025-01-01', 5, 6]]);
  t.deepEqual(await units(b, narrow, job_id, { group_by: 'region' }), [['oslo', '2025-01-01', 5, 6]]);
  t.deepEqual(await refusal(b, narrow, { job_id }, { brand_id: [brandId('kia')] }), [
    403,
    'out-of-scope',
    'Your grants do not include this brand.',
  ]);
  t.deepEqual(await units(b, callerOf([[dealer_id, { brands: ['bmw'] }]]), job_id), []);
});

test('listJobChanges with dealer_id compares the dealers that it names alone', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  for (const name of ['glacier', 'harbour'])
    await b.load(await b.dealer(name), `${heading}2025-01,opel,oslo,457\n`, { period });
  await b.load(caller, january, { period });
  const group = callerOf([
    [dealer_id, {}],
    ['glacier', {}],
    ['harbour', {}],
  ]);
  const job = await b.load(caller, corrected, dry);
  const [glacier, harbour] = ['glacier', 'harbour'] as DealerId[];
  const changed = (...dealers: DealerId[]) => units(b, group, job.job_id, { dealer_id: dealers });
  t.deepEqual(await units(b, group, job.job_id), [['2025-01-01', 926, 927]]);
  t.deepEqual(await changed(dealer_id), [['2025-01-01', 12, 13]]);
  t.deepEqual(await changed(dealer_id, harbour!), [['2025-01-01', 469, 470]]);
  t.deepEqual(await units(b, group, job.job_id, { dealer_id: [dealer_id], group_by: 'brand' }), [
    ['opel', '2025-01-01', 5, 6],
  ]);
  const reply = await listed(b, group, job.job_id, { dealer_id: [dealer_id] });
  t.deepEqual(reply.status === 200 ? reply.body.meta.scope.dealer_ids : reply.problem, [dealer_id]);
  t.deepEqual(await refusal(b, group, job, { dealer_id: [glacier!, harbour!] }), [
    422,
    'business-rule',
    'dealer_id must include fjord, the dealer of the job.',
  ]);
  t.deepEqual(await refusal(b, caller, job, { dealer_id: [dealer_id, glacier!] }), [
    403,
    'out-of-scope',
    'Your grants do not include this dealer.',
  ]);
});

test('listJobChanges answers 409 once another job has replaced dates of the slice, and stays current beside it', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  const { job_id } = await b.load(caller, january, dry);
  await b.load(caller, `${heading}2024-01,opel,oslo,10\n`, { period: '2024-01' });
  const [change] = await changesOf(b, caller, job_id);
  t.is(change?.after?.demand_growth, 0.2, 'on the January that came after the dry run');
  await b.load(caller, corrected, { period });
  t.deepEqual(await refusal(b, caller, { job_id }), [
    409,
    'conflict',
    'Another job has replaced dates of the slice since the dry run. Repeat the dry run.',
  ]);
});

test('a merge deletes the sums of the dry runs that meet its slice, and keeps how many they were', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  await b.load(caller, january, dry);
  await b.load(caller, `${heading}2024-12,opel,oslo,3\n2025-01,opel,oslo,4\n`, { ...dry, period: '2024-12/2025-01' });
  await b.load(caller, `${heading}2025-02,opel,oslo,6\n`, { ...dry, period: '2025-02' });
  await b.load(caller, corrected, { period });
  const kept = sql.type(row<{ period: string; sums_kept: number; sums: number }>())`
    select period, sums_kept, (select count(*) from previewed_sums s where s.job_id = j.job_id) as sums
    from upload_jobs j where dry_run order by job_id`;
  t.deepEqual(await withScope(b.store, { dealers: [dealer_id] }, (tx) => tx.any(kept)), [
    { period: '2025-01', sums_kept: 2, sums: 0 },
    { period: '2024-12/2025-01', sums_kept: 2, sums: 0 },
    { period: '2025-02', sums_kept: 1, sums: 1 },
  ]);
});

test('listJobChanges weighs the kept sums beside the stored rows', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  await b.load(caller, `${heading}2024-12,opel,oslo,3\n`, { period: '2024-12' });
  const { job_id: id } = await b.load(caller, january, dry);
  const weights: number[] = [];
  const heavyReads: HeavyReads = {
    run: async () => 'busy',
    sums: async ({ dataRevision }) => {
      weights.push(dataRevision.rows);
      return { kind: 'refused', refusal: tooManyReads };
    },
  };
  const { listJobChanges } = jobChanges({ ...b.deps, heavyReads });
  const page = { after: undefined, limit: 1 };
  const request = { ...b.facts, caller: await b.known(caller), path: { id }, query: { period_type: 'month' as const } };
  t.like(await listJobChanges({ ...request, page }), { status: 503 });
  t.deepEqual(weights, [3], 'one row and two sums');
});

test('a job has no address of its changes when the subscription ended too long ago to read them', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  const job = await b.load(caller, january, dry);
  const addressWhenEnded = async (days: number) => {
    await withScope(b.store, { dealers: [dealer_id] }, (tx) =>
      tx.query(sql.unsafe`
        insert into subscriptions (dealer_id, plan, status, expires_at) values (${dealer_id}, 'trial', 'active', now() - ${days} * interval '1 day')
        on conflict (dealer_id) do update set expires_at = excluded.expires_at`),
    );
    return (await b.job(caller, job.job_id))?.index_changes;
  };
  t.is(await addressWhenEnded(29), `/api/v1/ingest/jobs/${job.job_id}/changes`);
  t.is(await addressWhenEnded(32), null);
  t.like(await listed(b, caller, job.job_id), { status: 403, problem: { slug: 'subscription-expired' } });
});

test('listJobChanges answers 404 for jobs that are not, or no longer, a dry run with sums', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer(dealer_id);
  const why = async (job: Pick<Job, 'job_id'>) => [
    (await b.job(caller, job.job_id))?.index_changes,
    ...(await refusal(b, caller, job)),
  ];
  const none = (detail: string) => [null, 404, 'not-found', detail];
  t.deepEqual(await why(await b.load(caller, january, { period })), none('The job is not a dry run.'));
  const wrong = await b.load(caller, `${heading}2025-01,opel,oslo,many\n`, dry);
  t.deepEqual(await why(wrong), none('The dry run has failed, so there are no changes.'));
  const queued = await b.upload(caller, corrected, dry);
  if (queued.status !== 202) throw new Error(JSON.stringify(queued));
  t.deepEqual(await why(queued.body), none('The changes are available when the dry run has ended.'));
  await b.work();
  t.deepEqual(await units(b, caller, queued.body.job_id), [['2025-01-01', 12, 13]]);
  const asIfMany = sql.unsafe`update upload_jobs set sums_kept = 999999 where job_id = ${queued.body.job_id}`;
  await withScope(b.store, { dealers: [dealer_id] }, (tx) => tx.query(asIfMany));
  await b.load(caller, january, dry);
  t.deepEqual(await why(queued.body), none(notKept));
});

for (const step of [2, 3])
  test(`a dry run that is cancelled while its worker is at step ${step} keeps no sums`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer(dealer_id);
    const reply = await b.upload(caller, january, dry);
    if (reply.status !== 202) throw new Error(JSON.stringify(reply));
    const path = { id: reply.body.job_id };
    const failpoints = {
      reach: async (_: string, at: number) => {
        if (at === step) t.is((await b.handlers.cancelJob({ ...b.facts, caller, path })).status, 200);
      },
    };
    while ((await b.job(caller, path.id))?.finished_at === null)
      await ingestOnce({ ...b.worker, failpoints }, b.facts.signal);
    t.deepEqual(await refusal(b, caller, reply.body), [
      404,
      'not-found',
      'The dry run was cancelled, so there are no changes.',
    ]);
    const sums = sql.type(row<{ count: number }>())`select count(*) from previewed_sums`;
    t.is(await withScope(b.store, { dealers: [dealer_id] }, (tx) => tx.oneFirst(sums)), 0);
  });
