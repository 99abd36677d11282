// The lines that COPY has of objects: a field for every column of the form, separated by tabs, in memory that is shared
// by many chunks. The columns come in the order of the first object: others mostly have it, too, and their values need
// not be put into another one.
import { type Check, NumberCheck } from '../checks.ts';
import type { Positions } from '../fields.ts';

const [lf, tab, quote] = [0x0a, 0x09, 0x22];
/** Each buffer that is made brings the garbage collector nearer. */
const slabBytes = 2 * 1024 * 1024;

export class ObjectLines {
  readonly #checks: readonly (Check | null)[];
  /** The column of each field. */
  order: readonly number[];
  #isArranged = false;
  /** What is written next lies in it, from `to` on. */
  out: Buffer = Buffer.alloc(0);
  to = 0;
  #from = 0;

  constructor(checks: readonly (Check | null)[]) {
    this.#checks = checks;
    this.order = [...checks.keys()];
  }

  /** Columns of the first object, in its order. */
  arrange(columns: readonly number[]): void {
    if (this.#isArranged) return;
    this.#isArranged = true;
    this.order = [...new Set([...columns, ...this.order])];
  }

  /** For the lines of objects of so many bytes: without the names, a line is shorter than its object. */
  makeRoom(bytes: number): void {
    if (this.out.length - this.to >= bytes) return;
    this.out = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    this.#from = 0;
    this.to = 0;
  }

  /** What has been written since; it is never written again. */
  take(): readonly Buffer[] {
    const from = this.#from;
    this.#from = this.to;
    return from === this.to ? [] : [this.out.subarray(from, this.to)];
  }

  write(line: Buffer, { starts, ends }: Positions, isRewritten: boolean): void {
    const out = this.out;
    let to = this.to;
    for (const [n, i] of this.order.entries()) {
      if (n > 0) out[to++] = tab;
      const [start, end] = [starts[i] as number, ends[i] as number];
      if (isRewritten) to += this.#rewritten(line, i, start, end).copy(out, to);
      else for (let at = start; at < end; at++) out[to++] = line[at] as number;
    }
    out[to++] = lf;
    this.to = to;
  }

  /** A field as PostgreSQL reads it: numbers plain, text in quotes where it needs them. */
  #rewritten(line: Buffer, i: number, start: number, end: number): Buffer {
    const check = this.#checks[i];
    if (check instanceof NumberCheck) return Buffer.from(check.text);
    const field = line.subarray(start, end);
    if (!field.includes(quote) && !field.includes(tab)) return field;
    return Buffer.from(`"${field.toString('latin1').replaceAll('"', '""')}"`, 'latin1');
  }
}
