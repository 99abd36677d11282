// What callers read: the Norwegian figures against the file itself, scopes, pages, dashboard.
import test from 'ava';
import fc from 'fast-check';
import { grants } from '../../../adapters/store/analytics/access/grants.ts';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { analyticsOperations } from '../../../generated/analytics/server.ts';
import type { BrandId, DealerId, IndexItem, PeriodType, RegionId } from '../../../generated/analytics/types.ts';
import { withPages } from '../../../generated/runtime/reply/page.ts';
import { convertNorway } from '../../../tools/data/norway/convert.ts';
import { manualClock } from '../../lib/clock.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import {
  byQuarter,
  expected,
  type FigureKind,
  market,
  monthly,
  norwegianHolidays,
  quarterly,
  raw,
  sold,
  type Units,
} from '../../test/fixtures/analytics/norway-figures.ts';
import { authenticator } from '../access/credential.ts';
import { dashboard } from '../dashboard.ts';
import { series } from './indices.ts';

const lists = (deps: Parameters<typeof series>[0]) => withPages(analyticsOperations, series(deps));

const monthsBefore = (date: string, count: number): string => {
  const [year, month] = date.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month - 1 - count, 1)).toISOString().slice(0, 10);
};

const slug = (make: string) => make.toLowerCase().replaceAll(' ', '-');
const whole = { period: '2007-01/2017-01' };

test.serial(
  'listIndices gives every figure of every brand, month and quarter of the Norwegian file exactly, to its last decimal',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('norway', 'scandinavia');
    t.like(await b.load(caller, convertNorway(raw).csv, whole), {
      status: 'succeeded',
      rows: { read: 4_366, accepted: 4_366, rejected: 0 },
    });
    const found = async (period_type: PeriodType, make?: string) => {
      const items = await b.indices(caller, { period_type, ...(make ? { brand_id: [slug(make) as BrandId] } : {}) });
      t.deepEqual(new Set(items.map((item) => item.period_type)), new Set([period_type]));
      return items.map(({ period_type: _, ...item }) => item);
    };
    const expectedFor = (of: Units, kind: FigureKind): readonly unknown[] => expected(of, market, kind);
    t.deepEqual(await found('month'), expectedFor(market, monthly));
    t.deepEqual(await found('quarter'), expectedFor(byQuarter(market), quarterly));
    let scored = 0;
    for (const [make, of] of sold) {
      const items = await found('month', make);
      t.deepEqual(items, expectedFor(of, monthly), make);
      t.deepEqual(await found('quarter', make), expectedFor(byQuarter(of), quarterly), make);
      scored += items.filter((item) => item.z_t !== null).length;
    }
    await b.handlers.replaceDealer({
      ...b.facts,
      caller,
      path: { dealer_id: 'norway' as DealerId },
      body: { dealer_id: 'norway' as DealerId, name: 'x', region_id: 'x' as RegionId, country: 'NO' },
      ifMatch: () => true,
    });
    t.deepEqual(await found('month'), expected(market, market, monthly, norwegianHolidays));
    t.deepEqual(await found('quarter'), expected(byQuarter(market), market, quarterly, norwegianHolidays));
    t.deepEqual(
      await found('month', 'Volvo'),
      expected(sold.get('Volvo') ?? market, market, monthly, norwegianHolidays),
    );
    t.true(sold.size > 30 && scored > 3_000, `${scored} scores of ${sold.size} makes were compared`);
  },
);

test.serial('listIndices counts Norwegian selling days in a Norwegian region', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('oslo', 'no');
  await b.load(caller, 'brand,units\nToyota,46\n', { period: '2026-05' });
  t.is((await b.indices(caller))[0]?.dsr, 2); // 26 days less 1 May, Ascension and Whit Monday
  await withScope(b.store, { dealers: ['oslo'] }, (tx) =>
    tx.query(
      sql.unsafe`insert into selling_calendars (calendar_id, version, holidays) values ('no', 2, '{2026-05-02,2026-05-04,2026-05-05}')`,
    ),
  );
  t.is((await b.indices(caller))[0]?.dsr, 2, 'an own calendar of the region replaces it');
});

