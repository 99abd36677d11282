// A sales file as the database would hold it, for tests.
import { parseDay, parseRange } from '../indices/period.ts';
import type { FormName } from './columns.ts';
import { SalesFile } from './file.ts';
import { PackingFault, type UnpackLimits } from './gunzip.ts';
import type { Expected } from './header.ts';
import { type Report, type RowError, report } from './report.ts';
import { workbookText } from './xlsx/workbook-text.ts';

const ofTest = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error('the fixture is none');
  return value;
};

export const latest = ofTest(parseDay('2199-12-31'));
export const months: Expected = { type: 'month', range: ofTest(parseRange('2026-01/2026-06')), latest };

export type Row = Record<string, string>;
export type Read = {
  rows: Row[];
  errors: RowError[];
  count: number;
  counts: { read: number; accepted: number; rejected: number };
  vehicles: SalesFile['vehicles'];
  storedRows: number;
  totals: SalesFile['totals'];
};

type Options = {
  expected?: Expected;
  pieces?: readonly number[];
  aliases?: [string, string][];
  sheet?: string;
  form?: FormName;
  limits?: UnpackLimits;
  /** False: without rows. To read half a million of them back costs more than what the test is about. */
  isReadBack?: false;
};

function begun({ expected, aliases, form }: Options) {
  const found = report();
  const file = new SalesFile({
    form: form ?? null,
    expected: expected ?? months,
    region: 'home',
    aliases: new Map([['brand', new Map(aliases ?? [])]] as const),
    report: found,
    emit: true,
  });
  return { found, file };
}

/** What the database would hold: the bytes for COPY read back by the rules of COPY, ids from the spellings. */
export function read(bytes: Buffer, options: Options = {}): Read {
  const { found, file } = begun(options);
  const copied: Buffer[] = [];
  let at = 0;
  for (const size of options.pieces ?? []) {
    copied.push(...file.push(bytes.subarray(at, at + size)).map((part) => Buffer.from(part)));
    at += size;
  }
  copied.push(...file.push(bytes.subarray(at)), ...file.end());
  return ended(file, found, options.isReadBack === false ? [] : copied);
}

/** The same of a workbook, the parts of which come in pieces of a size. */
export async function readWorkbook(bytes: Buffer, options: Options = {}): Promise<Read> {
  const { found, file } = begun(options);
  const copied: Buffer[] = [];
  const size = options.pieces?.[0] ?? 64 * 1024;
  async function* range(first: number, last: number) {
    for (let at = first; at <= last; at += size) yield bytes.subarray(at, Math.min(at + size, last + 1));
  }
  const text = workbookText({ bytes: bytes.length, read: range }, options.sheet ?? null, options.limits);
  found.placeWith(text.place);
  file.readSheet();
  try {
    for await (const chunk of text) copied.push(...file.push(chunk).map((part) => Buffer.from(part)));
    copied.push(...file.end());
  } catch (error) {
    if (!(error instanceof PackingFault)) throw error;
    file.stop({ rule: error.rule, message: error.message });
  }
  return ended(file, found, copied);
}

function ended(file: SalesFile, found: Report, copied: readonly Buffer[]): Read {
  const spellings = copied.length === 0 ? [] : file.spellings();
  const ids = new Map([...spellings].map(({ column, spelling, id }) => [`${column}\n${spelling}`, id]));
  const rows = copyRows(Buffer.concat(copied), file.shape?.delimiter ?? ',').map((fields) =>
    Object.fromEntries(
      (file.shape?.columns ?? []).map((column, i) => {
        const id = ids.get(`${column}\n${fields[i] ?? ''}`);
        return [column, id ?? fields[i] ?? ''];
      }),
    ),
  );
  const { counts, vehicles, storedRows, totals } = file;
  return { rows, errors: [...found.first], count: found.count, counts, vehicles, storedRows, totals };
}

/** COPY ... (format csv), strict: one kind of line ending, quotes only around whole fields. */
function copyRows(bytes: Buffer, delimiter: string): string[][] {
  const text = bytes.toString('utf8');
  if (text === '') return [];
  const ending = /\r\n/.test(text) ? '\r\n' : '\n';
  if (!text.endsWith(ending)) throw new Error('the last line is not ended');
  return text
    .slice(0, -ending.length)
    .split(ending)
    .map((line) => {
      if (/[\r\n]/.test(line)) throw new Error('mixed line endings');
      return ofTest(fieldsOf(line, delimiter));
    });
}

/** A plain CSV line reader; null when quoting is broken. */
export function fieldsOf(line: string, delimiter: string): string[] | null {
  const out: string[] = [];
  let field = '';
  let state: 'start' | 'plain' | 'quoted' | 'after' = 'start';
  const chars = [...line];
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? '';
    if (state === 'quoted') {
      if (char !== '"') field += char;
      else if (chars[i + 1] === '"') [field, i] = [`${field}"`, i + 1];
      else state = 'after';
    } else if (char === delimiter) {
      out.push(field);
      [field, state] = ['', 'start'];
    } else if (state === 'after') return null;
    else if (char === '"' && state === 'start') state = 'quoted';
    else if (char === '"') return null;
    else [field, state] = [field + char, 'plain'];
  }
  return state === 'quoted' ? null : [...out, field];
}

/** Where the errors of a file are, and what they are. */
export const rules = (bytes: string | Buffer, expected: Expected = months) =>
  read(Buffer.from(bytes), { expected }).errors.map((e) => [e.row, e.column, e.rule]);
