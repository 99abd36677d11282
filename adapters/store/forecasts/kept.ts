// Forecasts that were computed after a merge, for those who read them.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { KeptForecast, KeptForecasts } from './port.ts';

export const keptForecasts = (store: Store): KeptForecasts => ({
  find: ({ dealer_id, brand_id, region_id }, revision) =>
    withScope(store, { dealers: [dealer_id] }, (tx) =>
      tx.maybeOne(sql.type(row<KeptForecast>())`
        select revision, computed_on, answer from kept_forecasts
        where dealer_id = ${dealer_id} and brand_id = ${brand_id ?? ''} and region_id = ${region_id ?? ''} and revision = ${revision}`),
    ),
});

/** In the transaction that makes the revision: a worker that computes forecasts of the one before loses its claim. */
export async function requestForecasts(tx: Tx, dealer_id: string, revision: number): Promise<void> {
  await tx.query(sql.unsafe`
    insert into forecast_jobs (dealer_id, revision) values (${dealer_id}, ${revision})
    on conflict (dealer_id) do update set revision = excluded.revision, requested_at = clock_timestamp(), next_attempt_at = clock_timestamp(),
      attempts = 0, claimed_by = null, claimed_until = null, finished_at = null`);
  await tx.query(sql.unsafe`select pg_notify('forecast_queue', '')`);
}
