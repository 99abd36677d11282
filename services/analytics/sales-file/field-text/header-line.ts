// Which line of a text file is its header: titles, and what a report was filtered by, may stand above it.
import { delimiterOf, isKnown, splitHeader } from '../sniff.ts';

/** The header is looked for up to here; if there is none, it is the first line that is not blank. */
export const lastHeaderLine = 20;

/** Blank lines, and `sep=;` as spreadsheets write it. */
export const isSkipped = (line: string): boolean => /^\s*$|^"?sep=.?"?\s*$/i.test(line);

/** Two headings that are known. */
export const isHeader = (line: string): boolean =>
  (splitHeader(line, delimiterOf(line)) ?? []).filter(isKnown).length >= 2;

export const isObject = (line: string): boolean => line.trimStart().startsWith('{');
