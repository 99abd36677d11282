// One sales file from its first byte to its last: finds delimiter and header, then runs the row loop. Pure.

import { SpellingCheck } from './checks.ts';
import { type Column, type ColumnName, caps, type Form, type FormName } from './columns.ts';
import { isHeader, isObject, isSkipped, lastHeaderLine } from './field-text/header-line.ts';
import { DayOrder, hasSlashedDay } from './field-text/period-text.ts';
import { type Expected, readHeader } from './header.ts';
import { NdjsonRows, ndjsonDelimiter } from './ndjson/ndjson-rows.ts';
import type { Aliases } from './normalise.ts';
import { type Report, report } from './report.ts';
import type { JudgeOptions } from './row-judge.ts';
import { Rows } from './rows.ts';
import { bomLength, contentOf, type Delimiter, delimiterOf, splitHeader } from './sniff.ts';
import type { Totals } from './totals/find-totals.ts';
import { nameColumns } from './totals/unit-sums.ts';
import { recognise } from './vehicles/recognise.ts';

type FileOptions = {
  /** What the upload says of it; null: its header shows it. */
  readonly form: FormName | null;
  readonly expected: Expected;
  readonly region: string;
  readonly aliases: Aliases;
  readonly report: Report;
  /** False: judge only. */
  readonly emit: boolean;
};

type Spelling = { readonly column: ColumnName; readonly spelling: string; readonly id: string };

type ReadColumn = { readonly heading: string; readonly column: ColumnName };

type Reading = {
  readonly delimiter: Delimiter | null;
  readonly columns: readonly ReadColumn[];
  /** Headings of columns that were left out. */
  readonly ignored: readonly string[];
  /** Where the header is; null: the rows are objects. */
  readonly headerRow: number | null;
};

/** What COPY needs to know: the columns in the order of the file. */
type CopyShape = { readonly columns: readonly ColumnName[]; readonly delimiter: Delimiter };

type Begin = (more: Partial<Pick<JudgeOptions, 'order' | 'report'>> & { readonly emit?: boolean }) => Rows | NdjsonRows;

/** Rows that are judged for the order of their days alone, and what they are made of. */
type Trial = {
  rows: Rows | NdjsonRows | null;
  readonly order: DayOrder;
  readonly held: Buffer[];
  bytes: number;
  readonly begin: Begin;
};

/** Lines above the header have no more; rows whose days may be read in two orders are held no longer. */
const [mostTitleBytes, fewHeldBytes, mostHeldBytes] = [256 * 1024, 64 * 1024, 16 * 1024 * 1024];

type FileTotals = Pick<Totals, 'units' | 'unitsWithout' | 'count'> & { readonly errors: readonly FileError[] };

export class SalesFile {
  readonly #options: FileOptions;
  #isSheet = false;
  /** No more will be pushed. */
  #isComplete = false;
  #trial: Trial | null = null;
  /** Chunks that were held until their days could be read, and those that came meanwhile. */
  #behind: Buffer[] = [];
  #head: Buffer = Buffer.alloc(0);
  #line = 1;
  #rows: Rows | NdjsonRows | null = null;
  #form: Form | null = null;
  #columns: readonly (Column | null)[] = [];
  #hasUnknown = false;
  #headings: readonly string[] = [];
  #delimiter: Delimiter = ',';
  #totals: FileTotals | null = null;
  /** True: nothing that follows can be judged. */
  ended = false;
  /** True: the file as a whole can not be taken, whatever its rows are. */
  failed = false;

  /** True: so many rows had errors that the rest was not read. */
  get gaveUp(): boolean {
    return this.#rows?.gaveUp ?? false;
  }

  constructor(options: FileOptions) {
    this.#options = options;
  }

