// Upload jobs: their list, one of them with a long poll, and their cancellation.
import type { Grants } from '../../../adapters/store/analytics/access/port.ts';
import type { JobRow, Uploads } from '../../../adapters/store/analytics/port.ts';
import { jobId } from '../../../generated/analytics/ids.ts';
import { problems } from '../../../generated/analytics/server.ts';
import { foreignCursor } from '../../../generated/runtime/reply/page.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import { decide, grantsIn, type Refused } from '../access/policies/decide.ts';
import { by, type Handlers } from '../caller.ts';
import { announceCancelled } from '../ingest/ingest-end.ts';
import { refusedByGrant } from '../ingest/upload-right.ts';
import { contradiction } from '../reads/contradictory-parameter.ts';
import { instantOf } from '../reads/data-state.ts';
import { jobBody, listedJob } from './job-body.ts';
import { noSuchJob } from './job-errors.ts';
import type { Following, JobNews } from './job-news.ts';
import { jobScope } from './job-scope.ts';

type Deps = {
  readonly uploads: Pick<Uploads, 'jobs' | 'job' | 'transaction' | 'cancel'>;
  readonly grants: Grants;
  readonly enqueue: Enqueue;
  readonly news: JobNews;
  readonly clock: Clock;
  /** Ends every long poll, so that the end of the process interrupts none. */
  readonly stopping?: AbortSignal;
};

export const jobs = ({ uploads, grants, enqueue, news, clock, stopping }: Deps) =>
  ({
    async listJobs({ caller, query: { dealer_id, status, created_from: from, created_before: to }, page }) {
      const decision = decide('listJobs', grantsIn(caller.scope), { dealer_id });
      if (decision.kind === 'refused') return refusalBy(decision);
      const created_from = from === undefined ? undefined : instantOf(from);
      const created_before = to === undefined ? undefined : instantOf(to);
      if (from !== undefined && created_from && created_before && created_from >= created_before)
        return contradiction('created_from', from, 'must be before created_before');
      const { after: before, limit } = page;
      if (before !== undefined && !jobId.accepts(before)) return foreignCursor;
      const query = { dealer_id, status, created_from, created_before, before, limit };
      const rows = (await uploads.jobs(jobScope(caller), query)).map((job) => listedJob(job, caller));
      return { status: 200, rows, key: ({ job_id }) => job_id };
    },

    async getJob({ caller, path, query, base, signal }) {
      const read = () => uploads.job(path.id, jobScope(caller));
      const enough = AbortSignal.any([signal, ...(stopping ? [stopping] : [])]);
      using following = query.wait > 0 ? news.follow(path.id) : null;
      const first = await read();
      const job = following === null ? first : await nextStatus(first, read, following, query.wait, clock, enough);
      return job ? { status: 200, body: jobBody(job, caller, base, clock.now()) } : noSuchJob();
    },

    async cancelJob({ caller, path: { id }, requestId }) {
      const job = await uploads.job(id, jobScope(caller));
      if (job === null) return noSuchJob();
      const refused = await refusedByGrant({ grants }, caller, job.dealer_id, 'cancelJob');
      if (refused !== null) return refused;
      const status = await uploads.transaction(job.dealer_id, async (tx) => {
        const result = await uploads.cancel(tx, job, by(caller, requestId));
        if (result.kind === 'ended') return result.status;
        await announceCancelled(enqueue, tx, result.job);
        return 'cancelled';
      });
      if (status !== 'cancelled') return problems.conflict({ detail: `The job has already ${status}.` });
      return { status: 200, body: { job_id: job.job_id, status } };
    },
  }) satisfies Pick<Handlers, 'listJobs' | 'getJob' | 'cancelJob'>;

const refusalBy = ({ policy, attribute }: Refused) =>
  problems.outOfScope({ policy, attribute, detail: 'Your grants do not include this dealer.' });

/** News can be missed while their connection is lost. */
const checkAnywayMs = 5_000;

/**
 * Long poll: answers when the status differs from what it was at first, when the job has ended, or when the time is up.
 */
async function nextStatus(
  first: JobRow | null,
  read: () => Promise<JobRow | null>,
  following: Following,
  waitS: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<JobRow | null> {
  const until = clock.monotonicMs() + waitS * 1_000;
  let job = first;
  while (job !== null && job.finished_at === null && job.status === first?.status && !signal.aborted) {
    const left = until - clock.monotonicMs();
    if (left <= 0) break;
    await following.next(Math.min(left, checkAnywayMs), signal);
    job = await read();
  }
  return job;
}
