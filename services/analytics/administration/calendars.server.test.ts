// By which days a dealer sells: chosen by administrators, named in every answer, versioned. Each figure is counted by
// hand beside it.
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type {
  CalendarId,
  CalendarRequest,
  CatalogId,
  DealerId,
  DealerRequest,
  RegionId,
} from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

const root = callerOf([], 'root');
const fjord = 'fjord' as DealerId;
const march = 'date,brand,region,units\n2007-03,Toyota,Oslo,540\n2008-03,Toyota,Oslo,460\n2008-03,Toyota,Bergen,520\n';

async function loaded(t: Parameters<typeof bench>[0]) {
  const b = await bench(t);
  const caller = await b.dealer('fjord', 'oslo');
  await b.load(caller, march, { period: '2007-03/2008-03', period_type: 'month' });
  return { b, caller };
}

const change = (b: Bench, more: Partial<DealerRequest>) =>
  b.handlers.replaceDealer({
    ...b.facts,
    caller: root,
    path: { dealer_id: fjord },
    body: { dealer_id: fjord, name: 'Fjord', region_id: 'oslo' as RegionId, ...more },
    ifMatch: () => true,
  });

const publish = (b: Bench, body: Partial<CalendarRequest>) =>
  b.handlers.createCalendar({
    ...b.facts,
    caller: root,
    body: { calendar_id: 'default' as CalendarId, country: null, weekdays: [1, 2, 3, 4, 5, 6], closed_on: [], ...body },
  });

