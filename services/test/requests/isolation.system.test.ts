// Two dealers on two processes of the API: what one of them may see, nothing of it ever shows to another, whatever is
// asked in between. ETags and narrowed grants are asked for with every other request; which rows a scope permits is
// computed here again. A withdrawn grant counts at once.
import test from 'ava';
import fc from 'fast-check';
import { freshUser } from '../../../tools/test/servers.ts';
import { type Running, type System, system } from '../fixtures/system.ts';
import {
  accepted,
  dealers,
  ended,
  type Granted,
  get,
  login,
  type Person,
  person,
  problemOf,
  problemType,
  upload,
} from '../fixtures/users.ts';

/** 10,000 with `FAULTS=all`; 1,000 ask every kind of question of everybody some twenty-five times. */
const requests = process.env.FAULTS === 'all' ? 10_000 : 1_000;
const abreast = 24;

type Row = { readonly month: string; readonly brand: string; readonly region: string; readonly units: number };
type Name = keyof typeof grants;
type Filter = { readonly brand_id?: string; readonly region_id?: string };

const brandsOf = { fjordbil: ['toyota', 'fiat'], nordbil: ['toyota', 'nissan'] } as const;
const regionsOf = { fjordbil: ['oslo', 'asker'], nordbil: ['oslo', 'bergen'] } as const;
type Dealer = keyof typeof brandsOf;
const dealerIds = ['fjordbil', 'nordbil'] as const;

const grants = {
  fjord: [{ dealer: 'fjordbil' }],
  nord: [{ dealer: 'nordbil' }],
  both: [{ dealer: 'fjordbil' }, { dealer: 'nordbil', brands: ['nissan'] }],
  brands: [{ dealer: 'fjordbil', brands: ['toyota'] }],
  regions: [{ dealer: 'nordbil', regions: ['bergen'] }],
} as const satisfies Record<string, readonly Granted[]>;
const names = Object.keys(grants) as readonly Name[];

const months = ['2024-01', '2024-02', '2024-03', '2024-04'];

/** No sum of one dealer's rows is one of the other's: theirs differ in their last three digits. */
const rowsOf = (dealer: Dealer, version: number): readonly Row[] =>
  months.flatMap((month, m) =>
    brandsOf[dealer].flatMap((brand, b) =>
      regionsOf[dealer].map((region, r) => ({
        month,
        brand,
        region,
        units: 1_000 * (1 + m + 10 * b + 100 * r + 1_000 * version) + (dealer === 'fjordbil' ? 1 : 7 * 16),
      })),
    ),
  );

const csvOf = (rows: readonly Row[]): string =>
  `period_start,brand,region,units_sold\n${rows.map((row) => `${row.month},${row.brand},${row.region},${row.units}`).join('\n')}\n`;

const permits = (list: readonly string[] | undefined, id: string) => list === undefined || list.includes(id);

/** What a series must say, from the rows alone; undefined: nothing of the filter is permitted. */
function expectedUnits(name: Name, { brand_id, region_id }: Filter, versions: Readonly<Record<Dealer, number>>) {
  const granted: readonly Granted[] = grants[name];
  const within = granted.filter(
    ({ brands, regions }) =>
      (brand_id === undefined || permits(brands, brand_id)) && (region_id === undefined || permits(regions, region_id)),
  );
  if (within.length === 0) return undefined;
  const sums = new Map<string, number>();
  for (const { dealer, brands, regions } of within)
    for (const { month, brand, region, units } of rowsOf(dealer as Dealer, versions[dealer as Dealer]))
      if (permits(brands, brand) && permits(regions, region))
        if ((brand_id ?? brand) === brand && (region_id ?? region) === region)
          sums.set(month, (sums.get(month) ?? 0) + units);
  return {
    dealers: within.map(({ dealer }) => dealer),
    units: [...sums].map(([month, units]) => [`${month}-01`, units]),
  };
}

let whole: System;
let apis: readonly [Running, Running];
const tokens = new Map<Name, string>();
const jobs: { readonly dealer: Dealer; readonly id: string }[] = [];

