// Mutants of conditional requests: ETags, what caches may keep, writes that name the state they are based on.

import type { Reply } from '../../runtime/exchange.ts';
import type { Mutation } from '../mock/mock.ts';
import type { MutantGroup } from './mutant.ts';
import { asked, facts, handler, header, wire } from './mutation-operators.ts';

export const conditions: MutantGroup = {
  kind: 'conditions',
  mutants: [
    {
      id: 'always-304',
      what: 'any ETag is taken for the present one',
      area: 'series',
      operation: 'listDefinitions',
      check: 'conditional-read',
      rule: 'status',
      mutate: () => ({
        around: (ctx, next) => {
          if (ctx.get('If-None-Match')) ctx.req.headers['if-none-match'] = '*';
          return next();
        },
      }),
    },
    {
      id: 'weak-etag',
      what: 'the ETag is weak',
      area: 'series',
      operation: 'listDefinitions',
      check: 'reply-caching',
      asks: [],
      rule: 'header ETag',
      mutate: wire(asked('GET', /^\/definitions$/), header(200, 'ETag', 'W/"1"')),
    },
    {
      id: 'public-cache',
      what: 'an answer for one caller may be kept for all',
      area: 'series',
      operation: 'listIndices',
      check: 'reply-caching',
      asks: [],
      rule: 'header Cache-Control',
      mutate: wire(asked('GET', /^\/indices$/), header(200, 'Cache-Control', 'public, max-age=60')),
    },
    {
      id: 'no-vary',
      what: 'Vary does not name the credential',
      area: 'series',
      operation: 'listIndices',
      check: 'reply-caching',
      asks: [],
      rule: 'header Vary',
      mutate: wire(asked('GET', /^\/indices$/), header(200, 'Vary', 'Accept')),
    },
    {
      id: 'etag-of-everybody',
      what: 'callers who see different resources share an ETag',
      area: 'series',
      operation: 'listIndices',
      check: 'caller-etag',
      rule: 'header ETag',
      mutate: sharedTag,
    },
    {
      id: 'no-condition-asked',
      what: 'a write needs no If-Match',
      area: 'admin',
      operation: 'replaceGrant',
      check: 'conditional-write',
      rule: 'status',
      mutate: facts('replaceGrant', ({ conditional: _, ...before }) => before),
    },
    {
      id: 'refused-and-written',
      what: 'a write that is refused has its effect',
      area: 'admin',
      operation: 'replaceGrant',
      check: 'conditional-write',
      rule: 'nothing changed',
      mutate: handler('replaceGrant', (healthy) => async (request) => {
        const reply = await healthy(request);
        if (reply.status === 412)
          await healthy({ ...request, body: { ...(request.body as object), brand_ids: [] }, ifMatch: () => true });
        return reply;
      }),
    },
    {
      id: 'head-without-state',
      what: 'HEAD names another state than GET',
      area: 'series',
      operation: 'listDefinitions',
      check: 'head',
      rule: 'header ETag',
      mutate: wire((method) => method === 'HEAD', header(200, 'ETag', '"another"')),
    },
  ],
};

/** Each caller gets different rows, under one tag. */
function sharedTag({ handlers, host: healthy }: Parameters<Mutation>[0]): ReturnType<Mutation> {
  const list = handlers.listIndices as unknown as (request: { caller: { subject: string } }) => Promise<Reply>;
  return {
    host: {
      ...healthy,
      authenticate: async (input) => {
        const caller = await healthy.authenticate(input);
        return 'scopeKey' in caller ? { ...caller, scopeKey: 'all' } : caller;
      },
    },
    handlers: {
      ...handlers,
      listIndices: (async (request: { caller: { subject: string } }) => {
        const reply = await list(request);
        if (!('body' in reply)) return reply;
        const page = reply.body as { items: Record<string, unknown>[] };
        const units = request.caller.subject.length + request.caller.subject.charCodeAt(0);
        return { ...reply, body: { ...page, items: page.items.map((item) => ({ ...item, units })) } };
      }) as never,
    },
  };
}
