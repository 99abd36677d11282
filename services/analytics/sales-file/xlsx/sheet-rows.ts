// The rows of a worksheet as lines of text, separated by tabs: line n is row n, so that errors need no other count. ECMA-376 part 1, 18.3.1.
// Cells are written as they come, without a string for each; what no column may have is marked for the row loop to refuse.
import { caps, forms } from '../columns.ts';
import { tooLarge, tooPacked, type UnpackLimits } from '../gunzip.ts';
import { headingKey, splitHeader } from '../sniff.ts';
import { columnOf, digitsOf, isShort, isWholeValue } from './cell-bytes.ts';
import { fieldOf, lf, lineBreak, marks, tab } from './cell-text.ts';
import { boolean, cellTypeOf, number, shared, string } from './cell-type.ts';
import { PlainCell } from './plain-cell.ts';
import { DateTexts } from './styles.ts';
import type { Workbook } from './workbook.ts';
import { badXml, more, opened, text, XmlScanner } from './xml.ts';

/** What spreadsheets have. */
const [lastRow, lastColumn] = [1_048_576, 16_384];
const slabBytes = 512 * 1024;

/** ECMA-376 has numbers as XML schemas do. */
const numeric = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

const [c, f, t, v, r] = [0x63, 0x66, 0x74, 0x76, 0x72];

type Source = Pick<Workbook, 'strings' | 'isDate' | 'dates'>;

/** Whether its cells may be dates, in either form. */
const isDated = (key: string): boolean =>
  forms.sales.byHeading.get(key)?.kind === 'period' || forms.vehicles.byHeading.get(key)?.kind === 'date';

export class SheetRows {
  /** Of the header row, which is the first one with two values: what stands alone above it is a title. Empty until it has come. */
  headings: readonly string[] = [];
  readonly #xml = new XmlScanner();
  readonly #source: Source;
  readonly #most: UnpackLimits & { readonly packed: number };
  #isPeriod: readonly boolean[] = [];
  #out: Buffer = Buffer.alloc(0);
  /** What was handed out is never written again. */
  #from = 0;
  #to = 0;
  #written = 0;
  #rowStart = 0;
  #row = 0;
  #column = -1;
  /** Fields of the row that have been begun, and cells with a value. */
  #fields = 0;
  #values = 0;
  #type: number = number;
  #style = 0;
  #inRow = false;
  #inValue = false;
  #inPhonetic = false;
  #hasFormula = false;
  #hasValue = false;
  #pieces = '';
  #state: 'before' | 'rows' | 'after' = 'before';
  readonly #plain = new PlainCell();
  readonly #dates: DateTexts;

