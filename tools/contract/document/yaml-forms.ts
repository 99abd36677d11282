// What a YAML file of a contract must not have, since its value would be read in two ways, or have two places, or none
// in JSON.
import { type Document, isAlias, isMap, isScalar, type Node, type Pair, visit, type YAMLError } from 'yaml';

export interface Refusal {
  readonly offset: number;
  /** What is wrong, and what to do. */
  readonly message: string;
}

/** The mistakes of the syntax; if there are none, the forms that are YAML, but not supported here. */
export function refusalsOf(document: Document.Parsed): readonly Refusal[] {
  const errors = [...document.errors, ...document.warnings];
  const tooDeep = errors.find(({ code }) => code === 'RESOURCE_EXHAUSTION');
  if (tooDeep !== undefined) return [{ offset: tooDeep.pos[0], message: 'the file is nested too deeply' }];
  const byOffset = new Map(errors.toReversed().map((error) => [error.pos[0], messageOf(error)]));
  if (byOffset.size > 0) return [...byOffset].reverse().map(([offset, message]) => ({ offset, message }));
  return [...directivesOf(document), ...rootOf(document), ...nodesOf(document)];
}

function messageOf({ code, message }: YAMLError): string {
  const text = message.split(/ at line \d+, column/)[0] ?? '';
  switch (code) {
    case 'MULTIPLE_DOCS':
      return 'a second document begins here (---); put it into a separate file';
    case 'TAB_AS_INDENT':
      return 'a tab indents this line; use spaces';
    case 'DUPLICATE_KEY':
      return 'the key is there twice; remove one';
    case 'TAG_RESOLVE_FAILED':
      return `${text.replace('Unresolved tag:', 'the tag')} is not supported; remove it`;
    default:
      return text;
  }
}

/** `%YAML 1.1` would make `no` false, and so the country Norway. */
const directivesOf = ({ directives, contents }: Document.Parsed): readonly Refusal[] =>
  directives.yaml.explicit || Object.keys(directives.tags).length > 1
    ? [{ offset: contents?.range[0] ?? 0, message: 'a directive (%YAML or %TAG) is not supported; remove it' }]
    : [];

const rootOf = ({ contents }: Document.Parsed): readonly Refusal[] =>
  isMap(contents) || isAlias(contents)
    ? []
    : [{ offset: contents?.range[0] ?? 0, message: 'the file must have members, such as "openapi: 3.1.0"' }];

function nodesOf(document: Document.Parsed): readonly Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (node: Node | null | undefined, message: string | undefined) => {
    if (message !== undefined) refusals.push({ offset: node?.range?.[0] ?? 0, message });
  };
  visit(document, {
    Alias: (_, alias) => refuse(alias, `the alias *${alias.source} is not supported; repeat the value, or use a $ref`),
    Seq: (_, list) => refuse(list, unsupportedTag(list)),
    Map: (_, map) => {
      refuse(map, unsupportedTag(map));
      for (const pair of repeatedKeys(map.items as readonly Pair[]))
        refuse(pair.key as Node, 'the key is there twice; remove one');
    },
    Pair: (_, pair) => refuse((pair.key ?? pair.value) as Node | null, unsupportedKey(pair.key)),
    Scalar: (place, node) => refuse(node, unsupportedTag(node) ?? (place === 'key' ? undefined : noJson(node.value))),
  });
  return refusals.toSorted((a, b) => a.offset - b.offset);
}

const unsupportedTag = ({ tag }: Node): string | undefined =>
  tag === undefined
    ? undefined
    : `the tag ${tag.replace('tag:yaml.org,2002:', '!!')} is not supported; remove it, and put text in quotes`;

function unsupportedKey(key: unknown): string | undefined {
  if (!isScalar(key)) return 'a key must be text; put it in quotes';
  if (key.value === '<<' && key.type === 'PLAIN')
    return 'the merge key << is not supported; repeat the members, or use allOf with a $ref';
  if (key.value === null || key.value === '') return 'a key is missing before the colon';
  return String(key.value) === (key.source ?? key.value) ? undefined : 'a key must be text; put it in quotes';
}

/** The library takes 404 and "404" for two keys; JSON has one. */
function repeatedKeys(pairs: readonly Pair[]): readonly Pair[] {
  const names = pairs.map(({ key }) => String(isScalar(key) ? key.value : key));
  return pairs.filter((_, i) => names.indexOf(names[i] ?? '') < i);
}

function noJson(value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return 'the number has no form in JSON';
  return Number.isInteger(value) && !Number.isSafeInteger(value)
    ? 'readers of JSON do not keep all digits of this number; put it in quotes, or write fewer digits'
    : undefined;
}