test.before(async (t) => {
  whole = await system(t);
  apis = await Promise.all([whole.run(['analytics', 'ingest']), whole.run(['analytics', 'ingest'])]);
  await dealers(whole, dealerIds);
  for (const name of names) tokens.set(name, (await login(apis[0], await userNamed(name))).access_token);
  for (const dealer of dealerIds) await load(dealer, 1);
});

const userNamed = (name: Name): Promise<Person> => person(whole, ...grants[name]);
const tokenOf = (name: Name): string => tokens.get(name) ?? '';

async function load(dealer: Dealer, version: number): Promise<void> {
  const token = tokenOf(dealer === 'fjordbil' ? 'fjord' : 'nord');
  const fields = { dealer_id: dealer, period: '2024-01/2024-04' };
  const id = await accepted(
    await upload(apis[version % 2 === 0 ? 0 : 1], token, csvOf(rowsOf(dealer, version)), fields),
  );
  const job = await ended(apis[0], token, id);
  if (job.status !== 'succeeded') throw new Error(JSON.stringify(job));
  jobs.push({ dealer, id });
}

type Versions = Readonly<Record<Dealer, number>>;

/** What has been stored for certain: anyone who asks now gets this or newer. */
const stored: Record<Dealer, number> = { fjordbil: 1, nordbil: 1 };

/** Every ETag that was ever given, for which question of whom, and at which revision. */
const etags = new Map<string, { readonly asked: string; readonly revision: number }>();
const newest = new Map<string, string>();

const filters: readonly Filter[] = [
  {},
  { brand_id: 'toyota' },
  { brand_id: 'fiat' },
  { brand_id: 'nissan' },
  { region_id: 'oslo' },
  { region_id: 'bergen' },
  { brand_id: 'toyota', region_id: 'oslo' },
  { brand_id: 'nissan', region_id: 'bergen' },
];

const question = fc.record({
  name: fc.constantFrom(...names),
  api: fc.constantFrom(0 as const, 1 as const),
  kind: fc.constantFrom(
    'indices',
    'indices',
    'dashboard',
    'dashboard',
    'forecasts',
    'forecasts',
    'job',
    'subscription',
  ),
  filter: fc.constantFrom(...filters),
  condition: fc.constantFrom('none', 'own', 'foreign', 'foreign'),
  pick: fc.nat(),
});
type Question = typeof question extends fc.Arbitrary<infer Asked> ? Asked : never;

const queryOf = (filter: Record<string, string>): string => {
  const query = new URLSearchParams(filter).toString();
  return query === '' ? '' : `?${query}`;
};

const pathOf = (kind: string, filter: Filter): string => {
  if (kind === 'forecasts') return `/forecasts${queryOf({ ...filter, include: 'history' })}`;
  return `${kind === 'indices' ? '/indices' : '/dashboard/summary'}${queryOf(filter)}`;
};

/** What is wrong with the answer, in a sentence each; nothing, if it is as it must be. */
const check = {
  indices: checkSeries,
  dashboard: checkSeries,
  forecasts: checkSeries,
  job: checkJob,
  subscription: checkSubscription,
};

