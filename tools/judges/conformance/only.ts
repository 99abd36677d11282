// A part of a run: some checks, of one operation. Whatever these need is reached as always; what every reply is judged
// by is judged on what is asked.
import type { CheckName } from './checks.ts';

export type Only = {
  /** All of them are asked when it is left out; null: what no operation has. */
  readonly operation?: string | null;
  readonly checks: readonly CheckName[];
};

type About = { readonly id: string } | undefined;

/** Whether one of these checks is asked; `operation` is left out where a check goes over all of them. */
export type Wants = (checks: readonly CheckName[], ...operation: [] | [About]) => boolean;

export const wants =
  (only: Only | undefined): Wants =>
  (checks, ...about) => {
    if (only === undefined) return true;
    if (!checks.some((each) => only.checks.includes(each))) return false;
    const [operation] = about;
    return only.operation === undefined || about.length === 0 || only.operation === (operation?.id ?? null);
  };
