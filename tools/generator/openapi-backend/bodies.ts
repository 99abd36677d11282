// Bodies of requests that are right in all else: JSON and both kinds of forms. openapi-backend judges what a framework
// in front of it has parsed: of a form, objects of text and lists of text, without its files.
import fc, { type Arbitrary } from 'fast-check';
import { asRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import type { Coercions } from '../../runtime/contract.ts';
import { beside, drawFrom } from '../code/arbitrary.ts';
import {
  type Asked,
  areStricterFormats,
  asText,
  firstRight,
  hostilePairs,
  hostileValues,
  type Pair,
  pairsFor,
  type Requests,
} from './draw.ts';
import { bodySchema, type Ours, type Request, type Sent } from './judges.ts';
import { ajvReads, isLost, plainBoolean, plainText } from './reads.ts';

const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
} as const;

export function jsonBodies(ours: Ours, id: string, right: Request): Requests {
  const schema = bodySchema(ours, id, mediaTypes.json);
  const ask = (value: Json): Asked => {
    const body = json(value);
    const request = { ...right, body };
    // openapi-backend knows no limit of bytes.
    const isTooLarge = Buffer.byteLength(body.text) > (ours.operations[id]?.bodyBytes ?? 0);
    const isStricter = isTooLarge || areStricterFormats(ours.validators[`${id}_json`], value);
    return { request, plain: request, isStricter };
  };
  const drawn = drawFrom(schema, ours.schemas);
  const invalid = [drawn.chain((value) => beside(value)), drawn.chain((value) => beside(value, hostileValues))];
  const whole = asRecord(firstRight(schema, ours, `${id}_json`));
  const listed = Object.keys(whole).flatMap((name) => hostileValues.map((value) => ask({ ...whole, [name]: value })));
  return { drawn: fc.oneof(drawn, ...invalid).map(ask), listed: [...hostileValues.map(ask), ...listed] };
}

const json = (value: Json): Sent => ({
  mediaType: mediaTypes.json,
  text: JSON.stringify(value),
  parsed: value,
});

/** The body that the operation requires, if it requires one. */
export function rightBody(ours: Ours, id: string): { body?: Sent } {
  const { body } = ours.operations[id] ?? {};
  const media = Object.entries(body?.media ?? {});
  // Among several media types openapi-backend knows the schema of the form, where there is one.
  const [mediaType = '', kind] = media.find(([, each]) => each === 'multipart') ?? media[0] ?? [];
  if (body?.required !== true) return {};
  if (kind === 'json') return { body: json(firstRight(bodySchema(ours, id, mediaType), ours, `${id}_json`)) };
  if (kind === 'text') {
    const text = String(firstRight(bodySchema(ours, id, mediaType), ours, `${id}_text`));
    return { body: { mediaType, text, parsed: text } };
  }
  const fields = firstRight(formSchema(ours, id, 'multipart'), ours, `${id}_fields`);
  const pairs = Object.entries(asRecord(fields)).map(([name, value]): Pair => [name, asText(value)]);
  return { body: multipart(pairs, body.fields ?? {}, body.files ?? []) };
}

/** Without its files: those are no matter of schemas. */
function formSchema(ours: Ours, id: string, kind: 'form' | 'multipart'): JsonObject {
  const files = new Set(ours.operations[id]?.body?.files);
  const declared = bodySchema(ours, id, mediaTypes[kind]);
  const schema =
    typeof declared.$ref === 'string' ? (ours.schemas[declared.$ref.split('/').at(-1) ?? ''] ?? {}) : declared;
  const required = (schema.required ?? []) as string[];
  return {
    ...schema,
    required: required.filter((name) => !files.has(name)),
    properties: mapObject(asRecord(schema.properties), (each, name) => (files.has(name) ? undefined : each)),
  };
}

function formPairs(ours: Ours, id: string, kind: 'form' | 'multipart'): Arbitrary<Pair[]> {
  const pairs = pairsFor(formSchema(ours, id, kind), ours);
  return fc.oneof(
    { weight: 4, arbitrary: pairs },
    pairs.map((all): Pair[] => [...all, ...all.slice(0, 1)]),
    pairs.map((all): Pair[] => [...all, ['unheard_of', 'x']]),
  );
}

export function forms(ours: Ours, id: string, right: Request): Requests {
  const fields = ours.operations[id]?.body?.fields ?? {};
  const ask = (pairs: readonly Pair[]): Asked => {
    const plain = plainPairs(pairs, fields);
    return {
      request: { ...right, body: urlencoded(pairs, fields) },
      plain: { ...right, body: urlencoded(plain, fields) },
      isStricter: haveLost(plain, fields),
    };
  };
  return {
    drawn: formPairs(ours, id, 'form').map(ask),
    listed: hostilePairs(formSchema(ours, id, 'form'), ours, `${id}_form`).map(ask),
  };
}

/** Files are there, missing or twice; openapi-backend does not ask for them. */
export function multiparts(ours: Ours, id: string, right: Request): Requests {
  const { fields = {}, files = [] } = ours.operations[id]?.body ?? {};
  const ask = ([pairs, given]: readonly [readonly Pair[], readonly string[]]): Asked => {
    const plain = plainPairs(pairs, fields);
    return {
      request: { ...right, body: multipart(pairs, fields, given) },
      plain: { ...right, body: multipart(plain, fields, files) },
      isStricter: haveLost(plain, fields),
    };
  };
  const counts = fc.constantFrom<readonly string[]>(files, files, files, [], [...files, ...files]);
  return {
    drawn: fc.tuple(formPairs(ours, id, 'multipart'), counts).map(ask),
    listed: hostilePairs(formSchema(ours, id, 'multipart'), ours, `${id}_fields`).map((pairs) => ask([pairs, files])),
  };
}

const plainPairs = (pairs: readonly Pair[], fields: Coercions): Pair[] =>
  pairs.map(([name, text]) => [name, plainText(fields[name] ?? 'string', text)]);

const haveLost = (pairs: readonly Pair[], fields: Coercions): boolean =>
  pairs.some(([name, text]) => isLost(fields[name] ?? 'string', text));

const urlencoded = (pairs: readonly Pair[], fields: Coercions): Sent => ({
  mediaType: mediaTypes.form,
  text: new URLSearchParams(pairs.map(([name, text]) => [name, text])).toString(),
  parsed: parsed(pairs, fields),
});

const boundary = 'covenant-boundary-7b5d7c3e';

function multipart(pairs: readonly Pair[], fields: Coercions, files: readonly string[]): Sent {
  const parts = [
    ...pairs.map(([name, text]) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
    ...files.map(
      (name) =>
        `Content-Disposition: form-data; name="${name}"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n`,
    ),
  ];
  return {
    mediaType: `${mediaTypes.multipart}; boundary=${boundary}`,
    text: [...parts.map((part) => `--${boundary}\r\n${part}`), `--${boundary}--\r\n`].join(''),
    parsed: parsed(pairs, fields),
  };
}

/**
 * Values where the text stands for one: openapi-backend turns text into values for parameters only, and leaves forms to
 * what parses them.
 */
function parsed(pairs: readonly Pair[], fields: Coercions): Json {
  const values: Record<string, Json> = {};
  for (const [name, text] of pairs) {
    const coercion = fields[name] ?? 'string';
    const value = ajvReads(coercion.replace('[]', ''), plainBoolean(coercion, text)) as Json;
    const before = values[name];
    if (coercion.endsWith('[]')) values[name] = [...((before ?? []) as Json[]), value];
    else values[name] = before === undefined ? value : [before, value];
  }
  return values;
}
