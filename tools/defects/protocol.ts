// Defects of what holds over several requests: things that are made and removed, keys, conditions, pages.

import type { Bend } from '../mock/mock.ts';
import type { Reply } from '../runtime/exchange.ts';
import { asked, body, facts, handler, header, kit, wire, without } from './bends.ts';
import type { DefectKind } from './defect.ts';

export const sequences: DefectKind = {
  kind: 'sequences',
  defects: [
    {
      id: 'delete-does-nothing',
      what: 'what was deleted is still there',
      area: 'admin',
      operation: 'getGrant',
      rule: 'status',
      bend: handler('deleteGrant', () => async () => ({ status: 204 })),
    },
    {
      id: 'read-after-delete-fails',
      what: 'reading what was deleted ends in 500',
      area: 'admin',
      operation: 'getGrant',
      rule: 'status',
      bend: handler('getGrant', (healthy) => async (request) => {
        const reply = await healthy(request);
        if (reply.status === 404) throw new Error('a defect on purpose');
        return reply;
      }),
    },
    {
      id: 'failed-create-leaves',
      what: 'a create that is refused leaves something in the list',
      area: 'admin',
      operation: 'createDealer',
      rule: 'failed create leaves nothing',
      bend: leavingCreate,
    },
    {
      id: 'location-leads-nowhere',
      what: 'the Location of a new thing is not its address',
      area: 'admin',
      operation: 'getDealer',
      rule: 'status',
      bend: wire(
        asked('POST', /^\/admin\/dealers$/),
        header(201, 'Location', '/analytics/api/v1/admin/dealers/nowhere'),
      ),
    },
  ],
};

function leavingCreate({ contract, handlers }: Parameters<Bend>[0]): ReturnType<Bend> {
  const judge = contract.validators.createDealer_json;
  const left: Record<string, unknown>[] = [];
  const bent = (value: unknown): value is unknown => {
    const holds = judge?.(value) ?? true;
    if (!holds)
      left.push({
        dealer_id: `left${left.length}`,
        name: 'left',
        region_id: 'oslo',
        created_at: '2026-11-21T07:41:12Z',
      });
    return holds;
  };
  Object.defineProperty(bent, 'errors', { get: () => judge?.errors });
  const list = handlers.listDealers as unknown as (request: unknown) => Promise<Reply>;
  return {
    contract: { ...contract, validators: { ...contract.validators, createDealer_json: bent as never } },
    handlers: {
      ...handlers,
      listDealers: (async (request: unknown) => {
        const reply = await list(request);
        if (!('body' in reply)) return reply;
        const page = reply.body as { items: unknown[] };
        return { ...reply, body: { ...page, items: [...page.items, ...left] } };
      }) as never,
    },
  };
}

export const keys: DefectKind = {
  kind: 'idempotency',
  defects: [
    {
      id: 'key-ignored',
      what: 'the same key makes two things',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'idempotency: body',
      bend: without('uploadFile', 'idempotent'),
    },
    {
      id: 'key-for-anything',
      what: 'a key with another request gets the first answer',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'status',
      bend: kit(({ idempotency }) => ({
        idempotency: { begin: (key, principal, operation) => idempotency.begin(key, principal, operation, 'same') },
      })),
    },
    {
      id: 'error-replayed',
      what: 'a key keeps the answer to a request without a credential',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'status',
      bend: refusalKept,
    },
    {
      id: 'key-of-everybody',
      what: 'a key is shared by all callers',
      area: 'jobs',
      operation: 'uploadFile',
      rule: 'idempotency: caller',
      bend: kit(({ idempotency }) => ({
        idempotency: { begin: (key, _, operation) => idempotency.begin(key, 'everybody', operation, 'same') },
      })),
    },
  ],
};

/** Whoever repeats a key that was refused once is refused again. */
function refusalKept(): ReturnType<Bend> {
  const refused = new Map<string, string>();
  return {
    around: async (ctx, next) => {
      const key = ctx.get('Idempotency-Key');
      const isKept = ctx.method === 'POST' && refused.has(key);
      if (isKept) ctx.req.headers.authorization = '';
      if (key !== '' && !ctx.get('Authorization')) refused.set(key, '');
      await next();
    },
  };
}

