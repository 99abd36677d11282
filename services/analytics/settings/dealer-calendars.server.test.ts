// A dealer's own calendar: set by its users, for its own figures alone. Each figure is counted by hand beside it.
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import { brandId } from '../../../generated/analytics/ids.ts';
import type {
  BrandId,
  CalendarId,
  DealerCalendarRequest,
  DealerId,
  RegionId,
} from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

const root = callerOf([], 'root');
const fjord = 'fjord' as DealerId;
const march = 'date,brand,region,units\n2008-03,Toyota,Oslo,460\n2008-03,Toyota,Tyskland,520\n';
const weekdays: DealerCalendarRequest = { country: null, weekdays: [5, 4, 3, 2, 1, 1], closed_on: [] };

/** Two dealers with the same sales. */
async function loaded(t: Parameters<typeof bench>[0]) {
  const b = await bench(t);
  const callers = [await b.dealer('fjord', 'oslo'), await b.dealer('nord', 'oslo')] as const;
  for (const caller of callers) await b.load(caller, march, { period: '2008-03', period_type: 'month' });
  return { b, caller: callers[0], other: callers[1] };
}

const get = (b: Bench, caller: Caller, dealer_id = fjord) =>
  b.handlers.getDealerCalendar({ ...b.facts, caller, path: { dealer_id }, unchanged: async () => false });

const set = (
  b: Bench,
  caller: Caller,
  body: DealerCalendarRequest,
  ifMatch: (revision: string) => boolean = () => true,
) => b.handlers.replaceDealerCalendar({ ...b.facts, caller, path: { dealer_id: fjord }, body, ifMatch });

const end = (b: Bench, caller: Caller, ifMatch = () => true) =>
  b.handlers.deleteDealerCalendar({ ...b.facts, caller, path: { dealer_id: fjord }, ifMatch });

const administer = (b: Bench, more: object) =>
  b.handlers.replaceDealer({
    ...b.facts,
    caller: root,
    path: { dealer_id: fjord },
    body: { dealer_id: fjord, name: 'Fjord', region_id: 'oslo' as RegionId, ...more },
    ifMatch: () => true,
  });

const publish = (b: Bench, calendar_id: string, closed_on: string[]) =>
  b.handlers.createCalendar({
    ...b.facts,
    caller: root,
    body: { calendar_id: calendar_id as CalendarId, country: null, weekdays: [1, 2, 3, 4, 5, 6], closed_on },
  });

/** Selling days by region, the calendars and the revision. */
async function read(b: Bench, caller: Caller, query: object = {}) {
  const reply = await b.handlers.listIndices({
    ...b.facts,
    caller,
    query: { period_type: 'month', limit: 10, group_by: 'region', ...query },
    unchanged: async () => false,
  });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply));
  const { items, meta } = reply.body;
  return {
    days: items.map(({ selling_days }) => selling_days),
    calendars: meta.calendars.map(({ calendar_id, dealer_id, version }) => [calendar_id, dealer_id, version].join(' ')),
    revision: meta.revision,
  };
}

const now = (b: Bench) => b.store.oneFirst(sql.type(row<{ at: Date }>())`select clock_timestamp() as at`);

test('replaceDealerCalendar sets the selling days of all regions of the dealer and of no other dealer', async (t) => {
  const { b, caller, other } = await loaded(t);
  // March 2008 has 26 days from Monday to Saturday and 21 to Friday; Germany has two holidays: Good Friday the 21st and
  // Easter Monday the 24th.
  const before = { days: [26, 24], calendars: ['de  2', 'default  1'], revision: 1 };
  t.deepEqual(await read(b, caller), before);
  const at = await now(b);
  const reply = await set(b, caller, { ...weekdays, closed_on: ['2008-03-19', '2008-03-18', '2008-03-18'] });
  t.like(reply, {
    status: 200,
    body: { dealer_id: 'fjord', own: true, calendar_id: 'own', version: 2, country: null, subdivision: null },
  });
  t.deepEqual(reply.status === 200 && [reply.body.weekdays, reply.body.closed_on], [
    [1, 2, 3, 4, 5],
    ['2008-03-18', '2008-03-19'],
  ]);
  t.deepEqual(await read(b, caller), { days: [19, 19], calendars: ['own fjord 2'], revision: 2 });
  t.deepEqual(await read(b, caller, { as_of: at.toISOString() }), before);
  t.deepEqual(await read(b, other), before);
  const got = await get(b, caller);
  t.deepEqual(got, reply);
});

test('replaceDealerCalendar with the same days changes nothing, and with an old ETag is refused', async (t) => {
  const { b, caller } = await loaded(t);
  const first = await set(b, caller, weekdays);
  t.deepEqual(await set(b, caller, { ...weekdays, weekdays: [1, 2, 3, 4, 5] }), first);
  t.is((await read(b, caller)).revision, 2);
  t.is((await set(b, caller, weekdays, () => false)).status, 412);
  const tag = first.status === 200 ? first.revision : '';
  const changes = await Promise.all(
    [[1], [2]].map((days) => set(b, caller, { ...weekdays, weekdays: days }, (revision) => revision === tag)),
  );
  t.deepEqual(changes.map(({ status }) => status).sort(), [200, 412]);
  t.is((await read(b, caller)).revision, 3);
});

