// What a document says that keeps none of our conventions: where its credentials stand, and its examples wherever they are.
import { followed, isRecord, type Json } from './bundle.ts';
import type { Body, Schema, Token } from './contract.ts';
import { sampleOf } from './sample.ts';

/** The first way to ask that needs no browser. */
export function tokenOf(security: readonly Json[], schemeOf: (name: string) => Json | undefined): Token | undefined {
  const schemes = security.flatMap((each) => Object.keys(each).map(schemeOf));
  return schemes.map((scheme) => scheme && inScheme(scheme)).find((each) => each !== undefined);
}

function inScheme({ type, scheme, in: where, name }: Json): Token | undefined {
  if (type === 'apiKey')
    return where === 'cookie' ? undefined : { in: where as 'header', name: String(name), scheme: null };
  if (type === 'mutualTLS') return undefined;
  const isBasic = type === 'http' && String(scheme).toLowerCase() === 'basic';
  return { in: 'header', name: 'authorization', scheme: isBasic ? 'Basic' : 'Bearer' };
}

/** The headers or the query that a token makes. */
export function tokenAt({ in: where, name, scheme }: Token, token: string) {
  if (where === 'query') return { query: { [name]: token } };
  const value = scheme === 'Basic' ? Buffer.from(token).toString('base64') : token;
  return { headers: { [name.toLowerCase()]: scheme === null ? value : `${scheme} ${value}` } };
}

/** Of a parameter or a media type; what its schema lets through, when the document has none. */
export const exampleIn = (raw: Json, place: Json, schema: Schema): unknown => examplesIn(raw, place, schema)[0];

export function examplesIn(raw: Json, { example, examples }: Json, schema: Schema): readonly unknown[] {
  const named = isRecord(examples) ? Object.values(examples) : [];
  const values = named.map((each) => followed(raw, each).value).filter((each) => each !== undefined);
  const given = [...(example === undefined ? [] : [example]), ...values];
  const made = given.length > 0 ? undefined : sampleOf(schema);
  return made === undefined ? given : [made];
}

/** Those that the tool can make, JSON first; of a document that has no other all that there are. */
export function makeable(bodies: readonly Body[]): readonly Body[] {
  const ranks = ({ media, examples: [example] }: Body): number =>
    isJson(media)
      ? 0
      : /^(multipart\/form-data|application\/x-www-form-urlencoded)/.test(media)
        ? 1
        : typeof example === 'string'
          ? 2
          : 3;
  const made = bodies.filter((each) => ranks(each) < 3);
  return made.length === 0 ? bodies : made.toSorted((a, b) => ranks(a) - ranks(b));
}

export const isJson = (media: string): boolean => /[/+]json(;|$)/.test(media);
