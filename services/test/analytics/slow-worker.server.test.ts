// A worker that stands still for longer than its lease keeps the job, as long as no other has claimed it. Decision 608.
import test from 'ava';
import type { Listen } from '../../../adapters/store/messages/port.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { runIngest } from '../../analytics/ingest/ingest-run.ts';
import { bench } from '../fixtures/analytics/analytics.ts';
import { eventually } from '../fixtures/eventually.ts';

test('a job whose lease runs out before each write ends in its first run', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { queue, jobs } = b.worker;
  let queries = 0;
  let wake: Parameters<Listen>[0] = () => {};
  const list: typeof queue.list = async () => {
    const dealers = await queue.list();
    queries++;
    return dealers;
  };
  /** The lease is over at each write, and the free place of the process reads what waits before the write goes on. */
  const advance: typeof jobs.advance = async (job, lease, progress) => {
    await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
      tx.query(
        sql.unsafe`update leases set expires_at = clock_timestamp() - interval '1 second' where name = 'ingest:fjord'`,
      ),
    );
    const before = queries;
    wake('');
    await eventually(
      async () => queries,
      (count) => count > before + 1,
    );
    await jobs.advance(job, lease, progress);
  };
  const stop = new AbortController();
  const listen: Listen = (call) => {
    wake = call;
    return { close: async () => {} };
  };
  const running = runIngest(
    { ...b.worker, listen, queue: { ...queue, list }, jobs: { ...jobs, advance } },
    stop.signal,
  );
  t.teardown(async () => {
    stop.abort();
    await running;
  });
  const reply = await b.upload(caller, 'brand,units\nToyota,1\n', { period: '2026-01' });
  if (reply.status !== 202) return t.fail(JSON.stringify(reply));
  const { job_id } = reply.body;
  const ended = await eventually(
    () => b.job(caller, job_id, 1),
    (job) => job?.finished_at != null,
  );
  t.like(ended, { status: 'succeeded', problem: null });
  const attempts = await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.oneFirst(sql.type(row<{ attempts: number }>())`select attempts from upload_jobs where job_id = ${job_id}`),
  );
  t.is(attempts, 1);
});