async function checkSeries({ name, api, kind, filter, condition, pick }: Question): Promise<string[]> {
  const path = pathOf(kind, filter);
  const asked = `${name} ${path}`;
  const least = revisionOf(name, filter, stored);
  const sent = condition === 'none' ? [] : condition === 'own' ? [newest.get(asked) ?? '"none"'] : foreign(asked, pick);
  const response = await get(
    apis[api],
    tokenOf(name),
    path,
    sent.length === 0 ? {} : { 'if-none-match': sent.join(', ') },
  );
  const text = await response.text();
  if (least === undefined) return expected(asked, [response.status, typeOf(text)], [403, problemType('out-of-scope')]);
  const etag = response.headers.get('etag') ?? '';
  const known = etags.get(etag);
  if (response.status === 304) {
    const right = sent.includes(etag) && known?.asked === asked && known.revision >= least && text === '';
    return right ? [] : [`${asked}: 304 for ${sent.join(', ')}, which is ${JSON.stringify(known)}`];
  }
  const { body, revision } = answerOf(kind, text);
  if (known !== undefined && (known.asked !== asked || known.revision !== revision))
    return [`${asked}: its ETag is that of ${known.asked} at ${known.revision}`];
  etags.set(etag, { asked, revision });
  newest.set(asked, etag);
  const candidates = versionsAt(name, filter, revision).map((versions) =>
    figuresOf(kind, expectedUnits(name, filter, versions)),
  );
  const right = candidates.some((candidate) => JSON.stringify(candidate) === JSON.stringify(body));
  return [
    ...expected(asked, response.status, 200),
    ...(revision >= least ? [] : [`${asked}: revision ${revision}, though ${least} was stored before`]),
    ...(right ? [] : [`${asked}: ${JSON.stringify(body)}, expected one of ${JSON.stringify(candidates)}`]),
  ];
}

const expected = (asked: string, found: unknown, goal: unknown): string[] =>
  JSON.stringify(found) === JSON.stringify(goal)
    ? []
    : [`${asked}: ${JSON.stringify(found)}, expected ${JSON.stringify(goal)}`];

const typeOf = (text: string): unknown => (JSON.parse(text) as { type?: unknown }).type;

/** ETags of answers to other questions, or to the same one of other people. */
function foreign(asked: string, pick: number): string[] {
  const all = [...etags].filter(([, known]) => known.asked !== asked);
  return Array.from({ length: Math.min(4, all.length) }, (_, i) => all[(pick + i * 7) % all.length]?.[0] ?? '');
}

type Expected = ReturnType<typeof expectedUnits>;
type Month = { date: string; units: number; value?: number };
type Series = { items: Month[]; history?: Month[]; meta: { scope: { dealer_ids: string[] }; revision: number } };
type Summary = { kpi: { name: string; date: string; value: number }[]; meta: Series['meta'] };

function answerOf(kind: string, text: string) {
  const answer = JSON.parse(text) as Series & Summary;
  const { scope, revision } = answer.meta;
  const months = kind === 'forecasts' ? historyOf(answer) : answer.items;
  const units =
    kind === 'dashboard'
      ? answer.kpi.filter((each) => each.name === 'units').map((each) => [each.date, each.value])
      : months?.map((item) => [item.date, item.units]);
  return { revision, body: { dealers: scope.dealer_ids, units } };
}

/** None where the forecast is not of this history: each version sells at least a fifth more than the one before. */
function historyOf({ items, history = [] }: Series): readonly Month[] {
  const sold = history.map(({ units }) => units);
  const fits = ({ value = 0 }: Month) => value > 0.9 * Math.min(...sold) && value < 1.1 * Math.max(...sold);
  return items.length > 0 && items.every(fits) ? history : [];
}

/** The dashboard is about the newest month alone. */
const figuresOf = (kind: string, series: Expected) =>
  series && { dealers: series.dealers, units: kind === 'dashboard' ? series.units.slice(-1) : series.units };

const dealersIn = (name: Name, filter: Filter): readonly Dealer[] =>
  (expectedUnits(name, filter, stored)?.dealers ?? []) as Dealer[];

/** The revision of an answer is the sum of its dealers' ones; undefined: there is no such answer. */
function revisionOf(name: Name, filter: Filter, versions: Versions): number | undefined {
  const of = dealersIn(name, filter);
  return of.length === 0 ? undefined : of.reduce((sum, dealer) => sum + versions[dealer], 0);
}

const versionsAt = (name: Name, filter: Filter, revision: number): Versions[] =>
  [1, 2, 3, 4, 5]
    .flatMap((fjordbil) => [1, 2, 3, 4, 5].map((nordbil) => ({ fjordbil, nordbil })))
    .filter((versions) => revisionOf(name, filter, versions) === revision);

