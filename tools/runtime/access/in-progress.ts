// How much one caller has in progress at the same time: a rate limits how often something begins, and not how long it
// lasts (decision 579).
import type { Exchange, Stage } from '../exchange.ts';
import { type ProblemReply, refuse } from '../problem.ts';

type Bound = { readonly quota: number; readonly what: string };

/** For each caller and process; an installation may grant more, by the same names. */
export const boundsInProgress = {
  'requests-in-progress': { quota: 100, what: 'requests' },
  'downloads-in-progress': { quota: 8, what: 'answers that are not JSON' },
  'uploads-in-progress': { quota: 4, what: 'uploads' },
} as const satisfies Record<string, Bound>;

export type BoundName = keyof typeof boundsInProgress;

const retryAfterS = 2;

/**
 * Counts from this stage to the last byte of the answer. What is public has no caller; our own services, which ask for
 * everybody, have no bound.
 */
export function boundInProgress(name: BoundName, concerns: (x: Exchange) => boolean = () => true): Stage {
  const running = new Map<string, number>();
  const { quota: least, what } = boundsInProgress[name];
  return (x) => {
    const { caller, host, res } = x;
    if (caller === undefined || caller.kind === 'service' || !concerns(x)) return undefined;
    const key = `${caller.kind}:${caller.subject}`;
    const count = running.get(key) ?? 0;
    const quota = host.quotas?.[name] ?? least;
    if (count >= quota) return tooMany(name, quota, what);
    running.set(key, count + 1);
    res.once('close', () => {
      const left = (running.get(key) ?? 1) - 1;
      if (left === 0) running.delete(key);
      else running.set(key, left);
    });
    return undefined;
  };
}

const tooMany = (policy: BoundName, quota: number, what: string): ProblemReply =>
  refuse('rate-limited', {
    detail: `You have ${quota} ${what} in progress, and can have no more at the same time. Wait until one of them has ended.`,
    policy,
    retry_after_s: retryAfterS,
  });
