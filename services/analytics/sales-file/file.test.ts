import test from 'ava';
import fc from 'fast-check';
import { parsePeriod, parseRange } from '../indices/period.ts';
import { SalesFile } from './file.ts';
import type { Expected } from './header.ts';
import { fieldsOf, latest, months, type Row, read } from './read.fixture.ts';
import { csvHeading, csvLine, report } from './report.ts';

// --- The oracle: the same rules by strings, regular expressions and maps.

const blankWords = ['', 'NA', 'N/A', '#N/A', 'NULL', 'null'];
const simpleSlug = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .replaceAll(' ', '-');

function oracleField(column: string, raw: string): { value: string } | { rule: string } {
  const text =
    column === 'brand' || column === 'period_start' || column === 'model_family' || column === 'channel'
      ? raw.trim()
      : raw.replace(/^ +| +$/g, '');
  const isBlank = blankWords.includes(text);
  switch (column) {
    case 'brand':
      if (isBlank) return { rule: 'required' };
      return simpleSlug(text) === '' ? { rule: 'pattern' } : { value: simpleSlug(text) };
    case 'model_family':
      if (isBlank && text !== 'NA') return { value: 'all' };
      return simpleSlug(text) === '' ? { rule: 'pattern' } : { value: simpleSlug(text) };
    case 'channel':
      if (isBlank) return { value: 'retail' };
      return ['retail', 'fleet'].includes(text.toLowerCase()) ? { value: text.toLowerCase() } : { rule: 'enum' };
    case 'period_start': {
      if (isBlank) return { rule: 'required' };
      const period = parsePeriod(text);
      const starts =
        period?.type === 'month' ? text : /^\d{4}-\d{2}-01$/.test(text) && period ? text.slice(0, 7) : null;
      if (starts === null) return { rule: 'period' };
      return starts >= '2026-01' && starts <= '2026-06' ? { value: `${starts}-01` } : { rule: 'outside_period' };
    }
    default: {
      const decimals = column === 'selling_days';
      if (isBlank) return column === 'units_sold' ? { rule: 'required' } : { value: '' };
      const form = decimals ? /^-?(\d{1,13}|\d{0,13}[.,]\d{1,2})$/ : /^-?\d{1,9}([.,](0{1,2}|0{4,6}))?$/;
      if (!form.test(text)) return { rule: 'type' };
      const number = Number(text.replace(',', '.'));
      const [min, max] = decimals ? [0, 92] : [column === 'units_sold' ? -99_999_999 : 0, 99_999_999];
      return number < min || number > max ? { rule: 'range' } : { value: String(number) };
    }
  }
}

const oracleColumns: Record<string, string> = {
  make: 'brand',
  brand: 'brand',
  date: 'period_start',
  period_start: 'period_start',
  qty: 'units_sold',
  units_sold: 'units_sold',
  stock: 'stock_units',
  selling_days: 'selling_days',
  model: 'model_family',
  channel: 'channel',
};

function oracle(text: string, delimiter: string) {
  const lines = text
    .replace(/^\u{feff}/u, '')
    .split('\n')
    .map((line) => line.replace(/\r$/, ''));
  const header = fieldsOf(lines[0]!, delimiter)!.map((name) => oracleColumns[name.trim().toLowerCase()]!);
  const rows: Row[] = [];
  const errors: [number, string | null, string, number | null][] = [];
  const times = new Map<string, number>();
  lines.slice(1).forEach((line, i): void => {
    if ([...line].every((char) => char === delimiter)) return;
    const fields = fieldsOf(line, delimiter);
    if (fields === null) {
      errors.push([i + 2, null, 'quoting', null]);
      return;
    }
    if (fields.length !== header.length) {
      errors.push([i + 2, null, 'column_count', null]);
      return;
    }
    const judged = header.map((column, at) => [column, oracleField(column, fields[at]!)] as const);
    const faults = judged.flatMap(([column, result]) =>
      'rule' in result ? [[i + 2, column, result.rule, null] as [number, string, string, null]] : [],
    );
    // A period that is missing is an error of the row, found once its fields are fine by themselves.
    const [fine, missing] = [
      faults.filter(([, column, rule]) => !(column === 'period_start' && rule === 'required')),
      faults.some(([, column, rule]) => column === 'period_start' && rule === 'required'),
    ];
    if (fine.length > 0) {
      errors.push(...fine);
      return;
    }
    if (missing) {
      errors.push([i + 2, 'period_start', 'required', null]);
      return;
    }
    const row = Object.fromEntries(judged.map(([column, result]) => [column, 'value' in result ? result.value : '']));
    const key = ['period_start', 'brand', 'model_family', 'channel'].map((column) => row[column] ?? '').join('/');
    const earlier = times.get(key);
    if (earlier !== undefined) {
      errors.push([i + 2, null, 'repeated_key', earlier]);
      return;
    }
    times.set(key, i + 2);
    rows.push(row);
  });
  return { rows, errors };
}

