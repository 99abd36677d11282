// All errors of an upload as CSV, however many there are.

import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import { dealerId } from '../../../generated/analytics/ids.ts';
import type { DealerId, Job, JobId } from '../../../generated/analytics/types.ts';
import { manualClock } from '../../lib/clock.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { errorListKey } from '../ingest/error-list-key.ts';
import { forgetErrorLists } from '../ingest/forget-uploads.ts';

/** The first row is right: a file without such a one is not read to its end. */
const file = (bad: number) =>
  `period_start,brand,units_sold\n2026-01-01,Opel,1\n${'2026-01-01,=Toyota,many\n'.repeat(bad)}`;
const line = (row: number, value = 'many') =>
  `${row},units_sold,${value},type,"must be a whole number, without thousands separators",,`;

test('getJobErrors lists every error, whether the job row has room for it or not', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const csv = async (reader: typeof caller, id: Parameters<typeof b.job>[1]) => {
    const reply = await b.handlers.getJobErrors({ ...b.facts, caller: reader, path: { id } });
    return reply.status === 200 ? (await text(reply.body as Readable)).trimEnd().split('\n') : reply.problem.slug;
  };
  for (const count of [3, 1_000, 1_001, 30_000]) {
    const { job_id, errors_csv, error_count } = await b.load(caller, file(count));
    t.deepEqual([error_count, errors_csv], [count, `/api/v1/ingest/jobs/${job_id}/errors.csv`]);
    const rows = Array.from({ length: count }, (_, i) => i + 3);
    t.deepEqual(await csv(caller, job_id), [
      'row,column,value,rule,message,related_row,cell',
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

test('getJobErrors names the file, whether the list lies in the job or in the object store', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  for (const count of [3, 1_500]) {
    const { job_id } = await b.load(caller, file(count));
    const reply = await b.handlers.getJobErrors({ ...b.facts, caller, path: { id: job_id } });
    t.like(reply, { headers: { 'Content-Disposition': `attachment; filename="errors-${job_id}.csv"` } });
  }
});

test('getJobErrors answers with an empty list for a job without errors, and 404 for one that has not ended', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const read = (id: Parameters<typeof b.job>[1]) => b.handlers.getJobErrors({ ...b.facts, caller, path: { id } });
  const reply = await b.upload(caller, 'period_start,brand,units_sold\n2026-01-01,Toyota,1\n');
  if (reply.status !== 202) return t.fail();
  t.like(await read(reply.body.job_id), { status: 404 });
  await b.work();
  const found = await read(reply.body.job_id);
  t.is(
    found.status === 200 && (await text(found.body as Readable)),
    'row,column,value,rule,message,related_row,cell\n',
  );
  t.is((await b.job(caller, reply.body.job_id))?.errors_csv, null);
});

test('getJobErrors answers 404 for a long list after 30 days, and gives the reason', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id } = await b.load(caller, file(1_500));
  const clock = manualClock(new Date());
  t.is(await forgetErrorLists({ files: b.files, clock }), 0);
  await clock.advance(31 * 24 * 60 * 60 * 1000);
  t.is(await forgetErrorLists({ files: b.files, clock }), 1);
  t.is(await b.files.read(errorListKey({ dealer_id: dealerId('fjord'), job_id })), 'missing');
  t.like(await b.handlers.getJobErrors({ ...b.facts, caller, path: { id: job_id } }), {
    status: 404,
    problem: { detail: 'The list of errors was deleted after 30 days.' },
  });
});

const lines = async (b: Bench, caller: Caller, id: Job['job_id']): Promise<readonly string[]> => {
  const reply = await b.handlers.getJobErrors({ ...b.facts, caller, path: { id: id as JobId } });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  return (await text(reply.body as Readable)).trimEnd().split('\n');
};

async function storedBytes(b: Bench, id: Job['job_id']): Promise<number> {
  const found = await b.files.read(errorListKey({ dealer_id: 'fjord' as DealerId, job_id: id as JobId }));
  return found === 'missing' ? 0 : (await buffer(found.body)).length;
}

