// Whatever is asked of the indices: the rows of the caller added up, equal in every form, or a problem that names the
// parameter. Never an internal error, never a row of another dealer.
import test from 'ava';
import fc from 'fast-check';
import { csvRow } from '../../../generated/runtime/reply/csv.ts';
import { type Running, system } from '../fixtures/system.ts';
import { accepted, dealers, ended, get, login, person, problemType, upload } from '../fixtures/users.ts';
import {
  accepts,
  csvOf,
  expectedForm,
  expectedUnits,
  oddKeys,
  ownRows,
  queries,
  type RawPair,
  textOf,
} from './odd-queries.fixture.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** 3,000 with `FAULTS=all`. */
const count = process.env.FAULTS === 'all' ? 3_000 : 300;
const abreast = 6;

let api: Running;
let token: string;
let otherToken: string;
/** What an answer has only if it shows another dealer. */
const foreign = /geheim|skjult|nordbil|77777/i;

test.before(async (t) => {
  const whole = await system(t);
  // Three thousand queries are asked faster than a caller may.
  api = await whole.run(['analytics', 'ingest'], {
    RATE_LIMITS: 'analytics.read=1000000,analytics.requests-in-progress=1000,analytics.downloads-in-progress=1000',
  });
  await dealers(whole, ['fjordbil', 'nordbil']);
  otherToken = (await login(api, await person(whole, { dealer: 'nordbil' }))).access_token;
  token = (await login(api, await person(whole, { dealer: 'fjordbil' }))).access_token;
  const theirs = ownRows.map((row) => ({
    ...row,
    brand: `Geheim ${row.brand.slice(0, 90)}`,
    region: 'Skjult',
    units: 77_777,
  }));
  const hidden = [...theirs, ...ownRows.map((row) => ({ ...row, units: 77_777 }))];
  for (const [dealer_id, by, rows] of [
    ['nordbil', otherToken, hidden.slice(1)],
    ['nordbil', otherToken, hidden],
    ['fjordbil', token, ownRows.slice(1)],
    ['fjordbil', token, ownRows],
  ] as const) {
    const sent = await upload(api, by, csvOf(rows), { dealer_id, period: '2024-01/2024-06' });
    const job = await ended(api, by, await accepted(sent));
    t.is(job.status, 'succeeded', JSON.stringify(job));
  }
});

type Item = Readonly<Record<string, unknown>>;
type Problem = {
  readonly type: string;
  readonly errors?: readonly { readonly parameter?: string }[];
  readonly attribute?: string;
};

const at = (query: string) => `/indices${query === '' ? '' : `?${query}`}`;

const statuses: Readonly<Record<number, readonly string[]>> = {
  400: ['invalid-request'],
  403: ['out-of-scope'],
  406: ['not-acceptable'],
  422: ['business-rule'],
};

/** What is wrong with an answer that is no 200. */
function wrongRefusal(status: number, text: string, names: readonly string[]): string[] {
  if (statuses[status] === undefined) return [`answered ${status} ${text}`];
  const { type, errors = [], attribute } = JSON.parse(text) as Problem;
  // Only the other dealer is refused: the caller has a whole dealer, with all brands and regions.
  if (status === 403 && !(attribute === 'dealer_id' && names.includes(attribute))) return [`refused by ${text}`];
  const isDeclared = statuses[status].map(problemType).includes(type);
  const unknown = errors.filter(({ parameter }) => parameter === undefined || !names.includes(parameter));
  // Only what cannot be decoded has no name.
  const isNamed = [403, 406].includes(status) || errors.length > 0 || text.includes('invalid percent-encoding');
  return isDeclared && isNamed && unknown.length === 0 ? [] : [`refused by ${text}`];
}

function namesOf(query: string): readonly string[] {
  try {
    return query.split('&').map((each) => decodeURIComponent((each.split('=')[0] ?? '').replaceAll('+', ' ')));
  } catch {
    return [];
  }
}

const parsed = (ndjson: string): readonly Item[] =>
  ndjson
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Item);

type Page = { readonly items: readonly Item[]; readonly next_cursor: string | null };

