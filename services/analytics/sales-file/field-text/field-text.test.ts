// Files as dealers and public offices write them: each is read right, or refused with a text that names what it is and
// what to do.
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { parseRange } from '../../indices/period.ts';
import { asUtf8 } from '../encoding/encoding.ts';
import type { Expected } from '../header.ts';
import { latest, read } from '../read.fixture.ts';
import { contentOf } from '../sniff.ts';

const expectedOf = (range: string, type: Expected['type'] = 'month', ignoresUnknown = false): Expected => ({
  type,
  range: parseRange(range)!,
  latest,
  ignoresUnknown,
});
const year = expectedOf('2026-01/2026-12');

const found = (text: string, expected: Expected = year) => {
  const { rows, errors } = read(Buffer.from(text), { expected });
  return [rows.map((row) => row.sale_date ?? row.period_start), errors.map(({ message }) => message)];
};

test('months are read as spreadsheets and reports write them', (t) => {
  const octobers =
    "Okt 2026|Oktober 2026|Okt. 2026|Okt-26|okt.26|oct.-26|oct-26|Oct 2026|October 2026|octobre 2026|octubre de 2026|Oktober 26|ottobre 2026|out/26|październik 2026|10.2026|10/2026|2026/10|2026-10|202610|2026M10|20261001|1.10.2026|01.10.26|1-Oct-26|1. Oktober 2026|Oct 1, 2026|31.10.2026|31 octobre 2026|10/1/2026|10/31/2026|01/10/2026|31/10/26|01-10-2026|2026/10/01|'2026-10";
  for (const text of octobers.split('|'))
    t.deepEqual(found(`period_start;brand;units_sold\n"${text}";VW;4\n`), [['2026-10-01'], []], text);
});

test('weeks and quarters are read in the forms of their countries', (t) => {
  for (const text of ['2026-W05', '2026W05', 'W5 2026', 'KW 05/2026', 'uke 5 2026', 'semaine 5 2026', 'week 5, 2026'])
    t.deepEqual(found(`date;brand;units\n${text};VW;4\n`, expectedOf('2026-W01/2026-W10', 'week')), [
      ['2026-01-26'],
      [],
    ]);
  for (const text of [
    'Q2 2026',
    '2026Q2',
    '2Q26',
    '2. Quartal 2026',
    'T2 2026',
    '2. kvartal 2026',
    '2026-Q2',
    'Q2/2026',
  ])
    t.deepEqual(found(`date;brand;units\n${text};VW;4\n`, expectedOf('2026-Q1/2026-Q4', 'quarter')), [
      ['2026-04-01'],
      [],
    ]);
});

test('a day above 12 shows in which order the days with slashes of a column are, wherever it stands and the file is cut', (t) => {
  const file = (days: readonly string[]) =>
    `vin,sale_date,brand\n${days.map((day, i) => `A${i},${day},Audi\n`).join('')}`;
  t.deepEqual(found(file(['03/08/2026', '26/06/2026'])), [['2026-08-01', '2026-06-01'], []]);
  t.deepEqual(found(file(['03/08/2026', '06/26/2026'])), [['2026-03-01', '2026-06-01'], []]);
  t.deepEqual(found(file(['3-8-26 9:15', '6/26/26 2:00 PM'])), [['2026-03-01', '2026-06-01'], []]);
  const { rows } = read(Buffer.from(file(['03/08/2026', '26/06/2026'])), { expected: year, pieces: Array(99).fill(1) });
  t.is(rows.length, 2);
  const objects =
    '{"vin":"A1","brand":"VW","sale_date":"03/08/2026"}\n{"vin":"A2","brand":"VW","sale_date":"26/06/2026"}\n';
  t.deepEqual(found(objects), [['2026-08-01', '2026-06-01'], []]);
  t.deepEqual(found(file(['03/08/2026', '04/05/2026']))[1], [
    'may be 2026-08-03 or 2026-03-08, and no day of the column above 12 shows which; write it as 2026-08-03 or 2026-03-08',
    'may be 2026-05-04 or 2026-04-05, and no day of the column above 12 shows which; write it as 2026-05-04 or 2026-04-05',
  ]);
  t.deepEqual(found(file(['26/06/2026', '06/27/2026']))[1], [
    'has the month first, but 26/06/2026 has the day first; write each as 2026-11-21',
  ]);
});

test('a vehicle that is bought back is sold again, and may be in stock', (t) => {
  const file = 'vin,sale_date,brand\nA9,2026-01-05,Audi\nA9,2026-06-20,Audi\nA9,,Audi\nA9,20.06.2026,Audi\nA9,,Audi\n';
  t.deepEqual(found(file), [
    ['2026-01-01', '2026-06-01', ''],
    ['the row has the same VIN and date as row 3', 'the row has the same VIN as row 4'],
  ]);
});

test('titles above the header of a text file are left out', (t) => {
  const titles = 'Sales report;;\nDealer: 4711;;\n;;\n';
  t.deepEqual(found(`${titles}period_start;brand;units_sold\n2026-09;Toyota;4\n`), [['2026-09-01'], []]);
  const { errors } = read(Buffer.from(`${titles}period_start;brand;units_sold\n2026-09;Toyota;many\n`), {
    expected: year,
    pieces: Array(60).fill(2),
  });
  t.deepEqual(
    errors.map(({ row, rule }) => [row, rule]),
    [[5, 'type']],
  );
});

