// Uploads and their jobs on real servers.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import type { Uploads } from '../../../adapters/store/analytics/port.ts';
import type { Store, Tx } from '../../../adapters/store/database.ts';
import { listen } from '../../../adapters/store/messages/listen.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { DealerId, JobId, ModelFamilyId, RegionId } from '../../../generated/analytics/types.ts';
import { manualClock, systemClock } from '../../lib/clock.ts';
import { bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { eventually } from '../../test/fixtures/eventually.ts';
import type { Caller } from '../caller.ts';
import { jobNews } from '../jobs/job-news.ts';
import { jobs } from '../jobs/jobs.ts';
import { ingest } from './ingest.ts';
import { ingestOnce, runIngest } from './ingest-run.ts';

const norway = readFileSync(new URL('../../../tools/data/norway/norway_new_car_sales_by_make.csv', import.meta.url));

const csv = (...rows: string[]) => `period_start,brand,units_sold,stock_units\n${rows.join('\n')}\n`;
const A = csv('2026-01-01,Toyota,10,5', '2026-02-01,Toyota,20,6');
const B = csv('2026-01-01,Toyota,11,5');
type Terms = { readonly limit: number | null; readonly expires?: string };
const subscribe = (store: Store, { limit, expires }: Terms) =>
  withScope(store, { dealers: ['fjord'] }, async (tx) => {
    await tx.query(sql.unsafe`insert into plans (plan, title, limits) values ('p', 'P', ${sql.jsonb([{ name: 'uploads_per_month', unit: 'uploads', limit, window: 'month' }])})
      on conflict (plan) do update set limits = excluded.limits`);
    await tx.query(sql.unsafe`insert into subscriptions (dealer_id, plan, status, expires_at) values ('fjord', 'p', 'active', ${expires ?? null}::timestamptz)
      on conflict (dealer_id) do update set expires_at = excluded.expires_at`);
  });
const units = (items: readonly { date: string; units: number }[]) => items.map((item) => [item.date, item.units]);
/** Days on which a dealer sold none have items, too. */
const sold = (items: readonly { date: string; units: number }[]) => units(items).filter(([, count]) => count !== 0);

test.serial('uploadFile starts a job that succeeds, and publishes its end', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const job = await b.load(caller, A);
  t.like(job, {
    status: 'succeeded',
    progress: 100,
    phase: 'done',
    rows: { read: 2, accepted: 2, rejected: 0 },
    bytes: { read: A.length, total: A.length },
    errors: [],
    error_count: 0,
    problem: null,
    slice: { date_from: '2026-01-01', date_to: '2026-06-30', replaces_revision: null },
    revision: 1,
  });
  t.deepEqual(units(await b.indices(caller)), [
    ['2026-01-01', 10],
    ['2026-02-01', 20],
  ]);
  const [message] = await b.jobMessages();
  t.like(message, {
    routing_key: 'ingest.job.finished',
    body: {
      job_id: job.job_id,
      dealer_id: 'fjord',
      status: 'succeeded',
      revision: 1,
      rows_accepted: 2,
      finished_at: job.finished_at,
    },
  });
  t.deepEqual(await b.stagings(), []);
});

test.serial('three uploads of A, B and A make three revisions, and as_of reads each one', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const [a, then, again] = [await b.load(caller, A), await b.load(caller, B, { confirm: 1 }), await b.load(caller, A)];
  t.deepEqual([a.revision, then.revision, again.revision], [1, 2, 3]);
  t.deepEqual(then.slice, { date_from: '2026-01-01', date_to: '2026-06-30', replaces_revision: 1 });
  t.is(new Set([a.job_id, then.job_id, again.job_id]).size, 3);
  const read = async (as_of?: string | null) => units(await b.indices(caller, as_of ? { as_of } : {}));
  t.deepEqual(await read(), [
    ['2026-01-01', 10],
    ['2026-02-01', 20],
  ]);
  t.deepEqual(await read(a.finished_at), [
    ['2026-01-01', 10],
    ['2026-02-01', 20],
  ]);
  t.deepEqual(await read(then.finished_at), [['2026-01-01', 11]]);
  t.deepEqual(await read('2020-01-01T00:00:00Z'), []);
});

