// What the names of objects stand for: each is resolved once, and one that stands for no column is reported once, as in
// a header line.
import { type Column, type ColumnName, caps, type Form } from '../columns.ts';
import { ambiguousHeading, nearest } from '../header.ts';
import type { Report } from '../report.ts';
import type { JudgeOptions } from '../row-judge.ts';
import { headingKey } from '../sniff.ts';

export class ObjectNames {
  /** The name of each column, as some row has written it. */
  readonly headings: string[];
  /** True: there are more names than a file may have columns. */
  isTooWide = false;
  /** True: a name stands for no column, so that the file is refused. */
  hasUnknown = false;
  /** Names that stand for no column, if that is permitted. */
  readonly ignored: string[] = [];
  readonly ignoresUnknown: boolean;
  readonly #form: Form;
  readonly #report: Report;
  /** Column of each name that the file has; -1: none. */
  readonly #named = new Map<string, number>();
  readonly #given = new Set<number>();

  constructor({ form, report, expected }: Pick<JudgeOptions, 'form' | 'report' | 'expected'>) {
    [this.#form, this.#report] = [form, report];
    this.ignoresUnknown = expected.ignoresUnknown === true;
    this.headings = form.columns.map(({ name }) => name);
  }

  /** Columns that some row has named. */
  get given(): readonly ColumnName[] {
    return this.#form.columns.filter((_, i) => this.#given.has(i)).map(({ name }) => name);
  }

  /** -1: the name between `from` and `to` stands for no column, which is in the report by then. */
  columnOf(line: Buffer, from: number, to: number, row: number): number {
    const key = line.toString('latin1', from, to);
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const name = line.toString('utf8', from, to).trim();
    const meant = this.#form.byHeading.get(headingKey(name))?.name;
    const column = this.#form.columns.findIndex((each) => each.name === meant);
    this.#named.set(key, column);
    if (this.#named.size > caps.columns) this.isTooWide = true;
    if (column < 0) this.#reportUnknown(name, row);
    else {
      this.headings[column] = name;
      this.#given.add(column);
    }
    return column;
  }

  /** The file is refused, and its rows are judged without it; or it is ignored. */
  #reportUnknown(name: string, row: number): void {
    const meant = this.#form.meaningsOf.get(headingKey(name));
    if (this.ignoresUnknown && meant === undefined) {
      this.ignored.push(name);
      return;
    }
    this.hasUnknown = true;
    const present = this.#form.columns.map((column, i): Column | null => (this.#given.has(i) ? column : null));
    if (meant !== undefined) {
      this.#report.add({ row, column: name, value: name, ...ambiguousHeading(meant) });
      return;
    }
    const near = nearest(name, present, this.#form);
    const advice = near === null ? 'leave it out' : `did you mean ${near}?`;
    const message = `is not a known column; ${advice}`;
    this.#report.add({ row, column: name, value: name, rule: 'unknown_column', message });
  }
}
