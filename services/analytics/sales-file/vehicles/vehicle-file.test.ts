// Files with one row for each vehicle: which form a file has, what is sold, what is refused.

import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { parseDay } from '../../indices/period.ts';
import { months, read, readWorkbook } from '../read.fixture.ts';
import { workbook } from '../xlsx/workbook-writer.ts';
import { VinCheck, VinTable } from './vin.ts';

const lines = (...rows: readonly string[]): Buffer => Buffer.from(`${rows.join('\n')}\n`);
const header = 'vin,sale_date,make,status,price,currency';
const errorsOf = (file: Buffer, form?: 'sales' | 'vehicles') =>
  read(file, form === undefined ? {} : { form }).errors.map(({ row, column, rule, message }) => [
    row,
    column,
    rule,
    message,
  ]);

test('SalesFile recognizes vehicles by their VIN, and puts their dates into the periods of the upload', (t) => {
  const found = read(lines(header, 'A1,2026-03-17,Volvo,,10,NOK', 'A2,,Volvo,,,', 'a-3,17.04.2026,Volvo,Verkauft,,'));
  t.deepEqual(found.errors, []);
  t.deepEqual(
    found.rows.map(({ vin, sale_date, brand, status }) => [vin, sale_date, brand, status]),
    [
      ['A1', '2026-03-01', 'volvo', ''],
      ['A2', '', 'volvo', ''],
      ['a-3', '2026-04-01', 'volvo', 'sold'],
    ],
  );
  t.deepEqual(found.vehicles, { sold: 2, in_stock: 1 });
});

test('SalesFile reads headings and words of the vehicle trade in six languages', (t) => {
  const files = [
    ['chassis no', 'invoice date', 'make', 'branch', 'status', 'condition', 'price', 'currency', 'in stock', 'used'],
    [
      'Fahrgestellnummer',
      'Rechnungsdatum',
      'Marke',
      'Filiale',
      'Status',
      'Zustand',
      'Preis',
      'Währung',
      'auf Lager',
      'gebraucht',
    ],
    [
      'Understellsnummer',
      'Salgsdato',
      'Merke',
      'Avdeling',
      'Lagerstatus',
      'Tilstand',
      'Pris',
      'Valuta',
      'på lager',
      'brukt',
    ],
    [
      'Numéro de châssis',
      'Date de vente',
      'Marque',
      'Succursale',
      'Statut',
      'État',
      'Prix',
      'Devise',
      'en stock',
      'occasion',
    ],
    [
      'Bastidor',
      'Fecha de venta',
      'Marca',
      'Sucursal',
      'Situación',
      'Estado',
      'Precio',
      'Moneda',
      'disponible',
      'usado',
    ],
    [
      'Chassisnummer',
      'Verkoopdatum',
      'Merk',
      'Vestiging',
      'Voorraadstatus',
      'Staat',
      'Prijs',
      'Valuta',
      'op voorraad',
      'gebruikt',
    ],
  ];
  for (const words of files) {
    const [stock, used] = words.slice(8);
    const found = read(
      lines(words.slice(0, 8).join(';'), `A1;2026-03-17;Volvo;Oslo;;${used};9,5;NOK`, `A2;;Volvo;Oslo;${stock};;;`),
    );
    t.deepEqual([found.errors, found.vehicles], [[], { sold: 1, in_stock: 1 }], words.join());
    t.deepEqual(
      found.rows.map(({ status, condition }) => [status, condition]),
      [
        ['', 'used'],
        ['in_stock', 'new'],
      ],
    );
  }
});

