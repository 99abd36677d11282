// Aliases that the users of a dealer create: the same ones as those of administrators, under the right to upload.
import test from 'ava';
import { brandId } from '../../../generated/analytics/ids.ts';
import type { BrandId, CatalogId, DealerId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

const root = callerOf([], 'root');
const alfa = 'alfa' as DealerId;
const brand = { kind: 'brand', alias: 'vw' as CatalogId, stands_for: 'volkswagen' as CatalogId } as const;
const march = 'date,brand,region,units\n2008-03,VW,Oslo,1\n2008-03,Volkswagen,Oslo,10\n';

const create = (b: Bench, caller: Caller, dealer_id = alfa) =>
  b.handlers.createDealerAlias({ ...b.facts, caller, path: { dealer_id }, body: brand });

const list = (b: Bench, caller: Caller) =>
  b.handlers.listDealerAliases({
    ...b.facts,
    caller,
    path: { dealer_id: alfa },
    query: { limit: 10 },
  });

const get = (b: Bench, caller: Caller) =>
  b.handlers.getDealerAlias({
    ...b.facts,
    caller,
    path: { dealer_id: alfa, kind: 'brand', alias: brand.alias },
    unchanged: async () => false,
  });

const remove = (b: Bench, caller: Caller, ifMatch = () => true) =>
  b.handlers.deleteDealerAlias({
    ...b.facts,
    caller,
    path: { dealer_id: alfa, kind: 'brand', alias: brand.alias },
    ifMatch,
  });

async function unitsOf(b: Bench, caller: Caller) {
  const items = await b.indices(caller, { brand_id: ['volkswagen' as BrandId], date_from: '2008-03-01' });
  return items.map(({ units }) => units);
}

/** Two dealers with the same sales. */
async function loaded(t: Parameters<typeof bench>[0]) {
  const b = await bench(t);
  const callers = [await b.dealer('alfa'), await b.dealer('beta')] as const;
  for (const caller of callers) await b.load(caller, march, { period: '2008-03' });
  return { b, caller: callers[0], other: callers[1] };
}

test('createDealerAlias joins two names of this dealer alone, and deleteDealerAlias separates them', async (t) => {
  const { b, caller, other } = await loaded(t);
  const created = await create(b, caller);
  t.like(created, {
    status: 201,
    body: { dealer_id: 'alfa', ...brand },
    headers: { Location: '/dealers/alfa/aliases/brand/vw' },
  });
  t.deepEqual([await unitsOf(b, caller), await unitsOf(b, other)], [[11], [10]]);
  const body = created.status === 201 ? created.body : null;
  t.like(await get(b, caller), { status: 200, body });
  t.like(await list(b, caller), { status: 200, body: { items: [body] } });
  t.is((await create(b, caller)).status, 409);
  t.is((await remove(b, caller, () => false)).status, 412);
  t.is((await remove(b, caller)).status, 204);
  t.deepEqual(await unitsOf(b, caller), [10]);
  t.is((await remove(b, caller)).status, 404);
});

test('administrators and users of a dealer see and delete the aliases of each other', async (t) => {
  const { b, caller } = await loaded(t);
  const path = { dealer_id: alfa };
  await create(b, caller);
  t.is((await b.handlers.createAlias({ ...b.facts, caller: root, path, body: brand })).status, 409);
  const ofRoot = { ...path, kind: 'brand', alias: brand.alias };
  t.is((await b.handlers.deleteAlias({ ...b.facts, caller: root, path: ofRoot, ifMatch: () => true })).status, 204);
  t.is((await b.handlers.createAlias({ ...b.facts, caller: root, path, body: brand })).status, 201);
  t.is((await remove(b, caller)).status, 204);
});

test('only a grant for the whole dealer with the role uploader manages its aliases, and a dealer without a grant does not exist', async (t) => {
  const { b, caller, other } = await loaded(t);
  const grantTo = (principal: string, roles: ('reader' | 'uploader')[], brand_ids: BrandId[] | null) =>
    b.handlers.createGrant({
      ...b.facts,
      caller: root,
      path: { dealer_id: alfa },
      body: { principal, roles, brand_ids, region_ids: null },
    });
  await create(b, caller);
  await grantTo('ann', ['reader'], null);
  await grantTo('ben', ['reader'], [brandId('volkswagen')]);
  const outcome = async (user: Caller) => {
    const replies = [await list(b, user), await get(b, user), await create(b, user), await remove(b, user)];
    return replies.map((reply) =>
      'problem' in reply ? [reply.status, 'policy' in reply.problem ? reply.problem.policy : null] : [reply.status],
    );
  };
  const refused = [403, 'upload-own-dealer'];
  const secret = [404, null];
  t.deepEqual(await outcome(callerOf([], 'ann')), [refused, refused, refused, refused]);
  t.deepEqual(await outcome(callerOf([], 'ben')), [refused, refused, refused, refused]);
  t.deepEqual(await outcome(other), [secret, secret, secret, secret]);
  t.deepEqual(await unitsOf(b, caller), [11]);
});