test.serial(
  'uploadFile returns the same job for the same file of a current slice, and a new one for other options',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const first = await b.load(caller, A);
    const same = await b.upload(caller, A);
    t.deepEqual(same, { status: 202, body: { job_id: first.job_id, status: 'succeeded' } });
    const [one, two] = await Promise.all([b.upload(caller, B, { confirm: 1 }), b.upload(caller, B, { confirm: 1 })]);
    t.deepEqual(one, two, 'two equal uploads at once make one job');
    await b.work();
    t.is((await b.load(caller, B, { on_error: 'skip' })).revision, 3);
    t.is((await b.load(caller, B, { period: '2026-01', on_error: 'skip' })).revision, 4);
  },
);

test.serial('uploadFile stores the same file again once the region of its dealer has changed', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord', 'oslo');
  const first = await b.load(caller, A);
  await b.handlers.replaceDealer({
    ...b.facts,
    caller: callerOf([], 'root'),
    path: { dealer_id: 'fjord' as DealerId },
    body: { dealer_id: 'fjord' as DealerId, name: 'Fjord', region_id: 'bergen' as RegionId },
    ifMatch: () => true,
  });
  const second = await b.load(caller, A);
  t.deepEqual([first.revision, second.revision], [1, 2]);
  const of = async (region: string) => units(await b.indices(caller, { region_id: [region as RegionId] }));
  t.deepEqual(await of('oslo'), []);
  t.deepEqual(await of('bergen'), [
    ['2026-01-01', 10],
    ['2026-02-01', 20],
  ]);
  t.deepEqual(await b.upload(caller, A), { status: 202, body: { job_id: second.job_id, status: 'succeeded' } });
});

test.serial('uploadFile reports what a dry run would replace, and changes nothing', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, A);
  const dry = await b.load(caller, B, { dry_run: true });
  t.like(dry, {
    status: 'succeeded',
    dry_run: true,
    revision: null,
    slice: { date_from: '2026-01-01', date_to: '2026-06-30', replaces_revision: 1 },
    rows: { read: 1, accepted: 1, rejected: 0 },
  });
  t.deepEqual(units(await b.indices(caller)), [
    ['2026-01-01', 10],
    ['2026-02-01', 20],
  ]);
  t.not((await b.load(caller, B, { dry_run: true })).job_id, dry.job_id);
  t.is((await b.load(caller, B, { confirm: 1 })).revision, 2);
});

test.serial('uploadFile refuses a file with one bad row whole, and on_error=skip loads the others', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const bad = csv('2026-01-01,Toyota,10,5', '2026-01-01,Opel,many,5', '2026-02-01,Opel,3,-1');
  const refused = await b.load(caller, bad);
  t.like(refused, {
    status: 'failed',
    progress: 100,
    revision: null,
    rows: { read: 3, accepted: 1, rejected: 2 },
    error_count: 2,
    problem: {
      type: 'https://covenant.example/problems/bad-file',
      status: 422,
      detail: '2 of 3 rows have errors. Nothing was stored.',
      instance: 'urn:request:req-1',
      error_count: 2,
    },
    errors: [
      {
        row: 3,
        column: 'units_sold',
        value: 'many',
        rule: 'type',
        message: 'must be a whole number, without thousands separators',
        related_row: null,
      },
      {
        row: 4,
        column: 'stock_units',
        value: '-1',
        rule: 'range',
        message: 'must be from 0 to 99999999',
        related_row: null,
      },
    ],
  });
  t.deepEqual([await b.indices(caller), await b.stagings()], [[], []]);
  const names = await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.anyFirst(sql.type(row<{ brand_id: string }>())`select brand_id from catalog_brands`),
  );
  t.deepEqual(names, []);
  const skipped = await b.load(caller, bad, { on_error: 'skip' });
  t.like(skipped, { status: 'succeeded', revision: 1, rows: { read: 3, accepted: 1, rejected: 2 }, error_count: 2 });
  t.deepEqual(units(await b.indices(caller)), [['2026-01-01', 10]]);
  const nothing = await b.load(caller, csv('x,y,z,1'), { on_error: 'skip' });
  t.is(nothing.status, 'failed', 'a slice is never emptied by a file without one good row');
});

