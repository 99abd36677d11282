// What holds only where something else holds: dependentRequired, dependentSchemas, if with then and else.

import type { Effect } from '../change.ts';
import { fields, isFields, list, type Node } from '../source.ts';
import { isAny, silent } from './fits.ts';
import { type Descend, isSame, type SchemaRule, unmatched } from './rule.ts';
import { admits, byName, keyword, placeOf, type Schema, type Shape, schemaOf } from './shape.ts';
import { narrowed, notUnderstood, replaced, type Where, widened } from './verdicts.ts';

/** "b with a"; a field that is always required is no news. */
function dependencies(shape: Shape): Set<string> {
  return new Set(
    keyword(shape, 'dependentRequired').flatMap((node) =>
      Object.entries(fields(node.value)).flatMap(([trigger, names]) =>
        list(names)
          .filter((name) => !shape.required.has(String(name)))
          .map((name) => dependency(String(name), trigger)),
      ),
    ),
  );
}

const dependency = (name: string, trigger: string): string => `\`${name}\` with \`${trigger}\``;

/** Whether a dependentSchemas says no more than dependentRequired does on the other side. */
const requiresOnly = (schema: Schema, trigger: string, other: Shape): boolean =>
  schema.every(
    ({ value }) => isFields(value) && Object.keys(value).every((key) => key === 'required' || silent.has(key)),
  ) &&
  schema.every(({ fields: { required } }) =>
    list(required).every(
      (name) => other.required.has(String(name)) || dependencies(other).has(dependency(String(name), trigger)),
    ),
  );

/** "b with a", as dependentSchemas says it. */
const inSchemas = (shape: Shape): Set<string> =>
  new Set(
    [...byName(shape, 'dependentSchemas')].flatMap(([trigger, schema]) =>
      schema.flatMap(({ fields: { required } }) => list(required).map((name) => dependency(String(name), trigger))),
    ),
  );

export const dependentRequired: SchemaRule = {
  id: 'dependentRequired',
  reason: 'A sender of one field must send the other; a reader of one can rely on the other.',
  compare(before, after) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [dependencies(before), dependencies(after)];
    // A field that became required in between is reported by that rule.
    const gone = [...old].filter((each) => !now.has(each) && !isRequired(each, after) && !inSchemas(after).has(each));
    const fresh = [...now].filter(
      (each) => !old.has(each) && !isRequired(each, before) && !inSchemas(before).has(each),
    );
    const ends = { before: placeOf(before, 'dependentRequired'), after: placeOf(after, 'dependentRequired') };
    return [
      ...fresh.map((each) =>
        narrowed(
          { ...ends, rule: 'dependent-required-added', what: `${each} is required` },
          `the one without the other (${each})`,
        ),
      ),
      ...gone.map((each) =>
        widened(
          { ...ends, rule: 'dependent-required-removed', what: `${each} is no longer required` },
          `the one without the other (${each})`,
        ),
      ),
    ];
  },
};

const isRequired = (dependency: string, shape: Shape): boolean =>
  [...shape.required].some((name) => dependency.startsWith(`\`${name}\` with `));

export const dependentSchemas: SchemaRule = {
  id: 'dependentSchemas',
  reason: 'It applies to objects that have a certain field.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [byName(before, 'dependentSchemas'), byName(after, 'dependentSchemas')];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
      const [was, is] = [constraining(old.get(name)), constraining(now.get(name))];
      if (was.length > 0 && is.length > 0) return descend(was, is);
      const ends = {
        before: was[0] ?? placeOf(before, 'dependentSchemas'),
        after: is[0] ?? placeOf(after, 'dependentSchemas'),
      };
      const others = `objects with \`${name}\` that have another form`;
      if (requiresOnly([...was, ...is], name, was.length > 0 ? after : before)) return [];
      const known = unfollowed([...was, ...is], before, after, ends);
      if (known !== undefined) return [known];
      return is.length === 0
        ? [
            widened(
              { ...ends, rule: 'dependent-schema-removed', what: `with \`${name}\` nothing else is asked for` },
              others,
            ),
          ]
        : [narrowed({ ...ends, rule: 'dependent-schema-added', what: `with \`${name}\` more is asked for` }, others)];
    });
  },
};

const constraining = (schema: Schema = []): Schema => schema.filter((node) => !isAny(node));

/**
 * What unevaluatedProperties and unevaluatedItems leave over depends on which conditions are met, and that is not
 * followed.
 */
