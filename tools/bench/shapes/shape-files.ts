// Sales files of shapes that dealers have beside the plain one: every row has another key, and nothing that a check
// could refuse.
import { closeSync, openSync, writeSync } from 'node:fs';
import { randomFrom } from '../random.ts';

const [months, regions, brands] = [120, 20, 24];

/** Each family of the plain file sells in each region and month, of the sparse one in a sixth of them. */
const [denseFamilies, sparseFamilies] = [420, 2_400];
export const mostRows = months * regions * denseFamilies;

export const shapes = ['plain', 'sparse', 'optional', 'objects'] as const;
export type Shape = (typeof shapes)[number];

type Row = Readonly<Record<string, string | number>>;

/** The keys of a file, in the order in which a dealer's system exports them: by month, then by region. */
function* keysOf(rows: number, families: number, seed: number): Generator<Row> {
  const random = randomFrom(seed);
  const share = families === denseFamilies ? 1 : mostRows / (months * regions * families);
  let count = 0;
  for (let month = 0; month < months; month++)
    for (let region = 0; region < regions; region++)
      for (let family = 0; family < families && count < rows; family++) {
        if (random.next() >= share) continue;
        count++;
        yield {
          period_start: `${2015 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
          brand: `Brand ${family % brands}`,
          region: `Region ${region}`,
          model_family: `Model ${family}`,
          units_sold: random.below(500),
        };
      }
}

/**
 * Every column that a file may have, with values that differ: selling days and the currency are those of a region, as
 * dealers report them.
 */
function* withOptional(rows: Iterable<Row>, seed: number): Generator<Row> {
  const random = randomFrom(seed + 1);
  for (const row of rows) {
    const region = Number(String(row.region).slice('Region '.length));
    const month = Number(String(row.period_start).slice(5));
    yield {
      ...row,
      channel: random.below(3) === 0 ? 'fleet' : 'retail',
      condition: random.below(3) === 0 ? 'used' : 'new',
      stock_units: random.below(900),
      receipts: random.below(600),
      orders: random.below(700),
      selling_days: 20 + ((month * 7 + region * 3) % 28) / 4,
      revenue: (10_000 + random.below(9_000_000) / 10).toFixed(2),
      currency: region % 4 === 0 ? 'SEK' : 'NOK',
    };
  }
}

export function rowsOf(shape: Shape, rows: number, seed: number): Generator<Row> {
  const keys = keysOf(rows, shape === 'sparse' ? sparseFamilies : denseFamilies, seed);
  return shape === 'optional' ? withOptional(keys, seed) : keys;
}

export function writeShape(file: string, shape: Shape, rows: number, seed: number): void {
  const target = openSync(file, 'wx');
  let text = '';
  let line = 0;
  for (const row of rowsOf(shape, rows, seed)) {
    if (line++ === 0 && shape !== 'objects') text += `${Object.keys(row).join(',')}\n`;
    text += shape === 'objects' ? `${JSON.stringify(row)}\n` : `${Object.values(row).join(',')}\n`;
    if (text.length < 1 << 20) continue;
    writeSync(target, text);
    text = '';
  }
  writeSync(target, text);
  closeSync(target);
}
