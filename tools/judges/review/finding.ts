// What a rule outside of schemas returns: an effect, where in the operation or channel it is, and which way it travels.

import type { Direction, Effect, Verdict } from './change.ts';
import type { Where } from './schema/verdicts.ts';

export type Finding = {
  readonly direction: Direction;
  /** "reply 200", "query parameter limit"; empty for the operation or channel itself. */
  readonly part: string;
  readonly effect: Effect;
  /** Instead of those whom the operation or channel concerns. */
  readonly affects?: readonly string[];
  /** The element itself has a new major version, whatever its document has: "schema_version 1 → 2". */
  readonly newMajor?: string | undefined;
  /** What to do instead, where a new major version of the document is no way out. */
  readonly remedy?: string;
};

/** An effect that is the same for everybody. */
export const fact = (where: Where, verdict: Verdict): Effect => ({
  ...where,
  pointer: '',
  sending: verdict,
  reading: verdict,
});

export const found = (direction: Direction, part: string, where: Where, verdict: Verdict): Finding => ({
  direction,
  part,
  effect: fact(where, verdict),
});

export const inPart = (direction: Direction, part: string, effects: readonly Effect[]): Finding[] =>
  effects.map((effect) => ({ direction, part, effect }));