  /** `most`: of the text in all, which can be more than the part has, because texts are shared; `packed`: bytes of the file. */
  constructor(source: Source, most: UnpackLimits & { readonly packed: number }) {
    [this.#source, this.#most] = [source, most];
    this.#dates = new DateTexts(source.dates);
  }

  /** Whole lines. */
  *push(chunk: Buffer): Generator<Buffer> {
    const xml = this.#xml;
    xml.push(chunk);
    for (let token = this.#next(); token !== more; token = this.#next()) {
      if (token === text) {
        if (this.#inValue && !this.#inPhonetic) this.#takeText();
      } else if (token === opened) this.#open();
      else this.#close();
      if (this.#rowStart - this.#from > slabBytes) yield this.#lines();
    }
    if (this.#rowStart > this.#from) yield this.#lines();
  }

  #next(): number {
    if (this.#inRow) this.#takePlainCells();
    return this.#xml.next();
  }

  #takePlainCells(): void {
    const [xml, cell] = [this.#xml, this.#plain];
    for (;;) {
      const end = cell.match(xml.bytes, xml.at);
      if (end < 0) return;
      this.#toColumn(cell.column);
      this.#style = cell.style;
      if (cell.isShared) this.#writeShared(cell.index);
      else this.#writeNumber(xml.bytes, cell.start, cell.end);
      xml.at = end;
    }
  }

  end(): void {
    if (this.#state !== 'after') throw badXml('its rows end in the middle');
  }

  #lines(): Buffer {
    const lines = this.#out.subarray(this.#from, this.#rowStart);
    this.#written += lines.length;
    const { bytes, ratio, ratioFrom, packed } = this.#most;
    if (this.#written > bytes) throw tooLarge(bytes);
    if (this.#written > ratioFrom && this.#written > packed * ratio) throw tooPacked(ratio);
    this.#from = this.#rowStart;
    return lines;
  }

  #open(): void {
    const xml = this.#xml;
    const { bytes, start, isEmpty } = xml;
    const length = xml.end - start;
    const first = bytes[start];
    if (this.#state !== 'rows') {
      if (this.#state === 'before' && xml.is('sheetData')) this.#state = isEmpty ? 'after' : 'rows';
    } else if (length === 1) {
      if (first === c) this.#openCell();
      else if (first === v || first === t) {
        if (first === v && this.#hasValue) throw badXml(`a cell of row ${this.#row} has two values`);
        this.#inValue = !isEmpty;
        this.#hasValue = true;
      } else if (first === f) this.#hasFormula = true;
    } else if (length === 3 && first === r && xml.is('row')) this.#openRow();
    else if (xml.is('rPh')) this.#inPhonetic = !isEmpty;
  }

  #close(): void {
    const xml = this.#xml;
    const [length, first] = [xml.end - xml.start, xml.bytes[xml.start]];
    if (this.#state !== 'rows') return;
    if (length === 1) {
      if (first === v || first === t) this.#inValue = false;
      else if (first === c) this.#closeCell();
    } else if (length === 3 && first === r && xml.is('row')) this.#closeRow();
    else if (xml.is('rPh')) this.#inPhonetic = false;
    else if (xml.is('sheetData')) this.#state = 'after';
  }

  #openRow(): void {
    const xml = this.#xml;
    const at = xml.find('r');
    const row = at < 0 ? this.#row + 1 : digitsOf(xml.bytes, xml.from(at), xml.to(at));
    if (this.#inRow || !(row > this.#row) || row > lastRow) throw badXml(`its row ${row} is out of order`);
    this.#ensure(row - this.#row);
    while (++this.#row < row) this.#out[this.#to++] = lf;
    this.#rowStart = this.#to;
    this.#column = -1;
    this.#fields = 0;
    this.#values = 0;
    this.#inRow = !xml.isEmpty;
    if (xml.isEmpty) this.#endLine();
  }

  #closeRow(): void {
    if (this.headings.length === 0 && this.#values > 1) this.#readHeadings();
    // A title, or nothing at all.
    else if (this.headings.length === 0 || this.#values === 0) this.#to = this.#rowStart;
    else while (this.#fields < this.headings.length) this.#beginField();
    this.#inRow = false;
    this.#endLine();
  }

  #endLine(): void {
    this.#ensure(1);
    this.#out[this.#to++] = lf;
    this.#rowStart = this.#to;
  }

  /** Headings are often broken into lines. */
  #readHeadings(): void {
    const line = this.#out.toString('utf8', this.#rowStart, this.#to).replaceAll(lineBreak, ' ');
    this.headings = (splitHeader(line, '\t') ?? []).map((heading) => heading.trim());
    this.#isPeriod = this.headings.map((heading) => isDated(headingKey(heading)));
    this.#to = this.#rowStart;
    this.#write(line);
  }

  #openCell(): void {
    const xml = this.#xml;
    if (!this.#inRow) throw badXml('a cell is in no row');
    let at = xml.find('r');
    const column = at < 0 ? this.#column + 1 : columnOf(xml.bytes, xml.from(at), xml.to(at));
    this.#toColumn(column);
    this.#hasValue = false;
    this.#hasFormula = false;
    this.#inValue = false;
    this.#pieces = '';
    at = xml.find('s');
    this.#style = at < 0 ? 0 : digitsOf(xml.bytes, xml.from(at), xml.to(at));
    at = xml.find('t');
    this.#type = at < 0 ? number : this.#typeOf(xml.from(at), xml.to(at));
  }

  #toColumn(column: number): void {
    if (column <= this.#column || column >= lastColumn) throw badXml(`the cells of row ${this.#row} are out of order`);
    this.#column = column;
  }

  #typeOf(from: number, to: number): number {
    const type = cellTypeOf(this.#xml.bytes, from, to);
    if (type === undefined) throw badXml(`a cell of row ${this.#row} has an unknown type`);
    return type;
  }

  #takeText(): void {
    const { bytes, start, end } = this.#xml;
    if (this.#type <= shared && this.#pieces === '' && isWholeValue(this.#xml)) {
      if (this.#type === shared) this.#writeShared(digitsOf(bytes, start, end));
      else this.#writeNumber(bytes, start, end);
      return;
    }
    this.#pieces += this.#xml.text();
    if (this.#pieces.length > caps.lineBytes) throw badXml(`a text of row ${this.#row} is too long`);
  }

  #closeCell(): void {
    if (this.#pieces !== '') {
      const field = fieldOf(this.#pieces);
      if (this.#type === number) this.#writeNumber(Buffer.from(field));
      else if (this.#type === shared) this.#writeShared(digitsOf(Buffer.from(field)));
      else if (this.#type === string) this.#writeField(field);
      else if (this.#type === boolean) this.#writeField(/^(1|true)$/.test(field) ? 'TRUE' : 'FALSE');
      else this.#writeField(marks.error + field);
    } else if (this.#hasFormula && !this.#hasValue) this.#writeField(marks.formula);
  }

  /** False: the row is longer than a line may be, or the cell is beyond the headings and not the first one there. */
  #beginValue(): boolean {
    if (this.#to - this.#rowStart > caps.lineBytes) return false;
    const place = this.headings.length === 0 ? this.#column : Math.min(this.#column, this.headings.length);
    if (this.#fields > place) return false;
    while (this.#fields <= place) this.#beginField();
    this.#values += 1;
    return true;
  }

  #beginField(): void {
    this.#ensure(1);
    if (this.#fields++ > 0) this.#out[this.#to++] = tab;
  }

  #writeField(field: string): void {
    if (this.#beginValue()) this.#write(field);
  }

  #write(field: string): void {
    this.#ensure(field.length * 3);
    this.#to += this.#out.write(field, this.#to);
  }

  #writeShared(i: number): void {
    const { strings } = this.#source;
    if (!(i < strings.count)) throw badXml(`a cell of row ${this.#row} has a text that is missing`);
    const [start, end] = [strings.start(i), strings.end(i)];
    if (start === end || !this.#beginValue()) return;
    this.#copy(strings.bytes, start, end);
  }

  /** Digits are written as they are; numbers with exponents, or with more digits than spreadsheets show, as these show them. */
  #writeNumber(bytes: Buffer, start = 0, end = bytes.length): void {
    const isDate = this.#style > 0 && this.#source.isDate[this.#style] === true;
    if (!isDate && isShort(bytes, start, end)) {
      if (this.#beginValue()) this.#copy(bytes, start, end);
      return;
    }
    const raw = bytes.toString('latin1', start, end).trim();
    if (raw === '') return;
    const value = Number(raw);
    if (!numeric.test(raw) || !Number.isFinite(value)) this.#writeField(marks.error + fieldOf(raw));
    else this.#writeField(isDate ? this.#dateText(value) : String(Number(value.toPrecision(15))));
  }

  #dateText(serial: number): string {
    const day = this.#dates.of(serial) ?? `${marks.error}${serial}`;
    return this.#isPeriod[this.#column] === true ? day : marks.date + day;
  }

  #copy(bytes: Buffer, start: number, end: number): void {
    this.#ensure(end - start);
    const out = this.#out;
    let to = this.#to;
    if (end - start > 64) to += bytes.copy(out, to, start, end);
    else for (let at = start; at < end; at++) out[to++] = bytes[at] as number;
    this.#to = to;
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
