// One socket of the live updates: it performs the actions of its state, one message in transit at a time (decision
// 215).
import type { Feed } from '../../../adapters/store/platform/port.ts';
import type { Socket } from '../../../adapters/websocket/port.ts';
import type { Resume } from '../../../generated/platform/messages.ts';
import { liveSocket } from '../../../generated/platform/socket.ts';
import { ClientMessage } from '../../../generated/platform/validate-messages.js';
import type { Caller } from '../caller.ts';
import type { News } from './live-deltas.ts';
import { type LiveAction, LiveState } from './live-state.ts';

const { closes } = liveSocket;

export class Follower {
  readonly socket: Socket;
  readonly #feed: Pick<Feed, 'read' | 'acknowledge'>;
  readonly #state = new LiveState();
  #caller: Caller | undefined;
  #hasResumed = false;
  /** Whether an action is being performed. */
  #isBusy = false;

  constructor(socket: Socket, feed: Pick<Feed, 'read' | 'acknowledge'>) {
    this.socket = socket;
    this.#feed = feed;
  }

  get user_id(): string | undefined {
    return this.#caller?.user.user_id;
  }

  get session(): string | undefined {
    return this.#caller?.session ?? undefined;
  }

  get hasResumed(): boolean {
    return this.#hasResumed;
  }

  close(why: keyof typeof closes, afterMs?: number): void {
    const { code, reason } = closes[why];
    this.socket.close(code, reason, afterMs);
  }

  admit(caller: Caller): void {
    this.#caller = caller;
    this.#state.admit(caller);
    this.#begin();
  }

  received(text: string): void {
    const resume = parse(text);
    if (resume === null) {
      this.close('invalid_message');
      return;
    }
    this.#hasResumed = true;
    this.#state.resume(resume);
    this.#begin();
  }

  restart(): void {
    this.#state.restart();
    this.#begin();
  }

  receive(news: News): void {
    try {
      const text = this.#state.take(news, !this.#isBusy);
      if (text === undefined) this.#begin();
      else this.#sendAtOnce(text);
    } catch {
      // A follower that fails must not keep the change from the others.
      this.#giveUp();
    }
  }

  #sendAtOnce(text: string): void {
    const left = this.socket.send(text);
    if (left === undefined) return;
    this.#isBusy = true;
    void left.then(this.#goOn, this.#giveUp);
  }

  #begin(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.#goOn();
  }

  /** Ends in the turn in which nothing is left, so that an event which comes now begins again. */
  readonly #goOn = (): void => {
    try {
      for (;;) {
        const action = this.socket.isOpen ? this.#state.next() : ({ do: 'wait' } as const);
        if (action.do === 'wait') {
          this.#isBusy = false;
          return;
        }
        const performed = this.#perform(action);
        if (performed === undefined) continue;
        void performed.then(this.#goOn, this.#giveUp);
        return;
      }
    } catch {
      // A follower that fails must not keep the change from the others.
      this.#giveUp();
    }
  };

  readonly #giveUp = (): void => {
    this.#isBusy = false;
    this.close('restart');
  };

  /** Nothing: it is done. */
  #perform(action: Exclude<LiveAction, { readonly do: 'wait' }>): Promise<void> | undefined {
    switch (action.do) {
      case 'send':
        return this.socket.send(action.text);
      case 'acknowledge':
        return this.#feed.acknowledge(action.by, action.notice_id);
      case 'read':
        return this.#feed.read(action.by, action.from).then((read) => this.#state.answer(read, action.from));
    }
  }
}

function parse(text: string): Resume | null {
  try {
    const value: unknown = JSON.parse(text);
    return ClientMessage(value) ? value : null;
  } catch {
    return null;
  }
}