test('getJobErrors counts all errors of a small file without a large list', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const packed = gzipSync(`period_start,brand,units_sold\n${'2026-01-01,Toyota,1\n'.repeat(250_000)}`);
  const job = await b.load(caller, packed);
  t.deepEqual([job.rows, job.error_count], [{ read: 250_000, accepted: 1, rejected: 249_999 }, 249_999]);
  const listed = await lines(b, caller, job.job_id);
  t.is(listed.length, 1 + 100_000 + 1);
  t.is(listed[1], '3,,2026-01-01/toyota,repeated_key,the row has the same key as row 2,2,');
  t.is(listed.at(-2), '100002,,2026-01-01/toyota,repeated_key,the row has the same key as row 2,2,');
  t.is(
    listed.at(-1),
    ',,,list_limit,"149,999 more errors are not listed; a list contains at most 100,000 errors and 16 MiB",,',
  );
  const bytes = await storedBytes(b, job.job_id);
  t.true(bytes > 0 && bytes < 2 * 1024 * 1024, `${bytes} bytes are stored for ${packed.length} that came`);
});

test('getJobErrors ends a list of long errors at its limit of bytes', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const value = '€'.repeat(200);
  const row = `2026-01-01,Toyota,${value}\n`;
  const job = await b.load(caller, `period_start,brand,units_sold\n2026-01-01,Opel,1\n${row.repeat(30_000)}`);
  t.is(job.error_count, 30_000);
  const listed = await lines(b, caller, job.job_id);
  const count = listed.length - 2;
  const left = (30_000 - count).toLocaleString('en');
  const bounds = 'a list contains at most 100,000 errors and 16 MiB';
  t.is(listed.at(-1), `,,,list_limit,"${left} more errors are not listed; ${bounds}",,`);
  const each = Buffer.byteLength(JSON.stringify({ ...job.errors[0], row: 10_000 })) + 1;
  const bytes = count * each;
  t.true(bytes > 15.9 * 1024 * 1024 && bytes <= 16.1 * 1024 * 1024, `${count} errors of ${each} bytes`);
});

for (const on_error of ['refuse', 'skip'] as const)
  test(`a job ends early for a file that is wrong from the first row on, with on_error=${on_error}`, async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const wrong = `period_start,brand,units_sold\n${'2026-01-01,Toyota,many\n'.repeat(200_000)}`;
    const job = await b.load(caller, wrong, { on_error });
    t.like(job, { status: 'failed', rows: { read: 10_000, accepted: 0, rejected: 10_000 }, error_count: 10_001 });
    t.true(job.bytes.read < wrong.length, 'the rest is not even read');
    t.like(job.problem, {
      type: 'https://covenant.example/problems/bad-file',
      detail: 'Each of the first 10,000 rows has errors; the remaining rows were not read. Nothing was stored.',
      error_count: 10_001,
    });
    const listed = await lines(b, caller, job.job_id);
    const message = 'each of the first 10,000 rows has errors; the remaining rows were not read';
    t.deepEqual([listed.length, listed.at(-1)], [10_002, `,,,every_row,"${message}",,`]);
    const half = `period_start,brand,units_sold\n${'2026-01-01,Toyota,many\n'.repeat(10_000)}`;
    const whole = await b.load(caller, half, { on_error });
    t.deepEqual([whole.rows.read, whole.error_count], [10_000, 10_000], 'a file of just so many rows was read');
  });

test('getJobErrors reads a list that was stored before lists were compressed', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id } = await b.load(caller, file(1_500));
  const found = await b.files.read(errorListKey({ dealer_id: 'fjord' as DealerId, job_id: job_id as JobId }));
  if (found === 'missing') return t.fail();
  const plain = gunzipSync(await buffer(found.body));
  const packed = await lines(b, caller, job_id);
  await b.files.put(errorListKey({ dealer_id: 'fjord' as DealerId, job_id: job_id as JobId }), Readable.from([plain]), {
    contentType: 'application/x-ndjson',
  });
  t.deepEqual(await lines(b, caller, job_id), packed);
  t.is(packed.length, 1_501);
});