test('names with Š, Ž, š, ž and œ are read in Windows-1252, and the same bytes of DOS and old Macs are not', async (t) => {
  const encodingOf = async (text: string, size: number) => {
    const bytes = Buffer.from(`brand;x\n${text};1\n`, 'latin1');
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const text8 = asUtf8(chunks());
    const all = await buffer(text8);
    return [text8.encoding, all.toString()];
  };
  const names = [
    '\x8akoda',
    '\x8aKODA',
    '\x8eilina',
    'Ko\x9aice',
    'Bo\x9eena',
    'KO\x8aICE',
    'C\x9cur',
    '\x8akoda;Citro\xebn',
  ];
  for (const name of names)
    for (const size of [1, 2, 3, 64])
      t.deepEqual(
        await encodingOf(name, size),
        ['windows-1252', `brand;x\n${new TextDecoder('windows-1252').decode(Buffer.from(name, 'latin1'))};1\n`],
        `${name} ${size}`,
      );
  for (const name of ['J\x8ager', 'K\x9aln', 'Malm\x9a', 'Ren\x8e', '\x8erlig', 'M\x9aLLER', 'Bl\x8c', 'M\x9fnchen'])
    t.is((await encodingOf(name, 64))[0], 'utf-8', name);
});

test('numbers are read with a plus, an apostrophe or a long minus, and others are refused by what they have', (t) => {
  const numbers = (cells: readonly string[]) =>
    read(Buffer.from(`date,brand,units\n${cells.map((cell, i) => `2026-01,B${i},${cell}\n`).join('')}`), {
      expected: year,
    });
  t.deepEqual(
    numbers(['+41', '−3', "'7", '–2', ' 41 ']).rows.map((row) => Number(row.units_sold)),
    [41, -3, 7, -2, 41],
  );
  t.deepEqual(
    numbers(['1.2E+05', '(3)', '3-', '40%', '1\u00a0234', '-', 'many']).errors.map(
      ({ message }) => message.split(';')[0],
    ),
    [
      'is in scientific notation, which may have left digits out',
      'has parentheses',
      'has its minus at the end',
      'is a percentage',
      'has a no-break space in it, as a thousands separator',
      'is a dash',
      'must be a whole number, without thousands separators',
    ],
  );
  const objects = '{"date":"2026-01","brand":"A","units":1e3}\n{"date":"2026-02","brand":"A","units":41.0}\n';
  t.deepEqual(
    read(Buffer.from(objects), { expected: year }).rows.map((row) => row.units_sold),
    ['1000', '41'],
  );
});

test('a line break in a quoted field of an ignored column is skipped with it, and in another column refused', (t) => {
  const text = 'date,brand,units,notes\r\n2026-09,Toyota,4,"first\r\nsecond"\r\n2026-10,Toyota,x,ok\r\n';
  const { rows, errors } = read(Buffer.from(text), { expected: { ...year, ignoresUnknown: true } });
  t.deepEqual([rows.map((row) => row.units_sold), errors.map(({ row, rule }) => [row, rule])], [['4'], [[4, 'type']]]);
});

test('headings of public files are read where no other heading means the same', (t) => {
  t.deepEqual(found('Date,Maker,Registrations\n2026-09,BMW,7\n'), [['2026-09-01'], []]);
  t.deepEqual(found('Date,Company,Brand,Units\n2026-09,Fjordbil,BMW,7\n', { ...year, ignoresUnknown: true }), [
    ['2026-09-01'],
    [],
  ]);
  t.deepEqual(found('date,brand,units,Total\n2026-09,BMW,7,7\n')[1], [
    'is not a known column; it is named like a sum of others, so leave it out',
  ]);
});

test('a table with a column for each period is refused with what to do', (t) => {
  const quarters = expectedOf('2026-Q1/2026-Q2', 'quarter', true);
  const [first] = found('BodyType,Make,2026Q2,2026Q1\nCars,BYD,2,1\n', quarters)[1] as string[];
  t.is(
    first,
    'the headings 2026Q2, 2026Q1 are periods, but a row is one period: write a row for each, with the period in period_start and its number in units_sold',
  );
  t.regex(String(found('Brand,Jan,Feb\nBMW,2,1\n')[1]), /^the headings Jan, Feb are periods/);
  t.regex(
    String(found('Date,Brand,New,Used\n2026-01,BMW,2,1\n')[1]),
    /^the headings New, Used are values of condition/,
  );
});

test('pages and XML that are named .xls are recognized', (t) => {
  for (const text of ['<html><table>', '\ufeff\r\n<!DOCTYPE html>', '<table border=1>', 'MIME-Version: 1.0'])
    t.is(contentOf(Buffer.from(text)), 'html', text);
  t.is(contentOf(Buffer.from('<?xml version="1.0"?>\n<Workbook>')), 'xml');
});