  /** Null until the header has been read, and when it had an error. */
  get shape(): CopyShape | null {
    if (this.#rows instanceof NdjsonRows)
      return this.#rows.hasUnknown ? null : { columns: this.#rows.copied, delimiter: this.#delimiter };
    const names = this.#columns.flatMap((column) => (column === null ? [] : [column.name]));
    return names.length > 0 && !this.#hasUnknown ? { columns: names, delimiter: this.#delimiter } : null;
  }

  get format(): 'csv' | 'ndjson' | 'xlsx' {
    if (this.#isSheet) return 'xlsx';
    return this.#rows instanceof NdjsonRows ? 'ndjson' : 'csv';
  }

  /** How the file was understood; null until its header has been read. */
  get reading(): Reading | null {
    if (this.#rows === null) return null;
    const isText = this.#rows instanceof Rows;
    const headings = isText ? this.#headings : (this.#rows as NdjsonRows).headings;
    const columns = headings.flatMap((heading, i) => {
      const column = this.#columns[i];
      return column && (isText || this.given.includes(column.name)) ? [{ heading, column: column.name }] : [];
    });
    const ignored = isText ? this.#ignored : (this.#rows as NdjsonRows).ignored;
    return {
      delimiter: isText && !this.#isSheet ? this.#delimiter : null,
      columns,
      ignored,
      headerRow: isText ? this.#line : null,
    };
  }

  get #ignored(): readonly string[] {
    return this.#headings.filter((heading, i) => heading !== '' && this.#columns[i] === null);
  }

  /** The columns that the file has; of `shape`, those that are empty in all objects are left out. */
  get given(): readonly ColumnName[] {
    return this.#rows instanceof NdjsonRows ? this.#rows.given : (this.shape?.columns ?? []);
  }

  /** Null until the header has been read, and when it did not show one. */
  get form(): FormName | null {
    return this.#form?.name ?? null;
  }

  /** Counts of accepted rows; null: the form is another. */
  get vehicles(): { readonly sold: number; readonly in_stock: number } | null {
    const vehicles = this.#rows?.judge.vehicles;
    return vehicles ? { sold: vehicles.sold, in_stock: vehicles.inStock } : null;
  }

  /** How many rows will be stored. */
  get storedRows(): number {
    return this.#rows?.judge.vehicles?.slices ?? this.counts.accepted;
  }

  get counts(): { readonly read: number; readonly accepted: number; readonly rejected: number } {
    const { read, rejected } = this.#rows ?? { read: 0, rejected: 0 };
    return { read, accepted: read - rejected, rejected };
  }

  /**
   * The accepted rows that are the sum of others, as errors of these rows; null: there are none. Known once the file
   * has ended.
   */
  get totals(): FileTotals | null {
    return this.#totals;
  }

  push(chunk: Buffer): readonly Buffer[] {
    if (this.ended) return [];
    if (this.#trial !== null) return this.#pushTrial(this.#trial, chunk);
    if (this.isBehind) {
      this.#behind.push(Buffer.from(chunk));
      // Two for one that comes, so that they become fewer, and no turn of the event loop takes all of them.
      return [...this.catchUp(), ...this.catchUp()];
    }
    if (this.#rows !== null) return this.#pushRows(this.#rows, chunk);
    this.#head = Buffer.concat([this.#head, chunk]);
    const lineEnd = this.#headerEnd();
    if (lineEnd >= 0 && lineEnd <= caps.lineBytes) return this.#begin(lineEnd);
    if (this.#head.length <= caps.lineBytes) return [];
    return this.#stop(
      this.#head.includes('\r')
        ? lineEnds(this.#line)
        : { rule: 'line_length', message: `the header line is longer than ${caps.lineBytes} bytes` },
    );
  }

  /** True: `catchUp` has chunks to read. */
  get isBehind(): boolean {
    return this.#behind.length > 0 && !this.ended;
  }

  /** Reads one of the chunks that were held. A caller with other work lets it in between two calls. */
  catchUp(): readonly Buffer[] {
    const chunk = this.ended ? undefined : this.#behind.shift();
    return chunk === undefined || this.#rows === null ? [] : this.#pushRows(this.#rows, chunk);
  }

  /** Nothing more will be pushed. Rows may be held still: `catchUp` reads them, or `end`. */
  complete(): readonly Buffer[] {
    if (this.ended || this.#isComplete) return [];
    this.#isComplete = true;
    const before = this.#rows === null && this.#trial === null ? this.push(Buffer.from('\n')) : [];
    return [...before, ...this.#endTrial()];
  }

  end(): readonly Buffer[] {
    if (this.ended) return [];
    const before = this.complete();
    const held: Buffer[] = [];
    while (this.isBehind) held.push(...this.catchUp());
    if (this.ended) return [...before, ...held];
    const last = this.#rows?.end() ?? [];
    const beyond = this.#rows && beyondOf(this.#rows);
    if (beyond) this.#stop(beyond);
    else if (this.#rows === null && !this.ended) this.#stop({ rule: 'missing_header', message: 'the file is empty' });
    else if (this.#rows?.read === 0)
      this.#stop({
        rule: 'missing_rows',
        message:
          'the file has a header line but no rows; add a line with the values of each row below it, in the order of the header',
      });
    else if (this.vehicles?.sold === 0 && this.vehicles.in_stock > 0) this.#stop(nothingSold);
    else this.#totals = this.#findTotals();
    this.ended = true;
    return [...before, ...held, ...last];
  }

  /** What is pushed are the rows of a sheet, separated by tabs. */
  readSheet(): void {
    this.#isSheet = true;
  }

  /** Nothing more is handed out for COPY: the file will be refused. */
  judgeOnly(): void {
    if (this.#rows !== null) this.#rows.emit = false;
  }

  /** Ends the file with an error that lies outside of its text. */
  stop(error: { readonly rule: string; readonly message: string }): void {
    this.#stop(error);
  }

  *spellings(): Iterable<Spelling> {
    for (const [i, check] of (this.#rows?.judge.checks ?? []).entries()) {
      const column = this.#columns[i];
      if (!(check instanceof SpellingCheck) || !column) continue;
      for (const { spelling, id } of check.spellings()) yield { column: column.name, spelling, id };
    }
  }

  #findTotals(): FileTotals | null {
    const totals = this.#rows?.judge.totals() ?? null;
    if (totals === null) return null;
    const errors = totals.rows.map(({ row, column, id }) => {
      const at = this.#columns.findIndex((each) => each?.name === nameColumns[column]);
      const heading = (this.#rows instanceof NdjsonRows ? this.#rows.headings : this.#headings)[at] ?? null;
      return { row, column: heading, value: id, ...sumOfOthers };
    });
    return { units: totals.units, unitsWithout: totals.unitsWithout, count: totals.count, errors };
  }

  #pushRows(rows: Rows | NdjsonRows, chunk: Buffer): readonly Buffer[] {
    const out = rows.push(chunk);
    const beyond = beyondOf(rows);
    if (beyond !== null) this.#stop(beyond);
    return out;
  }

  /**
   * Position of the line feed that ends the header line, -1 while it has not come. What stands above it is left out.
   */
  #headerEnd(): number {
    this.#skipBlankLines();
    const first = this.#head.indexOf(0x0a);
    if (first < 0 || this.#isSheet || this.#isHeaderAt(0, first)) return first;
    let [start, end, line] = [first + 1, this.#head.indexOf(0x0a, first + 1), this.#line + 1];
    for (; end >= 0 && line <= lastHeaderLine; line++) {
      if (this.#isHeaderAt(start, end)) {
        this.#head = this.#head.subarray(start);
        this.#line = line;
        return end - start;
      }
      start = end + 1;
      end = this.#head.indexOf(0x0a, start);
    }
    const mayFollow = line <= lastHeaderLine && !this.#isComplete && this.#head.length <= mostTitleBytes;
    return mayFollow ? -1 : first;
  }

  #skipBlankLines(): void {
    let start = bomLength(this.#head);
    for (;;) {
      const end = this.#head.indexOf(0x0a, start);
      if (end < 0 || !isSkipped(this.#head.toString('latin1', start, end))) break;
      this.#line += 1;
      start = end + 1;
    }
    if (start > 0) this.#head = this.#head.subarray(start);
  }

  #isHeaderAt(start: number, end: number): boolean {
    const line = textOf(this.#head.subarray(start, end));
    return line !== null && (start === 0 ? isObject(line) || isHeader(line) : isHeader(line));
  }

  #begin(lineEnd: number): readonly Buffer[] {
    const content = this.#isSheet ? 'text' : contentOf(this.#head);
    if (content !== 'text' && content !== 'ndjson')
      return this.#stop({ rule: 'content', message: `is not text; it looks like ${content}` });
    const line = textOf(this.#head.subarray(0, lineEnd));
    if (line === null)
      return this.#stop({
        row: this.#line,
        rule: 'encoding',
        message: 'the header line is not valid UTF-8; save the file as UTF-8',
      });
    if (!this.#isSheet && isObject(line)) return this.#beginObjects(line);
    if (line.includes('\r')) return this.#stop(lineEnds(this.#line));
    this.#delimiter = this.#isSheet ? '\t' : delimiterOf(line);
    const { expected } = this.#options;
    const recognised = recognise(splitHeader(line, this.#delimiter) ?? [], this.#options.form);
    if (recognised.form === null) return this.#stopAt(recognised);
    this.#form = recognised.form;
    const add = (error: FileError) => this.#options.report.add({ row: this.#line, ...error });
    const layout = readHeader(line, this.#delimiter, expected, this.#form, add);
    if (layout === null) return this.#stop(null);
    this.#columns = layout.columns;
    this.#hasUnknown = layout.hasUnknown;
    this.#headings = layout.headings;
    const emit = this.#options.emit && this.shape !== null;
    const options = {
      ...this.#options,
      ...recognised,
      layout,
      delimiter: this.#delimiter,
      emit,
      firstLine: this.#line + 1,
    };
    const rest = this.#head.subarray(lineEnd + 1);
    return this.#beginRows(recognised.form, rest, (more) => new Rows({ ...options, ...more }));
  }

  /** Days with slashes can be read once their column shows what stands first: the rows up to there are judged twice. */
  #beginRows(form: Form, head: Buffer, begin: Begin): readonly Buffer[] {
    const { type } = this.#options.expected;
    const isClear = form.name === 'sales' && (type === 'month' || type === 'quarter');
    this.#head = Buffer.alloc(0);
    if (!isClear) {
      this.#trial = { rows: null, order: new DayOrder(), held: [], bytes: 0, begin };
      return this.#pushTrial(this.#trial, head);
    }
    this.#rows = begin({});
    return this.#pushRows(this.#rows, head);
  }

  #pushTrial(trial: Trial, chunk: Buffer): readonly Buffer[] {
    trial.held.push(Buffer.from(chunk));
    trial.bytes += chunk.length;
    if (trial.rows !== null) trial.rows.push(chunk);
    else if (trial.bytes >= fewHeldBytes && !this.#judgeTrial(trial)) return this.#endTrial();
    const isOpen = trial.order.leading === null && trial.bytes <= mostHeldBytes;
    return isOpen ? [] : this.#endTrial();
  }

  /** False: no day is in doubt. */
  #judgeTrial(trial: Trial): boolean {
    const all = Buffer.concat(trial.held);
    if (!hasSlashedDay(all)) return false;
    trial.rows = trial.begin({ order: trial.order, emit: false, report: report() });
    trial.rows.push(all);
    return true;
  }

  #endTrial(): readonly Buffer[] {
    const trial = this.#trial;
    if (trial === null) return [];
    if (this.#isComplete && trial.rows === null) this.#judgeTrial(trial);
    if (this.#isComplete) trial.rows?.end();
    this.#trial = null;
    this.#rows = trial.begin({ order: trial.order });
    this.#behind = trial.held;
    return this.catchUp();
  }

  /** Objects have no header line: the first one is a row. */
  #beginObjects(line: string): readonly Buffer[] {
    const recognised = recognise(namesOf(line), this.#options.form);
    if (recognised.form === null) return this.#stopAt(recognised);
    this.#form = recognised.form;
    this.#columns = recognised.form.columns;
    this.#delimiter = ndjsonDelimiter;
    const options = { ...this.#options, ...recognised, firstLine: this.#line };
    return this.#beginRows(recognised.form, this.#head, (more) => new NdjsonRows({ ...options, ...more }));
  }

  #stopAt({ rule, message }: Pick<FileError, 'rule' | 'message'>): readonly Buffer[] {
    return this.#stop({ row: this.#line, rule, message });
  }

  #stop(error: FileError | null): readonly Buffer[] {
    if (error !== null) this.#options.report.add(error);
    this.ended = true;
    this.failed = true;
    return [];
  }
}

type FileError = Parameters<Report['add']>[0];

/** Why no row after those that were read is judged; null while they are. */
function beyondOf(rows: Rows | NdjsonRows): FileError | null {
  const { gaveUp, full } = rows;
  const { crowded, vehicles } = rows.judge;
  if (gaveUp) return hopeless;
  if (rows instanceof NdjsonRows && rows.isTooWide) return tooManyNames;
  if (crowded !== null) return { ...crowded, ...tooManyValues };
  if (vehicles?.isFull) return { rule: 'row_limit', message: tooMany(caps.vehicles, 'vehicles') };
  return full ? { rule: 'row_limit', message: tooMany(caps.rows, 'rows') } : null;
}

const sumOfOthers = { rule: 'total', message: 'the row is the sum of other rows; remove it' };

const tooMany = (most: number, what: string): string => `there are more than ${most.toLocaleString('en')} ${what}`;

const nothingSold = {
  rule: 'missing_rows',
  message: 'the file has vehicles in stock only; add the sold ones with their dates, or leave the upload out',
};

const tooManyValues = {
  rule: 'spellings',
  message: `the column has more than ${caps.spellings.toLocaleString('en')} different values; the remaining rows were not read`,
};

const tooManyNames = {
  rule: 'column_count',
  message: `there are more than ${caps.columns.toLocaleString('en')} different names; the remaining rows were not read`,
};

const hopeless = {
  rule: 'every_row',
  message: `each of the first ${caps.hopelessRows.toLocaleString('en')} rows has errors; the remaining rows were not read`,
};

const lineEnds = (row: number) => ({
  row,
  rule: 'line_ends',
  message: 'lines must end with a line feed, optionally preceded by a carriage return',
});

/** The names in a line. A line that is no object has none: it is an error of its row. */
function namesOf(line: string): readonly string[] {
  try {
    return Object.keys(JSON.parse(line) as object);
  } catch {
    return [];
  }
}

function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r$/, '');
  } catch {
    return null;
  }
}
