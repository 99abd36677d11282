// The list of upload jobs, and their cancellation.
import type { Grants, Uploads } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Enqueue } from '../../lib/messages/outbox.ts';
import { by, type Handlers } from '../caller.ts';
import { announcingCancelled } from '../ingest/ingest-end.ts';
import { refusedByGrant } from '../ingest/upload-right.ts';
import { decide, grantsIn, type Refused } from '../policies/decide.ts';
import { noSuchJob } from './job-errors.ts';
import { jobScope } from './job-scope.ts';

type Deps = {
  readonly uploads: Pick<Uploads, 'jobs' | 'job' | 'cancel'>;
  readonly grants: Grants;
  readonly enqueue: Enqueue;
};

export const jobs = ({ uploads, grants, enqueue }: Deps) =>
  ({
    async listJobs({ caller, query: { dealer_id, status }, page }) {
      const decision = decide('listJobs', grantsIn(caller.scope), { dealer_id });
      if (decision.kind === 'refused') return refusalBy(decision);
      const { after: before, limit } = page;
      const rows = await uploads.jobs(jobScope(caller), { dealer_id, status, before, limit });
      return { status: 200, rows, key: ({ job_id }) => job_id };
    },

    async cancelJob({ caller, path: { id }, requestId }) {
      const job = await uploads.job(id, jobScope(caller));
      if (job === null) return noSuchJob();
      const refused = await refusedByGrant({ grants }, caller, job.dealer_id);
      if (refused !== null) return refused;
      const status = await uploads.cancel(job, by(caller, requestId), announcingCancelled(enqueue));
      if (status !== 'cancelled') return problems.conflict({ detail: `The job has already ${status}.` });
      return { status: 200, body: { job_id: job.job_id, status } };
    },
  }) satisfies Pick<Handlers, 'listJobs' | 'cancelJob'>;

const refusalBy = ({ policy, attribute }: Refused) =>
  problems.outOfScope({ policy, attribute, detail: 'Your grants do not include this dealer.' });