/** As if the dealer's uploads had come then. */
const uploadedAt = (b: Bench, dealer: string, at: string, revisions: readonly number[]) =>
  withScope(b.store, { dealers: [dealer] }, (tx) =>
    tx.query(
      sql.unsafe`update slices set loaded_at = ${at}::timestamptz where revision = any(${sql.array([...revisions], 'int8')})`,
    ),
  );

test.serial(
  'listIndices and getDashboardSummary treat a month that was uploaded on its 22nd as incomplete',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('alfa');
    await b.load(caller, 'brand,units,stock\nToyota,25,30\n', { period: '2024-11' });
    await b.load(caller, 'brand,units,stock\nToyota,27,30\n', { period: '2025-10' });
    await b.load(caller, 'brand,units,stock\nToyota,20,10\n', { period: '2025-11' });
    await uploadedAt(b, 'alfa', '2025-11-22T14:00:00Z', [1, 2, 3]);
    const on = async (now: string) => {
      const deps = { ...b.deps, clock: manualClock(now) };
      const ask = { ...b.facts, caller: await b.known(caller), unchanged: async () => false };
      const list = await lists(deps).listIndices({ ...ask, query: { period_type: 'month', limit: 10 } });
      const board = await dashboard(deps).getDashboardSummary({ ...ask, query: {} });
      if (list.status !== 200 || board.status !== 200) throw new Error(JSON.stringify([list, board]));
      return { list, board };
    };
    for (const now of ['2025-11-22T15:00:00Z', '2025-12-24T15:00:00Z']) {
      const { list, board } = await on(now);
      t.deepEqual(
        list.body.items.map(({ date, complete, dsr }) => [date, complete, dsr]),
        [
          ['2024-11-01', true, 0.9615], // 25 / 26
          ['2025-10-01', true, 1], // 27 / 27
          ['2025-11-01', false, 1.0526], // 20 / 19: Saturday the 1st to Saturday the 22nd
        ],
      );
      t.like(list.body.items[2], {
        units: 20,
        demand_growth: null,
        coverage: null,
        z_t: null,
        inventory: 10,
        days_supply: 9.7872, // 10 * 46 / 47
        demand_supply_ratio: 0.6667,
        null_reasons: { demand_growth: 'incomplete', z_t: 'incomplete' },
      });
      t.deepEqual(
        board.body.kpi.filter(({ name }) => name === 'units').map(({ date, value }) => [date, value]),
        [['2025-10-01', 27]],
      );
    }
    const before = await on('2025-11-22T15:00:00Z');
    await b.load(caller, 'brand,units,stock\nToyota,30,10\n', { period: '2025-11' });
    const after = await on('2025-12-24T15:00:00Z');
    t.like(after.list.body.items[2], { complete: true, units: 30, dsr: 1.2, demand_growth: 0.248 }); // 30 / 25 against 25 / 26
    t.is(after.board.body.kpi[0]?.date, '2025-11-01');
    t.not(before.list.revision, after.list.revision);
  },
);

test.serial('listIndices completes a month at the end of its last day without a change of data', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, 'brand,units\nToyota,20\n', { period: '2025-11' });
  await uploadedAt(b, 'alfa', '2025-11-30T18:00:00Z', [1]);
  const on = async (now: string, query: object = {}) => {
    const handler = lists({ ...b.deps, clock: manualClock(now) });
    const reply = await handler.listIndices({
      ...b.facts,
      caller: await b.known(caller),
      query: { period_type: 'month', limit: 10, ...query },
      unchanged: async () => false,
    });
    if (reply.status !== 200) throw new Error(JSON.stringify(reply));
    return { revision: reply.revision, complete: reply.body.items[0]?.complete };
  };
  const [evening, night] = [await on('2025-11-30T20:00:00Z'), await on('2025-12-01T00:00:00Z')];
  t.deepEqual([evening.complete, night.complete], [false, true]);
  t.not(evening.revision, night.revision, 'the tag of the evening is not good for the night');
  const then = await on('2026-01-01T00:00:00Z', { as_of: '2025-11-30T20:00:00Z' });
  t.false(then.complete, 'as it was known then');
});

