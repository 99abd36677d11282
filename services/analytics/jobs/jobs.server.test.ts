// The list of upload jobs: whose, in which order, page by page.
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { DealerId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

const list = async (b: Bench, caller: Caller, query: object = {}) => {
  const reply = await b.handlers.listJobs({ ...b.facts, caller, query: { limit: 100, ...query } });
  return reply.status === 200 ? reply.body : reply.problem;
};

async function uploaded(b: Bench, caller: Caller, period: string): Promise<string> {
  const reply = await b.upload(caller, 'brand,units\nToyota,1\n', { period });
  return reply.status === 202 ? reply.body.job_id : Promise.reject(new Error(JSON.stringify(reply)));
}

test('listJobs lists the newest jobs first, of the own dealers only', async (t) => {
  const b = await bench(t);
  const [alfa, beta] = [await b.dealer('alfa'), await b.dealer('beta')];
  const first = await uploaded(b, alfa, '2026-01');
  await b.work();
  const [second, others] = [await uploaded(b, alfa, '2026-02'), await uploaded(b, beta, '2026-01')];
  const [done, waiting, foreign] = [
    { job_id: first, status: 'succeeded' },
    { job_id: second, status: 'queued' },
    { job_id: others, status: 'queued' },
  ];
  const both = callerOf([
    ['alfa', {}],
    ['beta', {}],
  ]);
  const states = async (caller: Caller, query: object = {}) => {
    const page = await list(b, caller, query);
    return 'items' in page ? page.items.map(({ job_id, status }) => ({ job_id, status })) : page;
  };
  t.deepEqual(await states(both), [foreign, waiting, done]);
  t.deepEqual(await states(alfa), [waiting, done]);
  t.deepEqual(await states(both, { status: 'succeeded' }), [done]);
  t.deepEqual(await states(both, { dealer_id: 'beta' as DealerId }), [foreign]);
  t.like(await list(b, alfa, { dealer_id: 'beta' as DealerId }), { slug: 'out-of-scope', attribute: 'dealer_id' });
  t.deepEqual(await list(b, callerOf([])), { items: [], next_cursor: null });
});

test('listJobs shows of each job what getJob shows, without what grows with its file', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, 'brand,units\nToyota,1\n', { period: '2026-01' });
  await b.load(caller, 'brand,units\nToyota,many\n,2\n', { period: '2026-02' });
  await b.load(caller, 'brand,units\nToyota,1\nTotal,1\n', { period: '2026-03' });
  await uploaded(b, caller, '2026-04');
  const narrowed = callerOf([['alfa', { brands: ['toyota'] }]]);
  for (const each of [caller, narrowed]) {
    const page = await list(b, each);
    if (!('items' in page)) return t.fail(JSON.stringify(page));
    t.deepEqual(
      page.items.map(({ period, status, error_count }) => [period, status, error_count]),
      [
        ['2026-04', 'queued', 0],
        ['2026-03', 'failed', 1],
        ['2026-02', 'failed', 2],
        ['2026-01', 'succeeded', 0],
      ],
    );
    for (const item of page.items) {
      const job = await b.handlers.getJob({ ...b.facts, caller: each, path: { id: item.job_id }, query: { wait: 0 } });
      if (job.status !== 200) return t.fail(JSON.stringify(job));
      const names = Object.keys(item);
      t.deepEqual(
        item as object,
        Object.fromEntries(Object.entries(job.body).filter(([name]) => names.includes(name))),
      );
    }
  }
});

test('listJobs selects the jobs that were created in a range of time, each in one of two consecutive ranges', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const ids: string[] = [];
  for (const month of ['01', '02', '03']) ids.push(await uploaded(b, caller, `2026-${month}`));
  const times = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', '2026-11-21T12:00:00Z'];
  await withScope(b.store, { dealers: ['alfa'] }, async (tx) => {
    for (const [i, id] of ids.entries())
      await tx.query(
        sql.unsafe`update upload_jobs set created_at = ${times[i]!}::timestamptz where job_id = ${id}::uuid`,
      );
  });
  const within = async (query: object) => {
    const page = await list(b, caller, query);
    return 'items' in page ? page.items.map(({ job_id }) => ids.indexOf(job_id)) : page;
  };
  const day = '2026-11-21T00:00:00Z';
  t.deepEqual(await within({ created_from: day }), [2, 1]);
  t.deepEqual(await within({ created_before: day }), [0]);
  t.deepEqual(await within({ created_from: day, created_before: '2026-11-21T13:00:00+01:00' }), [1]);
  t.deepEqual(await within({ created_from: '2026-12-01T00:00:00Z' }), []);
  t.like(await within({ created_from: day, created_before: day }), { slug: 'business-rule' });
});

test('listJobs has each job on exactly one page, and refuses the cursor of another query', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const ids: string[] = [];
  for (const month of ['01', '02', '03']) ids.unshift(await uploaded(b, caller, `2026-${month}`));
  const observed: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list(b, caller, { limit: 2, ...(cursor === undefined ? {} : { cursor }) });
    if (!('items' in page)) return t.fail(JSON.stringify(page));
    observed.push(...page.items.map(({ job_id }) => job_id));
    cursor = page.next_cursor;
    if (cursor !== null) t.like(await list(b, caller, { status: 'queued', cursor }), { slug: 'invalid-request' });
  }
  t.deepEqual(observed, ids);
});