test.serial('getJob shows a caller with a narrower grant the places of errors, without the values', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id, errors } = await b.load(caller, csv('2026-01-01,Opel,many,5', '2026-02-01,Opel,3,-1'));
  t.deepEqual(
    errors.map(({ value }) => value),
    ['many', '-1'],
  );
  const observed = async (reader: Caller) => (await b.job(reader, job_id))?.errors;
  t.deepEqual(await observed(callerOf([['fjord', {}]])), errors);
  const places = errors.map((error) => ({ ...error, value: null }));
  t.deepEqual(await observed(callerOf([['fjord', { brands: ['toyota'] }]])), places);
  t.deepEqual(await observed(callerOf([['fjord', { regions: ['oslo'] }]])), places);
  t.deepEqual(
    await observed(callerOf([['fjord', { brands: ['toyota'] }]], caller.subject)),
    errors,
    'it is their own file',
  );
});

test.serial('uploadFile refuses the raw Norwegian file, and names its real defects', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('norway', 'no');
  const job = await b.load(caller, norway, { period: '2007-01/2017-01' });
  t.like(job, { status: 'failed', rows: { read: 4_377, accepted: 4_366, rejected: 11 }, error_count: 12 });
  const [heading, ...rows] = job.errors;
  t.like(heading, { row: 1, column: 'Pct', rule: 'unknown_column' });
  const lines = norway.toString().split('\r\n');
  const missing = lines.flatMap((line, i) => (line.split(',')[2] === 'NA' ? [i + 1] : []));
  t.deepEqual(
    rows.filter((e) => e.rule === 'required').map((e) => [e.row, e.column, e.value]),
    missing.map((row) => [row, 'Make', 'NA']),
  );
  t.deepEqual(
    rows.filter((e) => e.rule === 'repeated_key').map((e) => [e.row, e.related_row, e.value]),
    [[3652, 3640, '2015-04-01/lexus']],
  );
  t.is(missing.length, 10);
});

test.serial('a job ends and names the heading, whatever bytes that has', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const job = await b.load(caller, `date,brand,units,"a\0b","${'x'.repeat(5_000)}"\n`);
  t.deepEqual(
    job.errors.map(({ column, rule }) => [column, rule]),
    [
      ['a\u{fffd}b', 'unknown_column'],
      ['x'.repeat(200), 'unknown_column'],
      [null, 'missing_rows'],
    ],
  );
});

test.serial('uploadFile reads packed files, other dialects and days alike', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  t.is((await b.load(caller, gzipSync(A))).revision, 1);
  t.is(
    (
      await b.load(
        caller,
        '\u{feff}Make;Date;Qty;Stock;Selling_days;Revenue;Currency\r\n"Citroën";2026-01;3;;20,5;99,90;NOK\r\n',
        { confirm: 1 },
      )
    ).revision,
    2,
  );
  t.deepEqual(
    (await b.indices(caller)).map(({ units: sold, dsr, inventory }) => [sold, dsr, inventory]),
    [[3, 0.1463, null]],
  );
  const days = await b.load(caller, 'date,brand,units\n2026-07-01,A,1\n2026-07-31,A,2\n', {
    period: '2026-07',
    period_type: 'day',
  });
  t.is(days.status, 'succeeded');
  t.deepEqual(sold(await b.indices(caller, { period_type: 'day' })), [
    ['2026-07-01', 1],
    ['2026-07-31', 2],
  ]);
  t.deepEqual(units(await b.indices(caller, { date_from: '2026-07-01' })), [['2026-07-01', 3]]);
  const exported =
    'date,brand,units,stock,region,model\n2026-08-01 00:00:00,A,41.0,,NA,NA\n2026-08-02T00:00:00Z,A,"1.0",7.0,"NA",\n';
  const { status, revision } = await b.load(caller, exported, { period: '2026-08', period_type: 'day' });
  t.deepEqual([status, revision], ['succeeded', 4]);
  const august = { period_type: 'day' as const, date_from: '2026-08-01', region_id: ['na' as RegionId] };
  t.deepEqual(sold(await b.indices(caller, { ...august, model_family_id: ['na' as ModelFamilyId] })), [
    ['2026-08-01', 41],
  ]);
  t.deepEqual(sold(await b.indices(caller, august)), [
    ['2026-08-01', 41],
    ['2026-08-02', 1],
  ]);
});

