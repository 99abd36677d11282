// SalesFile beside an oracle: the same rules by strings, regular expressions and maps.
import test from 'ava';
import fc from 'fast-check';
import { parsePeriod } from '../indices/period.ts';
import { fieldsOf, type Row, read } from './read.fixture.ts';

const blankWords = ['', 'NA', 'N/A', '#N/A', 'NULL'];
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
  const isBlank = blankWords.includes(text.toUpperCase());
  switch (column) {
    case 'brand':
      if (isBlank) return { rule: 'required' };
      return simpleSlug(text) === '' ? { rule: 'pattern' } : { value: simpleSlug(text) };
    case 'model_family':
      if (isBlank && text.toUpperCase() !== 'NA') return { value: 'all' };
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
  { weight: 1, arbitrary: fc.constantFrom('', 'NA', 'Na', '+', '"', 'a"b', 'x,y', 'x;y', '日本', 'a\tb', 'q|r') },
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
