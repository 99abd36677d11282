// Workbooks as files: the same rows as CSV and NDJSON, and what spreadsheets do to values.
import test from 'ava';
import fc from 'fast-check';
import { type Read, read, readWorkbook } from '../read.fixture.ts';
import { dateOf, isDateCode } from './styles.ts';
import { bytesOf, fault, first, header, made, relation, shared, sheetOf, text, written } from './workbook.fixture.ts';
import { zip } from './zip-writer.ts';

const name = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map((each) => `a${each.replace(/\p{C}/gu, '')}`);
const sale = fc.record({
  period_start: fc.integer({ min: 1, max: 6 }).map((month) => `2026-0${month}`),
  brand: name,
  model_family: fc.option(name, { nil: '' }),
  units_sold: fc.integer({ min: -1_000, max: 100_000 }),
  selling_days: fc.integer({ min: 0, max: 9_200 }).map((days) => days / 100),
});

test('the same rows as CSV, NDJSON and XLSX are stored the same', async (t) => {
  const quoted = (value: string | number) => `"${String(value).replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 300 }),
      async (rows, piece) => {
        const columns = Object.keys(rows[0] as object);
        const cells = rows.map((row) => Object.values(row));
        const csv = [columns, ...cells].map((row) => `${row.map(quoted).join(',')}\n`).join('');
        const plain = (found: Read) => ({
          rows: found.rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]]))),
          errors: found.errors.map(({ rule, column, related_row }) => [rule, column, related_row]),
          counts: found.counts,
        });
        const expected = plain(read(Buffer.from(csv)));
        const objects = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
        const found = read(objects);
        // Objects have no header line: their rows are one line earlier.
        const lines = ([rule, column, row]: (typeof expected.errors)[number]) => [
          rule,
          column,
          row === null ? null : Number(row) + 1,
        ];
        t.deepEqual({ ...plain(found), errors: plain(found).errors.map(lines) }, expected);
        t.deepEqual(plain(await readWorkbook(await written([columns, ...cells]), { pieces: [piece] })), expected);
      },
    ),
    { numRuns: 60, seed: 190 },
  );
});

test('a workbook is read with shared and formatted texts, dates, booleans, formulas, gaps and a title', async (t) => {
  const strings = shared(
    '<t>brand</t>',
    '<r><t>Toy</t></r><r><rPr/><t xml:space="preserve">ota</t></r><rPh><t>x</t></rPh>',
    '<t>A &amp; &#66;</t>',
    '<t/>',
  );
  const sheet = `<?xml version="1.0"?><!-- made by hand --><x:worksheet xmlns:x="main"><x:cols/><x:sheetData>
    <x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>Sales of Oslo</x:t></x:is></x:c></x:row>
    <x:row r="3"><x:c r="A3" t="inlineStr"><x:is><x:t>Date</x:t></x:is></x:c><x:c r="B3" t="s"><x:v>0</x:v></x:c><x:c r="C3" t="str"><x:f>"units"</x:f><x:v>Units
sold</x:v></x:c><x:c r="D3" t="inlineStr"><x:is><x:t>model</x:t></x:is></x:c></x:row>
    <x:row r="4"><x:c r="A4" s="1"><x:v>46023</x:v></x:c><x:c r="B4" t="s"><x:v>1</x:v></x:c><x:c r="C4"><x:f>20+21</x:f><x:v>41</x:v></x:c><x:c r="D4"><x:v>208</x:v></x:c></x:row>
    <x:row r="6" hidden="1"><x:c r="A6" s='2'><x:v>46054.0</x:v></x:c><x:c r="B6" t="s"><x:v>2</x:v></x:c><x:c r="C6"><x:v>4.1000000000000001E1</x:v></x:c><x:c r="F6" s="1"/></x:row>
    <x:row r="9"/><x:row r="10"><x:c r="A10" t="d"><x:v>2026-03-01T00:00:00</x:v></x:c><x:c r="B10" t="inlineStr"><x:is><x:t><![CDATA[C & D]]></x:t></x:is></x:c><x:c r="C10"><x:v>-0.0</x:v></x:c><x:c r="D10" t="s"><x:v>3</x:v></x:c></x:row>
  </x:sheetData><x:mergeCells/></x:worksheet>`;
  const file = await made(sheet, { strings });
  for (const size of [1, 13, 64 * 1024]) {
    const { rows, errors, counts } = await readWorkbook(file, { pieces: [size] });
    t.deepEqual(errors, []);
    t.deepEqual(counts, { read: 3, accepted: 3, rejected: 0 });
    t.deepEqual(rows, [
      { period_start: '2026-01-01', brand: 'toyota', units_sold: '41', model_family: '208' },
      { period_start: '2026-02-01', brand: 'a-b', units_sold: '41', model_family: 'all' },
      { period_start: '2026-03-01', brand: 'c-d', units_sold: '0', model_family: 'all' },
    ]);
  }
});

test('the header row of a sheet is the first one with two known headings, wherever values stand above it', async (t) => {
  const rowOf = (row: number, ...values: readonly (string | null)[]) =>
    `<row r="${row}">${values.map((value) => (value === null ? '<c/>' : text(value))).join('')}</row>`;
  const read = async (...rows: readonly string[]) => {
    const { rows: stored, errors } = await readWorkbook(await made(sheetOf(...rows)), { pieces: [50] });
    return [
      stored.map((row) => Object.values(row)),
      errors.map(({ row, column, cell = null, message }) => [row, column, cell, message.split(';')[0]]),
    ];
  };
  const filters = rowOf(1, 'From', '2026', 'Date');
  const names = [null, 'Date', null, 'Brand', 'Units'];
  const sale = [null, '2026-01', null, 'Opel', '3'];
  const stray = [null, '2026-02', 'x', 'Opel', '3'];
  t.deepEqual(await read(filters, rowOf(20, ...names), rowOf(21, ...sale), rowOf(23, ...stray)), [
    [['2026-01-01', 'opel', '3']],
    [[23, '', null, 'column 3 has no name']],
  ]);
  const lacks = 'the file has no column brand (also accepted: make)';
  const units = 'the file has no column units_sold (also accepted: units, quantity, qty, sold)';
  const isUnknown = ['From', '2026'].map((each, i) => [1, each, `Sales!${'AB'[i]}1`, 'is not a known column']);
  const missing = [
    [1, 'brand', null, lacks],
    [1, 'units_sold', null, units],
  ];
  for (const below of [[rowOf(2, ...sale)], [rowOf(21, ...names), rowOf(22, ...sale)], []])
    t.deepEqual(await read(filters, ...below), [[], [...isUnknown, ...missing]]);
  t.deepEqual(await read(rowOf(1, 'Sales'), rowOf(25, ...names), rowOf(26, ...sale)), [
    [['2026-01-01', 'opel', '3']],
    [],
  ]);
});

test('errors of a VIN in a workbook say what the cell is, and not what it has', async (t) => {
  const sheet = sheetOf(
    header('vin', 'date', 'brand'),
    `<row r="3"><c s="1"><v>46151</v></c>${text('2026-01-05')}${text('Audi')}</row>`,
    `<row r="4"><c t="e"><v>#REF!</v></c>${text('2026-01-05')}${text('Audi')}</row>`,
  );
  t.deepEqual(
    (await readWorkbook(await made(sheet))).errors.map(({ row, rule, value }) => [row, rule, value]),
    [
      [3, 'cell_type', null],
      [4, 'cell_error', null],
    ],
  );
});