test.serial('uploadFile refuses at once what the form or the first bytes show', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const outsider = callerOf([['other', {}]]);
  const slug = async (reply: Promise<{ status: number; problem?: { slug: string } }>) => (await reply).problem?.slug;
  t.is(await slug(b.upload(outsider, A, { dealer_id: [...caller.scope.dealers.keys()][0]! })), 'out-of-scope');
  t.is(await slug(b.upload(callerOf([['fjord', {}]], 'reader-only'), A)), 'out-of-scope');
  t.is(await slug(b.upload(caller, A, { period: '2026-02-30' })), 'invalid-request');
  t.is(await slug(b.upload(caller, A, { period: '2026-06/2026-01' })), 'invalid-request');
  t.is(await slug(b.upload(caller, A, { period: '2026-01', period_type: 'week' })), 'business-rule');
  t.is(await slug(b.upload(caller, '%PDF-1.7')), 'unsupported-media-type');
  for await (const { key } of b.files.list()) t.fail(`${key} was left behind`);
  t.pass();
});

test.serial(
  'uploadFile refuses a period in the future, and accepts one that is running or begins tomorrow',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const now = '2026-02-10T23:00:00Z';
    const upload = async (period: string, period_type?: 'day' | 'month') => {
      const handlers = ingest({ ...b.deps, clock: manualClock(now) });
      const file = { ...b.spooled(csv('2026-02-01,Toyota,1,1')), filename: `${period}.csv` };
      const form = {
        dealer_id: [...caller.scope.dealers.keys()][0]!,
        period,
        on_error: 'refuse' as const,
        unknown_columns: 'refuse' as const,
        dry_run: true,
      };
      const reply = await handlers.uploadFile({
        ...b.facts,
        caller,
        form: { ...form, file, ...(period_type ? { period_type } : {}) },
      });
      return 'problem' in reply ? [reply.problem.slug, reply.problem.detail] : [reply.status];
    };
    t.deepEqual(
      [
        await upload('2199-03'),
        await upload('2026-01/2026-03'),
        await upload('2026-03'),
        await upload('2026-02-12'),
        await upload('2026-02-11'),
        await upload('2026-02'),
        await upload('2026-Q1', 'month'),
      ],
      [
        ['business-rule', '2199-03 has not started.'],
        ['business-rule', '2026-03 has not started.'],
        ['business-rule', '2026-03 has not started.'],
        ['business-rule', '2026-02-12 has not started.'],
        [202],
        [202],
        [202],
      ],
    );
    await b.work();
    const accepted = await b.upload(caller, csv('2026-02-11,Toyota,1,1', '2026-02-12,Toyota,2,1'), {
      period: '2026-02',
      period_type: 'day',
    });
    if (accepted.status !== 202) return t.fail();
    await ingestOnce({ ...b.worker, clock: { ...systemClock, now: () => new Date(now) } }, b.facts.signal);
    t.like(await b.job(caller, accepted.body.job_id), {
      status: 'failed',
      errors: [
        { row: 3, column: 'period_start', value: '2026-02-12', rule: 'future', message: '2026-02-12 has not started' },
      ],
      error_count: 1,
    });
  },
);