const brandText = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      'Toyota',
      ' toyota',
      'VW',
      'Citroën',
      'Škoda',
      'A B',
      'a-b',
      'Land  Rover',
      'Ｆｏｒｄ',
      'ford',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'NA', '+', '"', 'a"b', 'x,y', 'x;y', '日本', 'a\tb', 'q|r') },
);
const numberText = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 9000 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'NA',
      '-3',
      ' 7 ',
      '1.5',
      '1,5',
      '41.0',
      '7,00',
      '-2.0',
      '1.000',
      '12,0000',
      '12,25',
      '1e3',
      'x',
      '007',
      '99999999',
      '100000000',
      '1.',
      '.5',
      '--1',
      '1 000',
    ),
  },
);
const periodText = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 6 }).map((m) => `2026-0${m}-01`) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 6 }).map((m) => `2026-0${m}`) },
  { weight: 1, arbitrary: fc.constantFrom('2026-07', '2025-12-01', '2026-01-02', '2026-Q1', '', 'soon') },
);
const cellOf: Record<string, fc.Arbitrary<string>> = {
  make: brandText,
  brand: brandText,
  date: periodText,
  period_start: periodText,
  qty: numberText,
  units_sold: numberText,
  stock: numberText,
  selling_days: numberText,
  model: brandText,
  channel: fc.constantFrom('retail', 'FLEET', '', 'web', 'NA'),
};

const sheet = fc
  .record({
    required: fc.tuple(
      fc.constantFrom('make', 'brand'),
      fc.constantFrom('date', 'period_start'),
      fc.constantFrom('qty', 'units_sold'),
    ),
    more: fc.subarray(['stock', 'selling_days', 'model', 'channel']),
    order: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
  })
  .map(({ required, more, order, delimiter }) => ({
    headings: [...required, ...more]
      .map((h, i) => [order[i]!, h] as const)
      .sort((a, b) => a[0] - b[0])
      .map(([, h]) => h),
    delimiter,
  }));

const fileOf = sheet.chain(({ headings, delimiter }) =>
  fc
    .record({
      rows: fc.array(fc.tuple(...headings.map((h) => fc.tuple(cellOf[h]!, fc.constantFrom(0, 0, 1)))), {
        maxLength: 40,
      }),
      ends: fc.array(fc.constantFrom('\n', '\n', '\r\n'), { minLength: 42, maxLength: 42 }),
      sloppy: fc.constantFrom('', '', '', '\n', '\r\n', 'lonely', `"open${delimiter}1`),
      lastEnd: fc.boolean(),
      bom: fc.boolean(),
      pieces: fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 30 }),
    })
    .map(({ rows, ends, sloppy, lastEnd, bom, pieces }) => {
      const write = (text: string, quoted: number) =>
        quoted || /["\r\n]/.test(text) || text.includes(delimiter) ? `"${text.replaceAll('"', '""')}"` : text;
      const lines = [
        headings.join(delimiter),
        ...rows.map((row) => row.map(([text, quoted]) => write(text, quoted)).join(delimiter)),
        ...(sloppy === '' ? [] : [sloppy]),
      ];
      const body = lines.map((line, i) => line + (i < lines.length - 1 || lastEnd ? ends[i]! : '')).join('');
      return { text: (bom ? '\u{feff}' : '') + body, delimiter, pieces };
    }),
);

