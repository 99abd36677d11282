// What a defect is: a small change of a healthy mock, and the finding that a conformance run must make of it. Ways to change: bends.ts.
import type { Bend } from '../mock/mock.ts';
import type { AreaName } from './area.ts';

export type Defect = {
  /** Unique: `delete-does-nothing`. */
  readonly id: string;
  /** In a sentence, for the list. */
  readonly what: string;
  readonly area: AreaName;
  /** Whom the finding must name; null: an address or method without an operation. */
  readonly operation: string | null;
  /** The rule that the finding must name. */
  readonly rule: string | RegExp;
  readonly bend: Bend;
};

/** Defects that one check should find, such as all of paging. */
export type DefectKind = { readonly kind: string; readonly defects: readonly Defect[] };