test.serial('listIndices gives an item the same figures on every page and in every range', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('norway', 'no');
  await b.load(caller, convertNorway(raw).csv, whole);
  const all = await b.indices(caller);
  await fc.assert(
    fc.asyncProperty(fc.nat(130), fc.nat(130), fc.integer({ min: 1, max: 60 }), async (from, length, limit) => {
      const date_from = monthsBefore('2017-06-01', from);
      const date_to = monthsBefore('2017-06-01', Math.max(0, from - length));
      const pages: IndexItem[] = [];
      let cursor: string | undefined;
      do {
        const query = {
          period_type: 'month' as const,
          limit,
          date_from,
          date_to,
          ...(cursor === undefined ? {} : { cursor }),
        };
        const reply = await b.handlers.listIndices({ ...b.facts, caller, query, unchanged: async () => false });
        if (reply.status !== 200) return t.fail(JSON.stringify(reply));
        t.true(reply.body.items.length <= limit);
        pages.push(...reply.body.items);
        cursor = reply.body.next_cursor ?? undefined;
      } while (cursor !== undefined);
      t.deepEqual(
        pages,
        all.filter(({ date }) => date >= date_from && date <= date_to),
      );
    }),
    { numRuns: 15 },
  );
});

test.serial('listIndices shows no dealer a row of another one, whatever the query is', async (t) => {
  const b = await bench(t);
  const [alfa, beta] = [await b.dealer('alfa'), await b.dealer('beta')];
  const file = (brand: string, units: number) =>
    `period_start,brand,units_sold\n2026-01-01,${brand},${units}\n2026-01-01,Toyota,${units}\n`;
  await b.load(alfa, file('Only Alfa', 1));
  await b.load(beta, file('Only Beta', 1_000));
  const units = async (caller: typeof alfa, brand?: string) =>
    (await b.indices(caller, brand ? { brand_id: [brand as BrandId] } : {})).map((item) => item.units);
  t.deepEqual([await units(alfa), await units(beta)], [[2], [2_000]]);
  t.deepEqual(
    [await units(alfa, 'only-beta'), await units(beta, 'only-alfa'), await units(alfa, 'toyota')],
    [[], [], [1]],
  );
  const both = callerOf([
    ['alfa', { brands: ['toyota'] }],
    ['beta', {}],
  ]);
  t.deepEqual(await units(both), [2_001]);
  const ofDealers = (query: object) =>
    b.handlers.listIndices({
      ...b.facts,
      caller: both,
      query: { period_type: 'month', limit: 10, ...query },
      unchanged: async () => false,
    });
  const read = async (dealer_id: readonly string[]) => {
    const reply = await ofDealers({ dealer_id, brand_id: ['toyota'] });
    return reply.status === 200 && [reply.body.items.map((item) => item.units), reply.body.meta.scope.dealer_ids];
  };
  t.deepEqual(
    [await read(['alfa']), await read(['beta']), await read(['beta', 'alfa'])],
    [
      [[1], ['alfa' as DealerId]],
      [[1_000], ['beta' as DealerId]],
      [[1_001], ['alfa' as DealerId, 'beta' as DealerId]],
    ],
  );
  const detail = 'Your grants do not include this dealer.';
  const refused = { problem: { slug: 'out-of-scope', policy: 'read-own-dealer', attribute: 'dealer_id', detail } };
  t.like(await ofDealers({ dealer_id: ['alfa', 'gamma'] }), refused);
  t.like(await ofDealers({ dealer_id: ['alfa'], brand_id: ['only-beta'] }), { problem: { attribute: 'brand_id' } });
  t.deepEqual(await units(callerOf([])), []);
  const meta = await b.handlers.listIndices({
    ...b.facts,
    caller: alfa,
    query: { period_type: 'month', limit: 10 },
    unchanged: async () => false,
  });
  t.deepEqual(meta.status === 200 && meta.body.meta.scope, {
    dealer_ids: ['alfa'],
    brand_ids: null,
    region_ids: null,
    dealers: [{ dealer_id: 'alfa', brand_ids: null, region_ids: null }],
  });
});

