// What one page says once: the fields of a resource in its first reply, and refusals of most operations on the
// overview.
import test from 'ava';
import type { JsonObject } from '../../contract/json.ts';
import { httpDocument } from '../../contract/model/contracts.ts';
import { operationsOf } from '../../contract/model/operations.ts';
import { withoutRepeats } from './repeats.ts';
import { isStandard, standardReplies } from './standard-replies.ts';

const fields = Object.fromEntries(['id', 'name', 'since', 'until'].map((name) => [name, { type: 'string' }]));
const reply = (schema: JsonObject): JsonObject => ({
  description: 'Done.',
  content: { 'application/json': { schema } },
});
const dealer: JsonObject = { $ref: '#/components/schemas/Dealer' };
const limited: JsonObject = { description: 'Too many requests.', 'x-problems': ['rate-limited'] };
const document = httpDocument('any', {
  info: { title: 'Any' },
  paths: {
    '/dealers': {
      get: {
        operationId: 'listDealers',
        summary: 'List dealers',
        responses: {
          200: reply({ type: 'object', properties: { items: { type: 'array', items: dealer } } }),
          429: limited,
        },
      },
    },
    '/dealers/{id}': Object.fromEntries(
      ['get', 'put', 'patch', 'delete', 'head'].map((method) => [
        method,
        {
          operationId: `${method}Dealer`,
          requestBody: { content: { 'application/json': { schema: dealer } } },
          responses: { 200: reply(dealer), 429: limited, 409: { description: 'Taken.', 'x-problems': ['conflict'] } },
        },
      ]),
    ),
  },
  components: { schemas: { Dealer: { type: 'object', properties: fields } } },
});

test('a resource has its fields in the first reply of a page, and a link in further ones', (t) => {
  const [list, get, put] = withoutRepeats(operationsOf(document));
  t.is(list?.replies[0]?.bodies[0]?.shape.fields[0]?.fields.length, 4);
  for (const each of [get, put]) {
    t.deepEqual(each?.replies[0]?.bodies[0]?.shape.fields, []);
    t.deepEqual(each?.replies[0]?.bodies[0]?.shape.shownAt, { anchor: 'listDealers.200.items', title: 'List dealers' });
    t.is(each?.bodies[0]?.shape.fields.length, 4);
  }
});

test('a refusal of most operations is a standard reply; one of a few is not', (t) => {
  const operations = operationsOf(document);
  const standard = standardReplies(operations);
  t.deepEqual(
    operations[1]?.replies.map((each) => [each.status, isStandard(standard, each)]),
    [
      ['200', false],
      ['409', false],
      ['429', true],
    ],
  );
});
