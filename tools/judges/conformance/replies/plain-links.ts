// Ids in the answers of those who do not mark them: by `links` of the document, else by their names (`POST /pets` gives `{ "id": 7 }`, which is `{petId}` of `/pets/{petId}`).
import { followed, isRecord, type Json, keysOf, valueAt } from '../contract/bundle.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { WireReply } from '../requests/wire.ts';
import { jsonOf } from './judge.ts';

/** An id, and the address up to it. */
export type LinkTemplate = { readonly prefix: string; readonly name: string; readonly value: string };

export function idsIn({ raw, operations }: Contract, operation: Operation, answer: WireReply): readonly LinkTemplate[] {
  const body = jsonOf(answer);
  const next = [...new Set(operations.flatMap(({ path }) => belowOf(operation.path, path)))];
  const named = next.flatMap((prefix): LinkTemplate[] => {
    const name = prefix.slice(prefix.lastIndexOf('{') + 1, -1);
    const value = idOf(resourceIn(body), name, operation.path);
    return value === undefined ? [] : [{ prefix, name, value }];
  });
  return [...named, ...linked(raw, operations, operation, answer, body)];
}

/** Keeps what an answer names; what is made counts more than what a list has. */
export const byName =
  (contract: Contract, bound: Map<string, string>, named: Map<string, string>) =>
  (operation: Operation, answer: WireReply): void => {
    for (const { prefix, name, value } of idsIn(contract, operation, answer)) {
      if (operation.method === 'POST' || !bound.has(prefix)) bound.set(prefix, value);
      if (!/^_?id$/i.test(name) && !named.has(name)) named.set(name, value);
    }
  };

/** `/pets/{petId}` for `/pets`. */
function belowOf(collection: string, path: string): readonly string[] {
  const [, prefix] = path.startsWith(`${collection}/`)
    ? (/^(\/\{[^}]+\})/.exec(path.slice(collection.length)) ?? [])
    : [];
  return prefix === undefined ? [] : [collection + prefix];
}

/** What was made, or the first of a list. */
function resourceIn(body: unknown): unknown {
  if (Array.isArray(body)) return body[0];
  if (!isRecord(body) || 'id' in body) return body;
  const lists = Object.values(body).filter((each) => Array.isArray(each) && isRecord(each[0]));
  const inner = Object.values(body).filter(isRecord);
  const [list] = lists as readonly unknown[][];
  return list?.[0] ?? (inner.length === 1 ? { ...inner[0], ...body } : body);
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function idOf(resource: unknown, name: string, collection: string): string | undefined {
  if (!isRecord(resource)) return undefined;
  const noun = plain(collection.split('/').at(-1) ?? '');
  const names = [plain(name), 'id', `${noun.replace(/s$/, '')}id`, 'uuid', 'key', 'slug', 'code', 'name'];
  const values = new Map(Object.entries(resource).map(([key, value]) => [plain(key), value]));
  const found = names.map((each) => values.get(each)).find((each) => ['string', 'number'].includes(typeof each));
  return found === undefined ? undefined : String(found);
}

function linked(
  raw: Json,
  operations: readonly Operation[],
  { replies, others }: Operation,
  answer: WireReply,
  body: unknown,
): readonly LinkTemplate[] {
  const reply = replies[answer.status] ?? others['2XX'] ?? others.default;
  return Object.values(reply?.links ?? {}).flatMap((link) => {
    const { operationId, parameters } = followed(raw, link) as { operationId?: string; parameters?: Json };
    const target = operations.find(({ id }) => id === operationId);
    return Object.entries(parameters ?? {}).flatMap(([name, expression]): LinkTemplate[] => {
      const end = target?.path.indexOf(`{${name}}`) ?? -1;
      const value = meaning(String(expression), answer, body);
      return target === undefined || end < 0 || value === undefined
        ? []
        : [{ prefix: target.path.slice(0, end + name.length + 2), name, value }];
    });
  });
}

/** `$response.body#/id`, `$response.header.X-Id` (OpenAPI 3.1, Runtime Expressions). */
function meaning(expression: string, answer: WireReply, body: unknown): string | undefined {
  const [, pointer] = /^\$response\.body#(.*)$/.exec(expression) ?? [];
  const [, header] = /^\$response\.header\.(.+)$/.exec(expression) ?? [];
  const value = pointer === undefined ? answer.headers[header?.toLowerCase() ?? ''] : valueAt(body, keysOf(pointer));
  return ['string', 'number'].includes(typeof value) ? String(value) : undefined;
}
