// The rejected rows of a file as CSV or as a workbook, with the reasons and the row in their first columns: what is
// mended goes back into the whole file. Decisions 191 and 420.
import { isUtf8 } from 'node:buffer';
import { csvText } from '../../../generated/runtime/reply/csv.ts';
import { type ColumnName, caps, type FormName, forms } from './columns.ts';
import { isHeader, isObject, isSkipped, lastHeaderLine } from './field-text/header-line.ts';
import { PackingFault } from './gunzip.ts';
import type { RowError } from './report.ts';
import { bomLength, delimiterOf, headingKey, splitHeader } from './sniff.ts';
import { plain } from './xlsx/cell-text.ts';
import { type Cell, workbook } from './xlsx/workbook-writer.ts';

type Source = {
  /** The text of the file from its beginning. Called twice for objects, whose names are known at their end. */
  readonly text: () => Promise<{ readonly chunks: AsyncIterable<Buffer>; readonly isSheet: () => boolean }>;
  readonly form: FormName;
  /** In the order of their rows. */
  readonly errors: () => Promise<Iterable<RowError> | AsyncIterable<RowError>>;
};

/** What rejected rows have before the columns of their file. */
export const addedColumns = ['reasons', 'source_row'] as const satisfies readonly ColumnName[];
/** Spreadsheets take a file without one for another encoding. */
const mark = '\ufeff';
const lf = 0x0a;

export async function* rejectedRows(source: Source): AsyncGenerator<string> {
  let before = mark;
  for await (const cells of rejectedCells(source)) {
    yield `${before}${lineOf(cells)}`;
    before = '';
  }
}

/** No cell is a formula: texts are typed as texts, so none needs an apostrophe. */
export const rejectedWorkbook = (source: Source): AsyncGenerator<Buffer> =>
  workbook('rejected', typed(rejectedCells(source), source.form));

async function* typed(rows: AsyncIterable<readonly string[]>, form: FormName): AsyncGenerator<readonly Cell[]> {
  let isDate: readonly boolean[] | null = null;
  for await (const cells of rows) {
    yield isDate === null ? cells : typedCells(cells, isDate);
    isDate ??= cells.map((heading) => isDateColumn(form, heading));
  }
}

const typedCells = (cells: readonly string[], isDate: readonly boolean[]): readonly Cell[] =>
  cells.map((text, i) => (isDate[i] ? dayOf(text) : null) ?? cellOf(text));

function isDateColumn(form: FormName, heading: string): boolean {
  const kind = forms[form].byHeading.get(headingKey(heading))?.kind;
  return kind === 'date' || kind === 'period';
}

/** Before it, spreadsheets count a day that there was not. */
const firstDay = Date.UTC(1900, 2, 1);

