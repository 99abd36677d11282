// Keywords about a schema, not about its values; and the ones that nothing here understands, which are never passed over.

import type { Effect, Verdict } from '../change.ts';
import { compareDeprecation } from '../deprecation.ts';
import { canonical, type Fields, fields, type Node, text } from '../source.ts';
import { silent } from './fits.ts';
import type { SchemaRule } from './rule.ts';
import { keyword, placeOf, type Shape } from './shape.ts';
import { additive, breaking, editorial, replaced } from './verdicts.ts';

export const deprecated: SchemaRule = {
  id: 'deprecated',
  reason: 'A field goes only after it was announced.',
  // Of the place itself: what a shared schema says about itself is compared there.
  compare: (before, after) =>
    compareDeprecation(
      before.parts.find((part) => part.fields.deprecated === true) ?? before.parts[0],
      after.parts.find((part) => part.fields.deprecated === true) ?? after.parts[0],
    ),
};

export const access: SchemaRule = {
  id: 'readOnly and writeOnly',
  reason: 'A read-only field is not taken, a write-only field is not given.',
  compare: (before, after) => [...onlyOneWay('readOnly', before, after), ...onlyOneWay('writeOnly', before, after)],
};

function onlyOneWay(name: 'readOnly' | 'writeOnly', before: Shape, after: Shape): ReturnType<SchemaRule['compare']> {
  const [was, is] = [before, after].map((shape) => keyword(shape, name).some((node) => node.value === true));
  if (was === is) return [];
  const loss =
    name === 'readOnly'
      ? breaking('{Senders} that set it are no longer heard.')
      : breaking('{Readers} no longer get it.');
  const gain = additive('It can be used in both directions.');
  const none = editorial('Nothing changes in this direction.');
  const verdict = is ? loss : gain;
  const rule = `${name === 'readOnly' ? 'read' : 'write'}-only-${is ? 'added' : 'removed'}`;
  const what = `${name} is ${is ? 'set' : 'gone'}`;
  const [sending, reading] = name === 'readOnly' ? [verdict, none] : [none, verdict];
  return [{ rule, what, before: placeOf(before, name), after: placeOf(after, name), pointer: '', sending, reading }];
}

const compared = new Set(
  `$ref type nullable enum const default format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties
  maxProperties properties required additionalProperties unevaluatedProperties patternProperties propertyNames dependentRequired dependentSchemas if then else
  items prefixItems contains minContains maxContains not oneOf anyOf allOf deprecated readOnly writeOnly discriminator`.split(
    /\s+/,
  ),
);
export const discriminator: SchemaRule = {
  id: 'discriminator',
  reason: 'The same values are valid, but generated code decides by it which alternative a value is.',
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
  const tell = (rule: string, what: string, sending: Verdict, reading: Verdict): Effect => ({
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
    return [tell('added', `\`${text(now?.fields.propertyName)}\` tells the alternatives apart`, same, same)];
  const lost = breaking('Code that {readers} generated branches over it.');
  if (now === undefined) return [tell('removed', 'no field tells the alternatives apart any more', same, lost)];
  const [was, is] = [old, now].map(({ fields: each }) => text(each.propertyName));
  if (was !== is) {
    const what = `\`${is}\` tells the alternatives apart, no longer \`${was}\``;
    return [tell('changed', what, breaking('Code that {senders} generated writes the old tag.'), lost)];
  }
  const [names, others] = [old, now].map((node) => fields(node.fields.mapping)) as [Fields, Fields];
  return [
    ...Object.keys(names)
      .filter((name) => names[name] !== others[name])
      .map((name) =>
        name in others
          ? tell(
              'mapping-changed',
              `the tag \`${name}\` names another schema`,
              breaking('{Senders} of the tag mean the old one.'),
              breaking('{Readers} of the tag expect the old one.'),
            )
          : tell(
              'mapping-removed',
              `the tag \`${name}\` is gone`,
              breaking('{Senders} of the tag are not understood.'),
              additive('{Readers} keep a branch that is never reached.'),
            ),
      ),
    ...Object.keys(others)
      .filter((name) => !(name in names))
      .map((name) =>
        tell(
          'mapping-added',
          `the tag \`${name}\` is new`,
          additive('{Senders} need not use it.'),
          breaking('{Readers} that branch over the tags do not know it.'),
        ),
      ),
  ];
}

export const unknown: SchemaRule = {
  id: 'unknown keyword',
  reason: 'What the review does not understand could mean anything, so a change of it counts as breaking.',
  compare(before, after) {
    const names = new Set([before, after].flatMap((shape) => shape.parts.flatMap((part) => Object.keys(part.fields))));
    return [...names]
      .filter((name) => !compared.has(name) && !silent.has(name) && !name.startsWith('x-'))
      .filter(
        (name) =>
          canonical(keyword(before, name).map(({ value }) => value)) !==
          canonical(keyword(after, name).map(({ value }) => value)),
      )
      .map((name) =>
        replaced(
          {
            rule: 'keyword-not-understood',
            what: `\`${name}\` changes`,
            before: placeOf(before, name),
            after: placeOf(after, name),
          },
          `the keyword \`${name}\` cannot be compared by this review`,
        ),
      );
  },
};
