// properties and required: which fields an object has.

import type { Effect } from '../change.ts';
import type { Node } from '../source.ts';
import { possibleField } from './items.ts';
import { isOpen, mapOf } from './maps.ts';
import { type Descend, type SchemaRule, under } from './rule.ts';
import { admits, placeOf, type Schema, type Shape, shapeOf } from './shape.ts';
import { withoutDefaults } from './values.ts';
import { additive, breaking, editorial, narrowed, widened } from './verdicts.ts';

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
      ...gone.flatMap(
        (name) =>
          leftToMap(name, before, after, descend) ??
          inOneDirection(propertyOf(before, name), [removed(name, before, after, fresh, descend)]),
      ),
      ...fresh.flatMap(
        (name) =>
          takenFromMap(name, before, after, descend) ??
          inOneDirection(propertyOf(after, name), [added(name, before, after)]),
      ),
      ...kept.flatMap((name) => field(name, before, after, descend)),
    ];
  },
};

type Direction = 'readOnly' | 'writeOnly';
const directions: readonly Direction[] = ['readOnly', 'writeOnly'];

/** The directions that a schema is kept to. In messages the words have no meaning. */
const directionsOf = (schema: Schema): readonly Direction[] =>
  directions.filter((name) =>
    shapeOf(schema).parts.some(
      ({ fields, sources, file }) => fields[name] === true && !('asyncapi' in (sources.root(file)?.fields ?? {})),
    ),
  );

/**
 * Requests are written without read-only fields, and replies without write-only ones, whether they are required or not.
 */
function inOneDirection(schema: Schema, effects: readonly Effect[]): Effect[] {
  const kept = directionsOf(schema);
  return effects.map((effect) => ({
    ...effect,
    ...(kept.includes('readOnly') && { sending: editorial('The field is read-only, so {senders} do not write it.') }),
    ...(kept.includes('writeOnly') && { reading: editorial('The field is write-only, so {readers} do not get it.') }),
  }));
}

const propertyOf = (shape: Shape, name: string): Schema => shape.properties.get(name) ?? [];
const nodeOf = (shape: Shape, name: string): Node | undefined => propertyOf(shape, name)[0];

/** In a map, a name that is no longer mentioned is one of the names that the map is about. */
function leftToMap(name: string, before: Shape, after: Shape, descend: Descend): Effect[] | undefined {
  const map = mapOf(after);
  if (map.length === 0 || (before.required.has(name) && !after.required.has(name))) return undefined;
  return under(name, descend(propertyOf(before, name), map));
}

/** And the other way round: a name that is mentioned now had the form of the others until now. */
function takenFromMap(name: string, before: Shape, after: Shape, descend: Descend): Effect[] | undefined {
  const map = mapOf(before);
  if (map.length === 0 || (after.required.has(name) && !before.required.has(name))) return undefined;
  return under(name, descend(map, propertyOf(after, name)));
}

function removed(name: string, before: Shape, after: Shape, fresh: readonly string[], descend: Descend): Effect {
  const twin = fresh.find((other) =>
    descend(propertyOf(before, name), propertyOf(after, other)).every(({ sending }) => sending.rating === 'editorial'),
  );
  const renamed =
    twin === undefined
      ? ''
      : `; \`${twin}\` has the same form, so this looks like a new name, which is a removal and an addition`;
  const must = before.required.has(name) && !after.required.has(name);
  const open = isOpen(after) ? 'It is accepted as an unknown field and ignored' : 'It is refused as an unknown field';
  return {
    rule: twin === undefined ? 'property-removed' : 'property-renamed',
    what: `field \`${name}\` is gone${renamed}`,
    before: nodeOf(before, name),
    after: placeOf(after, 'properties'),
    pointer: name,
    sending: breaking(`{Senders} that send \`${name}\` are not understood from now on. ${open}.`),
    reading: breaking(`{Readers} that use \`${name}\` find nothing.`),
    values: isOpen(after) ? 'more' : must ? 'other' : 'fewer',
  };
}

function added(name: string, before: Shape, after: Shape): Effect {
  const must = after.required.has(name) && !before.required.has(name);
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
    values: isOpen(before) ? 'fewer' : must ? 'other' : 'more',
  };
}

function field(name: string, before: Shape, after: Shape, descend: Descend): Effect[] {
  const effects = descend(propertyOf(before, name), propertyOf(after, name)).map(possibleField);
  const always = before.required.has(name) && after.required.has(name);
  const own = always ? withoutDefaults(effects) : effects;
  const [old, now] = [propertyOf(before, name), propertyOf(after, name)];
  // A field that begins or ends to be read-only was, or is, written by senders.
  const isAsBefore = String(directionsOf(old)) === String(directionsOf(now));
  return under(name, isAsBefore ? inOneDirection(now, own) : own);
}

export const required: SchemaRule = {
  id: 'required',
  reason: 'Senders rely on which fields are optional, readers on which are always present.',
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
      ...fresh.flatMap((name) =>
        inOneDirection(propertyOf(after, name), [
          {
            ...narrowed(
              { ...ends, rule: 'property-required', what: `field \`${name}\` is required` },
              `objects without \`${name}\``,
            ),
            pointer: name,
          },
        ]),
      ),
      ...gone.flatMap((name) =>
        inOneDirection(propertyOf(before, name), [
          {
            ...widened(
              { ...ends, rule: 'property-optional', what: `field \`${name}\` may be absent` },
              `objects without \`${name}\``,
            ),
            pointer: name,
          },
        ]),
      ),
    ];
  },
};
