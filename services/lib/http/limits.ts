// Rate limits over all replicas; while the shared counters are unavailable, each replica grants its share (decision
// 23).
import type { Counters, LimitCheck, LimitVerdict } from '../../../adapters/keyvalue/port.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type LocalCounters, localCounters } from './gcra.ts';

export type Limit = { policy: string; quota: number; windowS: number; cost: number; key: string };

export type LimitsDeps = {
  readonly counters: Counters;
  /** How many processes serve the same callers. */
  readonly replicas: number;
  readonly clock?: Clock;
  /** Called when the counters become local, and when they are shared again. */
  readonly onChange?: (mode: 'shared' | 'local', error?: unknown) => void;
};

export interface Limits {
  /** Never rejects: nothing closes because a counter is unavailable. */
  limit(input: Limit): Promise<LimitVerdict>;
}

/** After a failure the counters are left alone for this long, so that a hanging server does not slow every request. */
const pauseMs = 1_000;

export function limits({ counters, replicas, clock = systemClock, onChange = () => {} }: LimitsDeps): Limits {
  const own = localCounters();
  let mode: 'shared' | 'local' = 'shared';
  let pausedUntil = Number.NEGATIVE_INFINITY;
  const become = (next: typeof mode, error?: unknown) => {
    if (mode !== next) onChange(next, error);
    mode = next;
  };
  return {
    async limit(input) {
      const check = toCheck(input);
      if (clock.monotonicMs() < pausedUntil) return spendLocally(own, check, replicas, clock.monotonicMs());
      try {
        const verdict = await counters.spend(check);
        become('shared');
        return verdict;
      } catch (error) {
        pausedUntil = clock.monotonicMs() + pauseMs;
        become('local', error);
        return spendLocally(own, check, replicas, clock.monotonicMs());
      }
    },
  };
}

const toCheck = ({ policy, key, quota, windowS, cost }: Limit): LimitCheck => ({
  key: `${policy}:${key}`,
  quota,
  windowS,
  cost,
});

const spendLocally = (own: LocalCounters, check: LimitCheck, replicas: number, nowMs: number): LimitVerdict =>
  own.spend({ ...check, quota: share(check, replicas) }, nowMs);

/** At least the cost itself: a share that no request fits into would close the operation. */
const share = ({ quota, cost }: LimitCheck, replicas: number): number =>
  Math.max(1, cost, Math.floor(quota / replicas));
