// Generated from tools/runtime/client/live-connection.ts by npm run generate; do not edit.
// One WebSocket of the live updates: what it brings, in order, until it ends.
import { UnexpectedAnswer } from './client.ts';
import type { LiveMessage, LivePlace } from './live-place.ts';

type Event = {
  readonly type: string;
  readonly data?: unknown;
  readonly code?: number;
  readonly reason?: string;
  readonly message?: string;
};

/** What the platform's WebSocket, and that of the package `ws`, have in common. */
export interface LiveSocket {
  send(text: string): void;
  close(): void;
  addEventListener(type: 'open' | 'message' | 'error' | 'close', listener: (event: Event) => void): void;
}

/** Called with the address and, where there is a token, with `{ headers }`. */
export type LiveSocketConstructor = new (url: string, init: never) => LiveSocket;

type Constructor = new (url: string, init?: { readonly headers: Readonly<Record<string, string>> }) => LiveSocket;

type Options = {
  readonly options: {
    readonly signal?: AbortSignal;
    readonly WebSocket?: LiveSocketConstructor;
    readonly idleMs?: number;
    readonly onConnect?: () => void;
  };
  readonly place: LivePlace;
};

const answerWithinMs = 10_000;
/**
 * A client that reads so much slower than updates arrive is better served by the service, which joins several changes
 * of an instance.
 */
const mostWaiting = 1_000;

export class Connection {
  /** Set when it has ended. */
  end = { code: 1006, reason: '' };
  /** Whether the service has said anything. */
  hasAnswered = false;
  readonly #socket: LiveSocket;
  readonly #options: Options;
  readonly #waiting: LiveMessage[] = [];
  readonly #onAbort = () => {
    this.#waiting.length = 0;
    this.close();
  };
  #failure: Error | undefined;
  #ended = false;
  #isOpen = false;
  #isResuming = false;
  #wake: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, headers: Readonly<Record<string, string>> | undefined, options: Options) {
    this.#options = options;
    this.#socket = opened(url, headers, options.options.WebSocket);
    this.#socket.addEventListener('open', () => {
      this.#isOpen = true;
      this.resume();
    });
    this.#socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    this.#socket.addEventListener('error', ({ message = '' }) => {
      this.end = { code: 1006, reason: message };
    });
    this.#socket.addEventListener('close', ({ code = 1006, reason = '' }) => {
      if (!this.#ended) this.end = { code, reason: reason || this.end.reason };
      this.#finish();
    });
    options.options.signal?.addEventListener('abort', this.#onAbort);
    this.#expect(answerWithinMs, () => this.close());
  }

  /** From where the follower is; the answer brings what it lacks. */
  resume(): void {
    if (!this.#isOpen || this.#ended) return;
    this.#isResuming = true;
    this.#socket.send(this.#options.place.resume);
    this.#expect(answerWithinMs, () => this.close());
  }

  /** Does not wait for the other side, which may be gone. */
  close(): void {
    this.#finish();
    this.#socket.close();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<LiveMessage, void, undefined> {
    for (;;) {
      const next = this.#waiting.shift();
      if (next !== undefined) yield next;
      else if (this.#failure !== undefined) throw this.#failure;
      else if (this.#ended) return;
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
    }
  }

  #receive(text: string): void {
    if (this.#ended) return;
    const message = read(text);
    if (message === undefined) {
      this.#failure = new UnexpectedAnswer('liveUpdates', 101, text);
      this.close();
      return;
    }
    if (!this.hasAnswered) this.#options.options.onConnect?.();
    this.hasAnswered = true;
    // A later version of the contract may have more of them.
    if (!['snapshot', 'delta', 'notice'].includes(message.type)) return;
    const found = this.#options.place.take(message);
    if (message.type !== 'notice' && found !== 'gap') this.#isResuming = false;
    if (found === 'gap' && !this.#isResuming) this.resume();
    if (found === 'new') this.#waiting.push(message);
    if (!this.#isResuming) this.#expect(this.#options.options.idleMs ?? 60_000, () => this.resume());
    if (this.#waiting.length >= mostWaiting) this.close();
    this.#wake?.();
  }

  #finish(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#options.options.signal?.removeEventListener('abort', this.#onAbort);
    this.#wake?.();
  }

  #expect(ms: number, otherwise: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(otherwise, ms);
  }
}

function opened(
  url: string,
  headers: Readonly<Record<string, string>> | undefined,
  given: LiveSocketConstructor | undefined,
): LiveSocket {
  const WebSocket = (given ?? globalThis.WebSocket) as unknown as Constructor | undefined;
  if (WebSocket === undefined)
    throw new TypeError('liveUpdates: this platform has no WebSocket; give one, such as that of the package ws.');
  if (headers === undefined) return new WebSocket(url);
  try {
    return new WebSocket(url, { headers });
  } catch (cause) {
    const advice = 'a browser takes no token here: connect without one, in its session';
    throw new TypeError(`liveUpdates: no connection to ${url} with headers; ${advice}.`, { cause });
  }
}

/** Undefined for what no service of this contract sends. */
function read(text: string): LiveMessage | undefined {
  try {
    const value = JSON.parse(text) as Partial<LiveMessage> | null;
    return typeof value?.type === 'string' ? (value as LiveMessage) : undefined;
  } catch {
    return undefined;
  }
}
