// Keywords about a schema, not about its values; and the ones that nothing here understands, which are never passed
// over.

import { compareDeprecation } from '../lifecycle/deprecation.ts';
import { canonical } from '../source.ts';
import { silent } from './fits.ts';
import type { SchemaRule } from './rule.ts';
import { keyword, placeOf, type Shape } from './shape.ts';
import { additive, breaking, editorial, notUnderstood } from './verdicts.ts';

export const deprecated: SchemaRule = {
  id: 'deprecated',
  reason: 'A field goes only after it was announced.',
  // Only the place itself is compared: what a shared schema says about itself is compared there.
  compare: (before, after) =>
    compareDeprecation(
      before.parts.find((part) => part.fields.deprecated === true) ?? before.parts[0],
      after.parts.find((part) => part.fields.deprecated === true) ?? after.parts[0],
    ),
};

export const access: SchemaRule = {
  id: 'readOnly and writeOnly',
  reason: 'A read-only field is not taken, a write-only field is not given.',
  compare: (before, after) => [
    ...singleDirection('readOnly', before, after),
    ...singleDirection('writeOnly', before, after),
  ],
};

function singleDirection(
  name: 'readOnly' | 'writeOnly',
  before: Shape,
  after: Shape,
): ReturnType<SchemaRule['compare']> {
  const [was, is] = [before, after].map((shape) => keyword(shape, name).some((node) => node.value === true));
  if (was === is) return [];
  const loss =
    name === 'readOnly' ? breaking('{Senders} that set it are ignored.') : breaking('{Readers} no longer get it.');
  const gain = additive('It can be used in both directions.');
  const none = editorial('Nothing changes in this direction.');
  const verdict = is ? loss : gain;
  const rule = `${name === 'readOnly' ? 'read' : 'write'}-only-${is ? 'added' : 'removed'}`;
  const what = `${name} is ${is ? 'set' : 'gone'}`;
  const [sending, reading] = name === 'readOnly' ? [verdict, none] : [none, verdict];
  return [{ rule, what, before: placeOf(before, name), after: placeOf(after, name), pointer: '', sending, reading }];
}

const compared = new Set(
  `$ref $dynamicRef type nullable enum const default format pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems uniqueItems minProperties
  maxProperties properties required additionalProperties unevaluatedProperties patternProperties propertyNames dependentRequired dependentSchemas if then else
  items prefixItems unevaluatedItems contains minContains maxContains not oneOf anyOf allOf contentEncoding contentMediaType contentSchema deprecated readOnly writeOnly discriminator`.split(
    /\s+/,
  ),
);
export const unknown: SchemaRule = {
  id: 'unknown keyword',
  reason: 'The review does not know this keyword, so it treats every change of it as breaking.',
  compare(before, after) {
    const names = new Set([before, after].flatMap((shape) => shape.parts.flatMap((part) => Object.keys(part.fields))));
    const foreign = [...names].filter((name) => !compared.has(name) && !silent.has(name) && !name.startsWith('x-'));
    const where = (rule: string, name: string) => ({
      rule,
      what: `\`${name}\` changes`,
      before: placeOf(before, name),
      after: placeOf(after, name),
    });
    return [
      ...foreign
        .filter((name) => written(before, name) !== written(after, name))
        .map((name) =>
          notUnderstood(where('keyword-not-understood', name), `this review does not know the keyword \`${name}\``),
        ),
      ...(ambiguous(before) === ambiguous(after)
        ? []
        : [
            notUnderstood(
              where('dynamic-reference-not-understood', '$dynamicRef'),
              'several schemas have the $dynamicAnchor that it names, and this review does not follow which of them holds where',
            ),
          ]),
      ...(dialect(before) === dialect(after)
        ? []
        : [
            notUnderstood(
              where('dialect-not-understood', '$schema'),
              'another dialect gives the same keywords another meaning, and this review compares JSON Schema 2020-12',
            ),
          ]),
    ];
  },
};

const written = (shape: Shape, name: string): string => canonical(keyword(shape, name).map(({ value }) => value));

/** All that a $dynamicRef might lead to, where that is more than one schema. */
const ambiguous = (shape: Shape): string =>
  canonical(
    keyword(shape, '$dynamicRef')
      .map(({ sources, file, text }) => sources.anchored(file, text.split('#')[1] ?? ''))
      .filter((all) => all.length > 1)
      .map((all) => all.map(({ value }) => value)),
  );

const usual = ['https://json-schema.org/draft/2020-12/schema', 'https://spec.openapis.org/oas/3.1/dialect/base'];
const dialect = (shape: Shape): string =>
  canonical(
    keyword(shape, '$schema')
      .map(({ text }) => text.replace(/#$/, ''))
      .filter((each) => !usual.includes(each)),
  );
