// Who may see what of a dealer, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { By, FullGrant, Grants, GrantTerms } from './port.ts';

export const storedGrants = (store: Store): Grants => ({
  grants: (dealer_id, { after, limit }) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.any(sql.type(row<FullGrant>())`
        select ${grantColumns} from dealer_grants
        where dealer_id = ${dealer_id} and principal collate "C" > ${after} order by principal collate "C" limit ${limit}`),
    ),

  grant: (dealer_id, principal) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.maybeOne(sql.type(row<FullGrant>())`
        select ${grantColumns} from dealer_grants where dealer_id = ${dealer_id} and principal = ${principal}`),
    ),

  createGrant: (terms, by) =>
    withScope(store, { dealers: [terms.dealer_id] }, async (tx) => {
      if (!(await tx.exists(sql.unsafe`select 1 from dealers where dealer_id = ${terms.dealer_id}`)))
        return 'no dealer';
      const made = await tx.maybeOne(sql.type(row<FullGrant>())`
        insert into dealer_grants (dealer_id, principal, roles, brand_ids, region_ids, created_by)
        values (${terms.dealer_id}, ${terms.principal}, ${texts(terms.roles)}, ${texts(terms.brand_ids)}, ${texts(terms.region_ids)}, ${by.principal})
        on conflict do nothing returning ${grantColumns}`);
      if (made === null) return 'taken';
      await auditGrant(tx, 'grant.created', terms, by);
      return made;
    }),

  replaceGrant: (terms, version, by) =>
    withScope(store, { dealers: [terms.dealer_id] }, async (tx) => {
      const changed = await tx.maybeOne(sql.type(row<FullGrant>())`
        update dealer_grants set roles = ${texts(terms.roles)}, brand_ids = ${texts(terms.brand_ids)}, region_ids = ${texts(terms.region_ids)}, version = default
        where dealer_id = ${terms.dealer_id} and principal = ${terms.principal} and version = ${version}
        returning ${grantColumns}`);
      if (changed === null) return 'changed';
      await auditGrant(tx, 'grant.replaced', terms, by);
      return changed;
    }),

  withdrawGrant: ({ dealer_id, principal, version }, by) =>
    withScope(store, { dealers: [dealer_id] }, async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        delete from dealer_grants where dealer_id = ${dealer_id} and principal = ${principal} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await audit(tx, 'grant.withdrawn', dealer_id, principal, by, {});
      return 'withdrawn';
    }),
});

const grantColumns = sql.fragment`dealer_id, principal, roles, brand_ids, region_ids,
  created_at, version`;

const texts = (values: readonly string[] | null) => (values === null ? null : sql.array([...values], 'text'));

const auditGrant = (
  tx: Tx,
  action: string,
  { dealer_id, principal, roles, brand_ids, region_ids }: GrantTerms,
  by: By,
) =>
  audit(tx, action, dealer_id, principal, by, {
    roles: [...roles],
    brand_ids: brand_ids && [...brand_ids],
    region_ids: region_ids && [...region_ids],
  });
