// What comes with an authenticated caller, in one statement, against the reads that it stands for. Decision 291.
import test from 'ava';
import { grants } from '../../../adapters/store/analytics/access/grants.ts';
import { sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { CatalogId, DealerId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';
import { catalogue } from '../catalogue.ts';
import { dashboard } from '../dashboard.ts';
import { series } from '../indices/indices.ts';
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

const termsOf = (b: Bench, dealers: readonly DealerId[]) =>
  withScope(b.store, { dealers }, (tx) =>
    tx.any(sql.unsafe`
      select dealer_id, status, expires_at, changed_at, forecast_days
      from subscriptions join plans using (plan) where dealer_id = any(${sql.array([...dealers], 'text')}) order by dealer_id`),
  );

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
    const { read_at: _, ...known } = state.revision(dealers);
    const { read_at, ...read } = await b.deps.sales.revision(dealers, undefined);
    t.deepEqual(known, read, dealers.join());
    t.deepEqual(state.subscriptions(dealers) as unknown, await termsOf(b, dealers), dealers.join());
  }
});

test('callerState of a caller without a grant is empty', async (t) => {
  const b = await installation(t);
  const state = await b.deps.grants.callerState("nobody's \\ {name}");
  t.deepEqual(state.grants, []);
  t.deepEqual(state.subscriptions([...ids]), []);
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

const changes: Readonly<Record<string, ReturnType<typeof sql.unsafe>>> = {
  'a new grant': sql.unsafe`insert into dealer_grants (dealer_id, principal, roles) values ('foreign', 'ann', '{reader}')`,
  'a narrowed grant': sql.unsafe`update dealer_grants set brand_ids = '{skoda}' where principal = 'ann' and dealer_id = 'omega'`,
  'a grant that passes to another principal': sql.unsafe`update dealer_grants set principal = 'bob' where principal = 'ann' and dealer_id = 'gamma'`,
  'a grant that comes back': sql.unsafe`update dealer_grants set principal = 'ann' where principal = 'bob' and dealer_id = 'gamma'`,
  'a withdrawn grant': sql.unsafe`delete from dealer_grants where principal = 'ann' and dealer_id = 'foreign'`,
  'a subscription': sql.unsafe`update subscriptions set status = 'active', expires_at = null where dealer_id = 'beta'`,
  'a plan': sql.unsafe`update plans set forecast_days = forecast_days - 1 where plan = 'trial'`,
  'an upload': sql.unsafe`update dealers set revision = revision + 1, data_as_of = now() where dealer_id = 'alfa'`,
  'a calendar of a dealer': sql.unsafe`insert into dealer_calendars (dealer_id, version, calendar_id) values ('beta', 5, 'north')`,
  'a calendar of the installation': sql.unsafe`insert into selling_calendars (calendar_id, version) values ('default', 3)`,
  'an alias': sql.unsafe`insert into catalog_aliases (dealer_id, kind, alias, target_id) values ('beta', 'brand', 'vag', 'volkswagen')`,
  'a deleted alias': sql.unsafe`update catalog_aliases set deleted_at = now() where dealer_id = 'beta' and alias = 'vag'`,
};

test('each change of what a caller may read counts in the next call of a process that knows its state', async (t) => {
  const b = await installation(t);
  const known = grants(b.store);
  const shown = async (from: Pick<typeof known, 'callerState'>) => {
    const state = await from.callerState(subject);
    const all = [...ids, 'foreign' as DealerId];
    const { read_at: _, ...revision } = state.revision(all);
    return { grants: state.grants, revision, subscriptions: state.subscriptions(all) };
  };
  for (const [what, change] of Object.entries(changes)) {
    const before = await shown(known);
    t.is(await known.callerState(subject), await known.callerState(subject), what);
    const changed = await withScope(b.store, { dealers: 'every' }, (tx) => tx.query(change));
    t.is(changed.rowCount, 1, what);
    const after = await shown(known);
    t.notDeepEqual(after, before, what);
    t.deepEqual(after, await shown(grants(b.store)), what);
  }
});

test('no counter of access repeats after a restore: the first change and a later one have the time of the change', async (t) => {
  const b = await installation(t);
  const change = sql.unsafe`update dealer_grants set roles = '{reader}' where principal = 'ann' and dealer_id = 'alfa'`;
  const counted = () =>
    withScope(b.store, { dealers: 'every' }, async (tx) => {
      const began = Date.now() * 1_000;
      // As in a backup that is older than any change.
      await tx.query(change);
      const { rows } = await tx.query(
        sql.unsafe`select revision from access_revisions where subject = 'principal:ann'`,
      );
      const { revision } = rows[0] as { revision: number };
      return { isOfItsTime: revision >= began - 60_000_000, revision };
    });
  const first = await counted();
  await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.query(sql.unsafe`update access_revisions set revision = 1`),
  );
  const known = await counted();
  const second = await counted();
  t.true(first.isOfItsTime && known.isOfItsTime);
  t.true(first.revision < known.revision && known.revision < second.revision);
});

test('calls that wait while a statement is under way share the next one', async (t) => {
  const b = await installation(t);
  const sent: string[] = [];
  const counting = {
    ...b.store,
    preparedValue(name: string, ...rest: [string, readonly unknown[]]) {
      sent.push(name);
      return b.store.preparedValue(name, ...rest);
    },
  };
  const { callerState } = grants(counting);
  const [first, second] = [await callerState(subject), await callerState('bob')];
  const states = await Promise.all(Array.from({ length: 100 }, (_, i) => callerState(i % 2 === 0 ? subject : 'bob')));
  t.true(states.every((state, i) => state === (i % 2 === 0 ? first : second)));
  t.deepEqual(sent, ['caller_state', 'caller_state', 'access_revisions']);
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
  const asked = { ...b.facts, caller, query: {}, page: { after: undefined, limit: 10 }, unchanged: async () => true };
  const statuses = [
    await series(deps).listIndices({ ...asked, query: { period_type: 'month' } }),
    await dashboard(deps).getDashboardSummary(asked),
    await catalogue(deps).listBrands(asked),
    await scope().getScope(asked),
  ].map(({ status }) => status);
  t.deepEqual(statuses, [304, 304, 304, 200]);
});
