// Whose data a caller may see.
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { callerStates } from './caller-state.ts';
import type { GrantRow, Grants } from './port.ts';

export const grants = (store: Store): Grants => ({ callerState: callerStates(store) });

/** For a transaction whose scope shows them. */
export const grantsOf = (tx: Tx, principal: string): Promise<readonly GrantRow[]> =>
  tx.any(sql.type(row<GrantRow>())`
    select dealer_id, brand_ids, region_ids, roles
    from dealer_grants where principal = ${principal} order by created_at, dealer_id`);
