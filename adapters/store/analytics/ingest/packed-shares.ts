// The packed rows of a revision in shares, so that the memory of a statement that unpacks one does not grow with the
// file.
import type { Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import type { Share } from './port.ts';

type Fragment = ReturnType<typeof sql.fragment>;

type Entries = { readonly brand_id: string; readonly entries: number };

/** `chosen`: packed rows `c`, whose entries are counted. */
export async function sharesOf(tx: Tx, chosen: Fragment, mostEntries: number): Promise<readonly Share[]> {
  const brands = await tx.any(sql.type(row<Entries>())`
    select c.brand_id, sum(cardinality(c.period_start))::bigint as entries from packed_sales c where ${chosen} group by c.brand_id`);
  const large = brands.filter(({ entries }) => entries > mostEntries).map(({ brand_id }) => brand_id);
  const years =
    large.length === 0
      ? []
      : await tx.any(sql.type(row<{ brand_id: string; year: number }>())`
          select distinct c.brand_id, c.year from packed_sales c where ${chosen} and c.brand_id = any(${sql.array(large, 'text')})`);
  const small = brands.filter(({ entries }) => entries <= mostEntries);
  return [...together(small, mostEntries), ...years.map(({ brand_id, year }) => ({ brands: [brand_id], year }))];
}

function together(brands: readonly Entries[], mostEntries: number): readonly Share[] {
  const shares: string[][] = [];
  let room = 0;
  for (const { brand_id, entries } of brands) {
    if (entries > room) {
      shares.push([]);
      room = mostEntries;
    }
    shares.at(-1)?.push(brand_id);
    room -= entries;
  }
  return shares.map((each) => ({ brands: each, year: null }));
}

/** The packed rows `c` of a share. Null: all of them. */
export const ofShare = (share: Share | null): Fragment => {
  if (share === null) return sql.fragment`true`;
  const ofBrands = sql.fragment`c.brand_id = any(${sql.array([...share.brands], 'text')})`;
  return share.year === null ? ofBrands : sql.fragment`${ofBrands} and c.year = ${share.year}`;
};