/** Null for what is no day of the calendar, with or without a time. */
function dayOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(text)) return null;
  const moment = Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`);
  const isSame = moment >= firstDay && new Date(moment).toISOString().slice(0, text.length).replace('T', ' ') === text;
  return isSame ? new Date(moment) : null;
}

/** More digits than a spreadsheet keeps stay text. */
const mostNumber = 15;

const cellOf = (text: string): Cell =>
  text.length <= mostNumber && /^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text ? Number(text) : text;

/** The names of the columns first. */
async function* rejectedCells(source: Source): AsyncGenerator<readonly string[]> {
  let names: readonly string[] | null = null;
  for await (const row of rejectedRecords(source)) {
    if (names === null) {
      names = row.kind === 'object' ? await namesOf(source) : row.headings;
      yield [...addedColumns, ...names.filter(isOwn)];
    }
    const own = names;
    const cells =
      row.kind === 'object'
        ? own.map((name) => valueText(Object.hasOwn(row.members, name) ? row.members[name] : null))
        : row.cells.filter((_, i) => isOwn(own[i] ?? ''));
    yield [row.reasons, String(row.row), ...cells];
  }
  if (names === null) yield addedColumns;
}

/** Rows that come back a second time have the reasons of the first. */
const isOwn = (name: string): boolean => !(addedColumns as readonly string[]).includes(headingKey(name));

const lineOf = (cells: readonly string[]): string => `${cells.map((cell) => csvText(cell, true)).join(',')}\n`;

/** The numbers in it are raw: they keep their digits, in nested values as well. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Not in the types of TypeScript yet. */
const { rawJSON } = JSON as JSON & { readonly rawJSON: (text: string) => object };

async function namesOf(source: Source): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const row of rejectedRecords(source))
    if (row.kind === 'object')
      for (const name of Object.keys(row.members)) if (names.size < caps.columns) names.add(name);
  return names.size === 0
    ? forms[source.form].columns.filter(({ required }) => required).map(({ name }) => name)
    : [...names];
}

type Rejected = Reasons &
  (
    | { readonly kind: 'cells'; readonly headings: readonly string[]; readonly cells: readonly string[] }
    | { readonly kind: 'object'; readonly members: Readonly<Record<string, unknown>> }
  );

async function* rejectedRecords(source: Source): AsyncGenerator<Rejected> {
  const { chunks, isSheet } = await source.text();
  const rows = byRow(await source.errors());
  let next = await rows.next();
  let shape: { readonly headings: readonly string[]; readonly delimiter: string } | 'objects' | null = null;
  let open: OpenRecord | null = null;
  for await (const { line, bytes } of fromHeader(linesOf(chunks), isSheet)) {
    if (shape === null) {
      const text = textOf(bytes);
      shape = !isSheet() && isObject(text) ? 'objects' : headingsOf(text, isSheet());
      if (shape !== 'objects') continue;
    }
    while (!next.done && next.value.row < line) next = await rows.next();
    const isRejected = !next.done && next.value.row === line;
    if (open !== null) {
      // A field goes on over lines, until its quote is closed or another row begins.
      const isWhole: boolean = isRejected || !goesOn(open, textOf(bytes));
      if (isWhole) {
        yield recordOf(open.lines.join('\n'), open, shape);
        open = null;
      }
    }
    if (next.done) {
      if (open === null) return;
      continue;
    }
    if (!isRejected) continue;
    const { isOpen, ...reasons } = next.value;
    const text = textOf(bytes);
    if (isOpen && !isEven(quotesIn(text)))
      open = { ...reasons, lines: [text], length: text.length, quotes: quotesIn(text) };
    else yield recordOf(text, reasons, shape);
    next = await rows.next();
  }
  if (open !== null && shape !== null) yield recordOf(open.lines.join('\n'), open, shape);
}

/** A record whose last line has not come. Its lines are joined once: there may be as many as characters. */
type OpenRecord = Reasons & { readonly lines: string[]; length: number; quotes: number };

/** Takes a line that fits. False: the record is whole, or too long. */
function goesOn(record: OpenRecord, line: string): boolean {
  if (record.length + 1 + line.length > caps.lineBytes) return false;
  record.lines.push(line);
  record.length += 1 + line.length;
  record.quotes += quotesIn(line);
  return !isEven(record.quotes);
}

const isEven = (value: number): boolean => value % 2 === 0;
const quotesIn = (text: string): number => text.split('"').length - 1;

function headingsOf(line: string, isSheet: boolean) {
  const delimiter = isSheet ? '\t' : delimiterOf(line);
  const headings = splitHeader(line, delimiter) ?? line.split(delimiter);
  return { headings: headings.map((heading) => plain(heading)), delimiter };
}

function recordOf(
  text: string,
  { row, reasons }: Reasons,
  shape: { readonly headings: readonly string[]; readonly delimiter: string } | 'objects',
): Rejected {
  if (shape !== 'objects')
    return { kind: 'cells', row, reasons, headings: shape.headings, cells: cellsOf(text, shape.delimiter).map(plain) };
  const members = objectOf(text);
  return members === null
    ? { kind: 'object', row, reasons: `${reasons}: ${text.slice(0, 1_000)}`, members: {} }
    : { kind: 'object', row, reasons, members };
}

function objectOf(text: string): Record<string, unknown> | null {
  // A number alone would become an object that holds its text.
  if (!text.trimStart().startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text, (_name, each: unknown, context?: { source?: string }) =>
      typeof each === 'number' && context?.source !== undefined ? rawJSON(context.source) : each,
    );
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** All fields of a record, however broken: a quote that closes nothing is a character. */
function cellsOf(text: string, delimiter: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(at));
    const behind = quoted === null ? at : at + quoted[0].length;
    const isWhole = quoted !== null && (behind === text.length || text[behind] === delimiter);
    const found = isWhole ? behind : text.indexOf(delimiter, at);
    const end = found < 0 ? text.length : found;
    cells.push(isWhole ? (quoted[1] ?? '').replaceAll('""', '"') : text.slice(at, end));
    if (end >= text.length || cells.length > caps.columns) return cells;
    at = end + 1;
  }
}

const utf8 = new TextDecoder();
const windows = new TextDecoder('windows-1252');
const textOf = (bytes: Buffer): string => (isUtf8(bytes) ? utf8 : windows).decode(bytes).replace(/\r$/, '');

/** The reasons of a row, numbered as the list of errors counts it. */
type Reasons = { readonly row: number; readonly reasons: string };
type RowReasons = Reasons & { readonly isOpen: boolean };

async function* byRow(errors: Iterable<RowError> | AsyncIterable<RowError>): AsyncGenerator<RowReasons, undefined> {
  let current = null as RowReasons | null;
  for await (const { row, column, rule, message } of errors) {
    if (row === null) continue;
    const text = column === null ? message : `${column}: ${message}`;
    const isOpen = rule === 'line_break';
    if (current?.row === row) {
      current = { row, reasons: `${current.reasons}; ${text}`, isOpen: current.isOpen || isOpen };
      continue;
    }
    if (current !== null) yield current;
    current = { row, reasons: text, isOpen };
  }
  if (current !== null) yield current;
  return undefined;
}

type Line = { readonly line: number; readonly bytes: Buffer };

/** Without the lines above the header, as SalesFile finds it. */
async function* fromHeader(lines: AsyncIterable<Line>, isSheet: () => boolean): AsyncGenerator<Line> {
  let before: Line[] | null = [];
  for await (const each of lines) {
    if (before === null) {
      yield each;
      continue;
    }
    const text = textOf(each.bytes);
    const isFirst = before.length === 0;
    if (isFirst && isSkipped(text)) continue;
    const isFound = isHeader(text) || (isFirst && (isSheet() || isObject(text)));
    if (!isFound) before.push(each);
    if (!isFound && each.line < lastHeaderLine) continue;
    if (isFound) yield each;
    else yield* before;
    before = null;
  }
  yield* before ?? [];
}

/**
 * Lines with their numbers, from 1; of a line that is too long, its beginning. A file that is broken from some place on
 * has those before it.
 */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  try {
    for await (const chunk of chunks) {
      let start = isFirst ? bomLength(chunk) : 0;
      isFirst = false;
      for (let end = chunk.indexOf(lf, start); end >= 0; end = chunk.indexOf(lf, start)) {
        const part = chunk.subarray(start, end);
        yield { line, bytes: rest.length === 0 ? part : begun(rest, part) };
        rest = Buffer.alloc(0);
        line += 1;
        start = end + 1;
      }
      rest = begun(rest, chunk.subarray(start));
    }
  } catch (error) {
    if (!(error instanceof PackingFault)) throw error;
    return;
  }
  if (rest.length > 0) yield { line, bytes: rest };
}

const begun = (rest: Buffer, part: Buffer): Buffer =>
  rest.length >= caps.lineBytes ? rest : Buffer.concat([rest, part.subarray(0, caps.lineBytes - rest.length)]);