test('a formula that was never calculated is an error of its cell, as a library writes it and as a spreadsheet does', async (t) => {
  const sheet = sheetOf(
    header('date', 'brand', 'units'),
    `<row r="3">${text('2026-01')}${text('Audi')}<c r="C3"><f>1+1</f><v></v></c></row>`,
    `<row r="4">${text('2026-01')}${text('Audi')}<c r="C4"><f>1+1</f><v/></c></row>`,
    `<row r="5">${text('2026-01')}${text('Audi')}<c r="C5"><f>1+1</f></c></row>`,
  );
  const { errors } = await readWorkbook(await made(sheet));
  t.deepEqual(
    errors.map(({ cell, rule, value }) => [cell, rule, value]),
    ['C3', 'C4', 'C5'].map((place) => [`Sales!${place}`, 'cell_formula', null]),
  );
});

test('errors of a workbook name sheet and cell, and what to do', async (t) => {
  const sheet = sheetOf(
    header('date', 'brand', 'units', 'model'),
    `<row r="3"><c r="A3"><v>46023</v></c>${text('Toyota')}<c><v>1</v></c></row>`,
    `<row r="4">${text('2026-01')}<c t="e"><v>#REF!</v></c><c t="e"><v>#N/A</v></c><c s="1"><v>46151</v></c></row>`,
    `<row r="5">${text('2026-01')}${text('Audi')}<c><f>A1+1</f></c><c t="b"><v>1</v></c></row>`,
    `<row r="6">${text('2026-01')}${text('Audi\nQ')}<c><v>1.5</v></c></row>`,
    `<row r="7">${text('2026-01')}${text('Audi')}<c><v>1</v></c><c/><c><v>9</v></c><c><v>9</v></c></row>`,
    `<row r="8">${text('2026-01')}<c r="C8"><v>1</v></c></row>`,
  );
  const { errors } = await readWorkbook(await made(sheet));
  const related_row = null;
  t.deepEqual(errors, [
    {
      row: 3,
      column: 'date',
      value: '46023',
      rule: 'period',
      message:
        'must be the first day of a month, such as 2026-11-01 or 2026-11; format the cell as a date if it is one',
      related_row,
      cell: 'Sales!A3',
    },
    {
      row: 4,
      column: 'brand',
      value: '#REF!',
      rule: 'cell_error',
      message: 'the cell has the error #REF!; correct its formula, or clear the cell',
      related_row,
      cell: 'Sales!B4',
    },
    {
      row: 4,
      column: 'units',
      value: '#N/A',
      rule: 'cell_error',
      message: 'the cell has the error #N/A; correct its formula, or clear the cell',
      related_row,
      cell: 'Sales!C4',
    },
    {
      row: 4,
      column: 'model',
      value: '2026-05-09',
      rule: 'cell_type',
      message: 'the cell is formatted as a date; format it as text or as a number, and enter the value again',
      related_row,
      cell: 'Sales!D4',
    },
    {
      row: 5,
      column: 'units',
      value: null,
      rule: 'cell_formula',
      message: 'the formula has no value yet; open the workbook in a spreadsheet and save it again',
      related_row,
      cell: 'Sales!C5',
    },
    {
      row: 6,
      column: 'brand',
      value: 'Audi\nQ',
      rule: 'pattern',
      message: 'must not have line breaks or control characters',
      related_row,
      cell: 'Sales!B6',
    },
    {
      row: 6,
      column: 'units',
      value: '1.5',
      rule: 'type',
      message: 'must be a whole number, without thousands separators',
      related_row,
      cell: 'Sales!C6',
    },
    {
      row: 7,
      column: null,
      value: null,
      rule: 'column_count',
      message: 'the row has a value to the right of the last heading; clear it',
      related_row,
      cell: null,
    },
    {
      row: 8,
      column: 'brand',
      value: '',
      rule: 'required',
      message: 'the brand is missing; if its cell is merged with others, unmerge them and fill in each',
      related_row,
      cell: 'Sales!B8',
    },
  ]);
  const bad = await readWorkbook(
    await written(
      [
        ['brand', 'colour'],
        ['Audi', 'red'],
      ],
      "May '26",
    ),
  );
  t.deepEqual(
    bad.errors.map(({ rule, row, cell }) => [rule, row, cell]),
    [
      ['unknown_column', 1, "'May ''26'!B1"],
      ['missing_column', 1, null],
      ['missing_column', 1, null],
    ],
  );
});

