// What was wrong with a file: all errors counted, the first thousand kept, each passed on; and how an error is a line
// of CSV.

import type { Job } from '../../../generated/analytics/types.ts';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';

/** `row` is the line of the file, the first being 1. */
export type RowError = Job['errors'][number];
/** `withheld`: the value decides what the message says, and is not kept. Decision 300. */
export type ReportedError = Pick<RowError, 'rule' | 'message'> & Partial<RowError> & { readonly withheld?: boolean };

export const mostListedErrors = 1_000;
const shownCharacters = 200;
/** A message may quote what a cell has. */
const messageCharacters = 1_000;

export type Report = {
  add(error: ReportedError): void;
  /** From now on, errors are reported as `place` locates them. */
  placeWith(place: (error: ReportedError) => ReportedError): void;
  readonly first: readonly RowError[];
  readonly count: number;
};

/** `sink` gets every error. */
export function report(sink: (error: RowError) => void = () => {}): Report {
  const first: RowError[] = [];
  let count = 0;
  let place = (error: ReportedError): ReportedError => error;
  return {
    add(found) {
      const {
        row = null,
        column = null,
        value = null,
        related_row = null,
        rule,
        cell,
        withheld,
        ...placed
      } = place(found);
      const message = cut(placed.message, messageCharacters);
      const text = { row, column: shown(column), value: withheld ? null : shown(value), rule, message, related_row };
      const error: RowError = cell === undefined ? text : { ...text, cell: cell && storable(cell) };
      count += 1;
      if (first.length < mostListedErrors) first.push(error);
      sink(error);
    },
    placeWith(placing) {
      place = placing;
    },
    first,
    get count() {
      return count;
    },
  };
}

export const csvHeading = 'row,column,value,rule,message,related_row,cell\n';

export const csvLine = ({ row, column, value, rule, message, related_row, cell = null }: RowError): string =>
  csvRow([row, column, value, rule, message, related_row, cell]);

/** As much of a text of the file as is stored and shown. */
export const shownText = (text: string): string => cut(text, shownCharacters);
const shown = (value: string | null): string | null => (value === null ? null : shownText(value));

/** A copy: a slice would keep the whole text in memory. */
const cut = (text: string, most: number): string => Buffer.from(storable(text.slice(0, most))).toString();

/** Without halves of surrogate pairs and other characters that no JSON reader or database takes. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\u{fffd}');
