// A sales file of any length, the same for the same seed: every key once, eight columns, nothing that a check could refuse.
import { closeSync, openSync, writeSync } from 'node:fs';
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

/** What the upload says of it. */
export const period = {
  period: '2015-01/2019-12',
  period_type: 'month',
  from: '2015-01-01',
  to: '2019-12-31',
} as const;

// 60 months x 25 brands x 20 regions x 40 families: 1.2 million keys.
const [months, brands, regions, families] = [60, 25, 20, 40];
export const mostRows = months * brands * regions * families;

export const header = `${columns.join(',')}\n`;

export function* salesRows(rows: number, seed: number): Generator<string> {
  const random = randomFrom(seed);
  for (let key = 0; key < Math.min(rows, mostRows); key++) {
    const family = key % families;
    const region = Math.floor(key / families) % regions;
    const brand = Math.floor(key / families / regions) % brands;
    const month = Math.floor(key / families / regions / brands);
    const date = `${2015 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    const days = 20 + random.below(700) / 100;
    yield `${date},Brand ${brand},Region ${region},Model ${brand}-${family},${random.below(5_000)},${random.below(20_000)},${random.below(6_000)},${days.toFixed(2)}\n`;
  }
}

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
