// What comes back of a file with errors, and that it is the caller's own.
import test from 'ava';
import fc from 'fast-check';
import { fieldsOf, read } from './read.fixture.ts';
import { rejectedRows } from './rejected-rows-file.ts';

async function rejectedOf(file: string | Buffer, size = 64 * 1024): Promise<string> {
  const bytes = Buffer.from(file as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const source = {
    form: 'sales' as const,
    text: async () => ({ chunks: chunks(), isSheet: () => false }),
    errors: async () => read(bytes).errors,
  };
  let text = '';
  for await (const line of rejectedRows(source)) text += line;
  return text;
}

const whole = 'must be a whole number, without thousands separators';

test('rejected rows of a text file come back with their reasons, in their columns', async (t) => {
  const file = `sep=;\r\n"Date";make;Units;model\r\n2026-01;Audi;1;"A ""6"""\r\n;Opel;many;"A;6"\r\n2026-01;=Kia;-5;x;y\r\n2026-01;Opel\r\n2026-02;"Opel\nZafira\n";3;\r\n2026-02;Skoda;1,5;\r\n`;
  const many = (fields: number) => `has ${fields} fields, but the header has 4, separated by ;`;
  for (const size of [1, 7, 1_000])
    t.is(
      await rejectedOf(file, size),
      `\ufeff${[
        'reasons,source_row,Date,make,Units,model',
        `"Units: ${whole}",4,,Opel,many,A;6`,
        `"${many(5)}",5,2026-01,'=Kia,-5,x,y`,
        `"${many(2)}",6,2026-01,Opel`,
        'make: line breaks inside fields are not allowed,7,2026-02,"Opel\nZafira\n",3,',
        `"Units: ${whole}",10,2026-02,Skoda,"1,5",`,
        '',
      ].join('\n')}`,
    );
});

test('rejected objects come back with the names that they have, and what is no object with its text', async (t) => {
  const file = `{"brand":"Audi","units":1,"period":"2026-01"}
{"brand":"Opel","units":"many","period":"2026-01","revenue":12345678901234567890}
{"brand":["@",{"a":1,"b":1.10}],"year":2026}
no object
5
`;
  t.is(
    await rejectedOf(file),
    `\ufeff${[
      'reasons,source_row,brand,units,period,revenue,year',
      `"units: ${whole}; revenue: must have at most 15 digits",2,Opel,many,2026-01,12345678901234567890,`,
      '"brand: must be text, a number or null",3,"[""@"",{""a"":1,""b"":1.10}]",,,,2026',
      '"the line is not a JSON object, from character 1 on; put one object on each line, such as {""brand"": ""Toyota"", ""units_sold"": 41}: no object",4,,,,,',
      '"the line is not a JSON object, from character 1 on; put one object on each line, such as {""brand"": ""Toyota"", ""units_sold"": 41}: 5",5,,,,,',
      '',
    ].join('\n')}`,
  );
});

test('rejected rows that come back a second time have reasons and row once, also under a heading with spaces', async (t) => {
  const file = 'Reasons,Source Row,date,brand,units\nold,7,2026-01,Opel,many\n';
  t.is(await rejectedOf(file), `\ufeffreasons,source_row,date,brand,units\n"units: ${whole}",2,2026-01,Opel,many\n`);
});

test('rejected objects whose names every object inherits have only their own values', async (t) => {
  const file = '{"constructor":"x","units":"many"}\n{"units":"few"}\n{"__proto__":"y","units":"none"}\n';
  const [heading, ...lines] = (await rejectedOf(file)).trimEnd().split('\n');
  t.is(heading, '\ufeffreasons,source_row,constructor,units,__proto__');
  t.deepEqual(
    lines.map((line) => fieldsOf(line, ',')?.slice(1)),
    [
      ['1', 'x', 'many', ''],
      ['2', '', 'few', ''],
      ['3', '', 'none', 'y'],
    ],
  );
});

test('a rejected row with very many line breaks takes time in proportion to its length', async (t) => {
  const field = `"${'\n'.repeat(200_000)}"`;
  const began = performance.now();
  const back = await rejectedOf(`date,brand,units\n2026-01,${field},3\n`);
  t.is(
    back,
    `\ufeffreasons,source_row,date,brand,units\nbrand: line breaks inside fields are not allowed,2,2026-01,"'${field.slice(1)},3\n`,
  );
  t.true(performance.now() - began < 20_000, 'a copy for each line takes more than 30 s on an idle machine');
});

test('rejected rows can be sent again: reasons are ignored, and values are what they were', async (t) => {
  const value = fc
    .tuple(fc.constantFrom('', '=', '+', '-', '@', '\t', "'"), fc.string({ unit: 'grapheme', maxLength: 8 }))
    .map(([sign, text]) => `${sign}a${text.replace(/\p{C}/gu, '')}`);
  const rows = fc.array(fc.tuple(value, value, fc.integer({ min: -9, max: 9 })), { minLength: 1, maxLength: 8 });
  const quoted = (text: string | number) => `"${String(text).replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(rows, async (cells) => {
      const wrong = cells.map(([brand, region, units]) => `${[brand, region, units, 'soon'].map(quoted).join(',')}\n`);
      const back = await rejectedOf(`brand,region,units,date\n${wrong.join('')}`);
      const lines = back
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => fieldsOf(line, ',') ?? []);
      const own = lines.map((fields) =>
        fields.slice(2).map((field) => field.replace(/^'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/, '')),
      );
      t.deepEqual(
        own,
        cells.map((row) => [...row.map(String), 'soon']),
      );
      const mended = back.replaceAll(',soon\n', ',2026-01\n');
      const expected = read(
        Buffer.from(`brand,region,units,date\n${wrong.join('').replaceAll(',"soon"\n', ',"2026-01"\n')}`),
      );
      const found = read(Buffer.from(mended));
      t.deepEqual(
        found.rows.map(({ reasons: _, source_row: __, ...row }) => row),
        expected.rows,
      );
      t.deepEqual(found.counts, expected.counts);
    }),
    { numRuns: 100, seed: 191 },
  );
});

test('a value that is no text is refused in the ignored column, too', (t) => {
  const found = read(
    Buffer.concat([
      Buffer.from('reasons,date,brand,units\n"'),
      Buffer.from([0xff]),
      Buffer.from('",2026-01,Audi,1\na\0b,2026-01,Opel,1\n"x, ""y""",2026-01,Kia,"1"\n'),
    ]),
  );
  t.deepEqual(
    found.errors.map(({ row, column, rule }) => [row, column, rule]),
    [
      [2, 'reasons', 'encoding'],
      [3, 'reasons', 'pattern'],
    ],
  );
  t.deepEqual(found.rows, [{ reasons: 'x, "y"', period_start: '2026-01-01', brand: 'kia', units_sold: '1' }]);
});
