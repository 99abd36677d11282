// From method and path to an operation; or the answer when there is none.

import { preflightHeaders } from '../access/origins.ts';
import type { Resource } from '../contract.ts';
import { type Answer, type Call, isRefusal, problemAnswer, type Target } from '../exchange.ts';
import { refuse } from '../problem.ts';
import { segmentsOf } from './path.ts';

export function find(call: Call, path: string): Target | Answer {
  const segments = segmentsOf(path);
  if (isRefusal(segments)) return problemAnswer(call, segments);
  const found = segments === undefined ? undefined : call.contract.route(segments);
  if (found === undefined)
    return problemAnswer(call, refuse('unknown-url', { detail: 'There is no operation at this URL.' }));
  const { resource, path: values } = found;
  const method = call.req.method === 'HEAD' ? 'GET' : (call.req.method ?? '');
  const operation = call.contract.operations[resource.methods[method] ?? ''];
  return operation === undefined ? withoutOperation(call, resource) : { operation, segments: values };
}

function withoutOperation(call: Call, resource: Resource): Answer {
  const { allow, path } = resource;
  const headers = { Allow: allow };
  if (call.req.method === 'OPTIONS')
    return { status: 204, headers: { ...headers, ...preflightHeaders(call, resource) }, body: undefined };
  const detail = `${path} has the methods ${allow}.`;
  const { headers: usual, ...refused } = problemAnswer(call, refuse('method-not-allowed', { detail }));
  return { ...refused, headers: { ...usual, ...headers } };
}
