// Mutants of what is read from a request: edges, combinations, places, and the form of the body. Each kind of
// constraint: constraints.ts.

import type { MutantGroup } from './mutant.ts';
import { always, facts, json, mistaken, throwing, wire } from './mutation-operators.ts';

export const questions: MutantGroup = {
  kind: 'requests',
  mutants: [
    {
      id: 'edge-refused',
      what: 'the greatest value that is permitted is refused',
      area: 'series',
      operation: 'listIndices',
      check: 'good-edge',
      rule: 'status',
      mutate: throwing('listIndices_query', (value) => value.limit === 1000),
    },
    {
      id: 'optional-refused',
      what: 'a field that may be there is refused',
      area: 'deployments',
      operation: 'deployLab',
      check: 'generated-body',
      rule: 'status',
      depth: 8,
      least: `curl -i --path-as-is -X POST 'http://mock/infra/v1/deploy' -H 'content-type: application/json' -H 'authorization: Bearer '"$ANN_TOKEN" --data-binary '{"lab_id":"linux-basics","student_ids":["anna","ben"],"restore":"none"}'`,
      mutate: throwing('deployLab_json', (value) => value.restore === 'none'),
    },
    {
      id: 'filters-together-fail',
      what: 'two filters, each of which is taken, fail together',
      area: 'series',
      operation: 'listIndices',
      check: 'generated-query',
      rule: 'status',
      depth: 8,
      least: `curl -i --path-as-is 'http://mock/analytics/api/v1/indices?brand_id=toyota&region_id=oslo' -H 'authorization: Bearer '"$ANN_TOKEN"`,
      mutate: throwing('listIndices_query', (value) => value.brand_id !== undefined && value.region_id !== undefined),
    },
    {
      id: 'filter-fails',
      what: 'a filter with the value of its example fails',
      area: 'series',
      operation: 'listIndices',
      check: 'example',
      rule: 'status',
      mutate: throwing('listIndices_query', (value) => value.model_family_id !== undefined),
    },
    {
      id: 'quarters-fail',
      what: 'a value fails that is known to be good there',
      area: 'series',
      operation: 'listIndices',
      check: 'further-request',
      rule: 'status',
      mutate: throwing('listIndices_query', (value) => value.period_type === 'quarter'),
    },
    {
      id: 'unknown-parameter-taken',
      what: 'an unknown parameter is accepted',
      area: 'series',
      operation: 'listBrands',
      check: 'unknown-parameter',
      rule: 'status',
      mutate: mistaken((request) => {
        request.url = request.url?.replace(/[?&]zz_unknown=x/, '');
      }),
    },
    {
      id: 'broken-query-taken',
      what: 'a query that is no UTF-8 is read as far as it goes',
      area: 'series',
      operation: 'listBrands',
      check: 'query-encoding',
      rule: 'status',
      mutate: mistaken((request) => {
        request.url = request.url?.replace(/[?&]zz=%ff/, '');
      }),
    },
    {
      id: 'place-unnamed',
      what: 'a refusal names another place than the wrong one',
      area: 'admin',
      operation: 'createDealer',
      check: 'broken-field',
      rule: 'place',
      mutate: wire(
        (method, path) => method === 'POST' && path === '/admin/dealers',
        json(400, (problem) => ({
          ...problem,
          ...(problem.errors ? { errors: [{ pointer: '/zz', rule: 'type', message: 'is wrong' }] } : {}),
        })),
      ),
    },
  ],
};

export const bodies: MutantGroup = {
  kind: 'bodies',
  mutants: [
    {
      id: 'any-media-type',
      what: 'XML is read as if it were JSON',
      area: 'admin',
      operation: 'createDealer',
      check: 'media-type',
      rule: 'status',
      mutate: facts('createDealer', (before) => ({
        ...before,
        body: { required: true, media: { ...before.body?.media, 'application/xml': 'json' } },
      })),
    },
    {
      id: 'no-size-limit',
      what: 'a body beyond the limit is read',
      area: 'slow',
      operation: 'createCalendar',
      check: 'declared-length',
      rule: 'status',
      mutate: facts('createCalendar', (before) => ({ ...before, bodyBytes: before.bodyBytes * 4 })),
    },
    {
      id: 'malformed-is-other-problem',
      what: 'malformed JSON is answered with another problem',
      area: 'admin',
      operation: 'changeSubscription',
      check: 'malformed-json',
      rule: 'status',
      mutate: wire(always, (answer) => ({
        ...answer,
        body: answer.body.replaceAll('malformed-json', 'invalid-request'),
      })),
    },
    {
      id: 'body-optional',
      what: 'no body is taken for an empty one',
      area: 'admin',
      operation: 'createDealer',
      check: 'no-body',
      rule: 'status',
      mutate: facts('createDealer', (before) => ({
        ...before,
        body: { ...before.body, media: before.body?.media ?? {}, required: false },
      })),
    },
    {
      id: 'any-charset',
      what: 'UTF-16 is read as if it were UTF-8',
      area: 'admin',
      operation: 'createGrant',
      check: 'charset',
      rule: 'status',
      mutate: mistaken(({ headers }) => {
        headers['content-type'] = headers['content-type']?.replace(/;.*/, '');
      }),
    },
    {
      id: 'encoding-unseen',
      what: 'what is said to be compressed is read as it is',
      area: 'admin',
      operation: 'createGrant',
      check: 'content-encoding',
      rule: 'status',
      mutate: mistaken(({ headers }) => {
        delete headers['content-encoding'];
      }),
    },
  ],
};
