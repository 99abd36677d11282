// NDJSON files, beside the same rows as CSV, which is read by another row loop.
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { parseRange } from '../../indices/period.ts';
import type { Expected } from '../header.ts';
import { latest, months, read } from '../read.fixture.ts';
import type { RowError } from '../report.ts';

type Value = string | number | null;
type Object = Record<string, Value>;

const lines = (...rows: readonly (Object | string)[]) =>
  Buffer.from(rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''));
const rules = (...rows: readonly (Object | string)[]) =>
  read(lines(...rows)).errors.map(({ row, column, rule }) => [row, column, rule]);
const good = { period_start: '2026-01', brand: 'Toyota', units_sold: 41 };

const text = fc.constantFrom('Toyota', ' toyota', 'Citroën', 'Škoda', 'A B', 'a-b', 'ford', '日本', 'q|r', 'x,y');
const odd = fc.constantFrom('', 'NA', '+', '"', 'a"b', 'a\tb', '\\', 'a\\"b', '\u007f', '/', '{', '}');
const name = fc.oneof(
  { weight: 8, arbitrary: text },
  { weight: 1, arbitrary: odd },
  { weight: 1, arbitrary: fc.constantFrom(208, 3.5) },
);
const number = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 9_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 9_000 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      'NA',
      -3,
      ' 7 ',
      1.5,
      '1,5',
      '41.0',
      '7,00',
      '1.000',
      '12,25',
      1e21,
      'x',
      '007',
      99_999_999,
      100_000_000,
    ),
  },
);
const period = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 6 }).map((month) => `2026-0${month}`) },
  { weight: 1, arbitrary: fc.constantFrom('2026-07', '2026-01-02', '2026-03-01', 'soon', '') },
);
const optional = (value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
const object = fc
  .record({
    period_start: period,
    brand: name,
    units_sold: number,
    stock_units: optional(fc.oneof(number, fc.constant(null))),
    selling_days: optional(number),
    model_family: optional(fc.oneof(name, fc.constant(null))),
    channel: optional(fc.constantFrom('retail', 'FLEET', '', 'web', null)),
    order: fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
  })
  .map(({ order, ...row }) => {
    const given = Object.entries(row).filter((member): member is [string, Value] => member[1] !== undefined);
    const ordered = given.map((member, i) => [order[i] ?? 0, member] as const).sort((a, b) => a[0] - b[0]);
    return Object.fromEntries(ordered.map(([, member]) => member));
  })
  .filter((row) => Object.values(row).some((value) => value !== '' && value !== null));

const columns = ['period_start', 'brand', 'model_family', 'units_sold', 'stock_units', 'selling_days', 'channel'];
const csvOf = (rows: readonly (Object | null)[]) => {
  const field = (value: Value | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const all = rows.map((row) => (row === null ? '' : columns.map((column) => field(row[column])).join('|')));
  return Buffer.from([columns.join('|'), ...all].map((line) => `${line}\n`).join(''));
};

/** The same object in one of the forms that writers of JSON give it. */
const written = (row: Object, form: number): string => {
  if (form === 0) return JSON.stringify(row);
  const escaped = (value: Value | string) =>
    JSON.stringify(value).replaceAll(/[^\0-~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const members = Object.entries(row).map(([key, value]) => `${escaped(key)}: ${escaped(value)}`);
  return form === 1 ? `{${members.join(', ')}}` : ` {\t${members.join(' ,  ')} } \r`;
};

/** The header line of a CSV file is its first row. */
const withoutHeader = ({ row, related_row, message, value, ...error }: RowError): RowError => ({
  ...error,
  row: row && row - 1,
  related_row: related_row && related_row - 1,
  // As the file has it: with its quotes doubled.
  value: value?.replaceAll('""', '"') ?? null,
  message: related_row ? message.replace(`row ${related_row}`, `row ${related_row - 1}`) : message,
});

/** A key names the columns that a file has, and objects may have any. */
const shown = (error: RowError): RowError => (error.rule === 'repeated_key' ? { ...error, value: null } : error);

type Written = readonly [row: Object | null, form: number];

/** Null is a blank line. */
function readsLikeCsv(t: ExecutionContext, rows: readonly Written[], start: string, pieces: readonly number[]): void {
  const ndjson = `${start}${rows.map(([row, form]) => `${row === null ? '' : written(row, form)}\n`).join('')}`;
  const found = read(Buffer.from(ndjson), { pieces });
  const expected = read(csvOf(rows.map(([row]) => row)));
  t.deepEqual(found.errors.map(shown), expected.errors.map(withoutHeader).map(shown));
  t.deepEqual(found.counts, expected.counts);
  const plain = (each: Record<string, string>) =>
    columns.map((column) =>
      /^[\s\d.-]+$/.test(each[column] ?? '') &&
      column !== 'brand' &&
      column !== 'model_family' &&
      column !== 'period_start'
        ? Number(each[column])
        : (each[column] ?? ''),
    );
  t.deepEqual(
    found.rows.map(({ model_family, channel, ...row }) =>
      plain({ model_family: model_family ?? '', channel: channel ?? '', ...row }),
    ),
    expected.rows.map(plain),
  );
}

test('SalesFile reads objects like the same rows of a CSV file, in any form and however they are cut', (t) => {
  const file = fc.record({
    rows: fc.array(fc.tuple(object, fc.constantFrom(0, 0, 0, 1, 2)), { minLength: 1, maxLength: 40 }),
    pieces: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 30 }),
    bom: fc.boolean(),
  });
  fc.assert(
    fc.property(file, ({ rows, pieces, bom }) => readsLikeCsv(t, rows, bom ? '\u{feff}' : '', pieces)),
    { numRuns: 300 },
  );
  t.pass();
});

test('SalesFile reads objects that differ little from the one before like the same rows of a CSV file', (t) => {
  const values: Record<string, fc.Arbitrary<Value>> = {
    period_start: period,
    brand: name,
    units_sold: number,
    stock_units: fc.oneof(number, fc.constant(null)),
    model_family: fc.oneof(fc.constantFrom('Yaris', 'Yaris Cross', 'Yari', '', null), name),
  };
  const change = fc.oneof(
    { weight: 9, arbitrary: fc.oneof(...Object.entries(values).map(([key, value]) => fc.record({ [key]: value }))) },
    { weight: 1, arbitrary: fc.constantFrom(null, {}) },
  );
  const file = fc.record({
    first: object,
    changes: fc.array(change, { minLength: 1, maxLength: 60 }),
    pieces: fc.array(fc.integer({ min: 1, max: 3_000 }), { maxLength: 5 }),
  });
  fc.assert(
    fc.property(file, ({ first, changes, pieces }) => {
      let row: Object = first;
      const rows = changes.map((each): Written => {
        row = { ...row, ...each };
        const isNothing = Object.values(row).every((value) => value === '' || value === null);
        return [each === null || isNothing ? null : row, 0];
      });
      readsLikeCsv(t, [[first, 0], ...rows], '', pieces);
    }),
    { numRuns: 400 },
  );
  t.pass();
});

test('SalesFile reads a line as an object exactly when JSON.parse reads one of texts, numbers and null', (t) => {
  const pieces = fc.constantFrom(
    '{',
    '}',
    '"',
    ':',
    ',',
    'brand',
    'units_sold',
    '1',
    '0',
    '-',
    '.',
    'e5',
    'null',
    'true',
    ' ',
    '\\n',
    '\\',
    '\\u00e9',
    '[',
    ']',
    '"brand":"A"',
    '"units_sold":1',
  );
  const anyLine = fc.array(pieces, { maxLength: 12 }).map((parts) => `{${parts.join('')}`);
  const isObject = (line: string): boolean => {
    try {
      const value: unknown = JSON.parse(line);
      return Object.values(value as object).every(
        (each) => each === null || typeof each === 'string' || typeof each === 'number',
      );
    } catch {
      return false;
    }
  };
  const refusals = new Set(['json', 'type']);
  fc.assert(
    fc.property(
      fc.oneof(
        anyLine,
        object.map((row) => JSON.stringify(row)),
      ),
      (line) => {
        const isRefused = read(lines(good, line)).errors.some(
          ({ rule, column, value }) => refusals.has(rule) && (rule === 'json' || (column !== null && value === null)),
        );
        t.is(isRefused, !isObject(line), line);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('SalesFile reads the names of columns in any case and order, also their other names', (t) => {
  const { rows, errors } = read(
    lines({ QTY: 4, Model: 'Yaris', Make: 'Toyota', date: '2026-02' }, { ...good, region: null }),
  );
  t.deepEqual(errors, []);
  t.like(rows[0], {
    period_start: '2026-02-01',
    brand: 'toyota',
    model_family: 'yaris',
    units_sold: '4',
    region: 'home',
  });
  t.like(rows[1], {
    period_start: '2026-01-01',
    brand: 'toyota',
    model_family: 'all',
    units_sold: '41',
    region: 'home',
  });
});

test('SalesFile reports each hostile line as one error, and reads the rows around it', (t) => {
  const cases: readonly (readonly [string, string | null, string])[] = [
    ['{', null, 'json'],
    ['{}{}', null, 'json'],
    ['{"brand":"A",}', null, 'json'],
    ['{"brand":"A"},', null, 'json'],
    ['["brand"]', null, 'json'],
    ['null', null, 'json'],
    ['"brand"', null, 'json'],
    ['brand,units', null, 'json'],
    ["{'brand':'A'}", null, 'json'],
    ['{"brand":"A" "units_sold":1}', null, 'json'],
    ['{"units_sold":007}', null, 'json'],
    ['{"units_sold":NaN}', null, 'json'],
    ['{"units_sold":1.}', null, 'json'],
    ['{"brand":"A\tB"}', null, 'json'],
    ['{"brand":"A\\x"}', 'brand', 'json'],
    ['{"brand":"A', null, 'json'],
    ['{"units_sold":true}', 'units_sold', 'type'],
    ['{"units_sold":[1]}', 'units_sold', 'type'],
    ['{"brand":{"name":"A"}}', 'brand', 'type'],
    ['{"brand":"A","brand":"B","units_sold":1}', 'brand', 'repeated_column'],
    ['{"brand":"A","make":"B","units_sold":1}', 'make', 'repeated_column'],
    ['{"brand":"\\ud800","units_sold":1}', 'brand', 'encoding'],
    ['{"brand":"A\\u0000","units_sold":1}', 'brand', 'pattern'],
    ['{"brand":"A\\nB","units_sold":1}', 'brand', 'pattern'],
    [`{${'"brand":1,'.repeat(1_100)}"brand":1}`, null, 'column_count'],
    [`{"brand":"${'x'.repeat(1_100_000)}"}`, null, 'line_length'],
    ['['.repeat(100_000), null, 'json'],
    ['{"a":'.repeat(100_000), 'a', 'type'],
    [`{"brand":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 'brand', 'type'],
    ['[{"brand":"A","units_sold":1}]', null, 'json'],
    ['{"brand":"A","br\\u0061nd":"B","units_sold":1}', 'brand', 'repeated_column'],
    ['{"__proto__":{"brand":"A"},"units_sold":1}', '__proto__', 'type'],
    ['{"brand":"\\udc00\\ud800","units_sold":1}', 'brand', 'encoding'],
    ['{"\\ud800":1,"brand":"A","units_sold":1}', null, 'encoding'],
    ['{"period_start":"2026-01","brand":"A","units_sold":1e400}', 'units_sold', 'type'],
    ['{"period_start":"2026-01","brand":"A","units_sold":1e-400}', 'units_sold', 'type'],
    ['{"period_start":"2026-01","brand":"A","units_sold":9007199254740993}', 'units_sold', 'type'],
    [`{"period_start":"2026-01","brand":"A","units_sold":${'1'.repeat(100_000)}}`, 'units_sold', 'type'],
    ['{"units_sold":+1}', null, 'json'],
    ['\u2028{}', null, 'json'],
    ['\0', null, 'json'],
  ];
  for (const [line, column, rule] of cases) {
    const found = read(lines(good, line, { ...good, brand: 'Opel' }));
    t.deepEqual(
      [found.errors.map((each) => [each.row, each.column, each.rule]), found.counts],
      [[[2, column, rule]], { read: 3, accepted: 2, rejected: 1 }],
      line.slice(0, 60),
    );
  }
});

test('SalesFile reads -0 as nothing sold', (t) => {
  const { rows, errors } = read(lines('{"period_start":"2026-01","brand":"A","units_sold":-0,"stock_units":-0}'));
  t.deepEqual([errors, rows.map((row) => [Number(row.units_sold) + 0, Number(row.stock_units) + 0])], [[], [[0, 0]]]);
});

test('SalesFile refuses a line of 100 MB as it comes, without keeping it, and reads the row after it', (t) => {
  const chunkBytes = 64 * 1024;
  const file = Buffer.concat([
    lines(good),
    Buffer.from('{"brand":"'),
    Buffer.alloc(100_000_000, 'x'),
    lines('"}', { ...good, brand: 'Opel' }),
  ]);
  const before = process.memoryUsage().arrayBuffers;
  const found = read(file, { pieces: Array.from({ length: Math.floor(file.length / chunkBytes) }, () => chunkBytes) });
  t.deepEqual(
    found.errors.map(({ row, rule }) => [row, rule]),
    [[2, 'line_length']],
  );
  t.deepEqual(found.counts, { read: 3, accepted: 2, rejected: 1 });
  t.true(process.memoryUsage().arrayBuffers - before < 64_000_000, 'the line is not kept');
});

test('SalesFile treats names like those of JavaScript as unknown columns', (t) => {
  for (const name of ['__proto__', 'constructor', 'toString', ''])
    t.deepEqual(rules(`{"brand":"A","units_sold":1,"period_start":"2026-01","${name}":1}`), [
      [1, name, 'unknown_column'],
    ]);
});

test('SalesFile reports an unknown name once, with what was probably meant, and refuses the file', (t) => {
  const rows = [good, { ...good, brand: 'Opel', stok: 3 }, { ...good, brand: 'Seat', stok: 4 }];
  const { errors, counts } = read(lines(...rows));
  t.deepEqual(errors, [
    {
      row: 2,
      column: 'stok',
      value: 'stok',
      rule: 'unknown_column',
      message: 'is not a known column; did you mean stock?',
      related_row: null,
    },
  ]);
  t.deepEqual(counts, { read: 3, accepted: 3, rejected: 0 });
  const named = (from: number) => Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`x${from + i}`, 1]));
  const many = [named(0), named(600)].map((names) => ({ ...good, ...names }));
  t.deepEqual(rules(...many).at(-1), [null, null, 'column_count']);
});

test('SalesFile reads the period of rows in either form, and refuses both', (t) => {
  const { period_start, ...rest } = good;
  const dated = { ...rest, year: 2026, month: 3 };
  const { rows, errors } = read(
    lines(good, dated, { ...rest, period_start: '2026-03' }, { ...good, year: 2026, month: 1 }, rest, {
      ...rest,
      year: 2026,
    }),
  );
  t.deepEqual(
    errors.map(({ row, column, rule, related_row, value }) => [row, column, rule, related_row, value]),
    [
      [3, null, 'repeated_key', 2, '2026-03-01/toyota/home/all/retail/new'],
      [4, 'year', 'misplaced_column', null, '2026'],
      [5, 'period_start', 'required', null, ''],
      [6, 'month', 'required', null, ''],
    ],
  );
  t.deepEqual(
    rows.map((row) => [row.period_start, row.year, row.month]),
    [
      ['2026-01-01', '', ''],
      ['', '2026', '3'],
    ],
  );
  const weeks: Expected = { type: 'week', range: parseRange('2026-W01/2026-W10')!, latest };
  t.deepEqual(
    read(lines(dated), { expected: weeks }).errors.map(({ message }) => message),
    ['is only for monthly rows; this upload has rows by week'],
  );
  const one: Expected = { ...months, range: parseRange('2026-03')! };
  t.deepEqual(
    read(lines(rest, { ...dated, brand: 'Opel' }, { ...dated, brand: 'Seat', month: 4 }), { expected: one }).errors.map(
      ({ row, rule }) => [row, rule],
    ),
    [[3, 'outside_period']],
  );
});

test('SalesFile stops after ten thousand broken lines, and skips blank ones', (t) => {
  const found = read(Buffer.from('{"brand":\n'.repeat(10_500)));
  t.deepEqual([found.counts, found.errors.at(-1)?.rule], [{ read: 10_000, accepted: 0, rejected: 10_000 }, 'json']);
  t.deepEqual(read(lines('', ' ', good, '\t\r')).counts, { read: 1, accepted: 1, rejected: 0 });
});

test('a member with a name of more than 256 bytes refuses its row, and is not remembered', (t) => {
  const long = (end: string) => ({ ...good, [`${'n'.repeat(256)}${end}`]: 1 });
  const rows = Array.from({ length: 1_500 }, (_, n) => long(String(n)));
  t.deepEqual(rules(long('x'), good), [[1, 'n'.repeat(200), 'unknown_column']]);
  t.deepEqual([...new Set(rules(...rows).map(([, , rule]) => rule))], ['unknown_column']);
});
