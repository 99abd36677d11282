// Changes as they are sent: prepared and written once for all followers who are sent the same.
import type { FeedChanges, LabStatus } from '../../../adapters/store/platform/port.ts';
import type { ServerMessage } from '../../../generated/platform/messages.ts';

export type Position = { readonly epoch: string; readonly after: number };

export type LiveChange = Pick<FeedChanges['instances'][number], 'instance' | 'number' | 'lab_status' | 'teachers'> & {
  /** What each member sees of the lab. */
  readonly statusOf: ReadonlyMap<string, LabStatus>;
};

/** One reading of the feed. */
export class News {
  readonly position: Position;
  readonly changes: readonly LiveChange[];
  readonly notices: FeedChanges['notices'];
  #last: Delta;
  readonly #deltas = new Map<number, Delta>();

  constructor({ epoch, number, instances, notices }: FeedChanges) {
    this.position = { epoch, after: number };
    this.changes = instances.map(({ members, member_status, ...change }) => ({
      ...change,
      statusOf: new Map(members.map((member) => [member, member_status[member] ?? 'stopped'])),
    }));
    this.notices = notices;
    this.#last = new Delta({ previous: number, position: this.position });
  }

  /** Without a change yet, for those who were sent the last one at `previous`. */
  after(previous: number): Delta {
    if (this.#last.previous === previous) return this.#last;
    const known = this.#deltas.get(previous);
    this.#last = known ?? new Delta({ previous, position: this.position });
    if (known === undefined) this.#deltas.set(previous, this.#last);
    return this.#last;
  }
}

type Begin = { readonly previous: number; readonly position: Position };

/**
 * The changes that some followers are sent, each with the status of its lab where that is new to them. It finds what
 * comes next by the change itself: a text as the key would have to be made for each of a thousand followers.
 */
export class Delta {
  readonly #begin: Begin;
  readonly #before: Delta | undefined;
  readonly #added: LiveChange | LabStatus | undefined;
  #last: Delta | undefined;
  #next: Map<LiveChange | LabStatus, Delta> | undefined;
  #text: string | undefined;

  constructor(begin: Begin, before?: Delta, added?: LiveChange | LabStatus) {
    this.#begin = begin;
    this.#before = before;
    this.#added = added;
  }

  get previous(): number {
    return this.#begin.previous;
  }

  /** A status is of the lab of the change before it. */
  with(added: LiveChange | LabStatus): Delta {
    if (this.#last !== undefined && this.#last.#added === added) return this.#last;
    this.#next ??= new Map();
    this.#last = this.#next.get(added) ?? new Delta(this.#begin, this, added);
    this.#next.set(added, this.#last);
    return this.#last;
  }

  get text(): string {
    this.#text ??= JSON.stringify(this.#message());
    return this.#text;
  }

  #message(): ServerMessage {
    const { previous, position } = this.#begin;
    const path: (LiveChange | LabStatus)[] = [];
    for (let at: Delta | undefined = this; at !== undefined; at = at.#before)
      if (at.#added !== undefined) path.push(at.#added);
    const statuses = new Map<string, LabStatus>();
    const changes: LiveChange['instance'][] = [];
    for (const added of path.reverse())
      if (typeof added !== 'string') changes.push(added.instance);
      else statuses.set(changes.at(-1)?.lab_id ?? '', added);
    return {
      type: 'delta',
      epoch: position.epoch,
      previous,
      sequence: position.after,
      labs: [...statuses].map(([lab_id, status]) => ({ lab_id, status })),
      instances: changes,
    };
  }
}
