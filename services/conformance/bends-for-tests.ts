// How one mechanism of the analytics API is broken in its wiring, and what must find it. Who is let in: bent-callers-for-tests.ts; what is kept: bent-stores-for-tests.ts.
import type { DealerId } from '../../generated/analytics/types.ts';
import type { CheckName } from '../../tools/judges/conformance/checks.ts';
import type { Finding } from '../../tools/judges/conformance/conform.ts';
import type { Caller } from '../analytics/caller.ts';
import type { Api, Bend } from './bent-for-tests.ts';

export type BentDefect<Bending = Bend> = {
  readonly id: string;
  readonly what: string;
  /** Of the contract; what is asked stays small. */
  readonly paths: readonly string[];
  readonly operation: string;
  /** Which must find it, and is what is asked. */
  readonly check: CheckName;
  /** What exactly is asked, where the check asks several things. */
  readonly asked?: string;
  readonly rule: string;
  readonly bend: Bending;
};

/** What every reply is judged by is judged on what is asked, so that what the 2xx need is enough. */
export const naming = (
  findings: readonly Finding[],
  { operation, check, asked, rule }: Omit<BentDefect<unknown>, 'bend'>,
): Finding | undefined =>
  findings.find(
    (each) =>
      each.operation === operation &&
      each.check === check &&
      each.rule === rule &&
      (asked === undefined || each.asked === asked),
  );

export const told = ({ operation, check, asked, rule, expected, seen }: Finding): string =>
  `${operation ?? 'no operation'} | ${check} (${asked}) | ${rule} | expected ${expected} | seen ${seen.slice(0, 160)}`;

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
