// Writes a workbook with one sheet, in flat memory: texts stand in their cells. The first row is its heading.
import { type NewPart, zip } from './zip-writer.ts';

/** A Date is shown as in UTC, and without its time at midnight. */
export type Cell = string | number | Date | null;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet. */
export const workbookParts = (
  sheet: string,
  { extra = '', types = '', date1904 = false } = {},
): readonly (NewPart & { readonly text: Iterable<string> })[] => [
  {
    name: '[Content_Types].xml',
    text: [
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>${types}</Types>`,
    ],
  },
  {
    name: '_rels/.rels',
    text: [
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  },
  {
    name: 'xl/workbook.xml',
    text: [
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}">${date1904 ? '<workbookPr date1904="1"/>' : ''}`,
      `<bookViews><workbookView/></bookViews><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ],
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    text: [
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/>${extra}</Relationships>`,
    ],
  },
];

type Rows = Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;

export const workbook = (sheet: string, rows: Rows): AsyncGenerator<Buffer> =>
  zip([
    ...workbookParts(sheet, {
      extra: `<Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/>`,
      types: `<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>`,
    }),
    { name: 'xl/styles.xml', text: [styles] },
    { name: 'xl/worksheets/sheet1.xml', text: sheetText(rows) },
  ]);

/** By the number that cells name. */
const [bold, day, moment] = [1, 2, 3];
const format = (id: number, code: string) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`;
const cellFormat = (numberFormat: number, font: number) =>
  `<xf numFmtId="${numberFormat}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
const font = (weight: string) => `<font>${weight}<sz val="11"/><name val="Calibri"/><family val="2"/></font>`;
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="2">${format(164, 'yyyy\\-mm\\-dd')}${format(165, 'yyyy\\-mm\\-dd\\ hh:mm:ss')}</numFmts><fonts count="2">${font('')}${font('<b/>')}</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4">${cellFormat(0, 0)}${cellFormat(0, 1)}${cellFormat(164, 0)}${cellFormat(165, 0)}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Rows are joined up to this many characters: each piece is a turn of the stream. */
const pieceCharacters = 16 * 1024;

async function* sheetText(rows: Rows): AsyncGenerator<string> {
  yield `${head}<worksheet xmlns="${main}">${frozenHeading}`;
  // Widths come before the rows, so they are those of the rows of the first piece.
  let widths: number[] | null = [];
  let piece = '';
  let row = 0;
  for await (const cells of rows) {
    row += 1;
    if (widths !== null) for (const [i, cell] of cells.entries()) widths[i] = Math.max(widths[i] ?? 0, widthOf(cell));
    piece += `<row r="${row}">${cells.map((cell, i) => cellText(cell, `${columnLetters(i)}${row}`, row === 1)).join('')}</row>`;
    if (piece.length < pieceCharacters) continue;
    yield widths === null ? piece : `${columns(widths)}<sheetData>${piece}`;
    widths = null;
    piece = '';
  }
  yield `${widths === null ? '' : `${columns(widths)}<sheetData>`}${piece}</sheetData></worksheet>`;
}

const frozenHeading =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/** In characters, with room for bold ones and a margin. */
const [narrowest, widest, margin] = [8, 80, 2];
const widthOf = (cell: Cell): number => (cell instanceof Date ? (isDay(cell) ? 10 : 19) : String(cell ?? '').length);

function columns(widths: readonly number[]): string {
  const width = (characters: number): number => Math.min(Math.max(characters + margin, narrowest), widest);
  const all = widths.map((each, i) => `<col min="${i + 1}" max="${i + 1}" width="${width(each)}" customWidth="1"/>`);
  return all.length === 0 ? '' : `<cols>${all.join('')}</cols>`;
}

function cellText(cell: Cell, place: string, isHeading: boolean): string {
  if (cell === null) return '';
  if (cell instanceof Date)
    return `<c r="${place}" s="${isDay(cell) ? day : moment}"><v>${(cell.getTime() - origin) / dayMs}</v></c>`;
  const style = isHeading ? ` s="${bold}"` : '';
  return typeof cell === 'number'
    ? `<c r="${place}"${style}><v>${cell}</v></c>`
    : `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cut(cell))}</t></is></c>`;
}

const dayMs = 86_400_000;
/** Day 0, for days from 1 March 1900 on. */
const origin = Date.UTC(1899, 11, 30);
const isDay = (date: Date): boolean => date.getTime() % dayMs === 0;

/** More in a cell makes Excel repair the file. */
const mostCharacters = 32_767;
/** Half of a pair of surrogates at the end becomes the sign for what is missing. */
const cut = (text: string): string => (text.length > mostCharacters ? text.slice(0, mostCharacters) : text);

/** 27 is AB. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it searches for
const notXml = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Characters that XML does not have are written as spreadsheets do. */
const escaped = (text: string): string =>
  text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(notXml, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
