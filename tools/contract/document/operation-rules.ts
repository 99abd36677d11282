// The rules of an operation that its extensions state: who may call it and how often, its conditions, its end, and what
// it takes from other operations.
import type { OperationFacts, RateLimit } from '../../runtime/contract.ts';
import { asRecord, isRecord, type JsonObject } from '../json.ts';
import type { Operation, Parameter } from './model.ts';
import type { Reading } from './reading.ts';

/** An empty alternative makes the others optional: those are shown to the handler, and only HTTP Basic can be. */
export function credentials(reading: Reading, json: JsonObject): Pick<OperationFacts, 'schemes' | 'basic'> {
  const security = json.security ?? reading.top.security;
  const alternatives = Array.isArray(security) ? security.map(asRecord) : [];
  const some = alternatives.filter((each) => Object.keys(each).length > 0);
  if (some.length === alternatives.length) return { schemes: schemes(reading, json) };
  const known = asRecord(asRecord(reading.top.components).securitySchemes);
  const isBasic = (each: JsonObject) =>
    Object.keys(each).every((name) => reading.resolve(asRecord(known[name])).scheme === 'basic');
  if (some.length === 0 || !some.every(isBasic))
    reading.wrong(json, 'security', 'beside {} there is one alternative, HTTP Basic');
  return { schemes: [], basic: true };
}

function schemes(reading: Reading, json: JsonObject): string[] {
  const security = json.security ?? reading.top.security;
  if (!Array.isArray(security)) reading.wrong(json, 'security', 'an operation needs security; [] makes it public');
  const known = Object.keys(asRecord(asRecord(reading.top.components).securitySchemes));
  return reading.list(security).map((each) => {
    const [scheme, ...more] = Object.keys(each);
    if (scheme === undefined || more.length > 0 || !known.includes(scheme))
      reading.wrong(json, 'security', `each alternative names one of ${known.join(', ')}`);
    return scheme ?? '';
  });
}

export function rateLimits(reading: Reading, json: JsonObject): RateLimit[] {
  const policies = asRecord(reading.top['x-rate-limits']);
  return [json['x-rate-limit'] ?? []].flat().map((each) => {
    const { policy, cost } = asRecord(each);
    const facts = asRecord(policies[String(policy)]);
    if (facts.quota === undefined) reading.wrong(json, 'x-rate-limit', `there is no rate-limit policy ${policy}`);
    return {
      policy: String(policy),
      quota: Number(facts.quota),
      windowS: Number(facts.window_s),
      cost: Number(cost ?? 1),
      per: facts.per as RateLimit['per'],
    };
  });
}

export function conditional(reading: Reading, json: JsonObject): Pick<OperationFacts, 'conditional'> {
  const conditional = json['x-conditional'];
  if (conditional === undefined) return {};
  if (conditional !== 'read' && conditional !== 'write')
    reading.wrong(json, 'x-conditional', 'x-conditional is read or write');
  return { conditional: conditional as 'read' | 'write' };
}

export function deprecation(reading: Reading, json: JsonObject): Pick<OperationFacts, 'deprecation'> {
  const { since, sunset } = asRecord(json['x-deprecation']);
  if ((json.deprecated === true) !== (since !== undefined))
    reading.wrong(json, 'deprecated', 'deprecated and x-deprecation: { since, sunset } belong together');
  if (since === undefined) return {};
  const end = sunset === undefined ? {} : { sunset: new Date(String(sunset)).toUTCString() };
  return { deprecation: { since: Date.parse(String(since)) / 1000, ...end } };
}

/** What one operation takes from another: the address of its job, the state whose ETag it asks for. */
export function link(reading: Reading, operation: Operation, all: readonly Operation[], json: JsonObject): Operation {
  const { facts } = operation;
  const job = asRecord(json['x-job']);
  const status = all.find((each) => each.facts.id === job.status);
  if (json['x-job'] !== undefined && (status === undefined || facts.replies[202] === undefined))
    reading.wrong(json, 'x-job', 'x-job needs a 202 and the operation that reports its status');
  const read = all.find((each) => each.facts.path === facts.path && each.facts.conditional === 'read');
  if (facts.conditional === 'write' && (read === undefined || Object.keys(read.facts.parameters.query).length > 0))
    reading.wrong(
      json,
      'x-conditional',
      'If-Match needs a GET at the same path with x-conditional: read and no query parameters',
    );
  if (facts.idempotent && operation.replies.some(({ schema }) => hasSecret(reading, schema)))
    reading.wrong(json, 'x-idempotency', 'an answer with a secret must not be kept');
  const linked: OperationFacts = {
    ...facts,
    ...(status === undefined
      ? {}
      : { job: { path: status.facts.path, id: String(job.id), retryAfterS: Number(job.retry_after_s ?? 1) } }),
    ...(facts.conditional === 'write' && read ? { etagOf: read.facts.id } : {}),
  };
  return { ...operation, facts: linked };
}

function hasSecret(reading: Reading, schema: JsonObject, visited = new Set<JsonObject>()): boolean {
  const resolved = reading.resolve(schema);
  if (visited.has(resolved)) return false;
  visited.add(resolved);
  const inner = [
    ...Object.values(asRecord(resolved.properties)),
    resolved.items,
    ...['oneOf', 'anyOf', 'allOf'].flatMap((key) => reading.list(resolved[key])),
  ];
  return resolved['x-secret'] === true || inner.some((each) => isRecord(each) && hasSecret(reading, each, visited));
}

export function checkPath(reading: Reading, path: string, parameters: readonly Parameter[], json: JsonObject): void {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
  const declared = parameters.filter((each) => each.in === 'path' && each.required).map(({ name }) => name);
  if ([...inPath].sort().join() !== [...declared].sort().join())
    reading.wrong(json, 'parameters', `${path} and its required path parameters do not match`);
  if (!/^(\/(\{\w+\}|[A-Za-z0-9._~-]+))+$/.test(path))
    reading.wrong(json, 'parameters', `${path} is not made of plain segments and whole-segment parameters`);
}
