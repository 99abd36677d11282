// Judges the fields of one row, wherever a reader has found them: each by itself, then what concerns several.

import { bad, blank, type Check, NoteCheck, NumberCheck, rewrite, SpellingCheck, UnnamedCheck } from './checks.ts';
import type { Column, Form } from './columns.ts';
import type { DayOrder } from './field-text/period-text.ts';
import { type Positions, unescaped } from './fields.ts';
import type { Expected, Layout } from './header.ts';
import { Keys } from './keys.ts';
import { choiceMeaning, currencyMeaning, dateMeaning, endOfDay, nameMeaning, periodMeaning } from './meanings.ts';
import type { Aliases } from './normalise.ts';
import type { Report } from './report.ts';
import type { Totals } from './totals/find-totals.ts';
import { Vehicles } from './vehicles/vehicles.ts';
import { VinCheck } from './vehicles/vin.ts';

export type JudgeOptions = {
  readonly layout: Layout;
  readonly form: Form;
  /** Whether each row of a file of vehicles must have a VIN. */
  readonly hasVin: boolean;
  readonly expected: Expected;
  /** What rows without a region belong to. */
  readonly region: string;
  readonly aliases: Aliases;
  readonly report: Report;
  /** What is known of the order of days with slashes; by default, nothing. */
  readonly order?: DayOrder;
  /** The rows are objects. */
  readonly isObject?: boolean;
};

export class RowJudge {
  readonly checks: readonly (Check | null)[];
  /** The column whose values are too many, so that the rows after this one were not read. */
  crowded: { readonly row: number; readonly column: string } | null = null;
  readonly #layout: Layout;
  readonly #report: Report;
  readonly #isDate: readonly boolean[];
  /** The vehicles of the rows that were accepted; null: the form is not that of vehicles. */
  readonly vehicles: Vehicles | null;
  readonly #rules: Keys | Vehicles;
  readonly #all: Int32Array;

  constructor(options: JudgeOptions) {
    this.#layout = options.layout;
    this.#report = options.report;
    const { columns, headings } = options.layout;
    this.checks = columns.map((column, i) => {
      if (column !== null) return checkOf(column, options);
      return headings[i] === '' && !options.expected.ignoresUnknown ? new UnnamedCheck(i + 1) : null;
    });
    this.#all = Int32Array.from(this.checks.keys());
    this.#isDate = options.layout.columns.map((column) => column?.kind === 'date');
    this.vehicles = options.form.name === 'vehicles' ? new Vehicles(options.layout, this.checks, options.hasVin) : null;
    this.#rules = this.vehicles ?? new Keys(options.layout, this.checks, options.expected);
  }

  /** The accepted rows that are the sum of others. Called after the last row. */
  totals(): Totals | null {
    return this.#rules.totals();
  }

  /**
   * `bad`, `rewrite`, both or 0; every error is in the report. `row`: the line that it begins on.
   * `columns`: those that can differ from the row before; the others are empty as they were there.
   */
  judge(bytes: Buffer, fields: Positions, row: number, columns: Int32Array = this.#all): number {
    let bits = 0;
    for (let i = 0; i < columns.length; i++) bits |= this.#judgeField(bytes, fields, columns[i] as number, row);
    if ((bits & bad) === 0 && this.#rules.refuses(row, this.#report)) bits |= bad;
    return bits & (bad | rewrite);
  }

  #judgeField(bytes: Buffer, fields: Positions, i: number, row: number): number {
    const check = this.checks[i];
    if (!check) return 0;
    const [start, end] = [fields.starts[i] as number, fields.ends[i] as number];
    const judged = this.#isDate[i] ? endOfDay(bytes, start, end) : end;
    const found = fields.quoted[i] === 2 ? judgeEscaped(check, bytes, start, end) : check.judge(bytes, start, judged);
    const bits = judged < end ? found | rewrite : found;
    if (bits === 0) return 0;
    // What is copied is what was judged.
    fields.ends[i] = judged;
    if (check instanceof SpellingCheck && check.full) {
      this.crowded = { row, column: this.#layout.headings[i] ?? '' };
      return bits;
    }
    const add = (rule: string, message: string) =>
      this.#report.add({
        row,
        column: this.#layout.headings[i] ?? null,
        value: bytes.toString('utf8', start, end),
        withheld: check instanceof VinCheck,
        rule,
        message,
      });
    if ((bits & bad) !== 0) add(check.fault?.rule ?? 'type', check.fault?.message ?? '');
    const column = this.#layout.columns[i];
    if ((bits & blank) !== 0 && column?.required) {
      add('required', `the ${column.name.replaceAll('_', ' ')} is missing`);
      return bits | bad;
    }
    // "" is no number for PostgreSQL, though it is nothing for us.
    return (bits & blank) !== 0 && fields.quoted[i] !== 0 && check instanceof NumberCheck ? bits | rewrite : bits;
  }
}

function judgeEscaped(check: Check, bytes: Buffer, start: number, end: number): number {
  const plain = unescaped(bytes, start, end);
  return check.judge(plain, 0, plain.length);
}

function checkOf(column: Column, { expected, aliases, region, order, isObject }: JudgeOptions): Check {
  switch (column.kind) {
    case 'number':
      return new NumberCheck(column, isObject);
    case 'date':
      return new SpellingCheck(dateMeaning(expected, order));
    case 'vin':
      return new VinCheck();
    case 'period':
      return new SpellingCheck(periodMeaning(expected, order));
    case 'choice':
      return new SpellingCheck(choiceMeaning(column));
    case 'currency':
      return new SpellingCheck(currencyMeaning);
    case 'note':
      return new NoteCheck();
    case 'name':
      return new SpellingCheck(nameMeaning(column, aliases, column.name === 'region' ? region : column.otherwise));
  }
}
