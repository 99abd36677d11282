// Mutants of pages: rows left out, twice or in another order, limits and cursors that mean nothing.
import type { Mutation } from '../mock/mock.ts';
import type { MutantGroup } from './mutant.ts';
import { handler, throwing } from './mutation-operators.ts';

const repeatedRow: Mutation = handler('listIndices', (healthy) => {
  let last: unknown;
  return async (request) => {
    const reply = await healthy(request);
    if (!('body' in reply)) return reply;
    const page = reply.body as { items: unknown[] };
    const items = request.query.cursor === undefined || last === undefined ? page.items : [last];
    last = page.items.at(-1);
    return { ...reply, body: { ...page, items } };
  };
});

export const pages: MutantGroup = {
  kind: 'paging',
  mutants: [
    {
      id: 'row-repeated',
      what: 'a page begins with the last row of the page before',
      area: 'series',
      operation: 'listIndices',
      check: 'paging',
      rule: 'paging: once',
      mutate: repeatedRow,
    },
    {
      id: 'order-of-pages',
      what: 'a long page has another order than short ones',
      area: 'series',
      operation: 'listIndices',
      check: 'paging',
      rule: 'paging: order',
      mutate: handler('listIndices', (healthy) => async (request) => {
        const reply = await healthy(request);
        if (!('body' in reply)) return reply;
        const page = reply.body as { items: unknown[] };
        return { ...reply, body: { ...page, items: [...page.items].reverse() } };
      }),
    },
    {
      id: 'limit-ignored',
      what: 'a page has more rows than were asked for',
      area: 'series',
      operation: 'listIndices',
      check: 'paging',
      rule: 'paging: limit',
      mutate: handler(
        'listIndices',
        (healthy) => (request) => healthy({ ...request, query: { ...request.query, limit: 100 } }),
      ),
    },
    {
      id: 'second-page-fails',
      what: 'whatever is asked for behind a cursor ends in 500',
      area: 'series',
      operation: 'listIndices',
      check: 'paging',
      rule: 'status',
      mutate: throwing('listIndices_query', ({ cursor }) => cursor !== undefined),
    },
  ],
};
