// Where the complete list of a job's errors is in the object store: written by the worker, read by the operations of
// jobs.
import type { JobRow } from '../../../adapters/store/analytics/port.ts';

export const errorListKey = ({ dealer_id, job_id }: Pick<JobRow, 'dealer_id' | 'job_id'>): string =>
  `errors/${dealer_id}/${job_id}`;
