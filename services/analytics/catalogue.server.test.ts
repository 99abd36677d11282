// The catalogue: what is in the data of a scope, how it is written, page by page.
import test from 'ava';
import { sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import type { BrandId, DealerId, RegionId } from '../../generated/analytics/types.ts';
import { type Bench, bench, callerOf } from '../test/fixtures/analytics/analytics.ts';
import type { Caller } from './caller.ts';

const sales = (...rows: string[]) => `period_start,brand,region,model_family,units_sold\n${rows.join('\n')}\n`;

type Read = { readonly status: number; readonly body?: unknown; readonly problem?: unknown };

async function items(reply: Promise<Read>): Promise<unknown> {
  const { status, body, problem } = await reply;
  return status === 200 ? (body as { items: unknown }).items : problem;
}

const asked = (b: Bench, caller: Caller, query: object = {}) => ({
  ...b.facts,
  caller,
  query: { limit: 100, ...query },
  unchanged: async () => false,
});

test('listBrands lists each name once, with the other spellings of all dealers in the scope', async (t) => {
  const b = await bench(t);
  const [alfa, beta] = [await b.dealer('alfa'), await b.dealer('beta')];
  await b.load(alfa, sales('2026-01,TOYOTA,Oslo,Corolla,1', '2026-01,Citroën,Oslo,C3,1'));
  await b.load(beta, sales('2026-01,Toyota,Bergen,Corolla,1'));
  await withScope(b.store, { dealers: ['beta'] }, (tx) =>
    tx.query(sql.unsafe`
      insert into catalog_aliases (dealer_id, kind, alias, target_id) values ('beta', 'brand', 'toyota motor', 'toyota')`),
  );
  const both = callerOf([
    ['alfa', {}],
    ['beta', {}],
  ]);
  t.deepEqual(await items(b.handlers.listBrands(asked(b, both))), [
    { brand_id: 'citroën', name: 'Citroën', aliases: [] },
    { brand_id: 'toyota', name: 'TOYOTA', aliases: ['Toyota', 'toyota motor'] },
  ]);
  t.deepEqual(await items(b.handlers.listBrands(asked(b, beta))), [
    { brand_id: 'toyota', name: 'Toyota', aliases: ['toyota motor'] },
  ]);
  t.deepEqual(await items(b.handlers.listRegions(asked(b, both))), [
    { region_id: 'bergen', name: 'Bergen', aliases: [] },
    { region_id: 'oslo', name: 'Oslo', aliases: [] },
  ]);
  t.deepEqual(await items(b.handlers.listModelFamilies(asked(b, both, { brand_id: ['toyota'] }))), [
    { model_family_id: 'corolla', brand_id: 'toyota', name: 'Corolla', aliases: [] },
  ]);
  t.deepEqual(await items(b.handlers.listBrands(asked(b, callerOf([])))), []);
});

test('listBrands shows a narrowed grant only the names in its part of the sales', async (t) => {
  const b = await bench(t);
  const owner = await b.dealer('alfa');
  await b.load(
    owner,
    sales('2026-01,Toyota,Oslo,Corolla,1', '2026-01,Toyota,Bergen,Yaris,1', '2026-01,Opel,Bergen,Corsa,1'),
  );
  const ids = async (narrowed: { brands?: string[]; regions?: string[] }) => {
    const caller = callerOf([['alfa', narrowed]]);
    const lists = await Promise.all([
      items(b.handlers.listBrands(asked(b, caller))),
      items(b.handlers.listRegions(asked(b, caller))),
      items(b.handlers.listModelFamilies(asked(b, caller))),
    ]);
    return lists.map((list) => (list as Record<string, string>[]).map((item) => Object.values(item)[0]));
  };
  t.deepEqual(await ids({}), [
    ['opel', 'toyota'],
    ['bergen', 'oslo'],
    ['corsa', 'corolla', 'yaris'],
  ]);
  t.deepEqual(await ids({ brands: ['toyota'] }), [['toyota'], ['bergen', 'oslo'], ['corolla', 'yaris']]);
  t.deepEqual(await ids({ regions: ['oslo'] }), [['toyota'], ['oslo'], ['corolla']]);
  t.deepEqual(await ids({ brands: ['opel'], regions: ['oslo'] }), [[], [], []]);
  t.deepEqual(await ids({ brands: [] }), [[], [], []]);
  t.like(
    await items(
      b.handlers.listModelFamilies(
        asked(b, callerOf([['alfa', { brands: ['toyota'] }]]), { brand_id: ['opel' as BrandId] }),
      ),
    ),
    { slug: 'out-of-scope', attribute: 'brand_id' },
  );
});

test('listBrands has every name on exactly one page, and refuses the cursor of another list', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const names = ['Audi', 'BMW', 'Citroën', 'Opel', 'Ærø'];
  await b.load(caller, sales(...names.map((name) => `2026-01,${name},Oslo,One,1`)));
  const observed: string[] = [];
  let cursor: string | undefined;
  do {
    const reply = await b.handlers.listModelFamilies(asked(b, caller, { limit: 2, ...(cursor ? { cursor } : {}) }));
    if (reply.status !== 200) return t.fail(JSON.stringify(reply));
    observed.push(...reply.body.items.map(({ brand_id }) => brand_id));
    cursor = reply.body.next_cursor ?? undefined;
    if (cursor !== undefined)
      t.like(await b.handlers.listBrands(asked(b, caller, { cursor })), {
        status: 400,
        problem: { slug: 'invalid-request' },
      });
  } while (cursor !== undefined);
  t.deepEqual(observed, ['audi', 'bmw', 'citroën', 'opel', 'ærø']);
});

