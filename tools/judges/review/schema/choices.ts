// oneOf and anyOf: alternatives are paired by what they are, not by where they stand; what finds no partner was added
// or removed.

import type { Effect } from '../change.ts';
import { text } from '../source.ts';
import { compareDiscriminators } from './discriminator.ts';
import { isOpen } from './maps.ts';
import type { Descend } from './rule.ts';
import { admitsNull, byType, isNull, keyword, optionsOf, type Schema, type Shape, shapeOf } from './shape.ts';
import { disjoint } from './types.ts';
import { additive, annotated, narrowed, widened } from './verdicts.ts';

/** Also where one side has no alternatives: a plain schema counts as its only one. */
export function compareChoices(before: Shape, after: Shape, descend: Descend): Effect[] {
  const ends = { before: placeOfChoice(before), after: placeOfChoice(after) };
  const [old, now] = [alternatives(before), alternatives(after)];
  const { pairs, gone, fresh } = pair(old.schemas, now.schemas, descend);
  const effects = [
    ...pairs.flatMap(({ effects: each }) => each),
    ...compareDiscriminators(keyword(before, 'discriminator')[0], keyword(after, 'discriminator')[0], before, after),
    ...overlaps(before, after, ends, old.schemas, now.schemas, pairs),
  ];
  for (const schema of gone)
    effects.push(
      isCovered(schema, now.schemas, descend, 'sending')
        ? covered(schema, ends, 'is gone')
        : narrowed(
            { ...ends, rule: 'alternative-removed', what: `the alternative ${nameOf(schema)} is gone` },
            `values of the form ${nameOf(schema)}`,
          ),
    );
  for (const schema of fresh)
    effects.push(
      isCovered(schema, old.schemas, descend, 'reading')
        ? covered(schema, ends, 'is a new alternative')
        : widened(
            { ...ends, rule: 'alternative-added', what: `${nameOf(schema)} is a new alternative` },
            `values of the form ${nameOf(schema)}`,
          ),
    );
  if (old.nullable && !now.nullable)
    effects.push(narrowed({ ...ends, rule: 'null-removed', what: 'null is no longer possible' }, 'null'));
  if (!old.nullable && now.nullable)
    effects.push(widened({ ...ends, rule: 'null-added', what: 'null becomes possible' }, 'null'));
  return [...effects, ...keywordChange(before, after, old.schemas, now.schemas)];
}

type Ends = Pick<Effect, 'before' | 'after'>;

/** Whether every value of an alternative is one of another alternative on the other side. */
function isCovered(
  schema: Schema,
  others: readonly Schema[],
  descend: Descend,
  direction: 'sending' | 'reading',
): boolean {
  return others.some((other) => {
    if (disjoint(shapeOf(schema), shapeOf(other))) return false;
    const effects = direction === 'sending' ? descend(schema, other) : descend(other, schema);
    return effects.every((effect) => effect[direction].rating !== 'breaking');
  });
}

function covered(schema: Schema, ends: Ends, what: string): Effect {
  const same = additive('Another alternative accepts the same values.');
  return {
    ...ends,
    rule: 'alternative-covered',
    what: `the alternative ${nameOf(schema)} ${what}, and another one takes its values`,
    pointer: '',
    sending: same,
    reading: same,
  };
}

/**
 * oneOf refuses what fits two alternatives, so an alternative that comes or grows takes values from its neighbours, and
 * one that goes or shrinks gives them back.
 */
function overlaps(
  before: Shape,
  after: Shape,
  ends: Ends,
  old: readonly Schema[],
  now: readonly Schema[],
  pairs: readonly Pair[],
): Effect[] {
  const exclusive = (shape: Shape) => shape.choices[0]?.keyword === 'oneOf';
  const plainly = (shape: Shape) => shape.choices.length === 0 || exclusive(shape);
  if (!plainly(before) || !plainly(after)) return [];
  const taken =
    exclusive(after) && meeting(now, old, (index) => pairs.find((each) => each.now === index), 'old', 'reading');
  const given =
    exclusive(before) && meeting(old, now, (index) => pairs.find((each) => each.old === index), 'now', 'sending');
  return [
    ...(taken
      ? [
          narrowed(
            { ...ends, rule: 'choice-overlap-added', what: 'more values may fit two alternatives' },
            'values that fit two alternatives',
          ),
        ]
      : []),
    ...(given
      ? [
          widened(
            { ...ends, rule: 'choice-overlap-removed', what: 'fewer values fit two alternatives' },
            'values that fitted two alternatives',
          ),
        ]
      : []),
  ];
}

/** Whether two alternatives share values that their partners did not, as far as can be decided. */
function meeting(
  schemas: readonly Schema[],
  others: readonly Schema[],
  pairOf: (index: number) => Pair | undefined,
  side: 'old' | 'now',
  direction: 'sending' | 'reading',
): boolean {
  const apart = (all: readonly Schema[], one: number | undefined, other: number | undefined) => {
    const [a, b] = [all[one ?? -1], all[other ?? -1]];
    return a === undefined || b === undefined || isApart(a, b);
  };
  const grew = (pair: Pair | undefined) =>
    pair?.effects.some((effect) => effect[direction].rating === 'breaking') ?? false;
  return schemas.some((_, one) =>
    schemas.some((__, other) => {
      if (other <= one || apart(schemas, one, other)) return false;
      const [first, second] = [pairOf(one), pairOf(other)];
      return apart(others, first?.[side], second?.[side]) || grew(first) || grew(second);
    }),
  );
}