export const conditions: DefectKind = {
  kind: 'conditions',
  defects: [
    {
      id: 'never-304',
      what: 'what has not changed is sent again',
      area: 'series',
      operation: 'listDefinitions',
      rule: 'status',
      bend: ({ handlers }) => ({
        handlers,
        around: (ctx, next) => {
          ctx.req.headers['if-none-match'] = undefined;
          return next();
        },
      }),
    },
    {
      id: 'always-304',
      what: 'any ETag is taken for the present one',
      area: 'series',
      operation: 'listDefinitions',
      rule: 'status',
      bend: () => ({
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
      rule: 'header ETag',
      bend: wire(asked('GET', /^\/definitions$/), header(200, 'ETag', 'W/"1"')),
    },
    {
      id: 'etag-missing',
      what: 'a conditional read has no ETag',
      area: 'series',
      operation: 'listIndices',
      rule: 'header ETag',
      bend: wire(asked('GET', /^\/indices$/), header(200, 'ETag')),
    },
    {
      id: 'etag-of-nothing',
      what: 'what was deleted has an ETag',
      area: 'admin',
      operation: 'deleteGrant',
      rule: 'header ETag',
      bend: wire(asked('DELETE', /^\/admin\/dealers\/[^/]+\/grants\/[^/]+$/), header(204, 'ETag', '"gone"')),
    },
    {
      id: 'public-cache',
      what: 'an answer for one caller may be kept for all',
      area: 'series',
      operation: 'listIndices',
      rule: 'header Cache-Control',
      bend: wire(asked('GET', /^\/indices$/), header(200, 'Cache-Control', 'public, max-age=60')),
    },
    {
      id: 'no-vary',
      what: 'Vary does not name the credential',
      area: 'series',
      operation: 'listIndices',
      rule: 'header Vary',
      bend: wire(asked('GET', /^\/indices$/), header(200, 'Vary', 'Accept')),
    },
    {
      id: 'etag-of-everybody',
      what: 'callers who see different things share an ETag',
      area: 'series',
      operation: 'listIndices',
      rule: 'header ETag',
      bend: sharedTag,
    },
    {
      id: 'no-condition-asked',
      what: 'a write needs no If-Match',
      area: 'admin',
      operation: 'replaceGrant',
      rule: 'status',
      bend: facts('replaceGrant', ({ conditional: _, ...before }) => before),
    },
    {
      id: 'stale-write',
      what: 'a write counts that is based on an older state',
      area: 'admin',
      operation: 'replaceGrant',
      rule: 'status',
      bend: handler('replaceGrant', (healthy) => (request) => healthy({ ...request, ifMatch: () => true })),
    },
  ],
};

/** Each caller gets rows of its own, under one tag. */
function sharedTag({ handlers, kit: healthy }: Parameters<Bend>[0]): ReturnType<Bend> {
  const list = handlers.listIndices as unknown as (request: { caller: { subject: string } }) => Promise<Reply>;
  return {
    kit: {
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

const repeatedRow: Bend = handler('listIndices', (healthy) => {
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

export const pages: DefectKind = {
  kind: 'paging',
  defects: [
    {
      id: 'row-skipped',
      what: 'a page begins one row too late',
      area: 'series',
      operation: 'listIndices',
      rule: 'paging: whole',
      bend: handler('listIndices', (healthy) => async (request) => {
        const reply = await healthy(request);
        if (request.query.cursor === undefined || !('body' in reply)) return reply;
        const page = reply.body as { items: unknown[] };
        return { ...reply, body: { ...page, items: page.items.slice(1) } };
      }),
    },
    {
      id: 'row-repeated',
      what: 'a page begins with the last row of the page before',
      area: 'series',
      operation: 'listIndices',
      rule: /^paging: (once|whole|limit)$/,
      bend: repeatedRow,
    },
    {
      id: 'limit-ignored',
      what: 'a page has more rows than were asked for',
      area: 'series',
      operation: 'listIndices',
      rule: 'paging: limit',
      bend: handler(
        'listIndices',
        (healthy) => (request) => healthy({ ...request, query: { ...request.query, limit: 100 } }),
      ),
    },
    {
      id: 'foreign-cursor',
      what: 'a cursor that was changed is taken',
      area: 'series',
      operation: 'listIndices',
      rule: 'status',
      bend: handler('listIndices', (healthy) => async (request) => {
        const { cursor: _, ...query } = request.query;
        const reply = await healthy(request);
        return reply.status === 400 ? healthy({ ...request, query }) : reply;
      }),
    },
    {
      id: 'no-next-cursor',
      what: 'the first of several pages says that it is the last',
      area: 'series',
      operation: 'listIndices',
      rule: 'paging: whole',
      bend: body('listIndices', (page) => ({ ...page, next_cursor: null })),
    },
  ],
};
