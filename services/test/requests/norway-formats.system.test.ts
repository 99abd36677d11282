// The Norwegian file as CSV, as a workbook and as objects, from the upload to the answers in every form, and a copy of
// a part of it that a client keeps.
import { buffer } from 'node:stream/consumers';
import test from 'ava';
import {
  type Client,
  connect,
  createCalendar,
  items,
  listIndexChanges,
  listIndices,
  pages,
  unwrap,
  uploadFile,
  waitForJob,
} from '../../../generated/analytics/client.ts';
import type { IndexChange, IndexItem } from '../../../generated/analytics/types.ts';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';
import { convertNorway } from '../../../tools/data/norway/convert.ts';
import { freshUser } from '../../../tools/test/servers.ts';
import { workbook } from '../../analytics/sales-file/xlsx/workbook-writer.ts';
import { market, raw } from '../fixtures/analytics/norway-figures.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
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

let whole: System;
let api: Running;

test.before(async (t) => {
  whole = await system(t);
  api = await whole.run(['analytics', 'ingest']);
  await dealers(whole, [...Object.keys(files), 'copied']);
});

const title =
  'the Norwegian file gives the same indices as CSV, XLSX and NDJSON, and each answer has them in every form';
test.serial(title, async (t) => {
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

/** As the contract says of listIndexChanges: what each change names is read again, and nothing else. */
function copyOf(client: Client) {
  let copy: readonly IndexItem[] = [];
  let since = 0;
  const group_by = 'brand' as const;
  const read = (query: object) => Array.fromAsync(items(listIndices, client, { query: { group_by, ...query } }));
  const sorted = (all: readonly IndexItem[]) =>
    all.toSorted((a, b) => (`${a.brand_id} ${a.date}` < `${b.brand_id} ${b.date}` ? -1 : 1));
  return {
    async follow(): Promise<readonly IndexChange[]> {
      const changes: IndexChange[] = [];
      let revision = since;
      for await (const page of pages(listIndexChanges, client, { query: { since } })) {
        changes.push(...page.items);
        revision = page.meta.revision;
      }
      for (const { brand_ids, date_from } of changes) {
        const isKept = ({ brand_id, date }: IndexItem) =>
          (brand_ids !== null && !brand_ids.some((each) => each === brand_id)) ||
          (date_from !== null && date < date_from);
        const fresh = await read({
          ...(brand_ids === null ? {} : { brand_id: brand_ids }),
          ...(date_from === null ? {} : { date_from }),
        });
        copy = [...copy.filter(isKept), ...fresh];
      }
      const newer = changes.filter((change) => change.revision > since);
      since = revision;
      return newer;
    },
    shown: () => sorted(copy),
    fresh: async () => sorted(await read({})),
  };
}

test.serial('a copy of a client follows an upload, a correction and a new calendar over HTTP', async (t) => {
  const { access_token: token } = await login(api, await person(whole, { dealer: 'copied' }));
  const { email, password } = await freshUser(whole.identity, 'analytics', ['admin']);
  const administrator = await login(api, { id: '', email, password });
  const baseUrl = `${api.url}/api/v1`;
  const client = connect({ baseUrl, token });
  const copy = copyOf(client);
  const load = async (period: string, lines: readonly string[]) => {
    const file = new File([`${names.join()}\n${lines.join('\n')}\n`], 'sales.csv');
    const { job_id } = unwrap(await uploadFile(client, { form: { file, dealer_id: 'copied', period } }));
    return await waitForJob(client, { path: { id: job_id } });
  };
  const year = csv.split('\n').filter((line) => line.startsWith('2016-'));
  const may = year.filter((line) => line.startsWith('2016-05'));
  const corrected = may.map((line, i) => (i === 0 ? line.replace(/\d+$/, (units) => `${Number(units) + 5}`) : line));
  const steps: readonly (readonly [kind: string, () => Promise<unknown>])[] = [
    ['upload', () => load('2016-01/2016-12', year)],
    ['upload', () => load('2016-05', corrected)],
    [
      'calendar',
      async () =>
        unwrap(
          await createCalendar(connect({ baseUrl, token: administrator.access_token }), {
            body: { calendar_id: 'default', country: null, weekdays: [1, 2, 3, 4, 5], closed_on: ['2016-05-17'] },
          }),
        ),
    ],
  ];
  const days: (number | null)[] = [];
  for (const [kind, change] of steps) {
    await change();
    t.deepEqual(
      (await copy.follow()).map((each) => each.kind),
      [kind],
    );
    t.deepEqual(copy.shown(), await copy.fresh(), kind);
    days.push(copy.shown().find(({ date }) => date === '2016-05-01')?.selling_days ?? null);
  }
  // May 2016 has 26 days from Monday to Saturday, 22 from Monday to Friday, and the 17th is one of these.
  t.deepEqual(days, [26, 26, 21]);
});