test.serial(
  'uploadFile answers 409 for data of another grain, unless it replaces the stored slices whole',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const day = (date: string) => `date,brand,units\n${date},Toyota,1\n`;
    await b.load(caller, A);
    t.like(await b.upload(caller, day('2026-03-05'), { period: '2026-03-05' }), {
      status: 422,
      problem: { slug: 'granularity-conflict', stored_period: '2026-01/2026-06', stored_period_type: 'month' },
    });
    await b.load(caller, B, { period: '2026-01' });
    t.like(await b.upload(caller, day('2026-03-05'), { period: '2026-03', period_type: 'day' }), {
      problem: { slug: 'granularity-conflict' },
    });
    const quarters = 'date,brand,units\n2026-Q1,Toyota,70\n2026-Q2,Toyota,80\n';
    t.is((await b.load(caller, quarters, { period: '2026-Q1/2026-Q2' })).status, 'succeeded');
    t.deepEqual(units(await b.indices(caller, { period_type: 'quarter' })), [
      ['2026-01-01', 70],
      ['2026-04-01', 80],
    ]);
    t.deepEqual(await b.indices(caller), [], 'finer is never invented');
    // Two uploads that conflict with each other, admitted while neither is stored: the later one fails.
    const [one, two] = [
      await b.upload(caller, day('2025-12-01'), { period: '2025-12-01' }),
      await b.upload(caller, 'brand,units\nToyota,9\n', { period: '2025-12' }),
    ];
    await b.work();
    t.is(one.status === 202 ? (await b.job(caller, one.body.job_id))?.status : '', 'succeeded');
    t.is(
      two.status === 202 ? (await b.job(caller, two.body.job_id))?.status : '',
      'succeeded',
      'the month replaces the day whole',
    );
  },
);

test.serial(
  'getJob waits for the next status of a job, and answers only callers that can read the dealer',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const reply = await b.upload(caller, A);
    const id = reply.status === 202 ? reply.body.job_id : t.fail();
    if (!id) return;
    t.is(await b.job(callerOf([['other', {}]]), id), undefined);
    t.like(await b.job(caller, id), { status: 'queued', progress: 0, slice: null, finished_at: null });
    const [waited] = await Promise.all([b.job(caller, id, 20), b.work()]);
    t.not(waited?.status, 'queued');
  },
);

test.serial('getJob reads the database when a job has news, not periodically', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const reply = await b.upload(caller, A);
  const id = reply.status === 202 ? reply.body.job_id : t.fail();
  if (!id) return;
  // Its clock stands still: only news can end the wait.
  const clock = manualClock();
  const news = jobNews(listen(b.database.appUrl, 'upload_jobs'), clock);
  t.teardown(() => news.close());
  const asked = Array<number>(20).fill(0);
  const polls = asked.map(async (_, i) => {
    const job: Uploads['job'] = (...which) => {
      asked[i] = (asked[i] ?? 0) + 1;
      return b.deps.uploads.job(...which);
    };
    const { getJob } = jobs({ ...b.deps, uploads: { ...b.deps.uploads, job }, news, clock });
    const answer = await getJob({ ...b.facts, caller, path: { id }, query: { wait: 30 } });
    return answer.status === 200 ? answer.body.status : answer.status;
  });
  await b.work();
  t.false((await Promise.all(polls)).includes('queued'));
  t.true(
    asked.every((count) => count <= 3),
    `asked ${asked} times`,
  );
});

test.serial(
  'the ingest worker claims a job when it arrives, and one of a killed worker when its lease ends',
  async (t) => {
    const b = await bench(t);
    const [caller, held] = [await b.dealer('fjord'), await b.dealer('oslo')];
    const stop = new AbortController();
    // An hour: neither job is met by the poll.
    const announced = { listen: listen(b.database.appUrl, 'upload_queue'), pollMs: 3_600_000 };
    const running = runIngest({ ...b.worker, ...announced }, stop.signal);
    t.teardown(async () => {
      stop.abort();
      await running;
    });
    await b.worker.leases.claim('ingest:oslo', 'killed', 2_000);
    const replies = [await b.upload(held, A), await b.upload(caller, A)];
    const [heldId, id] = replies.map((reply) => (reply.status === 202 ? reply.body.job_id : t.fail()) as JobId);
    const ended = (owner: Caller, which: JobId) =>
      eventually(
        () => b.job(owner, which, 1),
        (job) => job?.finished_at != null,
      );
    t.is((await ended(caller, id as JobId))?.status, 'succeeded');
    t.is((await ended(held, heldId as JobId))?.status, 'succeeded');
  },
);

