// Rejected rows as a workbook: what a spreadsheet shows, and what an upload reads of it.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import type { Job, JobId } from '../../../generated/analytics/types.ts';
import { type Bench, bench } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { partOf } from '../sales-file/xlsx/workbook.fixture.ts';
import { workbookText } from '../sales-file/xlsx/workbook-text.ts';
import { type Cell, workbook } from '../sales-file/xlsx/workbook-writer.ts';

const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function rejectedOf(b: Bench, caller: Caller, { job_id }: Job): Promise<Buffer> {
  const reply = await b.handlers.getRejectedRows({
    ...b.facts,
    accept: mediaType,
    caller,
    path: { id: job_id as JobId },
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  const filename = `attachment; filename="rejected-${job_id}.xlsx"`;
  if (reply.mediaType !== mediaType || reply.headers['Content-Disposition'] !== filename)
    throw new Error('no workbook');
  return await buffer(reply.body as Readable);
}

/** The cells of its sheet, as an upload reads them. */
async function cellsOf(bytes: Buffer): Promise<readonly (readonly string[])[]> {
  async function* read(first: number, last: number) {
    yield bytes.subarray(first, last + 1);
  }
  let text = '';
  for await (const chunk of workbookText({ bytes: bytes.length, read }, 'rejected')) text += chunk;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
}

const wrong = 'must be a whole number, without thousands separators';

test('a workbook whose rows are all wrong comes back as a workbook, is mended there, and is uploaded again', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const rows: readonly (readonly Cell[])[] = [
    ['date', 'brand', 'model', 'units', 'stock'],
    ['2026-01', '=1+1', 500, 'many', 7],
    ['2026-02', null, '007', -4, 8],
    ['2026-03', 'Kia & <Söhne>', '123456789012345678', '1.234.567', 9],
    [],
    [new Date('2026-04-01'), 'Fiat', '2026-04-01', 'few', 9],
  ];
  const failed = await b.load(caller, await buffer(workbook('May', rows)));
  t.like(failed, { status: 'failed', rows: { read: 4, accepted: 0, rejected: 4 } });
  const bytes = await rejectedOf(b, caller, failed);
  const found = await cellsOf(bytes);
  t.deepEqual(
    found.map((cells) => cells.slice(2)),
    rows
      .filter((cells) => cells.length > 0)
      .map((cells) => cells.map((cell) => (cell instanceof Date ? '2026-04-01' : String(cell ?? '')))),
  );
  t.deepEqual(
    found.map(([reasons, row]) => [reasons, row]),
    [
      ['reasons', 'source_row'],
      [`units: ${wrong}`, '2'],
      ['brand: the brand is missing; if its cell is merged with others, unmerge them and fill in each', '3'],
      [found[3]?.[0], '4'],
      [`units: ${wrong}`, '6'],
    ],
  );
  t.true((await partOf(bytes, 'xl/worksheets/sheet1.xml')).includes('<c r="C5" s="2"><v>46113</v></c>'));
  t.like(await b.load(caller, bytes, { dry_run: true }), {
    status: 'failed',
    rows: { read: 4, accepted: 0, rejected: 4 },
    read_as: { format: 'xlsx', sheet: 'rejected' },
  });
  const mended = found.map((cells) =>
    cells.map((cell) => cell.replace('many', '2').replace('1.234.567', '5').replace('few', '6')),
  );
  const withBrand = mended.map((cells) => cells.map((cell, i) => (i === 3 && cell === '' ? 'Opel' : cell)));
  const dry = await b.load(caller, await buffer(workbook('rejected', withBrand)), { dry_run: true });
  t.like(dry, { status: 'succeeded', rows: { read: 4, accepted: 4, rejected: 0 }, revision: null });
  const whole = withBrand.map((cells) => cells.slice(2));
  t.like(await b.load(caller, await buffer(workbook('rejected', whole))), { status: 'succeeded', revision: 1 });
  t.deepEqual(
    (await b.indices(caller)).map(({ date, units }) => [date, units]),
    [
      ['2026-01-01', 2],
      ['2026-02-01', -4],
      ['2026-03-01', 5],
      ['2026-04-01', 6],
    ],
  );
});

test('getRejectedRows writes the rows of a CSV file, of objects and of vehicles as workbooks', async (t) => {
  const b = await bench(t);
  const files = {
    csv: [
      'date,brand,units\n2026-01,Audi,1\n2026-01,=Opel,many\n',
      '3',
      ['date', 'brand', 'units'],
      ['2026-01', '=Opel', 'many'],
    ],
    ndjson: [
      '{"date":"2026-01","brand":"Audi","units":1}\n{"brand":"Opel","date":"2026-01","units":"many"}\n',
      '2',
      ['brand', 'date', 'units'],
      ['Opel', '2026-01', 'many'],
    ],
    vehicles: [
      'vin,sale_date,brand\nA1,2026-01-02,Volvo\nA2,2026-13-01,Volvo\n',
      '3',
      ['vin', 'sale_date', 'brand'],
      ['A2', '2026-13-01', 'Volvo'],
    ],
  } as const;
  for (const [dealer, [file, line, names, cells]] of Object.entries(files)) {
    const caller = await b.dealer(dealer);
    const job = await b.load(caller, file, { on_error: 'skip' });
    const [head, row, ...more] = await cellsOf(await rejectedOf(b, caller, job));
    t.deepEqual([head, row?.slice(1), more], [['reasons', 'source_row', ...names], [line, ...cells], []]);
    t.true((row?.[0] ?? '').length > 10);
  }
});

test('a workbook of a hundred thousand rejected rows is written in flat memory, each text in a cell that a spreadsheet opens', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord');
  const bad = `2026-01,Opel,${'x'.repeat(40_000)}\n`;
  const job = await b.load(caller, `date,brand,units\n2026-01,Audi,1\n${'2026-01,Opel,many\n'.repeat(100_000)}${bad}`, {
    on_error: 'skip',
  });
  t.is(job.rows.rejected, 100_001);
  const before = process.memoryUsage().arrayBuffers;
  const found = await cellsOf(await rejectedOf(b, caller, job));
  t.is(found.length, 1 + 100_000);
  t.deepEqual(found.at(-1), [`units: ${wrong}`, '100002', '2026-01', 'Opel', 'many']);
  t.true(process.memoryUsage().arrayBuffers - before < 64 * 1024 * 1024);
  const long = await b.load(caller, `date,brand,units\n2026-01,Audi,1\n${bad}`, { on_error: 'skip' });
  const [, row] = await cellsOf(await rejectedOf(b, caller, long));
  t.is(row?.[4], 'x'.repeat(32_767));
});
