// The columns of the aggregate form, as the contract's table at uploadFile lists them. Decision 5.

import type { CopyColumn } from '../../../adapters/store/analytics/port.ts';

export type ColumnName = CopyColumn;

/** How the text of a field is judged. */
export type Kind =
  | { readonly kind: 'period' }
  | { readonly kind: 'name' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'currency' }
  | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly decimals: 0 | 2 };

export type Column = { readonly name: ColumnName; readonly also: readonly string[]; readonly required: boolean } & Kind;

/** Sums over ten million rows stay exact in a double. */
const most = 99_999_999;
const count = { kind: 'number', min: 0, max: most, decimals: 0 } as const;

export const columns: readonly Column[] = [
  { name: 'period_start', also: ['date', 'period'], required: false, kind: 'period' },
  // Two columns in place of period_start, as registration offices publish them.
  { name: 'year', also: [], required: false, kind: 'number', min: 1900, max: 2199, decimals: 0 },
  { name: 'month', also: [], required: false, kind: 'number', min: 1, max: 12, decimals: 0 },
  { name: 'brand', also: ['make'], required: true, kind: 'name' },
  { name: 'region', also: [], required: false, kind: 'name' },
  { name: 'model_family', also: ['model'], required: false, kind: 'name' },
  { name: 'units_sold', also: ['units', 'quantity', 'qty', 'sold'], required: true, ...count, min: -most },
  { name: 'stock_units', also: ['stock', 'inventory'], required: false, ...count },
  { name: 'receipts', also: ['received'], required: false, ...count },
  { name: 'orders', also: [], required: false, ...count },
  { name: 'selling_days', also: [], required: false, kind: 'number', min: 0, max: 92, decimals: 2 },
  {
    name: 'revenue',
    also: [],
    required: false,
    kind: 'number',
    min: -99_999_999_999,
    max: 99_999_999_999,
    decimals: 2,
  },
  { name: 'currency', also: [], required: false, kind: 'currency' },
  { name: 'channel', also: [], required: false, kind: 'choice', choices: ['retail', 'fleet'] },
  { name: 'condition', also: [], required: false, kind: 'choice', choices: ['new', 'used'] },
];

/** What spreadsheets and statistics programs write where they know nothing. */
const blanks = new Set(['', 'NA', 'N/A', '#N/A', 'NULL', 'null']);
export const isBlank = (text: string): boolean => blanks.has(text);
/** Where a blank stands for something, what may be a name is one: Namibia and North America are NA. */
export const isBlankName = (text: string): boolean => text !== 'NA' && isBlank(text);

export const caps = {
  columns: 1_000,
  cellBytes: 32 * 1024,
  lineBytes: 1024 * 1024,
  rows: 10_000_000,
  /** A file of which so many rows have been read and every one has errors is not read further. */
  hopelessRows: 10_000,
  nameCharacters: 200,
  /** Different spellings in one column; each is remembered until the end of the file. */
  spellings: 500_000,
} as const;
