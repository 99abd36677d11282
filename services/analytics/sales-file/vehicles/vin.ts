// Vehicle identification numbers of a file, compared without case, blanks and hyphens. ISO 3779; older chassis numbers
// are shorter.
import { isUtf8 } from 'node:buffer';
import { randomInt } from 'node:crypto';
import { bad, blank, type Check } from '../checks.ts';
import { isBlank } from '../columns.ts';
import { wider } from '../intern.ts';
import { slug } from '../normalise.ts';
import { totalName } from '../totals/total-words.ts';

/** A sign is 0 to 35, and 36 signs and the end of the number make a word of six: 37 ** 6 is less than 2 ** 32. */
const [base, signsOfWord, most] = [37, 6, 17];
const [hyphen, space, apostrophe] = [0x2d, 0x20, 0x27];

/** Judges a VIN; of the number last judged, three words hold all signs. */
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
      } else if (byte !== hyphen && byte !== space && (byte !== apostrophe || at > start)) hasOtherSigns = true;
    }
    const { words } = this;
    words[0] = first;
    words[1] = second;
    words[2] = third;
    this.empty = start === end || (!hasOtherSigns && signs === 0) || isUnknown(line, start, end);
    if (this.empty) return blank;
    if (hasOtherSigns) return this.#bad(line, start, end);
    if (signs > most) return this.#refuse('length', `must have at most ${most} letters and digits`);
    if (signs < most && totalName(slug(line.toString('latin1', start, end))) !== null)
      return this.#refuse('pattern', 'is not a VIN; remove the row if it is a total');
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

const entryLength = 5;

/**
 * The row that each number came with first: numbers and rows in their order, and a table of their places.
 * The table is larger than the processor's cache. A filter that fits there knows most numbers that are new; these need
 * no answer of the table, and are put into it many at a time when it is asked for another one, so that the processor
 * waits for many slots at once.
 */
export class VinTable {
  size = 0;
  /** Five numbers each: the words, the day of the sale, and the row. */
  #entries = new Int32Array(entryLength << 10);
  /** One more than the place of an entry; 0: none. At most 2/3 full. */
  #slots = new Int32Array(1 << 10);
  #inSlots = 0;
  /** Two bits for each number; where one of them is missing, the number is new. */
  #filter = new Int32Array(1 << 8);
  #hash = 0;

  /** The row that has the number on that day; 0: none. */
  rowOf(words: Int32Array, day = 0): number {
    const [a, b, c] = [words[0] as number, words[1] as number, words[2] as number];
    this.#hash = mixed(a, b, c);
    if (!this.#mayHave(this.#hash)) return 0;
    this.#fillSlots();
    const [entries, slots, mask] = [this.#entries, this.#slots, this.#slots.length - 1];
    for (let at = this.#hash & mask; slots[at] !== 0; at = (at + 1) & mask) {
      const entry = entryLength * ((slots[at] as number) - 1);
      const isNumber = entries[entry] === a && entries[entry + 1] === b && entries[entry + 2] === c;
      if (isNumber && entries[entry + 3] === day) return entries[entry + 4] as number;
    }
    return 0;
  }

  /** Adds a number that `rowOf` has not found just before. */
  add(words: Int32Array, row: number, day = 0): void {
    if (entryLength * this.size === this.#entries.length) this.#grow();
    const [entries, at] = [this.#entries, entryLength * this.size];
    for (let i = 0; i < 3; i++) entries[at + i] = words[i] as number;
    entries[at + 3] = day;
    entries[at + 4] = row;
    this.size += 1;
    this.#addToFilter(this.#hash);
  }

  #fillSlots(): void {
    if (3 * this.size > 2 * this.#slots.length) {
      let length = this.#slots.length;
      while (3 * this.size > 2 * length) length *= 2;
      this.#slots = new Int32Array(length);
      this.#inSlots = 0;
    }
    const [slots, mask] = [this.#slots, this.#slots.length - 1];
    for (let i = this.#inSlots; i < this.size; i++) {
      let at = this.#hashOf(i) & mask;
      while (slots[at] !== 0) at = (at + 1) & mask;
      slots[at] = i + 1;
    }
    this.#inSlots = this.size;
  }

  #hashOf(entry: number): number {
    const [entries, at] = [this.#entries, entryLength * entry];
    return mixed(entries[at] as number, entries[at + 1] as number, entries[at + 2] as number);
  }

  #mayHave(hash: number): boolean {
    const word = this.#filter[hash & (this.#filter.length - 1)] as number;
    return ((word >>> (hash >>> 21)) & (word >>> (hash >>> 26)) & 1) === 1;
  }

  #addToFilter(hash: number): void {
    const at = hash & (this.#filter.length - 1);
    this.#filter[at] = (this.#filter[at] as number) | (1 << (hash >>> 21)) | (1 << (hash >>> 26));
  }

  #grow(): void {
    this.#entries = wider(this.#entries);
    this.#filter = new Int32Array(2 * this.#filter.length);
    for (let i = 0; i < this.size; i++) this.#addToFilter(this.#hashOf(i));
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
