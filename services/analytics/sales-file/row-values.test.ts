// What SalesFile makes of periods, numbers, names, currencies and aliases in rows.
import test from 'ava';
import { parseRange } from '../indices/period.ts';
import type { Expected } from './header.ts';
import { latest, read, rules } from './read.fixture.ts';

test('SalesFile needs no period in rows when the upload has only one', (t) => {
  const november: Expected = { type: 'month', range: parseRange('2026-11')!, latest };
  t.deepEqual(
    read(Buffer.from('brand,units\nToyota,1\nOpel,2\nTOYOTA,3\n'), { expected: november }).errors.map((e) => [
      e.row,
      e.value,
      e.rule,
      e.related_row,
    ]),
    [[4, '2026-11-01/toyota', 'repeated_key', 2]],
  );
});

test('SalesFile reads year and month from two columns', (t) => {
  const found = read(
    Buffer.from(
      'Year,Month,Make,Quantity\n2026,1,Toyota,5\n2026,01,toyota,5\n2026,7,Toyota,5\n2026,,Opel,5\n2026,13,Opel,5\n',
    ),
  );
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.value, e.rule, e.related_row]),
    [
      [3, null, '2026-01-01/toyota', 'repeated_key', 2],
      [4, 'Month', '2026-7', 'outside_period', null],
      [5, 'Month', '', 'required', null],
      [6, 'Month', '13', 'range', null],
    ],
  );
});

test('SalesFile refuses rows outside of the month of an upload for one month', (t) => {
  const september: Expected = { type: 'month', range: parseRange('2026-09')!, latest };
  const file = 'year,month,brand,units\n2026,9,Toyota,1\n,,Opel,1\n2020,3,Fiat,1\n2026,,Kia,1\n,,TOYOTA,1\n';
  t.deepEqual(rules(file, september), [
    [4, 'month', 'outside_period'],
    [5, 'month', 'required'],
    [6, null, 'repeated_key'],
  ]);
  t.deepEqual(rules('year,brand,units\n2026,Toyota,1\n', september), [[1, 'month', 'missing_column']]);
});

test('SalesFile refuses year and month where another column gives the period', (t) => {
  t.deepEqual(rules('Year,date,Month,brand,units\n2020,2026-01,3,Toyota,1\n'), [
    [1, 'Year', 'misplaced_column'],
    [1, 'Month', 'misplaced_column'],
  ]);
  t.deepEqual(
    rules('year,month,brand,units\n2026,11,T,1\n', { type: 'week', range: parseRange('2026-W47')!, latest }),
    [
      [1, 'year', 'misplaced_column'],
      [1, 'month', 'misplaced_column'],
    ],
  );
});

test('SalesFile accepts days for an upload of a month', (t) => {
  const days: Expected = { type: 'day', range: parseRange('2026-02')!, latest };
  t.deepEqual(rules('date,brand,units\n2026-02-01,T,1\n2026-02-28,T,1\n2026-03-01,T,1\n2026-02,T,1\n', days), [
    [4, 'date', 'outside_period'],
    [5, 'date', 'period'],
  ]);
});

test('SalesFile accepts a period by its first day, as spreadsheets and statistics programs write it, and no time but midnight', (t) => {
  const days = ['-01 00:00:00', '-01T00:00:00', '-01T00:00:00Z', '-01 00:00:00.000', '-01 00:00', '-01 00:00:00+00:00'];
  const months = days.map((day, i) => `2026-0${i + 1}${day},T,1\n`).join('');
  const found = read(Buffer.from(`date,brand,units\n${months}2026-01-01 00:00:00,T,1\n`));
  t.deepEqual(
    [found.rows.map((row) => row.period_start), found.errors.map((e) => [e.row, e.rule, e.related_row])],
    [['01', '02', '03', '04', '05', '06'].map((month) => `2026-${month}-01`), [[8, 'repeated_key', 2]]],
  );
  const local = '01.01.2026,T,1\n1.2.2026,T,1\n01.03.2026 00:00:00,T,1\n02.03.2026,T,1\n31.02.2026,T,1\n';
  const ofDays = read(Buffer.from(`date,brand,units\n${local}`));
  t.deepEqual(
    [ofDays.rows.map((row) => row.period_start), ofDays.errors.map((e) => [e.row, e.message])],
    [
      ['2026-01-01', '2026-02-01', '2026-03-01'],
      [
        [5, 'must be the first day of a month, such as 2026-11-01 or 2026-11'],
        [6, 'the day 2026-02-31 does not exist'],
      ],
    ],
  );
  const others = [
    '2026-01-01 09:30:00',
    '01.01.2026 9:30',
    '2026-01-01T00:00:01Z',
    '2026-01-01T00:00:00+01:00',
    '2026-01-02 00:00:00',
  ];
  t.deepEqual(
    read(Buffer.from(`date,brand,units\n${others.map((other) => `${other},T,1\n`).join('')}`)).errors.map(
      (e) => e.message,
    ),
    [
      ...Array(4).fill('must be a day without a time, or with midnight, such as 2026-11-01T00:00:00'),
      'must be the first day of a month, such as 2026-11-01 or 2026-11',
    ],
  );
});

test('SalesFile names the month or the day of a period that does not exist', (t) => {
  const periods = ['2026-13', '2026-02-30', '2026-13-01', '2026-02-30 00:00:00', '2026-W54', '1026-01', '2026-x'];
  t.deepEqual(
    read(Buffer.from(`date,brand,units\n${periods.map((period) => `${period},T,1\n`).join('')}`)).errors.map(
      (e) => e.message,
    ),
    [
      'the month 2026-13 does not exist',
      'the day 2026-02-30 does not exist',
      'the month 2026-13 does not exist',
      'the day 2026-02-30 does not exist',
      'the week 2026-W54 does not exist',
      'the year 1026 is not from 1900 to 2199',
      'must be the first day of a month, such as 2026-11-01 or 2026-11',
    ],
  );
});

