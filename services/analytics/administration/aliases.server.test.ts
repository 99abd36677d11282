// Aliases of a catalogue: two spellings become one name, wherever it is read.
import test from 'ava';
import { row, sql } from '../../../adapters/store/query.ts';
import { withScope } from '../../../adapters/store/scope.ts';
import type { AliasRequest, BrandId, CatalogId, DealerId, RegionId } from '../../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../../test/fixtures/analytics/analytics.ts';
import type { Caller } from '../caller.ts';

const sales = (...rows: string[]) => `period_start,brand,region,model_family,units_sold\n${rows.join('\n')}\n`;
const root = callerOf([], 'root');
const alfa = 'alfa' as DealerId;

const join = (b: Bench, alias: string, stands_for: string, kind: AliasRequest['kind'] = 'brand') =>
  b.handlers.createAlias({
    ...b.facts,
    caller: root,
    path: { dealer_id: alfa },
    body: { kind, alias: alias as CatalogId, stands_for: stands_for as CatalogId },
  });

const remove = (b: Bench, alias: string, kind: AliasRequest['kind'] = 'brand', ifMatch = () => true) =>
  b.handlers.deleteAlias({
    ...b.facts,
    caller: root,
    path: { dealer_id: alfa, kind, alias: alias as CatalogId },
    ifMatch,
  });

const asked = (b: Bench, caller: Caller, query: object = {}) => ({
  ...b.facts,
  caller,
  query: { limit: 100, ...query },
  unchanged: async () => false,
});

async function read(b: Bench, caller: Caller, query: object = {}) {
  const reply = await b.handlers.listIndices({
    ...asked(b, caller),
    query: { limit: 100, period_type: 'month', ...query },
  });
  if (reply.status !== 200) return reply.status;
  return [reply.body.items.map(({ units }) => units), reply.body.meta.revision];
}

async function names(b: Bench, caller: Caller) {
  const lists = [
    await b.handlers.listBrands(asked(b, caller)),
    await b.handlers.listRegions(asked(b, caller)),
    await b.handlers.listModelFamilies(asked(b, caller)),
  ];
  return lists.map((list) => (list.status === 200 ? list.body.items : list.status)) as unknown;
}

test('createAlias joins stored sales of two spellings under one name, and as_of reads the sales before', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const other = await b.dealer('beta');
  const file = sales('2026-01,VW,Oslo,Golf,1', '2026-01,Volkswagen,Oslo,Golf,10', '2026-01,Opel,Oslo,Corsa,100');
  const job = await b.load(caller, file);
  await b.load(other, file);
  t.deepEqual(await read(b, caller, { brand_id: ['volkswagen'] }), [[10], 1]);
  t.like(await join(b, 'VW', 'Volkswagen'), {
    status: 201,
    body: { dealer_id: 'alfa', kind: 'brand', alias: 'vw', stands_for: 'volkswagen' },
    headers: { Location: '/admin/dealers/alfa/aliases/brand/vw' },
  });
  t.deepEqual(await read(b, caller, { brand_id: ['volkswagen'] }), [[11], 2]);
  t.deepEqual(await read(b, caller, { brand_id: ['vw'] }), [[11], 2], 'the old id means the new one');
  t.deepEqual(await read(b, caller), [[111], 2]);
  t.deepEqual(await read(b, caller, { brand_id: ['vw'], as_of: job.finished_at }), [[1], 1]);
  t.deepEqual(await read(b, caller, { brand_id: ['volkswagen'], as_of: job.finished_at }), [[10], 1]);
  t.deepEqual(await read(b, other, { brand_id: ['vw'] }), [[1], 1], 'of another dealer nothing changes');
  t.deepEqual(await names(b, caller), [
    [
      { brand_id: 'opel', name: 'Opel', aliases: [] },
      { brand_id: 'volkswagen', name: 'Volkswagen', aliases: ['VW', 'vw'] },
    ],
    [{ region_id: 'oslo', name: 'Oslo', aliases: [] }],
    [
      { model_family_id: 'corsa', brand_id: 'opel', name: 'Corsa', aliases: [] },
      { model_family_id: 'golf', brand_id: 'volkswagen', name: 'Golf', aliases: [] },
    ],
  ]);
  const families = await b.handlers.listModelFamilies(asked(b, caller, { brand_id: ['vw'] }));
  t.like(families, { body: { items: [{ model_family_id: 'golf', brand_id: 'volkswagen' }] } });
});

