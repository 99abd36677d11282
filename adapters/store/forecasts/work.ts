// The side of forecasts that computes: claims of jobs, the series of a dealer, and what was computed of them.
import type { Store, Tx } from '../database.ts';
import { row, sql } from '../query.ts';
import { withScope } from '../scope.ts';
import type { Finished, ForecastJob, ForecastWork, Leaf } from './port.ts';

export const forecastWork = (store: Store): ForecastWork => ({
  claim: (by, leaseMs) =>
    withScope(store, { dealers: 'every' }, async (tx) => {
      const claimed = await tx.maybeOne(sql.type(row<ForecastJob>())`
        update forecast_jobs set requested_at = ${place}, claimed_by = ${by}, claimed_until = ${until(leaseMs)}, attempts = attempts + 1
        where dealer_id = (
          select dealer_id from forecast_jobs
          where finished_at is null and next_attempt_at <= clock_timestamp() and (claimed_until is null or claimed_until <= clock_timestamp())
          order by ${place} limit 1 for update skip locked)
        returning dealer_id, revision, attempts, claimed_by`);
      if (claimed === null) return { kind: 'nothing_due', dueInMs: await tx.oneFirst(nextDue) };
      return { kind: 'claimed', claimed };
    }),

  renew: (job, leaseMs) =>
    withScope(store, { dealers: [job.dealer_id] }, async (tx) => {
      const { rowCount } = await tx.query(
        sql.unsafe`update forecast_jobs set claimed_until = ${until(leaseMs)} where ${held(job)}`,
      );
      return rowCount === 1;
    }),

  postpone: (job, { retryMs, isCounted }) =>
    withScope(store, { dealers: [job.dealer_id] }, async (tx) => {
      await tx.query(sql.unsafe`
        update forecast_jobs set claimed_by = null, claimed_until = null, next_attempt_at = ${until(retryMs)},
          attempts = greatest(0, attempts - ${isCounted ? 0 : 1}),
          requested_at = ${isCounted ? sql.fragment`clock_timestamp()` : sql.fragment`requested_at`} where ${held(job)}`);
    }),

  leaves: ({ dealer_id, revision }, most, methodVersion) =>
    withScope(store, { dealers: [dealer_id] }, async (tx) => {
      const found = await tx.any(sql.type(row<Leaf & { total: number; is_stored: boolean }>())`
        with largest as (
          select brand_id, region_id, count(*) over () as total, grouping(brand_id) + grouping(region_id) as width, sum(units_sold) as units
          from sales_by_brand where dealer_id = ${dealer_id} and to_revision is null
          group by cube (brand_id, region_id) order by width desc, units desc nulls last, brand_id, region_id limit ${most}
        )
        select ${dealer_id} as dealer_id, brand_id, region_id, total::integer as total, exists (
          select from kept_forecasts stored where stored.dealer_id = ${dealer_id} and stored.job_revision = ${revision}
            and stored.answer ->> 'method_version' = ${methodVersion}
            and stored.brand_id = coalesce(largest.brand_id, '') and stored.region_id = coalesce(largest.region_id, '')) as is_stored
        from largest order by width desc, units desc nulls last, brand_id, region_id`);
      const leaves = found
        .filter(({ is_stored }) => !is_stored)
        .map(({ brand_id, region_id }): Leaf => ({ dealer_id, brand_id, region_id }));
      return { leaves, total: found[0]?.total ?? 0 };
    }),

  store: (job, { dealer_id, brand_id, region_id }, { revision, computed_on, method_version, answer }) =>
    withScope(store, { dealers: [job.dealer_id] }, async (tx) => {
      if (!(await hold(tx, job))) return false;
      // Inside of the answer: an earlier release that runs beside this one replaces both.
      const text = JSON.stringify({ ...answer, method_version });
      await tx.query(sql.unsafe`
        insert into kept_forecasts (dealer_id, brand_id, region_id, job_revision, revision, computed_on, answer)
        values (${dealer_id}, ${brand_id ?? ''}, ${region_id ?? ''}, ${job.revision}, ${revision}, ${computed_on}, ${text}::json)
        on conflict (dealer_id, brand_id, region_id) do update set job_revision = excluded.job_revision, revision = excluded.revision,
          computed_on = excluded.computed_on, answer = excluded.answer`);
      return true;
    }),

  transaction: ({ dealer_id }, work) => withScope(store, { dealers: [dealer_id] }, work),

  async finish(tx: Tx, job) {
    if (!(await hold(tx, job))) return null;
    await tx.query(sql.unsafe`
      delete from kept_forecasts where dealer_id = ${job.dealer_id} and job_revision < ${job.revision}`);
    return await tx.one(sql.type(row<Finished>())`
      update forecast_jobs set finished_at = date_trunc('milliseconds', clock_timestamp()), claimed_by = null, claimed_until = null
      where ${held(job)}
      returning finished_at as published_at,
        (select count(*)::integer from kept_forecasts where dealer_id = ${job.dealer_id}) as forecasts`);
  },
});

/** The lock makes a merge wait until the transaction is committed; in the other order, the job is lost. */
const hold = (tx: Tx, job: ForecastJob): Promise<boolean> =>
  tx.exists(sql.unsafe`select 1 from forecast_jobs where ${held(job)} for no key update`);

const held = ({ dealer_id, revision, claimed_by }: ForecastJob) =>
  sql.fragment`dealer_id = ${dealer_id} and revision = ${revision} and claimed_by = ${claimed_by} and finished_at is null`;

/**
 * Whose worker was lost had its turn, which the end of the claim ended: a job that kills its process each time must not
 * be first each time.
 */
const place = sql.fragment`greatest(requested_at, claimed_until)`;

const until = (ms: number) => sql.fragment`clock_timestamp() + ${ms} * interval '1 millisecond'`;

const nextDue = sql.type(row<{ due_in_ms: number | null }>())`
  select ceil(extract(epoch from min(greatest(next_attempt_at, claimed_until)) - clock_timestamp()) * 1000)::float8 as due_in_ms
  from forecast_jobs where finished_at is null`;