/** No value fits both: by type, by a tag, by their values, or because one refuses a field that the other demands. */
function isApart(one: Schema, other: Schema): boolean {
  const [a, b] = [shapeOf(one), shapeOf(other)];
  if (disjoint(a, b) || tagged(one, other) || tagged(other, one)) return true;
  if (a.values !== undefined && b.values !== undefined) return [...a.values].every((value) => !b.values?.has(value));
  const refuses = (closed: Shape, open: Shape) =>
    !isOpen(closed) && [...open.required].some((name) => !closed.properties.has(name));
  const objects = [a, b].every(({ types }) => types?.size === 1 && types.has('object'));
  return objects && (refuses(a, b) || refuses(b, a));
}

const placeOfChoice = (shape: Shape) => shape.choices[0]?.node ?? shape.parts[0];

/** Null is taken out of the alternatives and compared once. */
function alternatives(shape: Shape): { schemas: readonly Schema[]; nullable: boolean } {
  if (shape.choices.length === 0) return { schemas: byType(shape), nullable: admitsNull(shape) };
  const options = optionsOf(shape);
  const choice = shape.choices[0]?.options ?? [];
  const nulls = choice.map(isNull);
  // What fits two alternatives of oneOf is refused, null like anything else.
  const takers = options.filter((each) => admitsNull(shapeOf(each))).length;
  return {
    schemas: options.filter((_, index) => !nulls[index]),
    nullable: shape.choices[0]?.keyword === 'oneOf' ? takers === 1 : takers > 0,
  };
}

type Pair = { readonly old: number; readonly now: number; readonly effects: readonly Effect[]; readonly cost: number };

/** The cheapest pairs first. Alternatives that no value can both fit are never a pair. */
function pair(
  old: readonly Schema[],
  now: readonly Schema[],
  descend: Descend,
): { pairs: Pair[]; gone: Schema[]; fresh: Schema[] } {
  const all: Pair[] = [];
  for (const [oldIndex, one] of old.entries())
    for (const [nowIndex, other] of now.entries()) {
      if (disjoint(shapeOf(one), shapeOf(other)) || tagged(one, other)) continue;
      const effects = descend(one, other).filter(({ rule }) => !rule.startsWith('null-'));
      const weight = effects.filter(
        ({ sending, reading }) => sending.rating !== 'editorial' || reading.rating !== 'editorial',
      ).length;
      all.push({ old: oldIndex, now: nowIndex, effects, cost: 2 * weight - (nameOf(one) === nameOf(other) ? 1 : 0) });
    }
  all.sort((a, b) => a.cost - b.cost);
  const pairs: Pair[] = [];
  for (const each of all) if (!pairs.some(({ old: o, now: n }) => o === each.old || n === each.now)) pairs.push(each);
  return {
    pairs,
    gone: old.filter((_, index) => !pairs.some((each) => each.old === index)),
    fresh: now.filter((_, index) => !pairs.some((each) => each.now === index)),
  };
}

/** Two objects whose tag field (a const, or an enum) has no value in common. */
function tagged(one: Schema, other: Schema): boolean {
  const [a, b] = [shapeOf(one), shapeOf(other)];
  for (const [name, schema] of a.properties) {
    const partner = b.properties.get(name);
    const [left, right] = [shapeOf(schema).values, partner === undefined ? undefined : shapeOf(partner).values];
    if (left === undefined || right === undefined || !a.required.has(name)) continue;
    if ([...left].every((value) => !right.has(value))) return true;
  }
  return false;
}

function nameOf(schema: Schema): string {
  const [first] = schema;
  const ref = text(first?.fields.$ref);
  if (ref !== '') return `\`${ref.split('/').at(-1)}\``;
  const { types, values } = shapeOf(schema);
  return values !== undefined ? [...values].join(' or ') : `${[...(types ?? ['any type'])].join(' or ')}`;
}

/** From anyOf to oneOf, what fits two alternatives becomes invalid; nothing changes where no value can fit two. */
function keywordChange(before: Shape, after: Shape, were: readonly Schema[], are: readonly Schema[]): Effect[] {
  const [old, now] = [before.choices[0], after.choices[0]];
  if (old === undefined || now === undefined || old.keyword === now.keyword) return [];
  const where = (rule: string) => ({
    rule,
    what: `${old.keyword} becomes ${now.keyword}`,
    before: old.node,
    after: now.node,
  });
  // It is oneOf that minds whether a value fits two.
  const schemas = now.keyword === 'oneOf' ? are : were;
  const apart = schemas.every((one, index) => schemas.slice(index + 1).every((other) => isApart(one, other)));
  if (apart)
    return [
      annotated(
        where('choice-rewritten'),
        'No value matches two of the alternatives, so both keywords mean the same here.',
      ),
    ];
  if (now.keyword === 'oneOf') return [narrowed(where('choice-exclusive'), 'values that fit two of the alternatives')];
  return [widened(where('choice-inclusive'), 'values that fit two of the alternatives')];
}

export const hasChoices = (shape: Shape): boolean =>
  keyword(shape, 'oneOf').length + keyword(shape, 'anyOf').length > 0;
