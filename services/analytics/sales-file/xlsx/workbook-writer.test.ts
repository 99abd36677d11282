// The sheet that is written: what a spreadsheet shows of it.
import test from 'ava';
import { partOf, written } from './workbook.fixture.ts';

test('a sheet has a bold heading that stays, columns as wide as their values, and dates', async (t) => {
  const moment = new Date('2026-01-31T06:30:00Z');
  const bytes = await written([
    ['date', 'brand & model', 'note'],
    [new Date('2026-01-31'), 'Kia', 'x'.repeat(200)],
    [moment, 7, null],
  ]);
  const text = (value: string) => `t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
  t.is(
    (await partOf(bytes, 'xl/worksheets/sheet1.xml')).replace(/^<.*\n<worksheet[^>]*>/, ''),
    [
      '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
      '<cols><col min="1" max="1" width="21" customWidth="1"/><col min="2" max="2" width="15" customWidth="1"/><col min="3" max="3" width="80" customWidth="1"/></cols>',
      `<sheetData><row r="1"><c r="A1" s="1" ${text('date')}<c r="B1" s="1" ${text('brand &amp; model')}<c r="C1" s="1" ${text('note')}</row>`,
      `<row r="2"><c r="A2" s="2"><v>46053</v></c><c r="B2" ${text('Kia')}<c r="C2" ${text('x'.repeat(200))}</row>`,
      '<row r="3"><c r="A3" s="3"><v>46053.270833333336</v></c><c r="B3"><v>7</v></c></row></sheetData></worksheet>',
    ].join(''),
  );
  const styles = await partOf(bytes, 'xl/styles.xml');
  t.deepEqual(
    [...styles.matchAll(/<xf numFmtId="(\d+)" fontId="(\d)"/g)].map(([, id, font]) => [id, font]),
    [
      ['0', '0'],
      ['0', '1'],
      ['164', '0'],
      ['165', '0'],
    ],
  );
});

test('a sheet longer than a piece has the widths of its first rows, and all of its rows once', async (t) => {
  const rows = Array.from({ length: 2_000 }, (_, i) => [`row ${i}`, i < 1_900 ? 'short' : 'x'.repeat(70)]);
  const sheet = await partOf(await written(rows), 'xl/worksheets/sheet1.xml');
  t.deepEqual(
    [sheet.match(/<cols>.*?<\/cols>/g), sheet.split('<sheetData>').length, sheet.split('<row ').length],
    [
      ['<cols><col min="1" max="1" width="9" customWidth="1"/><col min="2" max="2" width="8" customWidth="1"/></cols>'],
      2,
      2_001,
    ],
  );
});
