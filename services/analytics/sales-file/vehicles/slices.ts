// The periods and series of the sold vehicles of a file, and the currency of each: prices of two currencies can not be
// added. Decision 300.
import { PairTable, wider } from '../intern.ts';
import type { SeriesNumbers } from '../keys.ts';

const [most, several] = [1024, -1];

/**
 * While a file has one currency, no two vehicles can differ, and nothing has to be known of a slice at once. Vehicles
 * are then kept as they come and counted many at a time: the tables are larger than the processor's cache, and one at a
 * time each vehicle would wait for its slots.
 */
export class Slices {
  readonly #series: SeriesNumbers;
  readonly #table = new PairTable();
  /** By the number of a slice, the currency of its first vehicle with a price; 0: none has one yet. */
  #currencies = new Int32Array(1 << 10);
  /** The currency of the file so far; 0: none. */
  #currency = 0;
  /** The values of the vehicles that are kept. */
  readonly #kept: {
    readonly names: readonly Int32Array[];
    readonly periods: Int32Array;
    readonly currencies: Int32Array;
  };
  #count = 0;

  constructor(series: SeriesNumbers) {
    this.#series = series;
    const array = () => new Int32Array(most);
    this.#kept = { names: Array.from({ length: series.width }, array), periods: array(), currencies: array() };
  }

  /** How many there are. */
  get size(): number {
    this.#countKept();
    return this.#table.size;
  }

  /**
   * Adds the vehicle of the row that was judged last. False: another one of its slice has another currency. 0: this one
   * has none.
   */
  add(period: number, currency: number): boolean {
    if (currency !== 0 && currency !== this.#currency) {
      this.#countKept();
      this.#currency = this.#currency === 0 ? currency : several;
    }
    if (this.#currency === several) return this.#put(this.#table.number(this.#series.number(), period), currency);
    if (this.#count === most) this.#countKept();
    this.#series.readNames(this.#kept.names, this.#count);
    this.#kept.periods[this.#count] = period;
    this.#kept.currencies[this.#count] = currency;
    this.#count += 1;
    return true;
  }

  #countKept(): void {
    const { names, periods, currencies } = this.#kept;
    const slices = names[0] as Int32Array;
    this.#series.numbers(names, this.#count);
    this.#table.numbers(slices, periods, this.#count);
    for (let i = 0; i < this.#count; i++) this.#put(slices[i] as number, currencies[i] as number);
    this.#count = 0;
  }

  #put(slice: number, currency: number): boolean {
    if (slice === this.#currencies.length) this.#currencies = wider(this.#currencies);
    const first = this.#currencies[slice] as number;
    // One without a price has no currency that could differ, wherever it comes in the file.
    if (first === 0) this.#currencies[slice] = currency;
    return first === 0 || currency === 0 || first === currency;
  }
}
