// Forecasts that were computed after a merge, for those who read them.
import type { Store, Tx } from '../database.ts';
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

/**
 * In the transaction that makes the revision: a worker that computes forecasts of the one before loses its claim.
 * A dealer that waits keeps its place, or frequent uploads would keep it last; one whose turn it is waits for another.
 * A failed attempt was a turn, too (`postpone`), and so was one whose worker was lost: the upload makes the job due at once, which must not be before all others.
 */
export async function requestForecasts(tx: Tx, dealer_id: string, revision: number): Promise<void> {
  await tx.query(sql.unsafe`
    insert into forecast_jobs as jobs (dealer_id, revision) values (${dealer_id}, ${revision})
    on conflict (dealer_id) do update set revision = excluded.revision,
      requested_at = case when jobs.finished_at is null and jobs.claimed_until is null
        then jobs.requested_at else clock_timestamp() end, next_attempt_at = clock_timestamp(),
      attempts = 0, claimed_by = null, claimed_until = null, finished_at = null`);
  await tx.query(sql.unsafe`select pg_notify('forecast_queue', '')`);
}
