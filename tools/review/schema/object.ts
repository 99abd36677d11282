// properties, required, additionalProperties, propertyNames: which fields an object has.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { type Descend, type SchemaRule, under } from './rule.ts';
import { admits, keyword, placeOf, type Schema, type Shape, schemaOf } from './shape.ts';
import { withoutDefaults } from './values.ts';
import { additive, breaking, narrowed, widened } from './verdicts.ts';

export const properties: SchemaRule = {
  id: 'properties',
  reason:
    'A field is what programs read and write by name. Requests are closed, replies open, so a new field disturbs no reader.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const gone = [...before.properties.keys()].filter((name) => !after.properties.has(name));
    const fresh = [...after.properties.keys()].filter((name) => !before.properties.has(name));
    const kept = [...before.properties.keys()].filter((name) => after.properties.has(name));
    return [
      ...gone.map((name) => removed(name, before, after, fresh, descend)),
      ...fresh.map((name) => added(name, before, after)),
      ...kept.flatMap((name) => field(name, before, after, descend)),
    ];
  },
};

const propertyOf = (shape: Shape, name: string): Schema => shape.properties.get(name) ?? [];
const nodeOf = (shape: Shape, name: string): Node | undefined => propertyOf(shape, name)[0];

function removed(name: string, before: Shape, after: Shape, fresh: readonly string[], descend: Descend): Effect {
  const twin = fresh.find((other) =>
    descend(propertyOf(before, name), propertyOf(after, other)).every(({ sending }) => sending.rating === 'editorial'),
  );
  const renamed =
    twin === undefined
      ? ''
      : `; \`${twin}\` has the same form, so this looks like a new name, which is a removal and an addition`;
  const open = isOpen(after) ? 'It is accepted as an unknown field and ignored' : 'It is refused as an unknown field';
  return {
    rule: twin === undefined ? 'property-removed' : 'property-renamed',
    what: `field \`${name}\` is gone${renamed}`,
    before: nodeOf(before, name),
    after: placeOf(after, 'properties'),
    pointer: name,
    sending: breaking(`{Senders} that send \`${name}\` are not understood from now on. ${open}.`),
    reading: breaking(`{Readers} that use \`${name}\` find nothing.`),
  };
}

function added(name: string, before: Shape, after: Shape): Effect {
  const must = after.required.has(name);
  return {
    rule: must ? 'required-property-added' : 'property-added',
    what: must ? `field \`${name}\` is new and required` : `field \`${name}\` is new`,
    before: placeOf(before, 'properties'),
    after: nodeOf(after, name),
    pointer: name,
    sending: must
      ? breaking(`{Senders} that do not know \`${name}\` leave it out and are refused.`)
      : additive(`{Senders} may leave \`${name}\` out.`),
    reading: additive('{Readers} ignore fields that they do not know.'),
  };
}

function field(name: string, before: Shape, after: Shape, descend: Descend): Effect[] {
  const effects = descend(propertyOf(before, name), propertyOf(after, name));
  const always = before.required.has(name) && after.required.has(name);
  return under(name, always ? withoutDefaults(effects) : effects);
}

export const required: SchemaRule = {
  id: 'required',
  reason: 'Who sends must know what may be left out; who reads must know what is always there.',
  compare(before, after) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const ends = { before: placeOf(before, 'required'), after: placeOf(after, 'required') };
    const known = (shape: Shape, name: string) => shape.properties.has(name);
    const fresh = [...after.required].filter(
      (name) => !before.required.has(name) && known(before, name) === known(after, name),
    );
    const gone = [...before.required].filter(
      (name) => !after.required.has(name) && known(before, name) === known(after, name),
    );
    return [
      ...fresh.map((name) => ({
        ...narrowed(
          { ...ends, rule: 'property-required', what: `field \`${name}\` is required` },
          `objects without \`${name}\``,
        ),
        pointer: name,
      })),
      ...gone.map((name) => ({
        ...widened(
          { ...ends, rule: 'property-optional', what: `field \`${name}\` may be absent` },
          `objects without \`${name}\``,
        ),
        pointer: name,
      })),
    ];
  },
};

/** `false`: closed; a schema: a map; undefined: open to anything. */
function rest(shape: Shape): Node | undefined {
  const nodes = keyword(shape, 'additionalProperties');
  return (
    nodes.find((node) => node.value === false) ??
    nodes.find((node) => node.value !== true && Object.keys(node.fields).length > 0)
  );
}

const isOpen = (shape: Shape): boolean => rest(shape)?.value !== false;

export const additionalProperties: SchemaRule = {
  id: 'additionalProperties',
  reason:
    'A closed object refuses fields it does not know. Readers are told to ignore those, so closing concerns senders.',
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
    const [oldMap, nowMap] = [old, now].map((node) => (node?.value === false ? undefined : node));
    if (oldMap !== undefined && nowMap !== undefined) return under('*', descend(schemaOf(oldMap), schemaOf(nowMap)));
    const [wasMap, isMap] = [oldMap !== undefined, nowMap !== undefined];
    if (old?.value === false && now?.value === false) return [];
    if (isMap && old?.value === false) return [opened(where('map-opened', 'fields of any name become possible'))];
    if (isMap) return [narrowed(where('map-typed', 'fields of any name have one form'), 'other fields')];
    if (now?.value === false && wasMap)
      return [
        {
          ...where('map-closed', 'fields of any name are gone'),
          sending: breaking('{Senders} that send such fields are refused from now on.'),
          reading: breaking('{Readers} that use such fields find nothing.'),
        },
      ];
    if (now?.value === false)
      return [
        {
          ...where('object-closed', 'unknown fields are refused'),
          sending: breaking('{Senders} that send a field which the contract does not name are refused from now on.'),
          reading: additive('{Readers} ignored unknown fields anyway.'),
        },
      ];
    if (wasMap)
      return [widened(where('map-untyped', 'fields of any name may have any form'), 'fields of another form')];
    return [opened(where('object-opened', 'unknown fields are accepted'))];
  },
};

const opened = (where: Omit<Effect, 'sending' | 'reading'>): Effect => ({
  ...where,
  sending: additive('Everything that {senders} send stays valid.'),
  reading: additive('{Readers} ignore fields that they do not know.'),
});

export const propertyNames: SchemaRule = {
  id: 'propertyNames',
  reason: 'It says which names a map may have, as a schema of the names.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [keyword(before, 'propertyNames')[0], keyword(after, 'propertyNames')[0]];
    const ends = { before: placeOf(before, 'propertyNames'), after: placeOf(after, 'propertyNames') };
    if (old !== undefined && now !== undefined) return under('{name}', descend(schemaOf(old), schemaOf(now)));
    if (now !== undefined)
      return [
        narrowed(
          { ...ends, rule: 'property-names-added', what: 'names of fields are limited' },
          'fields with other names',
        ),
      ];
    if (old !== undefined)
      return [
        widened(
          { ...ends, rule: 'property-names-removed', what: 'fields may have any name' },
          'fields with other names',
        ),
      ];
    return [];
  },
};
