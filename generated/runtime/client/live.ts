// Generated from tools/runtime/client/live.ts by npm run generate; do not edit.
// Live updates of a generated client: an iterator over one WebSocket after the other, each resumed where the last broke
// off (decision 318).
import { refresh, tokenOf } from './client.ts';
import { Connection, type LiveSocketConstructor } from './live-connection.ts';
import { type LiveMessage, LivePlace } from './live-place.ts';
import type { Client } from './options.ts';
import { sleep } from './send.ts';

/** Why the updates end: closes of the contract, or `unknown` for a code that this client does not have. */
export type LiveEnd =
  | 'session_ended'
  | 'foreign_origin'
  | 'too_many_connections'
  | 'too_large'
  | 'invalid_message'
  | 'unknown';

/** Milliseconds to wait at least before the next connection, after the other closes of the contract. */
const pauses = { silent: 0, restart: 0, too_many_messages: 60_000 };

type Close = Exclude<LiveEnd, 'unknown'> | keyof typeof pauses;

/** What the contract says of the socket. */
export interface SocketFacts {
  readonly path: string;
  readonly closes: Readonly<Record<Close, { readonly code: number; readonly reason: string }>>;
}

export interface LiveOptions {
  /** Ends the iteration: its reason is thrown. */
  readonly signal?: AbortSignal;
  /**
   * The sequence number of the last update of an earlier run, to continue there. Without it the first update is a
   * snapshot.
   */
  readonly from?: { readonly epoch: string; readonly sequence: number };
  /** A constructor such as that of the package `ws`, where the platform has none that takes headers (Node 20). */
  readonly WebSocket?: LiveSocketConstructor;
  /** The public address of the platform, where it is not that of `baseUrl`; browsers send their own. */
  readonly origin?: string;
  /** Milliseconds without a message after which the service is asked for a sign of life; 60,000 by default. */
  readonly idleMs?: number;
  /** Called when a connection has its first answer: the state is current again, also when nothing has changed. */
  readonly onConnect?: () => void;
  /** Called after a lost connection, or an error of `token` or `refresh`, before the pause. */
  readonly onReconnect?: (lost: { readonly code: number; readonly reason: string; readonly pauseMs: number }) => void;
}

/** Ends with `break` or with its signal. */
export interface LiveUpdates<Message> extends AsyncIterableIterator<Message, void, undefined> {
  /** This notice, and those before it, were shown: none of them comes again on any connection of the user. */
  acknowledge(notice_id: string): void;
}

/** The service has closed the connection for a reason that another connection does not change. */
export class LiveEnded extends Error {
  override readonly name = 'LiveEnded';
  readonly why: LiveEnd;
  readonly code: number;

  constructor(why: LiveEnd, code: number, reason: string) {
    super(`liveUpdates: closed with ${code}: ${reason || why}`);
    this.why = why;
    this.code = code;
  }
}

export function follow<Message extends LiveMessage>(
  client: Client,
  socket: SocketFacts,
  options: LiveOptions = {},
): LiveUpdates<Message> {
  const place = new LivePlace(options.from);
  const current: { connection?: Connection } = {};
  return Object.assign(updatesOf<Message>(client, socket, { options, place, current }), {
    acknowledge(notice_id: string) {
      place.acknowledged = notice_id;
      current.connection?.resume();
    },
  });
}

type Following = {
  readonly options: LiveOptions;
  readonly place: LivePlace;
  readonly current: { connection?: Connection };
};

async function* updatesOf<Message extends LiveMessage>(
  client: Client,
  socket: SocketFacts,
  { options, place, current }: Following,
): AsyncGenerator<Message, void, undefined> {
  const { signal, onReconnect } = options;
  const { wait = sleep } = client;
  const url = addressOf(client, socket);
  let [failures, wasAnswered, wasRefused] = [0, false, false];
  const pause = async ({ code, reason }: Connection['end'], leastMs = 0) => {
    const pauseMs = leastMs + backoff(client, failures++);
    onReconnect?.({ code, reason, pauseMs });
    await wait(pauseMs, signal);
  };
  /**
   * Null after an error and a pause: the identity provider may be restarting with the platform. Before the first
   * connection an error is a wrong set-up.
   */
  const orPause = <Result>(result: Promise<Result>): Promise<Result | null> =>
    result.catch(async (error: unknown) => {
      signal?.throwIfAborted();
      if (!wasAnswered) throw error;
      await pause({ code: 1006, reason: `no token: ${error}` });
      return null;
    });
  for (;;) {
    signal?.throwIfAborted();
    const token = await orPause(tokenOf(client));
    if (token === null) continue;
    signal?.throwIfAborted();
    const connection = new Connection(url, headersOf(client, token, options), { options, place });
    current.connection = connection;
    try {
      for await (const message of connection) yield message as Message;
    } finally {
      delete current.connection;
      connection.close();
    }
    signal?.throwIfAborted();
    if (connection.hasAnswered) [failures, wasAnswered, wasRefused] = [0, true, false];
    const { code, reason } = connection.end;
    const why = nameOf(socket, code);
    if (why === 'session_ended' && !wasRefused) {
      const isRenewed = await orPause(hasNewToken(client, token));
      wasRefused = isRenewed === true;
      if (isRenewed !== false) continue;
    }
    if (!(why in pauses)) throw new LiveEnded(why as LiveEnd, code, reason);
    // The service has never answered: the address is wrong, or nothing listens there.
    if (!wasAnswered && failures >= (client.retries ?? 3))
      throw new TypeError(`liveUpdates: no answer from ${url}${reason === '' ? '' : `: ${reason}`}`);
    await pause({ code, reason }, pauses[why as keyof typeof pauses]);
  }
}

/** `baseUrl` ends with the version prefix, which the path of the contract has as well. */
const addressOf = ({ baseUrl }: Client, { path }: SocketFacts): string =>
  baseUrl.replace(/^http/, 'ws') + path.replace(/^.*?\/v\d+(?=\/)/, '');

/** None in a browser session: browsers send cookie and origin themselves, and take no headers. */
function headersOf({ baseUrl, headers }: Client, token: string | undefined, { origin }: LiveOptions) {
  if (token === undefined && origin === undefined) return undefined;
  return {
    ...headers,
    origin: origin ?? new URL(baseUrl).origin,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
}

/** What breaks connections anywhere, such as 1006, is as good as a restart. */
function nameOf({ closes }: SocketFacts, code: number): Close | 'unknown' {
  const names = Object.keys(closes) as Close[];
  return names.find((name) => closes[name].code === code) ?? (code >= 4_000 ? 'unknown' : 'restart');
}

/** A connection lives as long as its token; the next one needs another. */
async function hasNewToken(client: Client, used: string | undefined): Promise<boolean> {
  const now = await tokenOf(client);
  if (now !== undefined && now !== used) return true;
  return client.refresh !== undefined && (await refresh(client)) !== undefined;
}

const backoff = ({ random = Math.random }: Client, failures: number): number =>
  Math.min(30_000, 500 * 2 ** failures) * (0.5 + random() / 2);
