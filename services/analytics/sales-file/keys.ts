// What concerns several fields of a row: its period, what must come together, and that no two rows have the same key.

import { firstDay, isoDate } from '../indices/period.ts';
import type { Check, SpellingCheck } from './checks.ts';
import { type ColumnName, key } from './columns.ts';
import type { Expected, Layout } from './header.ts';
import { PairTable } from './intern.ts';
import { monthMeaning } from './meanings.ts';
import type { Report } from './report.ts';

type At = { readonly check: Check; readonly heading: string };

/** Every row of ten million costs 12 to 24 bytes here: keys are kept as pairs of small numbers, not as text. */
export class Keys {
  readonly #at = new Map<ColumnName, At>();
  readonly #parts: readonly At[];
  readonly #series: readonly PairTable[];
  readonly #rowsByKey = new PairTable();
  readonly #expected: Expected;
  readonly #onePeriod: boolean;

  constructor(layout: Layout, checks: readonly (Check | null)[], expected: Expected) {
    this.#expected = expected;
    this.#onePeriod = expected.range.type === expected.type && expected.range.from === expected.range.to;
    layout.columns.forEach((column, i) => {
      const check = checks[i];
      if (column && check) this.#at.set(column.name, { check, heading: layout.headings[i] ?? '' });
    });
    this.#parts = key.map((name) => this.#at.get(name)).filter((at) => at !== undefined);
    this.#series = this.#parts.slice(1).map(() => new PairTable());
  }

  /** True when the row is refused, which is then in the report. All its fields are fine by themselves. */
  refuses(row: number, report: Report): boolean {
    const period = this.#period(row, report);
    if (period === null) return true;
    return this.#lonelyRevenue(row, report) || this.#repeated(row, period, report);
  }

  /** A number that is the same for the same period only; null after a fault. */
  #period(row: number, report: Report): number | null {
    const year = this.#at.get('year');
    if (this.#onePeriod) {
      // Nothing at all says the one period of the upload; what is said has to be that one.
      const isStated = year !== undefined && !(year.check.empty && this.#at.get('month')?.check.empty);
      return isStated && this.#yearAndMonth(row, report) === null ? null : 0;
    }
    const own = this.#at.get('period_start');
    if (own !== undefined) {
      if (!own.check.empty) return own.check.code;
      report.add({ row, column: own.heading, value: '', rule: 'required', message: 'the period is missing' });
      return null;
    }
    return this.#yearAndMonth(row, report);
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
    if (meaning.kind !== 'fault') return y * 12 + m; // one more than the number of the month, so never 0
    report.add({ row, column: month.heading, value: `${y}-${m}`, ...meaning.fault });
    return null;
  }

  #lonelyRevenue(row: number, report: Report): boolean {
    const [revenue, currency] = [this.#at.get('revenue'), this.#at.get('currency')];
    if (revenue === undefined || currency === undefined) return false;
    if (revenue.check.empty === currency.check.empty) return false;
    const { heading } = revenue.check.empty ? revenue : currency;
    report.add({
      row,
      column: heading,
      value: '',
      rule: 'required',
      message: 'revenue and currency must be given together',
    });
    return true;
  }

  #repeated(row: number, period: number, report: Report): boolean {
    let series = this.#parts[0]?.check.code ?? 0;
    for (let i = 0; i < this.#series.length; i++) {
      series = (this.#series[i] as PairTable).number(series, (this.#parts[i + 1] as At).check.code);
    }
    const earlier = this.#rowsByKey.putIfNew(series, period, row);
    if (earlier < 0) return false;
    const value = [this.#periodText(period), ...this.#parts.map(({ check }) => idOf(check))].join('/');
    report.add({
      row,
      value,
      rule: 'repeated_key',
      message: [`the row has the same key as row ${earlier}`, ...this.#parts.flatMap(aliasNote)].join('; '),
      related_row: earlier,
    });
    return true;
  }

  #periodText(period: number): string {
    const own = this.#at.get('period_start');
    if (own !== undefined && !own.check.empty) return idOf(own.check);
    const { range } = this.#expected;
    return isoDate(firstDay(period > 0 ? { type: 'month', n: period - 1 } : { type: range.type, n: range.from }));
  }
}

/** Two spellings that look like two names. */
function aliasNote({ check, heading }: At): readonly string[] {
  const alias = 'alias' in check ? (check as SpellingCheck).alias : undefined;
  return alias === undefined ? [] : [`the ${heading} ${alias} is an alias of ${idOf(check)}`];
}

const idOf = (check: Check): string => ('idOf' in check ? (check as SpellingCheck).idOf(check.code) : check.text);
