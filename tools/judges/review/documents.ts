// Which contracts there are on both sides, and what kind each is. A file that moved is known by its x-document or $id,
// the registry as the only one of its kind.

import type { Side } from './reading/side.ts';
import { misplaced } from './reading/skeleton.ts';
import { canonical, type Node, Sources } from './source.ts';
import { type Tree, UsageError } from './tree.ts';

export type DocumentKind = 'openapi' | 'asyncapi' | 'schema' | 'registry' | 'shared';
export type Pair = { readonly kind: DocumentKind; readonly before: Node | undefined; readonly after: Node | undefined };

export function pairDocuments(before: Tree, after: Tree, today: Date): Pair[] {
  const [old, now] = [before, after].map((tree) => roots(new Sources(tree, today))) as [Root[], Root[]];
  const partner = ({ kind, node }: Root) =>
    now.find((each) => each.node.file === node.file && each.kind === kind) ??
    now.find(
      (each) =>
        each.kind === kind &&
        key(each) === key({ kind, node }) &&
        !old.some(({ node: { file } }) => file === each.node.file),
    );
  const pairs: Pair[] = old.map((each) => ({ kind: each.kind, before: each.node, after: partner(each)?.node }));
  const taken = new Set(pairs.map(({ after: node }) => node?.file));
  return [
    ...pairs,
    ...now
      .filter(({ node }) => !taken.has(node.file))
      .map(({ kind, node }) => ({ kind, before: undefined, after: node })),
  ];
}

/** Two documents that a user named, whatever their files are called. */
export function pairSides(before: Side, after: Side, today: Date): Pair {
  const [old, now] = [rootOf(before, today), rootOf(after, today)];
  if (old.kind !== now.kind)
    throw new UsageError(
      `${old.node.fileName} is ${old.kind} and ${now.node.fileName} is ${now.kind}: name two of a kind.`,
    );
  return { kind: now.kind, before: old.node, after: now.node };
}

function rootOf(side: Side, today: Date): Root {
  const node = new Sources(side.files, today, side).root(side.root) as Node;
  const kind = kindOf(node);
  if (kind !== 'openapi' && kind !== 'asyncapi')
    throw new UsageError(
      `${node.fileName} is no OpenAPI or AsyncAPI document: it has neither \`openapi\` nor \`asyncapi\` at the top.`,
    );
  const mistake = misplaced(node, kind);
  if (mistake !== undefined) throw new UsageError(mistake);
  return { kind, node };
}

type Root = { readonly kind: DocumentKind; readonly node: Node };

const roots = (sources: Sources): Root[] =>
  [...sources.tree.keys()].flatMap((file) => {
    const node = sources.root(file);
    return node === undefined || isPart(file) ? [] : [{ kind: kindOf(node), node }];
  });

/** Paths of the document in the folder above, which is read with them. */
const isPart = (file: string): boolean => /\/paths\/[^/]+$/.test(file);

/**
 * The versions whose rules the review knows. A document of another one is refused: a comparison by the wrong rules
 * would say that nothing breaks.
 */
const readVersions = { openapi: /^3\.[012](\.|$)/, asyncapi: /^3\.\d/, swagger: /^$/ } as const;
const readable = 'The review reads OpenAPI 3.0 to 3.2 and AsyncAPI 3';

function kindOf(node: Node): DocumentKind {
  const { fields } = node;
  for (const [name, versions] of Object.entries(readVersions)) {
    if (!(name in fields) || versions.test(String(fields[name]))) continue;
    const { file, line, column } = node.raw(name)?.location ?? node.location;
    throw new UsageError(
      `${file}:${line}:${column} is ${name} ${String(fields[name])}. ${readable}: convert it first.`,
    );
  }
  if ('openapi' in fields) return 'openapi';
  if ('asyncapi' in fields) return 'asyncapi';
  if ('problems' in fields) return 'registry';
  if ('$schema' in fields) return 'schema';
  return 'shared';
}

const key = ({ kind, node }: Root): string =>
  canonical([kind, node.fields['x-document'] ?? node.fields.$id ?? (kind === 'registry' ? '' : node.file)]);