test('SalesFile reads every dialect like the reference reader, however the bytes are cut', (t) => {
  fc.assert(
    fc.property(fileOf, ({ text, delimiter, pieces }) => {
      const fromOracle = oracle(text, delimiter);
      const found = read(Buffer.from(text), { pieces });
      const nothing = fromOracle.rows.length + fromOracle.errors.length === 0;
      const headings = fieldsOf(text.replace(/^\u{feff}/u, '').split(/\r?\n/)[0]!, delimiter)!;
      const named = (column: string | null) =>
        column === null ? null : headings.find((h) => oracleColumns[h] === column)!;
      t.deepEqual(
        found.errors.map((e) => [e.row, e.rule === 'quoting' ? null : e.column, e.rule, e.related_row]),
        nothing
          ? [[null, null, 'missing_rows', null]]
          : fromOracle.errors.map(([row, column, rule, other]) => [row, named(column), rule, other]),
      );
      const plain = (row: Row) =>
        Object.fromEntries(
          Object.entries(row).map(([k, v]) => [k, /^[\s\d.-]+$/.test(v) && !v.includes('-0') ? String(Number(v)) : v]),
        );
      t.deepEqual(found.rows.map(plain), fromOracle.rows.map(plain));
      t.is(found.counts.read, found.counts.accepted + found.counts.rejected);
      t.is(found.counts.accepted, fromOracle.rows.length);
    }),
    { numRuns: 400 },
  );
});

test('SalesFile copies a clean file byte for byte', (t) => {
  const text = 'brand;date;units\r\n"Toyota";2026-01;12\r\nŠkoda;2026-02-01;-3\r\n';
  const file = new SalesFile({
    form: null,
    expected: months,
    region: 'home',
    aliases: new Map(),
    report: report(),
    emit: true,
  });
  const copied = [...file.push(Buffer.from(text)), ...file.end()];
  t.is(Buffer.concat(copied).toString(), text.slice(text.indexOf('\n') + 1));
  t.is(copied.length, 1);
  t.deepEqual(file.shape, { columns: ['brand', 'period_start', 'units_sold'], delimiter: ';' });
});

const rules = (bytes: string | Buffer, expected: Expected = months) =>
  read(Buffer.from(bytes), { expected }).errors.map((e) => [e.row, e.column, e.rule]);

test('SalesFile refuses headings by name, and suggests what was probably meant', (t) => {
  t.deepEqual(
    read(Buffer.from('Period_Start,Brand,Unit_sold,stok\n')).errors.map((e) => [e.column, e.rule, e.message]),
    [
      ['Unit_sold', 'unknown_column', 'is not a known column; did you mean units_sold?'],
      ['stok', 'unknown_column', 'is not a known column; did you mean stock?'],
      ['units_sold', 'missing_column', 'the file has no column units_sold or units or quantity or qty or sold'],
    ],
  );
  t.deepEqual(rules('brand,make,units\nToyota,x,1\n'), [
    [1, 'make', 'repeated_column'],
    [1, 'period_start', 'missing_column'],
  ]);
  t.deepEqual(rules('date,brand,units,revenue\n2026-01,T,1,2\n'), [[1, 'currency', 'missing_column']]);
  t.deepEqual(rules(''), [[null, null, 'missing_header']]);
  t.deepEqual(rules('date,brand,units'), [[null, null, 'missing_rows']]);
  t.deepEqual(rules('date,"brand,units\n'), [[1, null, 'quoting']]);
});

test('SalesFile suggests columns that the file lacks, and only near ones', (t) => {
  const advice = (header: string) =>
    read(Buffer.from(`${header}\n`))
      .errors.filter(({ rule }) => rule === 'unknown_column')
      .map(({ message }) => message.replace('is not a known column; ', ''));
  t.deepEqual(advice('date,brnad,untis'), ['did you mean brand?', 'did you mean units?']);
  t.deepEqual(advice('date,brand,unit_solds'), ['did you mean units_sold?']);
  t.deepEqual(advice('date,brand,Zubehör'), ['leave it out']);
  t.deepEqual(advice('date,brand,units,unit,stok,brands'), ['leave it out', 'did you mean stock?', 'leave it out']);
});

