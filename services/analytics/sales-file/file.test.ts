// SalesFile as a whole: headings, lines, limits and what is no text.
import test from 'ava';
import { SalesFile } from './file.ts';
import { months, read, rules } from './read.fixture.ts';
import { csvHeading, csvLine, report } from './report.ts';

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

test('SalesFile refuses headings by name, and suggests what was probably meant', (t) => {
  t.deepEqual(
    read(Buffer.from('Period_Start,Brand,Unit_sold,stok\n')).errors.map((e) => [e.column, e.rule, e.message]),
    [
      ['Unit_sold', 'unknown_column', 'is not a known column; did you mean units_sold?'],
      ['stok', 'unknown_column', 'is not a known column; did you mean stock?'],
      [
        'units_sold',
        'missing_column',
        'the file has no column units_sold (also accepted: units, quantity, qty, sold); recognized: Period_Start, Brand; not recognized: Unit_sold, stok',
      ],
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

test('SalesFile skips what spreadsheets leave around the rows, and keeps line numbers', (t) => {
  const found = read(Buffer.from('sep=;\r\n\r\nbrand;date;units\r\nToyota;2026-01;1\r\n;;\r\nOpel;2026-02;many\r\n;;'));
  t.deepEqual(
    [found.rows.map((row) => row.brand), found.counts, found.errors.map((e) => [e.row, e.rule])],
    [['toyota'], { read: 2, accepted: 1, rejected: 1 }, [[6, 'type']]],
  );
  const unnamed = read(Buffer.from('\n\ndate; ;brand;units;\n2026-01;;T;1;\n"2026-02"; ;"T";2;\n2026-03;x;T;3;\n'));
  t.deepEqual(
    [unnamed.rows.map(({ period_start, units_sold }) => [period_start, units_sold]), unnamed.errors],
    [
      [
        ['2026-01-01', '1'],
        ['2026-02-01', '2'],
      ],
      [
        {
          row: 6,
          column: '',
          value: 'x',
          rule: 'unknown_column',
          message: 'column 2 has no name; name it, or clear its values',
          related_row: null,
        },
      ],
    ],
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

test('SalesFile stops with one error at a column with more than 500,000 different values', (t) => {
  const brands = Array.from({ length: 500_000 }, (_, i) => `2026-01,brand ${i},1\n`).join('');
  const more = Array.from({ length: 20_000 }, (_, i) => `2026-02,another ${i},1\n`).join('');
  const file = Buffer.from(`date,brand,units\n${brands}2026-02,brand 7,1\n${more}`);
  const { errors, counts } = read(file, { isReadBack: false });
  t.deepEqual(errors, [
    {
      row: 500_003,
      column: 'brand',
      value: null,
      rule: 'spellings',
      message: 'the column has more than 500,000 different values; the remaining rows were not read',
      related_row: null,
    },
  ]);
  t.deepEqual(counts, { read: 500_002, accepted: 500_001, rejected: 1 });
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

test('SalesFile says once what the headings of a file without a column mean, and cuts long lists', (t) => {
  const messages = (headings: string) =>
    read(Buffer.from(`${headings}\n`))
      .errors.filter(({ rule }) => rule === 'missing_column')
      .map(({ message }) => message);
  t.deepEqual(messages('Make,Dato'), [
    'the file has no column units_sold (also accepted: units, quantity, qty, sold); recognized: Make (brand), Dato (period_start)',
  ]);
  t.deepEqual(
    messages('Måned,brand,units').map((message) => message.split('; recognized')[0]),
    [
      'the file has no column period_start, nor year and month, and the period of the upload is more than one month',
      'month and year must be given together; rename month to period_start if its values have the year, as 2026-10 does',
    ],
  );
  const unknown = Array.from({ length: 14 }, (_, i) => `${'x'.repeat(50)}${i}`);
  const [first, second] = messages(unknown.join(','));
  const shown = unknown.slice(0, 12).map(() => `${'x'.repeat(40)}…`);
  t.is(first?.split('; ').slice(1).join('; '), `recognized: none; not recognized: ${shown.join(', ')} and 2 more`);
  t.false(second?.includes('recognised'));
});

test('SalesFile reads rows that it held for their days a chunk at a time, as it reads them at once', (t) => {
  const row = (n: number) => `0${1 + (n % 9)}/0${1 + (n % 8)}/2026,Brand ${n % 50},${n}\n`;
  const rows = Array.from({ length: 40_000 }, (_, n) => row(n)).join('');
  const bytes = Buffer.from(`date,brand,units\n${rows}25/08/2026,Brand 1,1\n${rows}`);
  const chunk = 64 * 1024;
  const days = { ...months, type: 'day' as const };
  const [stepwise, atOnce] = [days, days].map(
    (expected) =>
      new SalesFile({ form: 'sales', expected, region: 'home', aliases: new Map(), report: report(), emit: true }),
  ) as [SalesFile, SalesFile];
  const read: Buffer[] = [];
  let most = 0;
  const take = (ranges: readonly Buffer[]) => {
    const part = Buffer.concat(ranges);
    most = Math.max(most, part.length);
    read.push(part);
  };
  for (let at = 0; at < bytes.length; at += chunk) take(stepwise.push(bytes.subarray(at, at + chunk)));
  take(stepwise.complete());
  while (stepwise.isBehind) take(stepwise.catchUp());
  take(stepwise.end());
  const whole = Buffer.concat([...atOnce.push(bytes), ...atOnce.end()]);
  t.is(Buffer.concat(read).compare(whole), 0);
  t.deepEqual(stepwise.counts, atOnce.counts);
  t.true(most > 0 && most <= 3 * chunk, `${most} bytes in one call`);
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
