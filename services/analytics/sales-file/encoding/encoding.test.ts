// Texts in the encodings in which spreadsheets save them, and in those that must not be taken for these.
import test from 'ava';
import fc from 'fast-check';
import { PackingFault } from '../gunzip.ts';
import { read } from '../read.fixture.ts';
import { asUtf8 } from './encoding.ts';

async function readIn(bytes: Buffer, size = 64 * 1024) {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const text = asUtf8(chunks());
  const all: Buffer[] = [];
  for await (const chunk of text) all.push(chunk);
  return { bytes: Buffer.concat(all), encoding: text.encoding };
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const bigEndian = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
const littleEndian = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

const german = 'Datum;Marke;Stück;Modell\r\n2026-01;Skoda;3;x\r\n';
const rows = [{ period_start: '2026-01-01', brand: 'skoda', units_sold: '3', model_family: 'x' }];

test('a German file is the same in UTF-8, UTF-16 and Windows-1252, wherever it is cut', async (t) => {
  const files = [
    ['utf-8', Buffer.from(german)],
    ['utf-16', littleEndian(german)],
    ['utf-16', bigEndian(german)],
    ['windows-1252', latin1(german)],
  ] as const;
  for (const [encoding, file] of files)
    for (const size of [1, 2, 3, 17, 1_000]) {
      const found = await readIn(file, size);
      const { rows: stored, errors } = read(found.bytes);
      t.deepEqual([found.encoding, stored, errors], [encoding, rows, []], `${encoding} ${size}`);
    }
});

test('names of six languages in Windows-1252 are read, also with typographic signs', async (t) => {
  for (const name of [
    'Citroën',
    'Tromsø',
    'Málaga',
    'Gävle',
    'Blåøy',
    'L\x92Été',
    'Nr. 5 \xba',
    '\x80 5',
    'Ålesund \x96 Nord',
  ]) {
    for (const size of [1, 2, 3, 7, 1_000]) {
      const found = await readIn(latin1(`brand\n${name}\n`), size);
      t.is(found.encoding, 'windows-1252', `${name} ${size}`);
      t.is(found.bytes.toString(), `brand\n${new TextDecoder('windows-1252').decode(latin1(name))}\n`);
    }
  }
});

test('text that may be in another encoding stays as it is', async (t) => {
  const dos = ['M\x81nchen', 'K\x94ln', 'J\x84ger', 'Citro\x89n', '\x8frhus'];
  const others = ['\xb3\xf3d\xbc', 'Wroc\xb3aw', 'M\x9fnchen', 'a\x00\xe9', '\xcf\xd0\xe8\xe2\xe5\xf2', '5\xe9 6'];
  const mac = ['Troms\xbf', 'M\xbflle', 'Espa\x96a', '\xbfrsta', 'Mart\x92nez', 'N\xba 5'];
  const swedish = ['Malm\x94', '\x94stersund'];
  for (const name of [...dos, ...mac, ...swedish, ...others, 'Stück \xfc'.replace('ü', '\xc3\xbc')]) {
    const file = latin1(`brand\n${name}\n`);
    const found = await readIn(file);
    t.deepEqual([found.encoding, found.bytes], ['utf-8', file], name);
  }
});

test('a file that begins as Windows-1252 and is not is refused, wherever it is cut', async (t) => {
  for (const size of [1, 2, 5, 7, 11])
    for (const name of ['Malm\x94', 'Troms\xbf', 'Wroc\xb3aw', '5\xe9 6'])
      await t.throwsAsync(
        readIn(latin1(`brand\nStück\n${'x\n'.repeat(10)}${name}\n`), size),
        {
          instanceOf: PackingFault,
          message: 'begins as Windows-1252, but has other bytes further on; save the file as UTF-8',
        },
        `${name} ${size}`,
      );
});

test('text in UTF-8 stays as it is, wherever it is cut', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const file = Buffer.from(text.replace(/^\ufeff/, ''));
      t.deepEqual(await readIn(file, size), { bytes: file, encoding: 'utf-8' });
    }),
    { numRuns: 300, seed: 192 },
  );
});

test('UTF-16 that breaks off or has half a character is refused', async (t) => {
  for (const file of [littleEndian('date;brand\n').subarray(0, -1), littleEndian('date\ud800;brand\n')])
    await t.throwsAsync(readIn(file), {
      instanceOf: PackingFault,
      message: 'begins as UTF-16, but has other bytes further on; save the file as UTF-8',
    });
});

test('headings of six languages stand for their columns, and one that may mean two is refused with both', (t) => {
  const cases = [
    'Datum,Marke,Stückzahl,Lagerbestand,Währung,Umsatz',
    'Dato,Merke,Antall,Lagerbeholdning,Valuta,Omsetning',
    "Période,Marque,Quantité,Stocks,Devise,Chiffre d'affaires",
    'Fecha,Marca,Unidades,Existencias,Moneda,Facturación',
    'Periode,Merk,Aantal,Voorraad,Munt,Omzet',
  ];
  for (const headings of cases) {
    const { rows: stored, errors } = read(Buffer.from(`${headings}\n2026-01,Audi,1,2,EUR,3\n`));
    const sale = {
      period_start: '2026-01-01',
      brand: 'audi',
      units_sold: '1',
      stock_units: '2',
      currency: 'EUR',
      revenue: '3',
    };
    t.deepEqual([stored, errors], [[sale], []], headings);
  }
  for (const heading of ['Sales', 'Verkäufe', 'VENTES', 'salg']) {
    const { errors } = read(Buffer.from(`date,brand,units,${heading}\n2026-01,Audi,1,2\n`));
    t.deepEqual(
      errors.map(({ rule, column, message }) => [rule, column, message]),
      [['ambiguous_column', heading, 'may mean units_sold or revenue; rename it to the one that you mean']],
    );
  }
});
