// The generic cell rate algorithm in process, for when the shared counters are unavailable.
import type { LimitCheck, LimitVerdict } from '../../../adapters/keyvalue/port.ts';

export type LocalCounters = { spend(check: LimitCheck, nowMs: number): LimitVerdict };

/**
 * Keys that have their whole quota back are forgotten first; beyond `capacity`, the oldest ones too, so that hostile
 * keys cannot fill the memory.
 */
export function localCounters(capacity = 100_000): LocalCounters {
  // When the whole quota of a key is back, in ms. Insertion order is order of last use.
  const full = new Map<string, number>();
  const remember = (key: string, at: number, nowMs: number) => {
    full.delete(key);
    full.set(key, at);
    for (const [oldest, back] of full) {
      if (full.size <= capacity && back > nowMs) break;
      full.delete(oldest);
    }
  };
  return {
    spend({ key, quota, windowS, cost }, nowMs) {
      const windowMs = windowS * 1_000;
      const step = windowMs / quota;
      const before = Math.max(full.get(key) ?? nowMs, nowMs);
      const after = before + step * cost;
      // A millionth of a step: sums of fractions may exceed the window by a rounding error.
      const allowed = after - nowMs <= windowMs + step * 1e-6;
      if (allowed && cost > 0) remember(key, after, nowMs);
      const at = allowed ? after : before;
      return {
        allowed,
        remaining: Math.max(0, Math.floor((nowMs + windowMs - at) / step + 1e-6)),
        // It is a sum too, so it must not be reported as a second more than the window.
        resetS: Math.ceil(Math.min(at - nowMs, windowMs) / 1_000),
        retryAfterS: allowed ? 0 : Math.ceil(Math.min(after - nowMs - windowMs, windowMs) / 1_000),
      };
    },
  };
}