test.serial('listIndices narrows unfiltered reads to the grant, and refuses filters outside of it', async (t) => {
  const b = await bench(t);
  const owner = await b.dealer('alfa');
  await b.dealer('beta');
  await b.load(
    owner,
    'period_start,brand,region,units_sold\n2026-01,Toyota,Oslo,1\n2026-01,Toyota,Bergen,10\n2026-01,Opel,Oslo,100\n2026-01,Opel,Bergen,1000\n',
  );
  const narrow = callerOf([
    ['alfa', { brands: ['toyota'], regions: ['oslo', 'bergen'] }],
    ['beta', { brands: ['opel'] }],
  ]);
  const ask = (query: object) =>
    b.handlers.listIndices({
      ...b.facts,
      caller: narrow,
      query: { period_type: 'month', limit: 10, ...query },
      unchanged: async () => false,
    });
  const units = async (query: object) => {
    const reply = await ask(query);
    return reply.status === 200
      ? reply.body.items.map((item) => item.units)
      : 'problem' in reply
        ? reply.problem
        : null;
  };
  t.deepEqual(await units({}), [11]);
  t.deepEqual(await units({ region_id: ['oslo'] }), [1]);
  t.deepEqual(await units({ brand_id: ['opel'] }), [], 'permitted at beta only, which has no data');
  t.deepEqual(await units({ region_id: ['oslo', 'bergen'] }), [11]);
  t.like(await units({ brand_id: ['toyota', 'volvo'] }), { slug: 'out-of-scope', attribute: 'brand_id' });
  t.like(await units({ brand_id: ['volvo'] }), {
    slug: 'out-of-scope',
    policy: 'read-granted-brands',
    attribute: 'brand_id',
  });
  t.like(await units({ brand_id: ['toyota'], region_id: ['tromsø'] }), {
    slug: 'out-of-scope',
    policy: 'read-granted-regions',
    attribute: 'region_id',
  });
  const reply = await ask({});
  t.deepEqual(reply.status === 200 && reply.body.meta.scope, {
    dealer_ids: ['alfa', 'beta'],
    brand_ids: [],
    region_ids: ['bergen', 'oslo'],
    dealers: [
      { dealer_id: 'alfa', brand_ids: ['toyota'], region_ids: ['bergen', 'oslo'] },
      { dealer_id: 'beta', brand_ids: ['opel'], region_ids: null },
    ],
  });
});

test.serial('listIndices selects exactly the rows that each filter names', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(
    caller,
    `period_start,brand,region,model_family,units_sold
2026-01,Toyota,Oslo,Corolla,1
2026-01,Toyota,Oslo,Yaris,10
2026-01,Toyota,Bergen,Corolla,100
2026-01,Opel,Oslo,Corsa,1000
2026-02,Toyota,Oslo,Corolla,10000
`,
  );
  const units = async (query: object) => (await b.indices(caller, query)).map((item) => item.units);
  t.deepEqual(
    {
      none: await units({}),
      brand: [await units({ brand_id: ['toyota'] }), await units({ brand_id: ['opel'] })],
      region: [await units({ region_id: ['oslo'] }), await units({ region_id: ['bergen'] })],
      family: [await units({ model_family_id: ['corolla'] }), await units({ model_family_id: ['yaris'] })],
      from: await units({ date_from: '2026-02-01' }),
      to: await units({ date_to: '2026-01-31' }),
      period: await units({ period_type: 'quarter' }),
      together: await units({ region_id: ['oslo'], model_family_id: ['corolla'], date_to: '2026-01-31' }),
    },
    {
      none: [1111, 10000],
      brand: [
        [111, 10000],
        [1000, 0],
      ],
      region: [
        [1011, 10000],
        [100, 0],
      ],
      family: [
        [101, 10000],
        [10, 0],
      ],
      from: [10000],
      to: [1111],
      period: [11111],
      together: [1],
    },
  );
});

