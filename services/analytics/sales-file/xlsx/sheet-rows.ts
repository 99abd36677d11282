// The rows of a worksheet as lines of text, separated by tabs: line n is row n, so that errors need no other count.
// ECMA-376 part 1, 18.3.1. Cells are written as they come, without a string for each; what no column may have is marked
// for the row loop to refuse.
import { caps, forms } from '../columns.ts';
import { PackingFault, type UnpackLimits } from '../gunzip.ts';
import { headingKey, isKnown, splitHeader } from '../sniff.ts';
import { columnOf, digitsOf, isWholeValue } from './cell-bytes.ts';
import { fieldOf, lineBreak, marks } from './cell-text.ts';
import { boolean, cellTypeOf, number, shared, string } from './cell-type.ts';
import { CellValues, type Source } from './cell-values.ts';
import { PlainCells } from './plain-cells.ts';
import { lastRow, SheetLines } from './sheet-lines.ts';
import { badXml, more, opened, text, XmlScanner } from './xml.ts';

const [c, f, t, v, r] = [0x63, 0x66, 0x74, 0x76, 0x72];

/** Whether its cells may be dates, in either form. */
const isDated = (key: string): boolean =>
  forms.sales.byHeading.get(key)?.kind === 'period' || forms.vehicles.byHeading.get(key)?.kind === 'date';

const headingsOf = (line: string): readonly string[] =>
  (splitHeader(line, '\t') ?? []).map((heading) => heading.trim());

/** A header row is looked for up to here; below, it is the first row with two values. */
const lastHeaderRow = 20;

/** How many rows with values below the header, and the headings of which columns. */
export type Hidden = { readonly rows: number; readonly columns: readonly string[] };

type Span = { readonly first: number; readonly last: number };

/** More spans of columns than a sheet has. */
const mostSpans = 16_384;

export class SheetRows {
  readonly #hiddenColumns: Span[] = [];
  #hiddenRows = 0;
  #isHiddenRow = false;
  #headerRow = 0;
  /** The headings of the header row. Empty until it is known. */
  headings: readonly string[] = [];
  /** The first row with two values, while a better one may follow. */
  #first: { readonly row: number; readonly line: string } | null = null;
  readonly #xml = new XmlScanner();
  readonly #lines: SheetLines;
  readonly #values: CellValues;
  readonly #plain: PlainCells;
  #type: number = number;
  #style = 0;
  #inRow = false;
  #inCell = false;
  #inValue = false;
  #inPhonetic = false;
  #hasFormula = false;
  #hasValue = false;
  /**
   * Whether a formula has a result. An empty value is the result of a text alone; for others, programs that calculate
   * nothing write it.
   */
  #hasResult = false;
  #pieces = '';
  #state: 'before' | 'rows' | 'after' = 'before';

  /**
   * `most`: of the text in all, which can be more than the part has, because texts are shared; `packed`: bytes of the
   * file.
   */
  constructor(source: Source, most: UnpackLimits & { readonly packed: number }) {
    this.#lines = new SheetLines(most);
    this.#values = new CellValues(source, this.#lines);
    this.#plain = new PlainCells(this.#lines, this.#values);
  }

