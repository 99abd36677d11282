// Files with one row for each vehicle, from the upload to the indices.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';

/** The text of an answer with its byte order mark, which a decoder would remove. */
const textOf = async (body: unknown): Promise<string> => (await buffer(body as Readable)).toString();

const vehicles = `vin;sale_date;make;branch;model;condition;price;currency
A1;03.02.2026;Volvo;Oslo;XC60;new;100,25;NOK
A2;2026-02-28;Volvo;Oslo;XC60;neu;100,50;NOK
A3;2026-02-11;Volvo;Oslo;XC60;used;70;NOK
A4;2026-03-01;Volvo;Bergen;XC40;new;;
A5;2026-03-31;Volvo;Bergen;XC40;new;90;NOK
A6;;Polestar;Bergen;2;new;;
`;
const counted = `period_start,brand,region,model_family,condition,units_sold,revenue,currency
2026-02,Volvo,Oslo,XC60,new,2,200.75,NOK
2026-02,Volvo,Oslo,XC60,used,1,70,NOK
2026-03,Volvo,Bergen,XC40,new,2,,
`;

const stored = (b: Bench, dealer: string) =>
  withScope(b.store, { dealers: [dealer] }, (tx) =>
    tx.any(sql.unsafe`
      select period_start::text, period_type, brand_id, region_id, model_family_id, channel, condition, units_sold, stock_units, receipts, orders,
        selling_days::text, trim_scale(revenue)::text as revenue, currency
      from sales where dealer_id = ${dealer} and to_revision is null order by 1, 3, 4, 5, 6, 7`),
  );

test('uploadFile stores a file of vehicles like the same sales by period, and counts those in stock in the job', async (t) => {
  const b = await bench(t);
  const [fjord, nord] = [await b.dealer('fjord'), await b.dealer('nord')];
  const preview = await b.load(fjord, vehicles, { dry_run: true });
  const after = { rows: 3, units: 5, periods: 2, brands: 1 };
  t.like(preview, { status: 'succeeded', replacement: { after }, vehicles: { sold: 5, in_stock: 1 }, revision: null });
  const job = await b.load(fjord, vehicles);
  t.like(job, {
    status: 'succeeded',
    rows: { read: 6, accepted: 6, rejected: 0 },
    vehicles: { sold: 5, in_stock: 1 },
    read_as: { form: 'vehicles', delimiter: ';' },
    replacement: { after },
  });
  const sales = await b.load(nord, counted);
  t.like(sales, { status: 'succeeded', vehicles: null, read_as: { form: 'sales' } });
  t.deepEqual(await stored(b, 'fjord'), await stored(b, 'nord'));
  const [reported, counts] = [await b.indices(fjord), await b.indices(nord)];
  t.deepEqual([reported.slice(0, 2), counts.length], [counts, 2]);
  // A list of sold vehicles reports its whole period, and other sales of the months up to their last row.
  const months = reported.slice(2).map(({ date, units }) => [date, units]);
  t.deepEqual(months, [
    ['2026-04-01', 0],
    ['2026-05-01', 0],
    ['2026-06-01', 0],
  ]);
  t.deepEqual(await b.stagings(), []);
});

test('a file of vehicles gives its rejected rows back, and replaces what was stored', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, counted);
  const file = `${vehicles}A1;2026-02-03;Volvo;Oslo;XC60;new;;\n`;
  t.like(await b.load(caller, file), {
    status: 'failed',
    errors: [{ row: 8, column: 'vin', rule: 'repeated_key', related_row: 2 }],
  });
  const job = await b.load(caller, file, { on_error: 'skip' });
  t.like(job, {
    status: 'succeeded',
    revision: 2,
    rows: { read: 7, accepted: 6, rejected: 1 },
    vehicles: { sold: 5, in_stock: 1 },
  });
  const reply = await b.handlers.getRejectedRows({ ...b.facts, accept: 'text/csv', caller, path: { id: job.job_id } });
  t.is(
    reply.status === 200 && (await textOf(reply.body)),
    '\ufeffreasons,source_row,vin,sale_date,make,branch,model,condition,price,currency\nvin: the row has the same VIN and date as row 2,8,A1,2026-02-03,Volvo,Oslo,XC60,new,,\n',
  );
  t.like(await b.load(caller, 'vin,sale_date,make\nA1,2026-02-03,Volvo\n'), {
    status: 'failed',
    slice: { confirm: 2 },
    replacement: { after: { rows: 1, units: 1 } },
  });
});

test('uploadFile reads a file again that was sent with another form, and names the form to ask for', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const file = 'vin,date,brand,units\nA1,2026-03-01,Volvo,1\n';
  t.like(await b.load(caller, file), { status: 'failed', errors: [{ rule: 'ambiguous_form' }] });
  const job = await b.load(caller, file, { form: 'vehicles' });
  t.like(job, { status: 'succeeded', vehicles: { sold: 1, in_stock: 0 } });
  t.is((await b.load(caller, file, { form: 'vehicles' })).job_id, job.job_id);
});

test('getJob does not show a caller with a part of the dealer how many vehicles an upload has', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const { job_id } = await b.load(caller, vehicles);
  const [part, whole] = [callerOf([['fjord', { brands: ['volvo'] }]]), callerOf([['fjord', {}]])];
  t.is((await b.job(part, job_id))?.vehicles, null);
  for (const each of [whole, caller]) t.deepEqual((await b.job(each, job_id))?.vehicles, { sold: 5, in_stock: 1 });
});
