// What every step works with, and what it comes to.
import type { InstanceRow } from '../../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../../adapters/store/labs/upkeep/port.ts';
import type { Lease } from '../../../adapters/store/port.ts';
import type { Save } from '../../labs/change.ts';
import type { ObservedState, Step } from '../../labs/plan/step.ts';
import type { WorkerDeps } from '../deps.ts';
import type { Desired } from './desired-state.ts';

export type Run = WorkerDeps & {
  readonly save: Save;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  facts: WorkFacts;
  goal: Desired;
  readonly view: ObservedState;
  /** As it was written last. */
  row: InstanceRow;
};

/**
 * `next`: the step is done. `again`: something is not as observed. `instead`: this is to be done, and nothing of what
 * follows.
 */
export type Next = 'next' | 'again' | { readonly instead: readonly Step[] };
