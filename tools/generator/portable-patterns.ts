// The patterns of a document that is published, in the form that the regular expressions of other languages read.

import { asRecord, isRecord, type Json, type JsonObject } from '../contract/json.ts';
import { portable } from '../contract/portable-pattern.ts';

type Walked = { readonly negated: boolean };

/** A document, or a schema, whose patterns are portable. Examples and other values are data and stay as they are. */
export function withPortablePatterns<Value extends Json>(
  value: Value,
  { negated }: Walked = { negated: false },
): Value {
  if (Array.isArray(value)) return value.map((each) => withPortablePatterns(each, { negated })) as unknown as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      if (data.test(key)) return [key, each];
      if (key === 'pattern' && typeof each === 'string') return [key, publishedPattern(each, negated)];
      if (key === 'patternProperties') return [key, withPortableKeys(asRecord(each), negated)];
      return [key, withPortablePatterns(each, { negated: negated || key === 'not' || key === 'if' })];
    }),
  ) as Value;
}

const data = /^(example|examples|default|const|enum)$/;

const withPortableKeys = (schemas: JsonObject, negated: boolean): JsonObject =>
  Object.fromEntries(
    Object.entries(schemas).map(([pattern, schema]) => [
      publishedPattern(pattern, negated),
      withPortablePatterns(schema, { negated }),
    ]),
  );

/** Where a match refuses a value, a pattern that takes more would refuse values that the service takes. */
function publishedPattern(source: string, negated: boolean): string {
  const result = portable(source);
  if ('flaw' in result) throw new Error(`The pattern ${source} cannot be published: ${result.flaw}.`);
  if (negated && result.pattern !== source)
    throw new Error(`The pattern ${source} below "not" or "if" must be portable as it is, such as ${result.pattern}.`);
  return result.pattern;
}
