// Pages of the catalogue: what one costs, and that all of them together are what the dealers have. Decision 578.
import test from 'ava';
import { catalog } from '../../adapters/store/analytics/sales/catalog.ts';
import type { CatalogKind, CatalogQuery, ReadScope } from '../../adapters/store/analytics/sales/port.ts';
import { sql } from '../../adapters/store/query.ts';
import { withScope } from '../../adapters/store/scope.ts';
import type { BrandId, DealerId, ModelFamily } from '../../generated/analytics/types.ts';
import { randomFrom } from '../../tools/bench/random.ts';
import { type Bench, bench } from '../test/fixtures/analytics/analytics.ts';
import { rowsRead } from '../test/fixtures/rows-read.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

const dealers = ['alfa', 'beta', 'gamma'] as DealerId[];
const whole: readonly ReadScope[] = dealers.map((dealer_id) => ({ dealer_id, brands: null, regions: null }));
const firstPage = { brand_id: '', id: '' };

type Name = {
  readonly dealer_id: string;
  readonly brand_id: string;
  readonly id: string;
  readonly name: string;
  readonly is_current: boolean;
};
type Alias = {
  readonly dealer_id: string;
  readonly kind: CatalogKind;
  readonly alias: string;
  readonly target: string;
};
type Spelling = { readonly dealer_id: string; readonly id: string; readonly spelling: string };
type Stored = {
  readonly names: readonly Name[];
  readonly aliases: readonly Alias[];
  readonly spellings: readonly Spelling[];
};

const store = (b: Bench, { names, aliases, spellings }: Stored) =>
  withScope(b.store, { dealers }, async (tx) => {
    const rows = (value: readonly object[]) => sql.fragment`${JSON.stringify(value)}::jsonb`;
    await tx.query(sql.unsafe`
      insert into catalog_brands (dealer_id, brand_id, name)
      select distinct dealer_id, brand_id, brand_id from jsonb_to_recordset(${rows(names)}) as n (dealer_id text, brand_id text)`);
    await tx.query(sql.unsafe`
      insert into catalog_model_families (dealer_id, brand_id, model_family_id, name, is_current)
      select * from jsonb_to_recordset(${rows(names)}) as n (dealer_id text, brand_id text, id text, name text, is_current boolean)`);
    await tx.query(sql.unsafe`
      insert into catalog_aliases (dealer_id, kind, alias, target_id)
      select * from jsonb_to_recordset(${rows(aliases)}) as a (dealer_id text, kind text, alias text, target text)`);
    await tx.query(sql.unsafe`
      insert into catalog_spellings (dealer_id, kind, id, spelling)
      select dealer_id, 'model_family', id, spelling from jsonb_to_recordset(${rows(spellings)}) as s (dealer_id text, id text, spelling text)`);
  });

test('a page of model families reads as many names of a dealer as it has, and their spellings', async (t) => {
  const b = await bench(t);
  for (const dealer of dealers) await b.dealer(dealer);
  const names = dealers.flatMap((dealer_id) =>
    Array.from({ length: 5_000 }, (_, n) => {
      const id = `f${String(n).padStart(5, '0')}`;
      return { dealer_id, brand_id: `b${n % 5}`, id, name: id, is_current: true };
    }),
  );
  const spellings = names.map(({ dealer_id, id }) => ({ dealer_id, id, spelling: id.toUpperCase() }));
  const aliases = dealers.map((dealer_id) => ({
    dealer_id,
    kind: 'model_family' as const,
    alias: 'f00005',
    target: 'f00000',
  }));
  await store(b, { names, aliases, spellings });
  const read = async (query: Partial<CatalogQuery>) => {
    const counted = rowsRead(b.store);
    await catalog(counted.store).names('model_family', whole, { after: firstPage, limit: 101, ...query });
    return Object.fromEntries(
      ['catalog_model_families', 'catalog_spellings'].map((table) => [table, counted.read.get(table)]),
    );
  };
  // Each dealer has the 101 names of the page and the alias, which on the first page also stands among them and has a
  // target that is stored.
  t.deepEqual(await read({}), { catalog_model_families: 3 * (101 + 1 + 2), catalog_spellings: 3 * (101 + 1) });
  const later = { catalog_model_families: 3 * (101 + 1), catalog_spellings: 3 * 101 };
  t.deepEqual(await read({ after: { brand_id: 'b3', id: 'f02000' } }), later);
  t.deepEqual(await read({ brand_ids: ['b4' as BrandId] }), later);
});

