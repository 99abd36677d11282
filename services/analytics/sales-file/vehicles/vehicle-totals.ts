// Rows of a file of vehicles that are the sum of others, by their prices: `Total` below the list. Decision 599.
import type { Check, SpellingCheck } from '../checks.ts';
import type { ColumnName } from '../columns.ts';
import type { At } from '../places.ts';
import type { Totals } from '../totals/find-totals.ts';
import { totalName } from '../totals/total-words.ts';
import { nameColumns } from '../totals/unit-sums.ts';

type NamedRow = {
  readonly row: number;
  readonly column: number;
  readonly id: string;
  readonly price: number;
  readonly isSold: boolean;
};

const mostNamed = 1_000;

export class VehicleTotals {
  readonly #names: readonly (SpellingCheck | undefined)[];
  readonly #price: Check | undefined;
  readonly #vin: Check | undefined;
  /** By column and number of a name: whether it is named like a sum. */
  readonly #flags = nameColumns.map((): number[] => []);
  readonly #named: NamedRow[] = [];
  #vehicles = 0;
  #sold = 0;
  #prices = 0;
  /** The row with the highest price. */
  #highest: NamedRow | null = null;

  constructor(places: ReadonlyMap<ColumnName, At>) {
    this.#names = nameColumns.map((name) => places.get(name)?.check as SpellingCheck | undefined);
    this.#price = places.get('revenue')?.check;
    this.#vin = places.get('vin')?.check;
  }

  /** Adds the row that was judged last, which was accepted. */
  add(row: number, isSold: boolean): void {
    this.#vehicles += 1;
    if (isSold) this.#sold += 1;
    const price = this.#price === undefined || this.#price.empty ? 0 : this.#price.code;
    this.#prices += price;
    if (price > (this.#highest?.price ?? 0)) this.#highest = this.#rowOf(0, row, price, isSold);
    for (let column = 0; column < nameColumns.length; column++)
      if (this.#isNamed(column)) {
        if (this.#named.length < mostNamed && this.#vin?.empty !== false)
          this.#named.push(this.#rowOf(column, row, price, isSold));
        return;
      }
  }

  totals(): Totals | null {
    const named = this.#namedSums();
    const highest = this.#highest;
    const isSum = highest !== null && this.#vehicles > 2 && this.#isHighest(highest.price);
    const rows = named.length === 0 && isSum ? [highest] : named;
    if (rows.length === 0) return null;
    const ofTotals = rows.filter(({ isSold }) => isSold).length;
    return { units: this.#sold, unitsWithout: this.#sold - ofTotals, rows: rows.slice(0, 100), count: rows.length };
  }

  /** A row is one vehicle: a name of many rows is a brand, and so is one whose price is that of a vehicle. */
  #namedSums(): readonly NamedRow[] {
    const prices = this.#prices - this.#named.reduce((sum, { price }) => sum + price, 0);
    const named = this.#named.filter(({ price }) => price === 0 || isNear(price, prices) || this.#isHighest(price));
    const isFew = named.length === 1 || 4 * named.length <= this.#vehicles;
    return isFew && this.#vehicles > named.length ? named : [];
  }

  /** All other prices are as much as this one. */
  #isHighest(price: number): boolean {
    return price > 0 && Math.abs(2 * price - this.#prices) < 0.005 * Math.max(1, price / 1e9);
  }

  #rowOf(column: number, row: number, price: number, isSold: boolean): NamedRow {
    const check = this.#names[column] as SpellingCheck;
    return { row, column, id: check.idOf(check.code), price, isSold };
  }

  #isNamed(column: number): boolean {
    const check = this.#names[column];
    if (check === undefined) return false;
    const flags = this.#flags[column] as number[];
    const flag = flags[check.code];
    return flag === undefined || flag === unknown ? this.#learn(flags, check) : flag === named;
  }

  #learn(flags: number[], check: SpellingCheck): boolean {
    const id = check.idOf(check.code);
    const isNamed = id !== 'all' && totalName(id) !== null;
    // Names of rows that were refused have numbers, too.
    while (flags.length < check.code) flags.push(unknown);
    flags[check.code] = isNamed ? named : unnamed;
    return isNamed;
  }
}

const [unknown, unnamed, named] = [-1, 0, 1];

const isNear = (price: number, sum: number): boolean => sum !== 0 && Math.abs(price - sum) <= 0.02 * Math.abs(sum);