async function read(b: Bench, caller: Caller, region: string, query: object = {}) {
  const reply = await b.handlers.listIndices({
    ...b.facts,
    caller,
    query: { period_type: 'month', limit: 100, region_id: [region as RegionId], ...query },
    unchanged: async () => false,
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  const { items, meta } = reply.body;
  const last = items.at(-1);
  return {
    days: last?.selling_days,
    dsr: last?.dsr,
    growth: last?.demand_growth,
    calendars: meta.calendars.map(({ calendar_id, version }) => `${calendar_id} ${version}`),
    revision: meta.revision,
    tag: reply.revision,
  };
}

test.serial('listIndices counts Easter for a dealer in Norway, whatever its regions are called', async (t) => {
  const { b, caller } = await loaded(t);
  const before = await read(b, caller, 'oslo');
  // March 2008 has 26 days from Monday to Saturday, March 2007 has 27.
  t.like(before, { days: 26, dsr: 17.6923, growth: -0.1154, calendars: ['default 1'], revision: 1 });
  t.like(await change(b, { country: 'NO' }), { status: 200, body: { country: 'NO', calendar_id: null } });
  // Less Maundy Thursday the 20th, Good Friday and Easter Monday the 24th; 460 / 23 against 540 / 27.
  const after = await read(b, caller, 'oslo');
  t.like(after, { days: 23, dsr: 20, growth: 0, calendars: ['no 1'], revision: 2 });
  t.not(before.tag, after.tag);
  const board = await b.handlers.getDashboardSummary({ ...b.facts, caller, query: {}, unchanged: async () => false });
  t.like(board, { status: 200, body: { meta: { revision: 2, calendars: [{ calendar_id: 'no', version: 1 }] } } });
});

test.serial(
  'createCalendar restates the past with a new version and raises the revision, and as_of reads the old figures',
  async (t) => {
    const { b, caller } = await loaded(t);
    await change(b, { country: 'NO' });
    const at = await b.store.oneFirst(sql.type(row<{ at: Date }>())`select clock_timestamp() as at`);
    t.like(await read(b, caller, 'oslo'), { days: 23, calendars: ['no 1'], revision: 2 });
    const made = await publish(b, {
      calendar_id: 'no' as CalendarId,
      country: 'NO',
      closed_on: ['2008-03-22', '2008-03-19', '2008-03-19'],
    });
    t.like(made, {
      status: 201,
      body: { calendar_id: 'no', version: 2, country: 'NO', closed_on: ['2008-03-19', '2008-03-22'] },
      headers: { Location: '/admin/calendars/no' },
    });
    t.like(await read(b, caller, 'oslo'), { days: 21, dsr: 21.9048, calendars: ['no 2'], revision: 3 });
    const then = await read(b, caller, 'oslo', { as_of: at.toISOString() });
    t.like(then, { days: 23, dsr: 20, calendars: ['no 1'], revision: 2 });
  },
);

test.serial(
  'a region can have another calendar than its dealer, and all regions without one share that of the installation',
  async (t) => {
    const { b, caller } = await loaded(t);
    await publish(b, { calendar_id: 'weekdays' as CalendarId, weekdays: [5, 4, 3, 2, 1, 1] });
    await change(b, {
      country: 'NO',
      calendar_id: 'none' as CalendarId,
      region_calendars: [{ region_id: 'bergen' as RegionId, calendar_id: 'weekdays' as CalendarId }],
    });
    t.like(await read(b, caller, 'oslo'), { days: 26, calendars: ['none 1'] });
    t.like(await read(b, caller, 'bergen'), { days: 21, dsr: 24.7619, calendars: ['weekdays 1'] }); // 520 / 21
    const both = await b.handlers.listIndices({
      ...b.facts,
      caller,
      query: { period_type: 'month', limit: 10 },
      unchanged: async () => false,
    });
    t.deepEqual(both.status === 200 && both.body.meta.calendars, [
      { calendar_id: 'none', version: 1 },
      { calendar_id: 'weekdays', version: 1 },
    ]);
    await change(b, {});
    t.like(await read(b, caller, 'oslo'), { days: 26, calendars: ['default 1'] });
    await publish(b, { country: 'DE' }); // closed on Good Friday and Easter Monday
    t.like(await read(b, caller, 'oslo'), { days: 24, calendars: ['default 2'] });
  },
);

test.serial('listIndices names the calendars of the requested dates alone', async (t) => {
  const { b, caller } = await loaded(t);
  await change(b, {
    country: 'NO',
    region_calendars: [{ region_id: 'bergen' as RegionId, calendar_id: 'de' as CalendarId }],
  });
  const both = { region_id: undefined };
  t.deepEqual((await read(b, caller, 'oslo', both)).calendars, ['de 2', 'no 1']);
  // Bergen has sold nothing in 2007.
  t.deepEqual((await read(b, caller, 'oslo', { ...both, date_to: '2007-12-31' })).calendars, ['no 1']);
  t.deepEqual((await read(b, caller, 'oslo', { ...both, date_from: '2009-01-01' })).calendars, []);
});

test.serial('a calendar that a dealer has for a region counts for all spellings of it', async (t) => {
  const { b, caller } = await loaded(t);
  await change(b, { region_calendars: [{ region_id: 'bergen' as RegionId, calendar_id: 'no' as CalendarId }] });
  const join = (alias: string, stands_for: string) =>
    b.handlers.createAlias({
      ...b.facts,
      caller: root,
      path: { dealer_id: fjord },
      body: { kind: 'region', alias: alias as CatalogId, stands_for: stands_for as CatalogId },
    });
  t.like(await join('bergen', 'oslo'), { status: 201 });
  t.like(await read(b, caller, 'oslo'), { days: 23, calendars: ['no 1'] });
  await change(b, {
    region_calendars: [
      { region_id: 'oslo' as RegionId, calendar_id: 'none' as CalendarId },
      { region_id: 'bergen' as RegionId, calendar_id: 'no' as CalendarId },
    ],
  });
  t.like(await read(b, caller, 'oslo'), { days: 26, calendars: ['none 1'] });
});

test.serial(
  'replaceDealer restates no other dealer with a new calendar, and nothing at all with a new name',
  async (t) => {
    const { b, caller } = await loaded(t);
    const other = await b.dealer('nord', 'oslo');
    await b.load(other, march, { period: '2007-03/2008-03', period_type: 'month' });
    await change(b, { country: 'NO' });
    t.like(await read(b, other, 'oslo'), { days: 26, calendars: ['default 1'], revision: 1 });
    const { tag } = await read(b, caller, 'oslo');
    t.like(await change(b, { country: 'NO', name: 'Fjord and sons' }), {
      status: 200,
      body: { name: 'Fjord and sons' },
    });
    t.is((await read(b, caller, 'oslo')).tag, tag);
  },
);

test.serial(
  'createCalendar raises the revision of the dealers that can use the calendar, and of no others',
  async (t) => {
    const { b, caller } = await loaded(t);
    const other = await b.dealer('nord', 'oslo');
    await b.load(other, march.replaceAll('Bergen', 'Tyskland'), { period: '2007-03/2008-03', period_type: 'month' });
    const tags = async () => [(await read(b, caller, 'oslo')).tag, (await read(b, other, 'oslo')).tag];
    const raised = async (body: Partial<CalendarRequest>) => {
      const before = await tags();
      t.like(await publish(b, body), { status: 201 });
      const after = await tags();
      return ['fjord', 'nord'].filter((_, i) => before[i] !== after[i]);
    };
    const shops = { calendar_id: 'shops' as CalendarId };
    t.deepEqual(await raised(shops), []);
    await change(b, {
      calendar_id: 'none' as CalendarId,
      region_calendars: [{ region_id: 'bergen' as RegionId, ...shops }],
    });
    t.deepEqual(await raised({ ...shops, closed_on: ['2008-03-20'] }), ['fjord']);
    t.deepEqual(await raised({ ...shops, closed_on: ['2008-03-20', '2008-03-20'] }), []);
    t.deepEqual(await raised({ calendar_id: 'none' as CalendarId }), []);
    t.deepEqual(await raised({ calendar_id: 'none' as CalendarId, weekdays: [1, 2] }), ['fjord']);
    t.deepEqual(await raised({ calendar_id: 'de' as CalendarId, country: 'DE' }), []);
    t.deepEqual(await raised({ calendar_id: 'de' as CalendarId, country: 'DE', weekdays: [1] }), ['nord']);
    t.deepEqual(await raised({}), []);
    t.deepEqual(await raised({ closed_on: ['2008-03-20'] }), ['nord']);
    t.deepEqual(await raised({ calendar_id: 'oslo' as CalendarId }), ['fjord', 'nord']);
    await change(b, {});
    t.deepEqual(await raised({ ...shops, closed_on: [] }), []);

    const both = callerOf([
      ['fjord', {}],
      ['nord', {}],
    ]);
    const revisions = await Promise.all(
      [caller, other, both].map(async (each) => {
        const query = { since: 0, limit: 1_000 };
        const reply = await b.handlers.listIndexChanges({
          ...b.facts,
          caller: each,
          query,
          unchanged: async () => false,
        });
        if (reply.status !== 200) throw new Error(JSON.stringify(reply));
        const listed = reply.body.items.map(({ kind, dealer_id, revision }) => `${kind} ${dealer_id} ${revision}`);
        return { listed, revision: reply.body.meta.revision };
      }),
    );
    t.deepEqual(revisions[0], {
      listed: [
        'upload fjord 1',
        'calendar fjord 2',
        'calendar fjord 3',
        'calendar fjord 4',
        'calendar fjord 5',
        'calendar fjord 6',
      ],
      revision: 6,
    });
    t.deepEqual(revisions[1], {
      listed: ['upload nord 1', 'calendar nord 2', 'calendar nord 3', 'calendar nord 4'],
      revision: 4,
    });
    t.is(revisions[2]?.revision, 10);
  },
);

test.serial('createDealer stores the country of a dealer, and refuses a calendar that does not exist', async (t) => {
  const b = await bench(t);
  const create = (more: Partial<DealerRequest>) =>
    b.handlers.createDealer({
      ...b.facts,
      caller: root,
      body: { dealer_id: fjord, name: 'Fjord', region_id: 'oslo' as RegionId, ...more },
    });
  const unknown = 'zz' as CalendarId;
  t.like(
    await create({ calendar_id: unknown, region_calendars: [{ region_id: 'x' as RegionId, calendar_id: unknown }] }),
    {
      status: 422,
      problem: {
        slug: 'business-rule',
        errors: [
          { pointer: '/calendar_id', value: 'zz', rule: 'exists' },
          { pointer: '/region_calendars/0/calendar_id', value: 'zz', rule: 'exists' },
        ],
      },
    },
  );
  t.like(await create({ country: 'NO' }), {
    status: 201,
    body: { country: 'NO', calendar_id: null, region_calendars: [] },
  });
  const caller = callerOf([['fjord', { roles: ['reader', 'uploader'] }]], 'ann');
  await withScope(b.store, { dealers: ['fjord'] }, (tx) =>
    tx.query(
      sql.unsafe`insert into dealer_grants (dealer_id, principal, roles) values ('fjord', 'ann', '{reader,uploader}')`,
    ),
  );
  await b.load(caller, march, { period: '2007-03/2008-03', period_type: 'month' });
  t.like(await read(b, caller, 'oslo'), { days: 23, calendars: ['no 1'], revision: 1 });
  const stale = await b.handlers.replaceDealer({
    ...b.facts,
    caller: root,
    path: { dealer_id: fjord },
    body: { dealer_id: fjord, name: 'Fjord', region_id: 'oslo' as RegionId },
    ifMatch: () => false,
  });
  t.is(stale.status, 412);
});

test.serial('listCalendars lists each calendar once, in its newest version', async (t) => {
  const b = await bench(t);
  await publish(b, { calendar_id: 'bergen-shops' as CalendarId });
  await publish(b, { calendar_id: 'bergen-shops' as CalendarId, country: 'NO' });
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
    const reply = await b.handlers.listCalendars({ ...b.facts, caller: root, query });
    if (reply.status !== 200) return t.fail(JSON.stringify(reply));
    found.push(...reply.body.items.map(({ calendar_id, version, country }) => `${calendar_id} ${version} ${country}`));
    cursor = reply.body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  t.deepEqual([...new Set(found)].sort(), found);
  const some = new Set(['at', 'bergen-shops', 'de', 'de-by', 'default', 'fr', 'nl', 'no', 'none', 'se', 'us-de']);
  t.deepEqual(
    found.filter((each) => some.has(each.split(' ')[0] ?? '')),
    [
      'at 1 AT',
      'bergen-shops 2 NO',
      'de 2 DE',
      'de-by 1 DE',
      'default 1 null',
      'fr 1 FR',
      'nl 2 NL',
      'no 1 NO',
      'none 1 null',
      'se 1 SE',
      'us-de 1 US',
    ],
  );
  const get = (calendar_id: string) =>
    b.handlers.getCalendar({
      ...b.facts,
      caller: root,
      path: { calendar_id: calendar_id as CalendarId },
      unchanged: async () => false,
    });
  t.like(await get('bergen-shops'), { status: 200, body: { version: 2, country: 'NO' }, revision: '2' });
  t.is((await get('zz')).status, 404);
});

test.serial('a region is a part of the dealer’s country before it is another country', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('fjord', 'oslo');
  const october = 'date,brand,region,units\n2025-10,Ford,DE,54\n2025-10,Ford,Bayern,54\n2025-10,Ford,Boston,54\n';
  await b.load(caller, october, { period: '2025-10', period_type: 'month' });
  const read3 = async () =>
    Object.fromEntries(
      await Promise.all(
        ['de', 'bayern', 'boston'].map(async (region) => {
          const { days, calendars } = await read(b, caller, region);
          return [region, `${days} ${calendars}`] as const;
        }),
      ),
    );
  // October 2025 has 27 days from Monday to Saturday. The 3rd, a Friday, is a holiday in Germany, and the 13th, a
  // Monday, in the US but not in Delaware.
  await change(b, { country: 'US' });
  t.deepEqual(await read3(), { de: '27 us-de 1', bayern: '26 us 1', boston: '26 us 1' });
  await change(b, { country: 'DE' });
  t.deepEqual(await read3(), { de: '26 de 2', bayern: '26 de-by 1', boston: '26 de 2' });
  await change(b, {
    country: 'DE',
    region_calendars: [{ region_id: 'bayern' as RegionId, calendar_id: 'none' as CalendarId }],
  });
  t.deepEqual(await read3(), { de: '26 de 2', bayern: '27 none 1', boston: '26 de 2' });
});

test.serial(
  'createCalendar raises the revision of dealers whose regions have the calendar by name, each in its country',
  async (t) => {
    const b = await bench(t);
    const american = await b.dealer('fjord', 'oslo');
    const german = await b.dealer('nord', 'oslo');
    const sales = 'date,brand,region,units\n2025-10,Ford,DE,54\n';
    for (const [caller, id, country] of [
      [american, 'fjord', 'US'],
      [german, 'nord', 'DE'],
    ] as const) {
      await b.load(caller, sales, { period: '2025-10', period_type: 'month' });
      await b.handlers.replaceDealer({
        ...b.facts,
        caller: root,
        path: { dealer_id: id as DealerId },
        body: {
          dealer_id: id as DealerId,
          name: id,
          region_id: 'oslo' as RegionId,
          country,
          calendar_id: 'none' as CalendarId,
        },
        ifMatch: () => true,
      });
    }
    const tags = async () => [(await read(b, american, 'de')).tag, (await read(b, german, 'de')).tag];
    const raised = async (calendar_id: string, country: string, subdivision: string | null) => {
      const before = await tags();
      const body = { calendar_id: calendar_id as CalendarId, country, subdivision, weekdays: [1, 2, 3, 4, 5] };
      t.like(await publish(b, body), { status: 201, body: { country, subdivision } });
      const after = await tags();
      return ['american', 'german'].filter((_, i) => before[i] !== after[i]);
    };
    t.deepEqual(await raised('de', 'DE', null), ['german']);
    t.deepEqual(await raised('us-de', 'US', 'US-DE'), ['american']);
    t.deepEqual(await raised('us-ca', 'US', 'US-CA'), []);
    t.like(await read(b, american, 'de'), { days: 23, calendars: ['us-de 2'] });
  },
);

test.serial('createCalendar refuses a country or subdivision without known holidays', async (t) => {
  const b = await bench(t);
  const refusal = async (country: string | null, subdivision: string | null) => {
    const reply = await publish(b, { calendar_id: 'shops' as CalendarId, country, subdivision });
    return reply.status === 422 && reply.problem.slug === 'business-rule'
      ? reply.problem.errors?.[0]?.pointer
      : reply.status;
  };
  t.deepEqual(
    [
      await refusal('XX', null),
      await refusal('DE', 'DE-XX'),
      await refusal('DE', 'US-BY'),
      await refusal(null, 'DE-BY'),
      await refusal('DE', 'DE-BY'),
      await refusal(null, null),
    ],
    ['/country', '/subdivision', '/subdivision', '/country', 201, 201],
  );
});