/** What the contract promises, name by name. */
function listed({ names, aliases, spellings }: Stored, brands: readonly string[] | undefined): readonly object[] {
  const targetOf = (dealer_id: string, kind: CatalogKind, id: string) =>
    aliases.find((each) => each.dealer_id === dealer_id && each.kind === kind && each.alias === id)?.target ?? id;
  const rows = names
    .filter(({ is_current }) => is_current)
    .map((stored) => {
      const { dealer_id } = stored;
      const brand_id = targetOf(dealer_id, 'brand', stored.brand_id);
      const id = targetOf(dealer_id, 'model_family', stored.id);
      const target = names.find((each) => each.dealer_id === dealer_id && each.brand_id === brand_id && each.id === id);
      const others = [
        stored.name,
        ...spellings.flatMap((each) => (each.dealer_id === dealer_id && each.id === stored.id ? [each.spelling] : [])),
        ...aliases.flatMap((each) =>
          each.dealer_id === dealer_id && each.kind === 'model_family' && each.target === id ? [each.alias] : [],
        ),
      ];
      return { dealer_id, brand_id, id, name: target?.name ?? stored.name, others };
    });
  const chosen = rows.filter(
    ({ dealer_id, brand_id }) =>
      brands === undefined ||
      brands.some((each) => brand_id === each || brand_id === targetOf(dealer_id, 'brand', each)),
  );
  const groups = Map.groupBy(chosen, ({ brand_id, id }) => `${brand_id}/${id}`);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, same]) => {
      const [first] = same.toSorted(
        (one, other) => compare(one.dealer_id, other.dealer_id) || compare(one.name, other.name),
      );
      if (first === undefined) throw new Error('a group has rows');
      const spelled = new Set(same.flatMap(({ name, others }) => [name, ...others]));
      spelled.delete(first.name);
      return {
        model_family_id: first.id,
        brand_id: first.brand_id,
        name: first.name,
        aliases: [...spelled].toSorted(compare),
      };
    });
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Stale names, aliases of brands and of families, of stored and unknown ones. */
function randomNames(below: (most: number) => number): Stored {
  const names: Name[] = [];
  const aliases: Alias[] = [];
  const spellings: Spelling[] = [];
  for (const dealer_id of dealers) {
    for (let n = 0; n < 36; n++)
      if (below(3) > 0)
        names.push({
          dealer_id,
          brand_id: `b${n % 6}`,
          id: `f${Math.floor(n / 6)}`,
          name: `n${below(9)}`,
          is_current: below(5) > 0,
        });
    for (let n = 0; n < 6; n++) if (below(2) > 0) spellings.push({ dealer_id, id: `f${n}`, spelling: `s${below(9)}` });
    for (const [kind, letter] of [
      ['brand', 'b'],
      ['model_family', 'f'],
    ] as const)
      for (let n = below(3); n > 0; n--)
        aliases.push({ dealer_id, kind, alias: `${letter}${below(3)}`, target: `${letter}${3 + below(4)}` });
  }
  const distinct = Map.groupBy(aliases, ({ dealer_id, kind, alias }) => `${dealer_id} ${kind} ${alias}`);
  return { names, aliases: [...distinct.values()].flatMap((same) => same.slice(0, 1)), spellings };
}

test('the pages of model families together have each name of the dealers once, whatever aliases rename', async (t) => {
  t.log(`SEED=${seed}`);
  const { below } = randomFrom(seed);
  const b = await bench(t);
  for (const dealer of dealers) await b.dealer(dealer);
  for (let n = 0; n < 8; n++) {
    const stored = randomNames(below);
    await withScope(b.store, { dealers }, async (tx) => {
      for (const table of ['catalog_aliases', 'catalog_spellings', 'catalog_model_families', 'catalog_brands'])
        await tx.query(sql.unsafe`delete from ${sql.identifier([table])}`);
    });
    await store(b, stored);
    for (const brand_ids of [undefined, [`b${below(7)}`, `b${below(7)}`] as BrandId[]]) {
      const limit = 1 + below(9);
      const read: ModelFamily[] = [];
      let page: readonly ModelFamily[];
      do {
        const last = read.at(-1);
        const after = last === undefined ? firstPage : { brand_id: last.brand_id, id: last.model_family_id };
        page = await catalog(b.store).names('model_family', whole, { brand_ids, after, limit });
        read.push(...page);
      } while (page.length === limit);
      t.deepEqual<readonly object[], readonly object[]>(read, listed(stored, brand_ids));
    }
  }
});
