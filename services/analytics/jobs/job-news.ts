// What the long polls of one process learn about jobs: one connection for all of them, a timer in case it misses
// something.
import type { Listen } from '../../../adapters/store/messages/port.ts';
import type { Clock } from '../../lib/clock.ts';

export interface JobNews {
  /** The updates of the job from now on; null: too many requests wait already. */
  follow(job_id: string): Following | null;
  close(): Promise<void>;
}

export interface Following extends Disposable {
  /** Resolves with news since the last call, which may have come before this one, after `ms`, or with the signal. */
  next(ms: number, signal: AbortSignal): Promise<void>;
}

/** Each waits inside a request, which costs memory and a socket. */
const mostFollowers = 2_000;

export function jobNews(listen: Listen, clock: Clock, most = mostFollowers): JobNews {
  const followers = new Map<string, Set<() => void>>();
  let count = 0;
  const listening = listen((job_id) => {
    // Without a job: the connection was lost, and anything may have happened.
    const woken = job_id === '' ? [...followers.values()] : [followers.get(job_id) ?? []];
    for (const set of woken) for (const wake of set) wake();
  });
  return {
    follow(job_id) {
      if (count >= most) return null;
      count += 1;
      const { wake, next } = waiting(clock);
      const set = followers.get(job_id) ?? new Set();
      followers.set(job_id, set.add(wake));
      return {
        next,
        [Symbol.dispose]() {
          if (!set.delete(wake)) return;
          count -= 1;
          if (set.size === 0) followers.delete(job_id);
        },
      };
    },
    close: () => listening.close(),
  };
}

function waiting(clock: Clock) {
  let news = new AbortController();
  return {
    wake: () => news.abort(),
    async next(ms: number, signal: AbortSignal): Promise<void> {
      await clock.wait(ms, AbortSignal.any([news.signal, signal])).catch(() => {});
      if (news.signal.aborted) news = new AbortController();
    },
  };
}
