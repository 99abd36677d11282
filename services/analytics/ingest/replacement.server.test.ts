// What an upload removes from what is stored: reported by the job, also of a dry run, and confirmed where it is much.
// Decisions 170, 171.
import test from 'ava';
import { bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';

const csv = (...rows: string[]) => `period_start,brand,units_sold\n${rows.join('\n')}\n`;
const quarter = { period: '2026-01/2026-03' };
const stored = csv('2026-01,Toyota,100', '2026-02,Toyota,60', '2026-02,Opel,20', '2026-03,Toyota,20');
const months = (items: readonly { date: string; units: number }[]) => items.map(({ date, units }) => [date, units]);
const all = [
  ['2026-01-01', 100],
  ['2026-02-01', 80],
  ['2026-03-01', 20],
];

test('a dry run reports the rows, units, periods and brands that would go', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const first = await b.load(caller, stored, quarter);
  t.deepEqual(first.replacement, {
    before: { rows: 0, units: 0, periods: 0, brands: 0 },
    after: { rows: 4, units: 200, periods: 3, brands: 2 },
    removed_periods: [],
    removed_period_count: 0,
    removed_brand_ids: [],
    removed_brand_count: 0,
    new_brand_ids: ['opel', 'toyota'],
    new_brand_count: 2,
    lost_share: 0,
    needs_confirm: false,
  });
  const dry = await b.load(caller, csv('2026-01,Toyota,50'), { ...quarter, dry_run: true });
  t.like(dry, { status: 'succeeded', revision: null, slice: { replaces_revision: 1 } });
  t.deepEqual(dry.replacement, {
    before: { rows: 4, units: 200, periods: 3, brands: 2 },
    after: { rows: 1, units: 50, periods: 1, brands: 1 },
    removed_periods: ['2026-02-01', '2026-03-01'],
    removed_period_count: 2,
    removed_brand_ids: ['opel'],
    removed_brand_count: 1,
    new_brand_ids: [],
    new_brand_count: 0,
    lost_share: 0.75,
    needs_confirm: true,
  });
  t.deepEqual(months(await b.indices(caller)), all);
});

test('a job lists a misspelled brand as new, in a dry run, when it is stored, and again after it was corrected', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const april = { period: '2026-04' };
  const misspelled = csv('2026-04,Toyta,10', '2026-04,Toyota,90');
  const newIn = async (file: string, settings: Parameters<typeof b.load>[2]) => {
    const { replacement } = await b.load(caller, file, settings);
    return [replacement?.new_brand_ids, replacement?.new_brand_count];
  };
  t.deepEqual(
    [
      await newIn(misspelled, { ...april, dry_run: true }),
      await newIn(misspelled, april),
      await newIn(csv('2026-04,Toyta,11', '2026-04,Toyota,90'), april),
      await newIn(csv('2026-04,Toyota,100'), april),
      await newIn(misspelled, { ...april, dry_run: true }),
    ],
    [
      [['toyta'], 1],
      [['toyta'], 1],
      [[], 0],
      [[], 0],
      [['toyta'], 1],
    ],
  );
});

test('a job that removes more than a fifth is refused, and succeeds with the revision that the refusal names', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const less = csv('2026-01,Toyota,50');
  const refused = await b.load(caller, less, quarter);
  t.like(refused, {
    status: 'failed',
    revision: null,
    errors: [],
    slice: { replaces_revision: 1 },
    replacement: { lost_share: 0.75 },
    problem: {
      type: 'https://covenant.example/problems/confirmation-required',
      status: 422,
      detail:
        'The file would remove 75 % of the data stored for 2026-01/2026-03: 200 units in 3 periods would become 50 units in 1 period. Nothing was stored. Send it again with confirm=1 if you intend this.',
      lost_share: 0.75,
      allowed_share: 0.2,
      confirm: 1,
    },
  });
  t.deepEqual(months(await b.indices(caller)), all);
  t.is((await b.load(caller, less, { ...quarter, confirm: 7 })).status, 'failed', 'another number confirms nothing');
  const taken = await b.load(caller, less, { ...quarter, confirm: 1 });
  t.like(taken, { status: 'succeeded', revision: 2, replacement: { lost_share: 0.75, removed_brand_ids: ['opel'] } });
  t.deepEqual(months(await b.indices(caller)), [['2026-01-01', 50]]);
  t.deepEqual(await b.stagings(), []);
});

test('a job that keeps the units but drops more than a fifth of the periods is refused', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const refused = await b.load(caller, csv('2026-01,Toyota,300'), quarter);
  t.like(refused, { status: 'failed', problem: { lost_share: 0.6667 } });
  t.regex(refused.problem?.detail ?? '', /^The file would remove 66\.7 % of the data stored/);
  t.deepEqual(months(await b.indices(caller)), all);
});

