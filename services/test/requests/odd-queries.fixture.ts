// Queries of the indices as none of our clients writes them, and what the rows alone say of each: computed without the
// code of the product.
import fc from 'fast-check';

export type Row = {
  readonly month: string;
  readonly brand: string;
  readonly region: string;
  readonly family: string;
  readonly condition: string;
  readonly channel: string;
  readonly units: number;
};

/** As they stand in the URL, before any decoding. */
export type RawPair = readonly [name: string, value: string];

const months = ['2024-01', '2024-02', '2024-03', '2024-05'];
/** As long as an id can be, in bytes too. */
const longest = 'ね'.repeat(200);
export const brandNames = ['Toyota', 'ŠKODA', '=cmd', '日産', '__proto__', 'constructor', longest];
const families = ['Corolla', 'Up', '1e400', longest];

/** No sum of few rows is that of others: each adds its own digit. */
export const ownRows: readonly Row[] = brandNames.flatMap((brand, b) =>
  months.map((month, m) => ({
    month,
    brand,
    region: ['Oslo', 'Bergen'][(b + m) % 2] as string,
    family: families[(b + m) % 4] as string,
    condition: (b + m) % 3 === 0 ? 'used' : 'new',
    channel: m % 2 === 0 ? 'retail' : 'fleet',
    units: (m + 1) * 10 ** b,
  })),
);

const header = 'period_start,brand,region,model_family,condition,channel,units_sold';
export const csvOf = (rows: readonly Row[]): string =>
  `${[header, ...rows.map((row) => Object.values(row).join())].join('\n')}\n`;

/** By the glossary: normalised, case-folded, runs of other signs are hyphens. */
export const idOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

const encoded = encodeURIComponent;
/** Each of its bytes, which means the same. */
const everyByte = (text: string): string =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const oddTexts = [
  ...['', '%00', 'a%00b', '%', '%zz', '%ff', '%ed%a0%80', '%c0%af', '+', '%2B', '%20', '%0d%0aX-Evil:1', ',', 'a,b'],
  ...["'", "'%20or%201=1--", '%22', ';', '../..', '%2e%2e%2f', '$%7Bx%7D', '__proto__', 'constructor', 'toString'],
  ...['null', 'undefined', 'NaN', 'Infinity', '1e3', '0x10', '-0', '-1', '+1', '00', '1.0', '1.5', '%F0%9F%99%82'],
  ...['9007199254740991', '9007199254740993', '99999999999999999999', '1e400', 'true', '[]', '%5B%22toyota%22%5D'],
  ...['x'.repeat(200), 'x'.repeat(201), 'x'.repeat(3_000), encoded('é'.repeat(200)), encoded('ﷺ'.repeat(90)), '*'],
];
const dates = ['2024-01-01', '2024-02-29', '2023-02-29', '2024-03-01', '2024-13-01', '0000-01-01', '9999-12-31'];
const instants = [
  ...['2001-01-01T00:00:00Z', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00%2B23:59', '9999-12-31T23:59:59-23:59'],
  ...['2016-12-31T23:59:60Z', '2017-01-01T00:59:60%2B01:00', '2016-12-31T23:58:60Z', '1990-06-01t10:00:00z'],
  ...[
    '2020-02-30T00:00:00Z',
    '2020-01-01T24:00:00Z',
    '1970-01-01T00:00:00.123456789012345678Z',
    '2020-01-01 00:00:00Z',
  ],
];
const groupings = ['brand', 'region', 'model_family', 'dealer'];
const fieldNames = [
  ...['brand_id', 'region_id', 'model_family_id', 'dealer_id', 'date', 'period_type', 'complete', 'units', 'dsr'],
  ...['selling_days', 'demand_growth', 'coverage', 'z_t', 'inventory', 'revenue', 'currency', 'null_reasons'],
];

const spelled = (...texts: string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.constantFrom(encoded, encoded, everyByte))
    .map(([text, spelling]) => spelling(text));
const odd = fc.constantFrom(...oddTexts);
const sometimesOdd = (usual: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 7, arbitrary: usual }, { weight: 1, arbitrary: odd });
const pair = (name: string, usual: fc.Arbitrary<string>): fc.Arbitrary<RawPair> =>
  fc.tuple(fc.constantFrom(...[name, name, name, everyByte(name)]), sometimesOdd(usual));

const pairs: fc.Arbitrary<RawPair> = fc.oneof(
  { weight: 4, arbitrary: pair('group_by', spelled(...groupings)) },
  {
    weight: 6,
    arbitrary: pair(
      'brand_id',
      spelled(...brandNames.map(idOf), 'TOYOTA', 'ＴＯＹＯＴＡ', 'škoda', 'none', 'geheim-toyota'),
    ),
  },
  { weight: 3, arbitrary: pair('region_id', spelled('oslo', 'bergen', 'OSLO', 'skjult')) },
  { weight: 2, arbitrary: pair('model_family_id', spelled('corolla', 'up', '1e400')) },
  { weight: 5, arbitrary: pair('fields', spelled(...fieldNames)) },
  { weight: 1, arbitrary: pair('condition', spelled('new', 'used')) },
  { weight: 1, arbitrary: pair('channel', spelled('retail', 'fleet')) },
  { weight: 1, arbitrary: pair('period_type', spelled('day', 'month', 'quarter')) },
  { weight: 1, arbitrary: pair('date_from', spelled(...dates)) },
  { weight: 1, arbitrary: pair('date_to', spelled(...dates)) },
  { weight: 1, arbitrary: pair('as_of', fc.constantFrom(...instants)) },
  { weight: 1, arbitrary: pair('limit', spelled('1', '2', '7', '1000')) },
  { weight: 1, arbitrary: pair('dealer_id', spelled('fjordbil', 'nordbil')) },
  { weight: 1, arbitrary: fc.tuple(odd, odd) },
);

