// Upload jobs as a queue of dealers.
import type { DealerId } from '../../../../generated/analytics/types.ts';
import type { Store, Tx } from '../../database.ts';
import { row, sql } from '../../query.ts';
import { withScope } from '../../scope.ts';
import type { JobRow } from '../port.ts';
import { jobColumns } from '../uploads.ts';
import type { IngestQueue } from './port.ts';
import { fenced } from './transactions.ts';

export const ingestQueue = (store: Store): IngestQueue => ({
  list: () =>
    withScope(store, { dealers: 'every' }, (tx) =>
      tx.any(sql.type(row<{ dealer_id: DealerId; due_in_ms: number }>())`
    select oldest.dealer_id,
      ceil(extract(epoch from coalesce(greatest(oldest.next_attempt_at, lease.expires_at), now()) - clock_timestamp()) * 1000)::float8 as due_in_ms
    from (
      select distinct on (dealer_id) dealer_id, created_at, next_attempt_at from upload_jobs
      where finished_at is null order by dealer_id, created_at, job_id
    ) oldest
    left join leases lease on lease.name = 'ingest:' || oldest.dealer_id
    order by lease.expires_at nulls first, oldest.created_at`),
    ),

  claim: (dealer_id, lease) => fenced(store, { dealer_id }, lease, (tx) => beginOldest(tx, dealer_id)),

  postpone: (job, lease, { retryMs, isCounted }) =>
    fenced(store, job, lease, async (tx) => {
      await tx.query(sql.unsafe`
        update upload_jobs set attempts = greatest(0, attempts - ${isCounted ? 0 : 1}),
          next_attempt_at = clock_timestamp() + ${retryMs} * interval '1 millisecond'
        where dealer_id = ${job.dealer_id} and job_id = ${job.job_id} and finished_at is null`);
    }),
});

const beginOldest = (tx: Tx, dealer_id: DealerId): Promise<JobRow | null> =>
  tx.maybeOne(sql.type(row<JobRow>())`
    update upload_jobs set attempts = attempts + 1, started_at = coalesce(started_at, clock_timestamp()), updated_at = clock_timestamp()
    where dealer_id = ${dealer_id} and (next_attempt_at is null or next_attempt_at <= clock_timestamp()) and job_id = (
      select job_id from upload_jobs where dealer_id = ${dealer_id} and finished_at is null order by created_at, job_id limit 1)
    returning ${jobColumns}`);
