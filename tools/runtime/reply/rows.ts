// Lists in forms with one line for each item, CSV and NDJSON: written as the rows come, so that no answer is held
// whole. Decision 194.
import { Readable } from 'node:stream';
import { csvLine, csvRow } from './csv.ts';

export type Row = Readonly<Record<string, unknown>>;
/** At once, or in parts. */
export type RowSource = readonly Row[] | AsyncIterable<readonly Row[]>;

const csv = 'text/csv';
export const rowForms: readonly string[] = [csv, 'application/x-ndjson'];

/** Excel reads UTF-8 by this mark. */
const byteOrderMark = '\uFEFF';
const chunkLength = 65_536;

/** The items with these members alone, in their order; without `fields`, as they are. */
export const narrowed = (rows: readonly Row[], fields: readonly string[] | undefined): readonly Row[] =>
  fields === undefined ? rows : rows.map(picked(fields));

const picked =
  (fields: readonly string[]) =>
  (row: Row): Row =>
    Object.fromEntries(fields.flatMap((name) => (name in row ? [[name, row[name]]] : [])));

/** The first `most` rows. */
export async function firstRows(rows: RowSource, most: number): Promise<readonly Row[]> {
  if (!(Symbol.asyncIterator in rows)) return rows.slice(0, most);
  const found: Row[] = [];
  for await (const part of rows) {
    found.push(...part);
    if (found.length >= most) break;
  }
  return found.slice(0, most);
}

type Lines = {
  readonly columns: readonly string[];
  readonly fields: readonly string[] | undefined;
  readonly most: number;
};

/** What is short is bytes, which can be kept and have a length. */
export async function inForm(form: string, rows: RowSource, lines: Lines): Promise<Uint8Array | Readable> {
  const chunks = form === csv ? csvChunks(rows, lines) : ndjsonChunks(rows, lines);
  const [first, second] = [await chunks.next(), await chunks.next()];
  if (second.done) return Buffer.from(first.done ? '' : first.value);
  return Readable.from(joined([first.value ?? '', second.value], chunks), { objectMode: false });
}

async function* joined(begun: readonly string[], rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield* begun;
  yield* rest;
}

function csvChunks(rows: RowSource, { columns, fields, most }: Lines): AsyncGenerator<string> {
  const names = fields ?? columns;
  return chunksOf(`${byteOrderMark}${csvRow(names)}`, rows, most, (row) => csvLine(row, names));
}

function ndjsonChunks(rows: RowSource, { fields, most }: Lines): AsyncGenerator<string> {
  const pick = fields === undefined ? undefined : picked(fields);
  return chunksOf('', rows, most, (row) => `${JSON.stringify(pick === undefined ? row : pick(row))}\n`);
}

async function* chunksOf(
  heading: string,
  rows: RowSource,
  most: number,
  lineOf: (row: Row) => string,
): AsyncGenerator<string> {
  let text = heading;
  let left = most;
  for await (const part of Symbol.asyncIterator in rows ? rows : [rows]) {
    for (const row of part.slice(0, left)) {
      text += lineOf(row);
      if (text.length < chunkLength) continue;
      yield text;
      text = '';
    }
    left -= part.length;
    if (left <= 0) break;
  }
  if (text !== '') yield text;
}
