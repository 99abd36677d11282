// Where the members of one JSON object begin and end in its line. RFC 8259, with texts, numbers and null as values:
// nothing else can be a field. Members mostly come in the order of the line before, so that a name is compared with the
// one that is due instead of being searched.

import { caps } from '../columns.ts';

const [quote, backslash, colon, comma, open, close] = [0x22, 0x5c, 0x3a, 0x2c, 0x7b, 0x7d];
const [space, tab, cr] = [0x20, 0x09, 0x0d];
const [zero, nine, minus, plus, dot] = [0x30, 0x39, 0x2d, 0x2b, 0x2e];
const nullBytes = Buffer.from('null');

/** `syntax`: no object of this form. `value`: an array, an object, true or false as the value of the last member. */
type ScanFault = 'syntax' | 'value' | 'members' | null;

export class Members {
  /** Where names begin, without quotes. */
  readonly names = new Int32Array(caps.columns + 1);
  readonly nameEnds = new Int32Array(caps.columns + 1);
  /** Where values begin, without quotes; null is empty. */
  readonly starts = new Int32Array(caps.columns + 1);
  readonly ends = new Int32Array(caps.columns + 1);
  /** 1: the value has escapes. */
  readonly escaped = new Uint8Array(caps.columns + 1);
  count = 0;
  /** Some value or name has escapes. */
  hasEscapes = false;
  fault: ScanFault = null;
  /** Where the fault is. */
  at = 0;
  #end = 0;
  #line: Buffer = Buffer.alloc(0);

  scan(line: Buffer, start: number, end: number): void {
    this.count = 0;
    this.fault = null;
    this.hasEscapes = false;
    this.#line = line;
    this.#end = end;
    this.at = start;
    this.fault = this.#object();
  }

  #object(): ScanFault {
    if (this.#next() !== open) return 'syntax';
    this.at += 1;
    if (this.#next() === close) return this.#rest();
    for (;;) {
      if (this.count > caps.columns) return 'members';
      const fault = this.#member();
      if (fault !== null) return fault;
      const byte = this.#next();
      if (byte === close) return this.#rest();
      if (byte !== comma) return 'syntax';
      this.at += 1;
    }
  }

  /** After the object there is nothing. */
  #rest(): ScanFault {
    this.at += 1;
    this.#next();
    return this.at === this.#end ? null : 'syntax';
  }

  #member(): ScanFault {
    if (this.#next() !== quote) return 'syntax';
    this.names[this.count] = this.at + 1;
    if (!this.#text()) return 'syntax';
    this.nameEnds[this.count] = this.at - 1;
    if (this.#next() !== colon) return 'syntax';
    this.at += 1;
    const i = this.count;
    const byte = this.#next();
    this.escaped[i] = 0;
    this.starts[i] = this.at;
    this.count += 1;
    if (byte === quote) {
      this.starts[i] = this.at + 1;
      const hadEscapes = this.hasEscapes;
      this.hasEscapes = false;
      if (!this.#text()) return 'syntax';
      if (this.hasEscapes) this.escaped[i] = 1;
      this.hasEscapes ||= hadEscapes;
      this.ends[i] = this.at - 1;
      return null;
    }
    if (byte === minus || (byte >= zero && byte <= nine)) {
      const fault = this.#number();
      this.ends[i] = this.at;
      return fault;
    }
    this.ends[i] = this.starts[i] as number;
    return this.#word();
  }

  /** From the first quote to behind the last one. */
  #text(): boolean {
    const line = this.#line;
    let at = this.at + 1;
    for (; at < this.#end; at++) {
      const byte = line[at] as number;
      if (byte === quote) break;
      if (byte < space) {
        this.at = at;
        return false;
      }
      if (byte !== backslash) continue;
      this.hasEscapes = true;
      at += 1;
    }
    this.at = Math.min(at + 1, this.#end);
    return at < this.#end;
  }

  #number(): ScanFault {
    const line = this.#line;
    let at = this.at;
    if (line[at] === minus) at += 1;
    const first = at;
    at = this.#digits(at);
    // 007 is no number of JSON.
    let isNumber = at > first && (line[first] !== zero || at === first + 1);
    if (at < this.#end && line[at] === dot) {
      const before = at + 1;
      at = this.#digits(before);
      isNumber &&= at > before;
    }
    if (at < this.#end && ((line[at] as number) | 0x20) === 0x65) {
      at += line[at + 1] === minus || line[at + 1] === plus ? 2 : 1;
      const before = at;
      at = this.#digits(before);
      isNumber &&= at > before;
    }
    this.at = at;
    return isNumber ? null : 'syntax';
  }

  #digits(from: number): number {
    let at = from;
    for (; at < this.#end; at++) {
      const byte = this.#line[at] as number;
      if (byte < zero || byte > nine) break;
    }
    return at;
  }

  /** null, or a value that is no field. */
  #word(): ScanFault {
    const { at } = this;
    if (at + 4 <= this.#end && nullBytes.compare(this.#line, at, at + 4) === 0) {
      this.at = at + 4;
      return null;
    }
    const byte = this.#line[at];
    return at < this.#end && (byte === open || byte === 0x5b || byte === 0x74 || byte === 0x66) ? 'value' : 'syntax';
  }

  /** The next byte that is not blank; 0 at the end. */
  #next(): number {
    const line = this.#line;
    let { at } = this;
    while (at < this.#end && (line[at] === space || line[at] === tab || line[at] === cr)) at++;
    this.at = at;
    return at < this.#end ? (line[at] as number) : 0;
  }
}