test('a job is refused when its confirmation is older than another upload', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  await b.load(caller, csv('2026-03,Toyota,500'), { period: '2026-03' });
  const late = await b.load(caller, csv('2026-01,Toyota,50'), { ...quarter, confirm: 1 });
  t.like(late, { status: 'failed', problem: { confirm: 2 } });
});

test('a job needs no confirmation for a correction that keeps most, or that adds', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const kept = await b.load(caller, csv('2026-01,Toyota,90', '2026-02,Toyota,60', '2026-03,Toyota,20'), quarter);
  t.like(kept, { status: 'succeeded', replacement: { lost_share: 0.15, removed_brand_ids: ['opel'] } });
  t.like(await b.load(caller, stored, quarter), { status: 'succeeded', replacement: { lost_share: 0 } });
});

test('a job loses no period when quarters replace months, or days replace a month', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const coarser = await b.load(caller, 'period_start,brand,units_sold\n2026-Q1,Toyota,200\n', { period: '2026-Q1' });
  t.like(coarser, { status: 'succeeded', replacement: { removed_period_count: 0, lost_share: 0 } });
  const finer = await b.load(caller, csv('2026-01-05,Toyota,100', '2026-03-31,Toyota,90'), {
    period: '2026-Q1',
    period_type: 'day',
  });
  t.like(finer, { status: 'succeeded', replacement: { removed_period_count: 0, lost_share: 0.05 } });
});

test('a job that skips bad rows empties no brand and month without confirmation', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, stored, quarter);
  const bad = csv('2026-01,Toyota,100', '2026-02,Toyota,80', 'soon,Opel,20', '2026-03,Toyota,20');
  const refused = await b.load(caller, bad, { ...quarter, on_error: 'skip' });
  t.like(refused, {
    status: 'failed',
    revision: null,
    error_count: 1,
    problem: {
      type: 'https://covenant.example/problems/confirmation-required',
      detail:
        '1 of 4 rows has errors. Without it, opel would have no data left in 2026-02-01. Nothing was stored. Correct the file, or send it again with confirm=1 if you intend this.',
      confirm: 1,
    },
  });
  t.deepEqual(months(await b.indices(caller)), all);
  const taken = await b.load(caller, bad, { ...quarter, on_error: 'skip', confirm: 1 });
  t.like(taken, { status: 'succeeded', rows: { read: 4, accepted: 3, rejected: 1 } });
  const harmless = csv('2026-01,Toyota,100', '2026-02,Toyota,80', '2026-02,Opel,x', '2026-03,Toyota,20');
  t.is((await b.load(caller, harmless, { ...quarter, on_error: 'skip' })).status, 'succeeded', 'nothing is emptied');
});

test('a dry run shows an uploader without read access the revision that confirms, like the refusal', async (t) => {
  const b = await bench(t);
  const owner = await b.dealer('fjord');
  await b.load(owner, stored, quarter);
  const uploader = callerOf([['fjord', { roles: ['uploader'] }]], owner.subject);
  const less = csv('2026-01,Toyota,50');
  const dates = { date_from: '2026-01-01', date_to: '2026-03-31', replaces_revision: 1 };
  const dry = await b.load(uploader, less, { ...quarter, dry_run: true });
  t.deepEqual([dry.status, dry.replacement, dry.slice], ['succeeded', null, { ...dates, confirm: 1 }]);
  const refused = await b.load(uploader, less, quarter);
  t.like(refused, { status: 'failed', problem: { confirm: 1 }, slice: { confirm: 1 } });
  const taken = await b.load(uploader, less, { ...quarter, confirm: 1 });
  t.deepEqual([taken.status, taken.slice], ['succeeded', dates]);
  const same = await b.load(uploader, less, { ...quarter, dry_run: true });
  t.deepEqual(same.slice, { ...dates, replaces_revision: 2 });
});

test('getJob does not show a caller with a part of the dealer what all of it loses', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id } = await b.load(caller, stored, quarter);
  const [part, whole] = [callerOf([['fjord', { brands: ['toyota'] }]]), callerOf([['fjord', {}]])];
  t.is((await b.job(part, job_id))?.replacement, null);
  t.like(await b.job(whole, job_id), { replacement: { after: { units: 200 } } });

  const refused = await b.load(caller, csv('2026-01,Toyota,50'), quarter);
  t.like(await b.job(whole, refused.job_id), { problem: { lost_share: 0.75 } });
  const shown = await b.job(part, refused.job_id);
  t.deepEqual(shown?.problem, {
    type: 'https://covenant.example/problems/confirmation-required',
    title: 'Confirmation required',
    status: 422,
    detail: 'The job would remove a large share of the stored data. Nothing was changed.',
    instance: shown?.problem?.instance,
    allowed_share: 0.2,
    confirm: 1,
  });
});
