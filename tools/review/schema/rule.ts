// What a rule of one keyword is. The list of all: rules.ts.

import type { Effect } from '../change.ts';
import type { Schema, Shape } from './shape.ts';

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
