// What a run against a deployment found, covered and could not reach.
import type { CheckName } from './checks.ts';

/** One promise of the contract that the deployment did not keep. */
export type Finding = {
  /** None: it is about an address or a method that no operation has. */
  readonly operation: string | null;
  /** Which check found it; all of them: checks.ts. */
  readonly check: CheckName;
  /** What was asked, in words: `no credential`, `/period breaks pattern`. */
  readonly asked: string;
  /** Which promise was broken: `status`, `media type`, `header ETag`, `body at "/items"`, `idempotency`. */
  readonly rule: string;
  readonly expected: string;
  readonly observed: string;
  /** The request to repeat, for a shell; secrets are variables such as $ANALYST_TOKEN. */
  readonly request: string;
};

/** A declared reply of an operation; of refusals each problem is a separate one. */
export type CoveredReply = {
  readonly status: number;
  readonly problem: string | null;
  /** How often it was observed. */
  readonly times: number;
};

/** A constraint on what is sent: how many values broke it, and how many at its edge or within were taken. */
export type CoveredConstraint = {
  /** A JSON Pointer into the body, or the name of a parameter. */
  readonly place: string;
  /** The keyword: `required`, `maxLength`, `additionalProperties`. */
  readonly rule: string;
  readonly times: number;
  readonly kept: number;
};

export type Coverage = {
  readonly operation: string;
  readonly planned: boolean;
  readonly requests: number;
  readonly replies: readonly CoveredReply[];
  readonly constraints: readonly CoveredConstraint[];
};

/** What was not asked or not observed, and why. */
export type Unreached = {
  readonly operation: string;
  /** `503 unavailable`, or `/period maxLength`, or the name of a check. */
  readonly what: string;
  readonly reason: string;
  /** The values file states the reason, or no client can cause it as long as the deployment is well. */
  readonly isExcused: boolean;
};

/** Replies that were not observed, for whatever reason, and checks that could not be asked without a good one. */
export const unobserved = ({ unreached }: Pick<Report, 'unreached'>): readonly Unreached[] =>
  unreached.filter(({ what, isExcused }) => /^\d{3}( |$)/.test(what) || !isExcused);

export type Report = {
  readonly findings: readonly Finding[];
  readonly coverage: readonly Coverage[];
  readonly unreached: readonly Unreached[];
  /** Repeats the run's random choices. */
  readonly seed: number;
};