test('SalesFile reports a record with line breaks in a field as one error, and an open quote hides no other row', (t) => {
  const text = [
    'date,brand,units,model',
    '2026-01,"To',
    'yo""ta",1,"a',
    '',
    'b"',
    '2026-01,Opel,many,x',
    '2026-01,"Ford,1,x',
    '2026-01,"Kia",some,x',
    '2026-02,Kia,1,"x',
    '2026-03,"Kia",1,x',
  ];
  const fromOracle = [
    [2, 'brand', 'line_break', 'line breaks inside fields are not allowed'],
    [6, 'units', 'type', 'must be a whole number, without thousands separators'],
    [7, 'brand', 'quoting', 'a quote is not closed on its line, or is inside a field'],
    [8, 'units', 'type', 'must be a whole number, without thousands separators'],
    [9, 'model', 'quoting', 'a quote is not closed on its line, or is inside a field'],
  ];
  for (const eol of ['\n', '\r\n'])
    for (const last of ['', eol])
      for (const size of [1, 2, 3, 7, 1_000]) {
        const { errors, counts, rows } = read(Buffer.from(text.join(eol) + last), { pieces: Array(200).fill(size) });
        t.deepEqual(
          [errors.map((e) => [e.row, e.column, e.rule, e.message]), counts, rows.map((row) => row.brand)],
          [fromOracle, { read: 6, accepted: 1, rejected: 5 }, ['kia']],
        );
      }
});

test('SalesFile treats a quote that is open for longer than a line may be as a stray one', (t) => {
  // The first row is right, or the file would not be read to its end.
  const text = `date,brand,units\n2026-01,C,1\n2026-01,"A,1\n${'2026-01,B,x\n'.repeat(100_000)}",1\n`;
  for (const pieces of [Array(40).fill(65_536), []]) {
    const { count, counts, errors } = read(Buffer.from(text), { pieces });
    t.deepEqual(
      [count, counts, errors.slice(0, 2).map((e) => [e.row, e.rule])],
      [
        100_002,
        { read: 100_003, accepted: 1, rejected: 100_002 },
        [
          [3, 'quoting'],
          [4, 'type'],
        ],
      ],
    );
  }
});

test('SalesFile reports a blank before a quote as one', (t) => {
  const errorsOf = (text: string) => read(Buffer.from(text)).errors.map((e) => [e.row, e.column, e.rule, e.message]);
  t.deepEqual(errorsOf('"brand", "date", "units"\n"T", "2026-01", "1"\n'), [
    [1, null, 'quoting', 'there is a space before a quote in the header line; remove it'],
  ]);
  t.deepEqual(errorsOf('brand,date,units\n"T", "2026-01",1\nT,2026-01,1"\n'), [
    [2, 'date', 'quoting', 'there is a space before a quote; remove it'],
    [3, 'units', 'quoting', 'a quote is not closed on its line, or is inside a field'],
  ]);
});

test('SalesFile refuses a file with an unknown column, and still checks its rows', (t) => {
  const found = read(Buffer.from('date,brand,units,pct\n2026-01,Toyota,1,9\n2026-01,NA,1,9\n'));
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.rule]),
    [
      [1, 'pct', 'unknown_column'],
      [3, 'brand', 'required'],
    ],
  );
  t.deepEqual(found.rows, []);
});

test('SalesFile needs no period in rows when the upload has only one', (t) => {
  const november: Expected = { type: 'month', range: parseRange('2026-11')!, latest };
  t.deepEqual(
    read(Buffer.from('brand,units\nToyota,1\nOpel,2\nTOYOTA,3\n'), { expected: november }).errors.map((e) => [
      e.row,
      e.value,
      e.rule,
      e.related_row,
    ]),
    [[4, '2026-11-01/toyota', 'repeated_key', 2]],
  );
});