async function checkJob({ name, api, pick }: Question): Promise<string[]> {
  const { id, dealer } = pick % 5 === 0 ? { id: crypto.randomUUID(), dealer: null } : (jobs[pick % jobs.length] as Job);
  const response = await get(apis[api], tokenOf(name), `/ingest/jobs/${id}`);
  if (dealer !== null && grants[name].some((each) => each.dealer === dealer)) {
    const job = (await response.json()) as { job_id: string; dealer_id: string };
    return expected(`${name} job`, [response.status, job.job_id, job.dealer_id], [200, id, dealer]);
  }
  const nothing = {
    type: problemType('not-found'),
    title: 'Not found',
    status: 404,
    detail: 'The job does not exist, or you do not have access to it.',
  };
  return expected(`${name} job of ${dealer}`, await problemOf(response), nothing);
}
type Job = (typeof jobs)[number];

async function checkSubscription({ name, api, pick }: Question): Promise<string[]> {
  const dealer = dealerIds[pick % 2] as Dealer;
  const response = await get(apis[api], tokenOf(name), `/subscription/current?dealer_id=${dealer}`);
  const asked = `${name} subscription of ${dealer}`;
  if (grants[name].every((each) => each.dealer !== dealer)) {
    const refused = { type: problemType('out-of-scope'), policy: 'read-own-dealer', attribute: 'dealer_id' };
    const { type, policy, attribute } = await problemOf(response);
    return expected(asked, { type, policy, attribute }, refused);
  }
  const { dealer_id, plan } = (await response.json()) as { dealer_id: string; plan: string };
  return expected(asked, [response.status, dealer_id, plan], [200, dealer, `plan-of-${dealer}`]);
}

/** Before the others, so that no upload changes an ETag meanwhile. */
test.serial(
  'a grant that one process withdraws counts in the next request to the other, which has its reader in memory',
  async (t) => {
    const admin = (await login(apis[0], await freshUser(whole.identity, 'analytics', ['admin']))).access_token;
    const path = '/indices?brand_id=toyota';
    for (const one of apis) {
      const other = one === apis[0] ? apis[1] : apis[0];
      const user = await person(whole, { dealer: 'fjordbil', roles: ['reader'] });
      const { access_token: reader } = await login(one, user);
      const [first, second] = [await get(one, reader, path), await get(other, reader, path)];
      t.deepEqual([first.status, second.status], [200, 200]);
      const known = { 'if-none-match': second.headers.get('etag') ?? '' };
      t.is((await get(other, reader, path, known)).status, 304);
      const address = `/admin/dealers/fjordbil/grants/${user.id}`;
      const etag = (await get(one, admin, address)).headers.get('etag') ?? '';
      const withdrawn = await fetch(`${one.url}/api/v1${address}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${admin}`, 'if-match': etag },
      });
      const next = await get(other, reader, path, known);
      t.deepEqual([withdrawn.status, next.status], [204, 403]);
      const { type, policy, attribute } = await problemOf(next);
      const refused = { type: problemType('out-of-scope'), policy: 'read-granted-brands', attribute: 'brand_id' };
      t.deepEqual({ type, policy, attribute }, refused);
    }
  },
);

test(`${requests} interleaved requests to two processes, with ETags of each other, show no caller the data of another`, async (t) => {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
  t.log(`SEED=${seed}`);
  const questions = fc.sample(question, { seed, numRuns: requests });
  const wrong: string[] = [];
  let next = 0;
  const asking = Array.from({ length: abreast }, async () => {
    for (let asked = questions[next++]; asked !== undefined; asked = questions[next++])
      wrong.push(...(await check[asked.kind as keyof typeof check](asked)));
  });
  // What was uploaded meanwhile changes the answers of its dealer, and those of no one else.
  for (const version of [2, 3, 4, 5])
    for (const dealer of dealerIds) {
      await load(dealer, version);
      stored[dealer] = version;
    }
  await Promise.all(asking);
  t.deepEqual(wrong.slice(0, 5), []);
  t.true(etags.size > 100, `${etags.size} ETags were given`);
});