function unfollowed(
  schemas: Schema,
  before: Shape,
  after: Shape,
  ends: Pick<Where, 'before' | 'after'>,
): Effect | undefined {
  const names = ['unevaluatedProperties', 'unevaluatedItems'];
  const closed = [before, after].some((shape) =>
    names.some((name) => keyword(shape, name).some((node) => !isAny(node))),
  );
  const isKnown = (name: string) => before.properties.has(name) && after.properties.has(name);
  const namesOthers = ({ fields: { properties, ...others } }: Node) =>
    Object.keys(fields(properties)).some((name) => !isKnown(name)) ||
    Object.keys(others).some((name) => inside.has(name));
  if (!closed || !schemas.some(namesOthers)) return undefined;
  return notUnderstood(
    { ...ends, rule: 'condition-not-understood', what: 'a condition names other fields or items' },
    'what `unevaluatedProperties` or `unevaluatedItems` leaves over depends on the condition, which this review does not follow',
  );
}

/** Keywords that may name more of the same object or list. */
const inside = new Set(
  '$ref $dynamicRef patternProperties additionalProperties items prefixItems contains allOf anyOf oneOf if then else not dependentSchemas'.split(
    ' ',
  ),
);

type Condition = { readonly node: Node; readonly met: Node | undefined; readonly unmet: Node | undefined };

/** Each part has its own; one without consequences says nothing. */
const conditionsOf = ({ parts }: Shape): Condition[] =>
  parts.flatMap((part) => {
    const [condition, ...consequences] = ['if', 'then', 'else'].map((name) => part.raw(name));
    const [met, unmet] = consequences.map((node) => (node === undefined || isAny(node) ? undefined : node));
    return condition === undefined || (met === undefined && unmet === undefined)
      ? []
      : [{ node: condition, met, unmet }];
  });

export const conditions: SchemaRule = {
  id: 'if',
  reason: 'A condition takes values away; without then and else it says nothing.',
  compare(before, after, descend) {
    const [old, now] = [conditionsOf(before), conditionsOf(after)];
    if (old.length + now.length === 0) return [];
    const whole = unmatched(
      old,
      now,
      (was, is) => isSame(was.node, is.node, descend) && sameConsequences(was, is, descend),
    );
    const { pairs, gone, fresh } = unmatched(whole.gone, whole.fresh, (was, is) => isSame(was.node, is.node, descend));
    const ends = (was: Condition | undefined, is: Condition | undefined) => ({
      before: was?.node ?? placeOf(before, 'if'),
      after: is?.node ?? placeOf(after, 'if'),
    });
    const [one, other] = [gone[0], fresh[0]];
    if (one !== undefined && other !== undefined && gone.length + fresh.length === 2) {
      const where = { ...ends(one, other), rule: 'condition-changed', what: 'the condition changes' };
      return [
        ...consequencesOf(pairs, before, after, descend, ends),
        replaced(where, 'other values meet the condition than before'),
      ];
    }
    const all = [...pairs, ...gone.map((each) => [each, undefined]), ...fresh.map((each) => [undefined, each])];
    return consequencesOf(all as Compared[], before, after, descend, ends);
  },
};

const consequences = [
  ['then', 'met'],
  ['else', 'unmet'],
] as const;

const sameConsequences = (was: Condition, is: Condition, descend: Descend): boolean =>
  consequences.every(([, end]) => {
    const [old, now] = [was[end], is[end]];
    return old === undefined || now === undefined ? old === now : isSame(old, now, descend);
  });

type Compared = readonly [Condition | undefined, Condition | undefined];

const consequencesOf = (
  pairs: readonly Compared[],
  before: Shape,
  after: Shape,
  descend: Descend,
  ends: (was: Condition | undefined, is: Condition | undefined) => Pick<Where, 'before' | 'after'>,
): Effect[] =>
  pairs.flatMap(([one, other]) =>
    consequences.flatMap(([name, end]): Effect[] => {
      const [was, is] = [one?.[end], other?.[end]];
      if (was !== undefined && is !== undefined) return descend(schemaOf(was), schemaOf(is));
      const node = was ?? is;
      if (node === undefined) return [];
      const known = unfollowed([node, ...[one?.node ?? other?.node ?? []].flat()], before, after, ends(one, other));
      if (known !== undefined) return [known];
      return was === undefined
        ? [
            narrowed(
              { ...ends(one, other), rule: 'condition-added', what: `\`${name}\` asks for more` },
              'what it excludes',
            ),
          ]
        : [
            widened(
              { ...ends(one, other), rule: 'condition-removed', what: `\`${name}\` asks for nothing any more` },
              'what it excluded',
            ),
          ];
    }),
  );
