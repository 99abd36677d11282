// Changes of a subscription by an administrator.
import { audit } from '../administration/audit.ts';
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { SubscriptionChanges } from './port.ts';

export const subscriptionChanges = (store: Store): SubscriptionChanges => ({
  transaction: (dealer_id, work) => withScope(store, { dealers: [dealer_id] }, work),

  async change(tx: Tx, dealer_id, { plan, status, expires_at }, version, by) {
    if (!(await tx.exists(sql.unsafe`select 1 from plans where plan = ${plan}`))) return 'no plan';
    const end = expires_at === null ? null : sql.timestamp(expires_at);
    const changed = await tx.maybeOne(sql.type(row<{ version: number }>())`
      update subscriptions set plan = ${plan}, status = ${status}, expires_at = ${end}, changed_at = clock_timestamp(), version = version + 1
      where dealer_id = ${dealer_id} and version = ${version} returning version`);
    if (changed === null) return 'outdated';
    const details = { plan, status, expires_at: expires_at?.toISOString() ?? null };
    await audit(tx, 'subscription.changed', dealer_id, dealer_id, by, details);
    return 'changed';
  },
});
