// Mutants of rate limits: not enforced, reported wrongly, or of another caller.
import type { LimitInput, LimitVerdict } from '../../runtime/host.ts';
import type { Mutant, MutantGroup } from './mutant.ts';
import { always, facts, host, json, wire } from './mutation-operators.ts';

const ofScope = { area: 'limits', operation: 'getScope' } as const;

/** Another verdict than the healthy one. */
const verdict = (change: (verdict: LimitVerdict, input: LimitInput) => LimitVerdict): Mutant['mutate'] =>
  host((healthy) => ({ limit: async (input) => change(await healthy.limit(input), input) }));

export const limits: MutantGroup = {
  kind: 'rate limits',
  mutants: [
    {
      ...ofScope,
      id: 'limit-not-enforced',
      what: 'a limit that is used up refuses no caller',
      check: 'limit-enforced',
      rule: 'rate limit',
      mutate: verdict((each) => ({ ...each, allowed: true })),
    },
    {
      ...ofScope,
      id: 'limit-of-half',
      what: 'a caller is refused although RateLimit says that much is left',
      check: 'limit-enforced',
      rule: 'rate limit',
      mutate: verdict((each, { quota }) => ({
        ...each,
        allowed: each.remaining > quota / 2,
        retryAfterS: each.resetS,
      })),
    },
    {
      ...ofScope,
      id: 'limit-of-everybody',
      what: 'all callers share one quota',
      check: 'limit-caller',
      rule: 'rate limit: caller',
      mutate: host((healthy) => ({ limit: (input) => healthy.limit({ ...input, key: 'everybody' }) })),
    },
    {
      ...ofScope,
      id: 'retry-after-too-long',
      what: 'Retry-After is longer than the window',
      check: 'limit-enforced',
      rule: 'header Retry-After',
      mutate: verdict((each) => ({ ...each, retryAfterS: 3_600 })),
    },
    {
      ...ofScope,
      id: 'retry-after-too-short',
      what: 'who waits as long as Retry-After says is refused again',
      check: 'limit-over',
      rule: 'rate limit: Retry-After',
      mutate: verdict((each) => ({ ...each, retryAfterS: 1 })),
    },
    {
      ...ofScope,
      id: 'two-retry-afters',
      what: 'header and problem name different times',
      check: 'rate-limit-headers',
      asks: ['limit-enforced'],
      rule: 'problem retry_after_s',
      mutate: wire(
        always,
        json(429, (problem) => ({ ...problem, retry_after_s: 7_777 })),
      ),
    },
    {
      id: 'limit-of-one-operation',
      what: 'an operation does not count on the policy that it shares with another one',
      area: 'limits',
      operation: 'listPolicies',
      check: 'limit-enforced',
      rule: 'rate limit',
      expected: '429, since all that read grants is used up',
      // More than the requests that try it, and so little that it does not come back meanwhile on a busy machine.
      mutate: facts('listPolicies', ({ limits, ...others }) => ({
        ...others,
        limits: limits.map((each) => ({ ...each, policy: 'policies', quota: 2_000 })),
      })),
    },
    {
      id: 'limit-never-over',
      what: 'Retry-After says the same again and again',
      area: 'limits',
      operation: 'issueToken',
      check: 'limit-over',
      asks: [],
      maxWaitMs: 1_500,
      rule: 'rate limit: Retry-After',
      expected: 'an answer, after as long as it said',
      mutate: verdict((each) => ({ ...each, allowed: false, retryAfterS: 1 })),
    },
    {
      id: 'limit-without-end',
      what: 'Retry-After is longer than anybody waits, from the first request on',
      area: 'definitions',
      operation: 'listDefinitions',
      check: 'limit-over',
      asks: ['reaches-declared'],
      rule: 'rate limit',
      mutate: verdict((each) => ({ ...each, allowed: false, retryAfterS: 3_600 })),
    },
    {
      id: 'never-limited',
      what: 'where a limit is known to be used up no caller is refused',
      area: 'definitions',
      operation: 'listDefinitions',
      check: 'degraded',
      asks: [],
      rule: 'status',
      expected: '429 by now',
      mutate: verdict((each) => ({ ...each, allowed: true })),
    },
  ],
};
