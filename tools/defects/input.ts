// Defects of what is read from a request: one for each kind of constraint, and the form of the body.

import type { Bend } from '../mock/mock.ts';
import { always, facts, handler, json, keyword, unchecked, wire } from './bends.ts';
import type { Defect, DefectKind } from './defect.ts';

const constraint = (name: string, area: Defect['area'], part: string, found = keyword(name)): Defect => ({
  id: `${name.toLowerCase()}-unchecked`,
  what: `${name} of ${part} is not checked`,
  area,
  operation: part.replace(/_.*/, ''),
  rule: 'status',
  bend: unchecked(part, found),
});

export const constraints: DefectKind = {
  kind: 'constraints',
  defects: [
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

export const questions: DefectKind = {
  kind: 'requests',
  defects: [
    {
      id: 'boundary-fails',
      what: 'a value beyond a boundary ends in 500',
      area: 'series',
      operation: 'listIndices',
      rule: 'status',
      bend: throwing('listIndices_query', (value) => value.limit === 1001),
    },
    {
      id: 'field-demanded',
      what: 'a field is demanded that the contract does not have',
      area: 'admin',
      operation: 'createDealer',
      rule: 'status',
      bend: handler('createDealer', (healthy) => (request) => {
        if (request.fields.owner !== undefined) return healthy(request);
        const errors = [{ pointer: '', rule: 'required', message: 'must have the property owner' }];
        return Promise.resolve({ status: 400, problem: { slug: 'invalid-request', errors } });
      }),
    },
    {
      id: 'optional-refused',
      what: 'a field that may be left out, or be null, is refused when it is',
      area: 'admin',
      operation: 'createGrant',
      rule: 'status',
      bend: throwing('createGrant_json', (value) => value.brand_ids === null),
    },
    {
      id: 'place-unnamed',
      what: 'a refusal names another place than the wrong one',
      area: 'admin',
      operation: 'createDealer',
      rule: 'place',
      bend: wire(
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
      rule: 'status',
      bend: wire(
        (method, path) => method === 'POST' && path === '/admin/dealers',
        (answer) => (answer.status === 400 ? { ...answer, status: 422 } : answer),
      ),
    },
  ],
};

/** A validator that fails itself. */
function throwing(part: string, when: (value: Record<string, unknown>) => boolean): Bend {
  return unchecked(
    part,
    () => false,
    (value) => {
      if (when(value as Record<string, unknown>)) throw new Error('a defect on purpose');
    },
  );
}

export const bodies: DefectKind = {
  kind: 'bodies',
  defects: [
    {
      id: 'any-media-type',
      what: 'XML is read as if it were JSON',
      area: 'admin',
      operation: 'createDealer',
      rule: 'status',
      bend: facts('createDealer', (before) => ({
        ...before,
        body: { required: true, media: { ...before.body?.media, 'application/xml': 'json' } },
      })),
    },
    {
      id: 'no-size-limit',
      what: 'a body beyond the limit is read',
      area: 'slow',
      operation: 'createWebhook',
      rule: 'status',
      bend: facts('createWebhook', (before) => ({ ...before, bodyBytes: before.bodyBytes * 4 })),
    },
    {
      id: 'malformed-is-500',
      what: 'JSON that is none ends in 500',
      area: 'admin',
      operation: 'createDealer',
      rule: 'status',
      bend: wire(always, (answer) => (answer.body.includes('malformed-json') ? { ...answer, status: 500 } : answer)),
    },
    {
      id: 'malformed-is-other-problem',
      what: 'JSON that is none is answered with another problem',
      area: 'admin',
      operation: 'changeSubscription',
      rule: 'status',
      bend: wire(always, (answer) => ({
        ...answer,
        body: answer.body.replaceAll('malformed-json', 'invalid-request'),
      })),
    },
    {
      id: 'body-optional',
      what: 'no body is taken for an empty one',
      area: 'admin',
      operation: 'createDealer',
      rule: 'status',
      bend: facts('createDealer', (before) => ({
        ...before,
        body: { ...before.body, media: before.body?.media ?? {}, required: false },
      })),
    },
    {
      id: 'slow-body-is-503',
      what: 'a body that never ends is answered as if the service were away',
      area: 'slow',
      operation: 'createWebhook',
      rule: 'status',
      bend: wire(always, (answer) => (answer.status === 408 ? { ...answer, status: 503 } : answer)),
    },
  ],
};
