// Judges single fields: numbers by their bytes, names and periods once per different spelling.

import { isUtf8 } from 'node:buffer';
import { type Column, caps, isBlank } from './columns.ts';
import { longestNumber, numberAdvice, plainNumber, withoutExponent } from './field-text/number-text.ts';
import { ByteIndex } from './intern.ts';

type Fault = { readonly rule: string; readonly message: string };

/** What is said of a field, as bits. `rewrite`: PostgreSQL would not read it as we do. */
export const [blank, rewrite, bad] = [1, 2, 4] as const;

/** Judges one field; what it found stays in it until the next one. */
export interface Check {
  /** 0 = fine, else bits. */
  judge(line: Buffer, start: number, end: number): number;
  /** The number itself, or the number of the id. */
  readonly code: number;
  readonly empty: boolean;
  readonly fault: Fault | null;
  /** The value last judged, as it may be copied when its row is written again. */
  readonly text: string;
}

type NumberColumn = Extract<Column, { kind: 'number' }>;

const [zero, nine, minus, dot, comma, space, tab] = [0x30, 0x39, 0x2d, 0x2e, 0x2c, 0x20, 0x09];

/** `41.0`, as statistics programs write whole columns with gaps. Three zeros could as well be thousands: 1.000. */
const isWhole = (value: number, decimals: number): boolean => decimals !== 3 && value % 10 ** decimals === 0;

/** More would not be exact in a double. */
const mostDigits = 15;

/**
 * Digits, a leading minus, and for decimals a point or a comma. No thousands separators: 1.234 would be two numbers.
 */
export class NumberCheck implements Check {
  code = -1;
  fault: Fault | null = null;
  readonly #column: NumberColumn;
  empty = true;

  readonly #isObject: boolean;

  /** `isObject`: numbers are those of JSON, with exponents. */
  constructor(column: NumberColumn, isObject = false) {
    this.#column = column;
    this.#isObject = isObject;
  }

  get text(): string {
    return this.empty ? '' : String(this.code);
  }

  judge(line: Buffer, start: number, end: number): number {
    let [from, to] = [start, end];
    while (from < to && line[from] === space) from++;
    while (to > from && line[to - 1] === space) to--;
    if (from === to) return this.#blank(start === end ? blank : blank | rewrite);
    const negative = line[from] === minus;
    let [value, digits, decimals, separator] = [0, 0, -1, 0];
    for (let at = negative ? from + 1 : from; at < to; at++) {
      const byte = line[at] as number;
      if (byte >= zero && byte <= nine) {
        value = value * 10 + byte - zero;
        digits += 1;
        if (decimals >= 0) decimals += 1;
      } else if (decimals < 0 && (byte === dot || byte === comma)) [decimals, separator] = [0, byte];
      else return this.#other(line, from, to);
    }
    const { min, max, decimals: allowed } = this.#column;
    if (digits === 0 || decimals === 0) return this.#other(line, from, to);
    if (digits > mostDigits) return this.#bad('type', `must have at most ${mostDigits} digits`);
    if (decimals > allowed && !(allowed === 0 && isWhole(value, decimals)))
      return allowed === 0 ? this.#other(line, from, to) : this.#bad('type', `must have at most ${allowed} decimals`);
    const signed = (negative ? -value : value) / (decimals > 0 ? 10 ** decimals : 1);
    if (signed < min || signed > max) return this.#bad('range', `must be from ${min} to ${max}`);
    this.code = signed;
    this.empty = false;
    return separator === comma || decimals > allowed ? rewrite : 0;
  }

  #other(line: Buffer, from: number, to: number): number {
    if (to - from <= 4 && isBlank(line.toString('latin1', from, to))) return this.#blank(blank | rewrite);
    const { decimals } = this.#column;
    const text = to - from > longestNumber ? '' : line.toString('utf8', from, to);
    const plain = this.#isObject ? withoutExponent(plainNumber(text)) : plainNumber(text);
    if (plain !== text) {
      const bytes = Buffer.from(plain);
      return this.judge(bytes, 0, bytes.length) & bad ? bad : rewrite;
    }
    const required = decimals === 0 ? 'a whole number' : `a number with up to ${decimals} decimals`;
    return this.#bad('type', numberAdvice(text) ?? `must be ${required}, without thousands separators`);
  }

  #blank(bits: number): number {
    this.code = -1;
    this.empty = true;
    return bits;
  }

  #bad(rule: string, message: string): number {
    this.fault = { rule, message };
    return bad;
  }
}

/** What is copied and not read: PostgreSQL must take it. */
export class NoteCheck implements Check {
  readonly code = -1;
  readonly text = '';
  empty = true;
  fault: Fault | null = null;

  judge(line: Buffer, start: number, end: number): number {
    this.empty = start === end;
    if (this.empty) return blank;
    this.fault = this.#faultOf(line, start, end);
    return this.fault === null ? 0 : bad;
  }

  #faultOf(line: Buffer, start: number, end: number): Fault | null {
    if (end - start > caps.cellBytes) return { rule: 'length', message: `must have at most ${caps.cellBytes} bytes` };
    for (let at = start; at < end; at++) if ((line[at] as number) < space && line[at] !== tab) return carriageReturn;
    return isUtf8(line.subarray(start, end)) ? null : encodingFault(line, start, end);
  }
}