test('SalesFile asks for the form of a file whose header shows none or both', (t) => {
  const both =
    'the file has a column of VINs and one of units, so a row may be one vehicle or a period; upload it with form=vehicles or form=sales, or remove one of the columns';
  const neither =
    'the file has neither a column of VINs nor one of units; upload it with form=vehicles if each row is one vehicle, or add units_sold';
  const [twoFold, bare] = [
    lines('vin,date,brand,units', 'A1,2026-03-01,Volvo,1'),
    lines('sale_date,brand', '2026-03-01,Volvo'),
  ];
  t.deepEqual(errorsOf(twoFold), [[1, null, 'ambiguous_form', both]]);
  t.deepEqual(errorsOf(bare), [[1, null, 'ambiguous_form', neither]]);
  t.deepEqual(errorsOf(lines('{"vin":"A1","date":"2026-03-01","brand":"Volvo","units":1}')), [
    [1, null, 'ambiguous_form', both],
  ]);
  for (const file of [twoFold, bare]) t.deepEqual(read(file, { form: 'vehicles' }).vehicles, { sold: 1, in_stock: 0 });
  t.deepEqual(errorsOf(twoFold, 'sales'), [[1, 'vin', 'unknown_column', 'is not a known column; leave it out']]);
  t.deepEqual(errorsOf(lines('vin,brand', 'A1,Volvo')), [
    [
      1,
      'sale_date',
      'missing_column',
      'the file has no column sale_date, which says when each vehicle was sold; recognized: vin, brand',
    ],
  ]);
});

test('SalesFile refuses a vehicle that contradicts itself or another one, and names both rows', (t) => {
  const file = lines(
    header,
    'YV1-ZWA8U DN1234567,2026-03-17,Volvo,sold,10,NOK',
    'yv1zwa8udn1234567,17.03.2026,Volvo,sold,10,NOK',
    'A2,,Volvo,sold,,',
    'A3,2026-03-17,Volvo,in stock,,',
    ',2026-03-17,Volvo,,,',
    'A4,2026-03-17,Volvo,,10,EUR',
    'A5,2026-03-17,Volvo,,10,',
    'A6,2026-07-01,Volvo,,,',
    'A7,2026-02-30,Volvo,,,',
    'A8,03/2026,Volvo,,,',
    'ÅB,2026-03-17,Volvo,,,',
    'YV1ZWA8UDN123456789,2026-03-17,Volvo,,,',
    'YV1ZWA8UDN123456O,2026-03-17,Volvo,,,',
    'A4,2026-04-17,Volvo,,10,EUR',
  );
  t.deepEqual(errorsOf(file), [
    [3, 'vin', 'repeated_key', 'the row has the same VIN and date as row 2'],
    [4, 'sale_date', 'required', 'the sale date of a sold vehicle is missing'],
    [5, 'status', 'contradiction', 'the vehicle is in stock, but has a sale_date; clear one of the two'],
    [6, 'vin', 'required', 'the VIN is missing'],
    [7, 'currency', 'currency', 'other vehicles of the same period and series have another currency'],
    [8, 'currency', 'required', 'revenue and currency must be given together'],
    [9, 'sale_date', 'outside_period', '2026-07-01 is outside the period of the upload, 2026-01-01 to 2026-06-30'],
    [10, 'sale_date', 'date', 'the day 2026-02-30 does not exist'],
    [11, 'sale_date', 'date', 'must be a day, such as 2026-11-21 or 21.11.2026'],
    [12, 'vin', 'pattern', 'must have letters from A to Z and digits only'],
    [13, 'vin', 'length', 'must have at most 17 letters and digits'],
    [14, 'vin', 'pattern', 'must not have I, O or Q, which a VIN never has; check for 1 and 0'],
  ]);
  t.deepEqual(read(file).vehicles, { sold: 2, in_stock: 0 });
});

test('SalesFile compares the VINs of objects of which the first has none', (t) => {
  const objects = lines(
    '{"brand":"Volvo","sale_date":null}',
    '{"vin":"A1","brand":"Volvo","sale_date":"2026-03-17"}',
    '{"brand":"Volvo","sale_date":"2026-03-17"}',
    '{"vin":"a-1","brand":"Volvo","sale_date":"2026-03-17"}',
    '{"brand":"Volvo","sale_date":"2026-03-17"}',
  );
  const found = read(objects, { form: 'vehicles' });
  t.deepEqual(
    found.errors.map(({ row, rule, related_row }) => [row, rule, related_row]),
    [[4, 'repeated_key', 2]],
  );
  t.deepEqual(found.vehicles, { sold: 3, in_stock: 1 });
});

