// What objects of one file have in common: the same members in the same order, with the same bytes between their values.
// A line that fits is read in one pass without looking at its names. What does not fit is read again by Members.

import type { Members } from './json-members.ts';

const [quote, backslash, space, zero, nine, minus, dot] = [0x22, 0x5c, 0x20, 0x30, 0x39, 0x2d, 0x2e];

export class ObjectTemplate {
  /** Before each value, from the end of the one before; and behind the last one. Without quotes of texts. */
  readonly #glue: readonly Buffer[];
  /** Of each member that has a value; null is glue. */
  readonly columns: readonly number[];

  /** Of a line that has been scanned without a fault and without escapes, between `start` and `end`. */
  constructor(line: Buffer, start: number, end: number, members: Members, assigned: readonly number[]) {
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
    this.#glue = glue;
    this.columns = columns;
  }

  /** False: the line does not fit, and positions of some columns have changed. */
  match(line: Buffer, start: number, end: number, starts: Int32Array, ends: Int32Array): boolean {
    const [glues, columns] = [this.#glue, this.columns];
    let at = start;
    for (let i = 0; i < columns.length; i++) {
      const glue = glues[i] as Buffer;
      for (let j = 0; j < glue.length; j++, at++) if (line[at] !== glue[j]) return false;
      const column = columns[i] as number;
      let byte = line[at] as number;
      if (byte === quote) {
        at += 1;
        starts[column] = at;
        // The line feed that ends the line ends this, too.
        for (byte = line[at] as number; byte !== quote; byte = line[++at] as number)
          if (byte < space || byte === backslash) return false;
        ends[column] = at;
        at += 1;
      } else {
        starts[column] = at;
        at = numberEnd(line, at);
        ends[column] = at;
        if (at < 0) return false;
      }
    }
    const last = glues[columns.length] as Buffer;
    if (end - at !== last.length) return false;
    for (let j = 0; j < last.length; j++, at++) if (line[at] !== last[j]) return false;
    return true;
  }
}

/** The end of a number without exponent; -1 where there is none. */
function numberEnd(line: Buffer, start: number): number {
  let at = line[start] === minus ? start + 1 : start;
  const first = line[at] as number;
  if (!(first >= zero && first <= nine)) return -1;
  at += 1;
  let byte = line[at] as number;
  if (first !== zero) while (byte >= zero && byte <= nine) byte = line[++at] as number;
  if (byte !== dot) return at;
  byte = line[++at] as number;
  if (!(byte >= zero && byte <= nine)) return -1;
  while (byte >= zero && byte <= nine) byte = line[++at] as number;
  return at;
}
