// Recognises from its first bytes what a file is: compressed or not, which delimiter.

import { caps, forms } from './columns.ts';

export type Content =
  | 'text'
  | 'gzip'
  | 'xlsx'
  | 'pdf'
  | 'parquet'
  | 'xls'
  | 'image'
  | 'ndjson'
  | 'json'
  | 'html'
  | 'xml'
  | 'utf-16'
  | 'utf-16 without a byte order mark';

export type Delimiter = ',' | ';' | '\t' | '|';
const delimiters: readonly Delimiter[] = [',', ';', '\t', '|'];

const magic: readonly (readonly [Content, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['xlsx', [0x50, 0x4b, 0x03, 0x04]],
  ['pdf', [0x25, 0x50, 0x44, 0x46]],
  ['parquet', [0x50, 0x41, 0x52, 0x31]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0]],
  ['image', [0x89, 0x50, 0x4e, 0x47]],
  ['image', [0xff, 0xd8, 0xff]],
  ['utf-16', [0xff, 0xfe]],
  ['utf-16', [0xfe, 0xff]],
  ['ndjson', [0x7b]],
  ['json', [0x5b]],
];

/**
 * Text, NDJSON and gzip are read; the rest is named so that the refusal can say what was sent. UTF-16 shows without a
 * mark, too.
 */
export const contentOf = (start: Uint8Array): Content =>
  magic.find(([, bytes]) => bytes.every((byte, i) => start[i] === byte))?.[0] ??
  markupOf(start) ??
  (start[0] === 0 || start[1] === 0 ? 'utf-16 without a byte order mark' : 'text');

/** Systems name both of them .xls. */
function markupOf(start: Uint8Array): 'html' | 'xml' | undefined {
  const text = Buffer.from(start.subarray(0, 512))
    .toString('latin1')
    .replace(/^(?:\xef\xbb\xbf)?\s+|^\xef\xbb\xbf/, '');
  if (/^<(?:!doctype html|html|head|body|meta|style|table|div|script)\b/i.test(text)) return 'html';
  if (/^mime-version:/i.test(text)) return 'html';
  return /^<\?xml\b|^<\w+:?workbook\b/i.test(text) ? (/<html\b/i.test(text) ? 'html' : 'xml') : undefined;
}

/** Length of the UTF-8 byte order mark, if there is one. */
export const bomLength = (start: Uint8Array): number =>
  start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0;

/** No heading that is known is nearly as long, so longer ones are not worth the time that others would wait for. */
const longestHeading = 200;

export const isLongHeading = (heading: string): boolean => heading.length > longestHeading;

export const headingKey = (heading: string): string =>
  isLongHeading(heading)
    ? heading
    : heading
        .trim()
        .normalize('NFC')
        .toLowerCase()
        .replace(/[\s_-]+/g, '_');

export const isKnown = (heading: string): boolean => {
  const key = headingKey(heading);
  return Object.values(forms).some(({ byHeading, meaningsOf }) => byHeading.has(key) || meaningsOf.has(key));
};

/** The delimiter under which most headings are known; of equals the one that gives most columns, then the comma. */
export function delimiterOf(headerLine: string): Delimiter {
  const judged = delimiters.map((delimiter) => {
    const headings = splitHeader(headerLine, delimiter) ?? headerLine.split(delimiter, caps.columns);
    return {
      delimiter,
      known: headings.filter(isKnown).length,
      width: headings.length,
    };
  });
  return judged.sort((a, b) => b.known - a.known || b.width - a.width)[0]?.delimiter ?? ',';
}

/**
 * Headings of the line, one more than the cap at most; null when a quote is not closed. Each character is looked at
 * once.
 */
export function splitHeader(line: string, delimiter: Delimiter): readonly string[] | null {
  const headings: string[] = [];
  for (let start = 0; ; ) {
    const isQuoted = line[start] === '"';
    const end = isQuoted ? endOfQuoted(line, start) : endOf(line, delimiter, start);
    if (end === null) return null;
    const heading = isQuoted ? line.slice(start + 1, end - 1) : line.slice(start, end);
    headings.push(isQuoted && !isLongHeading(heading) ? heading.replaceAll('""', '"') : heading);
    if (end >= line.length || headings.length > caps.columns) return headings;
    if (line[end] !== delimiter) return null;
    start = end + 1;
  }
}

const quote = '"'.charCodeAt(0);

/** Behind the closing quote; null: there is none. */
function endOfQuoted(line: string, start: number): number | null {
  for (let at = start + 1; at < line.length; at++) {
    if (line.charCodeAt(at) !== quote) continue;
    if (line.charCodeAt(at + 1) !== quote) return at + 1;
    at += 1;
  }
  return null;
}

function endOf(line: string, delimiter: string, start: number): number {
  const at = line.indexOf(delimiter, start);
  return at < 0 ? line.length : at;
}
