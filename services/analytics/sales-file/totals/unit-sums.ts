// The units of each series, and of each brand and period, added up while the rows are read: what is needed to find rows
// that are the sum of others.
import type { Check, SpellingCheck } from '../checks.ts';
import type { ColumnName } from '../columns.ts';
import { PairTable } from '../intern.ts';
import { type At, idOf } from '../places.ts';
import { totalName } from './total-words.ts';

export const nameColumns = ['brand', 'region', 'model_family'] as const satisfies readonly ColumnName[];

/** A row whose brand, region or model family is named like a sum. */
export type MarkedRow = {
  readonly row: number;
  readonly series: number;
  readonly period: number;
  readonly units: number;
  /** The units of all rows above it that are not named so. */
  readonly before: number;
};

/** More different series, or brands and periods, are not kept, and no sums are looked for: 40 bytes each. */
const [mostSeries, mostPairs, mostMarked] = [1_000_000, 1_000_000, 100_000];

const [unnamed, named] = [1, 2];

export class UnitSums {
  readonly names: readonly (At | undefined)[];
  readonly marked: MarkedRow[] = [];
  /** The units of all rows, and of those that are not named like a sum. */
  total = 0;
  #details = 0;
  firstRow = 0;
  lastSeries = -1;
  readonly #units: Check | undefined;
  readonly #brand: Check | undefined;
  #sums = new Float64Array(1 << 10);
  #firstRows = new Int32Array(1 << 10);
  #isNamed = new Uint8Array(1 << 10);
  /** Three for each series: the numbers of its brand, region and model family. */
  #codes = new Int32Array(3 << 10);
  readonly #flags = nameColumns.map(() => new Map<number, number>());
  readonly #pairs = new PairTable();
  #pairSums = new Float64Array(1 << 10);
  /** The brand and period of the rows since the last change of either, and their units. */
  #lastBrand = -1;
  #lastPeriod = -1;
  #run = 0;
  #isOff = false;

  constructor(places: ReadonlyMap<ColumnName, At>) {
    this.names = nameColumns.map((name) => places.get(name));
    this.#units = places.get('units_sold')?.check;
    this.#brand = places.get('brand')?.check;
  }

  /** Adds the row that was judged last, which was accepted. */
  add(series: number, period: number, row: number): void {
    if (this.#isOff || this.#units === undefined || this.#brand === undefined) return;
    const units = this.#units.code;
    this.total += units;
    if (series >= this.#sums.length) this.#grow(series);
    if (this.#isOff) return;
    if (this.#firstRows[series] === 0) this.#begin(series, row);
    this.#sums[series] = (this.#sums[series] as number) + units;
    this.lastSeries = series;
    const brand = this.#brand.code;
    if (brand !== this.#lastBrand || period !== this.#lastPeriod) {
      this.#endRun();
      [this.#lastBrand, this.#lastPeriod] = [brand, period];
    }
    this.#run += units;
    if (this.#isNamed[series] === 0) this.#details += units;
    else if (this.marked.length < mostMarked) this.marked.push({ row, series, period, units, before: this.#details });
  }

  /** False: there is nothing to compare, or too much. */
  get isKept(): boolean {
    return !this.#isOff && this.firstRow > 0;
  }

  /** The units of all rows that are not named like a sum. */
  get details(): number {
    return this.#details;
  }

  *series(): Generator<SeriesSum> {
    for (let series = 0; series < this.#sums.length; series++) {
      const row = this.#firstRows[series] as number;
      if (row === 0) continue;
      const [brand = -1, region = -1, family = -1] = this.#codes.subarray(3 * series, 3 * series + 3);
      yield {
        series,
        row,
        codes: [brand, region, family],
        units: this.#sums[series] as number,
        isNamed: this.#isNamed[series] !== 0,
      };
    }
  }

  *brandsByPeriod(): Generator<{ readonly period: number; readonly brand: number; readonly units: number }> {
    this.#endRun();
    this.#run = 0;
    [this.#lastBrand, this.#lastPeriod] = [-1, -1];
    for (const { a: period, b: brand, value } of this.#pairs.entries())
      yield { period, brand, units: this.#pairSums[value] as number };
  }

  /** The id of a brand (0), region (1) or model family (2). */
  idOf(column: number, code: number): string {
    const check = this.names[column]?.check;
    return check === undefined ? '' : (check as SpellingCheck).idOf(code);
  }

  #begin(series: number, row: number): void {
    if (this.firstRow === 0) this.firstRow = row;
    this.#firstRows[series] = row;
    let isNamed = false;
    for (let column = 0; column < nameColumns.length; column++) {
      const at = this.names[column];
      this.#codes[3 * series + column] = at?.check.code ?? -1;
      if (at !== undefined && this.#isNamedLikeSum(column, at)) isNamed = true;
    }
    this.#isNamed[series] = isNamed ? 1 : 0;
  }

  #isNamedLikeSum(column: number, { check }: At): boolean {
    const flags = this.#flags[column] as Map<number, number>;
    const flag = flags.get(check.code);
    if (flag !== undefined) return flag === named;
    const id = idOf(check);
    // The model family `all` is what a blank stands for.
    const isNamed = id !== 'all' && totalName(id) !== null;
    flags.set(check.code, isNamed ? named : unnamed);
    return isNamed;
  }

  #endRun(): void {
    if (this.#lastBrand < 0) return;
    const pair = this.#pairs.number(this.#lastPeriod, this.#lastBrand);
    if (pair >= mostPairs) this.#isOff = true;
    else {
      if (pair === this.#pairSums.length) this.#pairSums = longer(this.#pairSums, 2 * pair);
      this.#pairSums[pair] = (this.#pairSums[pair] as number) + this.#run;
    }
    this.#run = 0;
  }

  #grow(series: number): void {
    let length = this.#sums.length;
    while (length <= series) length *= 2;
    this.#isOff = length > 2 * mostSeries;
    if (this.#isOff) return;
    this.#sums = longer(this.#sums, length);
    this.#firstRows = copied(new Int32Array(length), this.#firstRows);
    this.#isNamed = copied(new Uint8Array(length), this.#isNamed);
    this.#codes = copied(new Int32Array(3 * length), this.#codes);
  }
}

export type SeriesSum = {
  readonly series: number;
  /** The row in which it came first. */
  readonly row: number;
  readonly codes: readonly [brand: number, region: number, family: number];
  readonly units: number;
  readonly isNamed: boolean;
};

type Numbers = Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

function copied<Array extends Numbers>(to: Array, from: Array): Array {
  to.set(from);
  return to;
}

const longer = (array: Float64Array<ArrayBuffer>, length: number) => copied(new Float64Array(length), array);
