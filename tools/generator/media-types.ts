// Media types and forms of a published document, in the way that generators of clients read them.
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../contract/json.ts';

/**
 * orval reads a reply that offers exactly `application/x-ndjson` as a stream, whatever else it offers: a list would
 * have no data. With its charset, which `Accept` may carry too, it reads the JSON.
 */
const published: Readonly<Record<string, string>> = { 'application/x-ndjson': 'application/x-ndjson; charset=utf-8' };

export function withPublishedMediaTypes(operation: JsonObject): JsonObject {
  const responses = mapObject(asRecord(operation.responses), (response) => {
    const { content, ...rest } = asRecord(response);
    return content === undefined ? response : { ...rest, content: renamed(asRecord(content)) };
  });
  const { requestBody } = operation;
  return { ...operation, responses, ...(requestBody === undefined ? {} : { requestBody: plainForms(requestBody) }) };
}

const renamed = (content: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(content).map(([type, media]) => [published[type] ?? type, media]));

/**
 * ogen implements no encoding of the fields of a form. Ours only list media types of files, and services detect the
 * format of a file.
 */
const plainForms = (body: Json): Json =>
  mapObject(asRecord(body), (value, key) =>
    key === 'content'
      ? mapObject(asRecord(value), (media) =>
          mapObject(asRecord(media), (each, name) => (name === 'encoding' ? undefined : each)),
        )
      : value,
  );

/** Without `additionalProperties: true`, which says what its absence says; ogen ends at a form with it. */
export function withoutOpenForms<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutOpenForms) as unknown as Value;
  if (!isRecord(value)) return value;
  return mapObject(value, (each, key) => {
    if (key === 'additionalProperties' && each === true) return undefined;
    return key.startsWith('example') || key === 'default' ? each : withoutOpenForms(each);
  }) as Value;
}
