// What administrators change counts at once, is published, and leaves an audit trail.
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { BrandId, DealerId, GrantRequest, RegionId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';

const dealer_id = 'nordbil' as DealerId;
const root = callerOf([], 'root');
const terms: GrantRequest = { principal: 'ann', roles: ['reader'], brand_ids: null, region_ids: null };

const create = (b: Bench) =>
  b.handlers.createDealer({
    ...b.facts,
    caller: root,
    body: { dealer_id, name: 'Nordbil', region_id: 'bergen' as RegionId },
  });

const audit = (b: Bench) =>
  withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<{ principal: string; action: string; subject: string; details: object }>())`
      select principal, action, subject, details from audit_events order by id`),
  );

test('createDealer begins a trial of 30 days, and publishes it once', async (t) => {
  const b = await bench(t);
  const made = await create(b);
  t.like(made, {
    status: 201,
    body: { dealer_id: 'nordbil', name: 'Nordbil', region_id: 'bergen' },
    headers: { Location: '/admin/dealers/nordbil' },
  });
  t.like(await create(b), { status: 409, problem: { slug: 'conflict' } });
  const [published, ...more] = await b.outbox();
  const { expires_at, ...rest } = published?.body ?? {};
  t.deepEqual(rest, {
    dealer_id: 'nordbil',
    plan: 'trial',
    status: 'trialing',
    previous_status: null,
    cause: 'administrator',
  });
  const days = (new Date(String(expires_at)).getTime() - Date.now()) / 86_400_000;
  t.true(days > 29.9 && days < 30.1, `${days} days`);
  t.deepEqual(more, []);
  t.deepEqual((await audit(b)) as unknown, [
    {
      principal: 'root',
      action: 'dealer.created',
      subject: 'nordbil',
      details: { name: 'Nordbil', region_id: 'bergen', country: null, calendar_id: null, region_calendars: {} },
    },
  ]);
});

test('a grant counts in its current form from the next request on', async (t) => {
  const b = await bench(t);
  await create(b);
  const path = { dealer_id, principal: 'ann' };
  const facts = { ...b.facts, caller: root, path };
  const scope = async () =>
    (await b.deps.grants.callerState('ann')).grants.map((found) => [found.brand_ids, found.roles]);
  t.deepEqual(await scope(), []);
  await b.handlers.createGrant({ ...facts, body: terms });
  t.deepEqual(await scope(), [[null, ['reader']]]);
  const narrowed: GrantRequest = { ...terms, brand_ids: ['toyota' as BrandId] };
  const wider: GrantRequest = { ...terms, roles: ['reader', 'uploader'] };
  const replace = (body: GrantRequest, ifMatch = () => true) => b.handlers.replaceGrant({ ...facts, body, ifMatch });
  t.like(await replace(narrowed), { status: 200, body: { brand_ids: ['toyota'] } });
  t.deepEqual(await scope(), [[['toyota'], ['reader']]]);
  t.like(await replace(wider), { status: 200, body: { brand_ids: null } });
  t.deepEqual(await scope(), [[null, ['reader', 'uploader']]]);
  t.like(await replace({ ...terms, brand_ids: [] }), { status: 200 });
  t.deepEqual(await scope(), [[[], ['reader']]]);
  t.like(await replace(terms, () => false), { status: 412 });
  t.like(await b.handlers.deleteGrant({ ...facts, ifMatch: () => true }), { status: 204 });
  t.deepEqual(await scope(), []);
  t.deepEqual(
    (await audit(b)).map(({ action }) => action),
    ['dealer.created', 'grant.created', 'grant.replaced', 'grant.replaced', 'grant.replaced', 'grant.withdrawn'],
  );
});

test('replaceGrant refuses the second of two concurrent changes', async (t) => {
  const b = await bench(t);
  await create(b);
  const facts = { ...b.facts, caller: root, path: { dealer_id, principal: 'ann' } };
  await b.handlers.createGrant({ ...facts, body: terms });
  const read = await b.handlers.getGrant({ ...facts, unchanged: async () => false });
  const known = read.status === 200 ? read.revision : t.fail();
  const ifMatch = (revision: string) => revision === known;
  const [one, two] = await Promise.all([
    b.handlers.replaceGrant({ ...facts, body: { ...terms, brand_ids: ['opel' as BrandId] }, ifMatch }),
    b.handlers.deleteGrant({ ...facts, ifMatch }),
  ]);
  t.is([one.status, two.status].filter((status) => status === 412 || status === 404).length, 1);
  t.like(await b.handlers.createGrant({ ...facts, body: terms }), { status: two.status === 204 ? 201 : 409 });
  t.like(await b.handlers.deleteGrant({ ...facts, ifMatch }), { status: 412 }, 'a grant made anew is another one');
});
