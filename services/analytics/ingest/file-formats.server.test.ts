// NDJSON and XLSX files from the upload to the indices.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { manualClock } from '../../lib/clock.ts';
import { bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import { jobs } from '../jobs/jobs.ts';
import { workbook } from '../sales-file/xlsx/workbook-writer.ts';

/** The text of an answer with its byte order mark, which a decoder would remove. */
const textOf = async (body: unknown): Promise<string> => (await buffer(body as Readable)).toString();

const rows = [
  {
    period_start: '2026-01',
    brand: 'Toyota',
    region: 'Tromsø',
    model_family: 'Corolla "GR"',
    units_sold: 41,
    stock_units: 63,
  },
  {
    units_sold: 38,
    brand: 'Toyota',
    region: 'Tromsø',
    period_start: '2026-02-01',
    orders: 7,
    stock_units: '60',
    selling_days: 20.5,
  },
  { year: 2026, month: 3, make: 'Peugeot', model: 208, qty: '12', revenue: 100.25, currency: 'NOK', stock_units: null },
];
const ndjson = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const csv = `period_start;brand;region;model_family;units_sold;stock_units;orders;selling_days;revenue;currency
2026-01;Toyota;Tromsø;"Corolla ""GR""";41;63;;;;
2026-02;Toyota;Tromsø;;38;60;7;20,5;;
2026-03;Peugeot;;208;12;;;;100,25;NOK
`;
const inWorkbook = buffer(
  workbook('2026', [
    ['Sales', null],
    csv.slice(0, csv.indexOf('\n')).split(';'),
    ['2026-01', 'Toyota', 'Tromsø', 'Corolla "GR"', 41, 63],
    ['2026-02', 'Toyota', 'Tromsø', null, 38, 60, 7, 20.5],
    ['2026-03', 'Peugeot', null, 208, 12, null, null, null, 100.25, 'NOK'],
  ]),
);

test('uploadFile reads a file of objects, also packed, and a workbook like the same file as CSV', async (t) => {
  const b = await bench(t);
  const stored = async (dealer: string) =>
    await withScope(b.store, { dealers: [dealer] }, (tx) =>
      tx.any(sql.unsafe`
        select period_start::text, brand_id, region_id, model_family_id, channel, condition, period_type, units_sold, stock_units, receipts, orders,
          selling_days::text, revenue::text, currency
        from sales where dealer_id = ${dealer} order by period_start`),
    );
  const files = {
    csv: Buffer.from(csv),
    plain: Buffer.from(ndjson),
    packed: gzipSync(ndjson),
    sheet: await inWorkbook,
  };
  const found: Record<string, unknown> = {};
  for (const [name, file] of Object.entries(files)) {
    const caller = await b.dealer(name);
    const job = await b.load(caller, file);
    t.like(job, { status: 'succeeded', rows: { read: 3, accepted: 3, rejected: 0 }, errors: [] });
    found[name] = [await stored(name), await b.indices(caller)];
  }
  t.deepEqual(found.plain, found.csv);
  t.deepEqual(found.packed, found.csv);
  t.deepEqual(found.sheet, found.csv);
});

test('a dealer has the optional columns that its objects name', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  await b.load(caller, ndjson);
  const columns = await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.oneFirst(sql.unsafe`select optional_columns from dealers where dealer_id = 'fjord'`),
  );
  t.deepEqual<unknown, unknown>(columns, ['orders', 'revenue']);
});

test('getJobErrors names line and field of each wrong object, and a dry run stores nothing', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const bad = `${ndjson}{"brand":"Opel","period_start":"2026-01","units_sold":true}\n{"brand":"Opel"\n`;
  const errors = [
    {
      row: 4,
      column: 'units_sold',
      value: null,
      rule: 'type',
      message: 'must be text, a number or null',
      related_row: null,
    },
    {
      row: 5,
      column: null,
      value: null,
      rule: 'json',
      message:
        'the line is not a JSON object, from character 16 on; put one object on each line, such as {"brand": "Toyota", "units_sold": 41}',
      related_row: null,
    },
  ];
  t.like(await b.load(caller, bad), { status: 'failed', rows: { read: 5, accepted: 3, rejected: 2 }, errors });
  const dry = await b.load(caller, bad, { on_error: 'skip', dry_run: true });
  t.like(dry, { status: 'succeeded', rows: { read: 5, accepted: 3, rejected: 2 }, errors, revision: null });
  t.like(dry.replacement, { after: { rows: 3, units: 91, periods: 3, brands: 2 } });
  t.deepEqual(await b.indices(caller), []);
  t.like(await b.load(caller, bad, { on_error: 'skip' }), { status: 'succeeded', revision: 1, error_count: 2 });
  const stray = `${ndjson}{"brand":"Opel","period_start":"2026-01","units_sold":1,"colour":"red"}\n`;
  t.like(await b.load(caller, stray, { on_error: 'skip' }), { status: 'failed', error_count: 1, revision: null });
});

