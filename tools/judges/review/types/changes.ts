// The named types that a change touches, before and after, as short unified differences.

import { nameOf } from '../collect.ts';
import type { Pair } from '../documents.ts';
import { operationsOf } from '../http/operation.ts';
import { fields, type Node } from '../source.ts';
import { signatureOf, typeOf } from './printer.ts';
import { unified } from './unified.ts';

export type TypeChange = { readonly document: string; readonly name: string; readonly difference: string };

export function compareTypes(pairs: readonly Pair[]): TypeChange[] {
  return pairs.flatMap(({ kind, before, after }) => {
    // All types of a new document are new; listing them is of no use.
    if (before === undefined || after === undefined) return [];
    const root = after;
    const [old, now] = [before, after].map((node) => typesOf(kind, node));
    const names = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])];
    return names.flatMap((name) => {
      const difference = unified(old?.get(name) ?? '', now?.get(name) ?? '');
      return difference === ''
        ? []
        : [{ document: kind === 'shared' || kind === 'registry' ? kind : `${nameOf(root)}/${kind}`, name, difference }];
    });
  });
}

function typesOf(kind: Pair['kind'], root: Node): Map<string, string> {
  const types = new Map<string, string>();
  const named = kind === 'schema' ? root.raw('$defs') : root.raw('components')?.raw('schemas');
  for (const name of Object.keys(fields(named?.value))) types.set(name, `type ${name} = ${typeOf(named?.raw(name))};`);
  if (kind === 'schema')
    types.set('(root)', `type ${String(root.fields.title ?? 'Document').replaceAll(/\W+/g, '')} = ${typeOf(root)};`);
  if (kind === 'openapi')
    for (const operation of operationsOf(root).filter(({ planned }) => !planned))
      types.set(
        operation.id || operation.title,
        `${operation.id || operation.title}: ${signatureOf(operation.node, [...operation.parameters.values()])};`,
      );
  if (kind === 'registry')
    for (const [slug, problem] of root.get('problems')?.entries() ?? [])
      types.set(
        slug,
        `problem '${slug}': ${JSON.stringify({ status: problem.fields.status, ...fields(problem.fields.fields) })}`,
      );
  return types;
}