test('SalesFile refuses a sale after the latest day, in a period that has begun', (t) => {
  const latest = parseDay('2026-03-18');
  const file = lines(header, 'A1,2026-03-18,Volvo,,,', 'A2,2026-03-19,Volvo,,,', 'A3,30.03.2026,Volvo,,,');
  const found = read(file, { expected: { ...months, latest: latest as number } });
  t.deepEqual(
    found.errors.map(({ row, column, rule, message }) => [row, column, rule, message]),
    ['2026-03-19', '2026-03-30'].map((day, i) => [
      i + 3,
      'sale_date',
      'future',
      `${day} is in the future; clear it until the vehicle is sold`,
    ]),
  );
});

test('SalesFile refuses a second currency wherever the vehicle without a price comes', (t) => {
  const [none, eur, nok] = [',', '10,EUR', '10,NOK'];
  for (const prices of [
    [none, eur, nok],
    [eur, none, nok],
    [eur, nok, none],
  ]) {
    const found = read(lines(header, ...prices.map((price, i) => `A${i},2026-03-17,Volvo,,${price}`)));
    t.deepEqual(
      found.errors.map(({ row, rule }) => [row, rule]),
      [[prices.indexOf(nok) + 2, 'currency']],
      prices.join(' '),
    );
  }
});

test('SalesFile finds repeated VINs, other currencies and the number of sums in long files as a Map does', (t) => {
  const pick = (n: number, of: number) => Math.imul(n + 1, 0x9e3779b1) >>> (32 - of);
  for (const currencies of [['EUR'], ['EUR', ''], ['', 'EUR'], ['', '', 'EUR', 'NOK']]) {
    const [rowOfVin, currencyOf, refused] = [new Map<string, number>(), new Map<string, string>(), [] as unknown[]];
    const rows = Array.from({ length: 9_000 }, (_, i) => {
      // Another currency comes late, when many vehicles are known already.
      const currency = currencies[i < 6_000 ? i % Math.min(currencies.length, 3) : pick(i, 4) % currencies.length];
      const vin = `V${i % 10 === 0 ? pick(i, 12) : i + 10_000}`;
      const slice = `2026-0${1 + (pick(i, 9) % 3)}-15,${['Volvo', 'Opel', 'Seat'][pick(i, 7) % 3]},M${pick(i, 10)}`;
      const known = currencyOf.get(slice);
      if (rowOfVin.has(vin)) refused.push([i + 2, 'repeated_key', rowOfVin.get(vin)]);
      else if (known && currency && known !== currency) refused.push([i + 2, 'currency', null]);
      else {
        rowOfVin.set(vin, i + 2);
        currencyOf.set(slice, known || (currency ?? ''));
      }
      return `${vin},${slice},${currency === '' ? ',' : `10,${currency}`}`;
    });
    const found = read(lines('vin,sale_date,make,model,price,currency', ...rows), { isReadBack: false });
    t.deepEqual(
      found.errors.map(({ row, rule, related_row }) => [row, rule, related_row]),
      refused.slice(0, 1_000),
    );
    t.deepEqual([found.count, found.storedRows], [refused.length, currencyOf.size], currencies.join());
  }
});

test('SalesFile leaves a VIN out of its errors', async (t) => {
  const rows = ['YV1ZWA8UDN123456O', 'YV1ZWA8UDN123456789', 'ÅB'];
  const text = lines(header, ...rows.map((vin) => `${vin},2026-03-17,Volvo,,,`));
  const objects = lines(...rows.map((vin) => JSON.stringify({ vin, sale_date: '2026-03-17', brand: 'Volvo' })));
  const sheet = await buffer(
    workbook('May', [['vin', 'sale_date', 'brand'], ...rows.map((vin) => [vin, '2026-03-17', 'Volvo'])]),
  );
  for (const { errors } of [read(text), read(objects), await readWorkbook(sheet)])
    t.deepEqual(
      errors.map(({ column, value }) => [column, value]),
      rows.map(() => ['vin', null]),
    );
});

test('SalesFile refuses a file of vehicles in stock only', (t) => {
  const message = 'the file has vehicles in stock only; add the sold ones with their dates, or leave the upload out';
  t.deepEqual(errorsOf(lines(header, 'A1,,Volvo,,,')), [[null, null, 'missing_rows', message]]);
});

