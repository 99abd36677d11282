// What was wrong with a file: all errors counted, the first thousand kept, each passed on; and how an error is a line of CSV.

import type { Job } from '../../../generated/analytics/types.ts';

/** `row` is the line of the file, the first being 1. */
export type RowError = Job['errors'][number];

export const keptErrors = 1_000;
const shownCharacters = 200;

export type Report = {
  add(error: Pick<RowError, 'rule' | 'message'> & Partial<RowError>): void;
  readonly first: readonly RowError[];
  readonly count: number;
};

/** `sink` gets every error. */
export function report(sink: (error: RowError) => void = () => {}): Report {
  const first: RowError[] = [];
  let count = 0;
  return {
    add(found) {
      const { row = null, column = null, value = null, related_row = null, rule, message } = found;
      const error: RowError = { row, column: shown(column), value: shown(value), rule, message, related_row };
      count += 1;
      if (first.length < keptErrors) first.push(error);
      sink(error);
    },
    first,
    get count() {
      return count;
    },
  };
}

export const csvHeading = 'row,column,value,rule,message,related_row\n';

export const csvLine = ({ row, column, value, rule, message, related_row }: RowError): string =>
  csvRow([row, column, value, rule, message, related_row]);

export const csvRow = (fields: readonly (string | number | null)[]): string => `${fields.map(csvField).join(',')}\n`;

/** A leading =, +, - or @ would run as a formula in a spreadsheet; the apostrophe is what spreadsheets themselves use against it. */
function csvField(field: string | number | null): string {
  if (field === null) return '';
  if (typeof field === 'number') return String(field);
  const text = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Without a half surrogate pair at the cut, and without characters that no JSON reader or database takes. */
function shown(value: string | null): string | null {
  if (value === null) return null;
  const cut = value.slice(0, shownCharacters).toWellFormed().replaceAll('\0', '\u{fffd}');
  return Buffer.from(cut).toString(); // a slice would keep the whole value in memory
}
