// Rules about what is generated from one word in the contract: keys, jobs, conditions, pages.

import { type Document, type Finding, fields, list, text } from '../document.ts';
import { bodySchema, has, hasHeader, type Operation, operations, reply, slugs, success } from '../operations.ts';
import type { Rule } from '../rule.ts';

const reason = (value: unknown): boolean => text(value).length >= 10;

function* idempotency(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const { at, method, value } = operation;
    const [keyed, unkeyed] = [value['x-idempotency'] === true, value['x-no-idempotency'] !== undefined];
    if (method !== 'post' && (keyed || unkeyed))
      yield { at, message: `Idempotency-Key is for POST; ${method.toUpperCase()} is safe to repeat already.` };
    if (method !== 'post') continue;
    if (keyed === unkeyed)
      yield { at, message: 'A POST has x-idempotency: true, or says in x-no-idempotency why not.' };
    if (unkeyed && !reason(value['x-no-idempotency']))
      yield { at: [...at, 'x-no-idempotency'], message: 'x-no-idempotency gives the reason.' };
    if (keyed !== has(operation, 'header', 'Idempotency-Key'))
      yield { at, message: 'x-idempotency and the parameter Idempotency-Key go together.' };
    if (keyed) yield* carries(operation, '409', 'idempotency-in-flight');
    if (keyed) yield* carries(operation, '422', 'idempotency-key-reused');
  }
}

function* carries(operation: Operation, status: string, slug: string): Generator<Finding> {
  const found = reply(operation, status);
  if (found === undefined || !slugs(found).includes(slug))
    yield { at: found?.at ?? [...operation.at, 'responses'], message: `${status} can carry ${slug}.` };
}

function* jobs(document: Document): Generator<Finding> {
  const all = [...operations(document)];
  for (const operation of all) {
    const { at, value } = operation;
    const accepted = reply(operation, 202);
    if ((accepted === undefined) !== (value['x-job'] === undefined))
      yield { at, message: '202 and x-job go together.' };
    if (accepted === undefined || value['x-job'] === undefined) continue;
    const job = fields(value['x-job']);
    const status = all.find(({ id }) => id === job.status);
    if (status?.method !== 'get' || status.parameters.filter((each) => each.in === 'path').length !== 1)
      yield {
        at: [...at, 'x-job'],
        message: `x-job.status is a GET with one id in its path, not '${text(job.status)}'.`,
      };
    if (!list(bodySchema(accepted.value).required).includes(job.id))
      yield { at: [...at, 'x-job'], message: `x-job.id is a required field of the 202 reply, not '${text(job.id)}'.` };
    for (const name of ['Location', 'Retry-After'])
      if (!hasHeader(accepted, name)) yield { at: accepted.at, message: `202 has the header ${name}.` };
  }
}

function* created(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const found = reply(operation, 201);
    if (found !== undefined && !hasHeader(found, 'Location'))
      yield { at: found.at, message: '201 has the header Location.' };
  }
}

function* conditional(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const { at, method, value } = operation;
    const kind = value['x-conditional'];
    const place = kind === undefined ? at : [...at, 'x-conditional'];
    if (kind !== undefined && kind !== (method === 'get' ? 'read' : 'write'))
      yield { at: place, message: 'x-conditional is read for GET and write for changes.' };
    if ((kind === 'read') !== has(operation, 'header', 'If-None-Match'))
      yield { at: place, message: 'x-conditional: read and the parameter If-None-Match go together.' };
    if ((kind === 'read') !== (reply(operation, 304) !== undefined))
      yield { at: place, message: 'x-conditional: read and 304 go together.' };
    if ((kind === 'write') !== has(operation, 'header', 'If-Match'))
      yield { at: place, message: 'x-conditional: write and the parameter If-Match go together.' };
    if (kind === 'write') yield* carries(operation, '412', 'precondition-failed');
    if (kind === 'write') yield* carries(operation, '428', 'precondition-required');
    for (const each of success(operation))
      if (kind === 'read' && ['ETag', 'Cache-Control', 'Vary'].some((name) => !hasHeader(each, name)))
        yield { at: each.at, message: 'The reply of a conditional read has ETag, Cache-Control and Vary.' };
  }
}

function* pages(document: Document): Generator<Finding> {
  for (const operation of operations(document)) {
    const { at, value } = operation;
    const properties = fields(bodySchema(reply(operation, 200)?.value).properties);
    const [paged, unpaged] = [value['x-page'] === true, value['x-unpaged'] !== undefined];
    if (properties.items !== undefined && paged === unpaged)
      yield { at, message: 'A list has x-page: true, or says in x-unpaged why not.' };
    if (unpaged && !reason(value['x-unpaged']))
      yield { at: [...at, 'x-unpaged'], message: 'x-unpaged gives the reason.' };
    if (!paged) continue;
    for (const name of ['limit', 'cursor'])
      if (!has(operation, 'query', name)) yield { at: [...at, 'x-page'], message: `A page has the parameter ${name}.` };
    if (properties.items === undefined || properties.next_cursor === undefined)
      yield { at: [...at, 'x-page'], message: 'A page has items and next_cursor.' };
  }
}

export const protocolRules: readonly Rule[] = [
  {
    id: 'idempotency-key',
    why: 'A POST that is retried after a lost answer must not create twice.',
    see: 'Protocol',
    http: idempotency,
  },
  { id: 'job-followable', why: 'Who got 202 must know where to look next.', see: 'Protocol', http: jobs },
  {
    id: 'created-located',
    why: 'A caller that got 201 must know where the resource is.',
    see: 'Protocol',
    http: created,
  },
  {
    id: 'conditional-complete',
    why: 'A condition needs both halves: the tag, the question and the short answer belong together.',
    see: 'Protocol',
    http: conditional,
  },
  { id: 'lists-paged', why: 'Every list grows; adding pages later breaks its readers.', see: 'Protocol', http: pages },
];
