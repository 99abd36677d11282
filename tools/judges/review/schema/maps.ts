// Fields of any name: additionalProperties, unevaluatedProperties, patternProperties, propertyNames.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { isAny } from './fits.ts';
import { type SchemaRule, under } from './rule.ts';
import { admits, byName, keyword, placeOf, type Schema, type Shape } from './shape.ts';
import { additive, breaking, narrowed, type Where, widened } from './verdicts.ts';

/**
 * What is said of fields that are not named. unevaluatedProperties says it of all parts together, so it comes to the
 * same here.
 */
const stated = (shape: Shape): Node[] =>
  [...keyword(shape, 'additionalProperties'), ...keyword(shape, 'unevaluatedProperties')].filter(
    (node) => !isAny(node),
  );

/** `false`: closed; a schema: a map; undefined: open to anything. */
const rest = (shape: Shape): Node | undefined => stated(shape).find((node) => node.value === false) ?? stated(shape)[0];

export const isOpen = (shape: Shape): boolean => rest(shape)?.value !== false;
/** The form of fields of any name; nothing where the object is closed or open to anything. */
export const mapOf = (shape: Shape): Schema => (isOpen(shape) ? stated(shape) : []);

export const additionalProperties: SchemaRule = {
  id: 'additionalProperties',
  reason: 'A closed object refuses fields it does not know. Readers have to ignore those, so closing concerns senders.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [rest(before), rest(after)];
    const where = (rule: string, what: string) => ({
      rule,
      what,
      before: placeOf(before, 'additionalProperties'),
      after: placeOf(after, 'additionalProperties'),
      pointer: '',
    });
    if (old === undefined && now === undefined) return [];
    const [oldMap, nowMap] = [mapOf(before), mapOf(after)];
    const [wasMap, isMap] = [oldMap.length > 0, nowMap.length > 0];
    if (wasMap && isMap) return under('*', descend(oldMap, nowMap));
    if (old?.value === false && now?.value === false) return [];
    if (isMap && old?.value === false) return [opened(where('map-opened', 'fields of any name become possible'))];
    if (isMap) return [narrowed(where('map-typed', 'fields of any name have one form'), 'other fields')];
    if (now?.value === false && wasMap)
      return [
        {
          ...where('map-closed', 'fields of any name are gone'),
          sending: breaking('{Senders} that send such fields are refused from now on.'),
          reading: breaking('{Readers} that use such fields find nothing.'),
          values: 'fewer',
        },
      ];
    if (now?.value === false)
      return [
        {
          ...where('object-closed', 'unknown fields are refused'),
          sending: breaking('{Senders} that send a field which the contract does not name are refused from now on.'),
          reading: additive('{Readers} ignored unknown fields anyway.'),
          values: 'fewer',
        },
      ];
    if (wasMap)
      return [widened(where('map-untyped', 'fields of any name may have any form'), 'fields of another form')];
    return [opened(where('object-opened', 'unknown fields are accepted'))];
  },
};

const opened = (where: Omit<Effect, 'sending' | 'reading'>): Effect => ({
  ...where,
  sending: additive('Everything that {senders} send is still valid.'),
  reading: additive('{Readers} ignore fields that they do not know.'),
  values: 'more',
});

export const patternProperties: SchemaRule = {
  id: 'patternProperties',
  reason: 'It describes fields whose names match a pattern; in a closed object, it also allows them.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [byName(before, 'patternProperties'), byName(after, 'patternProperties')];
    return [
      ...[...old].flatMap(([name, schema]) => {
        const other = now.get(name);
        if (other !== undefined) return under(`/${name}/`, descend(schema, other));
        return [withoutForm(name, { before: schema[0], after: placeOf(after, 'patternProperties') }, isOpen(after))];
      }),
      ...[...now]
        .filter(([name]) => !old.has(name))
        .map(([name, schema]) =>
          withForm(name, { before: placeOf(before, 'patternProperties'), after: schema[0] }, isOpen(before)),
        ),
    ];
  },
};

type Ends = Pick<Where, 'before' | 'after'>;

function withForm(name: string, ends: Ends, wasOpen: boolean): Effect {
  const what = `fields whose name matches \`${name}\` have one form`;
  if (wasOpen) return narrowed({ ...ends, rule: 'named-form-added', what }, 'such fields of another form');
  return { ...opened({ ...ends, rule: 'named-form-opened', what, pointer: '' }) };
}

function withoutForm(name: string, ends: Ends, isOpenNow: boolean): Effect {
  const what = `fields whose name matches \`${name}\` have no form of their own any more`;
  if (isOpenNow) return widened({ ...ends, rule: 'named-form-removed', what }, 'such fields of another form');
  return {
    ...ends,
    rule: 'named-form-closed',
    what: `fields whose name matches \`${name}\` are gone`,
    pointer: '',
    sending: breaking('{Senders} that send such fields are refused from now on.'),
    reading: breaking('{Readers} that use such fields find nothing.'),
    values: 'fewer',
  };
}

export const propertyNames: SchemaRule = {
  id: 'propertyNames',
  reason: 'It is the schema of the names in a map.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [before, after].map((shape) =>
      keyword(shape, 'propertyNames').filter((node) => !isAny(node)),
    ) as [Node[], Node[]];
    const ends = { before: placeOf(before, 'propertyNames'), after: placeOf(after, 'propertyNames') };
    if (old.length > 0 && now.length > 0) return under('{name}', descend(old, now));
    if (now.length > 0)
      return [
        narrowed(
          { ...ends, rule: 'property-names-added', what: 'names of fields are limited' },
          'fields with other names',
        ),
      ];
    if (old.length > 0)
      return [
        widened(
          { ...ends, rule: 'property-names-removed', what: 'fields may have any name' },
          'fields with other names',
        ),
      ];
    return [];
  },
};
