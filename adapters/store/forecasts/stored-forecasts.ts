// Forecasts that were computed after a merge, for those who read them.
import type { Store } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { StoredForecast, StoredForecasts } from './port.ts';

export const storedForecasts = (store: Store): StoredForecasts => ({
  find: ({ dealer_id, brand_id, region_id }, revision) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.maybeOne(sql.type(row<StoredForecast>())`
        select revision, computed_on, answer ->> 'method_version' as method_version, answer from kept_forecasts
        where dealer_id = ${dealer_id} and brand_id = ${brand_id ?? ''} and region_id = ${region_id ?? ''} and revision = ${revision}`),
    ),
});