test('SalesFile reads year and month from two columns', (t) => {
  const found = read(
    Buffer.from(
      'Year,Month,Make,Quantity\n2026,1,Toyota,5\n2026,01,toyota,5\n2026,7,Toyota,5\n2026,,Opel,5\n2026,13,Opel,5\n',
    ),
  );
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.value, e.rule, e.related_row]),
    [
      [3, null, '2026-01-01/toyota', 'repeated_key', 2],
      [4, 'Month', '2026-7', 'outside_period', null],
      [5, 'Month', '', 'required', null],
      [6, 'Month', '13', 'range', null],
    ],
  );
});

test('SalesFile refuses rows outside of the month of an upload for one month', (t) => {
  const september: Expected = { type: 'month', range: parseRange('2026-09')!, latest };
  const file = 'year,month,brand,units\n2026,9,Toyota,1\n,,Opel,1\n2020,3,Fiat,1\n2026,,Kia,1\n,,TOYOTA,1\n';
  t.deepEqual(rules(file, september), [
    [4, 'month', 'outside_period'],
    [5, 'month', 'required'],
    [6, null, 'repeated_key'],
  ]);
  t.deepEqual(rules('year,brand,units\n2026,Toyota,1\n', september), [[1, 'month', 'missing_column']]);
});

test('SalesFile refuses year and month where another column gives the period', (t) => {
  t.deepEqual(rules('Year,date,Month,brand,units\n2020,2026-01,3,Toyota,1\n'), [
    [1, 'Year', 'misplaced_column'],
    [1, 'Month', 'misplaced_column'],
  ]);
  t.deepEqual(
    rules('year,month,brand,units\n2026,11,T,1\n', { type: 'week', range: parseRange('2026-W47')!, latest }),
    [
      [1, 'year', 'misplaced_column'],
      [1, 'month', 'misplaced_column'],
    ],
  );
});

test('SalesFile skips what spreadsheets leave around the rows, and keeps line numbers', (t) => {
  const found = read(Buffer.from('sep=;\r\n\r\nbrand;date;units\r\nToyota;2026-01;1\r\n;;\r\nOpel;2026-02;many\r\n;;'));
  t.deepEqual(
    [found.rows.map((row) => row.brand), found.counts, found.errors.map((e) => [e.row, e.rule])],
    [['toyota'], { read: 2, accepted: 1, rejected: 1 }, [[6, 'type']]],
  );
  t.deepEqual(
    read(Buffer.from('\n\ndate;brand;units;\n2026-01;T;1;\n')).errors.map((e) => [e.row, e.column, e.message]),
    [[3, '', 'column 4 has no name; remove it']],
  );
});

test('SalesFile ends a line at a carriage return only with a line feed, and keeps carriage returns from the database', (t) => {
  const [old, doubled] = ['date,brand,units\r2026-01,T,1\r', 'date,brand,units\r\r\n2026-01,T,1\r\r\n'];
  t.deepEqual([rules(old), rules(doubled)], [[[1, null, 'line_ends']], [[1, null, 'line_ends']]]);
  t.deepEqual(rules('x\r'.repeat(600_000)), [[1, null, 'line_ends']]);
  t.deepEqual(rules('brand,units,channel,date\r\nT,1,,2026-01\r\r\nT,2,new\r,2026-02\r\nT,3,\r,2026-03\r\n'), [
    [2, 'date', 'pattern'],
    [3, 'channel', 'pattern'],
    [4, 'channel', 'pattern'],
  ]);
});

test('SalesFile accepts days for an upload of a month', (t) => {
  const days: Expected = { type: 'day', range: parseRange('2026-02')!, latest };
  t.deepEqual(rules('date,brand,units\n2026-02-01,T,1\n2026-02-28,T,1\n2026-03-01,T,1\n2026-02,T,1\n', days), [
    [4, 'date', 'outside_period'],
    [5, 'date', 'period'],
  ]);
});

