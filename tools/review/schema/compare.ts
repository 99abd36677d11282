// Compares two schemas by every rule, each pair of places once. What the effects mean for whom: ../collect.ts.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { compareChoices, hasChoices } from './choices.ts';
import { schemaRules } from './rules.ts';
import { type Schema, type Shape, schemaId, schemaOf, shapeOf } from './shape.ts';
import { disjoint, type } from './types.ts';

export class SchemaComparer {
  readonly #known = new Map<string, readonly Effect[]>();
  nodes(before: Node, after: Node): readonly Effect[] {
    return this.schemas(schemaOf(before), schemaOf(after));
  }

  readonly schemas = (before: Schema, after: Schema): Effect[] => {
    const key = `${schemaId(before)} ${schemaId(after)} ${before.length}`;
    const known = this.#known.get(key);
    if (known !== undefined) return [...known];
    this.#known.set(key, []); // a schema that contains itself is compared once
    const [old, now] = [shapeOf(before), shapeOf(after)];
    const effects = this.#compare(old, now);
    this.#known.set(key, effects);
    return [...effects];
  };

  #compare(before: Shape, after: Shape): Effect[] {
    if (before.choices.length + after.choices.length > 0 && (hasChoices(before) || hasChoices(after)))
      return unique(compareChoices(before, after, this.schemas));
    if (disjoint(before, after)) return type.compare(before, after, this.schemas);
    return schemaRules.flatMap((rule) => rule.compare(before, after, this.schemas));
  }
}

/** What stands beside a oneOf is met again in each of its alternatives. */
function unique(effects: readonly Effect[]): Effect[] {
  const found = new Map<string, Effect>();
  for (const effect of effects)
    found.set([effect.rule, effect.before?.id, effect.after?.id, effect.what].join(' '), effect);
  return [...found.values()];
}
