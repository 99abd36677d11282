// What concerns several fields of a row: its period, what must come together, and that no two rows have the same key.

import { firstDay, isoDate } from '../indices/period.ts';
import { type Check, SpellingCheck } from './checks.ts';
import { type ColumnName, forms } from './columns.ts';
import { type Expected, type Layout, onlyMonthly } from './header.ts';
import { PairTable } from './intern.ts';
import { KeyRows } from './keys/key-rows.ts';
import { monthMeaning } from './meanings.ts';
import { type At, idOf, placesOf } from './places.ts';
import type { Report } from './report.ts';
import { findTotals, type Totals } from './totals/find-totals.ts';
import { UnitSums } from './totals/unit-sums.ts';

const choiceCounts = new Map(
  forms.sales.columns.flatMap((each) => (each.kind === 'choice' ? [[each.name, each.choices.length]] : [])),
);

type Choice = { readonly at: At; readonly count: number };

/** A number for brand, region, model family, channel and condition of a row. */
export class SeriesNumbers {
  /** The columns of the series that the file has. */
  readonly parts: readonly At[];
  readonly #names: readonly At[];
  readonly #choices: readonly Choice[];
  readonly #choiceCount: number;
  readonly #series: readonly PairTable[];

  constructor(places: ReadonlyMap<ColumnName, At>) {
    const { key } = forms.sales;
    this.parts = key.map((name) => places.get(name)).filter((at) => at !== undefined);
    this.#names = key.flatMap((name) => (choiceCounts.has(name) ? [] : (places.get(name) ?? [])));
    this.#choices = key.flatMap((name) => {
      const [at, count] = [places.get(name), choiceCounts.get(name)];
      return at && count ? [{ at, count }] : [];
    });
    this.#choiceCount = this.#choices.reduce((product, { count }) => product * count, 1);
    this.#series = this.#names.slice(1).map(() => new PairTable());
  }

  /** How many names a row has, which `readNames` finds. */
  get width(): number {
    return this.#names.length;
  }

  /** The number of the key of the row that was judged last. */
  number(): number {
    let series = 0;
    for (let i = 0; i < this.#names.length; i++) {
      const part = this.#part(i);
      series = i === 0 ? part : (this.#series[i - 1] as PairTable).number(series, part);
    }
    return series;
  }

  /** The names of the row that was judged last, each into its array at `at`. */
  readNames(names: readonly Int32Array[], at: number): void {
    for (let i = 0; i < this.#names.length; i++) (names[i] as Int32Array)[at] = this.#part(i);
  }

  /** Numbers the keys of the first `count` rows of `names`; the numbers are put into its first array. */
  numbers(names: readonly Int32Array[], count: number): void {
    const [series, ...others] = names as [Int32Array, ...Int32Array[]];
    for (const [i, table] of this.#series.entries()) table.numbers(series, others[i] as Int32Array, count);
  }

  /** The last name brings the choices along: one table less for each of them. */
  #part(i: number): number {
    const { code } = (this.#names[i] as At).check;
    return i === this.#names.length - 1 ? code * this.#choiceCount + this.#choicesCode() : code;
  }

  #choicesCode(): number {
    let choices = 0;
    for (let i = 0; i < this.#choices.length; i++) {
      const { at, count } = this.#choices[i] as Choice;
      choices = choices * count + at.check.code;
    }
    return choices;
  }
}

/** Keys are kept as pairs of small numbers, not as text. */
export class Keys {
  readonly #at: ReadonlyMap<ColumnName, At>;
  readonly #series: SeriesNumbers;
  readonly #revenue: RevenuePair;
  readonly #rowsByKey = new KeyRows();
  readonly #sums: UnitSums;
  readonly #expected: Expected;
  readonly #onePeriod: boolean;

  constructor(layout: Layout, checks: readonly (Check | null)[], expected: Expected) {
    this.#expected = expected;
    this.#onePeriod = expected.range.type === expected.type && expected.range.from === expected.range.to;
    this.#at = placesOf(layout, checks);
    this.#series = new SeriesNumbers(this.#at);
    this.#revenue = new RevenuePair(this.#at);
    this.#sums = new UnitSums(this.#at);
  }

  /** The accepted rows that are the sum of others; null: there are none. */
  totals(): Totals | null {
    return findTotals(this.#sums);
  }

  /** True when the row is refused, which is then in the report. All its fields are fine by themselves. */
  refuses(row: number, report: Report): boolean {
    const period = this.#period(row, report);
    if (period === null) return true;
    return this.#revenue.refuses(row, report) || this.#repeated(row, period, report);
  }

  /** A number that is the same for the same period only; null after a fault. */
  #period(row: number, report: Report): number | null {
    const [own, year, month] = [this.#at.get('period_start'), this.#at.get('year'), this.#at.get('month')];
    const part = [year, month].find((at) => at?.check.empty === false);
    if (own !== undefined && part !== undefined && this.#isMisplaced(own, part, row, report)) return null;
    // Nothing at all says the one period of the upload; what is said has to be that one.
    if (this.#onePeriod) return part !== undefined && this.#yearAndMonth(row, report) === null ? null : 0;
    if (own !== undefined && part === undefined) {
      if (!own.check.empty) return own.check.code;
      report.add({ row, column: own.heading, value: '', rule: 'required', message: 'the period is missing' });
      return null;
    }
    return this.#yearAndMonth(row, report);
  }

  /** True when an object has a column that does not fit its period; a header line with such a column is refused. */
  #isMisplaced(own: At, part: At, row: number, report: Report): boolean {
    const { type } = this.#expected;
    if (own.check.empty && type === 'month') return false;
    const message = own.check.empty ? onlyMonthly(type) : `remove it, because ${own.heading} already gives the period`;
    report.add({ row, column: part.heading, value: part.check.text, rule: 'misplaced_column', message });
    return true;
  }

  #yearAndMonth(row: number, report: Report): number | null {
    const [year, month] = [this.#at.get('year'), this.#at.get('month')];
    const missing = [year, month].find((at) => at?.check.empty);
    if (year === undefined || month === undefined || missing !== undefined) {
      report.add({
        row,
        column: missing?.heading ?? null,
        value: '',
        rule: 'required',
        message: 'the period is missing',
      });
      return null;
    }
    const [y, m] = [year.check.code, month.check.code];
    const meaning = monthMeaning(this.#expected, y, m);
    const own = this.#at.get('period_start')?.check;
    if (meaning.kind === 'value' && own instanceof SpellingCheck) return own.numberOf(meaning.id);
    if (meaning.kind !== 'fault') return y * 12 + m; // one more than the number of the month, so never 0
    report.add({ row, column: month.heading, value: `${y}-${m}`, ...meaning.fault });
    return null;
  }

  #repeated(row: number, period: number, report: Report): boolean {
    const series = this.#series.number();
    const earlier = this.#rowsByKey.putIfNew(series, period, row);
    if (earlier < 0) {
      this.#sums.add(series, period, row);
      return false;
    }
    const value = [this.#periodText(period), ...this.#series.parts.map(({ check }) => idOf(check))].join('/');
    report.add({
      row,
      value,
      rule: 'repeated_key',
      message: [`the row has the same key as row ${earlier}`, ...this.#series.parts.flatMap(aliasNote)].join('; '),
      related_row: earlier,
    });
    return true;
  }

  #periodText(period: number): string {
    const own = this.#at.get('period_start')?.check;
    const id = own instanceof SpellingCheck ? own.idOf(period) : '';
    if (id !== '') return id;
    const { range } = this.#expected;
    return isoDate(firstDay(period > 0 ? { type: 'month', n: period - 1 } : { type: range.type, n: range.from }));
  }
}

/** Revenue in an unknown currency, and the other way round. */
export class RevenuePair {
  readonly #revenue: At | undefined;
  readonly #currency: At | undefined;

  constructor(places: ReadonlyMap<ColumnName, At>) {
    [this.#revenue, this.#currency] = [places.get('revenue'), places.get('currency')];
  }

  /** True when the row is refused, which is then in the report. */
  refuses(row: number, report: Report): boolean {
    const [revenue, currency] = [this.#revenue, this.#currency];
    if (revenue === undefined || currency === undefined) return false;
    if (revenue.check.empty === currency.check.empty) return false;
    const { heading: column } = revenue.check.empty ? revenue : currency;
    const message = 'revenue and currency must be given together';
    report.add({ row, column, value: '', rule: 'required', message });
    return true;
  }
}

/** Two spellings that appear to be two names. */
function aliasNote({ check, heading }: At): readonly string[] {
  const alias = check instanceof SpellingCheck ? check.alias : undefined;
  return alias === undefined ? [] : [`the ${heading} ${alias} is an alias of ${idOf(check)}`];
}