test('SalesFile accepts whole numbers with zero decimals, and removes the decimals', (t) => {
  const found = read(
    Buffer.from(
      'year;month;brand;units;stock\n2026.0;1,0;A;41.0;\n2026;2;A;-3,00;"7.0000"\n2026;3;A;0.0;41.5\n2026;4;A;1.000;1\n2026;5;A;.0;1\n2026;6;A;1.;1\n',
    ),
  );
  t.deepEqual(
    found.rows.map(({ year, month, units_sold, stock_units }) => [year, month, units_sold, stock_units]),
    [
      ['2026', '1', '41', ''],
      ['2026', '2', '-3', '7'],
      ['2026', '5', '0', '1'],
    ],
  );
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.value, e.message]),
    [
      [4, 'stock', '41.5', 'must be a whole number, without thousands separators'],
      [5, 'units', '1.000', 'must be a whole number, without thousands separators'],
      [7, 'units', '1.', 'must be a whole number, without thousands separators'],
    ],
  );
});

test('SalesFile reads a blank region as the region of the dealer, also in keys', (t) => {
  const found = read(Buffer.from('date,brand,units,region\n2026-01,T,1,\n2026-01,T,1,Home\n2026-01,T,1,Oslo\n'));
  t.deepEqual(
    [found.rows.map((row) => row.region), found.errors.map((e) => e.rule)],
    [['home', 'oslo'], ['repeated_key']],
  );
});

test('SalesFile accepts NA as a region or a model family, and treats it as missing for a brand, in any case', (t) => {
  const found = read(
    Buffer.from(
      'date,brand,units,region,model\n2026-01,T,1,NA,NA\n2026-02,T,1,#N/A,#N/A\n2026-03,NA,1,NA,NA\n2026-04,T,1,null,Null\n2026-05,Na,1,na,Na\n2026-05,n/a,NULL,na,Na\n',
    ),
  );
  t.deepEqual(
    [found.rows.map((row) => [row.region, row.model_family]), found.errors.map((e) => [e.row, e.value, e.message])],
    [
      [
        ['na', 'na'],
        ['home', 'all'],
        ['home', 'all'],
      ],
      [
        [4, 'NA', 'the brand is missing'],
        [6, 'Na', 'the brand is missing'],
        [7, 'n/a', 'the brand is missing'],
        [7, 'NULL', 'the units sold is missing'],
      ],
    ],
  );
});

test('SalesFile applies aliases before it compares keys', (t) => {
  const found = read(Buffer.from('date,brand,units\n2026-01,VW,1\n2026-01,Volkswagen,1\n'), {
    aliases: [['vw', 'volkswagen']],
  });
  t.deepEqual(
    [found.rows.map((row) => row.brand), found.errors.map((e) => [e.row, e.related_row])],
    [['volkswagen'], [[3, 2]]],
  );
  const messages = (...brands: readonly string[]) =>
    read(Buffer.from(`date,Brand,units\n${brands.map((brand) => `2026-01,${brand},1\n`).join('')}`), {
      aliases: [
        ['vw', 'volkswagen'],
        ['v-w', 'volkswagen'],
      ],
    }).errors.map(({ message }) => message);
  const [plain, joined] = ['the row has the same key as row 2', 'the Brand vw is an alias of volkswagen'];
  t.deepEqual(messages('VW', 'Volkswagen'), [`${plain}; ${joined}`]);
  t.deepEqual(messages('Volkswagen', 'Volkswagen', 'VW'), [plain, `${plain}; ${joined}`]);
  t.deepEqual(messages('VW', 'V.W.'), [`${plain}; the Brand v-w is an alias of volkswagen`]);
});

test('SalesFile requires revenue and currency together', (t) => {
  const found = read(
    Buffer.from(
      'date;brand;units;revenue;currency\n2026-01;A;1;10,50;NOK\n2026-01;B;1;;\n2026-01;C;1;-1;\n2026-01;D;1;;NOK\n2026-01;E;1;1,234;NOK\n2026-01;F;1;5;nok\n',
    ),
  );
  t.deepEqual(
    found.rows.map((row) => [row.brand, row.revenue, row.currency]),
    [
      ['a', '10.5', 'NOK'],
      ['b', '', ''],
    ],
  );
  t.deepEqual(
    found.errors.map((e) => [e.row, e.column, e.rule]),
    [
      [4, 'currency', 'required'],
      [5, 'revenue', 'required'],
      [6, 'revenue', 'type'],
      [7, 'currency', 'pattern'],
    ],
  );
});

test('SalesFile accepts currency codes of ISO 4217, also of earlier years', (t) => {
  const codes = [...Intl.supportedValuesOf('currency'), 'DEM', 'XXZ'];
  const rows = codes.map((code, i) => `2026-01,brand ${i},1,2,${code}\n`).join('');
  t.deepEqual(
    read(Buffer.from(`date,brand,units,revenue,currency\n${rows}`)).errors.map((e) => [
      e.row,
      e.column,
      e.value,
      e.rule,
      e.message,
    ]),
    [[codes.length + 1, 'currency', 'XXZ', 'enum', 'must be a currency code of ISO 4217, such as NOK']],
  );
});
