// Live updates over WebSocket (decision 215): one reader of the feed for all sockets of this process.
import type { Listen } from '../../../adapters/store/messages/port.ts';
import type { Feed, FeedChanges } from '../../../adapters/store/platform/port.ts';
import type { Received, Socket } from '../../../adapters/websocket/port.ts';
import { liveSocket as contract } from '../../../generated/platform/socket.ts';
import type { CredentialInput } from '../../../generated/runtime/host.ts';
import type { ProblemReply } from '../../../generated/runtime/problem.ts';
import type { Clock } from '../../lib/clock.ts';
import { errorOf } from '../../lib/errors.ts';
import type { Report } from '../../lib/report.ts';
import { runLoop } from '../../lib/work/loop.ts';
import type { Caller } from '../caller.ts';
import { News } from './live-deltas.ts';
import { Follower } from './live-follower.ts';

const { closes } = contract;

export type LiveDeps = {
  readonly feed: Pick<Feed, 'state' | 'since' | 'read' | 'acknowledge'>;
  /** Calls when the feed may have grown. */
  readonly listen: Listen;
  /** Calls with the id of a session that was ended, in whichever process; only a hint. */
  readonly listenEnded: (ended: (session: string) => void) => { close(): Promise<void> };
  readonly authenticate: (input: CredentialInput) => Promise<Caller | ProblemReply>;
  /** Whose pages may open it, such as `https://covenant.example`. */
  readonly origins: ReadonlySet<string>;
  readonly clock: Clock;
  readonly report: Pick<Report, 'dependencyFailed'>;
};

export interface Live {
  open(socket: Socket): Received;
  /** Reads the feed until the signal. */
  run(signal: AbortSignal): Promise<void>;
}

/** Notifications make it quick; this is for the one that was missed. */
const checkEveryMs = 5_000;
const recheckMs = 60_000;
const recheckEveryMs = 1_000;
/**
 * A check without an answer for so long is given up as if the provider were unavailable; shorter than the time until
 * the next one.
 */
const recheckWithinMs = 30_000;
const resumeWithinMs = 10_000;
const perUser = 20;
/**
 * For those who are too many: who comes back as soon as it is closed would cost a handshake and a credential dozens of
 * times a second.
 */
const closeAfterMs = 1_000;

export function live(deps: LiveDeps): Live {
  const followers = new Set<Follower>();
  const reader = feedReader(deps, followers);
  const feed: ConstructorParameters<typeof Follower>[1] = {
    async read(by, resume) {
      // First the position from which the reader notifies every socket, then the past: no change falls between the two.
      await reader.ready();
      return deps.feed.read(by, resume);
    },
    acknowledge: (by, notice_id) => deps.feed.acknowledge(by, notice_id),
  };
  const admission = admissionOf(deps, followers);
  return {
    open(socket) {
      const follower = new Follower(socket, feed);
      void admission.admit(follower).catch(() => follower.close('restart'));
      return (text) => follower.received(text);
    },
    async run(signal) {
      const ear = deps.listenEnded((session) => {
        for (const follower of followers) if (follower.session === session) follower.close('session_ended');
      });
      await Promise.all([reader.run(signal), admission.run(signal)]);
      await ear.close();
    },
  };
}

/** `checkedAt`: when the last check of its credential began. */
type Attended = { readonly since: number; checkedAt: number };

/**
 * Who is let in, whether it says where it stopped, and whether it is still let in: one timer for all of them, since
 * each would hold more memory than its socket.
 */
