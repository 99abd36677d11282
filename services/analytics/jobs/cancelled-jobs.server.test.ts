// Jobs that are cancelled: at whatever step, nothing of their file is read, and one message reports their end.
import test from 'ava';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { ingestOnce } from '../ingest/ingest-run.ts';

const csv = (units: number) => `period_start,brand,units_sold\n2026-01,Toyota,${units}\n2026-02,Toyota,${units}\n`;
const period = '2026-01/2026-02';

async function uploaded(b: Bench, caller: Caller, units: number, form = {}) {
  const reply = await b.upload(caller, csv(units), { period, ...form });
  if (reply.status !== 202) throw new Error(JSON.stringify(reply));
  return reply.body.job_id;
}

const cancel = (b: Bench, caller: Caller, id: Awaited<ReturnType<typeof uploaded>>) =>
  b.handlers.cancelJob({ ...b.facts, caller, path: { id } });

const units = async (b: Bench, caller: Caller) => (await b.indices(caller)).map((item) => item.units);

const ends = async (b: Bench) => (await b.jobMessages()).map(({ body }) => [body.job_id, body.status, body.revision]);

test('cancelJob ends a queued job, and answers the same again', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const id = await uploaded(b, caller, 2);
  const cancelled = { status: 200, body: { job_id: id, status: 'cancelled' } };
  t.deepEqual(await cancel(b, caller, id), cancelled);
  await b.work();
  t.deepEqual(await cancel(b, caller, id), cancelled);
  t.like(await b.job(caller, id), {
    status: 'cancelled',
    phase: 'queued',
    progress: 100,
    revision: null,
    problem: null,
  });
  t.deepEqual(await units(b, caller), []);
  t.deepEqual(await ends(b), [[id, 'cancelled', null]]);
});

test('cancelJob answers 409 for a job that has succeeded or failed', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id } = await b.load(caller, csv(1), { period });
  const failed = await b.load(caller, 'period_start,brand,units_sold\n2026-01,Toyota,many\n', { period: '2026-01' });
  const refused = async (id: typeof job_id) => {
    const reply = await cancel(b, caller, id);
    return reply.status === 409 ? reply.problem.detail : reply;
  };
  t.is(await refused(job_id), 'The job has already succeeded.');
  t.is(await refused(failed.job_id), 'The job has already failed.');
  t.deepEqual(await units(b, caller), [1, 1]);
});

for (const { step, phase } of [
  { step: 1, phase: 'queued' },
  { step: 8, phase: 'validating' },
  { step: 2, phase: 'loading' },
  { step: 3, phase: 'loading' },
  { step: 4, phase: 'merging' },
])
  test(`a job that is cancelled while its worker is at step ${step} (${phase}) leaves nothing`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const first = await b.load(caller, csv(1), { period });
    const id = await uploaded(b, caller, 2);
    const failpoints = {
      reach: async (_: string, at: number) => {
        if (at === step) t.is((await cancel(b, caller, id)).status, 200);
      },
    };
    t.is(await ingestOnce({ ...b.worker, failpoints }, b.facts.signal), 'worked');
    t.like(await b.job(caller, id), { status: 'cancelled', phase, progress: 100, revision: null });
    t.deepEqual(await units(b, caller), [1, 1]);
    t.deepEqual(await ends(b), [
      [first.job_id, 'succeeded', 1],
      [id, 'cancelled', null],
    ]);
    t.deepEqual(await b.stagings(), []);
    const again = await uploaded(b, caller, 2);
    t.not(again, id, 'a cancelled job does not count as the same upload');
    await b.work();
    t.like(await b.job(caller, again), { status: 'succeeded', revision: 2 });
  });

test('cancelJob waits for a merge that commits, and answers 409', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const id = await uploaded(b, caller, 2);
  let cancelling: ReturnType<typeof cancel> | undefined;
  const failpoints = {
    reach: async (_: string, at: number) => {
      if (at === 5) cancelling = cancel(b, caller, id);
    },
  };
  t.is(await ingestOnce({ ...b.worker, failpoints }, b.facts.signal), 'worked');
  t.like(await cancelling, { status: 409, problem: { slug: 'conflict' } });
  t.deepEqual(await units(b, caller), [2, 2]);
  t.deepEqual(await ends(b), [[id, 'succeeded', 1]]);
});

test('cancelJob needs the right to upload, and answers 404 for a job outside of the scope', async (t) => {
  const b = await bench(t);
  const [owner, other] = [await b.dealer('fjord'), await b.dealer('nord')];
  const id = await uploaded(b, owner, 2);
  t.like(await cancel(b, other, id), { status: 404 });
  t.like(await cancel(b, callerOf([['fjord', {}]], 'reader'), id), {
    status: 403,
    problem: { slug: 'out-of-scope', policy: 'upload-own-dealer', attribute: 'dealer_id' },
  });
  t.like(await cancel(b, callerOf([['fjord', { roles: ['uploader'] }]], 'uploader'), id), { status: 404 });
  t.like(await b.job(owner, id), { status: 'queued' });
});
