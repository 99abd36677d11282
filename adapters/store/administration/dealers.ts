// adapters/store/administration/dealers.ts: dealers, for administrators. Their grants: grants.ts.
import type { Store } from '../port.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import { audit } from './audit.ts';
import type { DealerBook, DealerRow, Terms } from './port.ts';

export const dealerBook = (store: Store): DealerBook => ({
  dealers: ({ after, limit }) =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.any(sql.type(row<DealerRow>())`
        select ${dealerColumns} from dealers where dealer_id > ${after} order by dealer_id limit ${limit}`),
    ),

  dealer: (dealerId) =>
    withScope(store, { dealers: [dealerId] }, (tx) =>
      tx.maybeOne(sql.type(row<DealerRow>())`select ${dealerColumns} from dealers where dealer_id = ${dealerId}`),
    ),

  createDealer: ({ dealerId, name, regionId }, trialDays, by, tell) =>
    withScope(store, { dealers: [dealerId] }, async (tx) => {
      const made = await tx.maybeOne(sql.type(row<DealerRow>())`
        insert into dealers (dealer_id, name, region_id) values (${dealerId}, ${name}, ${regionId})
        on conflict do nothing returning ${dealerColumns}`);
      if (made === null) return 'taken';
      const terms = await tx.one(sql.type(row<Terms>())`
        insert into subscriptions (dealer_id, plan, status, expires_at)
        values (${dealerId}, 'trial', 'trialing', date_trunc('second', clock_timestamp()) + ${trialDays} * interval '1 day')
        returning dealer_id as "dealerId", plan, status, expires_at as "expiresAt"`);
      await audit(tx, 'dealer.created', dealerId, dealerId, by, { name, region_id: regionId });
      await tell(tx, terms);
      return made;
    }),
});

const dealerColumns = sql.fragment`dealer_id as "dealerId", name, region_id as "regionId", created_at as "createdAt"`;
