// Vehicle identification numbers of a file, compared without case, blanks and hyphens. ISO 3779; older chassis numbers are shorter.
import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { bad, blank, type Check } from '../sales-file/checks.ts';
import { isBlank } from '../sales-file/columns.ts';

/** A sign is 0 to 35, and 36 signs and the end of the number make a word of six: 37 ** 6 is less than 2 ** 32. */
const [base, signsOfWord, most] = [37, 6, 17];
const [hyphen, space] = [0x2d, 0x20];

/** Of the number last judged, three words hold all signs. */
export class VinCheck implements Check {
  readonly code = -1;
  readonly words = new Int32Array(3);
  empty = true;
  fault: Check['fault'] = null;
  text = '';

  judge(line: Buffer, start: number, end: number): number {
    let [signs, hasOtherSigns, neverInVin] = [0, false, false];
    let [first, second, third] = [0, 0, 0];
    for (let at = start; at < end; at++) {
      const byte = line[at] as number;
      const sign = signOf(byte);
      if (sign > 0) {
        if (sign === letterI || sign === letterO || sign === letterQ) neverInVin = true;
        if (signs < signsOfWord) first = (Math.imul(first, base) + sign) | 0;
        else if (signs < 2 * signsOfWord) second = (Math.imul(second, base) + sign) | 0;
        else third = (Math.imul(third, base) + sign) | 0;
        signs += 1;
      } else if (byte !== hyphen && byte !== space) hasOtherSigns = true;
    }
    const { words } = this;
    words[0] = first;
    words[1] = second;
    words[2] = third;
    this.empty = start === end || (!hasOtherSigns && signs === 0) || isUnknown(line, start, end);
    if (this.empty) return blank;
    if (hasOtherSigns) return this.#bad(line, start, end);
    if (signs > most) return this.#refuse('length', `must have at most ${most} letters and digits`);
    return signs === most && neverInVin
      ? this.#refuse('pattern', 'must not have I, O or Q, which a VIN never has; check for 1 and 0')
      : 0;
  }

  #bad(line: Buffer, start: number, end: number): number {
    return isUtf8(line.subarray(start, end))
      ? this.#refuse('pattern', 'must have letters from A to Z and digits only')
      : this.#refuse('encoding', 'is not valid UTF-8; save the file as UTF-8');
  }

  #refuse(rule: string, message: string): number {
    this.fault = { rule, message };
    return bad;
  }
}

/** From 1, so that a number is never the beginning of another one; 0: no letter and no digit. */
function signOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x2f;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x7a ? letter - 0x56 : 0;
}

const [letterI, letterO, letterQ] = ['I', 'O', 'Q'].map((letter) => signOf(letter.charCodeAt(0)));

const isUnknown = (line: Buffer, start: number, end: number): boolean =>
  end - start <= 4 && isBlank(line.toString('latin1', start, end).trim());

/** The row that each number came with first. 16 bytes a slot, at most 2/3 full. */
export class VinTable {
  size = 0;
  #slots = 1 << 10;
  #words = new Int32Array(3 * this.#slots);
  #rows = new Int32Array(this.#slots);
  #found = 0;

  /** The row that has the number; 0: none. */
  rowOf(words: Int32Array): number {
    if (this.size * 3 > this.#slots * 2) this.#grow();
    this.#found = this.#place(words, 0);
    return this.#rows[this.#found] as number;
  }

  /** Of a number that `rowOf` has not found just before. */
  add(words: Int32Array, row: number): void {
    this.#put(this.#found, words, 0, row);
    this.size += 1;
  }

  #put(at: number, words: Int32Array, from: number, row: number): void {
    for (let i = 0; i < 3; i++) this.#words[3 * at + i] = words[from + i] as number;
    this.#rows[at] = row;
  }

  #place(words: Int32Array, from: number): number {
    const [known, rows] = [this.#words, this.#rows];
    const [a, b, c] = [words[from] as number, words[from + 1] as number, words[from + 2] as number];
    const mask = this.#slots - 1;
    let at = mixed(a, b, c) & mask;
    while (rows[at] !== 0 && !(known[3 * at] === a && known[3 * at + 1] === b && known[3 * at + 2] === c))
      at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const [words, rows] = [this.#words, this.#rows];
    this.#slots *= 2;
    this.#words = new Int32Array(3 * this.#slots);
    this.#rows = new Int32Array(this.#slots);
    for (let i = 0; i < rows.length; i++)
      if (rows[i] !== 0) this.#put(this.#place(words, 3 * i), words, 3 * i, rows[i] as number);
  }
}

// As in intern.ts: callers can not choose numbers that collide.
const seed = randomInt(2 ** 31);

function mixed(a: number, b: number, c: number): number {
  let hash = Math.imul(a ^ seed, 0x9e3779b1);
  hash = Math.imul((hash ^ (hash >>> 15)) + b, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 13)) + c, 0x2c1b3c6d);
  return (hash ^ (hash >>> 16)) >>> 1;
}