  /** Whole lines. */
  *push(chunk: Buffer): Generator<Buffer> {
    const [xml, lines] = [this.#xml, this.#lines];
    xml.push(chunk);
    for (let token = this.#next(); token !== more; token = this.#next()) {
      if (token === text) {
        if (this.#inValue && !this.#inPhonetic) this.#takeText();
      } else if (token === opened) this.#open();
      else this.#close();
      if (lines.hasSlab && !this.#isSearching) yield lines.take();
    }
    if (lines.hasLines && !this.#isSearching) yield lines.take();
  }

  /**
   * What stands above the header row is a title, or what the sheet was filtered by. Until the row is found, all lines
   * are empty and none is handed out.
   */
  get hidden(): Hidden {
    const columns = this.headings.filter(
      (heading, i) => heading !== '' && this.#hiddenColumns.some(({ first, last }) => i + 1 >= first && i + 1 <= last),
    );
    return { rows: this.#hiddenRows + this.#plain.hiddenRows, columns };
  }

  get #isSearching(): boolean {
    return this.headings.length === 0 && this.#lines.row <= lastHeaderRow && this.#state !== 'after';
  }

  #next(): number {
    if (this.#inRow && !this.#inCell) this.#plain.take(this.#xml);
    return this.#xml.next();
  }

  end(): void {
    if (this.#state !== 'after') throw badXml('its rows end in the middle');
  }

  #open(): void {
    const xml = this.#xml;
    const { bytes, start, isEmpty } = xml;
    const length = xml.end - start;
    const first = bytes[start];
    if (this.#state !== 'rows') {
      if (this.#state === 'before' && xml.is('sheetData')) this.#state = isEmpty ? 'after' : 'rows';
      else if (this.#state === 'before' && xml.is('col')) this.#learnColumn();
      else if (this.#state === 'after' && xml.is('mergeCell')) this.#refuseMerged(xml.attribute('ref') ?? '');
    } else if (length === 1) {
      if (first === c) this.#openCell();
      else if (first === v || first === t) this.#openValue(first);
      else if (first === f) this.#hasFormula = true;
    } else if (length === 3 && first === r && xml.is('row')) this.#openRow();
    else if (xml.is('rPh')) this.#inPhonetic = !isEmpty;
  }

  #close(): void {
    const xml = this.#xml;
    const [length, first] = [xml.end - xml.start, xml.bytes[xml.start]];
    if (this.#state !== 'rows') return;
    if (length === 1) {
      if (first === v || first === t) this.#inValue = false;
      else if (first === c && this.#inCell) this.#closeCell();
    } else if (length === 3 && first === r && xml.is('row')) this.#closeRow();
    else if (xml.is('rPh')) this.#inPhonetic = false;
    else if (xml.is('sheetData')) {
      this.#state = 'after';
      this.#endSearch();
    }
  }

  #openValue(name: number): void {
    if (!this.#inCell) throw badXml(`a value of row ${this.#lines.row} is in no cell`);
    if (name === v && this.#hasValue) throw badXml(`a cell of row ${this.#lines.row} has two values`);
    this.#inValue = !this.#xml.isEmpty;
    this.#hasValue = true;
    if (this.#type === string) this.#hasResult = true;
  }

  #learnColumn(): void {
    const xml = this.#xml;
    const isHidden = isTrue(xml.attribute('hidden')) || Number(xml.attribute('width') ?? 1) === 0;
    const [first, last] = [Number(xml.attribute('min')), Number(xml.attribute('max'))];
    if (isHidden && this.#hiddenColumns.length < mostSpans) this.#hiddenColumns.push({ first, last });
  }

  /**
   * Below the header, a merged cell has its value in the first of its cells alone: the others would be read as empty.
   */
  #refuseMerged(place: string): void {
    const [, from = '', top = '', , bottom = ''] = /^([A-Z]+)(\d+)(?::([A-Z]+)(\d+))?$/.exec(place) ?? [];
    const column = columnOf(Buffer.from(from), 0, from.length);
    const isInTable =
      Number(bottom) > this.#headerRow && Number(top) <= this.#lines.row && column < this.headings.length;
    if (this.#headerRow > 0 && bottom !== '' && isInTable)
      throw new PackingFault(
        'merged_cells',
        `the cells ${place} are merged, so that all but the first are empty; unmerge them, fill in each, and upload the sheet again`,
      );
  }

  #openRow(): void {
    const [xml, lines] = [this.#xml, this.#lines];
    const at = xml.find('r');
    const row = at < 0 ? lines.row + 1 : digitsOf(xml.bytes, xml.from(at), xml.to(at));
    if (this.#inRow || !(row > lines.row) || row > lastRow) throw badXml(`its row ${row} is out of order`);
    if (row > lastHeaderRow) this.#endSearch();
    lines.beginRow(row);
    this.#isHiddenRow = isTrue(xml.attribute('hidden')) || Number(xml.attribute('ht') ?? 1) === 0;
    this.#inRow = !xml.isEmpty;
    if (xml.isEmpty) lines.endRow();
    else if (at >= 0) this.#plain.learnRow(xml, xml.to(at), this.#isHiddenRow && this.#headerRow > 0);
  }

  #closeRow(): void {
    if (this.#inCell) throw badXml(`row ${this.#lines.row} ends in the middle of a cell`);
    if (this.headings.length === 0 && this.#lines.values > 1) this.#judgeHeader();
    else if (this.#headerRow > 0 && this.#lines.values > 0 && this.#isHiddenRow) this.#hiddenRows += 1;
    this.#inRow = false;
    this.#lines.endRow();
  }

  /** Headings are often broken into lines. */
  #judgeHeader(): void {
    const { text: written, row } = this.#lines;
    const line = written.replaceAll(lineBreak, ' ');
    const isFound = row > lastHeaderRow || headingsOf(line).filter(isKnown).length >= 2;
    if (!isFound) this.#first ??= { row, line };
    else {
      this.#readHeadings(line);
      this.#headerRow = row;
      this.#lines.replace(line);
    }
  }

  /** No row has headings: errors are those of the first one with two values. */
  #endSearch(): void {
    if (this.headings.length > 0 || this.#first === null) return;
    this.#readHeadings(this.#first.line);
    this.#headerRow = this.#first.row;
    this.#lines.replaceEmpty(this.#first.row, this.#first.line);
  }

  #readHeadings(line: string): void {
    this.headings = headingsOf(line);
    this.#values.isDated = this.headings.map((heading) => isDated(headingKey(heading)));
    this.#lines.width = this.headings.length;
  }

  #openCell(): void {
    const xml = this.#xml;
    if (!this.#inRow || this.#inCell) throw badXml(`a cell is in ${this.#inRow ? 'another one' : 'no row'}`);
    let at = xml.find('r');
    const column = at < 0 ? this.#lines.column + 1 : columnOf(xml.bytes, xml.from(at), xml.to(at));
    this.#lines.toColumn(column);
    this.#inCell = !xml.isEmpty;
    this.#hasValue = false;
    this.#hasFormula = false;
    this.#hasResult = false;
    at = xml.find('s');
    this.#style = at < 0 ? 0 : digitsOf(xml.bytes, xml.from(at), xml.to(at));
    at = xml.find('t');
    this.#type = at < 0 ? number : this.#typeOf(xml.from(at), xml.to(at));
  }

  #typeOf(from: number, to: number): number {
    const type = cellTypeOf(this.#xml.bytes, from, to);
    if (type === undefined) throw badXml(`a cell of row ${this.#lines.row} has an unknown type`);
    return type;
  }

  #takeText(): void {
    const { bytes, start, end } = this.#xml;
    this.#hasResult = true;
    if (this.#type <= shared && this.#pieces === '' && isWholeValue(this.#xml)) {
      if (this.#type === shared) this.#values.shared(digitsOf(bytes, start, end));
      else this.#values.number(this.#style, bytes, start, end);
      return;
    }
    this.#pieces += this.#xml.text();
    if (this.#pieces.length > caps.lineBytes) throw badXml(`a text of row ${this.#lines.row} is too long`);
  }

  #closeCell(): void {
    if (this.#pieces !== '') {
      const field = fieldOf(this.#pieces);
      if (this.#type === number) this.#values.number(this.#style, Buffer.from(this.#pieces));
      else if (this.#type === shared) this.#values.shared(digitsOf(Buffer.from(this.#pieces)));
      else if (this.#type === string) this.#lines.writeField(field);
      else if (this.#type === boolean) this.#lines.writeField(/^(1|true)$/.test(field) ? 'TRUE' : 'FALSE');
      else this.#lines.writeField(fieldOf(marks.error + this.#pieces));
    } else if (this.#hasFormula && !this.#hasResult) this.#lines.writeField(marks.formula);
    this.#inCell = false;
    this.#inValue = false;
    this.#pieces = '';
  }
}

const isTrue = (value: string | null | undefined): boolean => value === '1' || value === 'true';
