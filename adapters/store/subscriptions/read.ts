// adapters/store/subscriptions/read.ts: a subscription with its plan and what is used of it, in one query.
import { countedSince } from '../analytics/uploads.ts';
import type { Store } from '../port.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { SubscriptionRow, Subscriptions } from './port.ts';

/** What is used is counted from the jobs and slices themselves: a counter of its own could drift from them. */
export const subscriptions = (store: Store): Subscriptions => ({
  read: (dealerId, monthStart) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.maybeOne(sql.type(row<SubscriptionRow>())`
        select s.plan, s.status, s.expires_at as "expiresAt", p.limits,
          (select count(*) from upload_jobs
            where upload_jobs.dealer_id = s.dealer_id and ${countedSince(monthStart)}) as "uploadsThisMonth",
          (select coalesce(sum(rows), 0)::bigint from slices l
            where l.dealer_id = s.dealer_id and l.superseded_by is null) as "rowsStored"
        from subscriptions s join plans p using (plan)
        where s.dealer_id = ${dealerId}`),
    ),
});