/** All pages. */
async function allItems(path: string): Promise<readonly Item[] | string> {
  const items: Item[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const next: string = cursor === '' ? '' : `${path.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const response = await get(api, token, path + next, { accept: 'application/json' });
    const text = await response.text();
    if (response.status !== 200) return `${response.status} ${text}`;
    const page = JSON.parse(text) as Page;
    items.push(...page.items);
    cursor = page.next_cursor;
  }
  return items;
}

/** How many queries were answered with a status. */
const met = new Map<number, number>();

async function wrongAnswers(pairs: readonly RawPair[]): Promise<string[]> {
  const query = textOf(pairs);
  const texts = await Promise.all(
    ['application/x-ndjson', 'text/csv'].map(async (accept) => {
      const response = await get(api, token, at(query), { accept });
      // `text()` takes the byte order mark off.
      return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString() };
    }),
  );
  const [ndjson = { status: 0, text: '' }, csv = { status: 0, text: '' }] = texts;
  const shown = texts
    .filter(({ status, text }) => status === 200 && foreign.test(text))
    .map(({ text }) => `shows ${text}`);
  if (ndjson.status !== csv.status) return [`NDJSON has ${ndjson.status} and CSV ${csv.status}`];
  met.set(ndjson.status, (met.get(ndjson.status) ?? 0) + 1);
  if (ndjson.status !== 200) return wrongRefusal(ndjson.status, ndjson.text, namesOf(query));
  const limit = new URLSearchParams(query).get('limit');
  const items = await allItems(at(query));
  if (typeof items === 'string') return [`JSON has ${items}`];
  const lines = parsed(ndjson.text);
  const first = limit === null ? items : items.slice(0, Number(limit));
  const asked = new URLSearchParams(query);
  const columns = asked.has('fields') ? asked.getAll('fields') : (csv.text.slice(1).split('\n')[0]?.split(',') ?? []);
  const cells = lines.map((item) => csvRow(columns.map((name) => item[name])));
  const table = `\uFEFF${csvRow(columns)}${cells.map((row) => (row === '\n' ? '""\n' : row)).join('')}`;
  return [
    ...shown,
    ...same('NDJSON', lines, first),
    ...same('CSV', csv.text, table),
    ...same('JSON', figuresOf(items, asked), expectedOf(asked)),
  ];
}

const same = (what: string, found: unknown, goal: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(goal)
    ? []
    : [`${what} has ${JSON.stringify(found)}, expected ${JSON.stringify(goal)}`];

/** What `fields` leaves of an id, a date and units. */
const figuresOf = (items: readonly Item[], query: URLSearchParams) =>
  items.map((item) => [item[`${query.get('group_by')}_id`], item.date, item.units]);

function expectedOf(query: URLSearchParams): unknown {
  const fields = query.getAll('fields');
  const has = (name: string) => fields.length === 0 || fields.includes(name);
  return expectedUnits(query).map(({ id, date, units }) => [
    has(`${query.get('group_by')}_id`) ? id : undefined,
    has('date') ? date : undefined,
    has('units') ? units : undefined,
  ]);
}

async function eachOf<Each>(
  all: readonly Each[],
  check: (each: Each) => Promise<readonly string[]>,
): Promise<string[]> {
  const wrong: string[] = [];
  let next = 0;
  const checking = Array.from({ length: abreast }, async () => {
    for (let n = next++; n < all.length; n = next++) {
      const each = all[n] as Each;
      wrong.push(...(await check(each)).map((what) => `${JSON.stringify(each).slice(0, 400)}: ${what.slice(0, 600)}`));
    }
  });
  await Promise.all(checking);
  return wrong;
}

test('listIndices answers any query with the sums of the own rows, equal in each form, or names the parameter', async (t) => {
  t.timeout(120_000);
  t.log(`SEED=${seed}`);
  t.deepEqual((await eachOf(fc.sample(queries, { seed, numRuns: count }), wrongAnswers)).slice(0, 5), []);
  t.log(Object.fromEntries(met));
  t.true((met.get(200) ?? 0) > count / 10 && (met.get(400) ?? 0) > count / 10, 'both are met often');
});

test('listIndices answers any Accept with the form that it weighs most, or 406', async (t) => {
  t.timeout(120_000);
  t.log(`SEED=${seed}`);
  const asked = at('fields=date&fields=units');
  const bodies = new Map<string | null, string>();
  for (const accept of ['application/json', 'text/csv', 'application/x-ndjson'])
    bodies.set(accept, await (await get(api, token, asked, { accept })).text());
  const wrong = await eachOf(fc.sample(accepts, { seed, numRuns: count }), async (parts) => {
    const accept = parts.map(({ range, weight }) => range + weight).join(', ');
    const response = await get(api, token, asked, { accept });
    const [type, text] = [response.headers.get('content-type'), await response.text()];
    const form = expectedForm(parts);
    if (form === undefined) return response.status === 406 ? wrongRefusal(406, text, []) : [`answered ${type}`];
    return [
      ...same('it', [response.status, type], [200, form === 'text/csv' ? `${form}; charset=utf-8` : form]),
      ...same(form, text, bodies.get(form)),
    ];
  });
  t.deepEqual(wrong.slice(0, 5), []);
});

const lists = [
  ...['/indices?group_by=brand&limit=1', '/indices?limit=1', '/indices?group_by=model_family&limit=2'],
  ...[
    '/indices/changes?since=0&limit=1',
    '/ingest/jobs?limit=1',
    '/catalog/brands?limit=1',
    '/catalog/regions?limit=1',
  ],
  '/catalog/model-families?limit=1',
];

test('a list goes on from each of its cursors to its end, however long its ids are', async (t) => {
  for (const path of lists) {
    const page = (await (await get(api, token, path.replace(/limit=\d/, 'limit=1000'))).json()) as Page;
    t.is(page.next_cursor, null, path);
    t.deepEqual(await allItems(path), page.items, path);
  }
});

test('a list answers a cursor that was altered, or given to another caller, with own rows or a 400 that names it', async (t) => {
  t.timeout(120_000);
  const genuine = await Promise.all(
    lists.flatMap((path) =>
      [token, otherToken].map(async (by) => {
        const page = (await (await get(api, by, path)).json()) as { next_cursor: string | null };
        return { path, cursor: page.next_cursor ?? t.fail(`${path} has one page`) } as { path: string; cursor: string };
      }),
    ),
  );
  const forged = genuine.flatMap(({ path, cursor }) => {
    const [query] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [string];
    const made = oddKeys.map((key) => Buffer.from(JSON.stringify([query, key])).toString('base64url'));
    const altered = [
      cursor,
      cursor.slice(1),
      cursor.slice(0, -3),
      `${cursor}AA`,
      cursor.toUpperCase(),
      'x'.repeat(2_049),
    ];
    return [...made, ...altered, ...genuine.map((each) => each.cursor)].map((each) => ({ path, cursor: each }));
  });
  const wrong = await eachOf(forged, async ({ path, cursor }) => {
    const response = await get(api, token, `${path}&cursor=${encodeURIComponent(cursor)}`);
    const text = await response.text();
    if (response.status !== 200) return wrongRefusal(response.status, text, ['cursor']);
    return foreign.test(text) ? [`shows ${text}`] : [];
  });
  t.deepEqual(wrong.slice(0, 8), []);
});

test('listIndexChanges answers a since that is a revision so far, and names any other', async (t) => {
  const revisions = ['0', '1', '2', '%32', '-0'];
  const odd = ['', '-1', '3', '1.0', '1e0', '01', '+1', '0x1', '%00', 'NaN', '9007199254740991', '9007199254740993'];
  const queries = [...revisions, ...odd].map((since) => `since=${since}`);
  const wrong = await eachOf([...queries, '', 'since', 'since=1&since=1', 'Since=1'], async (query) => {
    const response = await get(api, token, `/indices/changes?${query}`);
    const text = await response.text();
    if (!revisions.some((each) => query === `since=${each}`))
      return wrongRefusal(response.status, text, ['since', ...namesOf(query)]);
    const { items, meta } = JSON.parse(text) as Page & { readonly meta: { readonly revision: number } };
    const since = Math.abs(Number(new URLSearchParams(query).get('since')));
    // What ended within five seconds before it is listed again.
    const newer = items.filter(({ revision }) => Number(revision) > since).map(({ revision }) => revision);
    return [...same('meta', meta.revision, 2), ...same('the list', newer, [1, 2].slice(since))];
  });
  t.deepEqual(wrong, []);
});
