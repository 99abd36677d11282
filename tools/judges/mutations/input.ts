// Mutants of what is read from a request: one for each kind of constraint, and the form of the body.

import type { Mutant, MutantGroup } from './mutant.ts';
import {
  always,
  facts,
  handler,
  json,
  keyword,
  mistaken,
  status,
  throwing,
  unchecked,
  wire,
} from './mutation-operators.ts';

const constraint = (name: string, area: Mutant['area'], part: string, found = keyword(name)): Mutant => ({
  id: `${name.toLowerCase()}-unchecked`,
  what: `${name} of ${part} is not checked`,
  area,
  operation: part.replace(/_.*/, ''),
  check: part.endsWith('_query') ? 'broken-parameter' : 'broken-field',
  rule: 'status',
  mutate: unchecked(part, found),
});

export const constraints: MutantGroup = {
  kind: 'constraints',
  mutants: [
    constraint('minimum', 'series', 'listIndices_query'),
    constraint('maximum', 'series', 'listBrands_query'),
    constraint('enum', 'series', 'listIndices_query'),
    constraint('format', 'series', 'listIndices_query'),
    constraint('pattern', 'admin', 'createDealer_json'),
    constraint('maxLength', 'admin', 'createDealer_json'),
    constraint('minLength', 'tokens', 'loginUser_json'),
    constraint('required', 'admin', 'createDealer_json'),
    constraint('type', 'admin', 'createDealer_json'),
    constraint('const', 'tokens', 'issueToken_json'),
    constraint('additionalProperties', 'admin', 'createDealer_json'),
    constraint('minItems', 'labs', 'startLab_json'),
    constraint('maxItems', 'labs', 'startLab_json'),
    constraint('uniqueItems', 'labs', 'startLab_json'),
  ],
};

export const questions: MutantGroup = {
  kind: 'requests',
  mutants: [
    {
      id: 'boundary-fails',
      what: 'a value beyond a boundary ends in 500',
      area: 'series',
      operation: 'listIndices',
      check: 'broken-parameter',
      rule: 'status',
      mutate: throwing('listIndices_query', (value) => value.limit === 1001),
    },
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
      id: 'field-demanded',
      what: 'a field is demanded that the contract does not have',
      area: 'admin',
      operation: 'createDealer',
      check: 'good-request',
      asks: [],
      rule: 'status',
      mutate: handler('createDealer', (healthy) => (request) => {
        if (request.fields.owner !== undefined) return healthy(request);
        const errors = [{ pointer: '', rule: 'required', message: 'must have the property owner' }];
        return Promise.resolve({ status: 400, problem: { slug: 'invalid-request', errors } });
      }),
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
      least: `curl -i --path-as-is 'http://mock/analytics/api/v1/indices?brand_id=citro%C3%ABn&region_id=oslo' -H 'authorization: Bearer '"$ANN_TOKEN"`,
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
    {
      id: 'refused-with-422',
      what: 'what has not the form is refused as if it broke a rule of the business',
      area: 'admin',
      operation: 'createDealer',
      check: 'broken-field',
      rule: 'status',
      mutate: wire(
        (method, path) => method === 'POST' && path === '/admin/dealers',
        (answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer),
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
      operation: 'createWebhook',
      check: 'declared-length',
      rule: 'status',
      mutate: facts('createWebhook', (before) => ({ ...before, bodyBytes: before.bodyBytes * 4 })),
    },
    {
      id: 'malformed-is-500',
      what: 'malformed JSON ends in 500',
      area: 'admin',
      operation: 'createDealer',
      check: 'malformed-json',
      rule: 'status',
      mutate: wire(always, (answer) => (answer.body.includes('malformed-json') ? { ...answer, status: 500 } : answer)),
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
      id: 'slow-body-is-503',
      what: 'a body that never ends is answered as if the service were away',
      area: 'slow',
      operation: 'createWebhook',
      check: 'unfinished-body',
      rule: 'status',
      mutate: wire(always, (answer) => (answer.status === 408 ? { ...answer, status: 503 } : answer)),
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
    {
      id: 'stream-beyond-is-503',
      what: 'a stream beyond the limit is answered as if the service were away',
      area: 'admin',
      operation: 'createGrant',
      check: 'streamed-length',
      rule: 'status',
      mutate: wire((_, __, headers) => headers['transfer-encoding'] === 'chunked', status(413, 503)),
    },
    {
      id: 'bytes-are-500',
      what: 'a body that is no UTF-8 ends in 500',
      area: 'admin',
      operation: 'createGrant',
      check: 'invalid-encoding',
      rule: 'status',
      mutate: wire(always, (answer) =>
        answer.body.includes('invalid-encoding') ? { ...answer, status: 500 } : answer,
      ),
    },
    {
      id: 'no-text-is-500',
      what: 'a file of no bytes ends in 500',
      area: 'labs',
      operation: 'uploadLab',
      check: 'text-length',
      rule: 'status',
      mutate: wire((method, _, headers) => method === 'POST' && headers['content-length'] === '0', status(400, 500)),
    },
  ],
};
