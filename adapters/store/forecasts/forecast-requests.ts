// Asks for the forecasts of a new revision.
import type { Tx } from '../database.ts';
import { sql } from '../query.ts';
import type { ForecastRequests } from './port.ts';

/**
 * A dealer that waits keeps its place, or frequent uploads would keep it last; one whose turn it is waits for another.
 * A failed attempt was a turn, too (`postpone`), and so was one whose worker was lost: the upload makes the job due at
 * once, which must not be before all others.
 */
export const forecastRequests: ForecastRequests = {
  async create(tx: Tx, dealer_id, revision) {
    await tx.query(sql.unsafe`
      insert into forecast_jobs as jobs (dealer_id, revision) values (${dealer_id}, ${revision})
      on conflict (dealer_id) do update set revision = excluded.revision,
        requested_at = case when jobs.finished_at is null and jobs.claimed_until is null
          then jobs.requested_at else clock_timestamp() end, next_attempt_at = clock_timestamp(),
        attempts = 0, claimed_by = null, claimed_until = null, finished_at = null`);
    await tx.query(sql.unsafe`select pg_notify('forecast_queue', '')`);
  },
};
