// Archives that lie, and parts that no spreadsheet writes.
import { deflateRawSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { months, readWorkbook } from '../read.fixture.ts';
import { SharedStrings } from './strings.ts';
import { bytesOf, header, made, relation, shared, sheetOf, text } from './workbook.fixture.ts';
import { workbookParts } from './workbook-writer.ts';
import { zip } from './zip-writer.ts';

const again = 'open it in a spreadsheet and save it again';
const small = { bytes: 3 * 1024 * 1024, ratio: 200, ratioFrom: 1024 };
const good = sheetOf(header('date', 'brand', 'units'), `<row>${text('2026-01')}${text('Audi')}<c><v>1</v></c></row>`);

/** Writes a number over the directory's entry of a part. */
function patched(file: Buffer, part: string, at: number, value: number, size = 4): Buffer {
  const bytes = Buffer.from(file);
  const name = bytes.lastIndexOf(part);
  bytes.writeUIntLE(value, name - 46 + at, size);
  return bytes;
}

const hostile: readonly (readonly [string, () => Promise<Buffer>, string, RegExp])[] = [
  [
    'a bomb of one value',
    () => made(sheetOf(`<row>${' '.repeat(2_000_000)}</row>`)),
    'compression_ratio',
    /^unpacks to more than 200 times its size$/,
  ],
  [
    'more than may be unpacked',
    () => made(`${good}${'<!-- x -->'.repeat(400_000)}`),
    'unpacked_size',
    /^is more than 3,145,728 bytes unpacked$/,
  ],
  [
    'a text that all cells share',
    () =>
      made(sheetOf(header('date', 'brand', 'units'), `<row>${'<c t="s"><v>0</v></c>'.repeat(30)}</row>`.repeat(200)), {
        strings: shared(`<t>${Array.from({ length: 20_000 }, (_, i) => i).join('')}</t>`),
      }),
    'unpacked_size',
    /bytes unpacked$/,
  ],
  [
    'rows that are much longer than the file',
    () =>
      made(sheetOf(header('date', 'brand', 'units'), `<row>${'<c t="s"><v>0</v></c>'.repeat(3)}</row>`.repeat(250)), {
        strings: shared(`<t>${'a'.repeat(950)}</t>`),
      }),
    'compression_ratio',
    /^unpacks to more than 200 times its size$/,
  ],
  [
    'a part longer than it says',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 24, 10),
    'workbook',
    /sheet1\.xml is longer than it says/,
  ],
  [
    'a part shorter than it says',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 24, 10_000),
    'workbook',
    /sheet1\.xml is damaged/,
  ],
  [
    'a wrong checksum',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 16, 1),
    'workbook',
    /sheet1\.xml is damaged/,
  ],
  [
    'parts longer than the file',
    async () => patched(await made(good), 'xl/styles.xml', 20, 1_000_000),
    'workbook',
    /its parts are longer than the file/,
  ],
  [
    'a part outside of the file',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 42, 1_000_000),
    'workbook',
    /sheet1\.xml lies outside the archive/,
  ],
  [
    'an encrypted part',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 8, 1, 2),
    'workbook',
    /^is encrypted; save it without a password$/,
  ],
  [
    'an unknown way of packing',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 10, 14, 2),
    'workbook',
    /uses an unknown compression method/,
  ],
  [
    'the same part twice',
    async () => made(good, { others: [{ name: 'XL/styles.xml', text: [] }] }),
    'workbook',
    /the part XL\/styles\.xml occurs twice/,
  ],
  [
    'too many parts',
    () => made(good, { others: Array.from({ length: 2_000 }, (_, i) => ({ name: `x${i}`, text: [] })) }),
    'workbook',
    /^has more than 2,000 parts$/,
  ],
  ['a file that is cut off', async () => (await made(good)).subarray(0, -30), 'workbook', /its end is missing/],
  ['a beginning alone', async () => Buffer.from('PK\x03\x04 and so on'), 'workbook', /its end is missing/],
  [
    'an archive of an archive',
    async () => bytesOf(zip([{ name: 'sales.xlsx', text: ['PK\x03\x04'] }])),
    'workbook',
    /^is a ZIP archive without a workbook; save the sheet as XLSX or CSV, and upload that$/,
  ],
  [
    'a binary workbook',
    async () =>
      bytesOf(
        zip([
          {
            name: '_rels/.rels',
            text: [
              `<Relationships><Relationship Id="a" Type="${relation}/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
            ],
          },
        ]),
      ),
    'workbook',
    /^is a binary workbook \(\.xlsb\)/,
  ],
  [
    'an OpenDocument file',
    async () => bytesOf(zip([{ name: 'content.xml', text: [''] }])),
    'workbook',
    /^is an OpenDocument file/,
  ],
  ['a document type', () => made(`<!DOCTYPE x [<!ENTITY a "b">]>${good}`), 'workbook', /it has a document type/],
  ['an entity of its own', () => made(sheetOf(header('&a;', 'b'))), 'workbook', /an entity that XML does not have/],
  [
    'a number format longer than spreadsheets allow',
    () => made(good, { formats: `<styleSheet><numFmt numFmtId="170" formatCode="${'['.repeat(256)}"/></styleSheet>` }),
    'workbook',
    /a number format is longer than 255 characters/,
  ],
  ['a sheet with an endless name', () => made(good, { tab: 'S'.repeat(256) }), 'workbook', /name of a sheet is longer/],
  [
    'a part without a possible name',
    () => made(good, { more: `<Relationship Id="bad" Type="${relation}/theme" Target="http://["/>` }),
    'workbook',
    /the name of a part is broken/,
  ],
  ['a cell with two values', () => made(sheetOf('<row><c><v>1</v><v>2</v></c></row>')), 'workbook', /has two values/],
  ['rows out of order', () => made(sheetOf('<row r="2"/>', '<row r="2"/>')), 'workbook', /its row 2 is out of order/],
  [
    'a row beyond the last one',
    () => made(sheetOf('<row r="99999999999"/>')),
    'workbook',
    /its row 99999999999 is out of order/,
  ],
  [
    'cells out of order',
    () => made(sheetOf('<row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row>')),
    'workbook',
    /the cells of row 1 are out of order/,
  ],
  [
    'a cell beyond the last column',
    () => made(sheetOf('<row><c r="ZZZ1"><v>1</v></c></row>')),
    'workbook',
    /the cells of row 1 are out of order/,
  ],
  [
    'a shared text that is missing',
    () => made(sheetOf('<row><c t="s"><v>7</v></c></row>')),
    'workbook',
    /refers to a text that is missing/,
  ],
  ['a cell in a cell', () => made(sheetOf('<row><c><c/></c></row>')), 'workbook', /a cell is in another one/],
  ['a value in no cell', () => made(sheetOf('<row><v>1</v></row>')), 'workbook', /a value of row 1 is in no cell/],
  [
    'a row that ends before its cell',
    () => made(sheetOf('<row><c r="A1"><v>1</v></row>', '<row/>')),
    'workbook',
    /row 1 ends in the middle of a cell/,
  ],
  [
    'a cell in the last column, far behind the headings',
    () => made(sheetOf(header('date', 'brand', 'units'), '<row r="2"><c r="XFD2"><v>1</v></c></row>')),
    'column_count',
    /^the row has a value to the right of the last heading; clear it$/,
  ],
  [
    'a size in the long form that the directory lacks',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 24, 0xffffffff),
    'unpacked_size',
    /^is more than 3,145,728 bytes unpacked$/,
  ],
  [
    'a part in the place of another one',
    async () => patched(await made(good), 'xl/worksheets/sheet1.xml', 42, 0),
    'workbook',
    /sheet1\.xml cannot be unpacked|sheet1\.xml is damaged|sheet1\.xml is longer/,
  ],
  ['elements that are never closed', () => made(sheetOf('<a>'.repeat(200))), 'missing_header', /^the sheet is empty; /],
  [
    'rows that end in the middle',
    () => made('<worksheet><sheetData><row><c>'),
    'workbook',
    /its rows end in the middle/,
  ],
  [
    'a sheet without rows',
    () => made('<worksheet><sheetData/></worksheet>'),
    'missing_header',
    /^the sheet is empty; fill this one/,
  ],
  [
    'a tag without an end',
    () => made(`<worksheet a="${Array.from({ length: 400_000 }, (_, i) => i).join('')}`),
    'workbook',
    /longer than 1,048,576 bytes/,
  ],
];

for (const [what, file, rule, message] of hostile) {
  test(`a workbook is refused for ${what}`, async (t) => {
    const error = (await readWorkbook(await file(), { limits: small })).errors.at(-1);
    t.is(error?.rule, rule, error?.message);
    t.regex(error?.message ?? '', message);
    if (rule === 'workbook' && /complete|valid/.test(error?.message ?? '')) t.true(error?.message.endsWith(again));
  });
}

test('any byte of a workbook may be wrong without anything worse than a refusal', async (t) => {
  const file = await made(good);
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length - 1), fc.nat(255), async (at, byte) => {
      const bytes = Buffer.from(file);
      bytes[at] = byte;
      const found = await readWorkbook(bytes, { expected: months, limits: small });
      t.true(found.count > 0 || found.rows.length === 1);
    }),
    { numRuns: 300, seed: 190 },
  );
});

test('more shared texts than are remembered are refused', async (t) => {
  async function* texts() {
    yield Buffer.from('<sst>');
    for (let i = 0; i <= 2_000; i++) yield Buffer.from('<si/>'.repeat(1_000));
  }
  await t.throwsAsync(new SharedStrings().read(texts()), { message: /^has more than 2,000,000 different texts/ });
});

test('a part may be stored as it is, and its sizes may be in the long form', async (t) => {
  const found = await readWorkbook(stored64(good));
  t.deepEqual([found.rows, found.errors], [[{ period_start: '2026-01-01', brand: 'audi', units_sold: '1' }], []]);
});

/** Written without the writer, by the specification: ZIP64, one part deflated and the others stored. */
function stored64(sheet: string): Buffer {
  const parts = [...workbookParts('Sales'), { name: 'xl/worksheets/sheet1.xml', text: [sheet] }];
  const crcTable = Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
  const crc = (bytes: Buffer) => {
    let sum = 0xffffffff;
    for (const byte of bytes) sum = (crcTable[(sum ^ byte) & 0xff] as number) ^ (sum >>> 8);
    return (sum ^ 0xffffffff) >>> 0;
  };
  const [files, entries]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, text } of parts) {
    const plain = Buffer.from([...text].join(''));
    const method = name.includes('sheet1') ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const extra = Buffer.alloc(28);
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(plain.length), 4);
    extra.writeBigUInt64LE(BigInt(packed.length), 12);
    extra.writeBigUInt64LE(BigInt(at), 20);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(method, 10);
    entry.writeUInt32LE(crc(plain), 16);
    entry.fill(0xff, 20, 28);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(extra.length, 30);
    entry.fill(0xff, 42, 46);
    files.push(local, Buffer.from(name), packed);
    entries.push(entry, Buffer.from(name), extra);
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(56 + 20 + 22);
  end.writeUInt32LE(0x06064b50, 0);
  end.writeBigUInt64LE(BigInt(parts.length), 32);
  end.writeBigUInt64LE(BigInt(directory.length), 40);
  end.writeBigUInt64LE(BigInt(at), 48);
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(at + directory.length), 64);
  end.writeUInt32LE(0x06054b50, 76);
  end.fill(0xff, 84, 96);
  return Buffer.concat([...files, directory, end]);
}
