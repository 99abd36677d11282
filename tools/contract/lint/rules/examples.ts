// Rules about examples: each reply, request and message has some, and all follow their schemas.

import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isMultiple } from '../../../runtime/formats.ts';
import { type Document, entries, type Finding, fields, list, type Path, sources, text } from '../document.ts';
import { operations } from '../operations.ts';
import type { Rule } from '../rule.ts';

type Example = { readonly at: Path; readonly schema: object; readonly value: unknown };

function* present(document: Document): Generator<Finding> {
  for (const { at, body, replies } of operations(document)) {
    if (body !== undefined && !eachHasExample(body.content))
      yield { at: [...at, 'requestBody'], message: 'The request has an example.' };
    for (const reply of replies)
      if (!eachHasExample(reply.value.content))
        yield { at: reply.at, message: `The reply ${reply.status} has an example.` };
  }
}

const eachHasExample = (content: unknown): boolean =>
  entries(content).every(([, media]) => media.example !== undefined || Object.keys(fields(media.examples)).length > 0);

function* messagesPresent({ root }: Document): Generator<Finding> {
  for (const [key, message] of entries(fields(root.components).messages))
    if (list(message.examples).length === 0)
      yield { at: ['components', 'messages', key], message: 'The message has an example.' };
}

function* ofMedia(media: Record<string, unknown>, at: Path): Generator<Example> {
  const schema = media.schema;
  if (typeof schema !== 'object' || schema === null) return;
  if (media.example !== undefined) yield { at, schema, value: media.example };
  for (const [name, example] of Object.entries(fields(media.examples)))
    yield { at: [...at, 'examples', name], schema, value: fields(example).value };
}

function* ofContent(content: unknown, at: Path): Generator<Example> {
  for (const [type, media] of entries(content)) yield* ofMedia(media, [...at, 'content', type]);
}

function* httpExamples(document: Document): Generator<Example> {
  for (const { at, parameters, body, replies } of operations(document)) {
    for (const { at: place, value } of parameters) yield* ofMedia(value, place);
    yield* ofContent(body?.content, [...at, 'requestBody']);
    for (const reply of replies) {
      yield* ofContent(reply.value.content, reply.at);
      for (const [name, header] of entries(reply.value.headers)) yield* ofMedia(header, [...reply.at, 'headers', name]);
    }
  }
  yield* schemaExamples(document);
}

function* schemaExamples({ root }: Document): Generator<Example> {
  for (const [name, schema] of entries(fields(root.components).schemas))
    for (const [i, value] of list(schema.examples).entries())
      yield { at: ['components', 'schemas', name, 'examples', i], schema, value };
}

function* messageExamples(document: Document): Generator<Example> {
  for (const [key, message] of entries(fields(document.root.components).messages))
    for (const [i, example] of list(message.examples).map(fields).entries()) {
      const at = ['components', 'messages', key, 'examples', i];
      for (const part of ['payload', 'headers'])
        if (typeof message[part] === 'object' && message[part] !== null && example[part] !== undefined)
          yield { at: [...at, part], schema: message[part], value: example[part] };
    }
  yield* schemaExamples(document);
}

/** A part that appears in many places is judged once, where it first appears. */
function* invalid(document: Document, examples: Iterable<Example>): Generator<Finding> {
  const check = checker(document);
  const visited = new Map<object, Set<unknown>>();
  for (const { at, schema, value } of examples) {
    const known = visited.get(schema) ?? new Set();
    if (known.has(value)) continue;
    visited.set(schema, known.add(value));
    for (const message of check(schema, value)) yield { at, message };
  }
}

/** Validates with the files as written, so that cycles of schemas do no harm. */
function checker(document: Document): (schema: object, value: unknown) => string[] {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addKeyword({
    keyword: 'x-decimals',
    type: 'number',
    validate: (decimals: number, value: number) => isMultiple(value, Number(`1e-${decimals}`)),
  });
  for (const [address, file] of sources(document.file)) ajv.addSchema(file, address);
  const compiled = new Map<object, ValidateFunction>();
  return (schema, value) => {
    const validate = compiled.get(schema) ?? ajv.compile({ $ref: document.address(schema) });
    compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message }) =>
        `The example does not follow its schema: ${instancePath || 'it'} ${text(message)}.`,
    );
  };
}

export const exampleRules: readonly Rule[] = [
  {
    id: 'examples-present',
    why: 'Examples are printed, served by the mock and sent by the tests.',
    see: 'Examples',
    http: present,
    messages: messagesPresent,
  },
  {
    id: 'examples-valid',
    why: 'A wrong example teaches everybody to be wrong.',
    see: 'Examples',
    http: (document) => invalid(document, httpExamples(document)),
    messages: (document) => invalid(document, messageExamples(document)),
  },
];
