// An XLSX workbook as the text of one sheet, and the places of errors in it as spreadsheets name them. Decision 190.
import { setImmediate } from 'node:timers/promises';
import { type UnpackLimits, unpackLimits } from '../gunzip.ts';
import type { ReportedError } from '../report.ts';
import { marks, plain } from './cell-text.ts';
import { type Hidden, SheetRows } from './sheet-rows.ts';
import { openWorkbook } from './workbook.ts';
import { columnLetters } from './workbook-writer.ts';
import { type Ranges, unpackPart } from './zip.ts';

/** Then others have the process for a moment. */
const slabsPerTurn = 4;

export type WorkbookText = AsyncIterable<Buffer> & {
  /** The name of the sheet that is read; null until it is known. */
  readonly sheet: string | null;
  /** What of the sheet is hidden, and read all the same. */
  readonly hidden: Hidden;
  /** An error of a line, with the cell that it is about. */
  place(error: ReportedError): ReportedError;
};

/**
 * `sheet`: its name, or null for the first one that is shown. Lines are separated by tabs. The loop throws
 * PackingFault.
 */
export function workbookText(source: Ranges, sheet: string | null, limits: UnpackLimits = unpackLimits): WorkbookText {
  let name: string | null = null;
  let rows: SheetRows | null = null;
  let others: readonly string[] = [];
  return {
    get hidden() {
      return rows?.hidden ?? { rows: 0, columns: [] };
    },
    get sheet() {
      return name;
    },
    place: (error) => placed(error, name, rows?.headings ?? [], others),
    async *[Symbol.asyncIterator]() {
      const workbook = await openWorkbook(source, sheet, limits);
      name = workbook.sheet;
      others = workbook.otherSheets;
      rows = new SheetRows(workbook, { ...limits, packed: source.bytes });
      let slabs = 0;
      for await (const chunk of unpackPart(source, workbook.rows, limits)) {
        for (const lines of rows.push(chunk)) {
          yield lines;
          // Shared texts make many slabs of one chunk.
          if (++slabs % slabsPerTurn === 0) await setImmediate();
        }
      }
      rows.end();
    },
  };
}

function placed(
  error: ReportedError,
  sheet: string | null,
  headings: readonly string[],
  others: readonly string[],
): ReportedError {
  if (sheet === null) return error;
  const { row = null, column = null } = error;
  const at = headings.indexOf(column ?? '');
  const cell =
    row === null || column === null || at < 0 || headings.indexOf(column, at + 1) > 0
      ? null
      : `${quoted(sheet)}!${columnLetters(at)}${row}`;
  return { ...error, ...described(error, others), column: column && plain(column), cell };
}

/** What the row loop says of text, in terms of a sheet. */
function described(
  { rule, message, value = null }: ReportedError,
  others: readonly string[],
): Pick<ReportedError, 'rule' | 'message' | 'value'> {
  const shown = value === null ? null : plain(value);
  if (value?.startsWith(marks.error)) {
    const errors = `the cell has the error ${shown}; correct its formula, or clear the cell`;
    return { rule: 'cell_error', message: errors, value: shown };
  }
  if (value?.startsWith(marks.date)) {
    const dates = 'the cell is formatted as a date; format it as text or as a number, and enter the value again';
    return { rule: 'cell_type', message: dates, value: shown };
  }
  if (value?.startsWith(marks.formula)) {
    const formulas = 'the formula has no value yet; open the workbook in a spreadsheet and save it again';
    return { rule: 'cell_formula', message: formulas, value: null };
  }
  if (rule === 'column_count')
    return { rule, message: 'the row has a value to the right of the last heading; clear it', value };
  const names = others.slice(0, mostNames).join(', ');
  if (rule === 'missing_header') {
    const another = others.length === 0 ? '' : `name another one with sheet (${names}), or `;
    return { rule, message: `the sheet is empty; ${another}fill this one`, value };
  }
  if (rule === 'missing_column' && others.length > 0)
    return { rule, message: `${message}; for another sheet, name it with sheet (${names})`, value };
  if (rule === 'required')
    return { rule, message: `${message}; if its cell is merged with others, unmerge them and fill in each`, value };
  if (rule === 'period' && /^\d{5}$/.test(shown ?? ''))
    return { rule, message: `${message}; format the cell as a date if it is one`, value };
  return { rule, message, value: shown };
}

const mostNames = 10;

/** As formulas name a sheet. */
const quoted = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^[a-z]{1,3}\d+$/i.test(name) ? name : `'${name.replaceAll("'", "''")}'`;
