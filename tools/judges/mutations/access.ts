// Mutants of credentials and roles, and of what belongs to others.

import type { MutantGroup } from './mutant.ts';
import { facts, handler, host, without } from './mutation-operators.ts';

export const credentials: MutantGroup = {
  kind: 'credentials',
  mutants: [
    {
      id: 'no-credential-asked',
      what: 'an operation answers every caller',
      area: 'series',
      operation: 'listDefinitions',
      check: 'no-credential',
      rule: 'status',
      mutate: facts('listDefinitions', { schemes: [] }),
    },
    {
      id: 'any-scheme',
      what: 'a credential of another kind counts as a token',
      area: 'series',
      operation: 'listIndices',
      check: 'other-scheme',
      rule: 'status',
      mutate: host((healthy) => ({
        authenticate: async (input) =>
          input.headers.authorization?.startsWith('Basic ') ? someone : healthy.authenticate(input),
      })),
    },
    {
      id: 'changed-token',
      what: 'only the beginning of a token is compared',
      area: 'series',
      operation: 'listBrands',
      check: 'refused-token',
      rule: 'status',
      mutate: host((healthy) => ({
        authenticate: (input) => {
          const { authorization } = input.headers;
          const headers = authorization?.endsWith('x') ? { authorization: authorization.slice(0, -1) } : input.headers;
          return healthy.authenticate({ ...input, headers });
        },
      })),
    },
    {
      id: 'empty-token',
      what: 'Bearer without a token is let in',
      area: 'series',
      operation: 'listRegions',
      check: 'empty-token',
      rule: 'status',
      mutate: host((healthy) => ({
        authenticate: async (input) =>
          input.headers.authorization === 'Bearer' ? someone : healthy.authenticate(input),
      })),
    },
  ],
};

const someone = { subject: 'someone', kind: 'user', roles: [], scopeKey: 'all' } as const;

export const roles: MutantGroup = {
  kind: 'roles',
  mutants: [
    {
      id: 'role-not-asked',
      what: 'who has not the role is let in',
      area: 'admin',
      operation: 'listDealers',
      check: 'role',
      rule: 'status',
      mutate: without('listDealers', 'roles'),
    },
    {
      id: 'role-not-enough',
      what: 'who has the role is refused',
      area: 'admin',
      operation: 'listGrants',
      check: 'good-request',
      asks: [],
      rule: 'status',
      mutate: facts('listGrants', { roles: ['owner'] }),
    },
  ],
};

export const ownership: MutantGroup = {
  kind: 'ownership',
  mutants: [
    {
      id: 'foreign-read',
      what: 'a caller reads what belongs to another',
      area: 'admin',
      operation: 'getDealer',
      check: 'ownership',
      rule: 'status',
      mutate: handler('getDealer', (healthy) => (request) => healthy({ ...request, caller: { scopeKey: 'all' } })),
    },
    {
      id: 'foreign-list',
      what: 'a list shows a caller the ids of others',
      area: 'admin',
      operation: 'listDealers',
      check: 'leak',
      rule: 'leak',
      mutate: handler('listDealers', (healthy) => (request) => healthy({ ...request, caller: { scopeKey: 'all' } })),
    },
    {
      id: 'wrong-parent',
      what: 'a resource is returned below any parent',
      area: 'admin',
      operation: 'getGrant',
      check: 'wrong-parent',
      rule: 'status',
      mutate: handler('getGrant', (healthy) => {
        let parent: string | undefined;
        return async (request) => {
          const reply = await healthy(request);
          if (reply.status === 200) parent = String(request.path.dealer_id);
          return parent === undefined ? reply : healthy({ ...request, path: { ...request.path, dealer_id: parent } });
        };
      }),
    },
  ],
};
