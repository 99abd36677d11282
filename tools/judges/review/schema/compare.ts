// Compares two schemas by every rule, each pair of places once.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { compareChoices, hasChoices } from './choices.ts';
import { possible } from './items.ts';
import { rulesBesideValues, schemaRules } from './rules.ts';
import { type Schema, type Shape, schemaId, schemaOf, shapeOf } from './shape.ts';
import { disjoint, type } from './types.ts';

type Found = { readonly effects: readonly Effect[]; readonly met: number };

export class SchemaComparer {
  readonly #known = new Map<string, readonly Effect[]>();
  /** Pairs that are being compared, outermost first. */
  readonly #open: string[] = [];
  /**
   * The outermost open pair that the comparison has met again: what was found so far lacks what that pair will find.
   */
  #met = Number.POSITIVE_INFINITY;
  /** Found below such a pair; good only until it is closed, since elsewhere no one would add what is lacking. */
  readonly #partial = new Map<string, Found>();

  nodes(before: Node, after: Node): readonly Effect[] {
    return this.schemas(schemaOf(before), schemaOf(after));
  }

  readonly schemas = (before: Schema, after: Schema): Effect[] => {
    const key = `${schemaId(before)} ${schemaId(after)} ${before.length}`;
    const known = this.#known.get(key);
    if (known !== undefined) return [...known];
    const depth = this.#open.indexOf(key);
    const partial = depth >= 0 ? { effects: [], met: depth } : this.#partial.get(key);
    if (partial === undefined) return [...this.#fresh(key, before, after)];
    this.#met = Math.min(this.#met, partial.met);
    return [...partial.effects];
  };

  #fresh(key: string, before: Schema, after: Schema): readonly Effect[] {
    const around = this.#met;
    this.#met = Number.POSITIVE_INFINITY;
    const own = this.#open.push(key) - 1;
    const effects = this.#compare(shapeOf(before), shapeOf(after));
    this.#open.pop();
    if (this.#met >= own) {
      this.#known.set(key, effects);
      for (const [each, { met }] of this.#partial) if (met >= own) this.#partial.delete(each);
      this.#met = around;
    } else {
      this.#partial.set(key, { effects, met: this.#met });
      this.#met = Math.min(around, this.#met);
    }
    return effects;
  }

  #compare(before: Shape, after: Shape): Effect[] {
    if (before.never || after.never) return possible(before, after);
    if (before.choices.length + after.choices.length > 0 && (hasChoices(before) || hasChoices(after)))
      return unique(compareChoices(before, after, this.schemas));
    const counted = [before, after].filter(isEnumerated).length;
    if (disjoint(before, after) && counted < 2) return type.compare(before, after, this.schemas);
    const rules = counted > 0 ? rulesBesideValues : schemaRules;
    return rules.flatMap((rule) => rule.compare(before, after, this.schemas));
  }
}

/** Where the values are counted, what else limits them has been taken into account (fits.ts). */
const isEnumerated = ({ values, open }: Shape): boolean => values !== undefined && !open;

/** What stands beside a oneOf is met again in each of its alternatives. */
function unique(effects: readonly Effect[]): Effect[] {
  const found = new Map<string, Effect>();
  for (const effect of effects)
    found.set([effect.rule, effect.before?.id, effect.after?.id, effect.what].join(' '), effect);
  return [...found.values()];
}
