// The row loop of NDJSON: an object on each line, with the columns as names in any order. Decision 187.
// A row is handed out as the line that COPY would have in a text file, with a field for every column of the form.

import { bad, rewrite } from '../checks.ts';
import { type Column, type ColumnName, caps } from '../columns.ts';
import type { Positions } from '../fields.ts';
import { PartialLine } from '../partial-line.ts';
import { type JudgeOptions, RowJudge } from '../row-judge.ts';
import { unescapedLine } from './json-escapes.ts';
import { Members } from './json-members.ts';
import { ObjectLines } from './object-lines.ts';
import { ObjectNames } from './object-names.ts';
import { ObjectTemplate } from './object-template.ts';

type NdjsonOptions = Omit<JudgeOptions, 'layout'> & {
  /** Line of the file that the first pushed byte belongs to. */
  readonly firstLine: number;
  /** False: judge only. */
  readonly emit: boolean;
};

const [lf, tab] = [0x0a, 0x09];
export const ndjsonDelimiter = '\t';

export class NdjsonRows {
  read = 0;
  rejected = 0;
  emit: boolean;
  readonly judge: RowJudge;
  /** True: not one of the first rows was right, so that the others were not read. */
  gaveUp = false;
  readonly #options: NdjsonOptions;
  readonly #members = new Members();
  readonly #names: ObjectNames;
  readonly #columns: readonly Column[];
  #template: ObjectTemplate | null = null;
  /** Columns that the template does not have. */
  #absent: readonly number[] = [];
  /**
   * Columns that can differ from the row before, by how many values of the template are the same there: the others of
   * the template, and required ones that it does not have, of which each row has the error.
   */
  #judged: readonly Int32Array[] = [];
  #isAbsentJudged = false;
  /**
   * Where the row before begins, when it had no fault, fits the template and lies in the same bytes; -1: it does not.
   */
  #before = -1;
  readonly #positions: Positions;
  readonly #partial: PartialLine;
  #line: number;
  readonly #lines: ObjectLines;

