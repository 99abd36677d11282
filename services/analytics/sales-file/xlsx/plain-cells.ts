// Cells as spreadsheets write nearly all of them, `<c r="B2" s="1" t="s"><v>41</v></c>`, and the ends of rows between
// them: read in one pass, without searching for elements. What does not fit byte for byte is left to the scanner, which
// gives the same.
import type { CellValues } from './cell-values.ts';
import type { SheetLines } from './sheet-lines.ts';
import type { XmlScanner } from './xml.ts';

const [lt, gt, quote, ampersand, equals, dot, minus] = [0x3c, 0x3e, 0x22, 0x26, 0x3d, 0x2e, 0x2d];
const [zero, nine, letterA, letterZ] = [0x30, 0x39, 0x41, 0x5a];

/** Four bytes are compared at once. */
const sign = (text: string): number => Buffer.from(text, 'latin1').readInt32LE();
const [cellBegin, nameBegin, styleBegin, typeBegin] = [sign('<c r'), sign('c r='), sign(' s="'), sign(' t="')];
const [valueBegin, sharedBegin, numberBegin, valueName] = [sign('><v>'), sign('s"><'), sign('n"><'), sign('"><v')];
const [valueEnd, cellEnd] = [sign('</v>'), sign('</c>')];
const [rowEnd, rowNext, rowName] = [sign('</ro'), sign('w><r'), sign('ow r')];

/** A longer cell, and one near the end of the bytes, is left to the scanner, too. The loops below go no further. */
const [mostBytes, mostDigits, mostTailBytes] = [128, 8, 64];
const shortDigits = 15;
const nothing = Buffer.alloc(0);

export class PlainCells {
  readonly #lines: SheetLines;
  readonly #values: CellValues;
  /** What followed the number of the row before, up to its first cell: rows mostly have the same. */
  #tail: Buffer = nothing;
  /** Rows with values that were hidden, of those that ended here. */
  hiddenRows = 0;
  #isHidden = false;
  #style = 0;
  #isShared = false;

  constructor(lines: SheetLines, values: CellValues) {
    [this.#lines, this.#values] = [lines, values];
  }

  /** Learns the form of a row that has just been opened; its number ends at `end`. */
  learnRow({ bytes, at }: XmlScanner, end: number, isHidden: boolean): void {
    this.#isHidden = isHidden;
    const isPlain = bytes[end] === quote && at - end <= mostTailBytes;
    this.#tail = isPlain ? Buffer.from(bytes.subarray(end, at)) : nothing;
  }

  /** Inside of a row, or between it and the next one. */
  take(xml: XmlScanner): void {
    const { bytes, view } = xml;
    const last = bytes.length - mostBytes;
    let at = xml.at;
    while (at <= last) {
      const found = view.getInt32(at, true);
      const next =
        found === cellBegin ? this.#cell(bytes, view, at) : found === rowEnd ? this.#row(bytes, view, at) : -1;
      if (next < 0) break;
      at = next;
    }
    xml.at = at;
  }

  /** Behind the cell; -1: it is not plain. */
  #cell(bytes: Buffer, view: DataView, from: number): number {
    if (view.getInt32(from + 1, true) !== nameBegin || bytes[from + 5] !== quote) return -1;
    let at = from + 6;
    let byte = bytes[at] as number;
    let column = 0;
    for (; byte >= letterA && byte <= letterZ; byte = bytes[++at] as number) column = column * 26 + byte - letterA + 1;
    if (at > from + 9) return -1;
    at = digitsEnd(bytes, at);
    if (bytes[at] !== quote) return -1;
    const start = this.#valueStart(bytes, view, at + 1);
    if (start < 0) return -1;
    return this.#isShared
      ? this.#shared(bytes, view, column - 1, start)
      : this.#number(bytes, view, column - 1, start, from + mostBytes - 8);
  }

  /** Behind `<v>`, and what the attributes say; -1: there are others, or other elements. */
  #valueStart(bytes: Buffer, view: DataView, from: number): number {
    let at = from;
    this.#style = 0;
    this.#isShared = false;
    if (view.getInt32(at, true) === styleBegin) {
      const end = digitsEnd(bytes, at + 4);
      if (bytes[end] !== quote || end === at + 4) return -1;
      this.#style = numberOf(bytes, at + 4, end);
      at = end + 1;
    }
    if (view.getInt32(at, true) !== typeBegin) return view.getInt32(at, true) === valueBegin ? at + 4 : -1;
    const type = view.getInt32(at + 4, true);
    this.#isShared = type === sharedBegin;
    if (type !== sharedBegin && type !== numberBegin) return -1;
    return view.getInt32(at + 5, true) === valueName && bytes[at + 9] === gt ? at + 10 : -1;
  }

  #shared(bytes: Buffer, view: DataView, column: number, start: number): number {
    const end = digitsEnd(bytes, start);
    if (end === start || !isEnd(view, end)) return -1;
    this.#lines.toColumn(column);
    this.#values.shared(numberOf(bytes, start, end));
    return end + 8;
  }

  #number(bytes: Buffer, view: DataView, column: number, start: number, most: number): number {
    let [at, digits, dots, whole] = [start, 0, 0, 0];
    let byte = bytes[at] as number;
    if (byte === minus) byte = bytes[++at] as number;
    for (; byte !== lt && at < most; byte = bytes[++at] as number) {
      if (byte >= zero && byte <= nine) {
        whole = whole * 10 + byte - zero;
        digits += 1;
      } else if (byte === ampersand) return -1;
      else dots += byte === dot ? 1 : 2;
    }
    if (!isEnd(view, at)) return -1;
    this.#lines.toColumn(column);
    const isDate = this.#values.isDate(this.#style);
    if (digits === 0 || digits > shortDigits || dots > 1 || (isDate && (dots === 1 || bytes[start] === minus)))
      this.#values.number(this.#style, bytes, start, at);
    else if (isDate) this.#values.day(whole);
    else this.#lines.copyField(bytes, start, at);
    return at + 8;
  }

  /**
   * Behind the first tag of the next row; -1: it has another number than is due, or other attributes than the row
   * before.
   */
  #row(bytes: Buffer, view: DataView, from: number): number {
    const lines = this.#lines;
    if (view.getInt32(from + 4, true) !== rowNext || view.getInt32(from + 8, true) !== rowName) return -1;
    if (bytes[from + 12] !== equals || bytes[from + 13] !== quote || lines.width === 0 || lines.hasSlab) return -1;
    let at = digitsEnd(bytes, from + 14);
    if (at === from + 14 || numberOf(bytes, from + 14, at) !== lines.row + 1 || lines.isLast) return -1;
    const tail = this.#tail;
    if (tail.length === 0) return -1;
    for (let i = 0; i < tail.length; i++, at++) if (bytes[at] !== tail[i]) return -1;
    if (this.#isHidden && lines.values > 0) this.hiddenRows += 1;
    lines.endRow();
    lines.beginRow(lines.row + 1);
    return at;
  }
}

const isEnd = (view: DataView, at: number): boolean =>
  view.getInt32(at, true) === valueEnd && view.getInt32(at + 4, true) === cellEnd;

/** Where the digits end that begin here; after a few it goes no further. */
function digitsEnd(bytes: Buffer, from: number): number {
  let at = from;
  for (let byte = bytes[at] as number; byte >= zero && byte <= nine && at < from + mostDigits; )
    byte = bytes[++at] as number;
  return at;
}

function numberOf(bytes: Buffer, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at++) value = value * 10 + (bytes[at] as number) - zero;
  return value;
}