test('SalesFile accepts a day with midnight, as spreadsheets and statistics programs write it, and no other time', (t) => {
  const days = ['-01 00:00:00', '-01T00:00:00', '-01T00:00:00Z', '-01 00:00:00.000', '-01 00:00', '-01 00:00:00+00:00'];
  const months = days.map((day, i) => `2026-0${i + 1}${day},T,1\n`).join('');
  const found = read(Buffer.from(`date,brand,units\n${months}2026-01-01 00:00:00,T,1\n`));
  t.deepEqual(
    [found.rows.map((row) => row.period_start), found.errors.map((e) => [e.row, e.rule, e.related_row])],
    [['01', '02', '03', '04', '05', '06'].map((month) => `2026-${month}-01`), [[8, 'repeated_key', 2]]],
  );
  const others = ['2026-01-01 09:30:00', '2026-01-01T00:00:01Z', '2026-01-01T00:00:00+01:00', '2026-01-02 00:00:00'];
  t.deepEqual(
    read(Buffer.from(`date,brand,units\n${others.map((other) => `${other},T,1\n`).join('')}`)).errors.map(
      (e) => e.message,
    ),
    [
      ...Array(3).fill('must be a day without a time, or with midnight, such as 2026-11-01T00:00:00'),
      'must be the first day of a month, such as 2026-11-01 or 2026-11',
    ],
  );
});

test('SalesFile names the month or the day of a period that does not exist', (t) => {
  const periods = ['2026-13', '2026-02-30', '2026-13-01', '2026-02-30 00:00:00', '2026-W54', '1026-01', '2026-1'];
  t.deepEqual(
    read(Buffer.from(`date,brand,units\n${periods.map((period) => `${period},T,1\n`).join('')}`)).errors.map(
      (e) => e.message,
    ),
    [
      'the month 2026-13 does not exist',
      'the day 2026-02-30 does not exist',
      'the month 2026-13 does not exist',
      'the day 2026-02-30 does not exist',
      'the week 2026-W54 does not exist',
      'the year 1026 is not from 1900 to 2199',
      'must be the first day of a month, such as 2026-11-01 or 2026-11',
    ],
  );
});

test('SalesFile accepts whole numbers with zero decimals, and removes the decimals', (t) => {
  const found = read(
    Buffer.from(
      'year;month;brand;units;stock\n2026.0;1,0;A;41.0;\n2026;2;A;-3,00;"7.0000"\n2026;3;A;0.0;41.5\n2026;4;A;1.000;1\n2026;5;A;.0;1\n2026;6;A;1.;1\n',
    ),
  );
  t.deepEqual(
    found.rows.map(({ year, month, units_sold, stock_units }) => [year, month, units_sold, stock_units]),
    [
      ['2026', '1', '41', ''],
      ['2026', '2', '-3', '7'],
      ['2026', '5', '0', '1'],
    ],
  );
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.value, e.message]),
    [
      [4, 'stock', '41.5', 'must be a whole number, without thousands separators'],
      [5, 'units', '1.000', 'must be a whole number, without thousands separators'],
      [7, 'units', '1.', 'must be a whole number, without thousands separators'],
    ],
  );
});

test('SalesFile reads a blank region as the region of the dealer, also in keys', (t) => {
  const found = read(Buffer.from('date,brand,units,region\n2026-01,T,1,\n2026-01,T,1,Home\n2026-01,T,1,Oslo\n'));
  t.deepEqual(
    [found.rows.map((row) => row.region), found.errors.map((e) => e.rule)],
    [['home', 'oslo'], ['repeated_key']],
  );
});

test('SalesFile accepts NA as a region or a model family, and treats it as missing for a brand', (t) => {
  const found = read(
    Buffer.from(
      'date,brand,units,region,model\n2026-01,T,1,NA,NA\n2026-02,T,1,#N/A,#N/A\n2026-03,NA,1,NA,NA\n2026-04,T,1,null,null\n',
    ),
  );
  t.deepEqual(
    [found.rows.map((row) => [row.region, row.model_family]), found.errors.map((e) => [e.row, e.value, e.message])],
    [
      [
        ['na', 'na'],
        ['home', 'all'],
        ['home', 'all'],
      ],
      [[4, 'NA', 'the brand is missing']],
    ],
  );
});

