// Aliases of a dealer's catalogue, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { Aliases, AliasRow, AliasTerms } from './port.ts';

export const storedAliases = (store: Store): Aliases => ({
  aliases: (dealer_id, { after, limit }) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.any(sql.type(row<AliasRow>())`
        select ${aliasColumns} from catalog_aliases
        where dealer_id = ${dealer_id} and deleted_at is null and kind || '/' || alias > ${after} collate "C"
        order by (kind || '/' || alias) collate "C" limit ${limit}`),
    ),

  alias: (dealer_id, kind, alias) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.maybeOne(sql.type(row<AliasRow>())`
        select ${aliasColumns} from catalog_aliases
        where dealer_id = ${dealer_id} and kind = ${kind} and alias = ${alias} and deleted_at is null`),
    ),

  createAlias: (terms, by) =>
    withScope(store, { dealers: [terms.dealer_id] }, async (tx) => {
      const { dealer_id, kind, alias, stands_for } = terms;
      if (!(await tx.exists(sql.unsafe`select 1 from dealers where dealer_id = ${dealer_id}`))) return 'no dealer';
      // Two at once could make a chain.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(hashtextextended(${`catalog_aliases ${dealer_id}`}, 0))`);
      const refusal = await whyNot(tx, terms);
      if (refusal !== null) return refusal;
      const created = await tx.one(sql.type(row<AliasRow>())`
        insert into catalog_aliases (dealer_id, kind, alias, target_id) values (${dealer_id}, ${kind}, ${alias}, ${stands_for})
        returning ${aliasColumns}`);
      await audit(tx, 'alias.created', dealer_id, `${kind}/${alias}`, by, { stands_for });
      return created;
    }),

  deleteAlias: ({ dealer_id, kind, alias, stands_for, version }, by) =>
    withScope(store, { dealers: [dealer_id] }, async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        update catalog_aliases set deleted_at = date_trunc('milliseconds', clock_timestamp())
        where dealer_id = ${dealer_id} and version = ${version} and deleted_at is null`);
      if (rowCount === 0) return 'changed';
      await audit(tx, 'alias.deleted', dealer_id, `${kind}/${alias}`, by, { stands_for });
      return 'deleted';
    }),
});

const tables = {
  brand: sql.fragment`catalog_brands where brand_id`,
  region: sql.fragment`catalog_regions where region_id`,
  model_family: sql.fragment`catalog_model_families where model_family_id`,
} as const;

async function whyNot(tx: Tx, { dealer_id, kind, alias, stands_for }: AliasTerms) {
  const current = sql.fragment`select 1 from catalog_aliases where dealer_id = ${dealer_id} and kind = ${kind} and deleted_at is null`;
  if (await tx.exists(sql.unsafe`${current} and alias = ${alias}`)) return 'taken';
  if (await tx.exists(sql.unsafe`${current} and alias = ${stands_for}`)) return 'alias of an alias';
  if (await tx.exists(sql.unsafe`${current} and target_id = ${alias}`)) return 'has aliases';
  const known = await tx.exists(sql.unsafe`select 1 from ${tables[kind]} = ${stands_for} and dealer_id = ${dealer_id}`);
  return known ? null : 'no name';
}

const aliasColumns = sql.fragment`dealer_id, kind, alias, target_id as stands_for, created_at, version`;
