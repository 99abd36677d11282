// The one pass over plain cells beside the scanner, which reads whatever the pass leaves: both give the same lines.
import test from 'ava';
import fc from 'fast-check';
import { unpackLimits } from '../gunzip.ts';
import { SheetRows } from './sheet-rows.ts';
import { SharedStrings } from './strings.ts';
import { dateOf } from './styles.ts';

const texts = ['brand', 'Škoda', 'a "b"', '', 'x'.repeat(100)];
const xml = `<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;

async function* onceOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

/** `pieces`: bytes of each chunk. One byte at a time leaves no cell to the pass. */
async function linesOf(sheet: string, pieces: number): Promise<string> {
  const strings = new SharedStrings();
  await strings.read(onceOf(xml));
  const source = { strings, isDate: [false, true, false, true], dates: 1900 } as const;
  const rows = new SheetRows(source, { ...unpackLimits, packed: 1_000_000_000 });
  const bytes = Buffer.from(sheet);
  const lines: Buffer[] = [];
  try {
    for (let at = 0; at < bytes.length; at += pieces)
      for (const each of rows.push(bytes.subarray(at, at + pieces))) lines.push(each);
    rows.end();
  } catch (error) {
    return `${error}`;
  }
  return Buffer.concat(lines).toString();
}

/** One cell: what it is in the file, and the field that it stands for. */
type Written = { readonly type: string; readonly style: string; readonly value: string; readonly field: string };

const quotedIf = (text: string): string => (/["\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const plainNumber = (raw: string): string =>
  /^-?\d{1,15}$/.test(raw) ? raw : String(Number(Number(raw).toPrecision(15)));

const sharedText = fc.nat(texts.length - 1).map((i): Written => {
  return { type: 's', style: '', value: String(i), field: quotedIf(texts[i] ?? '') };
});
const wholeNumber = fc.tuple(
  fc.integer({ min: -99_999, max: 999_999_999 }),
  fc.constantFrom('', 'n'),
  fc.constantFrom('', '0', '2'),
);
const number = wholeNumber.map(
  ([value, type, style]): Written => ({ type, style, value: `${value}`, field: `${value}` }),
);
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((value): Written => {
  return {
    type: '',
    style: '',
    value: String(value),
    field:
      /e/.test(String(value)) || String(value).replace(/\D/g, '').length > 15
        ? plainNumber(String(value))
        : String(value),
  };
});
const day = fc
  .tuple(fc.integer({ min: 61, max: 80_000 }), fc.constantFrom('1', '3'))
  .map(([serial, style]): Written => {
    return { type: '', style, value: String(serial), field: `\x02${dateOf(serial, 1900)}` };
  });
const cell = fc.oneof(sharedText, number, fraction, day);

/** The same cell as several programs write it. */
const spelled = fc.constantFrom(
  ({ type, style, value }: Written, place: string) =>
    `<c r="${place}"${style && ` s="${style}"`}${type && ` t="${type}"`}><v>${value}</v></c>`,
  ({ type, style, value }: Written, place: string) =>
    `<c r="${place}"${type && ` t="${type}"`}${style && ` s="${style}"`}><v>${value}</v></c>`,
  ({ type, style, value }: Written, place: string) =>
    `<c r='${place}'${style && ` s='${style}'`}${type && ` t='${type}'`}><f>1+1</f><v>${value}</v></c>`,
  ({ type, style, value }: Written, place: string) =>
    `\n  <c r="${place}"${style && ` s="${style}"`}${type && ` t="${type}"`} ><v>${value}</v>\n</c>`,
  ({ type, style, value }: Written, place: string) =>
    `<x:c r="${place}"${style && ` s="${style}"`}${type && ` t="${type}"`}><x:v><!-- y -->${value}</x:v></x:c>`,
);
const rowTags = ['', ' spans="1:4"', ' x14ac:dyDescent="0.25"', ' s="9" customFormat="1"', " ht='15'"];
const rowOf = fc.tuple(
  fc.array(fc.option(cell), { minLength: 1, maxLength: 4 }),
  spelled,
  fc.nat(rowTags.length - 1),
  fc.nat({ max: 1 }),
  fc.boolean(),
);

test('plain cells give the fields that they stand for, and the lines that the scanner gives alone', async (t) => {
  const headings =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>brand</t></is></c><c r="B1" t="inlineStr"><is><t>units</t></is></c><c r="C1" t="inlineStr"><is><t>c</t></is></c><c r="D1" t="inlineStr"><is><t>d</t></is></c></row>';
  await fc.assert(
    fc.asyncProperty(fc.array(rowOf, { maxLength: 20 }), fc.integer({ min: 100, max: 5_000 }), async (rows, pieces) => {
      let row = 1;
      let sheet = `<worksheet><sheetData>${headings}`;
      let expected = 'brand\tunits\tc\td\n';
      for (const [cells, spell, tag, gap, isSpaced] of rows) {
        expected += '\n'.repeat(gap);
        row += 1 + gap;
        const inside = cells.map((each, i) => (each === null ? '' : spell(each, `${'ABCD'[i]}${row}`)));
        sheet += `<row r="${row}"${rowTags[tag]}>${inside.join('')}</row>${isSpaced ? '\n' : ''}`;
        const fields = Array.from({ length: 4 }, (_, i) => cells[i]?.field ?? '');
        expected += fields.every((field) => field === '') ? '\n' : `${fields.join('\t')}\n`;
      }
      sheet += `</sheetData></worksheet>${' '.repeat(200)}`;
      t.is(await linesOf(sheet, pieces), expected);
      t.is(await linesOf(sheet, 1), expected);
    }),
    { numRuns: 150, seed: 381 },
  );
});

test('a formula without a stored value is marked, with or without an element for the value', async (t) => {
  const row = (n: number, ...cells: string[]): string =>
    `<row r="${n}">${cells.map((inside, i) => inside.replace('<c', `<c r="${'ABCD'[i]}${n}"`)).join('')}</row>`;
  const one = '<c><v>1</v></c>';
  const heading = (name: string): string => `<c t="inlineStr"><is><t>${name}</t></is></c>`;
  const rows = [
    row(1, heading('brand'), heading('units'), one, one),
    row(2, one, '<c><f>1+1</f><v></v></c>', '<c s="2"><f>1+1</f><v/></c>', '<c t="n"><f>1+1</f></c>'),
    row(3, '<c><f>1+1</f><v>2</v></c>', '<c t="b"><f>1=1</f><v></v></c>', '<c t="e"><f>1/0</f><v /></c>', one),
    row(4, one, '<c t="str"><f>""</f><v></v></c>', '<c><v></v></c>', '<c s="2"><v/></c>'),
    row(5, one, '<c t="str"><f>""</f></c>', '<c><f/><v>0</v></c>', one),
  ];
  const sheet = `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>${' '.repeat(200)}`;
  const expected = 'brand\tunits\t1\t1\n1\t\x03\t\x03\t\x03\n2\t\x03\t\x03\t1\n1\t\t\t\n1\t\x03\t0\t1\n';
  for (const pieces of [1, 7, sheet.length]) t.is(await linesOf(sheet, pieces), expected);
});

test('a damaged sheet gives what the scanner gives alone', async (t) => {
  const row = (n: number): string =>
    `<row r="${n}" spans="1:3"><c r="A${n}" s="1"><v>45${n}</v></c><c r="B${n}" t="s"><v>${n % 3}</v></c><c r="C${n}" t="n"><v>${n * 1.25}</v></c></row>`;
  const good = `<worksheet><sheetData>${Array.from({ length: 12 }, (_, n) => row(n + 1)).join('')}</sheetData></worksheet>${' '.repeat(200)}`;
  const signs = [
    '<',
    '>',
    '"',
    "'",
    '/',
    ' ',
    '=',
    '&',
    '0',
    '9',
    '.',
    '-',
    'A',
    'Z',
    'c',
    'r',
    'v',
    's',
    't',
    'é',
    '</c>',
    '</row>',
    '<c>',
    '99999999999',
    ' r="9"',
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(good.length - 300), fc.nat(3), fc.constantFrom('', ...signs)), {
        minLength: 1,
        maxLength: 3,
      }),
      async (damages) => {
        let sheet = good;
        for (const [at, length, sign] of damages) sheet = sheet.slice(0, at) + sign + sheet.slice(at + length);
        t.is(await linesOf(sheet, sheet.length), await linesOf(sheet, 1), sheet);
      },
    ),
    { numRuns: 1_500, seed: 382 },
  );
});
