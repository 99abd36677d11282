// All that the worker of uploads needs of the database.
import type { Store } from '../../database.ts';
import { forecastRequests } from '../../forecasts/forecast-requests.ts';
import { ingestJobs } from './jobs.ts';
import { packing } from './packing.ts';
import { ingestQueue } from './queue.ts';
import { revisions } from './revisions.ts';
import { ingestTransactions } from './transactions.ts';
import { unpublishedRevisions } from './unpublished-revision.ts';

/** A file of more rows is packed before its merge. */
const mostRowsAtOnce = 250_000;

/** Some megabytes, in less time than any statement may take. */
const mostDeletedAtOnce = 2_000;

export const ingestStores = (store: Store, rowsAtOnce = mostRowsAtOnce, deletedAtOnce = mostDeletedAtOnce) => ({
  queue: ingestQueue(store),
  work: ingestTransactions(store),
  jobs: ingestJobs(store),
  revisions,
  packing: packing(rowsAtOnce),
  unpublished: unpublishedRevisions(deletedAtOnce),
  forecasts: forecastRequests,
});