/** Judges a column without a name, counted from 1. */
export class UnnamedCheck implements Check {
  readonly code = -1;
  readonly text = '';
  readonly empty = true;
  readonly fault: Fault;

  constructor(column: number) {
    this.fault = { rule: 'unknown_column', message: `column ${column} has no name; name it, or clear its values` };
  }

  judge(line: Buffer, start: number, end: number): number {
    for (let at = start; at < end; at++) if ((line[at] as number) !== space) return bad;
    return blank;
  }
}

export type Meaning =
  | { readonly kind: 'blank' }
  /** `alias`: the spelling as an id, where another id stands for it. `day`: of a date, the day itself. */
  | { readonly kind: 'value'; readonly id: string; readonly alias?: string; readonly day?: number }
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Columns of few different values: each spelling is decoded and judged once, later ones are found by their bytes. */
export class SpellingCheck implements Check {
  code = -1;
  fault: Fault | null = null;
  /** True: there are more spellings than are remembered, and nothing that follows can be judged. */
  full = false;
  readonly #index = new ByteIndex();
  readonly #codes: number[] = [];
  readonly #days: number[] = [];
  readonly #faults = new Map<number, Fault>();
  readonly #aliases = new Map<number, string>();
  readonly #aliasOfCode = new Map<number, string>();
  readonly #meaning: (text: string) => Meaning;
  readonly #numbers = new Map<string, number>();
  readonly #ids: string[] = [];
  #entry = 0;

  constructor(meaning: (text: string) => Meaning) {
    this.#meaning = meaning;
  }

  judge(line: Buffer, start: number, end: number): number {
    if (end - start > caps.cellBytes)
      return this.#bad({ rule: 'length', message: `must have at most ${caps.cellBytes} bytes` });
    const entry = this.#index.find(line, start, end);
    this.full = this.#index.size > caps.spellings;
    if (this.full) return bad;
    if (entry === this.#codes.length) this.#learn(entry, line, start, end);
    this.#entry = entry;
    this.code = this.#codes[entry] as number;
    if (this.code >= 0) return 0;
    return this.code === -1 ? blank : this.#bad(this.#faults.get(entry) ?? encodingFault(line, start, end));
  }

  get empty(): boolean {
    return this.code === -1;
  }

  get text(): string {
    return this.#index.text(this.#entry);
  }

  /** Every accepted spelling with the id that it stands for; blank ones have the id ''. */
  *spellings(): Iterable<{ readonly spelling: string; readonly id: string }> {
    for (const [entry, code] of this.#codes.entries()) {
      if (code >= -1) yield { spelling: this.#index.text(entry), id: code === -1 ? '' : (this.#ids[code] as string) };
    }
  }

  /** The alias of the value last judged: the alias that it is, or one that has stood for the same id before. */
  get alias(): string | undefined {
    return this.#aliases.get(this.#entry) ?? this.#aliasOfCode.get(this.code);
  }

  /** The day of the date last judged. */
  get day(): number {
    return this.#days[this.#entry] ?? 0;
  }

  idOf(code: number): string {
    return this.#ids[code] ?? '';
  }

  #learn(entry: number, line: Buffer, start: number, end: number): void {
    const text = decode(line.subarray(start, end));
    const meaning: Meaning =
      text === null
        ? { kind: 'fault', fault: encodingFault(line, start, end) }
        : text.includes('\r')
          ? { kind: 'fault', fault: carriageReturn }
          : this.#meaning(text);
    if (meaning.kind === 'fault') this.#faults.set(entry, meaning.fault);
    const code = meaning.kind === 'value' ? this.numberOf(meaning.id) : meaning.kind === 'blank' ? -1 : -2;
    this.#codes.push(code);
    if (meaning.kind === 'value' && meaning.day !== undefined) this.#days[entry] = meaning.day;
    if (meaning.kind !== 'value' || meaning.alias === undefined) return;
    this.#aliases.set(entry, meaning.alias);
    if (!this.#aliasOfCode.has(code)) this.#aliasOfCode.set(code, meaning.alias);
  }

  /** The number of an id, whether it was spelled yet or not. */
  numberOf(id: string): number {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    this.#numbers.set(id, this.#ids.length);
    return this.#ids.push(id) - 1;
  }

  #bad(fault: Fault): number {
    this.fault = fault;
    return bad;
  }
}

/** COPY takes one outside of quotes for the end of the line. */
const carriageReturn: Fault = { rule: 'pattern', message: 'must not have line breaks or control characters' };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function encodingFault(line: Buffer, start: number, end: number): Fault {
  return {
    rule: 'encoding',
    message: `is not valid UTF-8 from byte ${firstBad(line.subarray(start, end)) + 1} of the field; save the file as UTF-8`,
  };
}

/** Index of the first byte that belongs to no valid sequence. */
function firstBad(bytes: Uint8Array): number {
  let [low, high] = [0, bytes.length];
  // A decoder that may be continued accepts every prefix that is fine so far.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (prefixIsFine(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  // Back over a sequence that was begun and not finished: it is the one that is broken.
  while (low > 0 && decode(bytes.subarray(0, low)) === null) low--;
  return low;
}

function prefixIsFine(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
