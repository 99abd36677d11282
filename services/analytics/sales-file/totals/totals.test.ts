// Rows that are the sum of others, by what they are called and where they stand, and rows that are not.
import test from 'ava';
import { parseRange } from '../../indices/period.ts';
import type { FormName } from '../columns.ts';
import { latest, read, readWorkbook } from '../read.fixture.ts';

type Expected = readonly (readonly [row: number, column: string, value: string])[];

const month = { type: 'month', range: parseRange('2026-10')!, latest } as const;
const year = { type: 'month', range: parseRange('2026-01/2026-12')!, latest } as const;

const found = (rows: readonly string[], form: FormName = 'sales', expected: typeof month = month) => {
  const { errors, totals } = read(Buffer.from(`${rows.join('\n')}\n`), { expected, form });
  return [
    errors.map(({ row, rule }) => [row, rule]),
    totals && [
      totals.units,
      totals.unitsWithout,
      totals.errors.map(({ row, column, value }) => [row, column, value] as const),
    ],
  ];
};

const sums = (units: number, without: number, rows: Expected) => [[], [units, without, rows]];
const none = [[], null];

const head = 'period_start,brand,units_sold';
const [toyota, volvo] = ['2026-10,Toyota,40', '2026-10,Volvo,39'];

test('a total is found in the first, in a middle and in the last row, with and without a period', (t) => {
  t.deepEqual(found([head, toyota, volvo, ',Total,79']), sums(158, 79, [[4, 'brand', 'total']]));
  t.deepEqual(found([head, toyota, volvo, '2026-10,Total,79']), sums(158, 79, [[4, 'brand', 'total']]));
  t.deepEqual(found([head, '2026-10,Total,79', toyota, volvo]), sums(158, 79, [[2, 'brand', 'total']]));
  t.deepEqual(found([head, toyota, '2026-10,Total,79', volvo]), sums(158, 79, [[3, 'brand', 'total']]));
  t.deepEqual(found([head, toyota, '2026-10,Total,40']), sums(80, 40, [[3, 'brand', 'total']]));
});

test('a total is found in many languages', (t) => {
  const words =
    'Total|TOTAL:|Grand total|Sum|Summe|Gesamt|Gesamtsumme|Insgesamt|Totalt|Totalsum|I alt|Sammanlagt|Total général|Ensemble|Totaal|Eindtotaal|Total general|Suma|Todas las marcas|Totale|Tutti|Soma|Razem|Ogółem|Celkem|Spolu|Összesen|Yhteensä|Kokku|Kopā|Toplam|Ukupno|Skupaj|Σ|Σύνολο|Итого|Всего|Усього|Общо|合計|总计|합계|รวม|المجموع|סה"כ|All brands|Alle Marken|Alle merker|Toutes les marques';
  for (const word of words.split('|')) {
    const name = `"${word.replaceAll('"', '""')}"`;
    t.like(found([head, toyota, `2026-10,${name},79`, volvo])[1], { 0: 158, 1: 79 }, word);
  }
});

test('a total with an unknown name is found by its numbers', (t) => {
  t.deepEqual(found([head, toyota, volvo, '2026-10,Xyz,79']), sums(158, 79, [[4, 'brand', 'xyz']]));
  t.deepEqual(
    found([head, '2026-10,Toyota,431', '2026-10,Xyz,1000', '2026-10,Volvo,569']),
    sums(2000, 1000, [[3, 'brand', 'xyz']]),
  );
  const months = ['01', '02', '03', '04'].flatMap((each, i) => [
    `2026-${each},Toyota,${7 * i + 13}`,
    `2026-${each},Norge,${10 * i + 18}`,
    `2026-${each},Volvo,${3 * i + 5}`,
  ]);
  t.deepEqual(found([head, ...months], 'sales', year), sums(264, 132, [[3, 'brand', 'norge']]));
});