test('SalesFile stops with one error at a column with more than 500,000 different values', (t) => {
  const brands = Array.from({ length: 500_000 }, (_, i) => `2026-01,brand ${i},1\n`).join('');
  const full = read(Buffer.from(`date,brand,units\n${brands}2026-02,brand 7,1\n`));
  t.deepEqual([full.errors, full.counts], [[], { read: 500_001, accepted: 500_001, rejected: 0 }]);
  const more = Array.from({ length: 20_000 }, (_, i) => `2026-02,another ${i},1\n`).join('');
  t.deepEqual(read(Buffer.from(`date,brand,units\n${brands}${more}`)).errors, [
    {
      row: 500_002,
      column: 'brand',
      value: null,
      rule: 'spellings',
      message: 'the column has more than 500,000 different values; the remaining rows were not read',
      related_row: null,
    },
  ]);
});

test('SalesFile applies aliases before it compares keys', (t) => {
  const found = read(Buffer.from('date,brand,units\n2026-01,VW,1\n2026-01,Volkswagen,1\n'), {
    aliases: [['vw', 'volkswagen']],
  });
  t.deepEqual(
    [found.rows.map((row) => row.brand), found.errors.map((e) => [e.row, e.related_row])],
    [['volkswagen'], [[3, 2]]],
  );
  const messages = (...brands: readonly string[]) =>
    read(Buffer.from(`date,Brand,units\n${brands.map((brand) => `2026-01,${brand},1\n`).join('')}`), {
      aliases: [
        ['vw', 'volkswagen'],
        ['v-w', 'volkswagen'],
      ],
    }).errors.map(({ message }) => message);
  const [plain, joined] = ['the row has the same key as row 2', 'the Brand vw is an alias of volkswagen'];
  t.deepEqual(messages('VW', 'Volkswagen'), [`${plain}; ${joined}`]);
  t.deepEqual(messages('Volkswagen', 'Volkswagen', 'VW'), [plain, `${plain}; ${joined}`]);
  t.deepEqual(messages('VW', 'V.W.'), [`${plain}; the Brand v-w is an alias of volkswagen`]);
});

test('SalesFile requires revenue and currency together', (t) => {
  const found = read(
    Buffer.from(
      'date;brand;units;revenue;currency\n2026-01;A;1;10,50;NOK\n2026-01;B;1;;\n2026-01;C;1;-1;\n2026-01;D;1;;NOK\n2026-01;E;1;1,234;NOK\n2026-01;F;1;5;nok\n',
    ),
  );
  t.deepEqual(
    found.rows.map((row) => [row.brand, row.revenue, row.currency]),
    [
      ['a', '10.5', 'NOK'],
      ['b', '', ''],
    ],
  );
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.rule]),
    [
      [4, 'currency', 'required'],
      [5, 'revenue', 'required'],
      [6, 'revenue', 'type'],
      [7, 'currency', 'pattern'],
    ],
  );
});

test('SalesFile accepts currency codes of ISO 4217, also of earlier years', (t) => {
  const codes = [...Intl.supportedValuesOf('currency'), 'DEM', 'XXZ'];
  const rows = codes.map((code, i) => `2026-01,brand ${i},1,2,${code}\n`).join('');
  t.deepEqual(
    read(Buffer.from(`date,brand,units,revenue,currency\n${rows}`)).errors.map((e) => [
      e.row,
      e.column,
      e.value,
      e.rule,
      e.message,
    ]),
    [[codes.length + 1, 'currency', 'XXZ', 'enum', 'must be a currency code of ISO 4217, such as NOK']],
  );
});

test('SalesFile reports invalid UTF-8 with row, column and byte', (t) => {
  const bytes = Buffer.concat([
    Buffer.from('date,brand,units\n2026-01,Toyota,1\n2026-01,Citro'),
    Buffer.from([0xeb]),
    Buffer.from('n,1\n'),
  ]);
  t.deepEqual(
    read(bytes).errors.map((e) => [e.row, e.column, e.rule, e.message]),
    [[3, 'brand', 'encoding', 'is not valid UTF-8 from byte 6 of the field; save the file as UTF-8']],
  );
  t.deepEqual(rules(Buffer.from([0x62, 0xff, 0x0a])), [[1, null, 'encoding']]);
});

