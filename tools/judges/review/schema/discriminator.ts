// discriminator: the field by which generated code distinguishes the alternatives of a oneOf.

import type { Effect, Verdict } from '../change.ts';
import { canonical, fields, type Node, text } from '../source.ts';
import type { SchemaRule } from './rule.ts';
import { keyword, type Shape, shapeOf } from './shape.ts';
import { additive, breaking } from './verdicts.ts';

export const discriminator: SchemaRule = {
  id: 'discriminator',
  reason: 'The same values are valid, but generated code uses it to select the alternative.',
  compare: (before, after) =>
    compareDiscriminators(keyword(before, 'discriminator')[0], keyword(after, 'discriminator')[0], before, after),
};

/** Also where it stands beside a oneOf. */
export function compareDiscriminators(
  old: Node | undefined,
  now: Node | undefined,
  before: Shape,
  after: Shape,
): Effect[] {
  if (old === undefined && now === undefined) return [];
  const effect = (rule: string, what: string, sending: Verdict, reading: Verdict): Effect => ({
    rule: `discriminator-${rule}`,
    what,
    before: old ?? before.parts[0],
    after: now ?? after.parts[0],
    pointer: '',
    sending,
    reading,
  });
  const same = additive('The same values are valid.');
  if (old === undefined)
    return [effect('added', `\`${text(now?.fields.propertyName)}\` distinguishes the alternatives`, same, same)];
  const lost = breaking('Code that {readers} generated selects the alternative by it.');
  if (now === undefined) return [effect('removed', 'no field distinguishes the alternatives any more', same, lost)];
  const [was, is] = [old, now].map(({ fields: each }) => text(each.propertyName));
  if (was !== is) {
    const what = `\`${is}\` distinguishes the alternatives, no longer \`${was}\``;
    return [effect('changed', what, breaking('Code that {senders} generated writes the old tag.'), lost)];
  }
  const [names, others] = [tags(old, before), tags(now, after)];
  return [
    ...[...names.keys()]
      .filter((name) => names.get(name) !== others.get(name))
      .map((name) =>
        others.has(name)
          ? effect(
              'mapping-changed',
              `the tag \`${name}\` names another schema`,
              breaking('{Senders} of the tag mean the old one.'),
              breaking('{Readers} of the tag expect the old one.'),
            )
          : effect(
              'mapping-removed',
              `the tag \`${name}\` is gone`,
              breaking('{Senders} of the tag are not understood.'),
              additive('{Readers} keep a branch that is never reached.'),
            ),
      ),
    ...[...others.keys()]
      .filter((name) => !names.has(name))
      .map((name) =>
        effect(
          'mapping-added',
          `the tag \`${name}\` is new`,
          additive('{Senders} need not use it.'),
          breaking('{Readers} that branch over the tags do not know it.'),
        ),
      ),
  ];
}

/** Each tag with the schema that it names, by its content: the names of schemas do not travel, those of tags do. */
function tags(node: Node, shape: Shape): ReadonlyMap<string, string> {
  const named = new Map(
    Object.entries(fields(node.fields.mapping)).map(([tag, target]) => [tag, targetOf(node, text(target))] as const),
  );
  const taken = new Set(Object.values(fields(node.fields.mapping)).map((target) => text(target).split('/').at(-1)));
  const property = text(node.fields.propertyName);
  for (const option of shape.choices[0]?.options ?? []) {
    const target = option[0]?.target();
    const name = String(target?.path.at(-1));
    // An alternative without a tag goes by the name of its schema, unless the schema gives the tag itself.
    const own = shapeOf(option).properties.get(property);
    if (target === undefined || taken.has(name) || (own !== undefined && shapeOf(own).values !== undefined)) continue;
    named.set(name, canonical(target.value));
  }
  return named;
}

function targetOf(node: Node, target: string): string {
  const [, pointer = `/components/schemas/${target}`] = target.split('#');
  return canonical(node.sources.at(node.file, pointer.split('/').slice(1))?.value ?? target);
}
