// The row loop: splits the file into lines, judges each and hands out the bytes that PostgreSQL may copy.
// Lines that PostgreSQL reads as we do are passed on where they lie; a bad or rewritten line only ends the range.

import { bad, NumberCheck, rewrite } from './checks.ts';
import { caps } from './columns.ts';
import { endOfRecord, Fields, further, nowhere } from './fields.ts';
import { PartialLine } from './partial-line.ts';
import { type JudgeOptions, RowJudge } from './row-judge.ts';
import type { Delimiter } from './sniff.ts';

type RowOptions = JudgeOptions & {
  readonly delimiter: Delimiter;
  /** Line of the file that the first pushed byte belongs to. */
  readonly firstLine: number;
  /** False: judge only. */
  readonly emit: boolean;
};

const lf = 0x0a;
const cr = 0x0d;
const crlfBytes = Buffer.from('\r\n');
const lfBytes = Buffer.from('\n');

export class Rows {
  read = 0;
  rejected = 0;
  emit: boolean;
  readonly judge: RowJudge;
  readonly #options: RowOptions;
  readonly #fields = new Fields();
  readonly #delimiter: number;
  readonly #partial: PartialLine;
  #line: number;
  /** Where the record of a line ends that goes on after it; `further` while that is not known. */
  #recordEnd: number = nowhere;
  #last = false;
  /** Its lines are copied without some of their fields. */
  readonly #isNarrowed: boolean;
  /** COPY takes its line ending from the first line and refuses the other from then on. */
  #eol: Buffer | null = null;

