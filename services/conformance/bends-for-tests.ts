// How one mechanism of the analytics API is broken in its wiring, and what must find it. Who is let in: bent-callers-for-tests.ts; what is kept: bent-stores-for-tests.ts.
import type { DealerId } from '../../generated/analytics/types.ts';
import type { CheckName } from '../../tools/conformance/checks.ts';
import type { Caller } from '../analytics/caller.ts';
import type { Api, Bend } from './bent-for-tests.ts';

export type BentDefect = {
  readonly id: string;
  readonly what: string;
  /** Of the contract; what is asked stays small. */
  readonly paths: readonly string[];
  readonly operation: string;
  /** Which must find it, and is what is asked. */
  readonly check: CheckName;
  readonly rule: string;
  readonly bend: Bend;
};

/** Of the cast. */
export const dealers = ['fjordbil-oslo', 'other-dealer', 'full-dealer', 'late-dealer'] as DealerId[];

export const deps =
  (change: (healthy: Api['deps']) => Partial<Api['deps']>): Bend =>
  (api) => ({
    deps: { ...api.deps, ...change(api.deps) },
  });

export const kit =
  (change: (healthy: Api['kit'], api: Api) => Partial<Api['kit']>): Bend =>
  (api) => ({
    kit: { ...api.kit, ...change(api.kit, api) },
  });

export const caller = (change: (caller: Caller) => Caller): Bend =>
  kit((healthy) => ({
    authenticate: async (input) => {
      const found = await healthy.authenticate(input);
      return 'subject' in found ? change(found) : found;
    },
  }));