test('createAlias joins regions and model families as well', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,Opel,Oslo,Corsa,1', '2026-01,Opel,Christiania,Corsa-e,10'));
  await join(b, 'christiania', 'oslo', 'region');
  await join(b, 'corsa-e', 'corsa', 'model_family');
  t.deepEqual(await read(b, caller, { region_id: ['oslo'] }), [[11], 3]);
  t.deepEqual(await read(b, caller, { region_id: ['christiania'], model_family_id: ['corsa-e'] }), [[11], 3]);
  t.deepEqual(await names(b, caller), [
    [{ brand_id: 'opel', name: 'Opel', aliases: [] }],
    [{ region_id: 'oslo', name: 'Oslo', aliases: ['Christiania', 'christiania'] }],
    [{ model_family_id: 'corsa', brand_id: 'opel', name: 'Corsa', aliases: ['Corsa-e', 'corsa-e'] }],
  ]);
});

test('getDashboardSummary judges a joined brand by all of its months', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const month = (i: number) => `${2023 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}`;
  const quiet = Array.from({ length: 35 }, (_, i) => `${month(i)},Volkswagen,Oslo,Golf,${100 + ((i * 7) % 10)}`);
  await b.load(caller, sales(...quiet, '2025-12,VW,Oslo,Golf,900'), { period: '2023-01/2025-12' });
  const alerts = async () => {
    const reply = await b.handlers.getDashboardSummary({ ...b.facts, caller, query: {}, unchanged: async () => false });
    return reply.status === 200 ? reply.body.alerts.map(({ brand_id, value }) => [brand_id, value]) : [];
  };
  const before = await alerts();
  await join(b, 'vw', 'volkswagen');
  const [last] = await b.indices(caller, { brand_id: ['volkswagen' as BrandId], date_from: '2025-12-01' });
  t.true((last?.z_t ?? 0) > 3);
  t.deepEqual(await alerts(), [['volkswagen', last?.z_t ?? null]]);
  t.notDeepEqual(before, await alerts());
});

test('uploadFile stores sales under the name that an alias stands for, until the alias is deleted', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,VW,Oslo,Golf,1', '2026-01,Volkswagen,Oslo,Golf,10'), { period: '2026-01' });
  await join(b, 'vw', 'volkswagen');
  const replaced = await b.load(caller, sales('2026-01,Volkswagen,Oslo,Golf,11'), { period: '2026-01', dry_run: true });
  t.like(replaced, { replacement: { removed_brand_ids: [] } }, 'no brand is lost');
  await b.load(caller, sales('2026-02,VW,Oslo,Golf,100'), { period: '2026-02' });
  t.deepEqual(await read(b, caller, { brand_id: ['volkswagen'] }), [[11, 100], 3]);
  t.like(await remove(b, 'VW'), { status: 204 });
  t.deepEqual(await read(b, caller, { brand_id: ['volkswagen'] }), [[10, 100], 4]);
  t.deepEqual((await read(b, caller, { brand_id: ['vw'], date_to: '2026-01-31' })) as unknown, [[1], 4]);
  await b.load(caller, sales('2026-03,VW,Oslo,Golf,5'), { period: '2026-03' });
  t.deepEqual(await read(b, caller, { brand_id: ['vw'], date_from: '2026-03-01' }), [[5], 5]);
});

test('uploadFile stores a file under its own names again after its alias was deleted', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,Opel,Oslo,Corsa,1'), { period: '2026-01' });
  await join(b, 'vw', 'opel');
  const [file, fields] = [sales('2026-02,VW,Oslo,Golf,100'), { period: '2026-02' }];
  const first = await b.load(caller, file, fields);
  t.is((await b.load(caller, file, fields)).job_id, first.job_id, 'the same file, the same job');
  t.deepEqual(await read(b, caller, { brand_id: ['opel'] }), [[1, 100], 3]);
  await remove(b, 'vw');
  const again = await b.load(caller, file, fields);
  t.not(again.job_id, first.job_id);
  t.deepEqual(await read(b, caller, { brand_id: ['vw'] }), [[100], 5]);
  t.deepEqual(await read(b, caller, { brand_id: ['opel'] }), [[1, 0], 5]);
  t.is((await b.load(caller, file, fields)).job_id, again.job_id);
});

