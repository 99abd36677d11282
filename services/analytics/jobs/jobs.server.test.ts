// The list of upload jobs: whose, in which order, page by page.
import test from 'ava';
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
  t.deepEqual(await list(b, both), { items: [foreign, waiting, done], next_cursor: null } as never);
  t.deepEqual(await list(b, alfa), { items: [waiting, done], next_cursor: null } as never);
  t.deepEqual(await list(b, both, { status: 'succeeded' }), { items: [done], next_cursor: null } as never);
  t.deepEqual(await list(b, both, { dealer_id: 'beta' as DealerId }), { items: [foreign], next_cursor: null } as never);
  t.like(await list(b, alfa, { dealer_id: 'beta' as DealerId }), { slug: 'out-of-scope', attribute: 'dealer_id' });
  t.deepEqual(await list(b, callerOf([])), { items: [], next_cursor: null });
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
