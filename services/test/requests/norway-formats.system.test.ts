// The Norwegian file as CSV, as a workbook and as objects, from the upload to the answers in every form.
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';
import { convertNorway } from '../../../tools/data/norway/convert.ts';
import { workbook } from '../../analytics/sales-file/xlsx/workbook-writer.ts';
import { market, raw } from '../fixtures/analytics/norway-figures.ts';
import { type Running, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, get, login, person, upload } from '../fixtures/users.ts';

const { csv } = convertNorway(raw);
const [names = [], ...rows] = csv
  .trimEnd()
  .split('\n')
  .map((line) => line.split(','));
const cells = rows.map((row) => row.map((value) => (/^-?\d+$/.test(value) ? Number(value) : value)));

const files = {
  text: () => Promise.resolve(Buffer.from(csv)),
  sheet: () => buffer(workbook('Norway', [names, ...cells])),
  objects: () =>
    Promise.resolve(
      Buffer.from(
        cells.map((row) => `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, row[i]])))}\n`).join(''),
      ),
    ),
};

const formats: Readonly<Record<string, string>> = { text: 'csv', sheet: 'xlsx', objects: 'ndjson' };

test('the Norwegian file gives the same indices as CSV, XLSX and NDJSON, and each answer has them in every form', async (t) => {
  const whole = await system(t);
  const api = await whole.run(['analytics', 'ingest']);
  await dealers(whole, Object.keys(files));
  const answers: Answers[] = [];
  for (const [dealer, file] of Object.entries(files)) {
    const { access_token: token } = await login(api, await person(whole, { dealer }));
    const bytes = new Uint8Array(await file());
    const sent = await upload(api, token, bytes, { dealer_id: dealer, period: '2007-01/2017-01' });
    t.like(await ended(api, token, await accepted(sent)), {
      status: 'succeeded',
      rows: { read: rows.length, accepted: rows.length, rejected: 0 },
      read_as: { format: formats[dealer] },
    });
    const full = await answersOf(api, token);
    answers.push(full);
    t.deepEqual(await answersOf(api, token, narrow.map((field) => `&fields=${field}`).join('')), narrowed(full));
  }
  const [first] = answers;
  for (const { items, csv, ndjson } of answers) {
    t.deepEqual(ndjson, items);
    const [heading, ...lines] = csv;
    t.is(heading, Object.keys(items[0] ?? {}).join());
    t.deepEqual(
      lines,
      items.map((item) => csvRow(Object.values(item)).trimEnd()),
    );
    t.deepEqual(items, first?.items);
  }
  t.is(
    first?.items.reduce((sum, item) => sum + Number(item.units), 0),
    [...market.values()].reduce((sum, units) => sum + units, 0),
  );
});

type Item = Readonly<Record<string, string | number | boolean | null>>;
type Answers = { readonly items: readonly Item[]; readonly csv: readonly string[]; readonly ndjson: readonly Item[] };

const narrow = ['brand_id', 'date', 'units', 'dsr', 'z_t'];

/** What `fields` leaves of the items, in each form. */
function narrowed({ items }: Answers): Answers {
  const left = items.map((item) => Object.fromEntries(narrow.map((field) => [field, item[field] ?? null])));
  const csv = [narrow.join(), ...left.map((item) => csvRow(Object.values(item)).trimEnd())];
  return { items: left, csv, ndjson: left };
}

async function answersOf(api: Running, token: string, fields = ''): Promise<Answers> {
  const path = `/indices?group_by=brand${fields}`;
  const text = async (query: string, accept: string) => {
    const response = await get(api, token, `${path}${query}`, { accept });
    if (response.status !== 200) throw new Error(`${accept} was answered ${response.status} ${await response.text()}`);
    return await response.text();
  };
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = JSON.parse(await text(`&limit=1000${query}`, 'application/json')) as Page;
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  const ndjson = (await text('', 'application/x-ndjson')).trimEnd().split('\n');
  return {
    items,
    csv: (await text('', 'text/csv')).trimEnd().split('\n'),
    ndjson: ndjson.map((line) => JSON.parse(line) as Item),
  };
}

type Page = { readonly items: readonly Item[]; readonly next_cursor: string | null };
