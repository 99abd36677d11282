// CSV as school systems and spreadsheets write it: its encoding and delimiter are found by its content.

export type CsvRecord = {
  /** The line on which it begins. */ readonly row: number;
  readonly fields: readonly string[];
};

export type Csv = {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  readonly delimiter: string;
  readonly records: readonly CsvRecord[];
  /** The line of a quote that is not closed; null: there is none. */
  readonly openQuote: number | null;
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

function recordsOf(text: string, delimiter: string, firstRow: number): Pick<Csv, 'records' | 'openQuote'> {
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let [row, recordRow, at] = [firstRow, firstRow, 0];
  while (at < text.length) {
    const quoted = text[at] === '"' ? quotedField(text, at) : null;
    if (quoted?.end === -1) return { records, openQuote: row };
    const end = quoted?.end ?? endOfField(text, at, delimiter);
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
  return { records, openQuote: null };
}

/** -1: it is not closed. What follows the closing quote, before the next delimiter, is white space in good files. */
function quotedField(text: string, start: number): { readonly value: string; readonly end: number } {
  let [value, at] = ['', start + 1];
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return { value, end: -1 };
    value += text.slice(at, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    at = quote + 2;
  }
}

function endOfField(text: string, start: number, delimiter: string): number {
  let at = start;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