test('deleteDealerCalendar lets the calendar count again that an administrator or the country gives', async (t) => {
  const { b, caller } = await loaded(t);
  t.is((await end(b, caller)).status, 404);
  await set(b, caller, weekdays);
  await administer(b, { country: 'NO' });
  t.deepEqual((await read(b, caller)).calendars, ['own fjord 2']);
  t.is((await end(b, caller, () => false)).status, 412);
  t.is((await end(b, caller)).status, 204);
  // Norway is closed on Maundy Thursday, the 20th, too.
  t.like(await read(b, caller), { days: [23, 24], calendars: ['de  2', 'no  1'] });
  t.like(await get(b, caller), { status: 200, body: { own: false, calendar_id: 'no', version: 1, country: 'NO' } });
});

test('a region keeps the calendar that an administrator has set for it', async (t) => {
  const { b, caller } = await loaded(t);
  await administer(b, { region_calendars: [{ region_id: 'oslo', calendar_id: 'none' }] });
  await set(b, caller, { ...weekdays, country: 'DE', subdivision: 'DE-BY' });
  t.like(await read(b, caller), { days: [26, 19], calendars: ['none  1', 'own fjord 3'] });
});

test('two own calendars in one answer are told apart by their dealers', async (t) => {
  const { b, caller, other } = await loaded(t);
  await set(b, caller, weekdays);
  const path = { dealer_id: 'nord' as DealerId };
  await b.handlers.replaceDealerCalendar({ ...b.facts, caller: other, path, body: weekdays, ifMatch: () => true });
  const both = callerOf([
    ['fjord', {}],
    ['nord', {}],
  ]);
  t.deepEqual((await read(b, both)).calendars, ['own fjord 2', 'own nord 2']);
});

test('listIndexChanges lists each change, and a calendar of the installation raises the revision only where it counts', async (t) => {
  const { b, caller } = await loaded(t);
  await publish(b, 'default', ['2008-03-19']);
  await set(b, caller, weekdays);
  await publish(b, 'default', ['2008-03-20']);
  await publish(b, 'oslo', ['2008-03-20']);
  await publish(b, 'de', []);
  t.is((await read(b, caller)).revision, 3);
  await administer(b, { region_calendars: [{ region_id: 'oslo', calendar_id: 'de' }] });
  await publish(b, 'de', ['2008-03-20']);
  await end(b, caller);
  const reply = await b.handlers.listIndexChanges({
    ...b.facts,
    caller,
    query: { since: 0, limit: 100 },
    unchanged: async () => false,
  });
  t.deepEqual(
    reply.status === 200 && reply.body.items.map(({ kind, dealer_id, revision }) => `${kind} ${dealer_id} ${revision}`),
    ['upload fjord 1', ...[2, 3, 4, 5, 6].map((revision) => `calendar fjord ${revision}`)],
  );
  t.is((await read(b, caller)).revision, 6);
});

test('replaceDealerCalendar refuses holidays that are not known', async (t) => {
  const { b, caller } = await loaded(t);
  const pointerOf = async (more: Partial<DealerCalendarRequest>) => {
    const reply = await set(b, caller, { ...weekdays, ...more });
    return reply.status === 422 && reply.problem.slug === 'business-rule'
      ? reply.problem.errors?.[0]?.pointer
      : reply.status;
  };
  t.deepEqual(
    [
      await pointerOf({ country: 'XX' }),
      await pointerOf({ country: 'DE', subdivision: 'DE-XX' }),
      await pointerOf({ country: null, subdivision: 'DE-BY' }),
      await pointerOf({ country: 'DE', subdivision: 'DE-BY' }),
    ],
    ['/country', '/subdivision', '/country', 200],
  );
});

test('only a grant for the whole dealer with the role uploader sets its calendar, and a dealer without a grant does not exist', async (t) => {
  const { b, caller } = await loaded(t);
  const grantTo = (principal: string, roles: ('reader' | 'uploader')[], brand_ids: BrandId[] | null) =>
    b.handlers.createGrant({
      ...b.facts,
      caller: root,
      path: { dealer_id: fjord },
      body: { principal, roles, brand_ids, region_ids: null },
    });
  await grantTo('ann', ['reader'], null);
  await grantTo('ben', ['reader'], [brandId('toyota')]);
  const outcome = async (subject: string) => {
    const user = callerOf([], subject);
    const replies = [await get(b, user), await set(b, user, weekdays), await end(b, user)];
    return replies.map((reply) =>
      'problem' in reply ? [reply.status, 'policy' in reply.problem ? reply.problem.policy : null] : [reply.status],
    );
  };
  const own = 'upload-own-dealer';
  t.deepEqual(await outcome('ann'), [[200], [403, own], [403, own]]);
  t.deepEqual(await outcome('ben'), [[200], [403, own], [403, own]]);
  const none = [404, null];
  t.deepEqual(await outcome('analyst-of-nord'), [none, none, none]);
  t.is((await read(b, caller)).revision, 1);
});

test('each change of the calendar of a dealer leaves an audit event', async (t) => {
  const { b, caller } = await loaded(t);
  await set(b, caller, weekdays);
  await end(b, caller);
  const events = await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<Record<string, unknown>>())`
      select dealer_id, principal, action, subject, details from audit_events where action like 'dealer_calendar.%' order by id`),
  );
  const event = { dealer_id: 'fjord', principal: caller.subject, subject: 'fjord' };
  const details = {
    country: null,
    subdivision: null,
    weekdays: [1, 2, 3, 4, 5],
    closed_on: [],
    edition: 2,
    version: 2,
  };
  t.deepEqual(events as unknown, [
    { ...event, action: 'dealer_calendar.replaced', details },
    { ...event, action: 'dealer_calendar.deleted', details: {} },
  ]);
});
