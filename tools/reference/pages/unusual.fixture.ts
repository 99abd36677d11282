// A document with schemas that a generator of pages meets once: recursive, in chains of allOf, wide, with unions that
// may be null; and many operations.
import type { JsonObject } from '../../contract/json.ts';

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const width = 8;

/** Each level has all fields of the next, several times: written out, there would be millions. */
const levels = Object.fromEntries(
  Array.from({ length: 12 }, (_, level) => [
    `Level${level}`,
    {
      allOf: [ref(`Base${level % 3}`)],
      properties: Object.fromEntries(
        Array.from({ length: width }, (_, index) => [`part${index}`, ref(`Level${Math.min(level + 1, 11)}`)]),
      ),
    },
  ]),
);

const schemas: JsonObject = {
  ...levels,
  Base0: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } },
  Base1: { allOf: [ref('Base0'), { properties: { since: { type: ['string', 'null'], format: 'date' } } }] },
  Base2: { allOf: [ref('Base1'), ref('Base0')], required: ['since'] },
  Node: {
    type: 'object',
    properties: { name: { type: 'string' }, parent: ref('Node'), children: { type: 'array', items: ref('Node') } },
  },
  Loop: ref('Loop'),
  Nested: { type: 'array', items: ref('Nested') },
  NestedMap: { type: 'object', additionalProperties: ref('NestedMap') },
  Cat: {
    type: 'object',
    properties: { kind: { const: 'cat' }, lives: { type: 'integer', exclusiveMinimum: 0, maximum: 9 } },
  },
  Dog: {
    type: 'object',
    title: 'A dog',
    properties: { kind: { const: 'dog' }, owner: { anyOf: [ref('Node'), { type: 'null' }] } },
  },
  Pet: { oneOf: [ref('Cat'), ref('Dog'), { type: 'null' }], description: 'A pet with `<b>tags</b>` & signs.' },
  Odd: {
    type: 'object',
    properties: {
      node: ref('Node'),
      pet: ref('Pet'),
      loop: ref('Loop'),
      nested: ref('Nested'),
      nestedMap: ref('NestedMap'),
      anything: true,
      map: {
        type: 'object',
        additionalProperties: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
      },
      'a name with spaces': { type: ['integer', 'string', 'null'] },
      deep: ref('Level0'),
    },
  },
};

const operation = (index: number): JsonObject => ({
  operationId: `operation${index}`,
  summary: `Do what operation ${index} does`,
  tags: [`Tag ${Math.floor(index / 200)}`],
  parameters: [{ name: 'filter[a]', in: 'query', schema: { type: 'array', items: { enum: ['x', 'y'] } } }],
  requestBody: { content: { 'application/json': { schema: ref(index % 40 === 0 ? 'Odd' : 'Cat') } } },
  responses: {
    200: { description: 'Done.', content: { 'application/json': { schema: ref('Pet') } } },
    default: { description: 'Something else.' },
  },
});

export const unusualDocument: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Unusual', version: '1' },
  paths: Object.fromEntries(
    Array.from({ length: 400 }, (_, index) => [`/operations/${index}`, { post: operation(index) }]),
  ),
  components: { schemas },
};
