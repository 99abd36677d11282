// CSV as school systems and spreadsheets write it: its encoding and delimiter are found by its content.

export type CsvRecord = {
  /** The line on which it begins. */ readonly row: number;
  readonly fields: readonly string[];
};

export type QuoteError = {
  readonly row: number;
  /** The index of the field in its record. */ readonly field: number;
  /** `open`: the quote is not closed. `text`: the closing quote is not the end of the field. */
  readonly kind: 'open' | 'text';
  /** What stands there, as it was written. */ readonly value: string;
};

export type Csv = {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly delimiter: string;
  readonly records: readonly CsvRecord[];
  readonly quoteErrors: readonly QuoteError[];
};

export function readCsv(bytes: Uint8Array): Csv {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  // Excel writes the delimiter into a line before the header.
  const [, stated, line = ''] = /^sep=(.)(\r?\n|\r)/i.exec(text) ?? [];
  const body = stated === undefined ? text : text.slice(`sep=${stated}${line}`.length);
  const delimiter = stated ?? delimiterOf(body);
  return { encoding, delimiter, ...recordsOf(body, delimiter, stated === undefined ? 1 : 2) };
}

function encodingOf(bytes: Uint8Array): Csv['encoding'] {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Names of columns begin with letters of ASCII, so one byte of the first two is zero.
  if (first !== 0 && second === 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The one that separates the names of most columns. */
function delimiterOf(text: string): string {
  const [header = ''] = text.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const counts = [',', ';', '\t', '|'].map((each) => [each, header.split(each).length] as const);
  return counts.reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

function recordsOf(text: string, delimiter: string, firstRow: number): Pick<Csv, 'records' | 'quoteErrors'> {
  const records: CsvRecord[] = [];
  const quoteErrors: QuoteError[] = [];
  let fields: string[] = [];
  let [row, recordRow, at] = [firstRow, firstRow, 0];
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedField(text, at) : null;
    const end = endOfField(text, quoted?.end ?? at, delimiter);
    const kind = quoted === null ? undefined : quoteProblem(quoted, text.slice(quoted.end, end));
    if (kind !== undefined) quoteErrors.push({ row, field: fields.length, kind, value: text.slice(at, end) });
    fields.push((quoted?.value ?? text.slice(at, end)).trim());
    if (quoted !== null) row += text.slice(at, end).split('\n').length - 1;
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      fields.push('');
    }
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (fields.some((field) => field !== '')) records.push({ row: recordRow, fields });
    fields = [];
    row += 1;
    recordRow = row;
  }
  return { records, quoteErrors };
}

/** `end` is after the closing quote; a field that is not closed is the rest of the text. */
type QuotedField = { readonly value: string; readonly end: number; readonly isClosed: boolean };

/** Some programs write blanks between the closing quote and the delimiter. */
const quoteProblem = ({ isClosed }: QuotedField, rest: string): QuoteError['kind'] | undefined => {
  if (!isClosed) return 'open';
  return rest.trim() === '' ? undefined : 'text';
};

function quotedField(text: string, start: number): QuotedField {
  let [value, at] = ['', start + 1];
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value: value + text.slice(at), end: text.length, isClosed: false };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1, isClosed: true };
    value += '"';
    at = quote + 2;
  }
}

function endOfField(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
