// Since when the pods of an instance have refused logins, as far as this process knows: after a restart it counts from
// the next refusal on.
import type { Observed } from '../../../adapters/cluster/port.ts';
import type { InstanceId } from '../../../generated/lab/messages.ts';

type Refusal = { readonly pods: string; readonly since: Date };

export class Refusals {
  readonly #refusals = new Map<InstanceId, Refusal>();

  /** For how long these pods have refused; 0 for the first time. */
  record(observed: Observed, now: Date): number {
    const pods = podsOf(observed);
    const before = this.#refusals.get(observed.instance_id);
    if (before?.pods === pods) return now.getTime() - before.since.getTime();
    this.#refusals.set(observed.instance_id, { pods, since: now });
    return 0;
  }

  clear(instance_id: InstanceId): void {
    this.#refusals.delete(instance_id);
  }
}

const podsOf = ({ objects }: Observed): string =>
  objects
    .flatMap(({ kind, uid }) => (kind === 'pod' ? [uid] : []))
    .sort()
    .join();
