// The lines that are made of a sheet: fields separated by tabs, in memory that is handed out in slabs and never written
// again.
import { caps } from '../columns.ts';
import { tooLarge, tooPacked, type UnpackLimits } from '../gunzip.ts';
import { lf, tab } from './cell-text.ts';
import { badXml } from './xml.ts';

const slabBytes = 512 * 1024;
/** What spreadsheets have. */
export const lastRow = 1_048_576;
const lastColumn = 16_384;
/** A loop is faster than a call for so many bytes. */
const shortBytes = 64;

export class SheetLines {
  row = 0;
  /** The column of the last cell, from 0. */
  column = -1;
  /** How many headings there are; 0: not known yet. */
  width = 0;
  /** Cells of the row with a value. */
  values = 0;
  #out: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;
  #rowStart = 0;
  /** Fields of the row that have been begun. */
  #fields = 0;
  #written = 0;
  readonly #most: UnpackLimits & { readonly packed: number };

  constructor(most: UnpackLimits & { readonly packed: number }) {
    this.#most = most;
  }

  get hasSlab(): boolean {
    return this.#rowStart - this.#from > slabBytes;
  }

  get hasLines(): boolean {
    return this.#rowStart > this.#from;
  }

  get isLast(): boolean {
    return this.row === lastRow;
  }

  /** All whole lines. */
  take(): Buffer {
    const lines = this.#out.subarray(this.#from, this.#rowStart);
    this.#written += lines.length;
    const { bytes, ratio, ratioFrom, packed } = this.#most;
    if (this.#written > bytes) throw tooLarge(bytes);
    if (this.#written > ratioFrom && this.#written > packed * ratio) throw tooPacked(ratio);
    this.#from = this.#rowStart;
    return lines;
  }

  /** Rows between the last one and this are empty lines. */
  beginRow(row: number): void {
    this.#ensure(row - this.row);
    while (++this.row < row) this.#out[this.#to++] = lf;
    this.#rowStart = this.#to;
    this.column = -1;
    this.#fields = 0;
    this.values = 0;
  }

  /** With a field for each heading; without a value, or as long as there are no headings, it is an empty line. */
  endRow(): void {
    if (this.width === 0 || this.values === 0) this.#to = this.#rowStart;
    else while (this.#fields < this.width) this.#beginField();
    this.#ensure(1);
    this.#out[this.#to++] = lf;
    this.#rowStart = this.#to;
  }

  /** What has been written of the row. */
  get text(): string {
    return this.#out.toString('utf8', this.#rowStart, this.#to);
  }

  /** Makes this all that the row has. */
  replace(text: string): void {
    this.#to = this.#rowStart;
    this.#write(text);
  }

  /** As long as all lines are empty and none has been taken: gives this one to a row before. */
  replaceEmpty(row: number, line: string): void {
    const rows = this.row;
    this.#to = this.#from;
    this.#ensure(rows);
    for (let at = 1; at < row; at++) this.#out[this.#to++] = lf;
    this.#write(line);
    this.#ensure(rows);
    for (let at = row; at <= rows; at++) this.#out[this.#to++] = lf;
    this.#rowStart = this.#to;
  }

  toColumn(column: number): void {
    if (column <= this.column || column >= lastColumn) throw badXml(`the cells of row ${this.row} are out of order`);
    this.column = column;
  }

  writeField(field: string): void {
    if (this.#beginValue()) this.#write(field);
  }

  copyField(bytes: Buffer, start: number, end: number): void {
    if (!this.#beginValue()) return;
    this.#ensure(end - start);
    const out = this.#out;
    let to = this.#to;
    if (end - start > shortBytes) to += bytes.copy(out, to, start, end);
    else for (let at = start; at < end; at++) out[to++] = bytes[at] as number;
    this.#to = to;
  }

  /** False: the row is longer than a line may be, or the cell is beyond the headings and not the first one there. */
  #beginValue(): boolean {
    if (this.#to - this.#rowStart > caps.lineBytes) return false;
    const place = this.width === 0 ? this.column : Math.min(this.column, this.width);
    if (this.#fields > place) return false;
    while (this.#fields <= place) this.#beginField();
    this.values += 1;
    return true;
  }

  #beginField(): void {
    this.#ensure(1);
    if (this.#fields++ > 0) this.#out[this.#to++] = tab;
  }

  #write(field: string): void {
    this.#ensure(field.length * 3);
    this.#to += this.#out.write(field, this.#to);
  }

  #ensure(bytes: number): void {
    if (this.#to + bytes <= this.#out.length) return;
    const kept = this.#to - this.#from;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * slabBytes, 2 * (kept + bytes)));
    this.#out.copy(grown, 0, this.#from, this.#to);
    this.#out = grown;
    this.#rowStart -= this.#from;
    this.#from = 0;
    this.#to = kept;
  }
}
