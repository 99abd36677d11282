// Webhooks as attempts see them, with the grants that decide what their owners may see.
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { Target, WebhookId } from './port.ts';

export const listTargets = (store: Store, webhook_ids: readonly WebhookId[]): Promise<readonly Target[]> =>
  withScope(store, { dealers: 'every' }, (tx) =>
    tx.any(sql.type(row<Target>())`
      select webhook_id, principal, url, enabled, secret_sealed,
        case when previous_secret_until > clock_timestamp() then previous_secret_sealed end as "previous_secret_sealed", ${grantsOfOwner}
      from webhooks w where webhook_id = any(${sql.array([...webhook_ids], 'uuid')})`),
  );

/** The grants of the owner of the webhook `w`. */
export const grantsOfOwner = sql.fragment`
  (select coalesce(jsonb_agg(jsonb_build_object('dealer_id', dealer_id, 'brand_ids', brand_ids, 'region_ids', region_ids, 'roles', roles)), '[]')
   from dealer_grants g where g.principal = w.principal) as "grants"`;
