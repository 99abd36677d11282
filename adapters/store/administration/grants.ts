// Who may see what of a dealer, for administrators.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { By, FullGrant, Grants, GrantTerms } from './port.ts';

export const storedGrants = (store: Store): Grants => ({
  grants: (dealerId, { after, limit }) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.any(sql.type(row<FullGrant>())`
        select ${grantColumns} from dealer_grants
        where dealer_id = ${dealerId} and principal collate "C" > ${after} order by principal collate "C" limit ${limit}`),
    ),

  grant: (dealerId, principal) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.maybeOne(sql.type(row<FullGrant>())`
        select ${grantColumns} from dealer_grants where dealer_id = ${dealerId} and principal = ${principal}`),
    ),

  createGrant: (terms, by) =>
    withScope(store, { dealers: [terms.dealerId] }, async (tx) => {
      if (!(await tx.exists(sql.unsafe`select 1 from dealers where dealer_id = ${terms.dealerId}`))) return 'no dealer';
      const made = await tx.maybeOne(sql.type(row<FullGrant>())`
        insert into dealer_grants (dealer_id, principal, roles, brand_ids, region_ids, created_by)
        values (${terms.dealerId}, ${terms.principal}, ${texts(terms.roles)}, ${texts(terms.brandIds)}, ${texts(terms.regionIds)}, ${by.principal})
        on conflict do nothing returning ${grantColumns}`);
      if (made === null) return 'taken';
      await auditGrant(tx, 'grant.created', terms, by);
      return made;
    }),

  replaceGrant: (terms, version, by) =>
    withScope(store, { dealers: [terms.dealerId] }, async (tx) => {
      const changed = await tx.maybeOne(sql.type(row<FullGrant>())`
        update dealer_grants set roles = ${texts(terms.roles)}, brand_ids = ${texts(terms.brandIds)}, region_ids = ${texts(terms.regionIds)}, version = default
        where dealer_id = ${terms.dealerId} and principal = ${terms.principal} and version = ${version}
        returning ${grantColumns}`);
      if (changed === null) return 'changed';
      await auditGrant(tx, 'grant.replaced', terms, by);
      return changed;
    }),

  withdrawGrant: ({ dealerId, principal, version }, by) =>
    withScope(store, { dealers: [dealerId] }, async (tx) => {
      const { rowCount } = await tx.query(sql.unsafe`
        delete from dealer_grants where dealer_id = ${dealerId} and principal = ${principal} and version = ${version}`);
      if (rowCount === 0) return 'changed';
      await audit(tx, 'grant.withdrawn', dealerId, principal, by, {});
      return 'withdrawn';
    }),
});

const grantColumns = sql.fragment`dealer_id as "dealerId", principal, roles, brand_ids as "brandIds", region_ids as "regionIds",
  created_at as "createdAt", version`;

const texts = (values: readonly string[] | null) => (values === null ? null : sql.array([...values], 'text'));

const auditGrant = (tx: Tx, action: string, { dealerId, principal, roles, brandIds, regionIds }: GrantTerms, by: By) =>
  audit(tx, action, dealerId, principal, by, {
    roles: [...roles],
    brand_ids: brandIds && [...brandIds],
    region_ids: regionIds && [...regionIds],
  });
