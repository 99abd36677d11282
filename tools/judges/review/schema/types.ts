// type, null and format: what kind of value it is.

import { listed } from '../change.ts';
import { text } from '../source.ts';
import type { SchemaRule } from './rule.ts';
import { admits, type JsonType, jsonTypes, keyword, placeOf, type Shape } from './shape.ts';
import { annotated, narrowed, replaced, widened } from './verdicts.ts';

export const type: SchemaRule = {
  id: 'type',
  reason: 'A value of another JSON type is read by other code.',
  compare(before, after) {
    // An enumeration says the types already, except where one side has none.
    if (before.values !== undefined && after.values !== undefined) return [];
    const where = (rule: string, what: string) => ({
      rule,
      what,
      before: placeOf(before, 'type'),
      after: placeOf(after, 'type'),
    });
    const [gone, fresh] = [missing(before, after), missing(after, before)];
    const names = `from ${named(before)} to ${named(after)}`;
    if (gone.length === 0 && fresh.length === 0) return [];
    // "X or null" may be said around a shared X, so the outermost place counts.
    const ends = { before: outermost(before), after: outermost(after) };
    if (gone.length === 1 && gone[0] === 'null' && fresh.length === 0)
      return [narrowed({ ...ends, rule: 'null-removed', what: 'null is no longer possible' }, 'null')];
    if (fresh.length === 1 && fresh[0] === 'null' && gone.length === 0)
      return [widened({ ...ends, rule: 'null-added', what: 'null becomes possible' }, 'null')];
    if (fresh.length === 0) return [narrowed(where('type-narrowed', `type changes ${names}`), valuesOfTypes(gone))];
    if (gone.length === 0) return [widened(where('type-widened', `type changes ${names}`), valuesOfTypes(fresh))];
    return [replaced(where('type-changed', `type changes ${names}`), `the type changes ${names}`)];
  },
};

const outermost = (shape: Shape) => shape.parts[0]?.raw('type') ?? shape.parts[0];

/** Types that `one` admits and `other` does not. */
function missing(one: Shape, other: Shape): JsonType[] {
  if (other.types === undefined) return [];
  const all = one.types === undefined ? jsonTypes.filter((name) => name !== 'integer') : [...one.types];
  return all.filter((name) => !other.types?.has(name) && !(name === 'integer' && other.types?.has('number')));
}

const named = ({ types }: Shape): string => (types === undefined ? 'any type' : [...types].join(' or '));
const valuesOfTypes = (types: readonly JsonType[]): string => `values of type ${listed(types)}`;

/** Whether no value can be valid on both sides, so that nothing else is worth comparing. */
export function disjoint(before: Shape, after: Shape): boolean {
  const common = (one: Shape, other: Shape) =>
    one.types === undefined || [...one.types].some((name) => admits(other, name === 'integer' ? 'number' : name));
  return !(common(before, after) || common(after, before));
}

/** Each format whose values another one holds as well. */
const wider: Readonly<Record<string, readonly string[]>> = {
  int32: ['int64'],
  float: ['double'],
  uuid: [],
  email: ['idn-email'],
  uri: ['iri', 'uri-reference'],
};

export const format: SchemaRule = {
  id: 'format',
  reason: 'Both sides check formats: a date is not a date-time, and an int64 is not an int32.',
  compare(before, after) {
    if (!admits(before, 'string', 'number') || !admits(after, 'string', 'number')) return [];
    const all = [before, after].map((shape) => keyword(shape, 'format').map((node) => text(node.value))) as [
      string[],
      string[],
    ];
    const beyond = (one: readonly string[], other: readonly string[]) =>
      one.find((each) => !other.includes(each)) ?? '';
    const [old, now] = [beyond(all[0], all[1]), beyond(all[1], all[0])];
    if (old === now) return [];
    const where = (rule: string, what: string) => ({
      rule,
      what,
      before: placeOf(before, 'format'),
      after: placeOf(after, 'format'),
    });
    if (old === '')
      return [narrowed(where('format-added', `the format \`${now}\` is asked for`), `values that are no ${now}`)];
    if (now === '')
      return [
        widened(where('format-removed', `the format \`${old}\` is no longer promised`), `values that are no ${old}`),
      ];
    const what = `format changes from \`${old}\` to \`${now}\``;
    if (wider[old]?.includes(now))
      return [widened(where('format-widened', what), `values that are ${now} and no ${old}`)];
    if (wider[now]?.includes(old))
      return [narrowed(where('format-narrowed', what), `values that are ${old} and no ${now}`)];
    return [replaced(where('format-changed', what), `a ${now} is no ${old}`)];
  },
};

export const brand: SchemaRule = {
  id: 'brand',
  reason: 'A brand names a type in generated code and changes nothing on the wire.',
  compare(before, after) {
    const [old, now] = [before, after].map((shape) => text(keyword(shape, 'x-brand')[0]?.value)) as [string, string];
    if (old === now) return [];
    const what =
      now === ''
        ? `generated code no longer has the type \`${old}\``
        : old === ''
          ? `generated code has the type \`${now}\``
          : `the generated type \`${old}\` is called \`${now}\``;
    const where = { rule: 'brand-changed', what, before: placeOf(before, 'x-brand'), after: placeOf(after, 'x-brand') };
    return [
      annotated(where, 'The same values are sent; only code that uses the name of the generated type is affected.'),
    ];
  },
};
