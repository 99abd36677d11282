// A JSON Schema for each message of the broker and each version of it, as receivers need it.
import { asRecord, isRecord, type Json, type JsonObject, mapObject } from '../../contract/json.ts';
import { channelsOf } from '../../contract/model/channels.ts';
import type { MessageDocument } from '../../contract/model/contracts.ts';
import { resolve } from '../../contract/model/schema.ts';
import { open, reachable } from './messages-schemas.ts';
import { referredName, type Schemas } from './references.ts';

export interface MessageSchema {
  /** The address of the channel and the version: `lab.status.v1`. */
  readonly name: string;
  readonly title: string;
  readonly schema: JsonObject;
}

/** Those in a foreign protocol have a form that is not ours to describe. */
export const messageSchemas = (document: MessageDocument): readonly MessageSchema[] =>
  channelsOf(document)
    .filter(({ amqp }) => amqp !== undefined)
    .flatMap(({ id: channel, address, messages }) =>
      messages
        .filter(({ protocol }) => protocol === undefined)
        .map(({ id, title }) => {
          const { $ref } = asRecord(resolve(document.value, `#/channels/${channel}/messages/${id}`));
          const message = asRecord(resolve(document.value, String($ref)));
          return {
            // The address of a later version ends with it.
            name: `${address.replace(/\.v\d+$/, '')}.v${versionOf(document.value, message)}`,
            title,
            schema: schemaOf(document, message, title),
          };
        }),
    );

function versionOf(document: JsonObject, { headers }: JsonObject): number {
  const { $ref } = asRecord(headers);
  const { properties } = asRecord(typeof $ref === 'string' ? resolve(document, $ref) : headers);
  const { const: version } = asRecord(asRecord(properties).schema_version);
  return typeof version === 'number' ? version : 1;
}

/**
 * With the schemas that it refers to, under `$defs`. Senders add no field that the contract does not have; receivers
 * accept those of a later one.
 */
function schemaOf({ value }: MessageDocument, message: JsonObject, title: string): JsonObject {
  const schemas = asRecord(asRecord(value.components).schemas) as Schemas;
  const payload = referredName(message.payload) ?? '';
  const { [payload]: main = {}, ...others } = reachable(schemas, [payload]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    ...asRecord(published(open(main))),
    ...(Object.keys(others).length === 0
      ? {}
      : { $defs: mapObject(others, (each) => published(open(asRecord(each)))) }),
  };
}

/** Without what only our tools read, and with references into this file. */
function published(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(published);
  if (!isRecord(schema)) return schema;
  const name = referredName(schema);
  if (name !== undefined) return { $ref: `#/$defs/${name.replace(/Open$/, '')}` };
  return mapObject(schema, (inner, key) => (key.startsWith('x-') ? undefined : published(inner)));
}