test('listBrands shows the spellings of files as aliases of their name', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,Mercedes-Benz,Oslo,C Class,1', '2026-02,MERCEDES BENZ,OSLO,C-class,1'));
  await b.load(caller, sales('2026-03,mercedes-benz,Oslo,C Class,1', '2026-03,Opel,Oslo,Corsa,1'), {
    period: '2026-03',
  });
  t.deepEqual(await items(b.handlers.listBrands(asked(b, caller))), [
    { brand_id: 'mercedes-benz', name: 'Mercedes-Benz', aliases: ['MERCEDES BENZ', 'mercedes-benz'] },
    { brand_id: 'opel', name: 'Opel', aliases: [] },
  ]);
  t.deepEqual(await items(b.handlers.listRegions(asked(b, caller))), [
    { region_id: 'oslo', name: 'Oslo', aliases: ['OSLO'] },
  ]);
  t.deepEqual(await items(b.handlers.listModelFamilies(asked(b, caller, { brand_id: ['mercedes-benz'] }))), [
    { model_family_id: 'c-class', brand_id: 'mercedes-benz', name: 'C Class', aliases: ['C-class'] },
  ]);
});

test('listBrands leaves out a name without current sales, and lists it again when sales return', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  const lists = async () => {
    const all = await Promise.all([
      items(b.handlers.listBrands(asked(b, caller))),
      items(b.handlers.listRegions(asked(b, caller))),
      items(b.handlers.listModelFamilies(asked(b, caller))),
    ]);
    return all.map((list) => (list as Record<string, string>[]).map((item) => Object.values(item)[0]));
  };
  await b.load(
    caller,
    sales('2026-01,Toyota,Oslo,Corolla,9', '2026-01,Vol-vo,Osl,XC60,1', '2026-02,Toyota,Oslo,Yaris,9'),
  );
  t.deepEqual(await lists(), [
    ['toyota', 'vol-vo'],
    ['osl', 'oslo'],
    ['corolla', 'yaris', 'xc60'],
  ]);
  await b.load(caller, sales('2026-01,Toyota,Oslo,Corolla,9', '2026-01,Volvo,Oslo,XC60,1'), { period: '2026-01' });
  t.deepEqual(await lists(), [['toyota', 'volvo'], ['oslo'], ['corolla', 'yaris', 'xc60']]);
  await b.handlers.revertRevision({
    ...b.facts,
    caller,
    body: { dealer_id: 'alfa' as DealerId, revision: 2, dry_run: false },
  });
  await b.work();
  t.deepEqual(await lists(), [
    ['toyota', 'vol-vo'],
    ['osl', 'oslo'],
    ['corolla', 'yaris', 'xc60'],
  ]);
});

test('listIndices folds the case of ids in a query', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,Toyota,Oslo,Corolla,9', '2026-01,ŠKODA,Oslo,Octavia,4'));
  const units = async (query: object) => (await b.indices(caller, query)).map((item) => item.units);
  t.deepEqual(await units({ brand_id: ['Toyota'] }), [9]);
  t.deepEqual(await units({ brand_id: ['Škoda'], region_id: ['OSLO'], model_family_id: ['Octavia'] }), [4]);
  t.like(await items(b.handlers.listModelFamilies(asked(b, caller, { brand_id: ['TOYOTA'] }))), [
    { model_family_id: 'corolla' },
  ]);
  const summary = await b.handlers.getDashboardSummary({
    ...b.facts,
    caller,
    query: { brand_id: ['Toyota' as BrandId], region_id: ['Oslo' as RegionId] },
    unchanged: async () => false,
  });
  t.like(summary, { body: { kpi: [{ name: 'units', value: 9 }] } });
  const narrowed = callerOf([['alfa', { brands: ['toyota'] }]]);
  t.like(await b.indices(narrowed, { brand_id: ['TOYOTA' as BrandId] }), [{ units: 9 }]);
});

