// The list of upload jobs.
import type { Uploads } from '../../../adapters/store/analytics/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Handlers } from '../caller.ts';
import { jobScope } from './job-scope.ts';

type Deps = { readonly uploads: Pick<Uploads, 'jobs'> };

export const jobs = ({ uploads }: Deps) =>
  ({
    async listJobs({ caller, query: { dealer_id, status }, page }) {
      const { dealers, uploads: ownOf } = caller.scope;
      if (dealer_id !== undefined && !dealers.has(dealer_id) && !ownOf.has(dealer_id)) return dealerForbidden;
      const { after: before, limit } = page;
      const found = await uploads.jobs(jobScope(caller), { dealer_id, status, before, limit });
      const rows = found;
      return { status: 200, rows, key: ({ job_id }) => job_id };
    },
  }) satisfies Pick<Handlers, 'listJobs'>;

const dealerForbidden = problems.outOfScope({
  policy: 'read-own-dealer',
  attribute: 'dealer_id',
  detail: 'Your grants do not include this dealer.',
});