test('uploadFile refuses an array of objects before it starts a job', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  t.like(await b.upload(caller, `[${JSON.stringify(rows[0])}]`), {
    status: 415,
    problem: {
      detail: 'The file looks like json. Send an XLSX workbook, or CSV or NDJSON in UTF-8, plain or gzip.',
    },
  });
});

test('a job names sheet and cell of each error of a workbook, and an upload of another sheet is another job', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const file = await buffer(
    workbook('May', [
      ['date', 'brand', 'units'],
      ['2026-01', 'Opel', 'many'],
      ['2026-01', 'Audi', 3],
    ]),
  );
  const errors = [{ row: 2, column: 'units', value: 'many', rule: 'type', cell: 'May!C2' }];
  t.like(await b.load(caller, file), { status: 'failed', rows: { read: 2, accepted: 1, rejected: 1 }, errors });
  const skipped = await b.load(caller, file, { on_error: 'skip' });
  t.like(skipped, { status: 'succeeded', revision: 1 });
  const named = await b.load(caller, file, { on_error: 'skip', sheet: 'may' });
  t.like(named, { status: 'succeeded', revision: 2 });
  t.is((await b.load(caller, file, { on_error: 'skip', sheet: 'may' })).job_id, named.job_id);
  const message = 'the workbook has no sheet June; its sheets are May';
  t.like(await b.load(caller, file, { sheet: 'June' }), { status: 'failed', errors: [{ rule: 'sheet', message }] });
});

test('getRejectedRows returns the rows of a workbook, which can be corrected and checked, but not replace the period', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const rows = [
    ['date', 'brand', 'units'],
    ['2026-01', '=Opel', 'many'],
    ['2026-01', 'Audi', 3],
    ['2026-02', null, -4],
  ];
  const job = await b.load(caller, await buffer(workbook('May', rows)), { on_error: 'skip' });
  t.is(job.rejected_csv, `/api/v1/ingest/jobs/${job.job_id}/rejected.csv`);
  const shownAfter = async (days: number) => {
    const clock = manualClock(new Date(Date.parse(job.created_at) + days * 24 * 60 * 60 * 1_000));
    const request = { ...b.facts, caller: await b.known(caller), path: { id: job.job_id }, query: { wait: 0 } };
    const reply = await jobs({ ...b.deps, clock }).getJob(request);
    return reply.status === 200 && reply.body.rejected_csv;
  };
  t.deepEqual([await shownAfter(6.9), await shownAfter(7)], [job.rejected_csv, null]);
  const get = (reader: typeof caller) =>
    b.handlers.getRejectedRows({ ...b.facts, accept: 'text/csv', caller: reader, path: { id: job.job_id } });
  const reply = await get(caller);
  if (reply.status !== 200) return t.fail();
  t.is(reply.headers['Content-Disposition'], `attachment; filename="rejected-${job.job_id}.csv"`);
  const found = await textOf(reply.body);
  const reason = 'units: must be a whole number, without thousands separators';
  t.is(
    found,
    `\ufeffreasons,source_row,date,brand,units\n"${reason}",2,2026-01,'=Opel,many\n"brand: the brand is missing; if its cell is merged with others, unmerge them and fill in each",4,2026-02,,-4\n`,
  );
  const corrected = found.replace('many', '2').replace('2026-02,,-4', '2026-02,Audi,-4');
  t.like(await b.load(caller, corrected, { dry_run: true }), {
    status: 'succeeded',
    rows: { read: 2, accepted: 2, rejected: 0 },
  });
  const stored = await b.indices(caller);
  const detail = (column: string) =>
    `The file has the column ${column}, so it has only the rejected rows of another file, and an upload replaces the whole period. Nothing was stored. Put the corrected rows into the whole file, without reasons and source_row, and upload that.`;
  const object = (column: string) => `{"${column}":"x","date":"2026-01","brand":"Opel","units":2}\n`;
  const parts = [
    ['reasons', corrected],
    ['reasons', object('reasons')],
    ['source_row', object('source_row')],
  ] as const;
  for (const [column, file] of parts)
    t.like(await b.load(caller, file), {
      status: 'failed',
      revision: null,
      problem: { detail: detail(column), error_count: 0 },
    });
  t.deepEqual(await b.indices(caller), stored);
  t.is(stored.length, 1);
  t.like(await get(callerOf([['fjord', { brands: ['audi'] }]])), { status: 404 });
  const right = await b.load(caller, ndjson, { dry_run: true });
  t.is(right.rejected_csv, null);
  t.like(await b.handlers.getRejectedRows({ ...b.facts, accept: 'text/csv', caller, path: { id: right.job_id } }), {
    status: 404,
  });
});

