// The row loop of NDJSON: an object on each line, with the columns as names in any order. Decision 187.
// A row is handed out as the line that COPY would have in a text file, with a field for every column of the form.

import { bad, NumberCheck, rewrite } from '../checks.ts';
import { type Column, type ColumnName, caps } from '../columns.ts';
import { asBefore, type Positions } from '../fields.ts';
import { ambiguousHeading, nearest } from '../header.ts';
import { PartialLine } from '../partial-line.ts';
import { type JudgeOptions, RowJudge } from '../row-judge.ts';
import { headingKey } from '../sniff.ts';
import { unescapedLine } from './json-escapes.ts';
import { Members } from './json-members.ts';
import { ObjectTemplate } from './object-template.ts';

type NdjsonOptions = Omit<JudgeOptions, 'layout'> & {
  /** Line of the file that the first pushed byte belongs to. */
  readonly firstLine: number;
  /** False: judge only. */
  readonly emit: boolean;
};

const [lf, tab, quote] = [0x0a, 0x09, 0x22];
/** Memory for many chunks at once: each buffer that is made brings the garbage collector nearer. */
const slabBytes = 2 * 1024 * 1024;
export const ndjsonDelimiter = '\t';

export class NdjsonRows {
  read = 0;
  rejected = 0;
  emit: boolean;
  readonly judge: RowJudge;
  /** True: not one of the first rows was right, so that the others were not read. */
  gaveUp = false;
  /** True: there are more names than a file may have columns. */
  isTooWide = false;
  /** True: a name stands for no column, so that the file is refused. */
  hasUnknown = false;
  readonly #options: NdjsonOptions;
  readonly #members = new Members();
  /** As the file names them, for messages. */
  readonly #headings: string[];
  readonly #columns: readonly Column[];
  /** Column of each name that the file has; -1: none. */
  readonly #named = new Map<string, number>();
  #template: ObjectTemplate | null = null;
  /** Columns that the template does not have. */
  #absent: readonly number[] = [];
  #isAbsentJudged = false;
  readonly #positions: Positions;
  readonly #given = new Set<number>();
  readonly #partial: PartialLine;
  #line: number;
  #out: Buffer = Buffer.alloc(0);
  #outEnd = 0;

  constructor(options: NdjsonOptions) {
    this.#options = options;
    this.#line = options.firstLine;
    this.emit = options.emit;
    const { columns } = options.form;
    this.#columns = columns;
    this.#headings = columns.map(({ name }) => name);
    this.#positions = {
      starts: new Int32Array(columns.length),
      ends: new Int32Array(columns.length),
      quoted: new Uint8Array(columns.length),
    };
    this.judge = new RowJudge({ ...options, layout: { headings: this.#headings, columns } });
    this.#partial = new PartialLine((rule, message) => {
      this.read += 1;
      this.#refuse(rule, message);
    });
  }

  /** Of each column, as some row has named it. */
  get headings(): readonly string[] {
    return this.#headings;
  }

  get full(): boolean {
    return this.read > caps.rows;
  }

  /** Columns that some row has named. */
  get given(): readonly ColumnName[] {
    return this.#columns.filter((_, i) => this.#given.has(i)).map(({ name }) => name);
  }

  /** Bytes for COPY, which stay valid. */
  push(chunk: Buffer): readonly Buffer[] {
    const bytes = this.#partial.before(chunk);
    const from = this.#makeRoom(bytes.length);
    let start = 0;
    for (let end = bytes.indexOf(lf); end >= 0; end = bytes.indexOf(lf, start)) {
      if (this.rejected === caps.hopelessRows && this.read === this.rejected) return this.#giveUp();
      this.#takeLine(bytes, start, end);
      if (this.judge.crowded !== null || this.isTooWide) return this.#readNoFurther();
      start = end + 1;
    }
    this.#partial.keep(bytes.subarray(start));
    return this.#outEnd === from ? [] : [this.#out.subarray(from, this.#outEnd)];
  }