test('SalesFile reads the same vehicles from a workbook and from objects', async (t) => {
  const plain = read(lines('vin,sale_date,make,price,currency', 'A1,2026-03-17 14:05,Volvo,10.5,NOK', '208,,Volvo,,'));
  const objects = read(
    lines(
      '{"vin":"A1","sale_date":"2026-03-17T14:05:00Z","make":"Volvo","price":10.5,"currency":"NOK"}',
      '{"make":"Volvo","vin":208}',
    ),
  );
  const sheet = await readWorkbook(
    await buffer(
      workbook('May', [
        ['VIN', 'Sale date', 'Make', 'Price', 'Currency'],
        ['A1', '2026-03-17', 'Volvo', 10.5, 'NOK'],
        [208, null, 'Volvo'],
      ]),
    ),
  );
  for (const found of [plain, objects, sheet]) {
    t.deepEqual([found.errors, found.vehicles], [[], { sold: 1, in_stock: 1 }]);
    t.deepEqual(
      found.rows.map(({ vin, sale_date, brand, revenue }) => [vin, sale_date, brand, revenue]),
      [
        ['A1', '2026-03-01', 'volvo', '10.5'],
        ['208', '', 'volvo', ''],
      ],
    );
  }
});

test('VinTable keeps numbers apart that differ in one sign, and finds each again after it has grown', (t) => {
  const [check, table] = [new VinCheck(), new VinTable()];
  const wordsOf = (text: string) => {
    t.is(check.judge(Buffer.from(text), 0, text.length), 0, text);
    return check.words;
  };
  const vins = Array.from(
    { length: 5_000 },
    (_, i) => `WVWZZZ1JZ${i.toString(36).toUpperCase().replace(/[IOQ]/g, '-')}${i}`,
  );
  for (const [i, vin] of vins.entries()) {
    t.is(table.rowOf(wordsOf(vin)), 0, vin);
    table.add(check.words, i + 1);
  }
  t.deepEqual(
    vins.map((vin) => table.rowOf(wordsOf(vin.toLowerCase()))),
    vins.map((_, i) => i + 1),
  );
  t.deepEqual(
    ['A', 'AA', 'AAAAAAA'].map((vin) => table.rowOf(wordsOf(vin))),
    [0, 0, 0],
  );
});

test('SalesFile reads days with times as their days, however many different times there are', (t) => {
  const count = 500_100;
  const begin = Date.parse('2026-03-02T06:00:00Z');
  const sold = (i: number) => new Date(begin + i * 1_000).toISOString().slice(0, 19);
  const rows = Array.from({ length: count }, (_, i) => `A${i},${sold(i)},Volvo\n`).join('');
  const file = Buffer.from(`vin,sale_date,make\n${rows}`);
  const found = read(file, { pieces: Array(Math.floor(file.length / 65_536)).fill(65_536) });
  t.deepEqual([found.errors, found.counts], [[], { read: count, accepted: count, rejected: 0 }]);
  t.deepEqual([...new Set(found.rows.map(({ sale_date }) => sale_date))], ['2026-03-01']);
});

test('SalesFile copies the day of a day with a time, and refuses one with its whole value', (t) => {
  const times = ['2026-03-17T08:15:30Z', '2026-03-17 08:15:30.25+01:00', '17.03.2026 8:15', '2026-03-17'];
  const wrong = ['2026-03-17 at 8', '2026-02-30T08:00:00', '2026-09-01 08:00', '17.03.2026 8:15Z'];
  const all = [...times, ...wrong];
  const files = [
    lines('vin,sale_date,make', ...all.map((day, i) => `A${i},${day},Volvo`)),
    lines('vin,sale_date,make', ...all.map((day, i) => `A${i},"${day}",Volvo`)),
    lines(...all.map((sale_date, i) => JSON.stringify({ vin: `A${i}`, sale_date, make: 'Volvo' }))),
  ];
  for (const file of files) {
    const found = read(file);
    t.deepEqual(
      found.rows.map(({ vin, sale_date, brand }) => [vin, sale_date, brand]),
      times.map((_, i) => [`A${i}`, '2026-03-01', 'volvo']),
    );
    t.deepEqual(
      found.errors.map(({ value, rule }) => [value, rule]),
      [
        ['2026-03-17 at 8', 'date'],
        ['2026-02-30T08:00:00', 'date'],
        ['2026-09-01 08:00', 'outside_period'],
        ['17.03.2026 8:15Z', 'date'],
      ],
    );
  }
});