  constructor(options: NdjsonOptions) {
    this.#options = options;
    this.#line = options.firstLine;
    this.emit = options.emit;
    const { columns } = options.form;
    this.#columns = columns;
    this.#names = new ObjectNames(options);
    this.#positions = {
      starts: new Int32Array(columns.length),
      ends: new Int32Array(columns.length),
      quoted: new Uint8Array(columns.length),
    };
    this.judge = new RowJudge({
      ...options,
      isObject: true,
      layout: { headings: this.#names.headings, columns, hasUnknown: false },
    });
    this.#lines = new ObjectLines(this.judge.checks);
    this.#partial = new PartialLine((rule, message) => {
      this.read += 1;
      this.#refuse(rule, message);
    });
  }

  get headings(): readonly string[] {
    return this.#names.headings;
  }

  get given(): readonly ColumnName[] {
    return this.#names.given;
  }

  get ignored(): readonly string[] {
    return this.#names.ignored;
  }

  get isTooWide(): boolean {
    return this.#names.isTooWide;
  }

  get hasUnknown(): boolean {
    return this.#names.hasUnknown;
  }

  get full(): boolean {
    return this.read > caps.rows;
  }

  /** The columns of the fields of each line that is handed out. */
  get copied(): readonly ColumnName[] {
    return this.#lines.order.map((i) => (this.#columns[i] as Column).name);
  }

  /** Bytes for COPY, which stay valid. */
  push(chunk: Buffer): readonly Buffer[] {
    this.#lines.makeRoom(this.#partial.bytes + chunk.length);
    this.#before = -1;
    const last = chunk.lastIndexOf(lf);
    let start = 0;
    while (start <= last) {
      if (this.rejected === caps.hopelessRows && this.read === this.rejected) return this.#giveUp();
      const fitting = this.#partial.isBegun ? -1 : this.#takeFitting(chunk, start);
      const end = fitting < 0 ? chunk.indexOf(lf, start) : fitting;
      if (fitting < 0) this.#takeLine(chunk, start, end);
      this.#line += 1;
      if (this.judge.crowded !== null || this.isTooWide) return this.#readNoFurther();
      start = end + 1;
    }
    this.#partial.keep(this.#partial.bytes > 0 ? this.#partial.before(chunk) : chunk.subarray(start));
    return this.#lines.take();
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

  /** What is kept of the line before the chunk belongs to it. */
  #takeLine(chunk: Buffer, from: number, lineEnd: number): void {
    const line = this.#partial.bytes > 0 ? this.#partial.line(chunk, lineEnd) : null;
    const [bytes, start, end] = line === null ? [chunk, from, lineEnd] : [line, 0, line.length - 1];
    this.#partial.limit(end - start);
    if (!this.#partial.isSkipped && !isBlank(bytes, start, end)) {
      this.read += 1;
      this.#takeScanned(bytes, start, end);
    }
    this.#partial.isSkipped = false;
  }

  /** The line feed after the row that begins at `start`; -1: it is not like those before it, and not taken. */
  #takeFitting(bytes: Buffer, start: number): number {
    const [template, before, { out, to }] = [this.#template, this.#before, this.#lines];
    this.#before = -1;
    const end = template === null ? -1 : template.match(bytes, start, before, this.#positions, out, to);
    if (template === null || end < 0 || end - start > caps.lineBytes) return -1;
    this.read += 1;
    if (!this.#isAbsentJudged) for (const i of this.#absent) this.#place(i, 0, 0, 0);
    const judged = this.#isAbsentJudged ? this.#judged[template.same] : undefined;
    const bits = this.judge.judge(bytes, this.#positions, this.#line, judged);
    this.#isAbsentJudged = true;
    if (bits === 0) this.#before = start;
    if (bits === 0 && this.emit && template.isInOrder) this.#lines.to = template.to;
    else this.#write(bytes, bits, false);
    return end;
  }

  #takeScanned(bytes: Buffer, start: number, end: number): void {
    this.#isAbsentJudged = false;
    const members = this.#members;
    members.scan(bytes, start, end);
    if (members.fault === 'syntax') this.#refuse('json', syntaxMessage(members.at - start));
    else if (members.fault === 'members')
      this.#refuse('column_count', `the object has more than ${caps.columns} members`);
    else this.#takeMembers(bytes, start, end);
  }

  #takeMembers(bytes: Buffer, start: number, end: number): void {
    const members = this.#members;
    if (members.fault === 'value') members.count -= 1;
    const line = members.hasEscapes ? this.#unescaped(bytes) : bytes;
    const assigned = line && this.#assign(line);
    if (line === null || assigned === null) return;
    if (members.fault === 'value') this.#refuseValue(bytes);
    else {
      this.#lines.arrange(assigned.filter((column) => column >= 0));
      this.#write(line, this.judge.judge(line, this.#positions, this.#line), members.hasEscapes);
      if (!members.hasEscapes && !assigned.includes(-1)) this.#expectLike(bytes, start, end, assigned);
    }
  }

  /** The line is the template of those that follow. */
  #expectLike(bytes: Buffer, start: number, end: number, assigned: readonly number[]): void {
    const template = new ObjectTemplate(bytes, start, end, this.#members, assigned, this.#lines.order);
    this.#template = template;
    this.#absent = this.#columns.flatMap((_, i) => (template.columns.includes(i) ? [] : [i]));
    const judged = [...this.#columns.keys()].filter((i) => this.#columns[i]?.required || !this.#absent.includes(i));
    this.#judged = [...template.columns, -1].map((_, same) =>
      Int32Array.from(judged.filter((i) => !template.columns.slice(0, same).includes(i))),
    );
  }

  #write(line: Buffer, bits: number, hasEscapes: boolean): void {
    if ((bits & bad) !== 0) this.rejected += 1;
    else if (this.emit) this.#lines.write(line, this.#positions, hasEscapes || (bits & rewrite) !== 0);
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
      if (to - from > caps.nameBytes && !this.#names.ignoresUnknown) {
        this.#refuse(
          'unknown_column',
          'a name this long is not a column',
          line.toString('utf8', from, from + caps.nameBytes),
        );
        return null;
      }
      const column = this.#names.columnOf(line, from, to, this.#line);
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

  #refuseValue(bytes: Buffer): void {
    const { names, nameEnds, count } = this.#members;
    const name = bytes.toString('utf8', names[count], nameEnds[count]);
    this.#refuse('type', 'must be text, a number or null', name);
  }

  /** Null: the line is refused. */
  #unescaped(bytes: Buffer): Buffer | null {
    const line = unescapedLine(bytes, this.#members);
    if (Buffer.isBuffer(line)) return line;
    this.#refuse(line.rule, line.message, line.heading);
    return null;
  }

  #refuse(rule: string, message: string, column: string | null = null): void {
    this.rejected += 1;
    this.#options.report.add({ row: this.#line, column, rule, message });
  }
}

const syntaxMessage = (at: number): string =>
  `the line is not a JSON object, from character ${at + 1} on; put one object on each line, such as {"brand": "Toyota", "units_sold": 41}`;

function isBlank(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === tab || bytes[at] === 0x0d)) at++;
  return at === end;
}