test.serial('listIndices gives the reason of an empty list', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const reason = async (query: object) => {
    const reply = await b.handlers.listIndices({
      ...b.facts,
      caller,
      query: { period_type: 'month', limit: 10, ...query },
      unchanged: async () => false,
    });
    return reply.status === 200 ? (reply.body.meta.empty_reason ?? reply.body.items.length) : reply;
  };
  const unknown = { brand_id: ['toyotta'] };
  t.deepEqual([await reason({}), await reason(unknown)], ['no_data', 'no_data']);
  await b.load(caller, 'period_start,brand,region,units_sold\n2026-01,Toyota,Oslo,1\n2026-02,Toyota,Oslo,1\n');
  t.deepEqual(
    {
      all: await reason({}),
      groups: await reason({ group_by: 'brand' }),
      onePage: await reason({ limit: 1 }),
      oneKnown: await reason({ brand_id: ['toyota', 'toyotta'] }),
      brand: await reason(unknown),
      brandInGroups: await reason({ ...unknown, group_by: 'brand' }),
      region: await reason({ region_id: ['osl'] }),
      family: await reason({ model_family_id: ['corolla'] }),
      condition: await reason({ condition: 'used' }),
      week: await reason({ period_type: 'week' }),
      quarter: await reason({ period_type: 'quarter' }),
      dates: await reason({ date_from: '2026-03-01' }),
      datesOfGroups: await reason({ date_to: '2025-12-31', group_by: 'region' }),
    },
    {
      all: 2,
      groups: 2,
      onePage: 1,
      oneKnown: 2,
      brand: 'no_match',
      brandInGroups: 'no_match',
      region: 'no_match',
      family: 'no_match',
      condition: 'no_match',
      week: 'finer_than_stored',
      quarter: 1,
      dates: 'outside_dates',
      datesOfGroups: 'outside_dates',
    },
  );
});

test.serial('a grant without any brand reads nothing, and listIndices refuses every brand', async (t) => {
  const b = await bench(t);
  const owner = await b.dealer('alfa');
  await b.load(owner, 'period_start,brand,region,units_sold\n2026-01,Toyota,Oslo,1\n');
  await withScope(b.store, { dealers: ['alfa'] }, (tx) =>
    tx.query(sql.unsafe`
      insert into dealer_grants (dealer_id, principal, roles, brand_ids, region_ids)
      values ('alfa', 'none', '{reader}', '{}', null), ('alfa', 'nowhere', '{reader}', null, '{}')`),
  );
  const withoutRights = { kind: 'user', roles: [], clientId: 'app', username: 'x', expiresAt: new Date() } as const;
  const bearer = (subject: string) => ({ kind: 'verified', bearer: { ...withoutRights, subject } }) as const;
  for (const subject of ['none', 'nowhere']) {
    const credential = authenticator({ identity: { verify: async () => bearer(subject) }, grants: grants(b.store) });
    const authorization = 'Bearer x';
    const facts = { schemes: ['bearer'] as const, method: 'GET', address: '192.0.2.1', operationId: 'listIndices' };
    const caller = await credential({ ...facts, headers: { authorization } });
    if (!('scope' in caller)) return t.fail();
    t.deepEqual(await b.indices(caller), []);
    const filter = subject === 'none' ? { brand_id: ['toyota' as BrandId] } : { region_id: ['oslo' as RegionId] };
    t.like(
      await b.handlers.listIndices({
        ...b.facts,
        caller,
        query: { period_type: 'month', limit: 10, ...filter },
        unchanged: async () => false,
      }),
      { status: 403, problem: { slug: 'out-of-scope' } },
    );
  }
});

