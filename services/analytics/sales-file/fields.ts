// Where the fields of one line begin and end. RFC 4180, but no column allows a line break: a record that spans lines is
// only found, to be refused as one.

import { caps } from './columns.ts';

const [quote, lf, cr] = [0x22, 0x0a, 0x0d];

const space = 0x20;

/** `blank`: a quote after blanks, which begins no quoted field. `open`: a quoted field goes on after the line. */
type SplitFault = 'quoting' | 'blank' | 'open' | null;

/** Where the fields of a row are in its bytes. `quoted`: 1 = in quotes, 2 = in quotes with doubled quotes inside. */
export type Positions = { readonly starts: Int32Array; readonly ends: Int32Array; readonly quoted: Uint8Array };

/** Positions of the fields of the last line; reused for every line, so that the loop allocates nothing. */
export class Fields {
  readonly starts = new Int32Array(caps.columns + 1);
  readonly ends = new Int32Array(caps.columns + 1);
  readonly quoted = new Uint8Array(caps.columns + 1);
  count = 0;
  fault: SplitFault = null;

  /** One more field than the cap at most. After a fault, `count` is the field that it is in. */
  split(line: Buffer, start: number, end: number, delimiter: number): void {
    this.count = 0;
    this.fault = null;
    let at = start;
    for (;;) {
      if (this.count > caps.columns) return;
      at =
        line[at] === quote && at < end ? this.#quoted(line, at, end, delimiter) : this.#plain(line, at, end, delimiter);
      if (this.fault !== null) return;
      this.count += 1;
      if (at >= end) return;
      at += 1;
    }
  }

  #plain(line: Buffer, start: number, end: number, delimiter: number): number {
    let at = start;
    for (; at < end; at++) {
      const byte = line[at];
      if (byte === delimiter) break;
      // A quote inside would begin a quoted part for PostgreSQL, which no file intends.
      if (byte === quote) {
        this.fault = at > start && allBlank(line, start, at) ? 'blank' : 'quoting';
        break;
      }
    }
    this.starts[this.count] = start;
    this.ends[this.count] = at;
    this.quoted[this.count] = 0;
    return at;
  }

  #quoted(line: Buffer, start: number, end: number, delimiter: number): number {
    let at = start + 1;
    this.quoted[this.count] = 1;
    this.starts[this.count] = at;
    for (; at < end; at++) {
      if (line[at] !== quote) continue;
      if (line[at + 1] !== quote || at + 1 >= end) break;
      this.quoted[this.count] = 2;
      at += 1;
    }
    this.ends[this.count] = Math.min(at, end);
    if (at >= end) this.fault = 'open';
    else if (at + 1 < end && line[at + 1] !== delimiter) this.fault = 'quoting';
    return at + 1;
  }
}

/** What endOfRecord says when the quote was never meant to be closed, and when the bytes end before that shows. */
export const [nowhere, further] = [-1, -2] as const;

/**
 * Position of the line feed that ends a record, from inside of a quoted field on. `fields`: how many the record must
 * still have, the open one counted. Goes no further than the next line with a quote too many, which is never one that
 * it is asked for again: a file costs one pass, whatever is in it.
 */
export function endOfRecord(bytes: Buffer, from: number, delimiter: number, fields: number): number {
  let [inside, left] = [true, fields];
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (inside) {
      if (byte !== quote) continue;
      if (at + 1 === bytes.length) return further;
      if (bytes[at + 1] === quote) at += 1;
      else if (isEnd(bytes[at + 1], delimiter)) inside = false;
      else return nowhere;
    } else if (byte === lf) return left === 1 ? at : nowhere;
    else if (byte === quote) return nowhere;
    else if (byte === delimiter) {
      left -= 1;
      inside = bytes[at + 1] === quote;
      if (inside) at += 1;
    }
  }
  return further;
}

const isEnd = (byte: number | undefined, delimiter: number): boolean =>
  byte === delimiter || byte === lf || byte === cr;

function allBlank(line: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && line[at] === space) at++;
  return at === end;
}

/** The bytes of a field with doubled quotes made single. */
export function unescaped(line: Buffer, start: number, end: number): Buffer {
  return Buffer.from(line.toString('latin1', start, end).replaceAll('""', '"'), 'latin1');
}
