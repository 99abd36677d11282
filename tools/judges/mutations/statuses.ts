// Mutants of status and headers, and of what is never answered at all.

import type { MutantGroup } from './mutant.ts';
import { always, asked, facts, handler, header, mistaken, status, success, wire } from './mutation-operators.ts';

export const statuses: MutantGroup = {
  kind: 'status and headers',
  mutants: [
    {
      id: 'undeclared-status',
      what: '203 instead of 200',
      area: 'admin',
      operation: 'getDealer',
      check: 'declared-status',
      asks: [],
      rule: 'declared status',
      mutate: success('getDealer', (reply) => ({ ...reply, status: 203 })),
    },
    {
      id: 'basic-challenge-bearer',
      what: 'a token endpoint asks for the token that it gives',
      area: 'tokens',
      operation: 'issueToken',
      check: 'reply-header',
      asks: [],
      rule: 'header WWW-Authenticate',
      mutate: (parts) => ({
        ...handler('issueToken', () => async () => ({ status: 401, problem: { slug: 'invalid-credentials' } }))(parts),
        ...wire(asked('POST', /^\/auth\/token$/), header(401, 'WWW-Authenticate', 'Bearer'))(parts),
      }),
    },
  ],
};

export const reached: MutantGroup = {
  kind: 'what is reached at all',
  mutants: [
    {
      id: 'no-answer',
      what: 'the line ends without an answer',
      area: 'series',
      operation: 'listDefinitions',
      check: 'answer',
      asks: [],
      rule: 'answer',
      mutate: () => ({
        around: async (ctx, next) => {
          if (!ctx.path.endsWith('/definitions')) return next();
          ctx.respond = false;
          ctx.req.socket.destroy();
        },
      }),
    },
    {
      id: 'never-succeeds',
      what: 'an operation has no 2xx for anybody',
      area: 'admin',
      operation: 'listGrants',
      check: 'reaches-success',
      rule: 'its 2xx',
      mutate: facts('listGrants', { roles: ['owner'] }),
    },
    {
      id: 'never-declared',
      what: 'a reply that is declared never comes',
      area: 'definitions',
      operation: 'listDefinitions',
      check: 'reaches-declared',
      asks: ['reaches-declared', 'conditional-read', 'no-credential', 'unknown-parameter'],
      rule: 'declared 304',
      mutate: mistaken(({ headers }) => {
        delete headers['if-none-match'];
      }),
    },
    {
      id: 'read-once',
      what: 'what was read once cannot be read again',
      area: 'admin',
      operation: 'getGrant',
      check: 'preparation',
      asks: [],
      rule: 'status',
      mutate: handler('getGrant', (healthy) => {
        let times = 0;
        return (request) => {
          times += 1;
          if (times > 1) throw new Error('an injected fault');
          return healthy(request);
        };
      }),
    },
  ],
};

/** What a check expects, and what is answered instead. */
const replaced = [
  ['malformed-json', 'admin', 'createDealer', 400, 500],
  ['invalid-encoding', 'admin', 'createGrant', 400, 500],
  ['broken-field', 'admin', 'createDealer', 400, 422],
  ['text-length', 'labs', 'uploadLab', 400, 500],
  ['streamed-length', 'admin', 'createGrant', 413, 503],
  ['unfinished-body', 'slow', 'createCalendar', 408, 503],
  ['unknown-id', 'admin', 'getDealer', 404, 500],
  ['method-not-allowed', 'admin', null, 405, 404],
  ['malformed-path', 'admin', null, 400, 404],
  ['options', 'admin', null, 204, 405],
  ['planned', 'planned', 'listSubmissions', 501, 404],
  ['degraded', 'definitions', 'listDefinitions', 503, 500],
] as const;

export const otherStatuses: MutantGroup = {
  kind: 'another status',
  mutants: replaced.map(([check, area, operation, from, to]) => ({
    id: `${check}-is-${to}`,
    what: `${to} instead of ${from} where the check ${check} asks`,
    area,
    operation,
    check,
    rule: 'status',
    mutate: wire(always, status(from, to)),
  })),
};
