// What comes with an authenticated caller, in one statement, against the reads that it stands for. Decision 291.
import test from 'ava';
import { sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import type { CatalogId, DealerId } from '../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../test/fixtures/analytics/analytics.ts';
import type { Caller } from './caller.ts';
import { catalogue } from './catalogue.ts';
import { dashboard } from './dashboard.ts';
import { series } from './indices/indices.ts';
import { scope } from './scope.ts';

const subject = 'ann';
const ids = ['alfa', 'beta', 'gamma', 'delta', 'omega'] as DealerId[];
const root: Caller = { ...callerOf([]), roles: ['platform-admin'] };
const file = 'period_start,brand,units_sold\n2026-01,vw,1\n2026-01,Volkswagen,2\n';

async function installation(t: Parameters<typeof bench>[0]): Promise<Bench> {
  const b = await bench(t);
  for (const id of ids) {
    const uploader = await b.dealer(id);
    if (id !== 'delta') await b.load(uploader, file);
  }
  await b.load(await b.dealer('foreign'), file);
  await withScope(b.store, { dealers: 'every' }, async (tx) => {
    await tx.query(sql.unsafe`
      insert into dealer_grants (dealer_id, principal, roles, brand_ids, region_ids, created_at)
      values ('beta', ${subject}, '{reader}', '{volkswagen}', null, '2026-01-01'), ('alfa', ${subject}, '{reader,uploader}', null, null, '2026-01-02'),
        ('gamma', ${subject}, '{reader}', null, '{}', '2026-01-03'), ('delta', ${subject}, '{uploader}', null, null, '2026-01-04'),
        ('omega', ${subject}, '{reader}', null, null, '2026-01-05')`);
    await tx.query(sql.unsafe`
      insert into subscriptions (dealer_id, plan, status, expires_at, changed_at)
      values ('alfa', 'trial', 'active', '2026-03-01', '2026-01-01'), ('beta', 'trial', 'cancelled', '2026-03-01', '2026-02-01'),
        ('gamma', 'trial', 'expired', null, '2026-02-01'), ('delta', 'trial', 'cancelled', null, '2026-02-03')`);
    await tx.query(
      sql.unsafe`insert into selling_calendars (calendar_id, version) values ('default', 2), ('north', 1)`,
    );
    await tx.query(sql.unsafe`
      insert into dealer_calendars (dealer_id, version, calendar_id) values ('alfa', 1, 'north'), ('alfa', 2, 'default'), ('foreign', 7, 'north')`);
  });
  for (const dealer_id of ids.slice(0, 2))
    await b.handlers.createAlias({
      ...b.facts,
      caller: root,
      path: { dealer_id },
      body: { kind: 'brand', alias: 'vw' as CatalogId, stands_for: 'volkswagen' as CatalogId },
    });
  await b.handlers.deleteAlias({
    ...b.facts,
    caller: root,
    path: { dealer_id: ids[0] as DealerId, kind: 'brand', alias: 'vw' as CatalogId },
    ifMatch: () => true,
  });
  return b;
}

const subsets = [[], ['alfa'], ['beta', 'alfa'], ['delta'], ['gamma', 'omega'], ids] as DealerId[][];

test('callerState equals its parts when each is read by itself', async (t) => {
  const b = await installation(t);
  const state = await b.deps.grants.callerState(subject);
  t.deepEqual(
    state.grants.map(({ dealer_id, brand_ids, region_ids, roles }) => [dealer_id, brand_ids, region_ids, roles]),
    [
      ['beta', ['volkswagen', 'vw'], null, ['reader']],
      ['alfa', null, null, ['reader', 'uploader']],
      ['gamma', null, [], ['reader']],
      ['delta', null, null, ['uploader']],
      ['omega', null, null, ['reader']],
    ],
  );
  for (const dealers of subsets) {
    const { readAt: _, ...known } = state.revision(dealers);
    const { readAt, ...read } = await b.deps.sales.revision(dealers, undefined);
    t.deepEqual(known, read, dealers.join());
    for (const now of ['2026-01-15', '2026-02-02', '2026-03-01', '2026-05-01'].map((day) => new Date(day)))
      t.deepEqual(state.subscriptions(dealers, now), await b.deps.sales.subscriptions(dealers, now), dealers.join());
  }
});

test('callerState of a caller without a grant is empty', async (t) => {
  const b = await installation(t);
  const state = await b.deps.grants.callerState("nobody's \\ {name}");
  t.deepEqual(state.grants, []);
  t.deepEqual(state.subscriptions([...ids], new Date()), []);
});

test('callerState leaves no scope behind on its connection', async (t) => {
  const b = await installation(t);
  await b.deps.grants.callerState(subject);
  const settings = `select coalesce(current_setting('covenant.dealers', true), '') || coalesce(current_setting('covenant.principal', true), '')`;
  for (let i = 0; i < 5; i++) {
    t.is(await b.store.preparedValue(`settings ${i}`, settings, []), '');
    t.is(await b.store.preparedValue('grants', 'select count(*)::int from dealer_grants', []), 0);
  }
});

test('a caller with its state is answered 304, and asks for its scope, without another statement', async (t) => {
  const b = await installation(t);
  const state = await b.deps.grants.callerState(subject);
  const caller: Caller = {
    ...callerOf(
      [
        ['omega', { roles: ['reader'] }],
        ['alfa', { roles: ['uploader'] }],
      ],
      subject,
    ),
    state,
  };
  const silent = <Port extends object>(name: string): Port =>
    new Proxy({} as Port, {
      get: (_, method) => () => Promise.reject(new Error(`${name}.${String(method)} is asked`)),
    });
  const deps = {
    ...b.deps,
    sales: silent<Bench['deps']['sales']>('sales'),
    grants: silent<Bench['deps']['grants']>('grants'),
  };
  const asked = { ...b.facts, caller, query: {}, page: { after: undefined, limit: 10 }, unchanged: () => true };
  const statuses = [
    await series(deps).listIndices({ ...asked, query: { period_type: 'month' } }),
    await dashboard(deps).getDashboardSummary(asked),
    await catalogue(deps).listBrands(asked),
    await scope(deps).getScope(asked),
  ].map(({ status }) => status);
  t.deepEqual(statuses, [304, 304, 304, 200]);
});
