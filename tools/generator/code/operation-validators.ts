// Which schemas of a document become validators: the parts of each request (validate.js), and the replies
// (validate-replies.js, for tests only).

import type { ApiDocument, Operation } from '../../contract/document/model.ts';
import { asRecord, type JsonObject, mapObject } from '../../contract/json.ts';
import { emitValidators } from './validators.ts';

type Module = { js: string; dts: string };
type Schemas = Record<string, JsonObject>;

export function emitInputValidators({ operations, schemas }: ApiDocument, header: string, runtime: string): Module {
  const selected = Object.assign({}, ...operations.map((operation) => inputSchemas(operation, schemas))) as Schemas;
  return emitValidators(selected, { header, runtime, components: schemas, defaults: true });
}

export function emitReplyValidators({ operations, schemas }: ApiDocument, header: string, runtime: string): Module {
  const selected = operations.flatMap(({ facts, replies }) =>
    replies
      .filter(
        ({ type }, i) =>
          type !== undefined &&
          /[/+]json$/.test(type) &&
          replies.findIndex(({ status }) => status === replies[i]?.status) === i,
      )
      .map(({ status, schema }) => [`${facts.id}_${status}`, schema] as const),
  );
  return emitValidators(Object.fromEntries(selected), { header, runtime, components: schemas });
}

const parts = { path: 'path', query: 'query', header: 'headers', cookie: 'cookies' } as const;

function inputSchemas({ facts, parameters, bodies }: Operation, schemas: Schemas): Schemas {
  const selected: Schemas = {};
  for (const [where, part] of Object.entries(parts)) {
    const mine = parameters.filter((each) => each.in === where);
    if (mine.length === 0) continue;
    selected[`${facts.id}_${part}`] = {
      type: 'object',
      properties: Object.fromEntries(mine.map(({ name, schema }) => [name, schema])),
      required: mine.filter(({ required }) => required).map(({ name }) => name),
    };
  }
  for (const { kind, schema } of bodies)
    selected[`${facts.id}_${kind}`] = kind === 'multipart' ? withoutFiles(schema, schemas) : schema;
  return selected;
}

/** The form reader has made files of its file fields; only that they are there is left to check. */
function withoutFiles(schema: JsonObject, schemas: Schemas): JsonObject {
  const name = typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
  const form = name === undefined ? schema : (schemas[name] ?? {});
  const properties = mapObject(asRecord(form.properties), (each) => (asRecord(each).format === 'binary' ? {} : each));
  return { ...form, properties };
}
