// The list of upload jobs.
import type { Uploads } from '../../adapters/store/analytics/port.ts';
import { problems } from '../../generated/analytics/server.ts';
import type { JobId } from '../../generated/analytics/types.ts';
import { cursorsOf } from '../lib/cursor.ts';
import type { Handlers } from './caller.ts';
import { jobScope } from './job-scope.ts';
import { foreignCursor, pageOf } from './page.ts';

type Deps = { readonly uploads: Pick<Uploads, 'jobs'> };

export const jobs = ({ uploads }: Deps) =>
  ({
    async listJobs({ caller, query: { dealer_id, status, limit, cursor } }) {
      const { dealers, uploads: ownOf } = caller.scope;
      if (dealer_id !== undefined && !dealers.has(dealer_id) && !ownOf.has(dealer_id)) return dealerForbidden;
      const cursors = cursorsOf('listJobs', { dealer_id, status });
      const before = cursor === undefined ? undefined : cursors.read(cursor);
      if (before === null) return foreignCursor;
      const found = await uploads.jobs(jobScope(caller), { dealerId: dealer_id, status, before, limit: limit + 1 });
      return {
        status: 200,
        body: pageOf(
          found,
          limit,
          ({ jobId, status: state }) => ({ job_id: jobId as JobId, status: state }),
          ({ jobId }) => cursors.write(jobId),
        ),
      };
    },
  }) satisfies Pick<Handlers, 'listJobs'>;

const dealerForbidden = problems.outOfScope({
  policy: 'read-own-dealer',
  attribute: 'dealer_id',
  detail: 'Your grants do not include this dealer.',
});
