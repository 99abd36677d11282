// `Prefer: code=404, example=unknown, dynamic=true` (RFC 7240): the reply that the caller prefers, whatever the mock's
// state.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Operation } from '../../contract/document/model.ts';
import { asRecord, type Json, type JsonObject } from '../../contract/json.ts';
import type { Reply } from '../../runtime/exchange.ts';
import { refuse, slugOf } from '../../runtime/problem.ts';
import type { Backend } from './backend.ts';
import { examplesOf, successOf } from './roles.ts';
import { drawn } from './schema.ts';

/** The header of the request that is being answered. */
export const preferred = new AsyncLocalStorage<string>();

type Preference = {
  readonly code?: string;
  readonly example?: string;
  readonly seed?: number;
  readonly dynamic: boolean;
};

export function preferenceOf(header: string): Preference | undefined {
  const pairs = new Map(
    header
      .split(/[,;]/)
      .map((each) => each.trim().split('='))
      .map(([name = '', value = '']) => [name.toLowerCase(), value.replaceAll('"', '')]),
  );
  const [code, example, seed] = ['code', 'example', 'seed'].map((name) => pairs.get(name));
  // A preference without a value is set (RFC 7240, section 2).
  const dynamic = ['true', ''].includes(pairs.get('dynamic') ?? 'false');
  if (code === undefined && example === undefined && !dynamic) return undefined;
  return {
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { example }),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    dynamic,
  };
}

/** The reply that the caller prefers; a problem when the document does not declare it. */
export function preferredReply(
  backend: Backend,
  operation: Operation,
  { code, example, dynamic, seed }: Preference,
): Reply {
  const status = Number(code ?? successOf(operation)?.status ?? 200);
  const declared = operation.replies.find((each) => each.status === status);
  const slugs = operation.problemsByStatus[status];
  if (declared === undefined && slugs === undefined)
    return unknown(`${operation.facts.id} has no reply ${code}, but ${statusesOf(operation).join(', ')}`);
  const examples = examplesOf(backend.document.bundle.json, operation, status);
  const named = example === undefined ? examples[0] : examples.find(([name]) => name === example);
  if (named === undefined && example !== undefined)
    return unknown(`its ${status} has the examples ${examples.map(([name]) => name).join(', ') || 'none'}`);
  if (declared === undefined) return problemOf(status, slugs?.[0] ?? 'internal', asRecord(named?.[1]));
  if (declared.type === undefined) return { status };
  const drawing = dynamic || named === undefined;
  const body = drawing
    ? drawn(backend.document.schemas, declared.schema, seed ?? 1)
    : backend.api.mockResponseForOperation(operation.facts.id, {
        code: status,
        mediaType: declared.type,
        example: named[0],
      }).mock;
  return { status, body: body as Json, revision: JSON.stringify(body) };
}

const statusesOf = ({ replies, problemsByStatus }: Operation): readonly number[] =>
  [...new Set([...replies.map(({ status }) => status), ...Object.keys(problemsByStatus).map(Number)])].sort(
    (a, b) => a - b,
  );

const unknown = (what: string): Reply =>
  refuse('invalid-request', {
    detail: `Prefer cannot be met: ${what}.`,
    errors: [{ parameter: 'Prefer', rule: 'prefer', message: `cannot be met: ${what}` }],
  });

/** The problem of the example, with the fields that its kind adds. */
function problemOf(status: number, slug: string, example: JsonObject): Reply {
  const { type, title: _title, status: _status, instance: _instance, detail = '', ...fields } = example;
  const named = typeof type === 'string' ? slugOf(type) : slug;
  return { status, problem: { slug: named, detail: String(detail), ...fields } };
}
