// All errors of an upload as CSV, however many there are.

import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import test from 'ava';
import { manualClock } from '../kit/clock.ts';
import { bench, callerOf } from './bench-for-tests.ts';
import { forgetErrorLists } from './forget-uploads.ts';
import { errorsKey } from './job-errors.ts';

const file = (bad: number) => `period_start,brand,units_sold\n${'2026-01-01,=Toyota,many\n'.repeat(bad)}`;
const line = (row: number, value = 'many') =>
  `${row},units_sold,${value},type,"must be a whole number, without thousands separators",`;

test('every error is a line, whether the job row has room for it or not', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const csv = async (reader: typeof caller, id: Parameters<typeof b.job>[1]) => {
    const reply = await b.handlers.getJobErrors({ ...b.facts, caller: reader, path: { id } });
    return reply.status === 200 ? (await text(reply.body as Readable)).trimEnd().split('\n') : reply.problem.slug;
  };
  for (const count of [3, 1_000, 1_001, 30_000]) {
    const { job_id, errors_csv, error_count } = await b.load(caller, file(count));
    t.deepEqual([error_count, errors_csv], [count, `/ingest/jobs/${job_id}/errors.csv`]);
    const rows = Array.from({ length: count }, (_, i) => i + 2);
    t.deepEqual(await csv(caller, job_id), [
      'row,column,value,rule,message,related_row',
      ...rows.map((row) => line(row)),
    ]);
    const narrow = callerOf([['fjord', { brands: ['toyota'] }]]);
    t.deepEqual(
      (await csv(narrow, job_id)).slice(1),
      rows.map((row) => line(row, '')),
    );
    t.is(await csv(callerOf([['other', {}]]), job_id), 'not-found');
  }
});

test('a job without errors has an empty list, one that has not ended none yet', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const read = (id: Parameters<typeof b.job>[1]) => b.handlers.getJobErrors({ ...b.facts, caller, path: { id } });
  const reply = await b.upload(caller, 'period_start,brand,units_sold\n2026-01-01,Toyota,1\n');
  if (reply.status !== 202) return t.fail();
  t.like(await read(reply.body.job_id), { status: 404 });
  await b.work();
  const found = await read(reply.body.job_id);
  t.is(found.status === 200 && (await text(found.body as Readable)), 'row,column,value,rule,message,related_row\n');
  t.is((await b.job(caller, reply.body.job_id))?.errors_csv, null);
});

test('long lists are forgotten after 30 days, and the answer says so', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id } = await b.load(caller, file(1_500));
  const clock = manualClock(new Date());
  t.is(await forgetErrorLists({ files: b.files, clock }), 0);
  await clock.advance(31 * 24 * 60 * 60 * 1000);
  t.is(await forgetErrorLists({ files: b.files, clock }), 1);
  t.is(await b.files.read(errorsKey({ dealerId: 'fjord' as never, jobId: job_id as never })), 'missing');
  t.like(await b.handlers.getJobErrors({ ...b.facts, caller, path: { id: job_id } }), {
    status: 404,
    problem: { detail: 'Lists of errors are kept for 30 days.' },
  });
});
