// Rules about a document as a whole: version, name, references, limits, decisions.

import { type Document, entries, type Fields, type Finding, fields, list, type Path, text } from '../document.ts';
import { operations } from '../operations.ts';
import type { Rule } from '../rule.ts';
import { walk } from '../walk.ts';

const isDate = (value: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toISOString().startsWith(value);

function* datedVersion({ root }: Document): Generator<Finding> {
  const version = text(fields(root.info).version);
  const valid = /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version)) && isDate(version);
  if (!valid) yield { at: ['info', 'version'], message: `info.version is a date as '2026-11-21', not '${version}'.` };
}

function* named({ root }: Document): Generator<Finding> {
  if (!/^[a-z][a-z0-9-]*$/.test(text(root['x-document'])))
    yield { at: ['x-document'], message: 'x-document names the folder of generated/ that the document makes.' };
}

const reachable = /^(#\/|(\.\.\/|\.\/)?(common|problems)\.yaml#\/)/;

function* references({ raw }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw)) {
    const ref = value.$ref;
    if (typeof ref === 'string' && !reachable.test(ref))
      yield {
        at: [...at, '$ref'],
        message: `A $ref stays in the document or goes to common.yaml or problems.yaml, not to ${ref}.`,
      };
  }
}

function* decisions({ raw, shared }: Document): Generator<Finding> {
  for (const { at, value } of walk(raw))
    for (const [i, number] of list(value['x-decision']).entries())
      if (typeof number !== 'number' || !shared.decisions.has(number))
        yield { at: [...at, 'x-decision', i], message: `There is no decision ${String(number)} in spec/decisions/.` };
}

const positive = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) > 0;

function* rateLimits(document: Document): Generator<Finding> {
  const policies = fields(document.root['x-rate-limits']);
  for (const [name, policy] of entries(policies)) yield* policyShape(name, policy);
  for (const { at, value } of operations(document)) {
    const limit = fields(value['x-rate-limit']);
    const policy = policies[text(limit.policy)];
    if (policy === undefined)
      yield {
        at: [...at, 'x-rate-limit'],
        message: `x-rate-limit names a policy of x-rate-limits, not '${text(limit.policy)}'.`,
      };
    else if (!positive(limit.cost) || Number(limit.cost) > Number(fields(policy).quota))
      yield { at: [...at, 'x-rate-limit'], message: 'cost is a whole number from 1 up to the quota of the policy.' };
  }
}

function* policyShape(name: string, policy: Fields): Generator<Finding> {
  const at: Path = ['x-rate-limits', name];
  if (!positive(policy.quota) || !positive(policy.window_s))
    yield { at, message: 'A policy has a quota and a window_s, both whole and above 0.' };
  if (policy.per !== 'principal' && policy.per !== 'address')
    yield { at, message: 'A policy counts per principal or per address.' };
  const others = Object.keys(policy).filter((key) => !['quota', 'window_s', 'per'].includes(key));
  if (others.length > 0)
    yield { at, message: `A policy has a quota, a window_s and per; ${others.join(' and ')} would have no effect.` };
}

function* limits(document: Document): Generator<Finding> {
  const { body_bytes, timeout_ms } = fields(document.root['x-defaults']);
  if (!positive(body_bytes) || !positive(timeout_ms))
    yield { at: ['x-defaults'], message: 'x-defaults gives body_bytes and timeout_ms.' };
  for (const { at, value, body } of operations(document)) {
    if (value['x-limits'] === undefined) continue;
    const own = fields(value['x-limits']);
    const place = [...at, 'x-limits'];
    for (const [key, limit] of Object.entries(own))
      if (!['body_bytes', 'file_bytes', 'timeout_ms', 'idle_ms'].includes(key) || !positive(limit))
        yield {
          at: [...place, key],
          message: 'x-limits holds body_bytes, file_bytes, timeout_ms and idle_ms, whole and above 0.',
        };
    if (own.idle_ms !== undefined && body === undefined)
      yield { at: [...place, 'idle_ms'], message: 'idle_ms is for operations with a body.' };
    if (own.file_bytes === undefined) continue;
    if (fields(body?.content)['multipart/form-data'] === undefined)
      yield { at: place, message: 'file_bytes is for forms with a file only.' };
    if (!(Number(own.body_bytes) > Number(own.file_bytes)))
      yield { at: place, message: 'body_bytes must be above file_bytes: the form has other fields too.' };
  }
}

export const documentRules: readonly Rule[] = [
  {
    id: 'dated-version',
    why: 'A number says nothing about when; inside one major version the date is the version.',
    see: 'Documents',
    http: datedVersion,
    messages: datedVersion,
  },
  {
    id: 'document-name',
    why: 'The generator would not know where the output goes.',
    see: 'Documents',
    http: named,
    messages: named,
  },
  {
    id: 'references-inside',
    why: 'A document that reaches into another part can not be read, generated or released alone.',
    see: 'Documents',
    http: references,
    messages: references,
  },
  {
    id: 'decision-exists',
    why: 'A reader who follows the number must find the reason.',
    see: 'Documents',
    http: decisions,
    messages: decisions,
  },
  {
    id: 'rate-limit-policy',
    why: 'An operation without a policy is one that anybody may flood.',
    see: 'Limits',
    http: rateLimits,
  },
  { id: 'body-limits', why: 'A body without a limit fills the memory or the disk.', see: 'Limits', http: limits },
];
