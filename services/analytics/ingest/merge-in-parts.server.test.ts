// A large file is stored by several statements of one transaction. Decision 360.
import test from 'ava';
import { ingestWork } from '../../../adapters/store/analytics/ingest/work.ts';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { bench } from '../../test/fixtures/analytics/analytics.ts';
import { ingestOnce } from './ingest-run.ts';

const lines = Array.from({ length: 1_200 }, (_, n) => {
  const [month, brand, family] = [1 + (n % 12), n % 7, Math.floor(n / 84)];
  return `2025-${String(month).padStart(2, '0')},Brand ${brand},Family ${family},${n},${n % 3 === 0 ? '' : n}\n`;
});
const file = `period_start,brand,model_family,units_sold,stock_units\n${lines.join('')}`;
const period = { period: '2025-01/2025-12' };

test('a merge in many parts stores what one in a single part does, and the progress of its job moves', async (t) => {
  const b = await bench(t);
  const [whole, parts] = [await b.dealer('fjord'), await b.dealer('nord')];
  t.like(await b.load(whole, file, period), { status: 'succeeded' });
  const reply = await b.upload(parts, file, period);
  if (reply.status !== 202) return t.fail(JSON.stringify(reply));
  const merging: number[] = [];
  const work = ingestWork(b.store, 100);
  const advance: typeof work.advance = async (job, lease, progress) => {
    if (progress.status === 'merging') merging.push(progress.progress);
    await work.advance(job, lease, progress);
  };
  await ingestOnce({ ...b.worker, work: { ...work, advance } }, b.facts.signal);
  t.like(await b.job(parts, reply.body.job_id), { status: 'succeeded', rows: { accepted: lines.length } });
  t.true(merging.length > 6, String(merging));
  t.deepEqual([merging[0], merging.at(-1)], [80, 95]);
  t.deepEqual(
    merging,
    merging.toSorted((x, y) => x - y),
  );
  const stored = (dealer: string) =>
    withScope(b.store, { dealers: [dealer] }, (tx) =>
      tx.any(sql.type(row<Record<string, unknown>>())`
        select period_start, brand_id, region_id, model_family_id, channel, condition, units_sold, stock_units
        from sales order by period_start, brand_id, model_family_id`),
    );
  t.is((await stored('nord')).length, lines.length);
  t.deepEqual(await stored('nord'), await stored('fjord'));
  t.deepEqual(await b.indices(parts, { group_by: 'brand' }), await b.indices(whole, { group_by: 'brand' }));
});
