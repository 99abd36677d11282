// The lines that COPY has of objects: a field for every column of the form, separated by tabs, in memory that is shared by many chunks.
import { type Check, NumberCheck } from '../checks.ts';
import type { Positions } from '../fields.ts';

const [lf, tab, quote] = [0x0a, 0x09, 0x22];
/** Each buffer that is made brings the garbage collector nearer. */
const slabBytes = 2 * 1024 * 1024;

export class ObjectLines {
  readonly #checks: readonly (Check | null)[];
  #out: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  constructor(checks: readonly (Check | null)[]) {
    this.#checks = checks;
  }

  /** For the lines of objects of so many bytes: without the names, a line is shorter than its object. */
  makeRoom(bytes: number): void {
    if (this.#out.length - this.#to >= bytes) return;
    this.#out = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    this.#from = 0;
    this.#to = 0;
  }

  /** What has been written since; it is never written again. */
  take(): readonly Buffer[] {
    const from = this.#from;
    this.#from = this.#to;
    return from === this.#to ? [] : [this.#out.subarray(from, this.#to)];
  }

  write(line: Buffer, { starts, ends }: Positions, isRewritten: boolean): void {
    const out = this.#out;
    let to = this.#to;
    for (let i = 0; i < this.#checks.length; i++) {
      if (i > 0) out[to++] = tab;
      const [start, end] = [starts[i] as number, ends[i] as number];
      if (isRewritten) to += this.#rewritten(line, i, start, end).copy(out, to);
      else for (let at = start; at < end; at++) out[to++] = line[at] as number;
    }
    out[to++] = lf;
    this.#to = to;
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
