// The columns of both forms, from the contract, and how much a file may have. Decisions 5, 186 and 300.

import { type SalesColumn, salesForm } from '../../../generated/analytics/sales-file.ts';
import { type VehiclesColumn, vehiclesForm } from '../../../generated/analytics/vehicle-file.ts';
import type { FileColumn, FileForm } from '../../../generated/runtime/file-form.ts';

export type ColumnName = SalesColumn | VehiclesColumn;
export type Column = FileColumn<ColumnName>;
export type FormName = 'sales' | 'vehicles';

/** A form with its columns by heading. */
export type Form = Pick<FileForm<ColumnName>, 'columns' | 'together' | 'key'> & {
  readonly name: FormName;
  /** The column of each heading, in any language. */
  readonly byHeading: ReadonlyMap<string, Column>;
  /** What a heading may stand for that is refused for having more than one meaning. */
  readonly meaningsOf: ReadonlyMap<string, readonly ColumnName[]>;
};

const withHeadings = (name: FormName, { columns, together, key, ambiguous }: FileForm<ColumnName>): Form => {
  const headings = columns.flatMap((column) =>
    [column.name, ...column.also, ...column.translations].map((heading) => [heading, column] as const),
  );
  return { name, columns, together, key, byHeading: new Map(headings), meaningsOf: new Map(Object.entries(ambiguous)) };
};

export const forms: Readonly<Record<FormName, Form>> = {
  sales: withHeadings('sales', salesForm),
  vehicles: withHeadings('vehicles', vehiclesForm as FileForm<ColumnName>),
};

/** What spreadsheets and statistics programs write where they know nothing. */
const blanks = new Set(['', ...['na', 'n/a', '#n/a', 'null'].flatMap(casings)]);
export const isBlank = (text: string): boolean => blanks.has(text);
/** Where a blank stands for something, what may be a name is one: Namibia and North America are NA. */
export const isBlankName = (text: string): boolean => text.toUpperCase() !== 'NA' && isBlank(text);

/** All of them, so that a cell need not be copied to be compared. */
function casings(word: string): readonly string[] {
  if (word === '') return [''];
  const rest = casings(word.slice(1));
  const first = word.charAt(0);
  return [...new Set([first, first.toUpperCase()])].flatMap((letter) => rest.map((each) => letter + each));
}

export const caps = {
  columns: 1_000,
  cellBytes: 32 * 1024,
  lineBytes: 1024 * 1024,
  /** The longest name of a member of NDJSON, which is remembered with its column. */
  nameBytes: 256,
  rows: 10_000_000,
  /** How many vehicles a file may have: the VIN of each is remembered until the end of the file, in 24 to 48 bytes. */
  vehicles: 5_000_000,
  /** A file of which so many rows have been read and every one has errors is not read further. */
  hopelessRows: 10_000,
  /** Different spellings in one column; each is remembered until the end of the file. */
  spellings: 500_000,
} as const;
