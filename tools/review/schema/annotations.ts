// Keywords about a schema, not about its values; and the ones that nothing here understands, which are never passed over.

import { compareDeprecation } from '../deprecation.ts';
import { canonical } from '../source.ts';
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