test.serial('listIndices computes an unchanged revision once, and again after an upload', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const query = { period_type: 'month' as const, limit: 10 };
  const read = async (held?: string) =>
    b.handlers.listIndices({ ...b.facts, caller, query, unchanged: async (revision) => revision === held });
  const empty = await read();
  t.like(empty, {
    status: 200,
    body: { items: [], next_cursor: null, meta: { revision: 0, data_as_of: null, finest_period_type: null } },
  });
  await b.load(caller, 'brand,units\nToyota,1\n', { period: '2026-01' });
  const first = await read('revision' in empty ? empty.revision : '');
  t.is(first.status, 200);
  t.is((await read('revision' in first ? first.revision : '')).status, 304);
});

test.serial('listIndices names contradicting filters and foreign cursors', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const ask = (query: object) =>
    b.handlers.listIndices({
      ...b.facts,
      caller,
      query: { period_type: 'month', limit: 1, ...query },
      unchanged: async () => false,
    });
  t.like(await ask({ date_from: '2026-02-01', date_to: '2026-01-01' }), {
    status: 422,
    problem: { slug: 'business-rule', errors: [{ parameter: 'date_from', value: '2026-02-01', rule: 'order' }] },
  });
  t.like(await ask({ fields: ['units', 'brand_id'], group_by: 'region' }), {
    status: 422,
    problem: {
      slug: 'business-rule',
      detail: 'brand_id is a field of items only with group_by=brand.',
      errors: [{ parameter: 'fields', value: 'brand_id', rule: 'group_by' }],
    },
  });
  t.like(await ask({ fields: ['region_id', 'units'], group_by: 'region' }), { status: 200 });
  t.like(await ask({ as_of: '2999-01-01T00:00:00Z' }), { status: 422 });
  t.like(await ask({ as_of: '2016-12-31T23:59:60Z' }), { status: 200, body: { items: [] } });
  t.like(
    await lists({ ...b.deps, clock: manualClock('2020-01-01T00:00:00Z') }).listIndices({
      ...b.facts,
      caller: await b.known(await b.dealer('oslo')),
      query: { period_type: 'month', limit: 10, as_of: new Date().toISOString() },
      unchanged: async () => false,
    }),
    { status: 200 },
    'the clock of the store decides what is in the future, not that of the process',
  );
  t.like(await ask({ cursor: 'eyJkIjoxfQ' }), { status: 400, problem: { slug: 'invalid-request' } });
  await b.load(caller, 'date,brand,units\n2026-01,Toyota,1\n2026-02,Toyota,1\n');
  const page = await ask({});
  const cursor = page.status === 200 ? page.body.next_cursor : null;
  t.is((await ask({ cursor })).status, 200);
  t.is((await ask({ cursor, period_type: 'quarter' })).status, 400);
});

test.serial(
  'getDashboardSummary shows the newest month that has ended, and the brands that are out of line',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('norway', 'no');
    const empty = await b.handlers.getDashboardSummary({ ...b.facts, caller, query: {}, unchanged: async () => false });
    t.like(empty, { status: 200, body: { kpi: [], alerts: [], updated_at: null, meta: { revision: 0 } } });
    const job = await b.load(caller, convertNorway(raw).csv, whole);
    const reply = await b.handlers.getDashboardSummary({ ...b.facts, caller, query: {}, unchanged: async () => false });
    if (reply.status !== 200) return t.fail(JSON.stringify(reply));
    const items = await b.indices(caller);
    const [before, newest] = items.slice(-2) as [IndexItem, IndexItem];
    t.is(reply.body.updated_at, job.finished_at);
    t.deepEqual(
      reply.body.kpi.map(({ name, date, value, previous, null_reason }) => [name, date, value, previous, null_reason]),
      (['units', 'dsr', 'demand_growth', 'z_t', 'inventory', 'days_supply', 'demand_supply_ratio'] as const).map(
        (name) => [
          name,
          '2017-01-01',
          newest[name],
          before[name],
          name === 'units' ? null : (newest.null_reasons[name] ?? null),
        ],
      ),
    );
    const unusual = new Map<string, number>();
    for (const make of sold.keys()) {
      const last = (await b.indices(caller, { brand_id: [slug(make) as BrandId] })).at(-1);
      if (last?.date === '2017-01-01' && Math.abs(last.z_t ?? 0) >= 9) unusual.set(slug(make), last.z_t ?? 0);
    }
    t.deepEqual([...unusual.keys()], ['volvo']);
    t.deepEqual(
      reply.body.alerts.map(({ brand_id, date, value, months, units }) => [brand_id, date, value, months, units]),
      [...unusual].map(([brand_id, z]) => [brand_id, '2017-01-01', z, 1, sold.get('Volvo')?.get(2017 * 12)]),
    );
  },
);

