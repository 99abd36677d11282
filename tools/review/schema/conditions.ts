// What holds only where something else holds: dependentRequired, dependentSchemas, if with then and else.

import type { Effect } from '../change.ts';
import { canonical, fields, list, type Node } from '../source.ts';
import { isAny } from './fits.ts';
import type { SchemaRule } from './rule.ts';
import { admits, keyword, placeOf, type Shape, schemaOf } from './shape.ts';
import { narrowed, replaced, widened } from './verdicts.ts';

/** "b with a"; a field that is always required is no news. */
function dependencies(shape: Shape): Set<string> {
  return new Set(
    keyword(shape, 'dependentRequired').flatMap((node) =>
      Object.entries(fields(node.value)).flatMap(([trigger, names]) =>
        list(names)
          .filter((name) => !shape.required.has(String(name)))
          .map((name) => `\`${String(name)}\` with \`${trigger}\``),
      ),
    ),
  );
}

export const dependentRequired: SchemaRule = {
  id: 'dependentRequired',
  reason: 'Who sends one field must send the other; who reads the one finds the other.',
  compare(before, after) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const [old, now] = [dependencies(before), dependencies(after)];
    // A field that became required in between is told by that rule.
    const gone = [...old].filter((each) => !now.has(each) && !isRequired(each, after));
    const fresh = [...now].filter((each) => !old.has(each) && !isRequired(each, before));
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
  reason: 'What an object must be like as soon as it has a field.',
  compare(before, after, descend) {
    if (!admits(before, 'object') || !admits(after, 'object')) return [];
    const of = (shape: Shape) =>
      new Map(
        keyword(shape, 'dependentSchemas').flatMap((node) =>
          Object.keys(node.fields).map((name) => [name, node.raw(name)]),
        ),
      );
    const [old, now] = [of(before), of(after)] as [Map<string, Node>, Map<string, Node>];
    return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
      const [was, is] = [old.get(name), now.get(name)];
      if (was !== undefined && is !== undefined) return descend(schemaOf(was), schemaOf(is));
      const ends = {
        before: was ?? placeOf(before, 'dependentSchemas'),
        after: is ?? placeOf(after, 'dependentSchemas'),
      };
      const others = `objects with \`${name}\` that have another form`;
      return is === undefined
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

export const conditions: SchemaRule = {
  id: 'if',
  reason: 'A condition takes values away; without then and else it says nothing.',
  compare(before, after, descend) {
    const [old, now] = [condition(before), condition(after)];
    const where = (rule: string, what: string) => ({
      rule,
      what,
      before: placeOf(before, 'if'),
      after: placeOf(after, 'if'),
    });
    const same = old !== undefined && now !== undefined && canonical(old.value) === canonical(now.value);
    if (old !== undefined && now !== undefined && !same)
      return [
        replaced(where('condition-changed', 'the condition changes'), 'other values meet the condition than before'),
      ];
    return (['then', 'else'] as const).flatMap((name): Effect[] => {
      const [was, is] = [consequence(before, name), consequence(after, name)];
      if (was !== undefined && is !== undefined) return descend(schemaOf(was), schemaOf(is));
      if (was !== undefined)
        return [widened(where('condition-removed', `\`${name}\` asks for nothing any more`), 'what it excluded')];
      if (is !== undefined)
        return [narrowed(where('condition-added', `\`${name}\` asks for more`), 'what it excludes')];
      return [];
    });
  },
};

const condition = (shape: Shape): Node | undefined =>
  consequence(shape, 'then') === undefined && consequence(shape, 'else') === undefined
    ? undefined
    : keyword(shape, 'if')[0];

function consequence(shape: Shape, name: 'then' | 'else'): Node | undefined {
  const holder = shape.parts.find((part) => 'if' in part.fields && name in part.fields);
  const node = holder?.raw(name);
  return node === undefined || isAny(node) ? undefined : node;
}
