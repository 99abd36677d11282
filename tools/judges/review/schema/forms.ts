// Forms of uploaded files: the schema of a row, with the names that its columns may have (x-column) and what makes two
// rows the same (x-form).

import type { Effect, Usage } from '../change.ts';
import type { Collector } from '../collect.ts';
import { inPart } from '../finding.ts';
import { canonical, fields, list, type Node } from '../source.ts';
import type { SchemaComparer } from './compare.ts';
import { narrowed, replaced, widened } from './verdicts.ts';

/** Compares the forms of a document whose definitions are forms. */
export function compareForms(before: Node, after: Node, collector: Collector, schemas: SchemaComparer): void {
  for (const [name, form] of formsOf(before)) {
    const other = after.get('$defs', name);
    if (other === undefined) continue;
    const usage = usageOf(after, before, name);
    for (const finding of inPart('request', '', schemas.nodes(form, other))) collector.add(usage, finding);
    for (const finding of inPart('request', '', [...rules(form, other), ...columns(form, other)]))
      collector.add(usage, finding);
  }
}

const formsOf = (root: Node): [string, Node][] =>
  (root.get('$defs')?.entries() ?? []).filter(([, node]) => 'x-form' in node.fields);

const usageOf = (root: Node, owner: Node, name: string): Usage => ({
  document: 'uploaded files',
  file: root.fileName,
  label: `form ${name}`,
  direction: 'request',
  affects: ['callers who upload such a file'],
  senders: 'callers',
  readers: 'the service',
  owner,
});

function rules(before: Node, after: Node): Effect[] {
  const [old, now] = [before.raw('x-form'), after.raw('x-form')];
  if (old === undefined || now === undefined || canonical(old.value) === canonical(now.value)) return [];
  const where = {
    rule: 'form-changed',
    what: 'what the rows of the form have in common changed',
    before: old,
    after: now,
  };
  return [replaced(where, 'the columns that make two rows the same, or that come together, are others')];
}

function columns(before: Node, after: Node): Effect[] {
  const now = new Map(after.get('properties')?.entries() ?? []);
  return (before.get('properties')?.entries() ?? []).flatMap(([name, column]) => {
    const other = now.get(name);
    return other === undefined ? [] : column.raw('x-column') === undefined ? [] : headings(name, column, other);
  });
}

/** A heading that is no longer known is a file that is refused; another one more is not. */
function headings(name: string, before: Node, after: Node): Effect[] {
  const [old, now] = [before.raw('x-column'), after.raw('x-column')];
  const [had, has] = [old, now].map((node) => new Set(aliasesOf(node)));
  const gone = [...(had ?? [])].filter((alias) => !has?.has(alias));
  const fresh = [...(has ?? [])].filter((alias) => !had?.has(alias));
  const place = { before: old, after: now };
  return [
    ...(fields(old?.value).kind === fields(now?.value).kind
      ? []
      : [
          replaced(
            { rule: 'column-kind', what: `${name} is read in another way`, ...place },
            `${name} in its old form`,
          ),
        ]),
    ...(gone.length === 0
      ? []
      : [
          narrowed(
            { rule: 'heading-removed', what: `${gone.join(', ')} no longer means ${name}`, ...place },
            `a column ${gone.join(' or ')}`,
          ),
        ]),
    ...(fresh.length === 0
      ? []
      : [
          widened(
            { rule: 'heading-added', what: `${fresh.join(', ')} means ${name}, too`, ...place },
            `a column ${fresh.join(' or ')}`,
          ),
        ]),
  ];
}

const aliasesOf = (column: Node | undefined): readonly string[] =>
  Object.values(fields(fields(column?.value).aliases)).flatMap((names) => list(names).map(String));
