// The rate limit of deliveries that owners of webhooks cause: charged by handlers, as the contract cannot name the cost
// of a call (decision 581).
import type { LimitVerdict } from '../../../adapters/keyvalue/port.ts';
import { problems } from '../../../generated/analytics/server.ts';
import type { Caller } from '../caller.ts';

/** Takes so many from what the caller may have sent. */
export type SpendDeliveries = (
  caller: Pick<Caller, 'kind' | 'subject'>,
  count: number,
) => Promise<Pick<LimitVerdict, 'allowed' | 'remaining' | 'retryAfterS'>>;

/** Takes payment for so many deliveries; returns for how many it is paid. */
export type Charge = (count: number) => Promise<number>;

/** What is left of the quota is spent to its end. */
export function chargeOf(caller: Caller, spend: SpendDeliveries) {
  let retryAfterS = 0;
  const charge: Charge = async (count) => {
    const { allowed, remaining, ...verdict } = await spend(caller, count);
    retryAfterS = verdict.retryAfterS;
    if (allowed) return count;
    const rest = Math.min(count, remaining);
    return rest > 0 && (await spend(caller, rest)).allowed ? rest : 0;
  };
  return { charge, retryAfterS: () => retryAfterS };
}

export function noneLeft(retryAfterS: number) {
  const seconds = Math.max(1, Math.ceil(retryAfterS));
  return problems.rateLimited({
    detail: `You have exceeded the rate limit "deliveries". Try again in ${seconds} s.`,
    policy: 'deliveries',
    retry_after_s: seconds,
  });
}
