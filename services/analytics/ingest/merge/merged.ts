// How a merge ended. One that is refused rolls its transaction back with the reason.
import type { StoredReplacement } from '../../../../adapters/store/analytics/port.ts';
import type { ProblemReply } from '../../../../generated/runtime/problem.ts';

export type RefusedMerge = {
  readonly kind: 'refused';
  readonly refusal: ProblemReply;
  /** Not null: what the merge would have replaced is shown with the job. */
  readonly replacement: StoredReplacement | null;
};

export type Merged = { readonly kind: 'merged'; readonly revision: number } | RefusedMerge;

/** Thrown inside of a transaction, which has to end without a change. */
export class MergeRefused extends Error {
  override readonly name = 'MergeRefused';
  readonly refused: RefusedMerge;

  constructor(refusal: ProblemReply, replacement: StoredReplacement | null = null) {
    super(`The merge is refused: ${refusal.problem.slug}.`);
    this.refused = { kind: 'refused', refusal, replacement };
  }
}

export async function refusable<T>(merge: () => Promise<T>): Promise<T | RefusedMerge> {
  try {
    return await merge();
  } catch (error) {
    if (error instanceof MergeRefused) return error.refused;
    throw error;
  }
}
