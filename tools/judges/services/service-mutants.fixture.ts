// Mutation operators for the wiring of the analytics API, and the form of a mutant.
import type { DealerId } from '../../../generated/analytics/types.ts';
import type { Caller } from '../../../services/analytics/caller.ts';
import type { CheckName } from '../conformance/checks.ts';
import type { Finding } from '../conformance/conform.ts';
import type { Api, Mutation } from './mutated-analytics.fixture.ts';

export type ServiceMutant<Operator = Mutation> = {
  readonly id: string;
  readonly what: string;
  /** Of the contract; what is asked stays small. */
  readonly paths: readonly string[];
  readonly operation: string;
  /** Which must find it, and is what is asked. */
  readonly check: CheckName;
  /** What exactly is asked, where the check asks several questions. */
  readonly asked?: string;
  readonly rule: string;
  readonly mutate: Operator;
};

/** What every reply is judged by is judged on what is asked, so that what the 2xx need is enough. */
export const naming = (
  findings: readonly Finding[],
  { operation, check, asked, rule }: Omit<ServiceMutant<unknown>, 'mutate'>,
): Finding | undefined =>
  findings.find(
    (each) =>
      each.operation === operation &&
      each.check === check &&
      each.rule === rule &&
      (asked === undefined || each.asked === asked),
  );

export const describe = ({ operation, check, asked, rule, expected, observed }: Finding): string =>
  `${operation ?? 'no operation'} | ${check} (${asked}) | ${rule} | expected ${expected} | observed ${observed.slice(0, 160)}`;

/** Of the fixtures. */
export const dealers = ['fjordbil-oslo', 'other-dealer', 'full-dealer', 'late-dealer'] as DealerId[];

export const deps =
  (change: (healthy: Api['deps']) => Partial<Api['deps']>): Mutation =>
  (api) => ({
    deps: { ...api.deps, ...change(api.deps) },
  });

export const host =
  (change: (healthy: Api['host'], api: Api) => Partial<Api['host']>): Mutation =>
  (api) => ({
    host: { ...api.host, ...change(api.host, api) },
  });

export const caller = (change: (caller: Caller) => Caller): Mutation =>
  host((healthy) => ({
    authenticate: async (input) => {
      const found = await healthy.authenticate(input);
      return 'subject' in found ? change(found) : found;
    },
  }));
