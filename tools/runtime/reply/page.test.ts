// What a list promises: every row once, whatever the size of its pages, and only to the query that gave the cursor.
import test from 'ava';
import fc from 'fast-check';
import { tinyOperations } from '../../generator/fixtures/tiny/generated/tiny/server.ts';
import type { BoxId } from '../../generator/fixtures/tiny/generated/tiny/types.ts';
import { boxHandlers, caller } from '../../generator/fixtures/tiny/serve.ts';
import { red, served } from '../../generator/fixtures/tiny/served.ts';
import { withPages } from './page.ts';

const facts = {
  requestId: 'r',
  address: '',
  base: '',
  traceparent: undefined,
  signal: new AbortController().signal,
  caller,
  unchanged: async () => false,
};

test('pages have each row once and in order, and the last one has no cursor', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 9 }), fc.integer({ min: 1, max: 4 }), async (count, limit) => {
      const given = boxHandlers();
      const ids = Array.from({ length: count }, (_, i) => `b${i + 1}` as BoxId);
      for (const id of ids) given.boxes.set(id, { id, colour: 'red', size: 1 });
      const { listBoxes } = withPages(tinyOperations, given);
      const pages: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const reply = await listBoxes({ ...facts, query: { limit, ...(cursor === undefined ? {} : { cursor }) } });
        if (reply.status !== 200) throw new Error(JSON.stringify(reply));
        pages.push(reply.body.items.map(({ id }) => id));
        cursor = reply.body.next_cursor;
      }
      t.deepEqual(pages.flat(), ids);
      t.is(pages.length, Math.max(1, Math.ceil(count / limit)));
    }),
  );
});

served('listBoxes refuses the cursor of another query, and takes it with another limit', async (t, serve) => {
  const { ask } = await serve();
  for (let i = 0; i < 3; i++)
    await ask('POST', '/boxes', { body: JSON.stringify(red), headers: { 'content-type': 'application/json' } });
  const first = await ask('GET', '/boxes?limit=1&colour=red');
  const { next_cursor: cursor } = first.json as { next_cursor: string };
  const rest = await ask('GET', `/boxes?limit=9&colour=red&cursor=${cursor}`);
  t.like(rest.json, { items: [{ id: 'b2' }, { id: 'b3' }], next_cursor: null });
  const other = await ask('GET', `/boxes?limit=1&colour=blue&cursor=${cursor}`);
  t.like(other.json, {
    status: 400,
    detail: 'The cursor does not belong to this query.',
    errors: [{ parameter: 'cursor', rule: 'cursor', message: 'must be the next_cursor of a page of the same query' }],
  });
});
