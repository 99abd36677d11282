// Writes a workbook with one sheet, in flat memory: texts stand in their cells.
import { type NewPart, zip } from './zip-writer.ts';

export type Cell = string | number | null;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Everything but the sheet. */
export const workbookParts = (
  sheet: string,
  { extra = '', date1904 = false } = {},
): readonly (NewPart & { readonly text: Iterable<string> })[] => [
  {
    name: '[Content_Types].xml',
    text: [
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`,
      `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>`,
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
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
      `<sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
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
  zip([...workbookParts(sheet), { name: 'xl/worksheets/sheet1.xml', text: sheetText(rows) }]);

/** Rows are joined up to this many characters: each piece is a turn of the stream. */
const pieceCharacters = 16 * 1024;

async function* sheetText(rows: Rows): AsyncGenerator<string> {
  let piece = `${head}<worksheet xmlns="${main}"><sheetData>`;
  let row = 0;
  for await (const cells of rows) {
    row += 1;
    piece += `<row r="${row}">${cells.map((cell, i) => cellText(cell, `${columnLetters(i)}${row}`)).join('')}</row>`;
    if (piece.length < pieceCharacters) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}</sheetData></worksheet>`;
}

function cellText(cell: Cell, place: string): string {
  if (cell === null) return '';
  return typeof cell === 'number'
    ? `<c r="${place}"><v>${cell}</v></c>`
    : `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(cut(cell))}</t></is></c>`;
}

/** More in a cell makes Excel repair the file. */
const mostCharacters = 32_767;
/** Half of a pair of surrogates at the end becomes the sign for what is missing. */
const cut = (text: string): string => (text.length > mostCharacters ? text.slice(0, mostCharacters) : text);

/** 27 is AB. */
export function columnLetters(column: number): string {
  const before = Math.floor(column / 26);
  return (before > 0 ? columnLetters(before - 1) : '') + String.fromCharCode(65 + (column % 26));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const notXml = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Characters that XML does not have are written as spreadsheets do. */
const escaped = (text: string): string =>
  text
    .replace(/_x(?=[0-9A-Fa-f]{4}_)/g, '_x005F_x')
    .replace(notXml, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
