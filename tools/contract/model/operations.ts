// The operations of an HTTP document as the pages show them.

import { asRecord, type Json, type JsonObject } from '../json.ts';
import { type HttpDocument, type OperationNotes, strings } from './contracts.ts';
import { resolve, type Shape, shapeOf, textOf } from './schema.ts';
import { slug } from './words.ts';

export interface Parameter extends Shape {
  readonly name: string;
  readonly place: string;
  readonly isRequired: boolean;
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly value: Json;
}

export interface Body {
  readonly mediaType: string;
  readonly shape: Shape;
  readonly examples: readonly Example[];
}

export interface Reply {
  readonly status: string;
  readonly description: string;
  readonly headers: readonly Parameter[];
  readonly bodies: readonly Body[];
  readonly problems: readonly string[];
}

export interface Operation extends OperationNotes {
  /** The id of its document. */
  readonly document: string;
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly isPlanned: boolean;
  readonly isDeprecated: boolean;
  readonly parameters: readonly Parameter[];
  readonly isBodyRequired: boolean;
  readonly bodies: readonly Body[];
  readonly replies: readonly Reply[];
  /** Each alternative lists the credentials that it takes together. */
  readonly security: readonly (readonly string[])[];
  readonly value: JsonObject;
}

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace'];

export function operationsOf(document: HttpDocument): readonly Operation[] {
  return Object.entries(asRecord(document.value.paths)).flatMap(([path, item]) =>
    methods
      .filter((method) => asRecord(item)[method] !== undefined)
      .map((method) => operationOf(document, { path, method, item: asRecord(item) })),
  );
}

interface Position {
  readonly path: string;
  readonly method: string;
  readonly item: JsonObject;
}

function operationOf({ id: api, value: document, notes }: HttpDocument, { path, method, item }: Position): Operation {
  const value = asRecord(item[method]);
  const id = textOf(value.operationId) || slug(`${method} ${path}`);
  const body = asRecord(followed(document, value.requestBody));
  return {
    document: api,
    id,
    method: method.toUpperCase(),
    path,
    tag: strings(value.tags)[0] ?? 'Operations',
    summary: textOf(value.summary) || `${method.toUpperCase()} ${path}`,
    description: textOf(value.description),
    isPlanned: value['x-planned'] === true,
    isDeprecated: value.deprecated === true,
    parameters: [...list(item.parameters), ...list(value.parameters)].map((each) => parameterOf(document, each)),
    isBodyRequired: body.required === true,
    bodies: bodiesOf(document, body),
    replies: Object.entries(asRecord(value.responses)).map(([status, reply]) => replyOf(document, status, reply)),
    security: list(value.security ?? document.security).map((each) => Object.keys(asRecord(each))),
    value,
    ...(notes.get(id) ?? { emits: [], decisions: [] }),
  };
}

function parameterOf(document: JsonObject, written: Json, name?: string): Parameter {
  const value = asRecord(followed(document, written));
  const shape = shapeOf(
    document,
    value.schema ?? Object.values(asRecord(value.content)).map((each) => asRecord(each).schema ?? {})[0],
  );
  const examples = examplesOf(document, value);
  return {
    ...shape,
    name: name ?? textOf(value.name),
    place: textOf(value.in) || 'header',
    isRequired: value.required === true,
    description: textOf(value.description) || shape.description,
    example: examples[0]?.value ?? shape.example,
  };
}

function replyOf(document: JsonObject, status: string, written: Json): Reply {
  const value = asRecord(followed(document, written));
  const bodies = status >= '400' && value['x-problems'] !== undefined ? [] : bodiesOf(document, value);
  return {
    status,
    description: textOf(value.description),
    headers: Object.entries(asRecord(value.headers)).map(([name, header]) => parameterOf(document, header, name)),
    bodies,
    problems: strings(value['x-problems']),
  };
}

const bodiesOf = (document: JsonObject, { content }: JsonObject): readonly Body[] =>
  Object.entries(asRecord(content)).map(([mediaType, media]) => ({
    mediaType: mediaType.replace(/;.*/, ''),
    shape: shapeOf(document, asRecord(media).schema),
    examples: examplesOf(document, asRecord(media)),
  }));

export function examplesOf(document: JsonObject, value: JsonObject): readonly Example[] {
  if (value.example !== undefined) return [{ name: 'example', summary: '', value: value.example }];
  return Object.entries(asRecord(value.examples)).map(([name, written]) => {
    const example = asRecord(followed(document, written));
    return { name, summary: textOf(example.summary), value: example.value ?? null };
  });
}

function followed(document: JsonObject, value: Json | undefined): Json {
  const { $ref } = asRecord(value);
  return typeof $ref === 'string' ? resolve(document, $ref) : (value ?? {});
}

const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
