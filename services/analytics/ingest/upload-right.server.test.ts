// The right to upload is asked for again where the file takes effect: decision 151.
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { brandId } from '../../../generated/analytics/ids.ts';
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';
import { ingestOnce } from './ingest-run.ts';

const header = 'period_start,brand,region,units_sold\n';
const period = { period: '2026-01' };

const changeGrant = (b: Bench, change: ReturnType<typeof sql.fragment>) =>
  withScope(b.store, { dealers: ['alfa'] }, (tx) => tx.query(sql.unsafe`update dealer_grants set ${change}`));

const units = async (b: Bench, caller: Awaited<ReturnType<Bench['dealer']>>) =>
  (await b.indices(caller)).map((item) => item.units);

const changes = [
  {
    what: 'takes the role away',
    change: sql.fragment`roles = '{reader}'`,
    expected: { policy: 'upload-own-dealer', attribute: 'dealer_id' },
  },
  {
    what: 'narrows it to a brand',
    change: sql.fragment`brand_ids = '{bmw}'`,
    expected: { policy: 'upload-whole-dealer', attribute: 'brand_ids' },
  },
  {
    what: 'narrows it to a region',
    change: sql.fragment`region_ids = '{bergen}'`,
    expected: { policy: 'upload-whole-dealer', attribute: 'region_ids' },
  },
];

for (const { what, change, expected } of changes)
  test(`a change of the grant that ${what} ends waiting jobs, and nothing is replaced`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('alfa');
    await b.load(caller, `${header}2026-01,Toyota,Oslo,999\n2026-01,BMW,Bergen,7\n`, period);
    const reply = await b.upload(caller, `${header}2026-01,Toyota,Oslo,1\n`, period);
    if (reply.status !== 202) return t.fail(JSON.stringify(reply));
    await changeGrant(b, change);
    await b.work();
    const job = await b.job(caller, reply.body.job_id);
    t.like(job, { status: 'failed', revision: null });
    t.like(job?.problem, { type: 'https://covenant.example/problems/out-of-scope', status: 403, ...expected });
    t.deepEqual(await units(b, caller), [1006]);
  });

test('the database refuses a merge under a narrowed grant', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, `${header}2026-01,Toyota,Oslo,999\n2026-01,BMW,Bergen,7\n`, period);
  const reply = await b.upload(caller, `${header}2026-01,Toyota,Oslo,1\n`, period);
  if (reply.status !== 202) return t.fail(JSON.stringify(reply));
  await changeGrant(b, sql.fragment`brand_ids = '{bmw}'`);
  const { work, jobs } = b.worker;
  let fault: unknown;
  // The worker takes the grant for one of all brands, and the transaction is confined to the grant as it is.
  const findGrant: typeof jobs.findGrant = async (...input) => {
    const grant = await jobs.findGrant(...input);
    return grant && { ...grant, brand_ids: null };
  };
  const confine: typeof work.confine = (tx, job, grant) =>
    work.confine(tx, job, { ...grant, brand_ids: [brandId('bmw')] });
  const longTransaction: typeof work.longTransaction = (...input) =>
    work.longTransaction(...input).catch((error: unknown) => {
      fault = error;
      throw error;
    });
  const unjudged = { work: { ...work, confine, longTransaction }, jobs: { ...jobs, findGrant } };
  await ingestOnce({ ...b.worker, ...unjudged }, new AbortController().signal);
  t.like(fault, { code: '42501' }, 'insufficient privilege: the row violates row-level security');
  t.deepEqual(await units(b, caller), [1006]);
});
