// What concerns several fields of a vehicle's row: whether it is sold, that no two rows have the same VIN, and that
// prices can be added. Decision 300.
import { type Check, SpellingCheck } from '../checks.ts';
import { type ColumnName, caps } from '../columns.ts';
import type { Layout } from '../header.ts';
import { RevenuePair, SeriesNumbers } from '../keys.ts';
import { type At, idOf, placesOf } from '../places.ts';
import type { Report } from '../report.ts';
import type { Totals } from '../totals/find-totals.ts';
import { Slices } from './slices.ts';
import { VehicleTotals } from './vehicle-totals.ts';
import { VinCheck, VinTable } from './vin.ts';

export class Vehicles {
  /** How many accepted rows are sold. */
  sold = 0;
  inStock = 0;
  readonly #at: ReadonlyMap<ColumnName, At>;
  readonly #revenue: RevenuePair;
  readonly #currency: At | undefined;
  readonly #vins = new VinTable();
  readonly #vin: At | undefined;
  readonly #check: VinCheck | null;
  readonly #status: At | undefined;
  readonly #date: At | undefined;
  readonly #dateCheck: SpellingCheck | null;
  /**
   * On which the vehicle of the row was sold: one that was bought back is sold again on another day, or in stock (0).
   */
  #day = 0;
  readonly #needsVin: boolean;
  readonly #slices: Slices;
  readonly #totals: VehicleTotals;

  /**
   * `hasVin`: each row must have one. Objects may name it later than in the first row, so those that come are compared
   * in any case.
   */
  constructor(layout: Layout, checks: readonly (Check | null)[], hasVin: boolean) {
    this.#at = placesOf(layout, checks);
    this.#slices = new Slices(new SeriesNumbers(this.#at));
    this.#totals = new VehicleTotals(this.#at);
    this.#revenue = new RevenuePair(this.#at);
    this.#currency = this.#at.get('currency');
    this.#vin = this.#at.get('vin');
    this.#needsVin = hasVin;
    this.#check = this.#vin?.check instanceof VinCheck ? this.#vin.check : null;
    this.#status = this.#at.get('status');
    this.#date = this.#at.get('sale_date');
    this.#dateCheck = this.#date?.check instanceof SpellingCheck ? this.#date.check : null;
  }

  get isFull(): boolean {
    return this.#vins.size > caps.vehicles;
  }

  /** Periods and series that have a sold vehicle. */
  get slices(): number {
    return this.#slices.size;
  }

  /** The accepted rows that are the sum of others; null: there are none. */
  totals(): Totals | null {
    return this.#totals.totals();
  }

  /** True when the row is refused, which is then in the report. All its fields are fine by themselves. */
  refuses(row: number, report: Report): boolean {
    this.#day = this.#dateCheck === null || this.#dateCheck.empty ? 0 : this.#dateCheck.day;
    const isSold = this.#isSold(row, report);
    if (isSold === null || this.#revenue.refuses(row, report)) return true;
    if (this.#isMissing(row, report) || this.#isRepeated(row, report)) return true;
    if (isSold && this.#hasOtherCurrency(row, report)) return true;
    // Only accepted rows count: what a refused one has may come again.
    if (this.#check?.empty === false) this.#vins.add(this.#check.words, row, this.#day);
    if (isSold) this.sold += 1;
    else this.inStock += 1;
    this.#totals.add(row, isSold);
    return false;
  }

  /** null: the row is refused. */
  #isSold(row: number, report: Report): boolean | null {
    const hasDate = this.#date?.check.empty === false;
    const status = this.#status === undefined || this.#status.check.empty ? null : idOf(this.#status.check);
    if (status === null || (status === 'sold') === hasDate) return hasDate;
    const at = hasDate ? this.#status : this.#date;
    const message = hasDate
      ? `the vehicle is in stock, but has a ${this.#date?.heading}; clear one of the two`
      : 'the sale date of a sold vehicle is missing';
    report.add({ row, column: at?.heading ?? null, value: '', rule: hasDate ? 'contradiction' : 'required', message });
    return null;
  }

  #isMissing(row: number, report: Report): boolean {
    if (!this.#needsVin || this.#vin?.check.empty !== true) return false;
    report.add({ row, column: this.#vin.heading, value: '', rule: 'required', message: 'the VIN is missing' });
    return true;
  }

  #isRepeated(row: number, report: Report): boolean {
    const earlier = this.#check?.empty === false ? this.#vins.rowOf(this.#check.words, this.#day) : 0;
    if (earlier === 0) return false;
    report.add({
      row,
      column: this.#vin?.heading ?? null,
      rule: 'repeated_key',
      message: `the row has the same VIN${this.#day === 0 ? '' : ' and date'} as row ${earlier}`,
      related_row: earlier,
    });
    return true;
  }

  #hasOtherCurrency(row: number, report: Report): boolean {
    const at = this.#currency;
    const currency = at === undefined || at.check.empty ? 0 : at.check.code + 1;
    if (this.#slices.add(this.#date?.check.code ?? 0, currency) || at === undefined) return false;
    const message = 'other vehicles of the same period and series have another currency';
    report.add({ row, column: at.heading, value: idOf(at.check), rule: 'currency', message });
    return true;
  }
}
