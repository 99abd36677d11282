// What a rule of one keyword is.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { type Schema, type Shape, schemaOf } from './shape.ts';
import { setChange } from './verdicts.ts';

export type Descend = (before: Schema, after: Schema) => Effect[];

export type SchemaRule = {
  readonly id: string;
  /** Why a change of the keyword matters to anybody. */
  readonly reason: string;
  readonly compare: (before: Shape, after: Shape, descend: Descend) => Effect[];
};

/** Puts a step in front of the pointers: `items[]` and `.units` make `items[].units`. */
export const under = (step: string, effects: readonly Effect[]): Effect[] =>
  effects.map((effect) => ({
    ...effect,
    pointer:
      effect.pointer === '' || effect.pointer.startsWith('[')
        ? `${step}${effect.pointer}`
        : `${step}.${effect.pointer}`,
  }));

/** Whether two schemas take the same values, however they are written and whatever they refer to. */
export function isSame(before: Node, after: Node, descend: Descend): boolean {
  const { widens, narrows } = setChange(descend(schemaOf(before), schemaOf(after)));
  return !widens && !narrows;
}

/** The members of a kind that have no partner on the other side. */
export function unmatched<T>(
  before: readonly T[],
  after: readonly T[],
  matches: (was: T, is: T) => boolean,
): { readonly pairs: readonly (readonly [T, T])[]; readonly gone: readonly T[]; readonly fresh: readonly T[] } {
  const fresh = [...after];
  const pairs: [T, T][] = [];
  const gone = before.filter((was) => {
    const at = fresh.findIndex((is) => matches(was, is));
    const [is] = at < 0 ? [] : fresh.splice(at, 1);
    if (is !== undefined) pairs.push([was, is]);
    return is === undefined;
  });
  return { pairs, gone, fresh };
}
