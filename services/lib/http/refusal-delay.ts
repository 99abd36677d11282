// A caller that goes on after 429 waits for each further one: refusing costs the same CPU time as a small answer, and
// others would wait for it (decision 286).
import type { LimitVerdict } from '../../../adapters/keyvalue/port.ts';
import type { Clock } from '../clock.ts';
import type { Limit, Limits } from './limits.ts';

export const refusalDelays = {
  /**
   * Refused at once within the window of a policy: a client that waits as long as Retry-After says never meets a delay.
   */
  atOnce: 10,
  delayMs: 250,
  /**
   * Delayed at the same time in one process; what comes beyond is refused at once, so that held connections stay few.
   */
  waiting: 500,
  /** Callers remembered; the one that came first is forgotten. */
  callers: 10_000,
} as const;

type Refusals = { count: number; readonly untilMs: number };

/** The same verdicts, later for those who were refused `atOnce` times already. */
export function delayRefusals(limit: Limits['limit'], clock: Pick<Clock, 'monotonicMs' | 'wait'>): Limits['limit'] {
  const refused = new Map<string, Refusals>();
  let waiting = 0;
  return async (input) => {
    const verdict = await limit(input);
    if (verdict.allowed || !isOverdone(refused, input, clock.monotonicMs())) return verdict;
    if (waiting >= refusalDelays.waiting) return verdict;
    waiting++;
    await clock.wait(refusalDelays.delayMs);
    waiting--;
    return shorter(verdict);
  };
}

function isOverdone(refused: Map<string, Refusals>, { policy, key, windowS }: Limit, nowMs: number): boolean {
  const name = `${policy}:${key}`;
  const before = refused.get(name);
  if (before !== undefined && nowMs < before.untilMs) return ++before.count > refusalDelays.atOnce;
  refused.delete(name);
  refused.set(name, { count: 1, untilMs: nowMs + windowS * 1_000 });
  const [oldest] = refused.keys();
  if (refused.size > refusalDelays.callers && oldest !== undefined) refused.delete(oldest);
  return false;
}

/** What the caller has waited already. */
const shorter = (verdict: LimitVerdict): LimitVerdict => {
  const pastS = refusalDelays.delayMs / 1_000;
  return {
    ...verdict,
    retryAfterS: Math.max(0, verdict.retryAfterS - pastS),
    resetS: Math.max(0, verdict.resetS - pastS),
  };
};