test('a grant for one spelling gives access to all sales of the name, and to no others', async (t) => {
  const b = await bench(t);
  const owner = await b.dealer('alfa');
  await b.load(
    owner,
    sales('2026-01,VW,Oslo,Golf,1', '2026-01,Volkswagen,Oslo,Golf,10', '2026-01,Opel,Oslo,Corsa,100'),
  );
  const grant = { principal: 'ann', roles: ['reader' as const], brand_ids: ['vw' as BrandId], region_ids: null };
  await b.handlers.createGrant({ ...b.facts, caller: root, path: { dealer_id: alfa }, body: grant });
  const reader = async () => {
    const [found] = (await b.deps.grants.callerState('ann')).grants;
    return callerOf([['alfa', { brands: found?.brand_ids ?? [] }]], 'ann');
  };
  t.deepEqual(await read(b, await reader()), [[1], 1]);
  await join(b, 'vw', 'volkswagen');
  t.deepEqual(await read(b, await reader()), [[11], 2]);
  t.deepEqual(await read(b, await reader(), { brand_id: ['volkswagen'] }), [[11], 2]);
  t.is(await read(b, await reader(), { brand_id: ['opel'] }), 403);
  await remove(b, 'vw');
  t.deepEqual(await read(b, await reader()), [[1], 3]);
});

test('createAlias refuses an unknown name, the name itself and a chain of aliases', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,VW,Oslo,Golf,1', '2026-01,Volkswagen,Oslo,Golf,10', '2026-01,Opel,Oslo,Corsa,1'));
  const refused = (pointer: string, rule: string) => ({ status: 422, problem: { errors: [{ pointer, rule }] } });
  t.like(await join(b, 'vw', 'volksvagen'), refused('/stands_for', 'exists'));
  t.like(await join(b, 'vw', 'VW'), refused('/stands_for', 'other'));
  t.like(await join(b, 'vw', 'volkswagen'), { status: 201 });
  t.like(await join(b, 'vw', 'opel'), { status: 409, problem: { slug: 'conflict' } });
  t.like(await join(b, 'opel', 'vw'), refused('/stands_for', 'chain'));
  t.like(await join(b, 'volkswagen', 'opel'), refused('/alias', 'chain'));
  t.like(await join(b, 'volkswagen', 'vw'), refused('/stands_for', 'chain'));
  const both = await Promise.all([join(b, 'a', 'opel'), join(b, 'opel', 'volkswagen')]);
  t.deepEqual(both.map(({ status }) => status).sort(), [201, 422], 'also of two at once');
  const nowhere = { dealer_id: 'nowhere' as DealerId };
  const body = { kind: 'brand' as const, alias: 'vw' as CatalogId, stands_for: 'opel' as CatalogId };
  t.like(await b.handlers.createAlias({ ...b.facts, caller: root, path: nowhere, body }), { status: 404 });
});

test('listAliases lists all aliases over several pages, getAlias returns one, and the audit log has each change', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,Volkswagen,Oslo,Golf,10'));
  for (const alias of ['vw', 'v-w', 'фольксваген']) await join(b, alias, 'volkswagen');
  await join(b, 'osl', 'oslo', 'region');
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) };
    const reply = await b.handlers.listAliases({ ...b.facts, caller: root, path: { dealer_id: alfa }, query });
    if (reply.status !== 200) return t.fail(JSON.stringify(reply));
    found.push(...reply.body.items.map(({ kind, alias, stands_for }) => `${kind} ${alias} ${stands_for}`));
    cursor = reply.body.next_cursor ?? undefined;
  } while (cursor !== undefined);
  t.deepEqual(found, [
    'brand v-w volkswagen',
    'brand vw volkswagen',
    'brand фольксваген volkswagen',
    'region osl oslo',
  ]);
  const path = { dealer_id: alfa, kind: 'region' as const, alias: 'OSL' as CatalogId };
  const get = () => b.handlers.getAlias({ ...b.facts, caller: root, path, unchanged: async () => false });
  t.like(await get(), { status: 200, body: { alias: 'osl' as RegionId, stands_for: 'oslo' } });
  t.like(await remove(b, 'osl', 'region', () => false), { status: 412 });
  const deletions = await Promise.all([remove(b, 'osl', 'region'), remove(b, 'osl', 'region')]);
  t.is(deletions.filter(({ status }) => status === 204).length, 1);
  t.like(await get(), { status: 404 });
  t.like(await remove(b, 'osl', 'region'), { status: 404 });
  const events = await withScope(b.store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<Record<string, unknown>>())`
      select dealer_id, principal, action, subject, details from audit_events where action like 'alias.%' order by id desc limit 2`),
  );
  const event = { dealer_id: 'alfa', principal: 'root', subject: 'region/osl', details: { stands_for: 'oslo' } };
  t.deepEqual(events as unknown, [
    { ...event, action: 'alias.deleted' },
    { ...event, action: 'alias.created' },
  ]);
});
