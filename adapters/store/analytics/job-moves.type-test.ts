// What the compiler refuses: moves of a job that the contract's table does not have.
import type { JobMove } from './job-moves.ts';

export const merging: JobMove = { from: ['validating', 'loading'], to: 'merging' };

// @ts-expect-error A job is validated before its rows are loaded.
export const unread: JobMove = { from: ['queued', 'validating'], to: 'loading' };
// @ts-expect-error The rows of a job are read before they are merged.
export const unmerged: JobMove = { from: 'queued', to: 'succeeded' };
// @ts-expect-error A job that has ended stays as it is.
export const again: JobMove = { from: 'failed', to: 'validating' };