test('answers of getRejectedRows that no one reads keep no other one waiting, nor reads of the database', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const job = await b.load(caller, 'period_start,brand,units_sold\n2026-01,Audi,many\n');
  const get = () => b.handlers.getRejectedRows({ ...b.facts, accept: 'text/csv', caller, path: { id: job.job_id } });
  const unread = [await get(), await get(), await get(), await get(), await get()];
  t.deepEqual(
    unread.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  );
  const scope = [{ dealer_id: job.dealer_id, brands: null, regions: null }];
  const heavy = { scope, dataRevision: { rows: Number.POSITIVE_INFINITY } };
  t.is(await b.deps.heavyReads.run(heavy, async () => 'a dashboard', b.facts.signal), 'a dashboard');
  const texts = await Promise.all(unread.map((reply) => (reply.status === 200 ? textOf(reply.body) : undefined)));
  t.is(new Set(texts).size, 1);
  t.regex(texts[0] ?? '', /Audi,many/);
});

test.serial(
  'uploadFile ignores unknown columns if it is asked to, stores the others, and lists what it has ignored',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('fjord');
    const names = ['Stock_no', 'date', 'Brand', '', 'units', 'In Date'];
    const lines = [
      ['a;b', '2026-01', 'Opel', 'x', '3', '2026-01-02'],
      ['2', '2026-02', 'Audi', '', '4', ''],
    ];
    const csv = [names, ...lines].map((line) => `${line.map((cell) => `"${cell}"`).join(';')}\n`).join('');
    const objects = lines.map(
      (line) => `${JSON.stringify(Object.fromEntries(line.map((cell, i) => [names[i] || 'none', cell])))}\n`,
    );
    const stored = () => b.indices(caller, { group_by: 'brand' });
    const ignored = ['Stock_no', 'In Date'];
    const period = '2026-01/2026-02';
    t.like(await b.load(caller, csv, { period }), { status: 'failed', error_count: 2 + 1 });
    const job = await b.load(caller, csv, { period, unknown_columns: 'ignore' });
    t.like(job, { status: 'succeeded', rows: { accepted: 2 } });
    t.deepEqual(job.read_as?.ignored, ignored);
    t.deepEqual(
      job.read_as?.columns.map(({ column }) => column),
      ['period_start', 'brand', 'units_sold'],
    );
    const expected = await stored();
    t.deepEqual(
      expected.map(({ brand_id, date, units }) => [brand_id, date, units]),
      [
        ['audi', '2026-02-01', 4],
        ['opel', '2026-01-01', 3],
        ['opel', '2026-02-01', 0],
      ],
    );
    const others: readonly [string | Buffer, readonly string[]][] = [
      [objects.join(''), ['Stock_no', 'none', 'In Date']],
      [await buffer(workbook('May', [names, ...lines])), ignored],
    ];
    for (const [file, names] of others) {
      const again = await b.load(caller, file, { period, unknown_columns: 'ignore' });
      t.deepEqual([again.status, again.problem, again.read_as?.ignored], ['succeeded', null, names]);
      t.deepEqual(await stored(), expected);
    }
    const odd = `${'ab\0'.padEnd(300, 'x')},date,brand,units\n,2026-01,Opel,3\n`;
    const stray = await b.load(caller, odd, { unknown_columns: 'ignore', dry_run: true });
    t.deepEqual([stray.status, stray.read_as?.ignored], ['succeeded', ['ab\u{fffd}'.padEnd(200, 'x')]]);
    const long = `{"date":"2026-01","brand":"Opel","units":3,"${'x'.repeat(300)}":1}\n`;
    const passed = await b.load(caller, long, { unknown_columns: 'ignore', dry_run: true });
    t.deepEqual([passed.status, passed.error_count], ['succeeded', 0]);
    const unclear = await b.load(caller, 'date,brand,units,sales\n2026-01,Opel,1,1\n', { unknown_columns: 'ignore' });
    t.like(unclear, { status: 'failed', errors: [{ column: 'sales', rule: 'ambiguous_column' }] });
  },
);

test('a job says how its file was read, to those who may see the file', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const file = gzipSync(Buffer.from('Datum;Marke;Stück\n2026-01;Citroën;3\n', 'latin1'));
  const job = await b.load(caller, file);
  const read_as = {
    format: 'csv',
    form: 'sales',
    gzip: true,
    encoding: 'windows-1252',
    delimiter: ';',
    sheet: null,
    columns: [
      { heading: 'Datum', column: 'period_start' },
      { heading: 'Marke', column: 'brand' },
      { heading: 'Stück', column: 'units_sold' },
    ],
    header_row: 1,
    ignored: [],
  };
  t.like(job, { status: 'succeeded', revision: 1 });
  t.deepEqual<unknown, unknown>(job.read_as, read_as);
  t.is((await b.job(callerOf([['fjord', { brands: ['audi'] }]]), job.job_id))?.read_as, null);
  const sheet = await b.load(caller, await inWorkbook, { dry_run: true });
  t.like(sheet.read_as, { format: 'xlsx', gzip: false, encoding: null, delimiter: null, sheet: '2026' });
  const objects = await b.load(caller, ndjson, { dry_run: true });
  t.like(objects.read_as, { format: 'ndjson', encoding: 'utf-8', delimiter: null, sheet: null });
  t.deepEqual(objects.read_as?.columns[3], { heading: 'make', column: 'brand' });
});
