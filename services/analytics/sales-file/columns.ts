// The columns of the aggregate form, from the contract, and how much a file may have. Decisions 5 and 186.

import { type SalesColumn, salesForm } from '../../../generated/analytics/sales-file.ts';
import type { FileColumn } from '../../../generated/runtime/file-form.ts';

export type ColumnName = SalesColumn;
export type Column = FileColumn<ColumnName>;

export const { columns, key, together } = salesForm;

/** The column of each heading, in any language. */
export const byHeading: ReadonlyMap<string, Column> = new Map(
  columns.flatMap((column) =>
    [column.name, ...column.also, ...column.translations].map((name) => [name, column] as const),
  ),
);

/** What a heading may stand for that is refused for having more than one meaning. */
export const meaningsOf: ReadonlyMap<string, readonly ColumnName[]> = new Map(Object.entries(salesForm.ambiguous));

/** What spreadsheets and statistics programs write where they know nothing. */
const blanks = new Set(['', 'NA', 'N/A', '#N/A', 'NULL', 'null']);
export const isBlank = (text: string): boolean => blanks.has(text);
/** Where a blank stands for something, what may be a name is one: Namibia and North America are NA. */
export const isBlankName = (text: string): boolean => text !== 'NA' && isBlank(text);

export const caps = {
  columns: 1_000,
  cellBytes: 32 * 1024,
  lineBytes: 1024 * 1024,
  /** Of a member of NDJSON, which is remembered with its column. */
  nameBytes: 256,
  rows: 10_000_000,
  /** A file of which so many rows have been read and every one has errors is not read further. */
  hopelessRows: 10_000,
  /** Different spellings in one column; each is remembered until the end of the file. */
  spellings: 500_000,
} as const;