test('subtotals by region, brand, model family, period and group are found, and a grand total beside them', (t) => {
  const [regions, models] = ['period_start,region,brand,units_sold', 'period_start,brand,model,units_sold'];
  const place = (name: string, a: number, b: number, total: string) => [
    `2026-10,${name},Toyota,${a}`,
    `2026-10,${name},Volvo,${b}`,
    total,
  ];
  t.deepEqual(
    found([
      regions,
      ...place('Oslo', 10, 5, '2026-10,Oslo,Total,15'),
      ...place('Bergen', 7, 2, '2026-10,Bergen,Total,9'),
      '2026-10,,Total,24',
    ]),
    sums(72, 24, [
      [4, 'brand', 'total'],
      [7, 'brand', 'total'],
      [8, 'brand', 'total'],
    ]),
  );
  const byBrand = ['2026-10,Oslo,Toyota,110', '2026-10,Bergen,Toyota,57', '2026-10,Hamar,Toyota,57'];
  for (const name of ['', 'Norge', 'Alle'])
    t.like(found([regions, ...byBrand, `2026-10,${name},Toyota,224`])[1], { 0: 448, 1: 224 }, name);
  const details = (first: string, second: string) => [
    models,
    '2026-10,Toyota,Corolla,10',
    '2026-10,Toyota,Yaris,20',
    `2026-10,${first},30`,
    '2026-10,Volvo,XC60,7',
    '2026-10,Volvo,V60,9',
    `2026-10,${second},16`,
  ];
  for (const [first, second] of [
    ['Toyota,', 'Volvo,'],
    ['Toyota,Gesamt', 'Volvo,Gesamt'],
    ['Toyota Total,', 'Volvo Total,'],
    ['Toyota,Toyota total', 'Volvo,Volvo total'],
  ] as const) {
    t.like(found(details(first, second))[1], { 0: 92, 1: 46 }, first);
    t.like(found([...details(first, second), '2026-10,Samlet,,46'])[1], { 0: 138, 1: 46 }, first);
  }
  t.like(
    found([head, toyota, '2026-10,Honda,39', '2026-10,Summe Japan,79', '2026-10,Volvo,3', '2026-10,Summe EU,3'])[1],
    { 0: 164, 1: 82 },
  );
  const periods = ['2026-01,Toyota,4', '2026-01,Volvo,5', '2026-02,Toyota,14', '2026-02,Volvo,15'];
  t.like(found([head, ...periods, '2026-02,Yhteensä,29'], 'sales', year)[1], { 0: 67, 1: 38 });
  t.like(found([head, ...periods, '2026-02,Total,38'], 'sales', year)[1], { 0: 76, 1: 38 });
});

test('a total is found in objects and in a workbook', async (t) => {
  const objects = ['Toyota,40', 'Volvo,39', 'Totaal,79'].map((row) => {
    const [brand, units] = row.split(',');
    return JSON.stringify({ brand, units_sold: Number(units) });
  });
  t.deepEqual(found(objects), sums(158, 79, [[3, 'brand', 'totaal']]));
  const { workbook } = await import('../xlsx/workbook-writer.ts');
  const { buffer } = await import('node:stream/consumers');
  const sheet = await buffer(
    workbook('Sales', [
      ['Marke', 'Stück'],
      ['Toyota', 40],
      ['Volvo', 39],
      ['Gesamtergebnis', 79],
    ]),
  );
  const { totals } = await readWorkbook(sheet, { expected: month });
  t.like(totals, { units: 158, unitsWithout: 79, errors: [{ row: 4, column: 'Marke', value: 'gesamtergebnis' }] });
});

test('the total of a list of vehicles is found by its price, its name or its VIN', (t) => {
  const dated = ['2026-10-01,Toyota,100,NOK', '2026-10-02,Volvo,200.5,NOK'];
  const header = 'sale_date,brand,price,currency';
  for (const name of ['Total', 'Xyz'])
    t.like(found([header, ...dated, `2026-10-31,${name},300.5,NOK`], 'vehicles')[1], { 0: 3, 1: 2 }, name);
  t.like(found(['sale_date,brand', '2026-10-01,Toyota', '2026-10-02,Volvo', '2026-10-31,Total 2'], 'vehicles')[1], {
    0: 3,
    1: 2,
  });
  t.deepEqual(found([header, ...dated, '2026-10-31,Total,90,NOK'], 'vehicles'), none);
  const vins = ['vin,sale_date,brand', 'A1,2026-10-01,Toyota'];
  for (const vin of ['Total', 'Summe', 'Total 2'])
    t.deepEqual(found([...vins, `${vin},2026-10-31,Volvo`], 'vehicles'), [[[3, 'pattern']], null], vin);
});

test('ordinary files have no total', (t) => {
  const files = [
    ['2026-10,Total,12'],
    ['2026-10,Toyota,12', '2026-10,Volvo,12'],
    ['2026-10,Toyota,0', '2026-10,Volvo,0', '2026-10,Total,0'],
    ['2026-10,Toyota,5', '2026-10,Volvo,3', '2026-10,Kia,2'],
    ['2026-10,Toyota,40', '2026-10,Volvo,39', '2026-10,Kia,79'],
    ['2026-10,Toyota,40', '2026-10,Total,12', '2026-10,Volvo,39'],
    ['2026-10,Toyota,-5', '2026-10,Volvo,5', '2026-10,Kia,0'],
  ];
  for (const rows of files) t.deepEqual(found([head, ...rows]), none, rows.join());
  const equal = ['01', '02', '03', '04', '05', '06'].flatMap((each, i) => [
    `2026-${each},Fjord,${i + 30}`,
    `2026-${each},Nord,${i + 30}`,
  ]);
  t.deepEqual(found([head, ...equal], 'sales', year), none);
  const once = ['01', '02', '03'].flatMap((each, i) => [
    `2026-${each},Fjord,${i + 310}`,
    `2026-${each},Nord,${i * i + 190}`,
    `2026-${each},Sør,500`,
  ]);
  t.deepEqual(found([head, ...once], 'sales', year), none);
});