test('text that no database takes is replaced in names of sheets and in messages', async (t) => {
  const cell = `<c t="e"><v>&#xD800;${'#'.repeat(2_000)}</v></c>`;
  const rows = sheetOf(header('date', 'brand', 'units'), `<row>${text('2026-01')}${cell}<c><v>1</v></c></row>`);
  const { errors } = await readWorkbook(await made(rows, { tab: 'S&#xD800;\0' }));
  const shown = `\u{fffd}${'#'.repeat(199)}`;
  t.deepEqual(errors, [
    {
      row: 2,
      column: 'brand',
      value: shown,
      rule: 'cell_error',
      message: `the cell has the error \u{fffd}${'#'.repeat(976)}`,
      related_row: null,
      cell: "'S\u{fffd}\u{fffd}'!B2",
    },
  ]);
});

test('a number is all of its cell, and nothing but a number', async (t) => {
  const values = ['1<!-- -->2', '&#49;2', '<![CDATA[12]]>', '1.2e1', '0x1F', '0b1', ' 12 '];
  const rows = values.map((value, i) => `<row>${text('2026-01')}${text(`Brand ${i}`)}<c><v>${value}</v></c></row>`);
  const found = await readWorkbook(await made(sheetOf(header('date', 'brand', 'units'), ...rows)));
  t.deepEqual(
    [found.rows.map(({ units_sold }) => units_sold), found.errors.map(({ rule, value }) => [rule, value])],
    [
      ['12', '12', '12', '12', '12'],
      [
        ['cell_error', '0x1F'],
        ['cell_error', '0b1'],
      ],
    ],
  );
});