export const queries: fc.Arbitrary<readonly RawPair[]> = fc.array(pairs, { maxLength: 6 });

export const textOf = (query: readonly RawPair[]): string => query.map(([name, value]) => `${name}=${value}`).join('&');

type Figure = { readonly id: string | undefined; readonly date: string; readonly units: number };

const startOf = (month: string, type: string): string =>
  type === 'quarter' ? `${month.slice(0, 5)}${month.slice(5) < '04' ? '01' : '04'}-01` : `${month}-01`;

const fileMonths = ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05'];

/** In the order of the answer. Of a query that was accepted. */
export function expectedUnits(query: URLSearchParams): readonly Figure[] {
  const type = query.get('period_type') ?? 'month';
  const by = query.get('group_by');
  if (type === 'day' || query.has('as_of')) return [];
  const isOf = (name: string, value: string) =>
    !query.has(name) || query.getAll(name).some((each) => idOf(each) === idOf(value));
  const isDated = (date: string) => date >= (query.get('date_from') ?? '') && date <= (query.get('date_to') ?? '9999');
  const sums = new Map<string, Figure>();
  const add = (figure: Figure) => {
    const key = `${figure.id} ${figure.date}`;
    if (isDated(figure.date)) sums.set(key, { ...figure, units: (sums.get(key)?.units ?? 0) + figure.units });
  };
  const chosen = ownRows.filter(
    (row) =>
      isOf('brand_id', row.brand) &&
      isOf('region_id', row.region) &&
      isOf('model_family_id', row.family) &&
      (query.get('condition') ?? row.condition) === row.condition &&
      (query.get('channel') ?? row.channel) === row.channel,
  );
  const first = new Map<string | undefined, string>();
  for (const row of chosen) {
    const ids = {
      brand: idOf(row.brand),
      region: idOf(row.region),
      model_family: idOf(row.family),
      dealer: 'fjordbil',
    };
    const id = by === null ? undefined : ids[by as keyof typeof ids];
    const date = startOf(row.month, type);
    if (date < (first.get(id) ?? '9999')) first.set(id, date);
    add({ id, date, units: row.units });
  }
  // Periods without a row, from the first one to the last of the file, have none sold (decision 573).
  for (const [id, since] of first)
    for (const date of fileMonths.map((month) => startOf(month, type))) if (date >= since) add({ id, date, units: 0 });
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, figure]) => figure);
}

const ranges = [
  ...[
    'application/json',
    'text/csv',
    'application/x-ndjson',
    '*/*',
    'text/*',
    'application/*',
    'TEXT/CSV',
    'text/html',
  ],
  ...['text/csv; charset=utf-8', 'image/png', '', ';', '/', 'csv', '*', 'text/csv;header=absent', '*/csv'],
];
const weights = ['', '', ';q=1', ';q=0', ';q=.2', '; q=0.001', ';Q=0.9', ';q=abc', ';q=-1', ';q=2', ';q=1e9', ';q=NaN'];
const part = fc.record({ range: fc.constantFrom(...ranges), weight: fc.constantFrom(...weights) });
type Part = typeof part extends fc.Arbitrary<infer Each> ? Each : never;

/** Fields `Accept`, some of them as long as a header can be. */
export const accepts: fc.Arbitrary<readonly Part[]> = fc.oneof(
  { weight: 20, arbitrary: fc.uniqueArray(part, { maxLength: 4, selector: ({ range }) => typeOf(range) }) },
  {
    weight: 1,
    arbitrary: part.map((last) => [...Array.from({ length: 600 }, () => ({ range: 'a/b', weight: ';q=0.1' })), last]),
  },
);

const typeOf = (range: string): string => (range.split(';')[0] ?? '').toLowerCase();

const offered = ['application/json', 'text/csv', 'application/x-ndjson'];

/**
 * The form that is weighed most, by the most specific range for it; undefined where there is none. What has a malformed
 * weight is passed over.
 */
export function expectedForm(parts: readonly Part[]): string | undefined {
  const weightOf = (form: string): number => {
    const ordered = [form, form.replace(/\/.*/, '/*'), '*/*'];
    const of = ordered.flatMap((range) => parts.filter((each) => typeOf(each.range) === range).map(numberOf));
    return of.find((weight) => weight >= 0 && weight <= 1) ?? 0;
  };
  const [best] = offered.toSorted((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) > 0 ? best : undefined;
}

const numberOf = ({ weight }: Part): number => (weight === '' ? 1 : Number(weight.replace(/^; ?q=/i, '')));

/** Keys that a cursor may be made to say, beside those of its list. */
export const oddKeys: readonly unknown[] = [
  ...['', ' ', '0', '-1', '1.5', '1e3', 'NaN', 'null', 'x', '9223372036854775808', '\ud800', '\0', '🙂', '/', '//'],
  ...["' or 1=1", '2024-01-01', 'zzz 2024-01-01', 'toyota', '[]', '["x","y"]', '00000000-0000-0000-0000-00000000000g'],
  ...['ffffffff-ffff-7fff-bfff-ffffffffffff', 'x'.repeat(700), 7, null, {}, [], true],
];
