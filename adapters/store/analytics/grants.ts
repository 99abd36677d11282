// Whose data a caller may see.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { enterScope, withScope } from '../scope.ts';
import { aliasesOf, grantedSpellings } from './aliases.ts';
import type { GrantRow, Grants } from './port.ts';

/** Row-level security shows a principal its own grants and nothing else here: the scope is not known before they are read. */
export const grants = (store: Store): Grants => ({
  accessFor: (subject) =>
    withScope(store, { dealers: [], principal: subject }, async (tx) => {
      const granted = await grantsOf(tx, subject);
      const narrowed = granted.flatMap(({ dealer_id, brand_ids, region_ids }) =>
        brand_ids || region_ids ? [dealer_id] : [],
      );
      if (narrowed.length === 0) return granted;
      await enterScope(tx, { dealers: narrowed });
      return granted.map(grantedSpellings(await aliasesOf(tx, narrowed, undefined)));
    }),
});

/** For a transaction whose scope shows them. */
export const grantsOf = (tx: Tx, principal: string): Promise<readonly GrantRow[]> =>
  tx.any(sql.type(row<GrantRow>())`
    select dealer_id, brand_ids, region_ids, roles
    from dealer_grants where principal = ${principal} order by created_at, dealer_id`);
