// Mutants that only one variant of a check's request finds: another media type and none, the first ETag and one of a
// list, each wrong token.
import type { Mutation } from '../mock/mock.ts';
import type { Mutant, MutantGroup } from './mutant.ts';
import {
  always,
  asked,
  header,
  host,
  json,
  keyword,
  mistaken,
  status,
  throwing,
  unchecked,
  wire,
} from './mutation-operators.ts';
import { tokens } from './tokens.ts';

const dealersPost = (method: string, path: string): boolean => method === 'POST' && path === '/admin/dealers';
const ofDealers = { area: 'admin', operation: 'createDealer' } as const;
const ofDefinitions = { area: 'series', operation: 'listDefinitions' } as const;

const otherPlace = (problem: Record<string, unknown>) => ({
  ...problem,
  ...(problem.errors ? { errors: [{ parameter: 'zz', rule: 'type', message: 'is wrong' }] } : {}),
});

const requests: readonly Mutant[] = [
  {
    ...ofDealers,
    id: 'media-type-guessed',
    what: 'a body without a media type is read as JSON',
    check: 'media-type',
    asked: 'no media type',
    rule: 'status',
    mutate: mistaken(({ headers }) => {
      headers['content-type'] ??= 'application/json';
    }),
  },
  {
    ...ofDealers,
    id: 'no-body-elsewhere',
    what: 'the refusal of no body names a field',
    check: 'no-body',
    rule: 'place',
    mutate: wire(dealersPost, json(400, otherPlace)),
  },
  {
    area: 'labs',
    operation: 'uploadLab',
    id: 'long-text-is-500',
    what: 'a file beyond its limit ends in 500',
    check: 'text-length',
    asked: 'too long a text',
    rule: 'status',
    mutate: wire(
      (method, path) => method === 'POST' && path === '/labs',
      (answer) => ([400, 413, 422].includes(answer.status) ? { ...answer, status: 500 } : answer),
    ),
  },
  {
    area: 'series',
    operation: 'listBrands',
    id: 'unknown-parameter-elsewhere',
    what: 'the refusal of an unknown parameter names another one',
    check: 'unknown-parameter',
    rule: 'place',
    mutate: wire(asked('GET', /^\/catalog\/brands$/), json(400, otherPlace)),
  },
  {
    area: 'series',
    operation: 'listBrands',
    id: 'parameter-elsewhere',
    what: 'the refusal of a parameter names another one',
    check: 'broken-parameter',
    rule: 'place',
    mutate: wire(asked('GET', /^\/catalog\/brands$/), json(400, otherPlace)),
  },
  {
    area: 'series',
    operation: 'listIndices',
    id: 'items-pattern-unchecked',
    what: 'the pattern of the items of a parameter is not checked',
    check: 'broken-parameter',
    asked: /pattern of its items$/,
    rule: 'status',
    mutate: unchecked('listIndices_query', keyword('pattern')),
  },
  {
    area: 'deployments',
    operation: 'getAccess',
    id: 'parameter-optional',
    what: 'a parameter that is demanded may be missing',
    check: 'broken-parameter',
    asked: /^no /,
    rule: 'status',
    mutate: wire(asked('GET', /\/access$/), status(400, 500)),
  },
  {
    area: 'series',
    operation: 'listIndices',
    id: 'edges-together-fail',
    what: 'filters that are good by themselves are refused together',
    check: 'good-edge',
    asked: /^edges /,
    rule: 'status',
    mutate: throwing('listIndices_query', ({ limit, date_from, cursor, ...more }) => Object.keys(more).length > 2),
  },
];

const causes: readonly Mutant[] = [
  {
    ...ofDealers,
    id: 'cause-elsewhere',
    what: 'a refusal that is known names another place',
    check: 'cause',
    rule: 'place',
    mutate: wire(dealersPost, json(400, otherPlace)),
  },
];

const states: readonly Mutant[] = [
  {
    ...ofDefinitions,
    id: 'head-refused',
    what: 'what can be read has no HEAD',
    check: 'head',
    rule: 'status',
    mutate: wire((method) => method === 'HEAD', status(200, 404)),
  },
  {
    ...ofDefinitions,
    id: 'state-constant',
    what: 'the ETag stays when the answer changes',
    check: 'reply-caching',
    asks: ['conditional-read'],
    rule: 'header ETag: one state',
    mutate: growing,
  },
  {
    area: 'admin',
    operation: 'replaceGrant',
    id: 'present-state-refused',
    what: 'a write is refused that is based on the present state',
    check: 'conditional-write',
    asked: 'the present If-Match',
    rule: 'status',
    mutate: wire(asked('PUT', /\/grants\/[^/]+$/), status(200, 412)),
  },
];

const answers: readonly Mutant[] = [
  {
    area: 'admin',
    operation: null,
    id: 'options-short',
    what: 'OPTIONS leaves a method out',
    check: 'options',
    rule: 'header allow',
    mutate: wire((method) => method === 'OPTIONS', header(204, 'Allow', 'GET')),
  },
  ...[].map(
    ({ id, what, expected, type, rule }): Mutant => ({
      area: 'admin',
      operation: 'getDealer',
      id,
      what,
      check: 'reply-problem',
      asks: ['unknown-id'],
      rule,
      expected,
      mutate: wire(
        always,
        json(404, (problem) => ({ ...problem, type })),
      ),
    }),
  ),
];

const keyed: readonly Mutant[] = [
  {
    area: 'jobs',
    operation: 'uploadFile',
    id: 'replay-refused',
    what: 'a key that was used is refused, whatever comes with it',
    check: 'idempotency-replay',
    rule: 'status',
    mutate: host(({ idempotency }) => ({
      idempotency: {
        async begin(...attempt) {
          const begun = await idempotency.begin(...attempt);
          return begun.kind === 'replay' ? { kind: 'mismatch' } : begun;
        },
      },
    })),
  },
  {
    area: 'series',
    operation: 'listIndices',
    id: 'cursor-elsewhere',
    what: 'the refusal of a cursor names another parameter',
    check: 'cursor',
    rule: 'place',
    mutate: wire((_, path) => path.includes('cursor='), json(400, otherPlace)),
  },
];

export const variants: MutantGroup = {
  kind: 'ways of asking',
  mutants: [...requests, ...causes, ...states, ...answers, ...keyed, ...tokens],
};

/** The same JSON, one byte longer each time. */
function growing(parts: Parameters<Mutation>[0]): ReturnType<Mutation> {
  let reads = 0;
  return wire(asked('GET', /^\/definitions$/), (answer) => {
    reads += 1;
    return answer.status === 200 ? { ...answer, body: answer.body + ' '.repeat(reads) } : answer;
  })(parts);
}
