// items, prefixItems and unevaluatedItems: schemas inside a schema that are no fields; and the schema that no value
// fits.

import type { Effect } from '../change.ts';
import { list } from '../source.ts';
import { isAny } from './fits.ts';
import { type Descend, type SchemaRule, under } from './rule.ts';
import { admits, keyword, placeOf, type Schema, type Shape } from './shape.ts';
import { additive, breaking, narrowed, type Where, widened } from './verdicts.ts';

/** `false` is the schema of what never is. */
export function possible(before: Shape, after: Shape): Effect[] {
  if (before.never && after.never) return [];
  const where = { before: before.parts[0], after: after.parts[0] };
  if (before.never) return [widened({ ...where, rule: 'now-possible', what: 'it is possible now' }, 'it')];
  return [narrowed({ ...where, rule: 'never-possible', what: 'it is no longer possible' }, 'it')];
}

/** A field is no value that readers must expect: they use it, or do not know it. */
export const possibleField = (effect: Effect): Effect =>
  effect.pointer !== ''
    ? effect
    : effect.rule === 'never-possible'
      ? { ...effect, reading: breaking('{Readers} that use it find nothing.'), values: 'fewer' }
      : effect.rule === 'now-possible'
        ? { ...effect, reading: additive('{Readers} ignore fields that they do not know.'), values: 'more' }
        : effect;

const prefixOf = (part: Schema[number]): number => list(part.fields.prefixItems).length;

/**
 * What is said of the item at a place; nothing where anything may stand. Each part counts its own places, and
 * unevaluatedItems those that are left.
 */
function placeAt(shape: Shape, index: number): Schema {
  const parts = shape.parts.flatMap((part) => {
    const own = index < prefixOf(part) ? part.raw('prefixItems')?.raw(index) : part.raw('items');
    return own ?? [];
  });
  return (parts.length > 0 ? parts : keyword(shape, 'unevaluatedItems')).filter((node) => !isAny(node));
}

export const items: SchemaRule = {
  id: 'items',
  reason: 'A schema of items applies to each item; a schema of a position applies to that position.',
  compare(before, after, descend) {
    if (!admits(before, 'array') || !admits(after, 'array')) return [];
    const places = Math.max(...[before, after].flatMap(({ parts }) => parts.map(prefixOf)));
    const rest = [before, after].map((shape) => placeAt(shape, places)) as [Schema, Schema];
    const ends = (name: string) => ({ before: placeOf(before, name), after: placeOf(after, name) });
    const word = [before, after].some((shape) => keyword(shape, 'items').length > 0) ? 'items' : 'unevaluatedItems';
    return [
      ...Array.from({ length: places }, (_, index) =>
        under(`[${index}]`, itemsOf(placeAt(before, index), placeAt(after, index), ends('prefixItems'), descend)),
      ).flat(),
      ...under('[]', itemsOf(...rest, ends(word), descend)),
    ];
  },
};

type Ends = Pick<Where, 'before' | 'after'>;

function itemsOf(old: Schema, now: Schema, ends: Ends, descend: Descend): Effect[] {
  if (old.length > 0 && now.length > 0) return descend(old, now);
  const closed = [...old, ...now].some(({ value }) => value === false);
  if (now.length > 0)
    return [
      closed
        ? narrowed({ ...ends, rule: 'never-possible', what: 'no further items are possible' }, 'further items')
        : narrowed({ ...ends, rule: 'items-added', what: 'items have one form' }, 'items of another form'),
    ];
  if (old.length > 0)
    return [
      closed
        ? widened({ ...ends, rule: 'now-possible', what: 'further items are possible' }, 'further items')
        : widened({ ...ends, rule: 'items-removed', what: 'items may have any form' }, 'items of another form'),
    ];
  return [];
}