test('createGrant and createDealer store ids of brands and regions in folded case', async (t) => {
  const b = await bench(t);
  const admin = callerOf([], 'admin');
  const made = await b.handlers.createDealer({
    ...b.facts,
    caller: admin,
    body: { dealer_id: 'beta' as DealerId, name: 'Beta', region_id: 'Oslo' as RegionId },
  });
  t.like(made, { status: 201, body: { region_id: 'oslo' } });
  const body = { principal: 'p', roles: ['reader' as const], brand_ids: ['Toyota' as BrandId], region_ids: null };
  const path = { dealer_id: 'beta' as DealerId };
  t.like(await b.handlers.createGrant({ ...b.facts, caller: admin, path, body }), { body: { brand_ids: ['toyota'] } });
});

test('the whole catalogue follows in CSV, whatever a page holds', async (t) => {
  const b = await bench(t);
  const alfa = await b.dealer('alfa');
  await b.load(
    alfa,
    sales('2026-01,TOYOTA,Oslo,=Corolla,1', '2026-01,Toyota,Oslo,Yaris,1', '2026-01,Opel,Oslo,Astra,1'),
  );
  const asCsv = { ...asked(b, alfa), query: {}, accept: 'text/csv' };
  const text = async (reply: Promise<Read>) => String((await reply).body);
  t.is(
    await text(b.handlers.listBrands(asCsv)),
    '\uFEFFbrand_id,name,aliases\nopel,Opel,[]\ntoyota,TOYOTA,"[""Toyota""]"\n',
  );
  t.is(
    await text(b.handlers.listModelFamilies(asCsv)),
    "\uFEFFmodel_family_id,brand_id,name,aliases\nastra,opel,Astra,[]\ncorolla,toyota,'=Corolla,[]\nyaris,toyota,Yaris,[]\n",
  );
});

/**
 * Families of two dealers, straight into the catalogue: every third one has another name at the second dealer, every
 * seventh an alias.
 */
const manyFamilies = (b: Bench, count: number) =>
  withScope(b.store, { dealers: ['alfa', 'beta'] }, async (tx) => {
    for (const dealer of ['alfa', 'beta'])
      await tx.query(sql.unsafe`
        insert into catalog_brands (dealer_id, brand_id, name) values (${dealer}, 'opel', 'Opel')`);
    await tx.query(sql.unsafe`
      insert into catalog_model_families (dealer_id, brand_id, model_family_id, name)
      select 'alfa', 'opel', 'f' || n, 'b' || n from generate_series(1, ${count}) n
      union all select 'beta', 'opel', 'f' || n, 'c' || n from generate_series(3, ${count}, 3) n
      union all select 'alfa', 'opel', 'g' || n, 'd' || n from generate_series(7, ${count}, 7) n`);
    await tx.query(sql.unsafe`
      insert into catalog_spellings (dealer_id, kind, id, spelling)
      select 'alfa', 'model_family', 'f' || n, spelling || n from generate_series(1, ${count}) n, unnest('{a,b}'::text[]) spelling`);
    await tx.query(sql.unsafe`
      insert into catalog_aliases (dealer_id, kind, alias, target_id)
      select 'alfa', 'model_family', 'g' || n, 'f' || n from generate_series(7, ${count}, 7) n`);
  });

test('listModelFamilies lists ten thousand families with their spellings within the time of a read', async (t) => {
  t.timeout(60_000);
  const b = await bench(t);
  await Promise.all([b.dealer('alfa'), b.dealer('beta')]);
  const both = callerOf([
    ['alfa', {}],
    ['beta', {}],
  ]);
  const count = 10_000;
  await manyFamilies(b, count);
  const expected = Array.from({ length: count }, (_, i) => i + 1).map((n) => ({
    model_family_id: `f${n}`,
    brand_id: 'opel',
    name: `b${n}`,
    aliases: [`a${n}`, ...(n % 3 === 0 ? [`c${n}`] : []), ...(n % 7 === 0 ? [`d${n}`, `g${n}`] : [])],
  }));
  const listed = await items(b.handlers.listModelFamilies(asked(b, both, { limit: count })));
  t.deepEqual(
    listed,
    expected.toSorted((one, other) => (one.model_family_id < other.model_family_id ? -1 : 1)),
  );
});

test('listBrands lists the first 1,000 other spellings of a name', async (t) => {
  const b = await bench(t);
  const caller = await b.dealer('alfa');
  await b.load(caller, sales('2026-01,1500,Oslo,Corolla,1'));
  await withScope(b.store, { dealers: ['alfa'] }, (tx) =>
    tx.query(sql.unsafe`
      insert into catalog_spellings (dealer_id, kind, id, spelling)
      select 'alfa', 'brand', '1500', n::text from generate_series(1000, 2500) n on conflict do nothing`),
  );
  const others = Array.from({ length: 1_501 }, (_, i) => String(1_000 + i)).filter((name) => name !== '1500');
  t.deepEqual(await items(b.handlers.listBrands(asked(b, caller))), [
    { brand_id: '1500', name: '1500', aliases: others.slice(0, 1_000) },
  ]);
});
