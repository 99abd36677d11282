// Changes as they are sent: written once for all who are sent the same.
import type { FeedChanges, LabStatus } from '../../adapters/store/platform/port.ts';
import type { ServerMessage } from '../../generated/platform/messages.ts';
import { serializeDates } from '../lib/serialize-dates.ts';

export type Visible = FeedChanges['instances'][number];

export type Delta = {
  readonly epoch: string;
  readonly previous: number;
  readonly sequence: number;
  readonly labs: readonly (readonly [lab_id: string, status: LabStatus])[];
  readonly changes: readonly Visible[];
};

type Written = { readonly changes: readonly Visible[]; readonly text: string };

export class Deltas {
  /** Of the newest number alone: a follower that is further behind is sent what no other follower is. */
  readonly #written = new Map<string, Written>();
  #newest: Pick<Delta, 'epoch' | 'sequence'> = { epoch: '', sequence: 0 };

  textOf(delta: Delta): string {
    const { epoch, previous, sequence, labs, changes } = delta;
    if (sequence !== this.#newest.sequence || epoch !== this.#newest.epoch) {
      this.#written.clear();
      this.#newest = { epoch, sequence };
    }
    let key = `${previous}`;
    for (const { instance } of changes) key += ` ${instance.instance_id}`;
    for (const [lab_id, status] of labs) key += ` ${lab_id} ${status}`;
    const known = this.#written.get(key);
    if (known?.changes.every((each, i) => each === changes[i])) return known.text;
    const text = textOf(delta);
    this.#written.set(key, { changes, text });
    return text;
  }
}

function textOf({ epoch, previous, sequence, labs, changes }: Delta): string {
  const message: ServerMessage = {
    type: 'delta',
    epoch,
    previous,
    sequence,
    labs: labs.map(([lab_id, status]) => ({ lab_id, status })),
    instances: changes.map(({ instance }) => serializeDates(instance)),
  };
  return JSON.stringify(message);
}