  /** Where the rows of so many bytes begin. A row for COPY has no names, and is shorter than its object. What was handed out is never written again. */
  #makeRoom(bytes: number): number {
    if (!this.emit || this.#out.length - this.#outEnd >= bytes) return this.#outEnd;
    this.#out = Buffer.allocUnsafeSlow(Math.max(slabBytes, bytes));
    this.#outEnd = 0;
    return 0;
  }

  /** The last line may lack its line feed. */
  end(): readonly Buffer[] {
    const last = this.#partial.take();
    return last.length === 0 ? [] : this.push(Buffer.concat([last, Buffer.from('\n')]));
  }

  #giveUp(): readonly Buffer[] {
    this.gaveUp = true;
    return this.#readNoFurther();
  }

  #readNoFurther(): readonly Buffer[] {
    this.#partial.take();
    return [];
  }

  #takeLine(bytes: Buffer, start: number, end: number): void {
    this.#partial.limit(end - start);
    if (!this.#partial.isSkipped && !isBlank(bytes, start, end)) this.#takeRow(bytes, start, end);
    this.#partial.isSkipped = false;
    this.#line += 1;
  }

  #takeRow(bytes: Buffer, start: number, end: number): void {
    this.read += 1;
    if (this.#template?.match(bytes, start, end, this.#positions.starts, this.#positions.ends)) {
      if (!this.#isAbsentJudged) for (const i of this.#absent) this.#place(i, 0, 0, 0);
      this.#judge(bytes, false);
      if (this.#isAbsentJudged) return;
    } else if (!this.#takeScanned(bytes, start, end)) return;
    // What is absent again is judged already.
    for (const i of this.#absent) if (!this.#columns[i]?.required) this.#place(i, 0, 0, asBefore);
    this.#isAbsentJudged = true;
  }

  /** True: the line is the template of those that follow. */
  #takeScanned(bytes: Buffer, start: number, end: number): boolean {
    this.#isAbsentJudged = false;
    const members = this.#members;
    members.scan(bytes, start, end);
    const { fault } = members;
    if (fault === 'syntax') return this.#refuse('json', syntaxMessage(members.at - start));
    if (fault === 'members') return this.#refuse('column_count', `the object has more than ${caps.columns} members`);
    if (fault === 'value') members.count -= 1;
    const line = members.hasEscapes ? this.#unescaped(bytes) : bytes;
    const assigned = line && this.#assign(line);
    if (line === null || assigned === null) return false;
    if (fault === 'value') return this.#refuseValue(bytes);
    this.#judge(line, members.hasEscapes);
    if (members.hasEscapes || assigned.includes(-1)) return false;
    const template = new ObjectTemplate(bytes, start, end, members, assigned);
    this.#template = template;
    this.#absent = this.#columns.flatMap((_, i) => (template.columns.includes(i) ? [] : [i]));
    return true;
  }

  #judge(line: Buffer, hasEscapes: boolean): void {
    const bits = this.judge.judge(line, this.#positions, this.#line);
    if ((bits & bad) !== 0) this.rejected += 1;
    else if (this.emit) this.#write(line, hasEscapes || (bits & rewrite) !== 0);
  }

  #place(column: number, start: number, end: number, quoted: number): void {
    this.#positions.starts[column] = start;
    this.#positions.ends[column] = end;
    this.#positions.quoted[column] = quoted;
  }

  /** The column of each member; null: the row is refused. Columns that it does not name are empty. */
  #assign(line: Buffer): readonly number[] | null {
    const { count, names, nameEnds, starts, ends } = this.#members;
    for (let i = 0; i < this.#columns.length; i++) this.#place(i, 0, 0, 0);
    const assigned: number[] = [];
    for (let i = 0; i < count; i++) {
      const [from, to] = [names[i] as number, nameEnds[i] as number];
      if (to - from > caps.nameBytes) {
        this.#refuse(
          'unknown_column',
          'a name this long is no column',
          line.toString('utf8', from, from + caps.nameBytes),
        );
        return null;
      }
      const column = this.#columnOf(line, from, to);
      if (this.isTooWide) return null;
      if (column >= 0 && assigned.includes(column)) {
        this.#refuse(
          'repeated_column',
          `the object has ${this.#columns[column]?.name} twice`,
          line.toString('utf8', from, to),
        );
        return null;
      }
      assigned.push(column);
      if (column >= 0) this.#place(column, starts[i] as number, ends[i] as number, 0);
    }
    return assigned;
  }

  /** -1: the name stands for no column, which is in the report by then. */
  #columnOf(line: Buffer, from: number, to: number): number {
    const key = line.toString('latin1', from, to);
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const name = line.toString('utf8', from, to).trim();
    const meant = this.#options.form.byHeading.get(headingKey(name))?.name;
    const column = this.#columns.findIndex((each) => each.name === meant);
    this.#named.set(key, column);
    if (this.#named.size > caps.columns) this.isTooWide = true;
    if (column < 0) this.#reportUnknown(name);
    else {
      this.#headings[column] = name;
      this.#given.add(column);
    }
    return column;
  }

  /** Once for each name, as a header line has it once: the file is refused, and its rows are judged without it. */
  #reportUnknown(name: string): void {
    this.hasUnknown = true;
    const present = this.#columns.map((column, i): Column | null => (this.#given.has(i) ? column : null));
    const meant = this.#options.form.meaningsOf.get(headingKey(name));
    if (meant !== undefined) {
      this.#options.report.add({ row: this.#line, column: name, value: name, ...ambiguousHeading(meant) });
      return;
    }
    const near = nearest(name, present, this.#options.form);
    const advice = near === null ? 'leave it out' : `did you mean ${near}?`;
    const message = `is not a known column; ${advice}`;
    this.#options.report.add({ row: this.#line, column: name, value: name, rule: 'unknown_column', message });
  }

  #refuseValue(bytes: Buffer): false {
    const { names, nameEnds, count } = this.#members;
    const name = bytes.toString('utf8', names[count], nameEnds[count]);
    return this.#refuse('type', 'must be text, a number or null', name);
  }

  /** Null: the line is refused. */
  #unescaped(bytes: Buffer): Buffer | null {
    const line = unescapedLine(bytes, this.#members);
    if (Buffer.isBuffer(line)) return line;
    this.#refuse(line.rule, line.message, line.heading);
    return null;
  }

  #refuse(rule: string, message: string, column: string | null = null): false {
    this.rejected += 1;
    this.#options.report.add({ row: this.#line, column, rule, message });
    return false;
  }

  #write(line: Buffer, isRewritten: boolean): void {
    const { starts, ends } = this.#positions;
    const out = this.#out;
    let to = this.#outEnd;
    for (let i = 0; i < this.#columns.length; i++) {
      if (i > 0) out[to++] = tab;
      if (isRewritten) to += this.#rewritten(line, i).copy(out, to);
      else for (let at = starts[i] as number, end = ends[i] as number; at < end; at++) out[to++] = line[at] as number;
    }
    out[to++] = lf;
    this.#outEnd = to;
  }

  /** A field as PostgreSQL reads it: numbers plain, text in quotes where it needs them. */
  #rewritten(line: Buffer, i: number): Buffer {
    const [start, end] = [this.#positions.starts[i] as number, this.#positions.ends[i] as number];
    const check = this.judge.checks[i];
    if (check instanceof NumberCheck) return Buffer.from(check.text);
    const field = line.subarray(start, end);
    if (!field.includes(quote) && !field.includes(tab)) return field;
    return Buffer.from(`"${field.toString('latin1').replaceAll('"', '""')}"`, 'latin1');
  }
}

const syntaxMessage = (at: number): string =>
  `the line is not a JSON object, from character ${at + 1} on; put one object on each line, such as {"brand": "Toyota", "units_sold": 41}`;

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === tab || bytes[at] === 0x0d)) at++;
  return at === end;
}
