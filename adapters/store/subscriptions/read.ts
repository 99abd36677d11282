// A subscription with its plan and what is used of it, in one query.
import { countedSince } from '../analytics/uploads.ts';
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { SubscriptionRow, Subscriptions } from './port.ts';

/**
 * Uploads are counted from the jobs themselves; rows are too many for that, and are counted where they change
 * (../analytics/merge.ts).
 */
export const subscriptions = (store: Store): Subscriptions => ({
  read: (dealer_id, monthStart) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.maybeOne(sql.type(row<SubscriptionRow>())`
        select s.plan, s.status, s.expires_at, s.version, p.limits, p.forecast_days,
          (select count(*) from upload_jobs
            where upload_jobs.dealer_id = s.dealer_id and ${countedSince(monthStart)}) as uploads_this_month,
          d.rows_stored
        from subscriptions s join plans p using (plan) join dealers d using (dealer_id)
        where s.dealer_id = ${dealer_id}`),
    ),
});
