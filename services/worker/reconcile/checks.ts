// When a running lab was last logged in to by this worker: what came up may stop letting anybody in, and nothing in the
// cluster shows it.
import type { InstanceId } from '../../../adapters/store/labs/port.ts';
import type { Clock } from '../../lib/clock.ts';

export class Checks {
  readonly #everyMs: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #last = new Map<InstanceId, number>();

  constructor(everyMs: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#everyMs = everyMs;
    this.#clock = clock;
  }

  /** Until the next login; 0: now. A lab that this worker has not been in is due. */
  leftMs(id: InstanceId): number {
    const last = this.#last.get(id);
    return last === undefined ? 0 : Math.max(0, last + this.#everyMs - this.#clock.monotonicMs());
  }

  passed(id: InstanceId): void {
    this.#last.set(id, this.#clock.monotonicMs());
  }

  forget(id: InstanceId): void {
    this.#last.delete(id);
  }
}
