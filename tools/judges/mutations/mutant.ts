// A mutant is a small change of a healthy mock, with the finding that a conformance run must report.
import type { CheckName } from '../conformance/checks.ts';
import type { Mutation } from '../mock/mock.ts';
import type { AreaName } from './area.ts';

export type Mutant = {
  /** Unique: `delete-does-nothing`. */
  readonly id: string;
  /** In a sentence, for the list. */
  readonly what: string;
  readonly area: AreaName;
  /** Whom the finding must name; null: an address or method without an operation. */
  readonly operation: string | null;
  /** The check that must find it, and the rule that it must name. */
  readonly check: CheckName;
  readonly rule: string | RegExp;
  /** What exactly is asked, and what is expected, where the check has several rules of that name. */
  readonly asked?: string | RegExp;
  readonly expected?: string | RegExp;
  /**
   * What is asked, where that is not the check itself, since that judges every reply; none of them: what the 2xx need
   * is enough.
   */
  readonly asks?: readonly CheckName[];
  /** How much is generated. */
  readonly depth?: number;
  /** How long limits are waited for, where they never end. */
  readonly maxWaitMs?: number;
  /** The whole request to repeat, where it must have been made as small as it can be. */
  readonly least?: string;
  readonly mutate: Mutation;
};

/** Mutants that one check should find, such as all of paging. */
export type MutantGroup = { readonly kind: string; readonly mutants: readonly Mutant[] };
