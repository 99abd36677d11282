// What an answer of the API server means: wait, ask an operator, or correct the plan.
import { ClusterError, type Refused, refused } from '../../faults.ts';
import type { FailureReason } from '../../port.ts';

/** The API server answered, and not with what was asked for. */
export class ApiError extends ClusterError {
  readonly status: number;
  /** In the server's own words. */
  override readonly detail: string;
  /** As the server asks; null where it does not. */
  readonly retryAfterMs: number | null;

  constructor(status: number, detail: string, retryAfterMs: number | null = null) {
    super(passes(status, detail) ? 'unavailable' : 'refused', `${status}: ${detail}`);
    this.status = status;
    this.detail = detail;
    this.retryAfterMs = retryAfterMs;
  }
}

/** A namespace gets its default account, and a cache of the server its quota, a moment after they are made. */
const soon = /looking up service account|serviceaccount .* not found|status unknown for quota|try again later/i;

const passes = (status: number, detail: string): boolean => status === 429 || status >= 500 || soon.test(detail);

export const isMissing = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404;

/** Another writer changed the object, or replaced it. */
export const isConflict = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 409;

const meanings: readonly (readonly [RegExp, FailureReason])[] = [
  [/exceeded quota/i, 'quota'],
  [/range is full|provided port is already allocated|no free node port/i, 'no_node_port'],
  [
    /violates PodSecurity|(maximum|minimum) (cpu|memory|ephemeral-storage|storage) usage|limits? to requests? ratio/i,
    'config',
  ],
];

/** Null: no business of this plan; the error is to be thrown. */
export function refusal(error: unknown): Refused | null {
  if (!(error instanceof ApiError)) return null;
  const known = meanings.find(([words]) => words.test(error.detail))?.[1];
  if (known) return refused(known, error.detail);
  return error.status === 400 || error.status === 422 ? refused('config', error.detail) : null;
}
