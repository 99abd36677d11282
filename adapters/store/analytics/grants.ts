// adapters/store/analytics/grants.ts: whose data a caller may see. The scope that follows from it is entered in ../scope.ts.
import type { Store, Tx } from '../port.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { GrantRow, Grants } from './port.ts';

/** Row-level security shows a principal its own grants and nothing else here: the scope is not known before they are read. */
export const grants = (store: Store): Grants => ({
  accessFor: (subject) => withScope(store, { dealers: [], principal: subject }, (tx) => grantsOf(tx, subject)),
});

/** For a transaction whose scope shows them. */
export const grantsOf = (tx: Tx, principal: string): Promise<readonly GrantRow[]> =>
  tx.any(sql.type(row<GrantRow>())`
    select dealer_id as "dealerId", brand_ids as "brandIds", region_ids as "regionIds", roles
    from dealer_grants where principal = ${principal} order by created_at, dealer_id`);