test.serial(
  'listIndexChanges lists what each upload touched since a revision, page by page, and refuses a later revision',
  async (t) => {
    const b = await bench(t);
    const caller = await b.dealer('alfa');
    const narrow = callerOf([['alfa', { brands: ['toyota'] }]]);
    const ask = (reader: typeof caller, since: number, limit = 10, cursor?: string) => {
      const query = { since, limit, ...(cursor === undefined ? {} : { cursor }) };
      return b.handlers.listIndexChanges({ ...b.facts, caller: reader, query, unchanged: async () => false });
    };
    const shown = async (reader: typeof caller, since: number) => {
      const reply = await ask(reader, since);
      if (reply.status !== 200) return 'problem' in reply ? reply.problem : reply.status;
      return reply.body.items.map(({ revision, kind, date_from, date_to, brand_ids, region_ids }) => [
        revision,
        kind,
        date_from,
        date_to,
        brand_ids,
        region_ids,
      ]);
    };
    t.deepEqual(await shown(caller, 0), []);
    const header = 'period_start,brand,region,units_sold\n';
    await b.load(caller, `${header}2026-01,Toyota,Oslo,1\n2026-02,Opel,Bergen,2\n`, { period: '2026-01/2026-02' });
    await b.load(caller, `${header}2026-02,Opel,Bergen,3\n`, { period: '2026-02' });
    const all = await shown(caller, 0);
    const first = [1, 'upload', '2026-01-01', '2026-02-28', ['opel', 'toyota'], ['bergen', 'oslo']];
    // Toyota and Oslo sold none in February, and might have.
    const second = [2, 'upload', '2026-02-01', '2026-02-28', ['opel', 'toyota'], ['bergen', 'oslo']];
    t.deepEqual(all, [first, second]);
    t.deepEqual(await shown(caller, 2), [], 'nothing is newer');
    t.deepEqual(await shown(narrow, 0), [
      [1, 'upload', '2026-01-01', '2026-02-28', ['toyota'], ['oslo']],
      [2, 'upload', '2026-02-01', '2026-02-28', ['toyota'], ['oslo']],
    ]);
    t.like(await shown(caller, 3), { slug: 'business-rule', errors: [{ parameter: 'since', value: '3' }] });
    const revised = (revision: number) =>
      withScope(b.store, { dealers: ['alfa'] }, (tx) =>
        tx.query(sql.unsafe`update dealers set revision = ${revision}`),
      );
    await revised(1_001);
    t.like(await shown(caller, 0), {
      slug: 'business-rule',
      errors: [
        {
          parameter: 'since',
          value: '0',
          rule: 'too_old',
          message: 'must be at most 1000 changes before the current revision 1001',
        },
      ],
    });
    t.true(Array.isArray(await shown(caller, 1)), 'as many changes as are listed at most');
    await revised(2);
    const page = await ask(caller, 0, 1);
    if (page.status !== 200) return t.fail();
    const next = await ask(caller, 0, 1, page.body.next_cursor ?? '');
    t.like(next, { status: 200, body: { items: [{ revision: 2 }], next_cursor: null, meta: { revision: 2 } } });
  },
);
