// Generated from tools/runtime/client/live-place.ts by npm run generate; do not edit.
// Where a follower of live updates is: what it has applied, so that nothing is given twice and no gap passes unnoticed.

type State = {
  readonly type: 'snapshot' | 'delta';
  readonly epoch: string;
  readonly sequence: number;
  readonly previous?: number;
  readonly labs?: readonly unknown[];
  readonly instances?: readonly unknown[];
};

export type LiveMessage = State | { readonly type: 'notice'; readonly notice_id: string };

/** The service sends at most the newest 20 notices again. */
const mostNotices = 100;

export class LivePlace {
  acknowledged: string | null = null;
  #epoch: string | null;
  #sequence: number | null;
  readonly #notices = new Set<string>();

  constructor(from?: { readonly epoch: string; readonly sequence: number }) {
    this.#epoch = from?.epoch ?? null;
    this.#sequence = from?.sequence ?? null;
  }

  /** What a connection sends first, and after a gap. */
  get resume(): string {
    const { acknowledged } = this;
    const position = { type: 'resume', epoch: this.#epoch, after: this.#sequence };
    return JSON.stringify(acknowledged === null ? position : { ...position, acknowledged });
  }

  /** Whether the message is `new` to the user, was `known` or has nothing in it, or comes after a `gap`. */
  take(message: LiveMessage): 'new' | 'known' | 'gap' {
    if (message.type === 'notice') return this.#takeNotice(message.notice_id);
    const { type, epoch, sequence, previous, labs = [], instances = [] } = message;
    if (type === 'delta' && (epoch !== this.#epoch || previous !== this.#sequence)) return 'gap';
    [this.#epoch, this.#sequence] = [epoch, sequence];
    return type === 'snapshot' || labs.length + instances.length > 0 ? 'new' : 'known';
  }

  #takeNotice(id: string): 'new' | 'known' {
    if (this.#notices.has(id)) return 'known';
    this.#notices.add(id);
    const [oldest] = this.#notices;
    if (this.#notices.size > mostNotices && oldest !== undefined) this.#notices.delete(oldest);
    return 'new';
  }
}
