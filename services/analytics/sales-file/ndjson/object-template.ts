// What objects of one file have in common: the same members in the same order, with the same bytes between their
// values. A line that fits is read in one pass without parsing its names, and its values are written for COPY in the
// same pass. What does not fit is read again by Members. Neighbours often begin alike, as in a file that is sorted:
// values before the first byte in which a line differs from the one before it are not read again.

import type { Positions } from '../fields.ts';
import type { Members } from './json-members.ts';

const [quote, backslash, space, zero, nine, minus, dot] = [0x22, 0x5c, 0x20, 0x30, 0x39, 0x2d, 0x2e];
const [lf, tab] = [0x0a, 0x09];

export class ObjectTemplate {
  /** Before each value, from the end of the one before; and behind the last one. Without quotes of texts. */
  readonly #glue: readonly Buffer[];
  /** The column of each member that has a value; null is glue. */
  readonly columns: readonly number[];

  /** Before each value, as many as COPY has between it and the one before; and behind the last one. */
  readonly #tabs: readonly number[];
  /** True: its values come in the order that COPY has. */
  readonly isInOrder: boolean;
  /** Where the line for COPY ends. */
  to = 0;
  /** How many values, from the first on, are those of the line before. */
  same = 0;
  /** Behind each value, from the beginning of its line and of that for COPY. */
  readonly #behind: Int32Array;
  readonly #writtenBehind: Int32Array;
  /** Where the line for COPY begins that was written last. */
  #from = 0;

  /**
   * The template of a line that has been scanned without a fault and without escapes, between `start` and `end`.
   * `order`: of the columns in COPY.
   */
  constructor(
    line: Buffer,
    start: number,
    end: number,
    members: Members,
    assigned: readonly number[],
    order: readonly number[],
  ) {
    const { count, starts, ends } = members;
    const glue: Buffer[] = [];
    const columns: number[] = [];
    let at = start;
    for (let i = 0; i < count; i++) {
      const [from, to] = [starts[i] as number, ends[i] as number];
      const isText = line[from - 1] === quote;
      if (from === to && !isText) continue;
      columns.push(assigned[i] as number);
      glue.push(Buffer.from(line.subarray(at, isText ? from - 1 : from)));
      at = isText ? to + 1 : to;
    }
    glue.push(Buffer.from(line.subarray(at, end)));
    const places = [0, ...columns.map((column) => order.indexOf(column)), order.length - 1];
    this.#glue = glue;
    this.columns = columns;
    this.#behind = new Int32Array(columns.length);
    this.#writtenBehind = new Int32Array(columns.length);
    this.#tabs = places.slice(1).map((place, i) => place - (places[i] as number));
    this.isInOrder = this.#tabs.every((tabs, i) => tabs > 0 || (tabs === 0 && (i === 0 || i === columns.length)));
  }

  /**
   * The line feed after the line that begins at `start`; -1: the line does not fit, and positions of some columns have
   * changed. There is a line feed behind `start`. Writes the line for COPY into `out` from `to` on, which is right if
   * the template is in order. `before`: where the line before begins, which has fitted and lies in the same bytes, as
   * its line for COPY does before `to`; -1: none.
   */
  match(line: Buffer, start: number, before: number, { starts, ends }: Positions, out: Buffer, to: number): number {
    const [glues, columns, tabs] = [this.#glue, this.columns, this.#tabs];
    const same = before < 0 ? 0 : this.#shareValues(line, start, before, ends);
    this.same = same;
    let [at, written] = [start, to];
    if (same > 0) {
      const shift = start - before;
      for (let i = 0; i < same; i++) {
        const column = columns[i] as number;
        starts[column] = (starts[column] as number) + shift;
        ends[column] = (ends[column] as number) + shift;
      }
      at += this.#behind[same - 1] as number;
      const length = this.#writtenBehind[same - 1] as number;
      for (let from = this.#from; written < to + length; from++, written++) out[written] = out[from] as number;
    }
    this.#from = to;
    for (let i = same; i < columns.length; i++) {
      const glue = glues[i] as Buffer;
      for (let j = 0; j < glue.length; j++, at++) if (line[at] !== glue[j]) return -1;
      for (let left = tabs[i] as number; left > 0; left--) out[written++] = tab;
      const isText = line[at] === quote;
      if (isText) at += 1;
      const end = isText ? textEnd(line, at, out, written) : numberEnd(line, at, out, written);
      if (end < 0) return -1;
      const column = columns[i] as number;
      starts[column] = at;
      ends[column] = end;
      written += end - at;
      at = isText ? end + 1 : end;
      this.#behind[i] = at - start;
      this.#writtenBehind[i] = written - to;
    }
    const last = glues[columns.length] as Buffer;
    for (let j = 0; j < last.length; j++, at++) if (line[at] !== last[j]) return -1;
    for (let left = tabs[columns.length] as number; left > 0; left--) out[written++] = tab;
    out[written++] = lf;
    this.to = written;
    return line[at] === lf ? at : -1;
  }

  /** How many values end before the first byte that differs. */
  #shareValues(line: Buffer, start: number, before: number, ends: Int32Array): number {
    let [at, other] = [start, before];
    for (; other < start && line[at] === line[other]; other++) at += 1;
    let count = 0;
    while (count < this.columns.length && (ends[this.columns[count] as number] as number) < other) count += 1;
    return count;
  }
}

/** The quote after a text without escapes, which is written; -1 where there is none on its line. */
function textEnd(line: Buffer, start: number, out: Buffer, to: number): number {
  let [at, written] = [start, to];
  for (let byte = line[at] as number; byte !== quote; byte = line[++at] as number) {
    if (byte < space || byte === backslash) return -1;
    out[written++] = byte;
  }
  return at;
}

/** The end of a number without exponent, which is written; -1 where there is none. */
function numberEnd(line: Buffer, start: number, out: Buffer, to: number): number {
  let [at, written, byte] = [start, to, line[start] as number];
  if (byte === minus) {
    out[written++] = byte;
    byte = line[++at] as number;
  }
  const [first, from] = [byte, at];
  for (; byte >= zero && byte <= nine; byte = line[++at] as number) out[written++] = byte;
  if (at === from || (first === zero && at > from + 1)) return -1;
  if (byte !== dot) return at;
  const fraction = at + 1;
  do {
    out[written++] = byte;
    byte = line[++at] as number;
  } while (byte >= zero && byte <= nine);
  return at === fraction ? -1 : at;
}
