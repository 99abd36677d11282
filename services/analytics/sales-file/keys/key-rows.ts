// In which row each key of a file came first. Most files are in some order, so that the rows of neighbouring keys
// follow from one of them.

import { mixed, PairTable } from '../intern.ts';

// A block has two numbers, which of its keys are known, which of those are in order, and the row of the first of these.
const known = 2;
const ordered = 3;
const first = 4;
const fields = 5;
const blockBits = 5;
const keysOfBlock = 1 << blockBits;

/** So many blocks show whether they have enough keys to be worth their memory. */
const fewBlocks = 1 << 15;
const fewKeys = 4;

type Key = readonly [series: number, period: number, row: number];

/**
 * A key is the number of its series and that of its period. A block is 32 numbers of one beside a single number of the
 * other: 20 bytes for all keys in it whose rows follow each other, instead of 12 for each, so that the table of most
 * files stays in the cache of the processor. A key that is not in order has its row in a table of pairs, as all keys
 * have in a file with few keys in each block.
 */
export class KeyRows {
  #blocks = new Int32Array((1 << 10) * fields);
  #blockCount = 0;
  #keyCount = 0;
  /** Where the block of the key before is. */
  #last = 0;
  readonly #pairs = new PairTable();
  #isScattered = false;
  /** The rows of one series follow each other. */
  #isAlongPeriods = false;
  #firstKey: Key | null = null;

  /** The row that had the key before; -1 when it is new, and then it has `row` from now on. */
  putIfNew(series: number, period: number, row: number): number {
    if (this.#keyCount < 2 && this.#isFirst(series, period, row)) return -1;
    return this.#isAlongPeriods ? this.#put(series, period, row) : this.#put(period, series, row);
  }

  /** The key after the first one shows what the rows follow. */
  #isFirst(series: number, period: number, row: number): boolean {
    if (this.#firstKey === null) {
      this.#firstKey = [series, period, row];
      return true;
    }
    if (this.#keyCount > 0) return false;
    const [firstSeries, firstPeriod, firstRow] = this.#firstKey;
    this.#isAlongPeriods = series === firstSeries && period !== firstPeriod;
    if (this.#isAlongPeriods) this.#put(firstSeries, firstPeriod, firstRow);
    else this.#put(firstPeriod, firstSeries, firstRow);
    return false;
  }

  #put(outer: number, inner: number, row: number): number {
    if (this.#isScattered) return this.#pairs.putIfNew(outer, inner, row);
    const at = this.#place(outer, inner >>> blockBits);
    const blocks = this.#blocks;
    const bit = 1 << (inner % keysOfBlock);
    const before = blocks[at + known] as number;
    if ((before & bit) !== 0) return this.#rowOf(at, outer, inner);
    const inOrder = blocks[at + ordered] as number;
    if (before === 0) {
      blocks[at] = outer;
      blocks[at + 1] = inner >>> blockBits;
      blocks[at + first] = row;
      this.#blockCount += 1;
    }
    blocks[at + known] = before | bit;
    this.#keyCount += 1;
    // After all that are in order, in the row after theirs.
    if ((inOrder & -bit) === 0 && row === (blocks[at + first] as number) + bitCount(inOrder))
      blocks[at + ordered] = inOrder | bit;
    else this.#pairs.putIfNew(outer, inner, row);
    if (this.#blockCount * fields * 2 > blocks.length) this.#grow();
    return -1;
  }

  #rowOf(at: number, outer: number, inner: number): number {
    const bit = 1 << (inner % keysOfBlock);
    const inOrder = this.#blocks[at + ordered] as number;
    if ((inOrder & bit) === 0) return this.#pairs.putIfNew(outer, inner, -1);
    return (this.#blocks[at + first] as number) + bitCount(inOrder & (bit - 1));
  }

  #place(outer: number, block: number): number {
    const blocks = this.#blocks;
    let at = this.#last;
    if (blocks[at] === outer && blocks[at + 1] === block && blocks[at + known] !== 0) return at;
    const mask = blocks.length / fields - 1;
    let slot = mixed(outer, block) & mask;
    for (at = slot * fields; blocks[at + known] !== 0; at = slot * fields) {
      if (blocks[at] === outer && blocks[at + 1] === block) break;
      slot = (slot + 1) & mask;
    }
    this.#last = at;
    return at;
  }

  #grow(): void {
    if (this.#blockCount > fewBlocks && this.#keyCount < this.#blockCount * fewKeys) this.#scatter();
    else this.#double();
  }

  #double(): void {
    const before = this.#blocks;
    this.#blocks = new Int32Array(before.length * 2);
    this.#last = 0;
    for (let at = 0; at < before.length; at += fields) {
      if (before[at + known] === 0) continue;
      const place = this.#place(before[at] as number, before[at + 1] as number);
      for (let field = 0; field < fields; field++) this.#blocks[place + field] = before[at + field] as number;
    }
  }

  #scatter(): void {
    const blocks = this.#blocks;
    for (let at = 0; at < blocks.length; at += fields) {
      const outer = blocks[at] as number;
      const from = (blocks[at + 1] as number) << blockBits;
      for (let inner = from; inner < from + keysOfBlock; inner++)
        if ((blocks[at + ordered] as number) & (1 << (inner % keysOfBlock)))
          this.#pairs.putIfNew(outer, inner, this.#rowOf(at, outer, inner));
    }
    this.#isScattered = true;
    this.#blocks = new Int32Array(0);
  }
}

function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