test('a time in a column of names is shown as the number that it is', async (t) => {
  const rows = sheetOf(
    header('date', 'brand', 'units'),
    `<row>${text('2026-01')}<c s="1"><v>0.5</v></c><c><v>1</v></c></row>`,
  );
  const { errors } = await readWorkbook(await made(rows));
  t.deepEqual(
    errors.map(({ rule, value }) => [rule, value]),
    [['cell_type', '0.5']],
  );
});

test('dates are those of the 1900 and 1904 systems', (t) => {
  const cases = [
    [1, 1900, '1900-01-01'],
    [59, 1900, '1900-02-28'],
    [60, 1900, null],
    [61, 1900, '1900-03-01'],
    [46023, 1900, '2026-01-01'],
    [44561, 1904, '2026-01-01'],
    [0, 1904, '1904-01-01'],
    [46023.5, 1900, '2026-01-01 12:00:00'],
    [-1, 1900, null],
    [1e300, 1900, null],
    [Number.NaN, 1904, null],
  ] as const;
  for (const [serial, system, day] of cases) t.is(dateOf(serial, system), day, `${serial} ${system}`);
  const codes = ['yyyy-mm', '[$-414]d. mmm. yyyy;@', '[h]:mm', 'd/m', '"v."ww yy'];
  for (const code of codes) t.true(isDateCode(code), code);
  for (const code of [
    'General',
    '0.00',
    '[Red]0',
    '"sold" 0',
    '#,##0\\ "stk";[Red]d',
    '0.00E+00',
    '@',
    '_d0',
    '[$USD]0',
  ])
    t.false(isDateCode(code), code);
});

test('the 1904 system of a workbook counts', async (t) => {
  const sheet = sheetOf(
    header('date', 'brand', 'units'),
    `<row><c s="1"><v>44561</v></c>${text('Audi')}<c><v>1</v></c></row>`,
  );
  const found = await readWorkbook(await made(sheet, { date1904: true }));
  t.deepEqual([found.rows, found.errors], [[{ period_start: '2026-01-01', brand: 'audi', units_sold: '1' }], []]);
});

test('a sheet is chosen by its name, and the first one that is shown without', async (t) => {
  const sheets = ['Notes', 'Hidden', 'Sales'].map(
    (sheet, i) => `<sheet name="${sheet}" ${i === 1 ? 'state="hidden"' : ''} r:id="s${i}"/>`,
  );
  const parts = (sheet: string, i: number) => ({
    name: `xl/worksheets/s${i}.xml`,
    text: [sheetOf(header('date', 'brand', 'units'), `<row>${text('2026-01')}${text(sheet)}<c><v>1</v></c></row>`)],
  });
  const relations = [0, 1, 2].map(
    (i) => `<Relationship Id="s${i}" Type="${relation}/worksheet" Target="worksheets/s${i}.xml"/>`,
  );
  const order = [1, 0, 2].map((i) => sheets[i]);
  const file = await bytesOf(
    zip([
      { name: 'xl/workbook.xml', text: [`<workbook><sheets>${order.join('')}</sheets></workbook>`] },
      { name: 'xl/_rels/workbook.xml.rels', text: [`<Relationships>${relations.join('')}</Relationships>`] },
      ...['Notes', 'Hidden', 'Sales'].map(parts),
    ]),
  );
  const brand = async (sheet?: string) =>
    (await readWorkbook(file, sheet === undefined ? {} : { sheet })).rows[0]?.brand;
  t.deepEqual(
    [await brand(), await brand('Sales'), await brand(' sales '), await brand('Hidden')],
    ['notes', 'sales', 'sales', 'hidden'],
  );
  const message = 'the workbook has no sheet March; its sheets are Hidden, Notes, Sales';
  t.deepEqual(first(await readWorkbook(file, { sheet: 'March' })), fault('sheet', message));
});
