// Workbooks of tests, with parts that are written by hand.
import { unpackLimits } from '../gunzip.ts';
import type { Read } from '../read.fixture.ts';
import { type Cell, workbook, workbookParts } from './workbook-writer.ts';
import { partsOf, unpackPart, whole } from './zip.ts';
import { type NewPart, zip } from './zip-writer.ts';

export async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

export const written = (rows: readonly (readonly Cell[])[], sheet = 'Sales') => bytesOf(workbook(sheet, rows));
/** The text of a part. */
export async function partOf(bytes: Buffer, name: string): Promise<string> {
  const source = {
    bytes: bytes.length,
    read: async function* (first: number, last: number) {
      yield bytes.subarray(first, last + 1);
    },
  };
  const part = (await partsOf(source)).get(name);
  if (part === undefined) throw new Error(`there is no ${name}`);
  return String(await whole(unpackPart(source, part, unpackLimits)));
}

export const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const extra = ['sharedStrings', 'styles']
  .map((part) => `<Relationship Id="${part}" Type="${relation}/${part}" Target="/xl/${part}.xml"/>`)
  .join('');
export const styles =
  '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="mmm\\-yy"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>';
export const shared = (...texts: string[]) => `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`;

/** A workbook of which the parts are written by hand. */
export const made = (
  sheet: string,
  { strings = shared(), date1904 = false, others = [] as NewPart[], tab = 'Sales', formats = styles, more = '' } = {},
) =>
  bytesOf(
    zip([
      ...workbookParts('Sales', { extra: extra + more, date1904 }).map(({ name, text }) => ({
        name,
        text: [[...text].join('').replace('"Sales"', `"${tab}"`)],
      })),
      { name: 'xl/worksheets/sheet1.xml', text: [sheet] },
      { name: 'xl/styles.xml', text: [formats] },
      { name: 'xl/sharedStrings.xml', text: [strings] },
      ...others,
    ]),
  );
export const sheetOf = (...rows: string[]) => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`;
export const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
export const header = (...names: string[]) => `<row>${names.map(text).join('')}</row>`;
export const first = ({ errors: [error] }: Read) => error;
export const fault = (rule: string, message: string) => ({
  row: null,
  column: null,
  value: null,
  rule,
  message,
  related_row: null,
});
