// A sales file of any length, the same for the same seed: every key once, eight columns, nothing that a check could
// refuse.
import { closeSync, openSync, writeSync } from 'node:fs';
import { columnLetters, workbookParts } from '../../services/analytics/sales-file/xlsx/workbook-writer.ts';
import { zip } from '../../services/analytics/sales-file/xlsx/zip-writer.ts';
import { randomFrom } from './random.ts';

export const columns = [
  'period_start',
  'brand',
  'region',
  'model_family',
  'units_sold',
  'stock_units',
  'orders',
  'selling_days',
] as const;

/** What the upload says of it, and of files of other shapes. */
export const period = {
  period: '2015-01/2024-12',
  period_type: 'month',
  from: '2015-01-01',
  to: '2024-12-31',
} as const;

// 60 months x 25 brands x 20 regions x 40 families: 1.2 million keys.
const [months, brands, regions, families] = [60, 25, 20, 40];
export const mostRows = months * brands * regions * families;

/** A sheet has so many, with its header. */
export const sheetRows = 1_048_575;

export const header = `${columns.join(',')}\n`;

export function* salesRows(rows: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  for (let key = 0; key < Math.min(rows, mostRows); key++) {
    const family = key % families;
    const region = Math.floor(key / families) % regions;
    const brand = Math.floor(key / families / regions) % brands;
    const month = Math.floor(key / families / regions / brands);
    const date = `${2015 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    // As dealers report them: of a region and month. Different ones in each row would make each row a sum (decision
    // 360).
    const days = 20 + ((month * 7 + region * 3) % 28) / 4;
    yield `${date},Brand ${brand},Region ${region},Model ${brand}-${family},${random.below(5_000)},${random.below(20_000)},${random.below(6_000)},${days.toFixed(2)}\n`;
  }
}

export const vehicleHeader = 'vin,sale_date,brand,region,model_family,condition,revenue,currency\n';

/** As many vehicles, each with a number that no other one has, on the days of the same months. */
export function* vehicleRows(rows: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  for (let n = 0; n < rows; n++) {
    const [month, day, brand] = [random.below(months), 1 + random.below(28), random.below(brands)];
    const date = `${2015 + Math.floor(month / 12)}-${two((month % 12) + 1)}-${two(day)}`;
    const price = (10_000 + random.below(9_000_000) / 10).toFixed(2);
    const condition = random.below(3) === 0 ? 'used' : 'new';
    const vin = `WVW${String(n).padStart(14, '0')}`;
    yield `${vin},${date},Brand ${brand},Region ${random.below(regions)},Model ${brand}-${random.below(families)},${condition},${price},NOK\n`;
  }
}

const two = (value: number): string => String(value).padStart(2, '0');

export const writeVehicleFile = (file: string, rows: number, seed: number): void =>
  writeLines(file, vehicleHeader, vehicleRows(rows, seed));

export const writeSalesFile = (file: string, rows: number, seed: number): void =>
  writeLines(file, header, salesRows(rows, seed));

/** The same rows as NDJSON. */
export const writeSalesObjects = (file: string, rows: number, seed: number): void =>
  writeLines(file, '', salesRows(rows, seed).map(objectOf));

const texts: ReadonlySet<string> = new Set(['period_start', 'brand', 'region', 'model_family']);

function objectOf(row: string): string {
  const fields = row.trimEnd().split(',');
  const members = columns.map((name, i) => [name, texts.has(name) ? fields[i] : Number(fields[i])]);
  return `${JSON.stringify(Object.fromEntries(members))}\n`;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The same rows as spreadsheets save them: texts shared, periods as dates. A sheet has 1,048,576 rows. */
export async function writeSalesWorkbook(file: string, rows: number, seed: number): Promise<void> {
  const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const extra = ['sharedStrings', 'styles']
    .map((part) => `<Relationship Id="${part}" Type="${relation}/${part}" Target="${part}.xml"/>`)
    .join('');
  const typeOf = (part: string) =>
    `<Override PartName="/xl/${part}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml"/>`;
  const types = ['sharedStrings', 'styles'].map(typeOf).join('');
  const shared = new Map<string, number>();
  const parts = [
    ...workbookParts('Sales', { extra, types }),
    { name: 'xl/worksheets/sheet1.xml', text: sheetOf(rows, seed, shared) },
    {
      name: 'xl/styles.xml',
      text: [`<styleSheet xmlns="${main}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`],
    },
    { name: 'xl/sharedStrings.xml', text: stringsOf(shared) },
  ];
  const target = openSync(file, 'wx');
  for await (const chunk of zip(parts)) writeSync(target, chunk);
  closeSync(target);
}

function* stringsOf(shared: ReadonlyMap<string, number>): Generator<string> {
  yield `<sst xmlns="${main}">${[...shared.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
}

function* sheetOf(rows: number, seed: number, shared: Map<string, number>): Generator<string> {
  const cell = (field: string, i: number, row: number): string => {
    const place = `r="${columnLetters(i)}${row}"`;
    if (i === 0 && row > 1) return `<c ${place} s="1"><v>${Date.parse(`${field}-01`) / 86_400_000 + 25_569}</v></c>`;
    if (row > 1 && !texts.has(columns[i] as string)) return `<c ${place}><v>${Number(field)}</v></c>`;
    if (!shared.has(field)) shared.set(field, shared.size);
    return `<c ${place} t="s"><v>${shared.get(field)}</v></c>`;
  };
  const line = (text: string, row: number): string => {
    const cells = text.trimEnd().split(',');
    return `<row r="${row}" spans="1:${columns.length}">${cells.map((field, i) => cell(field, i, row)).join('')}</row>`;
  };
  yield `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${main}"><sheetData>${line(header, 1)}`;
  let [text, row] = ['', 1];
  for (const each of salesRows(rows, seed)) {
    row += 1;
    text += line(each, row);
    if (text.length < 1 << 18) continue;
    yield text;
    text = '';
  }
  yield `${text}</sheetData></worksheet>`;
}

function writeLines(file: string, first: string, rows: Iterable<string>): void {
  const target = openSync(file, 'wx');
  let text = first;
  for (const row of rows) {
    text += row;
    if (text.length < 1 << 20) continue;
    writeSync(target, text);
    text = '';
  }
  writeSync(target, text);
  closeSync(target);
}
