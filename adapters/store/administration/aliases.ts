// Aliases of a dealer's catalogue, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { Aliases, AliasRow, AliasTerms } from './port.ts';

export const storedAliases = (store: Store): Aliases => ({
  aliases: (dealerId, { after, limit }) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.any(sql.type(row<AliasRow>())`
        select ${aliasColumns} from catalog_aliases
        where dealer_id = ${dealerId} and deleted_at is null and kind || '/' || alias > ${after} collate "C"
        order by (kind || '/' || alias) collate "C" limit ${limit}`),
    ),

  alias: (dealerId, kind, alias) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.maybeOne(sql.type(row<AliasRow>())`
        select ${aliasColumns} from catalog_aliases
        where dealer_id = ${dealerId} and kind = ${kind} and alias = ${alias} and deleted_at is null`),
    ),

  createAlias: (terms, by) =>
    withScope(store, { dealers: [terms.dealerId] }, async (tx) => {
      const { dealerId, kind, alias, standsFor } = terms;
      if (!(await tx.exists(sql.unsafe`select 1 from dealers where dealer_id = ${dealerId}`))) return 'no dealer';
      // Two at once could make a chain.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`catalog_aliases ${dealerId}`}, 0))`);
      const refusal = await whyNot(tx, terms);
      if (refusal !== null) return refusal;
      const created = await tx.one(sql.type(row<AliasRow>())`
        insert into catalog_aliases (dealer_id, kind, alias, target_id) values (${dealerId}, ${kind}, ${alias}, ${standsFor})
        returning ${aliasColumns}`);
      await audit(tx, 'alias.created', dealerId, `${kind}/${alias}`, by, { stands_for: standsFor });
      return created;
    }),

  deleteAlias: ({ dealerId, kind, alias, standsFor, version }, by) =>
    withScope(store, { dealers: [dealerId] }, async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        update catalog_aliases set deleted_at = date_trunc('milliseconds', clock_timestamp())
        where dealer_id = ${dealerId} and version = ${version} and deleted_at is null`);
      if (rowCount === 0) return 'changed';
      await audit(tx, 'alias.deleted', dealerId, `${kind}/${alias}`, by, { stands_for: standsFor });
      return 'deleted';
    }),
});

const tables = {
  brand: sql.fragment`catalog_brands where brand_id`,
  region: sql.fragment`catalog_regions where region_id`,
  model_family: sql.fragment`catalog_model_families where model_family_id`,
} as const;

async function whyNot(tx: Tx, { dealerId, kind, alias, standsFor }: AliasTerms) {
  const current = sql.fragment`select 1 from catalog_aliases where dealer_id = ${dealerId} and kind = ${kind} and deleted_at is null`;
  if (await tx.exists(sql.unsafe`${current} and alias = ${alias}`)) return 'taken';
  if (await tx.exists(sql.unsafe`${current} and alias = ${standsFor}`)) return 'alias of an alias';
  if (await tx.exists(sql.unsafe`${current} and target_id = ${alias}`)) return 'has aliases';
  const known = await tx.exists(sql.unsafe`select 1 from ${tables[kind]} = ${standsFor} and dealer_id = ${dealerId}`);
  return known ? null : 'no name';
}

const aliasColumns = sql.fragment`dealer_id as "dealerId", kind, alias, target_id as "standsFor", created_at as "createdAt", version`;