test.serial(
  'the ingest worker serves dealers in turn, so that a long queue delays another dealer by one job only',
  async (t) => {
    const b = await bench(t);
    const [long, short] = [await b.dealer('fjord'), await b.dealer('oslo')];
    const queued = async (caller: Caller, period: string) => {
      const reply = await b.upload(caller, `brand,units\nToyota,1\n`, { period });
      return reply.status === 202 ? reply.body.job_id : Promise.reject(new Error(JSON.stringify(reply)));
    };
    const first = await queued(long, '2026-01');
    const later = [await queued(long, '2026-02'), await queued(long, '2026-03')];
    const others = await queued(short, '2026-01');
    for (let turn = 0; turn < 2; turn++) t.is(await ingestOnce(b.worker, b.facts.signal), 'worked');
    const status = async (caller: Caller, id: JobId) => (await b.job(caller, id))?.status;
    t.deepEqual([await status(long, first), await status(short, others)], ['succeeded', 'succeeded']);
    t.deepEqual(await Promise.all(later.map((id) => status(long, id))), ['queued', 'queued']);
  },
);

test.serial('the ingest worker pauses a dealer whose job failed by our fault, and serves the others', async (t) => {
  const b = await bench(t);
  const [broken, sound] = [await b.dealer('fjord'), await b.dealer('oslo')];
  await b.upload(broken, A);
  await b.upload(sound, A);
  await b.upload(sound, B);
  const files = {
    ...b.worker.files,
    read: (key: string) => (key.includes('fjord') ? Promise.reject(new Error('no such disk')) : b.files.read(key)),
  };
  const backOff = { firstMs: 60_000, longestMs: 60_000 };
  const turn = () => ingestOnce({ ...b.worker, files, backOff }, b.facts.signal);
  const ofBroken = <T>(query: (tx: Tx) => Promise<T>) => withScope(b.store, { dealers: ['fjord'] }, query);
  const attempts = () =>
    ofBroken((tx) => tx.oneFirst(sql.type(row<{ attempts: number }>())`select attempts from upload_jobs`));
  t.deepEqual([await turn(), await attempts()], ['failed', 1]);
  t.deepEqual([await turn(), await turn(), await turn()], ['worked', 'worked', 'idle']);
  t.is(await attempts(), 1, 'no second attempt before its rest is over');
  await ofBroken((tx) => tx.query(sql.unsafe`update upload_jobs set next_attempt_at = now()`));
  t.deepEqual([await turn(), await attempts()], ['failed', 2]);
});

test.serial('uploadFile admits no more of concurrent uploads than the plan has room for', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b.store, { limit: 2 });
  const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
  const replies = await Promise.all(months.map((period) => b.upload(caller, 'brand,units\nToyota,1\n', { period })));
  const refused = replies.filter(({ status }) => status === 403);
  t.is(refused.length, 4);
  for (const reply of refused)
    t.like(reply, { problem: { slug: 'plan-limit', limit_name: 'uploads_per_month', limit: 2, used: 2 } });
  const kept: string[] = [];
  for await (const { key } of b.files.list()) kept.push(key);
  t.is(kept.length, 2, 'the files of the others are gone');
  const [admitted = 0] = replies.flatMap(({ status }, i) => (status === 202 ? [i] : []));
  t.deepEqual(
    await b.upload(caller, 'brand,units\nToyota,1\n', { period: months[admitted] as string }),
    replies[admitted],
    'the same file again is no new upload',
  );
});

test.serial('uploadFile answers 403 for an ended subscription and a full plan', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await subscribe(b.store, { limit: 1 });
  t.is((await b.load(caller, A)).status, 'succeeded');
  t.like(await b.upload(caller, B), {
    status: 403,
    problem: { slug: 'plan-limit', limit_name: 'uploads_per_month', limit: 1, used: 1 },
  });
  await subscribe(b.store, { limit: null, expires: '2026-01-01T00:00:00Z' });
  t.like(await b.upload(caller, B), {
    status: 403,
    problem: { slug: 'subscription-expired', expired_at: '2026-01-01T00:00:00.000Z' },
  });
  t.like(
    await b.handlers.listIndices({
      ...b.facts,
      caller,
      query: { period_type: 'month', limit: 10 },
      unchanged: async () => false,
    }),
    { status: 403, problem: { slug: 'subscription-expired' } },
  );
});