  constructor(options: RowOptions) {
    this.#options = options;
    this.#line = options.firstLine;
    this.emit = options.emit;
    this.#delimiter = options.delimiter.charCodeAt(0);
    this.#isNarrowed = options.layout.columns.includes(null);
    this.judge = new RowJudge(options);
    this.#partial = new PartialLine((rule, message) => {
      this.read += 1;
      this.#refuse(rule, message);
    });
  }

  /** True: not one of the first rows was right, so that the others were not read. */
  gaveUp = false;

  get full(): boolean {
    return this.read > caps.rows;
  }

  /** Bytes for COPY. They lie in the chunk or in copies of it, so they stay valid as long as the chunk does. */
  push(chunk: Buffer): readonly Buffer[] {
    const out: Buffer[] = [];
    const bytes = this.#partial.before(chunk);
    let start = 0;
    let run = 0;
    for (let end = bytes.indexOf(lf); end >= 0; end = bytes.indexOf(lf, start)) {
      if (this.rejected === caps.hopelessRows && this.read === this.rejected) return this.#giveUp();
      const asItIs = this.#takeLine(bytes, start, end, run, out);
      if (this.judge.crowded !== null) return this.#readNoFurther();
      if (this.#recordEnd === further) break;
      start = Math.max(end, this.#recordEnd) + 1;
      this.#recordEnd = nowhere;
      if (!asItIs) run = start;
    }
    this.#recordEnd = nowhere;
    if (run < start && this.emit) out.push(bytes.subarray(run, start));
    this.#partial.keep(bytes.subarray(start));
    return out;
  }

  #giveUp(): readonly Buffer[] {
    this.gaveUp = true;
    return this.#readNoFurther();
  }

  #readNoFurther(): readonly Buffer[] {
    this.#partial.take();
    return [];
  }

  /** The last line may lack its line break. */
  end(): readonly Buffer[] {
    const last = this.#partial.take();
    this.#last = true;
    return last.length === 0 ? [] : this.push(Buffer.concat([last, this.#eol === crlfBytes ? crlfBytes : lfBytes]));
  }

  /**
   * True when the line may be copied where it lies; else `out` gets what was before it (from `run` on) and what stands
   * for it.
   */
  #takeLine(bytes: Buffer, start: number, lineEnd: number, run: number, out: Buffer[]): boolean {
    const crlf = lineEnd > start && bytes[lineEnd - 1] === cr;
    const end = crlf ? lineEnd - 1 : lineEnd;
    this.#partial.limit(lineEnd - start);
    const bits = this.#partial.isSkipped || this.#isBlank(bytes, start, end) ? bad : this.#judgeLine(bytes, start, end);
    this.#partial.isSkipped = false;
    if (this.#recordEnd === further) return true;
    this.#line += 1;
    if (!this.emit) return false;
    const refused = (bits & bad) !== 0;
    if (!refused) this.#eol ??= crlf ? crlfBytes : lfBytes;
    const eol = this.#eol ?? lfBytes;
    if (bits === 0 && (eol === crlfBytes) === crlf) return true;
    if (run < start) out.push(bytes.subarray(run, start));
    if (!refused) out.push(bits === 0 ? bytes.subarray(start, end) : this.#rewritten(bytes), eol);
    return false;
  }

  /** Nothing but delimiters: what spreadsheets write for rows that were emptied. */
  #isBlank(bytes: Buffer, start: number, end: number): boolean {
    let at = start;
    while (at < end && bytes[at] === this.#delimiter) at++;
    return at === end;
  }

  #judgeLine(bytes: Buffer, start: number, end: number): number {
    const { layout, delimiter } = this.#options;
    this.#fields.split(bytes, start, end, this.#delimiter);
    const width = layout.columns.length;
    if (this.#fields.fault === 'open') {
      const found = endOfRecord(bytes, end, this.#delimiter, width - this.#fields.count);
      const known = found === further ? bytes.length : found;
      const stray = known - start > caps.lineBytes || (found === further && this.#last);
      this.#recordEnd = stray ? nowhere : found;
      if (this.#recordEnd === further) return bad;
    }
    this.read += 1;
    if (this.#recordEnd !== nowhere && !this.#isIgnoredBreak(bytes, start)) return this.#refuseSpanning(bytes, end);
    if (this.#fields.fault !== null) {
      return this.#refuse(
        'quoting',
        this.#fields.fault === 'blank'
          ? 'there is a space before a quote; remove it'
          : 'a quote is not closed on its line, or is inside a field',
        layout.headings[this.#fields.count],
      );
    }
    if (this.#fields.count !== width) {
      const many = this.#fields.count > caps.columns ? `more than ${caps.columns}` : this.#fields.count;
      return this.#refuse(
        'column_count',
        `has ${many} fields, but the header has ${width}, separated by ${delimiter === '\t' ? 'tabs' : delimiter}`,
      );
    }
    const bits = this.judge.judge(bytes, this.#fields, this.#line);
    if (this.#recordEnd !== nowhere) this.#skipLines(bytes, end);
    if ((bits & bad) !== 0) this.rejected += 1;
    return this.#isNarrowed ? bits | rewrite : bits;
  }

  /** One error for the whole record, reported at its first line. */
  #refuseSpanning(bytes: Buffer, end: number): number {
    const column = this.#options.layout.headings[this.#fields.count] ?? null;
    this.#refuse('line_break', 'line breaks inside fields are not allowed', column);
    this.#skipLines(bytes, end);
    return bad;
  }

  #skipLines(bytes: Buffer, end: number): void {
    for (let at = bytes.indexOf(lf, end); at < this.#recordEnd; at = bytes.indexOf(lf, at + 1)) this.#line += 1;
  }

  /** The record is one of several lines because of fields alone that are not read. */
  #isIgnoredBreak(bytes: Buffer, start: number): boolean {
    const { columns } = this.#options.layout;
    const isCrlf = bytes[this.#recordEnd - 1] === cr;
    const fields = this.#fields;
    const open = fields.count;
    fields.split(bytes, start, isCrlf ? this.#recordEnd - 1 : this.#recordEnd, this.#delimiter);
    const isIgnored =
      fields.fault === null &&
      fields.count === columns.length &&
      columns.every((column, i) => {
        const at = bytes.indexOf(lf, fields.starts[i]);
        return column === null || at < 0 || at >= (fields.ends[i] as number);
      });
    if (!isIgnored) fields.count = open;
    return isIgnored;
  }

  #refuse(rule: string, message: string, column: string | null = null): number {
    this.rejected += 1;
    this.#options.report.add({ row: this.#line, column, rule, message });
    return bad;
  }

  /** The line as PostgreSQL reads it: the same fields of known columns, numbers plain, blanks empty. */
  #rewritten(bytes: Buffer): Buffer {
    const fields = this.judge.checks.flatMap((check, i) => {
      if (this.#options.layout.columns[i] === null) return [];
      const raw = bytes.subarray(this.#fields.starts[i], this.#fields.ends[i]);
      const text = check instanceof NumberCheck ? check.text : raw.toString('utf8');
      return this.#fields.quoted[i] === 0 || text === '' ? [text] : [`"${text}"`];
    });
    return Buffer.from(fields.join(this.#options.delimiter));
  }
}
