// What every engine throws, and how it refuses a plan. What an engine's own answers mean: the file of this name in its
// folder.
import type { Applied, ClusterFault, FailureReason, InstancePlan } from './port.ts';

export class ClusterError extends Error implements ClusterFault {
  override readonly name = 'ClusterError';
  readonly dependency = 'cluster';
  readonly kind: ClusterFault['kind'];
  /** The sentence alone, for people. */
  readonly detail: string;

  constructor(kind: ClusterFault['kind'], detail: string, cause?: unknown) {
    super(`cluster: ${kind} (${detail})`, { cause });
    this.kind = kind;
    this.detail = detail;
  }
}

/** More was written into a home than its volume takes. */
export class HomeFull extends ClusterError {
  readonly isHomeFull = true;

  constructor({ volumeGi }: Pick<InstancePlan, 'volumeGi'>, cause?: unknown) {
    super('refused', `the volume of ${volumeGi}Gi has no space left`, cause);
  }
}

/**
 * True when the home has no space, no files or no quota left. GNU tar names the reason only of the file after the one
 * that was cut off.
 */
export const isHomeFull = (printed: string): boolean =>
  /no space left on device|disk quota exceeded|wrote only \d+ of \d+ bytes/i.test(printed);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export const unavailable = (error: unknown): ClusterError =>
  error instanceof ClusterError ? error : new ClusterError('unavailable', messageOf(error), error);

export type Refused = Applied & { readonly kind: 'refused' };

export const refused = (reason: FailureReason, detail: string): Refused => ({ kind: 'refused', reason, detail });