function admissionOf(deps: LiveDeps, followers: Set<Follower>) {
  const { clock, origins } = deps;
  const attended = new Map<Follower, Attended>();
  const countOf = new Map<string, number>();
  const count = (user_id: string, by: 1 | -1) => {
    const now = (countOf.get(user_id) ?? 0) + by;
    now === 0 ? countOf.delete(user_id) : countOf.set(user_id, now);
  };
  const recheck = async (follower: Follower, state: Attended, now: number): Promise<void> => {
    state.checkedAt = now;
    // While the provider is unavailable, open sockets stay; the socket of a refused caller is closed, however late the
    // refusal comes.
    const caller = await identify(deps, follower.socket).catch(() => undefined);
    const isGivenUp = clock.monotonicMs() - now >= recheckWithinMs;
    if (caller === null) follower.close('session_ended');
    else if (caller !== undefined && !isGivenUp) follower.admit(caller);
  };
  /** Waits for none of them: an answer that takes long would hold up the checks of all others. */
  const recheckDue = async (): Promise<void> => {
    const now = clock.monotonicMs();
    for (const [follower, state] of attended) {
      if (!follower.hasResumed && now - state.since >= resumeWithinMs) follower.close('silent');
      else if (now - state.checkedAt >= recheckMs)
        recheck(follower, state, now).catch((error: unknown) => {
          deps.report.dependencyFailed({ dependency: 'identity', ...errorOf(error) });
          follower.close('restart');
        });
    }
  };
  return {
    async admit(follower: Follower): Promise<void> {
      const { socket } = follower;
      if (!origins.has(socket.headers.origin ?? '')) return follower.close('foreign_origin');
      const caller = await identify(deps, socket);
      if (caller === null) return follower.close('session_ended');
      if (!socket.isOpen) return;
      const { user_id } = caller.user;
      if ((countOf.get(user_id) ?? 0) >= perUser) return follower.close('too_many_connections', closeAfterMs);
      count(user_id, 1);
      followers.add(follower);
      const since = clock.monotonicMs();
      attended.set(follower, { since, checkedAt: since });
      const leave = () => {
        followers.delete(follower);
        attended.delete(follower);
        count(user_id, -1);
      };
      socket.onClose(leave);
      follower.admit(caller);
    },
    run: (signal: AbortSignal) => runLoop({ work: recheckDue, everyMs: recheckEveryMs, signal, clock }),
  };
}

/** Null: not let in. */
async function identify({ authenticate }: LiveDeps, { headers }: Socket): Promise<Caller | null> {
  const caller = await authenticate({
    schemes: ['bearer', 'session'],
    headers,
    method: 'GET',
    address: '',
    operationId: 'live',
  });
  return 'problem' in caller ? null : caller;
}

/** Reads what is new once for all followers; without any it rests. */
function feedReader({ feed, listen, clock, report }: LiveDeps, followers: ReadonlySet<Follower>) {
  let at: { epoch: string; number: number } | null = null;
  let starting: Promise<void> | undefined;
  const ready = (): Promise<void> => {
    if (at !== null) return Promise.resolve();
    starting ??= feed
      .state()
      .then((state) => {
        at ??= state;
      })
      .finally(() => {
        starting = undefined;
      });
    return starting;
  };
  const check = async (): Promise<void> => {
    if (followers.size === 0) at = null;
    if (at === null) return;
    const changes: FeedChanges = await feed.since(at.number);
    const isReset = changes.epoch !== at.epoch || changes.number < at.number;
    at = { epoch: changes.epoch, number: changes.number };
    const news = new News(changes);
    for (const follower of followers) isReset ? follower.restart() : follower.receive(news);
  };
  return {
    ready,
    run: (signal: AbortSignal) =>
      runLoop({
        work: check,
        everyMs: checkEveryMs,
        signal,
        clock,
        listen,
        failed: (error) => report.dependencyFailed({ dependency: 'store-platform', ...errorOf(error) }),
      }),
  };
}

/** What the contract says of the socket itself. */
export const liveSocket = {
  ...contract,
  quota: { ...contract.quota, closeAfterMs },
  codes: {
    tooLarge: closes.too_large.code,
    notText: closes.invalid_message.code,
    silent: closes.silent.code,
    tooMany: closes.too_many_messages.code,
    restart: closes.restart.code,
  },
} as const;
