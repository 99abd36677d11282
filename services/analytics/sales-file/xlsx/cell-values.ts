// The values of cells as fields of a line: shared texts, numbers, and dates, which are numbers with a format.
import { isShort } from './cell-bytes.ts';
import { fieldOf, marks } from './cell-text.ts';
import type { SheetLines } from './sheet-lines.ts';
import { dateOf } from './styles.ts';
import type { Workbook } from './workbook.ts';
import { badXml } from './xml.ts';

export type Source = Pick<Workbook, 'strings' | 'isDate' | 'dates'>;

/** ECMA-376 has numbers as XML schemas do. */
const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** Days of which the text is remembered, and how long it is. */
const [dayCount, dayBytes] = [4096, '2026-11-21'.length];

export class CellValues {
  /** Columns whose cells may be dates. */
  isDated: readonly boolean[] = [];
  readonly #source: Source;
  readonly #lines: SheetLines;
  /** A day has the place that its number gives it; a later one with the same place takes it. */
  readonly #days = new Int32Array(dayCount).fill(-1);
  readonly #dayTexts = Buffer.alloc(dayCount * dayBytes);

  constructor(source: Source, lines: SheetLines) {
    [this.#source, this.#lines] = [source, lines];
  }

  shared(i: number): void {
    const { strings } = this.#source;
    if (!(i < strings.count)) throw badXml(`a cell of row ${this.#lines.row} refers to a text that is missing`);
    const [start, end] = [strings.start(i), strings.end(i)];
    if (start < end) this.#lines.copyField(strings.bytes, start, end);
  }

  isDate(style: number): boolean {
    return style > 0 && this.#source.isDate[style] === true;
  }

  /**
   * Digits are written as they are; numbers with exponents, or with more digits than spreadsheets show, as these show
   * them.
   */
  number(style: number, bytes: Buffer, start = 0, end = bytes.length): void {
    const isDate = this.isDate(style);
    if (!isDate && isShort(bytes, start, end)) {
      this.#lines.copyField(bytes, start, end);
      return;
    }
    const raw = bytes.toString('utf8', start, end).trim();
    if (raw === '') return;
    const value = Number(raw);
    if (!numeric.test(raw) || !Number.isFinite(value)) this.#lines.writeField(fieldOf(marks.error + raw));
    else if (isDate) this.day(value);
    else this.#lines.writeField(String(Number(value.toPrecision(15))));
  }

  /** Takes a number that is shown as a date. */
  day(serial: number): void {
    const isDated = this.isDated[this.#lines.column] === true;
    const place = serial % dayCount;
    if (isDated && Number.isInteger(serial) && this.#days[place] === serial)
      this.#lines.copyField(this.#dayTexts, place * dayBytes, (place + 1) * dayBytes);
    else this.#otherDay(serial, isDated);
  }

  #otherDay(serial: number, isDated: boolean): void {
    const day = dateOf(serial, this.#source.dates);
    this.#lines.writeField((isDated ? '' : marks.date) + (day ?? `${marks.error}${serial}`));
    if (day?.length !== dayBytes || !Number.isInteger(serial)) return;
    const place = serial % dayCount;
    this.#dayTexts.write(day, place * dayBytes, 'latin1');
    this.#days[place] = serial;
  }
}
