// services/worker/taking.ts: what every step works with, and what it comes to. The steps: take.ts, apply.ts.
import type { InstanceRow } from '../../adapters/store/labs/port.ts';
import type { WorkFacts } from '../../adapters/store/labs/upkeep/port.ts';
import type { Lease } from '../../adapters/store/port.ts';
import type { Save } from '../kit/labs/change.ts';
import type { WorkerDeps } from './deps.ts';
import type { Aim } from './look.ts';
import type { Step, View } from './plan.ts';

export type Run = WorkerDeps & {
  readonly save: Save;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  facts: WorkFacts;
  aim: Aim;
  readonly view: View;
  /** As it was written last. */
  row: InstanceRow;
};

/** `next`: the step is done. `again`: something is not as it was seen. `instead`: this is to be done, and nothing of what follows. */
export type Next = 'next' | 'again' | { readonly instead: readonly Step[] };
