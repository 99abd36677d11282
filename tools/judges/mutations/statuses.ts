// Mutants of status and headers, and of what is never answered at all.

import type { MutantGroup } from './mutant.ts';
import { always, asked, facts, handler, header, mistaken, status, success, wire } from './mutation-operators.ts';

const dealers = asked('GET', /^\/admin\/dealers$/);
const created = asked('POST', /^\/admin\/dealers$/);

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
      id: 'undeclared-refusal',
      what: '418 instead of 404',
      area: 'admin',
      operation: 'getDealer',
      check: 'declared-status',
      asks: ['unknown-id'],
      rule: 'declared status',
      mutate: wire(asked('GET', /^\/admin\/dealers\/[^/]+$/), (answer) =>
        answer.status === 404 ? { ...answer, status: 418 } : answer,
      ),
    },
    {
      id: 'no-request-id',
      what: 'answers have no X-Request-Id',
      area: 'admin',
      operation: 'listDealers',
      check: 'request-id',
      asks: [],
      rule: 'header X-Request-Id',
      mutate: wire(dealers, header(200, 'X-Request-Id')),
    },
    {
      id: 'no-rate-limit',
      what: 'the rest of the limit is not stated',
      area: 'admin',
      operation: 'listDealers',
      check: 'reply-header',
      asks: [],
      rule: 'header RateLimit',
      mutate: wire(dealers, header(200, 'RateLimit')),
    },
    {
      id: 'other-policy',
      what: 'the limit that is stated is not that of the contract',
      area: 'admin',
      operation: 'listDealers',
      check: 'rate-limit-headers',
      asks: [],
      rule: 'header RateLimit-Policy',
      mutate: wire(dealers, header(200, 'RateLimit-Policy', '"admin";q=10;w=60')),
    },
    {
      id: 'no-location',
      what: 'what was created has no address',
      area: 'admin',
      operation: 'createDealer',
      check: 'reply-header',
      asks: [],
      rule: 'header Location',
      mutate: wire(created, header(201, 'Location')),
    },
    {
      id: 'no-retry-after',
      what: 'a 202 does not say when to ask again',
      area: 'jobs',
      operation: 'uploadFile',
      check: 'reply-header',
      asks: [],
      rule: 'header Retry-After',
      mutate: wire(asked('POST', /^\/ingest\/files$/), header(202, 'Retry-After')),
    },
    {
      id: 'no-challenge',
      what: 'a 401 does not name the scheme',
      area: 'admin',
      operation: 'listDealers',
      check: 'reply-header',
      asks: ['no-credential'],
      rule: 'header WWW-Authenticate',
      mutate: wire(dealers, header(401, 'WWW-Authenticate')),
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
    {
      id: 'secret-kept',
      what: 'an answer with tokens may be kept by caches',
      area: 'tokens',
      operation: 'loginUser',
      check: 'reply-header',
      asks: [],
      rule: 'header Cache-Control',
      mutate: wire(asked('POST', /^\/auth\/login$/), header(200, 'Cache-Control', 'private')),
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
      id: 'away-is-500',
      what: 'a part that is away is answered as a mistake of the service',
      area: 'definitions',
      operation: 'listDefinitions',
      check: 'degraded',
      rule: 'status',
      mutate: wire(always, status(503, 500)),
    },
    {
      id: 'planned-is-404',
      what: 'what is planned is answered as if it were not there',
      area: 'planned',
      operation: 'listWebhooks',
      check: 'planned',
      rule: 'status',
      mutate: wire(always, status(501, 404)),
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
    {
      id: 'unknown-id-is-500',
      what: 'a malformed id ends in 500',
      area: 'admin',
      operation: 'getDealer',
      check: 'unknown-id',
      rule: 'status',
      mutate: wire(asked('GET', /^\/admin\/dealers\/[^/]+$/), status(404, 500)),
    },
  ],
};