test('SalesFile keeps control characters from the database', (t) => {
  t.deepEqual(rules('date,brand,units\n2026-01,To\0yota,1\n2026-01,"To\ryota",1\n2026-01,\x1b[31mred,1\n'), [
    [2, 'brand', 'pattern'],
    [3, 'brand', 'pattern'],
    [4, 'brand', 'pattern'],
  ]);
});

test('SalesFile refuses too many columns, and lines and cells that are too long, without storing them', (t) => {
  t.deepEqual(rules(`${'a,'.repeat(1_000_000)}\n`), [[null, null, 'line_length']]);
  t.deepEqual(rules(`${'a,'.repeat(200_000)}\n`), [[1, null, 'column_count']]);
  const long = `date,brand,units\n2026-01,Toyota,1\n${'x'.repeat(3_000_000)}\n2026-01,Opel,1\n2026-01,${'y'.repeat(40_000)},1\n2026-01,${'z'.repeat(201)},1\n${',\t'.repeat(3000)}\n`;
  const whole = [
    [3, null, 'line_length'],
    [5, 'brand', 'length'],
    [6, 'brand', 'length'],
    [7, null, 'column_count'],
  ];
  t.deepEqual(rules(long), whole);
  t.deepEqual(
    read(Buffer.from(long), { pieces: Array(50).fill(65_536) }).errors.map((e) => [e.row, e.column, e.rule]),
    whole,
  );
});

test('SalesFile reports content that is not text', (t) => {
  t.deepEqual(rules('PK\x03\x04....\n'), [[null, null, 'content']]);
  t.deepEqual(rules('[{"brand": "Toyota"}]\n'), [[null, null, 'content']]);
  t.deepEqual(rules(Buffer.from('date,brand,units\n2026-01,T,1\n', 'utf16le')), [[null, null, 'content']]);
});

test('SalesFile counts all errors, and keeps a thousand', (t) => {
  const lines = [csvHeading];
  const found = report((error) => lines.push(csvLine(error)));
  const file = new SalesFile({
    form: null,
    expected: months,
    region: 'home',
    aliases: new Map(),
    report: found,
    emit: false,
  });
  file.push(Buffer.from(`date,brand,units\n${'2026-01,=Toyota,many\n'.repeat(2_500)}`));
  file.end();
  t.deepEqual(
    [found.count, found.first.length, lines.length, file.counts],
    [2_500, 1_000, 2_501, { read: 2_500, accepted: 0, rejected: 2_500 }],
  );
  t.is(lines[1], '2,units,many,type,"must be a whole number, without thousands separators",,\n');
});

test('SalesFile stops after ten thousand rows when every row is wrong, wherever the file is cut', (t) => {
  const head = 'date,brand,units\n';
  const wrong = '2026-01,B,x\n';
  const counts = { read: 10_000, accepted: 0, rejected: 10_000 };
  for (const size of [1_000, 65_536, 10_000_000]) {
    const pieces = Array(1_000).fill(size);
    const cut = read(Buffer.from(head + wrong.repeat(10_001)), { pieces });
    t.deepEqual([cut.count, cut.counts, cut.errors.length], [10_001, counts, 1_000]);
    const whole = read(Buffer.from(head + wrong.repeat(10_000)), { pieces });
    t.deepEqual([whole.count, whole.counts], [10_000, counts]);
    const unended = read(Buffer.from(head + wrong.repeat(10_000) + wrong.trimEnd()), { pieces });
    t.deepEqual([unended.count, unended.counts], [10_001, counts]);
    const right = read(Buffer.from(`${head}${wrong.repeat(9_999)}2026-01,C,1\n${wrong.repeat(2)}`), { pieces });
    t.deepEqual([right.count, right.counts], [10_001, { read: 10_002, accepted: 1, rejected: 10_001 }]);
  }
});
